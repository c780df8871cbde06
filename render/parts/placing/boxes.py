"""Boxes of ground: their overlaps, and the box round several."""

from __future__ import annotations

from collections.abc import Iterable

from render.pen import Box, Point


def overlap(one: Box, two: Box) -> float:
    """The ground that two boxes share."""
    across = min(one[2], two[2]) - max(one[0], two[0])
    down = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, across) * max(0.0, down)


def meet(one: Box, two: Box) -> bool:
    """Whether two boxes share any ground."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def within(one: Box, two: Box) -> bool:
    """Whether the first lies in the second, clear of its edges."""
    return two[0] < one[0] and one[2] < two[2] and two[1] < one[1] and one[3] < two[3]


def holds(box: Box, at: Point) -> bool:
    """Whether a point lies in a box."""
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]


def middle(box: Box) -> Point:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def around(at: Point, half: float) -> Box:
    """The square that reaches `half` from a point to each side."""
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def grown(box: Box, by: float) -> Box:
    """The box with `by` more on each side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def bounds(boxes: Iterable[Box]) -> Box:
    """The box round all of them."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
