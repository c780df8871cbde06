"""A map of hexes: their places on a sheet, their tints and grid, and rivers along the hexsides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from data.grande_armee.hexes import SPAN, Hex, Hexside, depth, place, sharers
from render.geo import spline
from render.paper import blend
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme, ThemeName

Ground = Literal["clear", "mountain", "pass", "fortress", "water"]
Bank = Literal["river", "bridge", "lake"]
"""A feature of a hexside; a bridge has its river under it."""
Corner = tuple[int, int]
"""Half sizes of a hex across, and half heights down, from the upper left corner of column 0."""

LEAST = 7.5
"""Pixels below which letters are too small to read and not drawn."""

TINTS: dict[ThemeName, dict[Ground, Rgb]] = {
    "light": {
        "clear": (248, 238, 208),
        "mountain": (217, 192, 154),
        "pass": (235, 217, 178),
        "fortress": (248, 238, 208),
        "water": (204, 217, 214),
    },
    "dark": {
        "clear": (66, 59, 47),
        "mountain": (96, 77, 56),
        "pass": (80, 68, 50),
        "fortress": (66, 59, 47),
        "water": (26, 40, 50),
    },
}
RELIEF: dict[ThemeName, Rgb] = {"light": (92, 66, 42), "dark": (214, 188, 146)}
"""Lines of the mountains."""
STREAM: dict[ThemeName, Rgb] = {"light": (40, 116, 166), "dark": (56, 116, 176)}


class Layout(NamedTuple):
    """The places of hexes on a sheet."""

    left: float
    top: float
    size: float
    """The distance from the middle of a hex to a corner."""

    def at(self, corner: Corner) -> Point:
        """The point of a corner."""
        return self.left + corner[0] * self.size / 2, self.top + corner[1] * self.size * math.sqrt(3) / 2

    def centre(self, hex: Hex) -> Point:
        """The middle of a hex."""
        return self.at(_middle(hex))

    def outline(self, hex: Hex) -> list[Point]:
        """A hex, clockwise from its corner in the east."""
        return [self.at(corner) for corner in corners(hex)]


@lru_cache(maxsize=SPAN * SPAN)
def _middle(hex: Hex) -> Corner:
    column, row = place(hex)
    return 3 * column + 2, depth(column, row) + 1


@lru_cache(maxsize=SPAN * SPAN)
def corners(hex: Hex) -> tuple[Corner, ...]:
    """The corners of a hex, clockwise from that in the east."""
    x, y = _middle(hex)
    return (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)


def sides(hex: Hex) -> list[tuple[Corner, Corner]]:
    """The corners of each side of a hex, those of a side in the same order for both hexes that share it."""
    round_about = corners(hex)
    return [(min(pair), max(pair)) for pair in pairwise((*round_about, round_about[0]))]


def ends(side: Hexside) -> tuple[Corner, Corner]:
    """The two corners between which a side lies."""
    one, other = (corners(hex) for hex in sharers(side))
    start, end = (corner for corner in one if corner in other)
    return start, end


def fitted(hexes: Iterable[Hex], box: Box) -> Layout:
    """The largest hexes with which all of these are inside a box, in its middle."""
    across, down = zip(*map(_middle, hexes), strict=True)
    west, east, north, south = min(across) - 2, max(across) + 2, min(down) - 1, max(down) + 1
    left, top, right, bottom = box
    wide, high = (east - west) / 2, (south - north) * math.sqrt(3) / 2
    size = min((right - left) / wide, (bottom - top) / high)
    blank = (right - left - wide * size) / 2, (bottom - top - high * size) / 2
    return Layout(left + blank[0] - west * size / 2, top + blank[1] - north * size * math.sqrt(3) / 2, size)


class HexCountry:
    """The country, layer by layer; a game may draw some layers in its own way."""

    def __init__(
        self,
        pen: Pen,
        theme: Theme,
        layout: Layout,
        terrain: Mapping[Hex, Ground],
        sides: Mapping[Hexside, Bank],
    ) -> None:
        self.pen, self.theme, self.layout, self.size = pen, theme, layout, layout.size
        self.terrain, self.sides = terrain, sides
        self.tints, self.stream = TINTS[theme.name], STREAM[theme.name]

    def land(self) -> None:
        """Each hex in the tint of its terrain."""
        for hex, ground in self.terrain.items():
            self.pen.polygon(self.layout.outline(hex), self.tints[ground])

    def lines(self) -> None:
        """The grid."""
        ink = blend(self.tints["clear"], self.theme.faded, 0.55)
        for start, end in sorted({pair for hex in self.terrain for pair in sides(hex)}):
            self.pen.line([self.layout.at(start), self.layout.at(end)], ink, 0.028 * self.size)

    def waters(self) -> None:
        """Rivers, bridges and lakes along the hexsides."""
        lakes = [ends(side) for side, bank in self.sides.items() if bank == "lake"]
        lake = blend(self.tints["water"], self.stream, 0.25)
        self._water(lakes, ((0.42, self.stream), (0.32, lake)))
        rivers = [ends(side) for side, bank in self.sides.items() if bank != "lake"]
        rim = blend(self.tints["clear"], self.theme.paper, 0.4)
        self._water(rivers, ((0.26, rim), (0.16, self.stream)))
        for side, bank in self.sides.items():
            if bank == "bridge":
                self._bridge(side)

    def _water(self, sides: Iterable[tuple[Corner, Corner]], strokes: Iterable[tuple[float, Rgb]]) -> None:
        courses = [self.course(line) for line in chains(sides)]
        for width, ink in strokes:
            for course in courses:
                self.pen.line(course, ink, width * self.size)
                for end in (course[0], course[-1]):
                    self.pen.circle(end, width * self.size / 2, ink)

    def course(self, line: list[Corner]) -> list[Point]:
        """A line along hexsides as a river runs: round the corners, and never quite straight."""
        bends = [self.layout.at(corner) for corner in line]
        middles: list[Point] = []
        for corner, (ax, ay), (bx, by) in zip(line, bends, bends[1:], strict=False):
            sway = 0.05 if (corner[0] * 5 + corner[1] * 3) % 4 < 2 else -0.05
            middles.append(((ax + bx) / 2 - (by - ay) * sway, (ay + by) / 2 + (bx - ax) * sway))
        if line[0] == line[-1]:
            middles.append(middles[0])
        points = [middles[0]]
        for bend, (before, after) in zip(bends[1:], pairwise(middles), strict=False):
            inner = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
            points += [(bend[0] * 0.7 + inner[0] * 0.3, bend[1] * 0.7 + inner[1] * 0.3), after]
        if line[0] != line[-1]:
            points = [bends[0], *points, bends[-1]]
        return spline(points, self.size / 8)

    def _bridge(self, side: Hexside) -> None:
        """A road over the river, between two parapets."""
        (ax, ay), (bx, by) = (self.layout.at(corner) for corner in ends(side))
        x, y, along = (ax + bx) / 2, (ay + by) / 2, ((bx - ax) / self.size, (by - ay) / self.size)

        def at(across: float, aside: float) -> Point:
            return (
                x - along[1] * across * self.size + along[0] * aside * self.size,
                y + along[0] * across * self.size + along[1] * aside * self.size,
            )

        self.pen.line([at(-0.26, 0), at(0.26, 0)], self.theme.disc, 0.2 * self.size)
        for aside in (-1, 1):
            rail = [at(across, out * aside) for across, out in _PARAPET]
            self.pen.line(rail, self.theme.ink, 0.055 * self.size)


_PARAPET = ((-0.34, 0.2), (-0.24, 0.12), (0.24, 0.12), (0.34, 0.2))
"""A parapet: how far over the river and how far to its side, in sizes of a hex."""


def chains(sides: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Sides joined to lines as long as possible; where three meet, or at an end, a line stops."""
    left: dict[Corner, list[Corner]] = {}
    for start, end in sides:
        left.setdefault(start, []).append(end)
        left.setdefault(end, []).append(start)
    forks = {corner for corner, onward in left.items() if len(onward) != 2}
    lines: list[list[Corner]] = []
    for start in [*sorted(forks), *sorted(left)]:
        while left[start]:
            line = [start]
            while left[line[-1]] and (len(line) == 1 or line[-1] not in forks):
                here, onward = line[-1], left[line[-1]].pop(0)
                left[onward].remove(here)
                line.append(onward)
            lines.append(line)
    return lines
