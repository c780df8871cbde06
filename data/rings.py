"""Closed lines: assembled from pieces, measured, and tested for points inside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

Place = tuple[float, float]
Ring = tuple[Place, ...]
"""A closed line without its last point, counter-clockwise."""


class OpenOutline(Exception):
    """Lines that don't join; `at` is where they stop."""

    def __init__(self, at: Place) -> None:
        super().__init__(f"{at[0]}, {at[1]}")
        self.at = at


def ring(lines: Sequence[Sequence[Place]]) -> Ring:
    """Lines joined end to end.

    :raises OpenOutline: if they don't make one closed line.
    """
    ends: dict[Place, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        ends[line[0]].append(index)
        ends[line[-1]].append(index)
    points = list(lines[0])
    left = set(range(1, len(lines)))
    while left:
        following = next((index for index in ends[points[-1]] if index in left), None)
        if following is None:
            raise OpenOutline(points[-1])
        line = lines[following]
        points += line[1:] if line[0] == points[-1] else line[-2::-1]
        left.discard(following)
    if points[0] != points[-1]:
        raise OpenOutline(points[-1])
    closed = tuple(points[:-1])
    return closed if area(closed) > 0 else closed[::-1]


def area(points: Ring) -> float:
    """Twice the area within, in square degrees; below 0 where the line runs clockwise."""
    following = (*points[1:], points[0])
    return sum(x * y1 - x1 * y for (x, y), (x1, y1) in zip(points, following, strict=True))


def holds(points: Ring, place: Place) -> bool:
    """Whether `place` lies inside the line."""
    x, y = place
    inside = False
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside
