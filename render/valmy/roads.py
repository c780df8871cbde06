"""Roads between boxes: each by a way past the others, with its cost as pips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from render.geo import dense, spline
from render.parts.placing.boxes import grown, overlap
from render.pen import Box, Pen, Point
from render.theme import Rgb

LIFTS = (0.0, 0.03, -0.03, 0.06, -0.06, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42)
"""The bends of a road to its left, as shares of its length; the first is preferred."""
STEP = 8.0
CLEAR = 5.0
"""The distance of a road from the boxes that it passes."""
CROOKED = 6.0
"""The cost of a bend, in points of the road that lie in a box."""
PIP = 5.0
APART = 2.9
"""The distance from pip to pip, in radii."""
ROOM = 26.0
"""The distance of one road's pips from those of another."""


def way(start: Point, end: Point, others: Sequence[Box], bounds: Box) -> list[Point]:
    """A road past the other boxes and inside the bounds, as straight as possible."""
    near = grown(
        (min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1])), 90
    )
    boxes = [grown(box, CLEAR) for box in others if overlap(box, near)]

    def cost(lift: float) -> float:
        line = _bent(start, end, lift)
        outside = len(line) - crossings(line, [grown(bounds, -2 * CLEAR)])
        return crossings(line, boxes) + 4 * outside + abs(lift) * CROOKED

    return _bent(start, end, min(LIFTS, key=cost))


def _bent(start: Point, end: Point, lift: float) -> list[Point]:
    if not lift:
        return dense([start, end], STEP)
    (x0, y0), (x1, y1) = start, end
    middle = ((x0 + x1) / 2 + (y1 - y0) * lift, (y0 + y1) / 2 - (x1 - x0) * lift)
    return spline([start, middle, end], STEP)


def crossings(line: Sequence[Point], boxes: Sequence[Box]) -> int:
    """How many points of a line lie in boxes."""
    return sum(left < x < right and top < y < bottom for x, y in line for left, top, right, bottom in boxes)


class Pips(NamedTuple):
    """The place of a road's cost, and the direction of the road there."""

    at: Point
    along: Point
    cost: int

    def spots(self, size: float) -> list[Point]:
        """The place of each pip."""
        pace = PIP * size * APART
        far = [(number - (self.cost - 1) / 2) * pace for number in range(self.cost)]
        return [(self.at[0] + self.along[0] * each, self.at[1] + self.along[1] * each) for each in far]

    def draw(self, pen: Pen, *, size: float, ink: Rgb, edge: Rgb) -> None:
        """Draw them."""
        for grow, colour in ((2.2 * size, edge), (0.0, ink)):
            for at in self.spots(size):
                pen.circle(at, PIP * size + grow, colour)


def pips(
    ways: Sequence[tuple[Sequence[Point], Sequence[Box], int]], boxes: Sequence[Box], size: float
) -> list[Pips]:
    """A place for the cost of each road: outside all boxes, near its middle, away from others' pips.

    :param ways: roads with the boxes at their ends, and their costs.
    """
    placed, taken = list[Pips](), list[Point]()
    for line, ends, cost in ways:
        near = [box for box in boxes if crossings(line, [box])]
        seen = [n for n, at in enumerate(line) if not crossings([at], ends)] or list(range(len(line)))
        middle = seen[len(seen) // 2]
        best: tuple[float, Pips] | None = None
        for n in seen[len(seen) // 6 : -(len(seen) // 6) or None]:
            tried = Pips(line[n], _along(line, n), cost)
            spots = tried.spots(size)
            crowd = sum(max(0.0, 1 - math.dist(a, b) / (ROOM * size)) for a in spots for b in taken)
            worth = crowd * 3 + crossings(spots, near) * 2 + abs(n - middle) / len(seen)
            if best is None or worth < best[0]:
                best = worth, tried
        assert best is not None
        placed.append(best[1])
        taken += best[1].spots(size)
    return placed


def _along(line: Sequence[Point], place: int) -> Point:
    """The direction of a line at one of its points."""
    before, after = line[max(0, place - 1)], line[min(len(line) - 1, place + 1)]
    long = math.dist(before, after) or 1.0
    return (after[0] - before[0]) / long, (after[1] - before[1]) / long
