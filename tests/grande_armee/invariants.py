"""What holds in every game of La Grande Armée, whatever is played (the nine invariants of the cases)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from engines.core.events import Event, TableRoll
from engines.grande_armee.box import Box
from engines.grande_armee.combat.frames import Declaring, Defending
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.events import (
    BattleFought,
    Broken,
    Combined,
    Disrupted,
    Retreated,
    Scattered,
)
from engines.grande_armee.fortresses import besieged
from engines.grande_armee.score import prizes
from engines.grande_armee.state import State, position
from engines.grande_armee.title import GrandeArmee


def check_state(title: GrandeArmee, state: State, *, saved: bool = True) -> None:
    """Hold a state between two actions to everything that has to be so.

    :param saved: whether it is written and read, too.
    """
    _stands(title.box, state)
    _stacks(title.box, state)
    _attacks(state)
    _disruption(state)
    _score(title, state)
    if saved:
        _saved(title, state)


def _stands(box: Box, state: State) -> None:
    """Never enemies on one hex, the doomed apart; no cavalry on mountains; every hex is in play."""
    at = position(box, state)
    for hex, stack in at.at.items():
        assert hex in box.terrain
        living = [id for id in stack if id not in state.doomed]
        assert len({at.kind(id).side for id in living}) <= 1, (hex, stack)
        if box.terrain[hex] == "mountain":
            assert not any(at.kind(id).arm == "cavalry" for id in stack), (hex, stack)
    assert set(state.doomed) <= state.pieces.keys()


def _stacks(box: Box, state: State) -> None:
    """After the check of stacks each of them is one unit, in supply, or a Fortress with no more than 18."""
    if not state.stack or not isinstance(state.stack[-1], Declaring | Defending):
        return
    at = position(box, state)
    for hex in at.at:
        troops = [at.kind(id) for id in at.troops(hex, state.side)]
        room = box.figures.fortress if hex in box.fortress else None
        fed = any(
            spent.use == "combat" and spent.side == state.side and spent.serves(hex)
            for spent in state.spent.values()
        )
        assert fed or not excess(troops, room), (hex, troops)


def _attacks(state: State) -> None:
    """A unit attacks once, and neither disrupted nor bound."""
    attackers = [id for attack in state.attacks for id in attack.involved]
    assert len(set(attackers)) == len(attackers)
    assert not set(attackers) & set(state.bound)
    for attack in state.attacks:
        if attack.state == "declared":
            assert all(state.pieces[id].disrupted is None for id in attack.involved)


def _disruption(state: State) -> None:
    """Whoever is disrupted recovers in the next six phases."""
    for id, piece in state.pieces.items():
        assert piece.disrupted is None or 0 <= piece.disrupted - state.index <= 6, (id, piece)


def _score(title: GrandeArmee, state: State) -> None:
    """The score for Fortresses is what comes of counting them anew; halves are exact."""
    box = title.box
    at, total = position(box, state), Fraction(0)
    if state.stack and state.stack[-1].step not in ("swap", "move"):
        return  # Sieges are judged when a phase ends.
    if state.marches:
        return
    for town, prize in prizes(box, state).items():
        shut = besieged(at, box.place[town], state.control[town])
        if state.control[town] == "french" and not shut:
            total += prize.points
        elif state.control[town] == "allied" and shut:
            total += Fraction(prize.points, 2)
    if state.stack:
        assert title.view(state, None).score.fortresses == float(total)


def _saved(title: GrandeArmee, state: State) -> None:
    """A state that was written and read is the same; the views of the seats differ in `orders` alone."""
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again.hashed().digest() == state.hashed().digest()
    views = [msgspec.to_builtins(title.view(state, seat)) for seat in ("allied", "french", None)]
    for view in views:
        view.pop("orders")
    assert views[0] == views[1] == views[2]


def check_step(title: GrandeArmee, before: State, after: State, events: Sequence[Event]) -> None:
    """Hold what happened to what has to be so."""
    box = title.box
    _swaps(box, before, events)
    _retreats(box, events)
    _dice(events)
    _supply(title, before, after)
    twice = Counter(event.unit for event in events if isinstance(event, Disrupted))
    assert all(count == 1 for count in twice.values())


def _kind(unit: str) -> str:
    return unit.rpartition("-")[0]


def _swaps(box: Box, before: State, events: Iterable[Event]) -> None:
    """Swaps follow the chart, and printed strength rises by combination alone."""
    lines = {(swap.whole, swap.piece): swap.number for swap in box.swaps(before.scenario)}
    for event in events:
        if isinstance(event, Combined):
            assert lines[_kind(event.into), _kind(event.units[0])] == len(event.units)
        elif isinstance(event, Broken) and event.forced:
            assert [_kind(id) for id in event.into] == box.smallest(_kind(event.unit), before.scenario)
        elif isinstance(event, Broken):
            assert lines[_kind(event.unit), _kind(event.into[0])] == len(event.into)


def _retreats(box: Box, events: Iterable[Event]) -> None:
    """A retreat leaves its hex and passes none twice."""
    for event in events:
        if isinstance(event, Retreated | Scattered):
            assert event.route
            assert event.start not in event.route
            assert len(set(event.route)) == len(event.route)


def _dice(events: Sequence[Event]) -> None:
    """A battle throws one die at most, and a march two."""
    battles = sum(isinstance(event, BattleFought) and event.die is not None for event in events)
    assert battles == sum(isinstance(event, TableRoll) and event.purpose == "combat" for event in events)
    assert all(isinstance(event.result, str) for event in events if isinstance(event, TableRoll))
    marches = [event for event in events if isinstance(event, TableRoll) and "march" in event.purpose]
    assert len(marches) <= 2


def _supply(title: GrandeArmee, before: State, after: State) -> None:
    """A supply unit serves one thing, and is gone when the phase of its use is over."""
    for id, spent in before.spent.items():
        if after.index == before.index:
            assert after.spent[id].use == spent.use
        elif after.plays("ae-supply-lasts") and spent.use == "elimination":
            continue
        elif spent.use != "combat":
            assert id not in after.pieces
    assert not after.spent.keys() & {id for id in after.pieces if id not in before.pieces}
