"""What a side sees of the other's counters (3.6): face up, face down, or nothing at all.

Legal actions, refusals and defaults of a side look at the enemy through this alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, UnsetType

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.frames import REPUBLICAN, ROYALIST, Kind, enemy
from engines.vendee.state import State, gatine

Seen = Literal["none", "generals", "points", "backs"]
Told = Literal["no", "yes", "maybe"]
_KINDS: Mapping[Side, frozenset[Kind]] = {
    "republican": frozenset(REPUBLICAN),
    "royalist": frozenset(ROYALIST),
}
_COUNTERS = (0, 1, 1, 2, 2, 1, 2, 2, 3, 3)
"""Fewest counters of 5, 2 and 1 for 0 to 9 combat points; there are counters of 10 too."""


def occupied(box: Box, state: State, side: Side) -> tuple[set[str], set[str]]:
    """Areas with combat points, and areas with generals, of a side."""
    return held_by(state, side), _posts(box, state, side)


def held_by(state: State, side: Side) -> set[str]:
    """Areas with combat points of a side."""
    kinds = _KINDS[side]
    return {area for area, present in state.forces.items() if not kinds.isdisjoint(present)}


def _posts(box: Box, state: State, side: Side) -> set[str]:
    officers = state.officers
    return {area for id in box.generals_of[side] if (area := officers[id].area)}


def lies_hidden(box: Box, state: State, side: Side, area: str) -> bool:
    """Whether a side's counters lie face down in an area where no enemy counter is (V-3.6-a)."""
    inside = box.ground.zone_of(area, gatine(state)) is not None
    return inside == (side == "royalist")


def hidden_roller(box: Box, state: State, side: Side, area: str) -> Side | UnsetType:
    """A side that rolls for its counters in an area, where the other sees no more than their backs."""
    return side if Sight(box, state, enemy(side)).enemy(area) == "backs" else UNSET


class Sight:
    """The table as one side sees it, looked at area by area; whoever changes the table looks anew."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        foe = enemy(side)
        self._ground = box.ground
        self._forces = state.forces
        self._own, self._foe = _KINDS[side], _KINDS[foe]
        self._own_posts, self._foe_posts = _posts(box, state, side), _posts(box, state, foe)
        self._zones = box.ground.zones(gatine(state)).all
        self._inside = foe == "royalist"
        self._seen: dict[str, Seen] = {}

    def enemy(self, area: str) -> Seen:
        """What of the enemy is in an area: of combat points and generals together, the points."""
        seen = self._seen.get(area)
        if seen is None:
            seen = self._seen[area] = self._look(area)
        return seen

    def _look(self, area: str) -> Seen:
        points = area in self._forces and not self._foe.isdisjoint(self._forces[area])
        if not points and area not in self._foe_posts:
            return "none"
        # Alone they lie face down: royalists in the zones, Republicans outside.
        if (area in self._zones) == self._inside and not self.own(area):
            return "backs"
        return "points" if points else "generals"

    def own(self, area: str) -> bool:
        """Whether the side has counters in an area itself."""
        return area in self._own_posts or (
            area in self._forces and not self._own.isdisjoint(self._forces[area])
        )

    def controlled(self, area: str) -> Told:
        """Whether the enemy controls an area from next to it, as far as one can see (V-3.4-a)."""
        told: Told = "no"
        known = self._seen
        for near in self._ground.controlled_from[area]:
            seen = known.get(near) or self.enemy(near)
            if seen == "points":
                return "yes"
            if seen == "backs":
                told = "maybe"
        return told

    @property
    def points(self) -> frozenset[str]:
        """Areas with combat points of the enemy, face up."""
        return frozenset(area for area in self._forces if self.enemy(area) == "points")

    @property
    def generals(self) -> frozenset[str]:
        """Areas with generals of the enemy alone, face up."""
        return frozenset(area for area in self._foe_posts if self.enemy(area) == "generals")

    @property
    def backs(self) -> frozenset[str]:
        """Areas with face-down counters of the enemy."""
        there = (*self._forces, *self._foe_posts)
        return frozenset(area for area in there if self.enemy(area) == "backs")


def fewest(points: Mapping[Kind, int]) -> int:
    """The fewest counters that combat points can lie as, each army by itself (A-31)."""
    return sum(_COUNTERS[count % 10] + count // 10 for count in points.values())
