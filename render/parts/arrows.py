"""Arrows for moves, and crossed swords for battles."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render.geo import dense
from render.once import cached, told_once
from render.parts import signs
from render.parts.courses import Course
from render.parts.frame import Frame
from render.parts.placing.boxes import around, bounds, meet, overlap
from render.pen import Box, Pen, Point, dashes
from render.theme import Rgb, Theme

OVERSAMPLING = 2
PART = 128
"""Pixels across a square of the sheet that is enlarged."""
RUN = 6
"""Segments of a shaft that are drawn together."""
STEP, LONG, STRAIGHT = 8.0, 40.0, 0.03
"""The least length of a segment, the greatest one that is lengthened, and the bend that is no longer one."""
CORNER = 0.8
"""The cosine of a bend that is too sharp for an outline."""
SWORDS = 17.0
"""Half of the room of crossed swords."""
AWAY = (16, 28, 40)
"""How far crossed swords may stand from their battle."""
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
        """The style in its size."""
        parts = {name: getattr(self, name) * self.size for name in ("shaft", "tail", "head", "half", "rim")}
        return self._replace(**parts)


class Piece:
    """A part of an arrow: an outline, as a head has, a line, or its round foot; each is one of a kind."""

    __slots__ = ("ground", "ink", "points", "width")

    def __init__(self, ink: Rgb, points: Course, width: float = 0.0) -> None:
        """Make a piece.

        :param points: one alone is the middle of the foot.
        :param width: the thickness of a line or of the foot; an outline has none.
        """
        self.ink, self.points, self.width = ink, points, width
        (across, down), reach = zip(*points, strict=True), width / 2
        self.ground: Box = min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach

    def draw(self, pen: Pen) -> None:
        """Draw it with any pen."""
        if not self.width:
            pen.polygon(self.points, self.ink)
        elif len(self.points) == 1:
            pen.circle(self.points[0], self.width / 2, self.ink)
        else:
            pen.line(self.points, self.ink, self.width)


Bounds = tuple[int, int, int, int]
"""A part of a sheet, in pixels."""
Part = tuple[tuple[int, int], Piece, Box]
"""A piece in a square of a sheet, which is known by its corner, and the ground of the piece in pixels."""


class Arrow:
    """An arrow: its pieces in the order in which they are painted, its rims first."""

    __slots__ = ("_parts", "pieces")

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self._parts: dict[tuple[float, Bounds], list[Part]] = {}

    def parts(self, unit: float, bounds: Bounds) -> list[Part]:
        """The pieces of the arrow by squares, as far as they are within bounds; kept, as the arrow is."""
        if (unit, bounds) not in self._parts:
            self._parts[unit, bounds] = [*_parts(self.pieces, unit, bounds)]
        return self._parts[unit, bounds]


def _parts(pieces: Iterable[Piece], unit: float, bounds: Bounds) -> Iterator[Part]:
    left, top, right, low = bounds
    for piece in pieces:
        # Pillow's outlines reach a pixel further.
        (a, b, c, d) = piece.ground
        west, north, east, south = box = a * unit - 2, b * unit - 2, c * unit + 2, d * unit + 2
        if west < right and left < east and north < low and top < south:
            columns = range(int(max(west, left)) // PART, math.ceil(min(east, right) / PART))
            for row in range(int(max(north, top)) // PART, math.ceil(min(south, low) / PART)):
                for column in columns:
                    yield (column * PART, row * PART), piece, box


def arrow(way: Course, style: Style) -> Arrow:
    """The shape of an arrow."""
    return _shaped(tuple(way), style.scaled)


@cached(256)
def _shaped(way: tuple[Point, ...], style: Style) -> Arrow:
    """The arrow for a style in its size: most arrows of a picture come again in the next one."""
    tip, away = way[-1], style.head * NECK
    shaft = [*way[:-1]] or [tip]
    while len(shaft) > 1 and math.dist(shaft[-1], tip) <= away:
        shaft.pop()
    length = math.dist(tip, shaft[-1]) or 1
    a, b = (tip[0] - shaft[-1][0]) / length, (tip[1] - shaft[-1][1]) / length
    neck = tip[0] - a * away, tip[1] - b * away
    shaft.append(neck)
    bare = _straightened(shaft, style.size)
    sides = _sides(bare)

    def head(at: Point, rim: float) -> Course:
        half, far = style.half + rim * style.flare, style.head + rim
        x, y = at[0] - a * far, at[1] - b * far
        flanks = [(x - b * half, y + a * half), (x + b * half, y - a * half)]
        return [(at[0] + a * rim, at[1] + b * rim), *flanks]

    made = list[Piece]()
    for ink, rim in ((style.edge, style.rim), (style.ink, 0.0)):
        width = style.shaft + rim * 2
        if style.broken and not rim:
            near = dense(shaft, 3 * style.size)
            for run in dashes(near, 12 * style.size, 8 * style.size):
                made.append(Piece(ink, [run[0], run[-1]], width))
        else:
            made += _runs(bare, sides, ink, width)
        made.append(Piece(ink, shaft[:1], (style.tail + rim) * 2))
        made += [Piece(ink, head(end, rim)) for end in (tip, neck)[: style.heads]]
    return Arrow(made)


def _straightened(way: Course, size: float) -> Course:
    """A shaft without the points that make no visible difference."""
    far, kept = way[:1], way[:1]
    for at in way[1:-1]:
        if math.dist(at, far[-1]) >= STEP * size:
            far.append(at)
    for (x, y), (c, d) in pairwise([*far[1:], way[-1]]):
        (a, b), (u, v) = (x - kept[-1][0], y - kept[-1][1]), (c - x, d - y)
        if abs(a * v - b * u) > STRAIGHT * (a * u + b * v) or math.hypot(a, b) > LONG * size:
            kept.append((x, y))
    return [*kept, way[-1]]


def _sides(way: Course) -> list[Point] | None:
    """The ways from the points of a shaft to its left edge, for a half width of 1; none where it has a
    corner.
    """
    across = [
        ((d - b) / (far := math.dist((a, b), (c, d)) or 1), (a - c) / far) for (a, b), (c, d) in pairwise(way)
    ]
    sides = across[:1]
    for (a, b), (c, d) in pairwise(across):
        along = a * c + b * d
        if along < CORNER:
            return None
        sides.append(((a + c) / (1 + along), (b + d) / (1 + along)))
    return [*sides, *across[-1:]]


def _runs(way: Course, sides: list[Point] | None, ink: Rgb, width: float) -> Iterator[Piece]:
    """The runs of a shaft: outlines, which are drawn in less than half the time, or lines with joints."""
    for first in range(0, len(way) - 1, RUN):
        if sides is None:
            # One more segment, so that there is a joint between two runs.
            yield Piece(ink, way[first : first + RUN + 2], width)
        else:
            part = list(zip(way[first : first + RUN + 1], sides[first : first + RUN + 1], strict=True))
            left = [(x + a * width / 2, y + b * width / 2) for (x, y), (a, b) in part]
            yield Piece(
                ink, left + [(x - a * width / 2, y - b * width / 2) for (x, y), (a, b) in reversed(part)]
            )


def draw(pen: Pen, way: Course, style: Style) -> None:
    """An arrow with any pen."""
    for piece in arrow(way, style).pieces:
        piece.draw(pen)


def paint(
    sheet: Image.Image, unit: float, arrows: Iterable[Arrow], map: Box, ground: Hashable = None
) -> None:
    """Arrows on a sheet (RGB) with smooth edges, the later over the earlier, cut by the bounds of the map.

    Squares of the sheet are enlarged, drawn on and reduced, as far as there are arrows on them. An image of
    its own for each arrow, laid on the sheet by its opacity, takes more than twice as long.

    :param ground: by what the squares of the sheet are known when it comes again; None: they are not kept.
    """
    left, top = max(0, math.floor(map[0] * unit)), max(0, math.floor(map[1] * unit))
    right, low = min(sheet.width, math.ceil(map[2] * unit)), min(sheet.height, math.ceil(map[3] * unit))
    squares = defaultdict[tuple[int, int], list[tuple[Piece, Box]]](list)
    for each in arrows:
        for square, piece, box in each.parts(unit, (left, top, right, low)):
            squares[square].append((piece, box))
    for (x, y), known in squares.items():
        pieces = tuple([piece for piece, _ in known])
        kept = [] if ground is None else _square(ground, unit, x, y, pieces)
        if not kept:
            west, north, east, south = bounds(box for _, box in known)
            corner = max(x, left, math.floor(west)), max(y, top, math.floor(north))
            end = min(x + PART, right, math.ceil(east)), min(y + PART, low, math.ceil(south))
            kept.append((_painted(sheet, (*corner, *end), unit, pieces), corner))
        sheet.paste(*kept[0])


# As many as three pictures full of arrows have, of 64 KiB each at most.
@told_once(192)
def _square(
    ground: Hashable, unit: float, x: int, y: int, pieces: tuple[Piece, ...]
) -> list[tuple[Image.Image, tuple[int, int]]]:
    """Where a square of a sheet with arrows on it is kept, with its corner; empty until it is painted."""
    return []


def _painted(
    sheet: Image.Image, box: tuple[int, int, int, int], unit: float, pieces: Iterable[Piece]
) -> Image.Image:
    """A part of a sheet with arrows on it."""
    x, y, right, low = box
    size = (right - x) * OVERSAMPLING, (low - y) * OVERSAMPLING
    part = sheet.resize(size, Image.Resampling.NEAREST, box)
    pen = Pen(part, unit * OVERSAMPLING, (x * OVERSAMPLING, y * OVERSAMPLING))
    for piece in pieces:
        piece.draw(pen)
    return part.reduce(OVERSAMPLING)


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
    reach = around(at, (max(AWAY) + SWORDS) * size)
    names, taken = ([box for box in boxes if meet(box, reach)] for boxes in (names, taken))

    def hidden(middle: Point) -> float:
        ground = around(middle, SWORDS * size)
        covered = sum(overlap(ground, box) for box in names) * 2 + sum(overlap(ground, b) for b in taken)
        return covered + math.dist(at, middle) * size * 4

    spots = [
        (at[0] + away * size * math.cos(turn), at[1] + away * size * math.sin(turn))
        for away in AWAY
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
