"""The march on Paris as the automatic player plans it: who would leave, and when (11.1.1)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations
from typing import NamedTuple

from engines.core.graph import reaches
from engines.valmy.box import Box
from engines.valmy.frames import Activation
from engines.valmy.player.sight import Sight
from engines.valmy.state import State, ratings

_CLOSE = 3
"""Turns within which a march out is worth more than anything else."""
_BEGUN = 0.45
"""Share of the units wanted with which the march out begins, while others can follow next turn."""


class March(NamedTuple):
    """What the Allies know of their way out."""

    commands: tuple[str, ...]
    """The three that can leave soonest; none where no three can in time."""
    open: bool
    """Whether no French are seen between the edge and the base."""
    close: bool
    """Whether all who are wanted can be gone soon."""
    ready: bool
    """Whether so many are gone, or can go this turn, that it begins, with the commander near."""
    gone: bool
    """Whether enough are gone, so that he can follow."""


NO_MARCH = March((), False, False, False, False)


def near_edge(box: Box, area: str) -> int:
    """Movement points from a box to beyond the west edge."""
    return min(box.apart(area, edge) for edge in box.west) + box.figures.exit


def march(box: Box, state: State, sight: Sight, turns: int) -> March:
    """How a march out stands.

    :param turns: that are still to be played, this one among them.
    """
    chief = state.leaders[box.figures.overall["allied"]]
    top = state.stack[-1] if state.stack else None
    moving: set[str] = set()
    if isinstance(top, Activation):
        moving = {id for mover in top.movers for id in (*mover.leaders, *mover.units)}
    if (
        chief.fate != "map"
        or chief.box is None
        or near_edge(box, chief.box) > box.figures.leader_allowance * turns
    ):
        return NO_MARCH
    counted = {id: _counted(box, state, id, moving) for id, command in box.command.items() if command.exits}
    ways: list[tuple[int, int, tuple[str, ...]]] = []
    for three in combinations(counted, box.tables.victory.exits):
        parts = [counted[id] for id in three]
        times = sorted(time for part in parts for time in part.times)
        wanted = -(-sum(part.wanted for part in parts) // 2)
        if len(times) < wanted or not all(part.times for part in parts):
            continue
        last = max(times[wanted - 1], *(part.times[0] for part in parts))
        if last <= turns:
            ways.append((last, sum(times[:wanted]), three))
    if not ways:
        return NO_MARCH
    last, _, best = min(ways)
    parts = [counted[id] for id in best]
    wanted = -(-sum(part.wanted for part in parts) // 2)
    base, held = box.bases["allied"], set(sight.enemy)
    edges = [edge for edge in box.west if edge not in held]
    open_ = reaches(box.cost, edges, {base} - held, held)
    fresh = not chief.spent or box.figures.overall["allied"] in moving
    here = fresh and near_edge(box, chief.box) <= box.figures.leader_allowance * min(2, turns)
    now = sum(part.now for part in parts)
    return March(
        best,
        open_,
        last <= _CLOSE,
        open_ and here and last <= 2 and now >= (_BEGUN if turns > 1 else 1) * wanted,
        open_ and sum(part.gone for part in parts) >= wanted and all(part.gone for part in parts),
    )


class _Counted(NamedTuple):
    """What a command has for the march."""

    wanted: int
    """Ratings of its living leaders."""
    times: list[int]
    """For each unit the turns until it can be gone, the soonest first; 0 for those who are."""
    now: int
    """Units that are gone, or can go this turn."""
    gone: int


def _counted(box: Box, state: State, command: str, moving: Container[str]) -> _Counted:
    chiefs = [id for id, card in box.leader.items() if card.command == command]
    wanted = sum(ratings(box, state, id).command for id in chiefs if state.leaders[id].fate != "eliminated")
    times: list[int] = []
    now = 0
    for id, card in box.unit.items():
        known = state.units[id]
        if card.command != command:
            continue
        if known.fate == "exited":
            times.append(0)
        elif known.fate == "map" and known.box is not None:
            late = known.spent and id not in moving
            times.append(-(-near_edge(box, known.box) // card.allowance) + late)
            now += times[-1] <= 1
    gone = times.count(0)
    return _Counted(wanted, sorted(times), now + gone, gone)


def marches(box: Box, found: March, leaders: Sequence[str], units: Sequence[str]) -> float:
    """Share of a group that is wanted on the march; all of it where the commander is with it."""
    if not found.commands:
        return 0.0
    if box.figures.overall["allied"] in leaders:
        return 1.0
    return sum(box.unit[id].command in found.commands for id in units) / max(1, len(units))
