"""A country stretched so that crowded places have room.

A thin plate that is bent through the places carries along the land between them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from render.geo import dense
from render.pen import Point

Row = list[float]


class Stretch:
    """Moves places to their targets, and all other points smoothly with them.

    :param origins: no two the same, not all on one line.
    :param targets: the new place of each of them.
    """

    def __init__(self, origins: Sequence[Point], targets: Sequence[Point]) -> None:
        self._origins = list(origins)
        rows = [[*self._pulls(at), *target] for at, target in zip(origins, targets, strict=True)]
        rows += [[*column, 0.0, 0.0, 0.0, 0.0, 0.0] for column in zip(*map(_flat, origins), strict=True)]
        self._across, self._down = _solved(rows)

    def _pulls(self, at: Point) -> Row:
        """The influence of each of the places on a point, and the plate's tilt."""
        x, y = at
        return [*(_bend((x - a) ** 2 + (y - b) ** 2) for a, b in self._origins), *_flat(at)]

    def at(self, at: Point) -> Point:
        """The new place of a point."""
        pulls = self._pulls(at)
        return sum(map(mul, pulls, self._across)), sum(map(mul, pulls, self._down))

    def line(self, points: Sequence[Point], step: float) -> list[Point]:
        """The new course of a line, bent about every `step` of its own units."""
        return [self.at(at) for at in dense(points, step)]


def _flat(at: Point) -> Row:
    return [1.0, at[0], at[1]]


def _bend(square: float) -> float:
    """The bend that a place gives a plate, by the square of the distance from it."""
    return square * math.log(square) if square else 0.0


def _solved(rows: list[Row]) -> tuple[Row, Row]:
    """The two solutions of a square of equations whose right sides are the last two of each row."""
    size = len(rows)
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        for row in range(pivot + 1, size):
            share = rows[row][pivot] / rows[pivot][pivot]
            rows[row] = [a - share * b for a, b in zip(rows[row], rows[pivot], strict=True)]
    solved = [0.0] * size, [0.0] * size
    for side, unknowns in enumerate(solved):
        for row in range(size - 1, -1, -1):
            known = sum(rows[row][column] * unknowns[column] for column in range(row + 1, size))
            unknowns[row] = (rows[row][size + side] - known) / rows[row][row]
    return solved
