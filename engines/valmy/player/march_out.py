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

_DAY = 2
"""Movement points of a turn."""
_BEGUN = 0.6
"""Share of the units wanted with which the march out begins, while others can follow next turn."""


class March(NamedTuple):
    """What the Allies know of their way out."""

    commands: tuple[str, ...]
    """Three that could leave in time, and are nearest; none where there are no three."""
    open: bool
    """Whether no French are seen between the edge and the base."""
    ready: bool
    """Whether so many are gone, or can go this turn, that it begins, with the commander near."""
    gone: bool
    """Whether enough are gone, so that he can follow."""


NO_MARCH = March((), False, False, False)


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
    if chief.fate != "map" or chief.box is None or near_edge(box, chief.box) > _DAY * turns:
        return NO_MARCH
    counted: dict[str, tuple[int, int, int, int]] = {}
    for command in box.command.values():
        if command.exits:
            counted[command.id] = _counted(box, state, command.id, turns, moving)
    ways: list[tuple[int, tuple[str, ...]]] = []
    for three in combinations(counted, box.tables.victory.exits):
        wanted = sum(counted[id][0] for id in three)
        if 2 * sum(counted[id][1] for id in three) >= wanted:
            ways.append((sum(counted[id][2] for id in three), three))
    if not ways:
        return NO_MARCH
    best = max(ways)[1]
    wanted = sum(counted[id][0] for id in best)
    base, held = box.bases["allied"], set(sight.enemy)
    edges = [edge for edge in box.west if edge not in held]
    open_ = reaches(box.cost, edges, {base} - held, held)
    fresh = not chief.spent or box.figures.overall["allied"] in moving
    here = fresh and near_edge(box, chief.box) <= _DAY * min(2, turns)
    return March(
        best,
        open_,
        open_ and here and 2 * sum(counted[id][2] for id in best) >= (_BEGUN if turns > 1 else 1) * wanted,
        open_ and 2 * sum(counted[id][3] for id in best) >= wanted,
    )


def _counted(
    box: Box, state: State, command: str, turns: int, moving: Container[str]
) -> tuple[int, int, int, int]:
    """Of a command: its leaders' ratings, units that can leave in time, in this turn, and that are gone."""
    chiefs = [id for id, card in box.leader.items() if card.command == command]
    wanted = sum(ratings(box, state, id).command for id in chiefs if state.leaders[id].fate != "eliminated")
    in_time = now = gone = 0
    for id, card in box.unit.items():
        known = state.units[id]
        if card.command != command:
            continue
        if known.fate == "exited":
            gone += 1
        elif known.fate == "map" and known.box is not None:
            gap = near_edge(box, known.box)
            in_time += gap <= _DAY * turns
            now += gap <= _DAY and (not known.spent or id in moving)
    return wanted, in_time + gone, now + gone, gone


def marches(box: Box, found: March, leaders: Sequence[str], units: Sequence[str]) -> float:
    """Share of a group that is wanted on the march; all of it where the commander is with it."""
    if not found.commands:
        return 0.0
    if box.figures.overall["allied"] in leaders:
        return 1.0
    return sum(box.unit[id].command in found.commands for id in units) / max(1, len(units))
