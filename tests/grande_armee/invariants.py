"""What holds in every game of La Grande Armée, whatever is played (the nine invariants of the cases)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from data.grande_armee.schema import Side
from engines.core.events import Event, TableRoll
from engines.grande_armee.around import besieged
from engines.grande_armee.box import ORDER, Box
from engines.grande_armee.combat.frames import Declaring, Defending
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.events import (
    Arrived,
    BattleFought,
    Broken,
    Combined,
    Disrupted,
    Eliminated,
    Recovered,
    Retreated,
    Scattered,
    Scored,
)
from engines.grande_armee.score import prizes
from engines.grande_armee.state import State, position
from engines.grande_armee.title import GrandeArmee


def check_state(title: GrandeArmee, state: State, *, judged: bool, saved: bool = True) -> None:
    """Hold a state between two actions to everything that has to be so.

    :param judged: whether a phase has just ended: what the next one brings changes no siege until its end.
    :param saved: whether it is written and read, too.
    """
    _stands(title.box, state)
    _stacks(title.box, state)
    _attacks(state)
    _disruption(state)
    if judged and state.stack:
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
    """A disrupted unit recovers in the next six phases."""
    for id, piece in state.pieces.items():
        assert piece.disrupted is None or 0 <= piece.disrupted - state.index <= 6, (id, piece)


def _score(title: GrandeArmee, state: State) -> None:
    """The score for Fortresses is what comes of counting them anew; halves are exact."""
    box = title.box
    at, total = position(box, state), Fraction(0)
    for town, prize in prizes(box, state).items():
        shut = besieged(at, box.place[town], state.control[town])
        if state.control[town] == "french" and not shut:
            total += prize.points
        elif state.control[town] == "allied" and shut:
            total += Fraction(prize.points, 2)
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
    _strength(box, before, after, events)
    _retreats(box, after, events)
    _dice(events)
    _supply(title, before, after)
    _kept(before, after, events)
    _disrupted(before, events)
    _ledger(before, after, events)


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


def _strength(box: Box, before: State, after: State, events: Iterable[Event]) -> None:
    """The printed strength of a side rises by combination and arrivals alone."""
    gains: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Combined):
            whole, piece = box.kinds[_kind(event.into)], box.kinds[_kind(event.units[0])]
            gains[whole.side] += whole.strength - len(event.units) * piece.strength
        elif isinstance(event, Arrived):
            units = [id for id in event.units if id not in box.kinds]
            gains[event.side] += sum(box.kinds[_kind(id)].strength for id in units)
    for side in ORDER:
        now, then = (_printed(box, state, side) for state in (after, before))
        assert now <= then + gains[side], (side, then, now, gains)


def _printed(box: Box, state: State, side: Side) -> int:
    kinds = [box.kinds[piece.kind] for piece in state.pieces.values()]
    return sum(kind.strength for kind in kinds if kind.side == side and kind.arm != "leader")


def _retreats(box: Box, after: State, events: Sequence[Event]) -> None:
    """A retreat leaves its hex, passes none twice; a scattered unit ends alone, own Fortresses apart."""
    for nth, event in enumerate(events):
        if not isinstance(event, Retreated | Scattered):
            continue
        assert event.route
        assert event.start not in event.route
        assert len(set(event.route)) == len(event.route)
        end = event.route[-1]
        if isinstance(event, Retreated) or end in box.fortress:
            continue
        others = {id for id, piece in after.pieces.items() if piece.hex == end} - {event.unit}
        come = {unit for later in events[nth:] if (unit := getattr(later, "unit", None))}
        assert not others - come, (event, others)


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


def _kept(before: State, after: State, events: Iterable[Event]) -> None:
    """Supply that was given for combat stays only where it served no battle that was fought, and no stack."""
    if before.phase != "combat" or after.index == before.index:
        return
    fought = [attack for attack in before.attacks if attack.state == "fought"]
    fights = [(attack.side, attack.stands, attack.targets) for attack in fought]
    for event in events:
        if isinstance(event, BattleFought):
            stands = tuple({before.pieces[id].hex for id in event.units})
            fights.append((event.side, stands, event.targets))
    ended = {event.unit for event in events if isinstance(event, Eliminated) and event.cause != "spent"}
    for id, spent in before.spent.items():
        served = any(
            spent.serves(hex)
            for side, stands, targets in fights
            for hex in (stands if side == spent.side else targets)
        )
        assert (id in after.pieces) is not (served or spent.stacking or id in ended), (id, spent)


def _disrupted(before: State, events: Iterable[Event]) -> None:
    """No unit is disrupted twice: one that is disrupted already dies instead."""
    hurt = {id for id, piece in before.pieces.items() if piece.disrupted is not None}
    for event in events:
        if isinstance(event, Recovered):
            hurt -= set(event.units)
        elif isinstance(event, Disrupted):
            assert event.unit not in hurt, event
            hurt.add(event.unit)


def _ledger(before: State, after: State, events: Iterable[Event]) -> None:
    """Further actions score when a unit is lost or a phase has ended, and in nothing else."""
    lost = any(isinstance(event, Eliminated) for event in events)
    assert after.ledger == before.ledger or lost or after.index != before.index
    assert all(count >= before.ledger.get(deed, 0) for deed, count in after.ledger.items())
    if not any(isinstance(event, Scored) for event in events):
        assert after.halves == before.halves
