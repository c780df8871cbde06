"""Drawing in sheet units: the same code draws at every width, and at several times it for smooth edges.

Letters and their measures are cached: most texts of a picture come again in the next one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from render.fonts import Role, face
from render.once import cached

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Ink = tuple[int, int, int] | tuple[int, int, int, int] | int

THIN = 4
"""Pixels up to which a line needs no joints."""
SHORT = 12
"""Points of a line which is drawn whole, even if parts of it are outside an image."""
GAP = 1.5
"""Pixels by which a line may gape at the outside of a bend, both its sides together."""


class Letters(NamedTuple):
    """A text as a mask (mode L) or as a sprite (RGBA), and its corner relative to its anchor."""

    mask: Image.Image
    left: int
    top: int


class Pen:
    """Draws on an image whose pixels are `unit` per sheet unit.

    :param corner: where the image is a part of the sheet, its left and upper edge there, in pixels.
    """

    def __init__(self, image: Image.Image, unit: float, corner: tuple[int, int] = (0, 0)) -> None:
        self.image = image
        self.unit = unit
        self._left, self._top = corner
        self._draw = ImageDraw.Draw(image)

    def px(self, length: float) -> int:
        """A length in whole pixels, at least one."""
        return max(1, round(length * self.unit))

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        unit, across, down = self.unit, self._left, self._top
        return [(x * unit - across, y * unit - down) for x, y in points]

    def _box(self, box: Box) -> Box:
        (left, top), (right, bottom) = self._scaled((box[:2], box[2:]))
        return left, top, right, bottom

    def line(self, points: Sequence[Point], ink: Ink, width: float = 1) -> None:
        """A line through the points with rounded joints."""
        self._stroke(self._scaled(points), ink, self.px(width))

    def _stroke(self, points: Sequence[Point], ink: Ink, width: int) -> None:
        for run in _within(points, width, self.image.size):
            self._draw.line(run, fill=ink, width=width)
            if width > THIN:
                reach = width / 2 - 1
                for x, y in _bends(run, width):
                    self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), ink)

    def dashes(self, points: Sequence[Point], ink: Ink, width: float, on: float, off: float) -> None:
        """A broken line; `points` should lie close together."""
        for run in dashes(points, on, off):
            self.line(run, ink, width)

    def polygon(
        self, points: Sequence[Point], fill: Ink | None, ink: Ink | None = None, width: float = 1
    ) -> None:
        """A filled polygon, outlined when `ink` is given."""
        scaled = self._scaled(points)
        if fill is not None:
            self._draw.polygon(scaled, fill=fill)
        if ink is not None:
            self._stroke([*scaled, *scaled[:2]], ink, self.px(width))

    def rectangle(
        self, box: Box, fill: Ink | None = None, ink: Ink | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """A rectangle, its corners rounded by `radius`."""
        self._draw.rounded_rectangle(
            self._box(box),
            self.px(radius) if radius else 0,
            fill,
            ink,
            self.px(width) if ink is not None else 0,
        )

    def circle(
        self, centre: Point, radius: float, fill: Ink | None = None, ink: Ink | None = None, width: float = 1
    ) -> None:
        """A circle."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self._draw.ellipse(box, fill, ink, self.px(width) if ink is not None else 0)

    def arc(self, centre: Point, radius: float, span: Point, ink: Ink, width: float) -> None:
        """An arc between two angles in degrees, clockwise from the right."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self._draw.arc(box, span[0], span[1], ink, self.px(width))

    def length(self, text: str, role: Role, size: float, spacing: float = 0) -> float:
        """Width of a text in sheet units."""
        return _across(text, face(role, self.px(size))) / self.unit + spacing * max(0, len(text) - 1)

    def fit(self, text: str, role: Role, size: float, width: float, smallest: float) -> float:
        """The greatest size up to `size` at which a text is no wider than `width`, at least `smallest`."""
        wide = self.length(text, role, size)
        if wide <= width:
            return size
        # Small letters have whole pixels between them: half the size is more than half as wide.
        pixels, least = int(size * width / wide * self.unit), self.px(smallest)
        while pixels > least and _across(text, face(role, pixels)) > width * self.unit:
            pixels -= 1
        return max(smallest, pixels / self.unit)

    def text(
        self,
        at: Point,
        text: str,
        role: Role,
        size: float,
        ink: Ink,
        *,
        anchor: str = "mm",
        spacing: float = 0,
        halo: Ink | None = None,
        halo_width: float = 4,
    ) -> None:
        """A line of text; `anchor` as in Pillow: `l`, `m` or `r`, then `m`; `spacing` between letters."""
        font, space = face(role, self.px(size)), spacing * self.unit
        x, y = round(at[0] * self.unit) - self._left, round(at[1] * self.unit) - self._top
        if halo is None:
            kept = _letters(text, font, 0, anchor, space)
            self.image.paste(ink, (x + kept.left, y + kept.top), kept.mask)
        elif self.image.mode == "RGB":
            kept = _haloed(text, font, self.px(halo_width), anchor, space, (ink, halo))
            self.image.paste(kept.mask, (x + kept.left, y + kept.top), kept.mask)
        else:
            for colour, stroke in ((halo, self.px(halo_width)), (ink, 0)):
                kept = _letters(text, font, stroke, anchor, space)
                self.image.paste(colour, (x + kept.left, y + kept.top), kept.mask)

    def fitted(
        self,
        at: Point,
        text: str,
        role: Role,
        size: float,
        ink: Ink,
        room: float,
        *,
        least: float = 10,
        anchor: str = "lm",
    ) -> None:
        """A line of text at most `room` wide, as far as letters no smaller than `least` go."""
        self.text(at, text, role, self.fit(text, role, size, room, least), ink, anchor=anchor)

    def stamp(self, sprite: Image.Image, centre: Point, within: Box | None = None) -> None:
        """Paste a sprite (RGBA) with its middle at a point.

        :param within: what of it lies outside is cut off.
        """
        ((x, y),) = self._scaled([centre])
        corner = round(x - sprite.width / 2), round(y - sprite.height / 2)
        if within is not None:
            left, top, right, bottom = map(round, self._box(within))
            west, north = max(left, corner[0]), max(top, corner[1])
            east, south = min(right, corner[0] + sprite.width), min(bottom, corner[1] + sprite.height)
            if west >= east or north >= south:
                return
            sprite = sprite.crop((west - corner[0], north - corner[1], east - corner[0], south - corner[1]))
            corner = west, north
        if self.image.mode == "RGBA":
            self.image.alpha_composite(sprite, (max(0, corner[0]), max(0, corner[1])))
        else:
            self.image.paste(sprite, corner, sprite)


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The parts of a line that are drawn where it is broken; its points should lie close together."""
    walked, run = 0.0, [points[0]]
    for before, after in pairwise(points):
        walked += math.dist(before, after)
        if walked % (on + off) < on:
            run.append(after)
        else:
            if len(run) > 1:
                yield run
            run = [after]
    if len(run) > 1:
        yield run


def _within(points: Sequence[Point], width: int, size: tuple[int, int]) -> Iterator[Sequence[Point]]:
    """The runs of a line that are partly inside an image; a short line is one."""
    if len(points) <= SHORT:
        yield points
        return
    right, bottom = size[0] + width, size[1] + width
    run: list[Point] = []
    for start, end in pairwise(points):
        if (
            (start[0] < -width and end[0] < -width)
            or (start[1] < -width and end[1] < -width)
            or (start[0] > right and end[0] > right)
            or (start[1] > bottom and end[1] > bottom)
        ):
            if run:
                yield run
                run = []
        elif run:
            run.append(end)
        else:
            run = [start, end]
    if run:
        yield run


def _bends(run: Sequence[Point], width: int) -> Iterator[Point]:
    """Where a line turns so much that it would gape."""
    for (a, b), (x, y), (c, d) in zip(run, run[1:], run[2:], strict=False):
        before, after = (x - a, y - b), (c - x, d - y)
        across = before[0] * after[1] - before[1] * after[0]
        along = before[0] * after[0] + before[1] * after[1]
        if along < 0 or abs(across) * width > along * GAP:
            yield x, y


BLANKS = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "})
"""The fonts have no glyph for these; lines are broken before they are drawn."""
BACK = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The share of a text that is left of its anchor."""


@lru_cache(maxsize=4096)
def _across(text: str, font: FreeTypeFont) -> float:
    """The width of a text: no letter is kerned with a blank, so that its words are measured once."""
    words = text.translate(BLANKS).split(" ")
    return sum(_wide(word, font) for word in words) + _wide(" ", font) * (len(words) - 1)


@lru_cache(maxsize=4096)
def _wide(word: str, font: FreeTypeFont) -> float:
    return font.getlength(word)


@cached(2048)
def _letters(text: str, font: FreeTypeFont, stroke: int, anchor: str, spacing: float) -> Letters:
    text = text.translate(BLANKS)
    whole, back = _across(text, font), BACK[anchor[0]]
    if spacing:
        steps = [_wide(letter, font) + spacing for letter in text]
        start = -back * (whole + spacing * max(0, len(text) - 1))
        return _cast(zip(accumulate(steps, initial=start), text, strict=False), font, stroke)
    x, placed = -math.floor(back * whole + 0.5), list[Letters]()
    for word in text.split(" "):
        kept = _word(word, font, stroke)
        placed.append(kept._replace(left=x + kept.left))
        x += round(_wide(word, font) + _wide(" ", font))
    if len(placed) == 1:
        return placed[0]
    left, top = min(kept.left for kept in placed), min(kept.top for kept in placed)
    right = max(kept.left + kept.mask.width for kept in placed)
    low = max(kept.top + kept.mask.height for kept in placed)
    mask = Image.new("L", (right - left, low - top), 0)
    for kept in placed:
        mask.paste(255, (kept.left - left, kept.top - top), kept.mask)
    return Letters(mask, left, top)


# A fifth of the time of two strokes; thirty KiB each for the names of a map at 1600 pixels.
@cached(256)
def _haloed(
    text: str, font: FreeTypeFont, stroke: int, anchor: str, spacing: float, inks: tuple[Ink, Ink]
) -> Letters:
    """A text on its rim, as a sprite (RGBA)."""
    rim, letters = (_letters(text, font, width, anchor, spacing) for width in (stroke, 0))
    opacity = Image.new("L", rim.mask.size, 0)
    opacity.paste(letters.mask, (letters.left - rim.left, letters.top - rim.top))
    over, below = (Image.new("RGB", rim.mask.size, ink) for ink in inks)
    over.putalpha(opacity)
    below.putalpha(rim.mask)
    sprite = Image.alpha_composite(below, over)
    return Letters(sprite, rim.left, rim.top)


@cached(2048)
def _word(word: str, font: FreeTypeFont, stroke: int) -> Letters:
    """A word alone, from its left end: fonts take long over each letter, and most words come again."""
    return _cast([(0.0, word)], font, stroke)


def _cast(pieces: Iterable[tuple[float, str]], font: FreeTypeFont, stroke: int) -> Letters:
    """Pieces of a text as one mask, each with the place where it begins."""
    boxes = [(x, piece, font.getbbox(piece, anchor="lm", stroke_width=stroke)) for x, piece in pieces]
    left = math.floor(min((x + box[0] for x, _, box in boxes), default=0)) - 1
    top = math.floor(min((box[1] for _, _, box in boxes), default=0)) - 1
    right = math.ceil(max((x + box[2] for x, _, box in boxes), default=0)) + 2
    low = math.ceil(max((box[3] for _, _, box in boxes), default=0)) + 2
    mask = Image.new("L", (right - left, low - top), 0)
    draw = ImageDraw.Draw(mask)
    for x, piece, _ in boxes:
        draw.text((x - left, -top), piece, 255, font, "lm", stroke_width=stroke, stroke_fill=255)
    return Letters(mask, left, top)
