"""The automatic player's march on Paris: the units that would leave, their way, and the time (11.1.1)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations
from typing import NamedTuple

from engines.core.graph import reaches
from engines.valmy.box import FAR, Box
from engines.valmy.frames import Activation
from engines.valmy.player.sight import Sight
from engines.valmy.state import State, held_by, ratings

_BEGUN = 0.45
"""Share of the units wanted with which the march out begins, while others can follow next turn."""
_URGENT = (8.0, 8.0, 7.0, 6.0, 3.5, 2.0)
"""The factor of a march out's worth, by the turns in which the last unit wanted can be gone."""
_RESOLVED = 8.0
"""The same where few French are in the way."""
_WAY = 6
"""Movement points from beyond the edge within which French are in the way."""
_FAR, _FEW = 10, 0.065
"""Movement points from where few French can stop the commander, and how many more with each point that he is
nearer, as a share of the marching units.
"""
_HOME = 4
"""Movement points from the base within which troops threaten or cover it."""
_APART = 0.5
"""The share of the way by which the commander is ahead of the units wanted, while the march is far off."""


class March(NamedTuple):
    """The Allies' knowledge of their way out."""

    commands: tuple[str, ...]
    """The three that can leave soonest; empty where no three can in time."""
    edges: tuple[str, ...]
    """Boxes of the west edge in which no French are seen."""
    open: bool
    """Whether no French are seen between the edge and the base."""
    last: int
    """Turns in which all units wanted can be gone."""
    ready: bool
    """Whether enough units for a start are gone, or can go this turn, with the commander near."""
    gone: bool
    """Whether enough are gone, so that he can follow."""

    clear: bool
    """Whether few French are seen in the way."""

    @property
    def urgent(self) -> float:
        """The factor of its worth against a march that is far off."""
        if self.clear:
            return _RESOLVED
        return _URGENT[self.last] if self.last < len(_URGENT) else 1.0


NO_MARCH = March((), (), False, 99, False, False, False)


def near_edge(box: Box, area: str, edges: Sequence[str] = ()) -> int:
    """Movement points from a box to beyond the west edge."""
    return min((box.apart(area, edge) for edge in edges or box.west), default=FAR) + box.figures.exit


def march(box: Box, state: State, sight: Sight, turns: int) -> March:
    """The prospects of a march out.

    :param turns: that are still to be played, including this one.
    """
    chief = state.leaders[box.figures.overall["allied"]]
    top = state.stack[-1] if state.stack else None
    moving: set[str] = set()
    if isinstance(top, Activation):
        moving = {id for mover in top.movers for id in (*mover.leaders, *mover.units)}
    held = set(sight.enemy)
    edges = tuple(edge for edge in box.west if edge not in held)
    if (
        chief.fate != "map"
        or chief.box is None
        or not edges
        or near_edge(box, chief.box, edges) > box.figures.leader_allowance * turns
    ):
        return NO_MARCH
    counted = {
        id: _counted(box, state, id, edges, moving) for id, command in box.command.items() if command.exits
    }
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
    base = box.bases["allied"]
    # After the first exit the line home begins at that box.
    starts = [edge for edge in state.gates if edge in edges] or edges
    open_ = reaches(box.cost, starts, {base} - held, held)
    fresh = not chief.spent or box.figures.overall["allied"] in moving
    here = near_edge(box, chief.box, edges) <= box.figures.leader_allowance * min(2, turns)
    now = sum(part.now for part in parts)
    few = _FEW * (_FAR - near_edge(box, chief.box, edges))
    gone = open_ and sum(part.gone for part in parts) >= wanted and all(part.gone for part in parts)
    return March(
        best,
        edges,
        open_,
        last,
        open_
        and here
        and (fresh or turns > 1)
        and last <= 2
        and now >= (_BEGUN if turns > 1 else 1) * wanted,
        gone,
        open_
        and _ahead(box, sight, edges) < few * sum(len(part.times) for part in parts)
        and _safe(box, sight),
    )


def _safe(box: Box, sight: Sight) -> bool:
    """Whether the base can do without the marching units: no more French are near it than own units."""
    base = box.bases["allied"]
    ours = sum(force.units for place, force in sight.own.items() if box.apart(place, base) <= _HOME)
    theirs = sum(seen.force.units for place, seen in sight.enemy.items() if box.apart(place, base) <= _HOME)
    return theirs <= ours


def _ahead(box: Box, sight: Sight, edges: Sequence[str]) -> float:
    """French units that are seen, or assumed, in the way."""
    return sum(
        seen.force.units for place, seen in sight.enemy.items() if near_edge(box, place, edges) <= _WAY
    )


class _Counted(NamedTuple):
    """The units of a command for the march."""

    wanted: int
    """Ratings of its living leaders."""
    times: list[int]
    """The turns until each unit can be gone, the soonest first; 0 for units that are gone."""
    now: int
    """Units that are gone, or can go this turn."""
    gone: int


def _counted(box: Box, state: State, command: str, edges: Sequence[str], moving: Container[str]) -> _Counted:
    chiefs = [id for id, card in box.leader.items() if card.command == command]
    wanted = sum(ratings(box, state, id).command for id in chiefs if state.leaders[id].fate != "eliminated")
    times: list[int] = []
    now = 0
    for id, card in box.unit.items():
        counter = state.units[id]
        if card.command != command:
            continue
        if counter.fate == "exited":
            times.append(0)
        elif counter.fate == "map" and counter.box is not None:
            late = counter.spent and id not in moving
            # A led unit goes with the slowest of its holding box.
            slow = box.figures.allowance["infantry"]
            led = counter.leader is not None and any(
                box.unit[other].allowance == slow for other in held_by(state, counter.leader)
            )
            times.append(-(-near_edge(box, counter.box, edges) // (slow if led else card.allowance)) + late)
            now += times[-1] <= 1
    gone = times.count(0)
    return _Counted(wanted, sorted(times), now + gone, gone)


def marches(box: Box, departure: March, leaders: Sequence[str], units: Sequence[str]) -> float:
    """Share of a group that is wanted on the march; all of it where the commander is with it."""
    if not departure.commands:
        return 0.0
    if box.figures.overall["allied"] in leaders:
        return 1.0 if departure.urgent > 1 else _APART
    return sum(box.unit[id].command in departure.commands for id in units) / max(1, len(units))
