"""A side's view of the other's counters (3.6): face up, face down, or nothing at all.

Legal actions, refusals and defaults of a side see the enemy only through this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from msgspec import UNSET, UnsetType

from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.frames import Kind, enemy
from engines.vendee.state import State, by_kind, gatine, held_by, stationed, total, where

Seen = Literal["none", "generals", "points", "backs"]
Told = Literal["no", "yes", "maybe"]
_COUNTERS = (0, 1, 1, 2, 2, 1, 2, 2, 3, 3)
"""Fewest counters of 5, 2 and 1 for 0 to 9 combat points; there are counters of 10 too."""


def occupied(box: Box, state: State, side: Side) -> tuple[Collection[str], Collection[str]]:
    """Areas with combat points, and areas with generals, of a side."""
    return held_by(state, side), stationed(box, state, side)


def lies_hidden(box: Box, state: State, side: Side, area: str) -> bool:
    """Whether a side's counters lie face down in an area where no enemy counter is (V-3.6-a)."""
    inside = box.ground.zone_of(area, gatine(state)) is not None
    return inside == (side == "royalist")


def hidden_roller(box: Box, state: State, side: Side, area: str) -> Side | UnsetType:
    """A side that rolls for its counters in an area, where the other sees only their backs."""
    return side if look(box, state, enemy(side)).enemy(area) == "backs" else UNSET


class Sight:
    """The table as one side sees it, from `look`; a caller that changes the table must look again.

    :ivar points: areas with combat points of the enemy, face up.
    :ivar generals: areas with only generals of the enemy, face up.
    :ivar backs: areas with face-down counters of the enemy.
    """

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self._held, self._posts, self._zones = *where(box, state), _zones(box, state)
        self._controlled_from = box.ground.controlled_from
        self._own = frozenset().union(*occupied(box, state, side))
        points, posts = map(frozenset, occupied(box, state, enemy(side)))
        # Alone they lie face down: Royalists in the zones, Republicans outside.
        alone = (points | posts) - self._own
        self.backs: frozenset[str] = alone - self._zones if side == "royalist" else alone & self._zones
        self.points: frozenset[str] = points - self.backs
        self.generals: frozenset[str] = posts - points - self.backs

    def still(self, box: Box, state: State) -> bool:
        """Whether all counters lie as before."""
        held, posts = where(box, state)
        return self._held is held and self._posts is posts and self._zones is _zones(box, state)

    def enemy(self, area: str) -> Seen:
        """The enemy in an area: of combat points and generals together, the points."""
        if area in self.points:
            return "points"
        if area in self.backs:
            return "backs"
        return "generals" if area in self.generals else "none"

    def own(self, area: str) -> bool:
        """Whether the side has counters in an area itself."""
        return area in self._own

    def controlled(self, area: str) -> Told:
        """Whether the enemy controls an area from next to it, as far as the side can see (V-3.4-a)."""
        near = self._controlled_from[area]
        if not near.isdisjoint(self.points):
            return "yes"
        return "no" if near.isdisjoint(self.backs) else "maybe"


def _zones(box: Box, state: State) -> frozenset[str]:
    return box.ground.zones(gatine(state)).all


_LAST: dict[Side, Sight] = {}
"""The last view of each side: one position is looked at many times before the next."""


def look(box: Box, state: State, side: Side) -> Sight:
    """The table as a side sees it now."""
    sight = _LAST.get(side)
    if sight is None or not sight.still(box, state):
        sight = _LAST[side] = Sight(box, state, side)
    return sight


def foes_on(box: Box, state: State, side: Side, path: Iterable[str]) -> tuple[str, ...]:
    """Areas of a path where a side sees possible opponents of a combat, face up or down."""
    sight = look(box, state, side)
    return tuple(area for area in path if sight.enemy(area) in ("points", "backs"))


def fewest(points: Mapping[Kind, int]) -> int:
    """The fewest counters that combat points can lie as, each army by itself (A-31)."""
    return sum(_COUNTERS[count % 10] + count // 10 for count in points.values())


def show(state: State, side: Side, area: str, count: int) -> None:
    """Let a side's points lie as `count` counters from now on, or as near to it as possible (V-1.2-b)."""
    points = by_kind(state, area, side)
    counts = {other: shown for other, shown in state.shown.get(area, {}).items() if other != side}
    shown = min(count, total(points))
    if shown > fewest(points):
        counts[side] = shown
    if counts:
        state.shown[area] = counts
    else:
        state.shown.pop(area, None)
