"""A map of hexes: terrain by tint and sign, rivers along the hexsides, ids and names.

`base` has what never moves, and is kept; names are written last, over whatever lies on a copy of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
from PIL import Image

from data.hexes import SPAN, Hex, Hexside, depth, place, sharers
from render.geo import spline
from render.paper import blend, hatch, neatline
from render.pen import Box, Pen, Point
from render.sheet import OVERSAMPLING, Sheet
from render.theme import THEMES, Rgb, Theme, ThemeName

Ground = Literal["clear", "mountain", "pass", "fortress", "water"]
Bank = Literal["river", "bridge", "lake"]
"""What is drawn on a hexside; a bridge has its river under it."""
Corner = tuple[int, int]
"""Half sizes of a hex across, and half heights down, from the upper left corner of column 0."""

SHEET = 1600.0
MARGIN = 40.0
LEAST = 7.5
"""Pixels below which letters are not drawn, as nobody could read them."""
SMALLEST = 11.0
"""Of the letters of a name."""

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
RELIEF: dict[ThemeName, tuple[Rgb, Rgb, Rgb]] = {
    "light": ((92, 66, 42), (188, 154, 112), (246, 231, 200)),
    "dark": ((214, 188, 146), (60, 47, 36), (122, 100, 74)),
}
"""Line of the mountains, their slope in the shade and that in the light."""
STREAM: dict[ThemeName, Rgb] = {"light": (40, 116, 166), "dark": (56, 116, 176)}


class Chart(msgspec.Struct, frozen=True):
    """What is drawn of a map whatever happens in play."""

    terrain: dict[Hex, Ground]
    sides: dict[Hexside, Bank]
    names: dict[Hex, str] = {}
    """Of fortresses and towns."""


class Layout(NamedTuple):
    """Where hexes go on a sheet."""

    left: float
    top: float
    size: float
    """From the middle of a hex to a corner."""

    def at(self, corner: Corner) -> Point:
        """Where a corner is."""
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
    points = [corner for hex in hexes for corner in corners(hex)]
    west, east = min(x for x, _ in points), max(x for x, _ in points)
    north, south = min(y for _, y in points), max(y for _, y in points)
    left, top, right, bottom = box
    wide, high = (east - west) / 2, (south - north) * math.sqrt(3) / 2
    size = min((right - left) / wide, (bottom - top) / high)
    blank = (right - left - wide * size) / 2, (bottom - top - high * size) / 2
    return Layout(left + blank[0] - west * size / 2, top + blank[1] - north * size * math.sqrt(3) / 2, size)


@lru_cache(maxsize=4)
def layout_of(encoded: bytes) -> tuple[Layout, float]:
    """The hexes of a chart over the whole width of a sheet, and how high the sheet is."""
    hexes = msgspec.json.decode(encoded, type=Chart).terrain
    wide = fitted(hexes, (MARGIN, MARGIN, SHEET - MARGIN, SHEET * 100))
    down = [y for hex in hexes for _, y in wide.outline(hex)]
    high = max(down) - min(down)
    return fitted(hexes, (MARGIN, MARGIN, SHEET - MARGIN, MARGIN + high)), high + 2 * MARGIN


# Ten MiB each at 1600 pixels: a map in both themes, at two widths.
@lru_cache(maxsize=4)
def base(encoded: bytes, name: ThemeName, width: int) -> Image.Image:
    """The map without anything that moves, RGB; treat it as read-only.

    :param encoded: the chart as JSON.
    """
    chart, (layout, high) = msgspec.json.decode(encoded, type=Chart), layout_of(encoded)
    theme = THEMES[name]
    sheet = Sheet(width, width / SHEET, high, theme)
    draw(sheet, layout, chart)
    neatline(sheet.pen, (8, 8, SHEET - 8, high - 8), theme)
    return sheet.finished()


def draw(sheet: Sheet, layout: Layout, chart: Chart) -> None:
    """Draw the country into its place on a sheet."""
    country = HexCountry(sheet, layout, chart)
    country.land()
    country.lines()
    country.relief()
    country.waters()
    country.places()
    country.ids()


class HexCountry:
    """The country, layer by layer; a game may draw some of them its own way."""

    def __init__(self, sheet: Sheet, layout: Layout, chart: Chart) -> None:
        self.sheet, self.pen, self.theme = sheet, sheet.pen, sheet.theme
        self.layout, self.chart, self.size = layout, chart, layout.size
        self.tints = TINTS[self.theme.name]
        self.stream = STREAM[self.theme.name]

    def land(self) -> None:
        """Each hex in the tint of its terrain; water with level lines."""
        sea = Image.new("L", self.pen.image.size, 0)
        pen = Pen(sea, self.pen.unit)
        for hex, ground in self.chart.terrain.items():
            outline = self.layout.outline(hex)
            self.pen.polygon(outline, self.tints[ground])
            if ground == "water":
                pen.polygon(outline, 255)
        box = sea.getbbox()
        if box:
            gap, width = (self.pen.unit * self.size * share for share in (0.2, 0.035))
            lines = hatch((box[2] - box[0], box[3] - box[1]), "horizontal", gap, width)
            ink = blend(self.tints["water"], self.theme.water, 0.7)
            sea.paste(0, box, lines.point(lambda v: 255 - v))
            self.pen.image.paste(ink, mask=sea)

    def lines(self) -> None:
        """The grid."""
        ink = blend(self.tints["clear"], self.theme.faded, 0.55)
        for start, end in sorted({pair for hex in self.chart.terrain for pair in sides(hex)}):
            self.pen.line([self.layout.at(start), self.layout.at(end)], ink, 0.028 * self.size)

    def relief(self) -> None:
        """Mountains, and the road through a pass."""
        for hex, ground in self.chart.terrain.items():
            if ground == "mountain":
                for across, down, high in ((-0.34, -0.12, 0.5), (0.36, -0.04, 0.46), (-0.02, 0.36, 0.56)):
                    self._peak(hex, across, down, high)
            elif ground == "pass":
                self._peak(hex, -0.5, 0.12, 0.46)
                self._peak(hex, 0.5, 0.12, 0.46)
                x, y = self.layout.centre(hex)
                road = [(x + a * self.size, y + b * self.size) for a, b in _ROAD]
                self.pen.line(road, self.tints["pass"], 0.22 * self.size)
                self.pen.line(road, self.theme.road, 0.085 * self.size)

    def _peak(self, hex: Hex, across: float, down: float, high: float) -> None:
        """A mountain in profile, lit from the left, moved a little by rule so that no two hexes are alike."""
        column, row = place(hex)
        mixed = (column * 7919 + row * 104729 + round(across * 50) * 31) % 997
        x, y = self.layout.centre(hex)
        x += (across + (mixed % 13 - 6) * 0.011) * self.size
        y += (down + (mixed % 7 - 3) * 0.014) * self.size
        high *= (0.92 + mixed % 11 * 0.016) * self.size
        top, foot, half = (x, y - high * 0.62), y + high * 0.38, high * 0.62
        left, right = (x - half, foot), (x + half, foot)
        ridge = (x + high * 0.08, y - high * 0.08), (x - high * 0.06, foot)
        ink, dark, light = RELIEF[self.theme.name]
        self.pen.polygon([left, top, *ridge], light)
        self.pen.polygon([top, right, ridge[1], ridge[0]], dark)
        self.pen.line([left, top, right], ink, 0.05 * self.size)
        self.pen.line([top, ridge[0]], ink, 0.035 * self.size)

    def waters(self) -> None:
        """Rivers and lakes along the hexsides, and the shores of water hexes."""
        terrain = self.chart.terrain
        wet, dry = (
            {pair for hex, ground in terrain.items() if (ground == "water") == water for pair in sides(hex)}
            for water in (True, False)
        )
        for line in chains(sorted(wet & dry)):
            self.pen.line([self.layout.at(corner) for corner in line], self.stream, 0.07 * self.size)
        lakes = [ends(side) for side, bank in self.chart.sides.items() if bank == "lake"]
        lake = blend(self.tints["water"], self.stream, 0.25)
        self._water(lakes, ((0.42, self.stream), (0.32, lake)))
        rivers = [ends(side) for side, bank in self.chart.sides.items() if bank != "lake"]
        rim = blend(self.tints["clear"], self.theme.paper, 0.4)
        self._water(rivers, ((0.26, rim), (0.16, self.stream)))
        for side, bank in self.chart.sides.items():
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

    def places(self) -> None:
        """Fortresses as stars of bastions, towns as rings."""
        for hex, ground in self.chart.terrain.items():
            x, y = self.layout.centre(hex)
            if ground == "fortress":
                star = [
                    (x + math.sin(turn * math.pi / 6) * reach, y - math.cos(turn * math.pi / 6) * reach)
                    for turn in range(12)
                    for reach in [(0.19 if turn % 2 else 0.33) * self.size]
                ]
                self.pen.polygon(star, self.theme.red, self.theme.ink, 0.045 * self.size)
                self.pen.circle((x, y), 0.08 * self.size, self.theme.disc)
            elif hex in self.chart.names:
                self.pen.circle((x, y), 0.13 * self.size, self.theme.disc, self.theme.ink, 0.05 * self.size)

    def ids(self) -> None:
        """The ids at the top of the hexes, or below where a name is there, if anyone could read them."""
        ink, letters = blend(self.tints["clear"], self.theme.ink, 0.5), 0.24 * self.size
        if letters * self.pen.unit / OVERSAMPLING >= LEAST:
            above = _named_above(self.chart)
            for hex in self.chart.terrain:
                x, y = self.layout.centre(hex)
                down = (0.62 if hex in above else -0.62) * self.size
                self.sheet.write((x, y + down), hex, "text", letters, ink)


_ROAD = ((-0.04, -0.8), (0.08, -0.45), (-0.1, -0.1), (0.09, 0.28), (-0.03, 0.8))
"""The road through a pass, in sizes of a hex."""


_PARAPET = ((-0.34, 0.2), (-0.24, 0.12), (0.24, 0.12), (0.34, 0.2))
"""A parapet: how far over the river and how far to its side, in sizes of a hex."""


def chains(sides: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Sides joined to lines as long as can be; where three meet, or at an end, a line stops."""
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


def names(pen: Pen, layout: Layout, chart: Chart, theme: Theme) -> None:
    """Names of places, over rings and what else moves, on that side of a hex which has less water."""
    letters = max(0.32 * layout.size, SMALLEST)
    if letters * pen.unit < LEAST:
        return
    above = _named_above(chart)
    for hex, words in chart.names.items():
        x, y = layout.centre(hex)
        down = (-0.46 if hex in above else 0.46) * layout.size
        fits = pen.fit(words, "bold", letters, 1.7 * layout.size, SMALLEST)
        halo = TINTS[theme.name][chart.terrain[hex]]
        pen.text((x, y + down), words, "bold", fits, theme.ink, halo=halo, halo_width=fits / 6)


def _named_above(chart: Chart) -> set[Hex]:
    """Hexes whose name stands above the middle, as there is more water below."""
    south, north = Counter[Hex](), Counter[Hex]()
    for side in chart.sides:
        upper, lower = sorted(sharers(side), key=lambda hex: _middle(hex)[1])
        south[upper] += 1
        north[lower] += 1
    return {hex for hex in chart.names if south[hex] > north[hex]}
