"""Counters as sprites (RGBA): a blank to draw on, the dress of an army, chips with names, markers."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageChops

from render.fonts import Role
from render.paper import hatch
from render.pen import Box, Pen, Point
from render.theme import Livery, Rgb, ThemeName, Tincture

OVERSAMPLING = 4
BLACK: Rgb = (20, 14, 10)
BONE: Rgb = (255, 250, 240)


class Dress(Livery, frozen=True):
    """The look of an army's counters, and its name on them."""

    letter: str
    short: str = ""


def blank(wide: float, high: float, unit: float) -> Pen:
    """A pen on an empty image, for a counter of that size; `cut` makes it a sprite."""
    size = (max(1, round(wide * unit)) * OVERSAMPLING, max(1, round(high * unit)) * OVERSAMPLING)
    return Pen(Image.new("RGBA", size), unit * OVERSAMPLING)


def cut(pen: Pen) -> Image.Image:
    """The sprite of a blank that was drawn on."""
    return pen.image.reduce(OVERSAMPLING)


def edge_of(theme: ThemeName) -> Rgb:
    """The edge of counters on the paper of a theme."""
    return BONE if theme == "dark" else BLACK


def ink_on(fill: Rgb) -> Rgb:
    """The ink that reads on a colour."""
    bright = 0.3 * fill[0] + 0.59 * fill[1] + 0.11 * fill[2]
    return BLACK if bright > 140 else BONE


def hatched(pen: Pen, box: Box, ink: Rgb, tincture: Tincture, gap: float, width: float) -> None:
    """Hatch a box, or fill it with an army's pattern; in sheet units."""
    left, top, right, bottom = (round(edge * pen.unit) for edge in box)
    mask = hatch((right - left, bottom - top), tincture, gap * pen.unit, width * pen.unit)
    pen.image.paste(ink, (left, top), mask)


def hatched_where(
    pen: Pen, mask: Image.Image, ink: Rgb, tincture: Tincture, gap: float, width: float
) -> None:
    """Hatch a counter where `mask`, which is as large as the counter, is set."""
    lines = hatch(pen.image.size, tincture, gap * pen.unit, width * pen.unit)
    pen.image.paste(ink, (0, 0), ImageChops.multiply(mask, lines))


def dog_ear(pen: Pen, right: float, size: float, edge: Rgb) -> None:
    """The upper right corner turned down."""
    fold = 13 * size
    pen.polygon([(right - fold, 0), (right, fold), (right - fold, fold)], BONE, edge, 1.5 * size)
    # The ground under the fold becomes transparent.
    pen.polygon(
        [(right - fold + 1.2 * size, -2), (right + 2, -2), (right + 2, fold - 1.2 * size)], (0, 0, 0, 0)
    )


def star(pen: Pen, at: Point, radius: float, fill: Rgb, edge: Rgb | None = None) -> None:
    """A leader's star."""
    spokes = [(math.pi * n / 5 - math.pi / 2, radius if n % 2 == 0 else radius * 0.42) for n in range(10)]
    points = [(at[0] + far * math.cos(turn), at[1] + far * math.sin(turn)) for turn, far in spokes]
    pen.polygon(points, fill, edge, radius * 0.12)


def bevelled(box: Box, corner: float) -> list[Point]:
    """A counter whose corners are cut so far, clockwise from above; it has them at 0."""
    left, top, right, bottom = box
    if not corner:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [
        *((left + corner, top), (right - corner, top), (right, top + corner), (right, bottom - corner)),
        *((right - corner, bottom), (left + corner, bottom), (left, bottom - corner), (left, top + corner)),
    ]


def cockade(pen: Pen, at: Point, radii: tuple[float, ...], inks: tuple[Rgb, ...]) -> None:
    """Discs on one another, the largest first."""
    for radius, ink in zip(radii, inks, strict=True):
        pen.circle(at, radius, ink)


@lru_cache(maxsize=512)
def chip(
    name: str,
    livery: Livery,
    edge: Rgb,
    *,
    role: Role = "bold",
    rounded: bool = False,
    struck: Rgb | None = None,
    size: float,
    unit: float,
) -> Image.Image:
    """A name on a strip of a colour, struck through with another."""
    high, letters = 22.0 * size, 16.5 * size
    wide = Pen(Image.new("L", (1, 1)), OVERSAMPLING).length(name, "bold", letters) + 13 * size
    pen = blank(wide, high, unit)
    corner = high / 2 if rounded else 2 * size
    pen.rectangle((0.5, 0.5, wide - 1.5, high - 1.5), livery.fill, edge, 1.8 * size, corner)
    middle = (wide / 2 - 0.5, high / 2 - 0.5)
    pen.text(middle, name, role, letters, livery.ink)
    if struck is not None:
        pen.line([(4 * size, middle[1]), (wide - 5 * size, middle[1])], struck, 2 * size)
    return cut(pen)


@lru_cache(maxsize=64)
def marker(dress: Dress, *, wide: float, high: float, theme: ThemeName, unit: float) -> Image.Image:
    """A marker on a track: the army's colour, pattern and letter."""
    pen, fill = blank(wide, high, unit), dress.fill
    pen.rectangle((0.5, 0.5, wide - 1.5, high - 1.5), fill, edge_of(theme), 2.4, 5)
    hatched(pen, (4.0, 4.0, wide - 5, high - 5), dress.ink, dress.tincture, 8, 1.6)
    size = min(high * 0.78, 30)
    pen.text((wide / 2, high / 2), dress.letter, "bold", size, dress.ink, halo=fill, halo_width=3)
    return cut(pen)
