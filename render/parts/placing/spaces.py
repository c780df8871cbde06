"""Names and marks beside the spaces of a map of spaces and roads, where they lie on the least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from render.parts.placing.boxes import around, overlap
from render.parts.placing.labels import Label
from render.pen import Box, Point

GAP = 13.0
"""Between a space and its name."""
ROAD = 90.0
"""What a name is charged for each point of a road under it, so that it stays off where there is room."""
TOLL = 12.0
"""The same for a mark; overlaps are charged by area."""
MARK = 32.0
"""Half of the room that a mark takes."""
SLIDES = (0.35, 0.7, 1.0, 1.3)
"""How far a name is slid along the edge of its space, in radii."""


class Surroundings(NamedTuple):
    """What a name or mark should not lie on: boxes, roads, what is beyond the map."""

    boxes: Sequence[Box]
    road: Sequence[Point]
    map: Box

    def cost(self, box: Box, toll: float) -> float:
        """What it costs to lie there."""
        crowd = sum(overlap(box, other) for other in self.boxes)
        crossed = sum(box[0] - 4 < x < box[2] + 4 and box[1] < y < box[3] for x, y in self.road)
        left, top, right, bottom = self.map
        cut = box[0] < left + 10 or box[1] < top + 8 or box[2] > right - 16 or box[3] > bottom - 8
        return 10_000 * cut + crowd + toll * crossed

    def named(self, label: Label, space: Point, radius: float) -> Label:
        """The label where it lies best beside its space."""
        choices = [
            msgspec.structs.replace(label, at=at) for at in _spots(space, radius, label.width, label.height)
        ]
        return min(choices, key=lambda choice: self.cost(choice.box, ROAD))

    def clearest(self, space: Point, reach: float, ways: Sequence[Point], *, toll: float = TOLL) -> Point:
        """The first of the ways out of a space in which there is most room at that distance."""

        def crowding(way: Point) -> float:
            return self.cost(around((space[0] + way[0] * reach, space[1] + way[1] * reach), MARK), toll)

        return min(ways, key=crowding)


def _spots(space: Point, radius: float, width: float, height: float) -> list[Point]:
    """Beside a space, below and above it, the same slid along its edge; the most usual first."""
    x, y = space
    away, down = radius + GAP + width / 2, radius + GAP + height / 2
    spots = [(x + away, y), (x - away, y), (x, y + down), (x, y - down)]
    for slide in (turn * share * radius for share in SLIDES for turn in (1, -1)):
        spots += [(x + away, y + slide), (x - away, y + slide), (x + slide, y + down), (x + slide, y - down)]
    return spots
