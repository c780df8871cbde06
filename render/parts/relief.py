"""Relief as engravers of the time drew it: hachures that run down both sides of a ridge, and woods."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from render.geo import spline
from render.parts.signs import growth
from render.pen import Box, Pen, Point
from render.theme import Rgb

LIGHT: Point = (-0.6, -0.8)
"""The direction of the light: from the north-west, as on maps of the time."""
SPURS = 4.2
"""The distance of spurs along a ridge, in depths of its slopes."""
TREES = ((-8.0, 3.0), (7.0, 4.0), (0.0, -5.0), (15.0, -3.0), (-16.0, -4.0))
"""Where the trees of a wood stand about its middle."""


class Slope(NamedTuple):
    """The engraving of hills."""

    lit: Rgb
    """Ink of the slope in the light."""
    shade: Rgb
    """The colour of the slope in the shade."""
    depth: float
    """How far the hachures reach from the ridge."""
    gap: float
    """How far apart they stand."""


def hills(pen: Pen, ridge: Sequence[Point], slope: Slope, *, clear: Sequence[Box] = ()) -> None:
    """A ridge with spurs to both sides in turn, but where it is to be clear."""
    line = list(_paces(spline(list(ridge)), slope.gap))
    _hachured(pen, line, slope, clear)
    every = max(1, round(SPURS * slope.depth / slope.gap))
    for number, start in enumerate(range(every // 2, len(line) - 1, every)):
        (x, y), (dx, dy) = line[start], _heading(line, start)
        turn = 1 if number % 2 else -1
        reach = slope.depth * (1.7 + number * 5 % 4 * 0.35)
        bent = (dx * 0.55 - turn * dy, dy * 0.55 + turn * dx)
        spur = [(x + bent[0] * share * reach, y + bent[1] * share * reach) for share in (0.25, 1.0)]
        _hachured(pen, list(_paces(spur, slope.gap)), slope._replace(depth=slope.depth * 0.62), clear)


def _hachured(pen: Pen, line: Sequence[Point], slope: Slope, clear: Sequence[Box]) -> None:
    """Strokes down both sides of a line, long in its middle, short and close to one another at its ends."""
    for number, (x, y) in enumerate(line):
        if any(left < x < right and top < y < low for left, top, right, low in clear):
            continue
        along = (number + 0.5) / len(line)
        swell = math.sin(math.pi * along) ** 0.55 * (0.78 + number * 7 % 5 * 0.08)
        dx, dy = _heading(line, number)
        for across in ((-dy, dx), (dy, -dx)):
            lit = across[0] * LIGHT[0] + across[1] * LIGHT[1] > 0
            near, far = slope.depth * 0.16, slope.depth * swell * (0.8 if lit else 1.0)
            if far > near:
                foot = (x + across[0] * far, y + across[1] * far)
                start = (x + across[0] * near, y + across[1] * near)
                pen.line([start, foot], slope.lit if lit else slope.shade, 1.0 if lit else 1.7)


def _heading(line: Sequence[Point], number: int) -> Point:
    """The direction of a line at one of its points."""
    before, after = line[max(0, number - 1)], line[min(len(line) - 1, number + 1)]
    length = math.dist(before, after) or 1.0
    return (after[0] - before[0]) / length, (after[1] - before[1]) / length


def _paces(line: Sequence[Point], pace: float) -> Iterator[Point]:
    """Points along a line, `pace` apart."""
    left = 0.0
    for before, after in pairwise(line):
        stretch = math.dist(before, after)
        while left <= stretch and stretch:
            share = left / stretch
            yield before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share
            left += pace
        left -= stretch


def wood(pen: Pen, at: Point, size: float, ink: Rgb, *, clear: Sequence[Box] = ()) -> None:
    """A wood as a few trees that stand close together, the nearer before the farther."""
    for number, (across, down) in enumerate(sorted(TREES, key=lambda tree: tree[1])):
        x, y = at[0] + across * size, at[1] + down * size
        if not any(left < x < right and top < y < low for left, top, right, low in clear):
            growth(pen, (x, y), size * 0.9, number, kind="forest", ink=ink)
