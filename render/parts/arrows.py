"""Arrows for moves, and crossed swords for battles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.parts import signs
from render.parts.courses import Course
from render.parts.frame import Frame
from render.parts.placing.boxes import around, overlap
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme

OVERSAMPLING = 2
MARGIN = 34.0
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
    joined: bool = False
    """Whether the shaft is drawn to the head's neck, as a course of few points needs it."""
    broken: bool = False
    heads: int = 1
    size: float = 1.0

    @property
    def scaled(self) -> Style:
        """The same in its size."""
        parts = {name: getattr(self, name) * self.size for name in ("shaft", "tail", "head", "half", "rim")}
        return self._replace(**parts)


def arrow(sheet: Image.Image, unit: float, way: Course, style: Style, bounds: Box) -> None:
    """One arrow, on an image of its own that the map's bounds cut."""
    margin = MARGIN * style.size
    left = math.floor(max(min(x for x, _ in way) - margin, bounds[0]) * unit) / unit
    top = math.floor(max(min(y for _, y in way) - margin, bounds[1]) * unit) / unit
    width = min(max(x for x, _ in way) + margin, bounds[2]) - left
    height = min(max(y for _, y in way) + margin, bounds[3]) - top
    if width <= 0 or height <= 0:
        return
    pixels = (max(1, round(width * unit)) * OVERSAMPLING, max(1, round(height * unit)) * OVERSAMPLING)
    pen = Pen(Image.new("RGBA", pixels), unit * OVERSAMPLING)
    draw(pen, [(x - left, y - top) for x, y in way], style)
    sprite = pen.image.reduce(OVERSAMPLING)
    sheet.paste(sprite, (round(left * unit), round(top * unit)), sprite)


def draw(pen: Pen, way: Course, style: Style) -> None:
    """An arrow with any pen."""
    style = style.scaled
    tip, before = way[-1], way[max(0, len(way) - 8)]
    length = math.dist(tip, before) or 1
    a, b = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    back = style.head
    neck = (tip[0] - a * back * NECK, tip[1] - b * back * NECK)
    shaft = [at for at in way if math.dist(at, tip) > back * NECK]
    if style.joined:
        shaft.append(neck)
    elif len(shaft) < 2:
        shaft = [way[0], neck]
    for rim, ink in ((style.rim, style.edge), (0.0, style.ink)):
        if style.broken and not rim:
            pen.dashes(shaft, ink, style.shaft, 12 * style.size, 8 * style.size)
        else:
            pen.line(shaft, ink, style.shaft + rim * 2)
        pen.circle(shaft[0], style.tail + rim, ink)
        half, far = style.half + rim * style.flare, back + rim
        for x, y in (tip, neck)[: style.heads]:
            root = (x - a * far, y - b * far)
            sides = [(root[0] - b * half, root[1] + a * half), (root[0] + b * half, root[1] - a * half)]
            pen.polygon([(x + a * rim, y + b * rim), *sides], ink)


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
