"""Arrows for moves, and crossed swords for battles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from render.parts import signs
from render.parts.courses import Course
from render.parts.frame import Frame
from render.parts.placing.boxes import around, bounds, grown, meet, overlap
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme

OVERSAMPLING = 2
PART = 192
"""The most pixels across a part of a sheet that is enlarged."""
RUN = 8
"""Points of a shaft in a box."""
STEP = 8.0
"""The least distance between the points of a shaft: more of them make no visible difference."""
SWORDS = 17.0
"""Half of the room of crossed swords."""
NECK = 0.8
"""The end of the shaft within the head, as a share of the head's length."""


class Style(NamedTuple):
    """The look of an arrow; lengths in sheet units."""

    ink: Rgb
    edge: Rgb
    shaft: float = 7.0
    tail: float = 6.0
    """Radius of its foot."""
    head: float = 20.0
    half: float = 13.0
    """Half of the head's width."""
    rim: float = 2.6
    flare: float = 1.4
    """The factor of the rim at the sides of the head."""
    broken: bool = False
    heads: int = 1
    size: float = 1.0

    @property
    def scaled(self) -> Style:
        """The same in its size."""
        parts = {name: getattr(self, name) * self.size for name in ("shaft", "tail", "head", "half", "rim")}
        return self._replace(**parts)


class Arrow(NamedTuple):
    """The shape of an arrow."""

    style: Style
    """In its size."""
    shaft: Course
    rims: list[Course]
    """The triangles of its heads with their rims."""
    heads: list[Course]

    def draw(self, pen: Pen, corner: Point = (0, 0)) -> None:
        """Draw it with any pen, whose image has that corner on the sheet."""
        style, (left, top) = self.style, corner
        shaft = [(x - left, y - top) for x, y in self.shaft]
        for rim, ink, heads in ((style.rim, style.edge, self.rims), (0.0, style.ink, self.heads)):
            if style.broken and not rim:
                pen.dashes(shaft, ink, style.shaft, 12 * style.size, 8 * style.size)
            else:
                pen.line(shaft, ink, style.shaft + rim * 2)
            pen.circle(shaft[0], style.tail + rim, ink)
            for head in heads:
                pen.polygon([(x - left, y - top) for x, y in head], ink)

    def ground(self, unit: float) -> list[Box]:
        """The boxes of its parts, in pixels."""
        reach = max(self.style.shaft / 2, self.style.tail) + self.style.rim + 2 / unit
        runs = [self.shaft[first : first + RUN + 1] for first in range(0, len(self.shaft), RUN)]
        boxes = (bounds((*at, *at) for at in points) for points in (*runs, *self.rims))
        return [_scaled(grown(box, reach), unit) for box in boxes]


_Touched = list[tuple[Arrow, list[Box]]]
"""Arrows with the boxes in which they touch a part of a sheet, in pixels."""


def arrow(way: Course, style: Style) -> Arrow:
    """The shape of an arrow."""
    style = style.scaled
    tip, before = way[-1], way[max(0, len(way) - 8)]
    length = math.dist(tip, before) or 1
    a, b = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    neck = (tip[0] - a * style.head * NECK, tip[1] - b * style.head * NECK)
    # Dashes need their points close together.
    shaft, step = way[:1], 0.0 if style.broken else STEP * style.size
    for at in way[1:]:
        if math.dist(at, shaft[-1]) >= step and math.dist(at, tip) > style.head * NECK:
            shaft.append(at)
    shaft.append(neck)

    def head(at: Point, rim: float) -> Course:
        half, far = style.half + rim * style.flare, style.head + rim
        x, y = at[0] - a * far, at[1] - b * far
        sides = [(x - b * half, y + a * half), (x + b * half, y - a * half)]
        return [(at[0] + a * rim, at[1] + b * rim), *sides]

    ends = (tip, neck)[: style.heads]
    return Arrow(style, shaft, [head(end, style.rim) for end in ends], [head(end, 0) for end in ends])


def draw(pen: Pen, way: Course, style: Style) -> None:
    """An arrow with any pen."""
    arrow(way, style).draw(pen)


def paint(sheet: Image.Image, unit: float, arrows: Iterable[Arrow], map: Box) -> None:
    """Arrows on a sheet (RGB) with smooth edges, the later over the earlier, cut by the bounds of the map."""
    left, top, right, low = _scaled(map, unit)
    seen = max(left, 0), max(top, 0), min(right, sheet.width), min(low, sheet.height)
    _painted(sheet, unit, _cut([(each, each.ground(unit)) for each in arrows], seen))


def _painted(sheet: Image.Image, unit: float, touched: _Touched) -> None:
    """The ground of arrows is halved until it is small, then enlarged, drawn on and reduced.

    An image of its own for each arrow, laid on the sheet by its opacity, takes more than twice as long.
    """
    if not touched:
        return
    box = left, top, right, low = bounds(part for _, ground in touched for part in ground)
    wide, high = round(right - left), round(low - top)
    if max(wide, high) > PART:
        across, down = (left + wide // 2, low) if wide > high else (right, top + high // 2)
        _painted(sheet, unit, _cut(touched, (left, top, across, down)))
        _painted(sheet, unit, _cut(touched, (*((across, top) if wide > high else (left, down)), right, low)))
        return
    size = wide * OVERSAMPLING, high * OVERSAMPLING
    pen = Pen(sheet.resize(size, Image.Resampling.NEAREST, box), unit * OVERSAMPLING)
    for each, _ in touched:
        each.draw(pen, (left / unit, top / unit))
    sheet.paste(pen.image.reduce(OVERSAMPLING), (round(left), round(top)))


def _cut(touched: _Touched, by: Box) -> _Touched:
    """What lies within a box."""
    left, top, right, low = by
    inside = (
        (
            each,
            [
                (max(part[0], left), max(part[1], top), min(part[2], right), min(part[3], low))
                for part in ground
                if meet(part, by)
            ],
        )
        for each, ground in touched
    )
    return [(each, ground) for each, ground in inside if ground]


def _scaled(box: Box, unit: float) -> Box:
    left, top, right, low = box
    return math.floor(left * unit), math.floor(top * unit), math.ceil(right * unit), math.ceil(low * unit)


def swords(
    pen: Pen,
    frame: Frame,
    at: Point,
    names: Sequence[Box],
    taken: Sequence[Box],
    theme: Theme,
    *,
    named: int | None = None,
) -> Box:
    """Crossed swords for a battle, near `at` where they cover least; returns the ground that they cover.

    :param named: its number, where there is more than one.
    """
    size = frame.size

    def hidden(middle: Point) -> float:
        ground = around(middle, SWORDS * size)
        covered = sum(overlap(ground, box) for box in names) * 2 + sum(overlap(ground, b) for b in taken)
        return covered + math.dist(at, middle) * size * 4

    spots = [
        (at[0] + away * size * math.cos(turn), at[1] + away * size * math.sin(turn))
        for away in (16, 28, 40)
        for turn in (n * math.pi / 6 for n in range(12))
    ]
    best = min((at, *filter(frame.shows, spots)), key=hidden)
    signs.swords(pen, best, size, theme.accent, theme.accent_edge)
    if named is not None:
        number(pen, best, named, size, theme)
    return around(best, SWORDS * size)


def number(pen: Pen, at: Point, count: int, size: float, theme: Theme) -> None:
    """The number of a battle on its swords."""
    pen.circle(at, 9.5 * size, theme.accent, theme.accent_edge, 1.8 * size)
    pen.text(at, str(count), "bold", 14 * size, theme.accent_edge)
