"""Places on the map for movable things: clear of names, of other things and of towns, if there is room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from render.parts.placing import CELL, NAME_COST, Plan
from render.parts.placing.boxes import bounds, meet
from render.pen import Box, Point

THING = 40.0
"""The cost of covering a square unit of another thing; of a name, see `NAME_COST`."""
STRAY = 0.04
"""The cost of standing away from the best place in the area, by the square of the way."""
STRAYED = 4.0
"""The cost for counters to lie outside their own area, as they show its holder."""
GOOD = 20.0
"""The cost of a place up to which no better one need be looked for."""
MOST = 4096
"""Places that a plan remembers."""


class Shape(NamedTuple):
    """The rows of a thing, each the box that it covers from the thing's middle, and the shape's cost."""

    rows: tuple[Box, ...]
    firm: int
    """The number of first rows that have to stand in their area."""
    cost: float = 0.0
    loose: float = 0.3
    """The cost for the other rows to lie outside it."""

    def at(self, middle: Point) -> list[Box]:
        """The ground that it covers there."""
        x, y = middle
        return [(x + box[0], y + box[1], x + box[2], y + box[3]) for box in self.rows]

    @property
    def bounds(self) -> Box:
        """The box round all of it, from its middle."""
        return bounds(self.rows)


class Seat(NamedTuple):
    """The place of a thing, with the shape chosen, and the cost of the ground it covers there."""

    shape: int
    at: Point
    cost: float


class Places(NamedTuple):
    """Where a thing may stand, the best place first, then by the distance from it."""

    spots: Sequence[Point]
    bounds: Box


class Seating:
    """The taken places of a map, and the best place for the next thing."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._size = plan.frame.size

    def best(
        self,
        area: str,
        shapes: Sequence[Shape],
        taken: Iterable[Box],
        *,
        places: Places | None = None,
        free: Sequence[Box] = (),
    ) -> Seat:
        """The place in an area where one of the shapes covers least; the first is preferred.

        :param taken: the ground of other things.
        :param places: those to choose from; by default those for counters.
        :param free: marks of the map that may be covered, since they will go elsewhere.
        """
        things, shapes = list(taken), tuple(shapes)
        usual = self._usual(area)
        if places is None and not free:
            alone = self._known(area, shapes, (), usual, ())
            rows = shapes[alone.shape].at(alone.at)
            # The best place on an empty map is also the best where it covers nothing else.
            if not any(meet(row, thing) for row in rows for thing in things):
                return alone
        near = self._near((places or usual).bounds, shapes, things)
        return self._known(area, shapes, tuple(near), places or usual, tuple(free))

    def _usual(self, area: str) -> Places:
        """The places for counters."""
        memo: dict[Any, Places] = self._plan.memo
        if area not in memo:
            spots = self._plan.seats[area]
            memo[area] = Places(spots, bounds((x, y, x, y) for x, y in spots))
        return memo[area]

    def _known(
        self,
        area: str,
        shapes: tuple[Shape, ...],
        near: tuple[Box, ...],
        places: Places,
        free: tuple[Box, ...],
    ) -> Seat:
        """The best place, searched once: most stacks, and the things near them, are the same in the next
        picture.
        """
        memo: dict[Any, Seat] = self._plan.memo
        # All places of an area about the same one are the same.
        key = area, shapes, near, places.spots[0], places.bounds, free
        if key not in memo:
            if len(memo) >= MOST:
                memo.clear()
            memo[key] = self._searched(area, shapes, near, places.spots, free)
        return memo[key]

    def _searched(
        self,
        area: str,
        shapes: Sequence[Shape],
        near: Sequence[Box],
        seats: Sequence[Point],
        free: Sequence[Box],
    ) -> Seat:
        own = self._plan.grounds[area]
        best = Seat(0, seats[0], math.inf)
        for number, shape in enumerate(shapes):
            kept, liked = self._kept_on_map(shape), shape.cost * self._size
            for seat in seats:
                cost = liked + math.dist(seat, seats[0]) ** 2 * STRAY / self._size
                # Places are in order of their distance, so that the first too far is the last to be tried.
                if cost >= best.cost:
                    break
                x, y = min(max(seat[0], kept[0]), kept[2]), min(max(seat[1], kept[1]), kept[3])
                for row, part in enumerate(shape.rows):
                    box = x + part[0], y + part[1], x + part[2], y + part[3]
                    if free:
                        cost -= _shared(box, free) * NAME_COST / 10
                    cost += _shared(box, near) * THING
                    # Most places end here: to cover a thing costs much, and the rest is slower to look up.
                    if cost >= best.cost:
                        break
                    cost += self._hidden(box) + own.outside(box) * (
                        STRAYED if row < shape.firm else shape.loose
                    )
                    if cost >= best.cost:
                        break
                else:
                    best = Seat(number, (x, y), cost)
                    if cost < GOOD * self._size:
                        return best
        return best

    def _hidden(self, box: Box) -> float:
        """The cost of covering the map's marks there."""
        left, top = self._plan.frame.map[:2]
        hidden = self._plan.marked.clipped(
            (box[0] - left) / CELL, (box[1] - top) / CELL, (box[2] - left) / CELL, (box[3] - top) / CELL
        )
        return hidden * CELL**2 / 10

    def _near(self, spots: Box, shapes: Sequence[Shape], things: Sequence[Box]) -> list[Box]:
        """Other things that one of the shapes may cover at a place within these bounds."""
        reach = bounds(shape.bounds for shape in shapes)
        around = spots[0] + reach[0], spots[1] + reach[1], spots[2] + reach[2], spots[3] + reach[3]
        return [box for box in things if meet(box, around)]

    def _kept_on_map(self, shape: Shape) -> Box:
        """The area in which the middle of a shape may be, so that all of it is on the map."""
        left, top, right, bottom = self._plan.frame.map
        reach = shape.bounds
        return left + 5 - reach[0], top + 5 - reach[1], right - 5 - reach[2], bottom - 5 - reach[3]


def _shared(box: Box, others: Iterable[Box]) -> float:
    """The ground that a box shares with others; a call for each of them would take three times as long."""
    left, top, right, low = box
    shared = 0.0
    for west, north, east, south in others:
        if left < east and west < right and top < south and north < low:
            across = (right if right < east else east) - (left if left > west else west)
            shared += across * ((low if low < south else south) - (top if top > north else north))
    return shared
