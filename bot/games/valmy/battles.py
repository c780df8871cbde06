"""Battles of *The Valmy Campaign* played out beforehand, by the automatic player on both sides."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.valmy.names import Names
from bot.games.valmy.scenes import toll
from bot.games.wording import numbered
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.core.events import Event
from engines.valmy.box import Box, enemy
from engines.valmy.combat.events import BattleEnded
from engines.valmy.combat.frames import Combat
from engines.valmy.frames import Activations
from engines.valmy.procedure import PROCEDURE
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, Unit, put_leaders, put_units, units_in
from engines.valmy.title import Valmy
from engines.valmy.view import View, battle_of

GAMES = 60
"""Battles that are played out for one forecast."""
SUPPOSED = (3, 6, 12)
"""Units that enemies in holding boxes are supposed to be."""
SURE = 1.96
"""Standard errors of an interval that holds in 95 of 100 cases."""


class Result(NamedTuple):
    """How one battle went."""

    lost: int
    """Steps of the side that asks; a unit that is gone counts as one more than its flip."""
    taken: int
    held: bool
    """Whether it alone is left in the box."""


def forecast(
    title: Valmy, names: Names, state: State, side: Side, place: str, who: Sequence[str]
) -> list[str]:
    """What a battle would come to: of one under way from where it stands, else of one that is supposed.

    :param who: units and leaders of the side that would attack; nobody for those who are there.
    :raises UsageError: nobody is there to fight.
    """
    box, view = title.box, title.view(state, side)
    under_way = battle_of(state)
    where = names.name(place)
    small = (
        f"-# {GAMES} battles were played out by the automatic player on both sides; "
        "± holds in 95 of 100 such forecasts. Nothing is done."
    )
    if under_way is not None and under_way.box == place:
        results = [_played(title, state, side, place, seed) for seed in range(GAMES)]
        return [f"🔮 **Battle of {where}**, from where it stands", _told(results), small]
    own = [id for id in who if id in box.unit] or units_in(box, state, place, side)
    if not own:
        raise UsageError(f"Nobody of yours would fight in {where}; name who attacks")
    seen = view.boxes[place][enemy(side)]
    if not seen.units and not seen.leaders:
        raise UsageError(f"No enemies are seen in {where}")
    lines = [f"🔮 **If {numbered(len(own), 'unit')} of yours attack in {where}**"]
    for count in SUPPOSED if seen.leaders else (0,):
        states = (supposed(box, state, side, view, place, who or own, count, seed) for seed in range(GAMES))
        results = [_played(title, each, side, place, seed) for seed, each in enumerate(states)]
        theirs = numbered(count + len(seen.units), "unit")
        lines.append(f"**Against {theirs}** {_told(results)}")
    doubt = "-# How many are in holding boxes is not known: those are any of his units that you don't see."
    return [*lines, *([doubt] if seen.leaders else []), small]


def supposed(
    box: Box,
    state: State,
    side: Side,
    view: View,
    place: str,
    who: Sequence[str],
    count: int,
    seed: int,
) -> State:
    """The beginning of a battle in which all that the side can't know is made up."""
    made, other = state.copy(), enemy(side)
    hidden = [id for id in box.units_of[other] if id not in view.units]
    put_units(made, {id: Unit("waiting") for id in hidden})
    for id in random.Random(seed).sample(hidden, min(count, len(hidden))):  # noqa: S311 - no secret
        put_units(made, {id: Unit("map", place)})
    for id in box.leaders_of[other]:
        if view.leaders[id].box is None:
            put_leaders(made, {id: replace(made.leaders[id], fate="waiting", box=None, superior=None)})
    leaders = [id for id in who if id in box.leader]
    put_leaders(made, {id: replace(made.leaders[id], box=place, superior=None) for id in leaders})
    units = {id: made.units[id] for id in who if id in box.unit}
    chiefs = {id: unit.leader if unit.leader in leaders else None for id, unit in units.items()}
    put_units(made, {id: replace(unit, box=place, leader=chiefs[id]) for id, unit in units.items()})
    made.phase, made.stack = "activations", [Activations(other), Combat(side, touched=(place,))]
    return made


def _played(title: Valmy, state: State, side: Side, place: str, seed: int) -> Result:
    """One battle, from a state in which it has begun or is about to."""
    box, dice, chance = title.box, Dice(f"forecast {seed}"), random.Random(seed)  # noqa: S311 - no secret
    now = Resolution(box, state.copy(), dice)
    events: list[Event] = []
    if battle_of(state) is None:
        PROCEDURE.resolve(now)
    while True:
        events += now.events
        ended = next((nth for nth, event in enumerate(events) if isinstance(event, BattleEnded)), None)
        decisions = PROCEDURE.asked(box, now.state)
        if ended is not None or not decisions or battle_of(now.state) is None:
            return _result(box, now.state, side, place, events if ended is None else events[: ended + 1])
        decision = decisions[0]
        action = title.suggest(now.state, decision.seat, chance)
        assert action is not None, decision
        now = Resolution(box, now.state.copy(), dice)
        PROCEDURE.act(now, decision.seat, action)


def _result(box: Box, state: State, side: Side, place: str, events: Sequence[Event]) -> Result:
    mine, theirs = toll(events, side), toll(events, enemy(side))
    here = [bool(units_in(box, state, place, each)) for each in (side, enemy(side))]
    return Result(mine.steps + mine.units, theirs.steps + theirs.units, here == [True, False])


def _told(results: Sequence[Result]) -> str:
    return ", ".join(_parts(results))


def _parts(results: Sequence[Result]) -> Iterator[str]:
    held = fmean(result.held for result in results)
    error = SURE * sqrt(held * (1 - held) / len(results))
    yield f"you alone hold the box {held:.0%} ± {error:.0%}"
    for label, values in (
        ("losses of yours", [result.lost for result in results]),
        ("of theirs", [result.taken for result in results]),
    ):
        yield f"{label} {fmean(values):.1f} ± {SURE * pstdev(values) / sqrt(len(values)):.1f}"
