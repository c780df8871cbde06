"""Names and marks beside the spaces of a map of spaces and roads, where they cover least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from render.parts.placing.boxes import around, bounds, grown, holds, meet, overlap
from render.parts.placing.labels import Label
from render.pen import Box, Point

GAP = 13.0
"""The gap between a space and its name."""
ROAD = 120.0
"""The cost of a name for each point of a road under it, so that it avoids roads where there is room."""
COVERED = 6.0
"""The cost of covering a square unit of a space or of another name."""
STROKE, WRITTEN = 2.0, 0.01
"""The same for a point of a stroke of the chart, and for a square unit of one of its names."""
CLOSE, MISTAKEN = 18.0, 1500.0
"""The distance at which a name could be taken for another space's name, and the cost of that."""
UNUSUAL = 4.0
"""The cost of the next less common place."""
TOLL = 12.0
"""The same for a mark; overlaps are charged by area."""
MARK = 32.0
"""Half of the room that a mark takes."""
SLIDES = (0.35, 0.7, 1.0, 1.3, 1.6)
"""The shifts of a name along the edge of its space, in radii."""


class Surroundings(NamedTuple):
    """Things that a name or mark should not cover: boxes, roads, and the ground beyond the map."""

    boxes: Sequence[Box]
    road: Sequence[Point]
    map: Box
    strokes: Sequence[Point] = ()
    """Lines of the chart, on which a name is harder to read."""
    written: Sequence[Box] = ()
    """Names of the chart, of countries and seas."""

    def cost(self, box: Box, toll: float) -> float:
        """The cost of lying there."""
        crowd = COVERED * sum(overlap(box, other) for other in self.boxes)
        crowd += sum(overlap(box, other) for other in self.written) * WRITTEN
        crossed = sum(box[0] - 4 < x < box[2] + 4 and box[1] < y < box[3] for x, y in self.road)
        crowd += STROKE * sum(box[0] < x < box[2] and box[1] < y < box[3] for x, y in self.strokes)
        left, top, right, bottom = self.map
        cut = box[0] < left + 10 or box[1] < top + 8 or box[2] > right - 16 or box[3] > bottom - 8
        return 10_000 * cut + crowd + toll * crossed

    def named(self, label: Label, space: Point, radius: float) -> Label:
        """The label in its best place beside its space."""
        spots = _spots(space, radius, label.width, label.height)
        choices = [msgspec.structs.replace(label, at=at) for at in spots]
        own, about = around(space, radius), self._within(grown(bounds(each.box for each in choices), CLOSE))

        def cost(number: int) -> float:
            near = grown(choices[number].box, CLOSE)
            others = sum(meet(near, box) and not meet(own, box) for box in about.boxes)
            return about.cost(choices[number].box, ROAD) + MISTAKEN * others + UNUSUAL * number

        return choices[min(range(len(choices)), key=cost)]

    def _within(self, box: Box) -> Surroundings:
        """The part in a box, and the map: the rest costs nothing there."""
        return Surroundings(
            [each for each in self.boxes if meet(each, box)],
            [at for at in self.road if holds(box, at)],
            self.map,
            [at for at in self.strokes if holds(box, at)],
            [each for each in self.written if meet(each, box)],
        )

    def clearest(self, space: Point, reach: float, ways: Sequence[Point], *, toll: float = TOLL) -> Point:
        """The first of the ways out of a space with most room at that distance."""

        def crowding(way: Point) -> float:
            return self.cost(around((space[0] + way[0] * reach, space[1] + way[1] * reach), MARK), toll)

        return min(ways, key=crowding)


def _spots(space: Point, radius: float, width: float, height: float) -> list[Point]:
    """Places beside, below and above a space, and shifted along its edge; the most common first."""
    x, y = space
    away, down = radius + GAP + width / 2, radius + GAP + height / 2
    spots = [(x + away, y), (x - away, y), (x, y + down), (x, y - down)]
    for slide in (turn * share * radius for share in SLIDES for turn in (1, -1)):
        spots += [(x + away, y + slide), (x - away, y + slide), (x + slide, y + down), (x + slide, y - down)]
    return spots
