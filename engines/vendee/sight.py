"""What a side sees of the other's counters (3.6): face up, face down, or nothing at all.

Legal actions, refusals and defaults of a side look at the enemy through this alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.frames import Kind, enemy
from engines.vendee.state import State, gatine, kinds_of

Seen = Literal["none", "generals", "points", "backs"]
Told = Literal["no", "yes", "maybe"]
_COUNTERS = (0, 1, 1, 2, 2, 1, 2, 2, 3, 3)
"""Fewest counters of 5, 2 and 1 for 0 to 9 combat points; there are counters of 10 too."""


def occupied(box: Box, state: State, side: Side) -> tuple[set[str], set[str]]:
    """Areas with combat points, and areas with generals, of a side."""
    kinds = kinds_of(side)
    points = {area for area, present in state.forces.items() if any(kind in kinds for kind in present)}
    generals = {
        officer.area
        for id, officer in state.officers.items()
        if officer.area is not None and officer.fate == "map" and box.general[id].side == side
    }
    return points, generals


def lies_hidden(box: Box, state: State, side: Side, area: str) -> bool:
    """Whether a side's counters lie face down in an area where no enemy counter is (V-3.6-a)."""
    inside = box.ground.zone_of(area, gatine(state)) is not None
    return inside == (side == "royalist")


class Sight:
    """The table as one side sees it."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self._box = box
        own = set().union(*occupied(box, state, side))
        points, generals = occupied(box, state, enemy(side))
        there = points | generals
        self.backs: frozenset[str] = frozenset(
            area for area in there - own if lies_hidden(box, state, enemy(side), area)
        )
        """Areas with face-down counters of the enemy."""
        self.points: frozenset[str] = frozenset(points - self.backs)
        self.generals: frozenset[str] = frozenset(generals - points - self.backs)

    def enemy(self, area: str) -> Seen:
        """What of the enemy is in an area."""
        if area in self.backs:
            return "backs"
        if area in self.points:
            return "points"
        return "generals" if area in self.generals else "none"

    def controlled(self, area: str) -> Told:
        """Whether the enemy controls an area from next to it, as far as one can see (V-3.4-a)."""
        near = self._box.ground.controlled_from[area]
        if not self.points.isdisjoint(near):
            return "yes"
        return "no" if self.backs.isdisjoint(near) else "maybe"


def fewest(points: Mapping[Kind, int]) -> int:
    """The fewest counters that combat points can lie as, each army by itself (A-31)."""
    return sum(_COUNTERS[count % 10] + count // 10 for count in points.values())
