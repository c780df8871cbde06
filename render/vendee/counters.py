"""Counters and markers, drawn once per size and theme and kept as sprites (RGBA).

A royalist counter is a shield with a pointed foot, a Republican one a square below the tricolour.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops

from data.vendee.schema import Side
from render.paper import blend
from render.pen import Pen, Point
from render.theme import Rgb, ThemeName
from render.vendee.liveries import BLACK, BLUE, BONE, RED, Dress, Readiness, ink_on, pattern

OVERSAMPLING = 4
WIDTH, HEIGHT = 38.0, 44.0
CHIP = 22.0
"""Height of a general's name."""
TIRED: Rgb = (214, 206, 190)
"""What a counter fades to that has been activated."""


def _sheet(wide: float, high: float, unit: float) -> Pen:
    size = (max(1, round(wide * unit)) * OVERSAMPLING, max(1, round(high * unit)) * OVERSAMPLING)
    return Pen(Image.new("RGBA", size), unit * OVERSAMPLING)


def _shield(side: Side, size: float, inset: float) -> list[Point]:
    """The outline of a side's counters, `inset` units inside its edge."""
    left, top, right, bottom = inset, inset, WIDTH * size - 1 - inset, HEIGHT * size - 1 - inset
    if side == "republican":
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    middle = (left + right) / 2
    shoulder = bottom - 11 * size
    return [
        (left, top),
        (right, top),
        (right, shoulder),
        ((middle + right * 1.6) / 2.6, bottom - 4.6 * size),
        (middle, bottom),
        ((middle + left * 1.6) / 2.6, bottom - 4.6 * size),
        (left, shoulder),
    ]


@lru_cache(maxsize=512)
def army(
    dress: Dress,
    points: int | None,
    *,
    side: Side,
    ready: Readiness,
    size: float,
    theme: ThemeName,
    unit: float,
) -> Image.Image:
    """Combat points of an army: its letter over its pattern, and their number below; None is a blank.

    Activated ones are pale with a turned-down corner, routed ones pale and barred.
    """
    pen = _sheet(WIDTH * size, HEIGHT * size, unit)
    edge = BONE if theme == "dark" else BLACK
    fill = dress.fill if ready == "fresh" else blend(dress.fill, TIRED, 0.5)
    ink = dress.ink if ready == "fresh" else ink_on(fill)
    pen.polygon(_shield(side, size, 0.5), edge)
    pen.polygon(_shield(side, size, 2.6 * size), fill)
    band = 3.2 * size
    top = 2.6 * size
    if side == "republican":
        third = (WIDTH * size - 2 * top) / 3
        for number, colour in enumerate((BLUE, BONE, RED)):
            pen.rectangle((top + number * third, top, top + (number + 1) * third, top + 5 * size), colour)
        top += 5 * size
    plate = 20 * size
    mask = Image.new("L", pen.image.size, 0)
    Pen(mask, pen.unit).rectangle((band, top, WIDTH * size - 1 - band, plate), 255)
    lines = pattern(pen.image.size, dress.pattern, 6.5 * size * pen.unit, 1.5 * size * pen.unit)
    pen.image.paste(blend(fill, ink, 0.75), (0, 0), ImageChops.multiply(mask, lines))
    if ready == "activated":
        _dog_ear(pen, size, edge)
    if ready == "routed":
        pen.line([(4 * size, 38 * size), (34 * size, 4 * size)], BONE, 5.5 * size)
        pen.line([(4 * size, 38 * size), (34 * size, 4 * size)], BLACK, 2.8 * size)
    middle = WIDTH * size / 2 - 0.5
    letter = 15 * size if points is not None else 24 * size
    at = (middle, (top + plate) / 2 - 1.2 * size if points is not None else HEIGHT * size * 0.5)
    if points is not None:
        text = str(points)
        y = 31 * size if side == "republican" else 29.4 * size
        pen.text(
            (middle, y),
            text,
            "bold",
            pen.fit(text, "bold", 26 * size, 32 * size, 12 * size),
            ink,
            halo=fill if ready == "routed" else None,
            halo_width=2.4 * size,
        )
    pen.text(at, dress.letter, "bold", letter, ink, halo=fill, halo_width=2.2 * size)
    return pen.image.reduce(OVERSAMPLING)


def _dog_ear(pen: Pen, size: float, edge: Rgb) -> None:
    """The upper right corner turned down."""
    right, fold = WIDTH * size - 1, 13 * size
    pen.polygon([(right - fold, 0), (right, fold), (right - fold, fold)], BONE, edge, 1.5 * size)
    # What lay under the fold is gone.
    pen.polygon(
        [(right - fold + 1.2 * size, -2), (right + 2, -2), (right + 2, fold - 1.2 * size)], (0, 0, 0, 0)
    )


@lru_cache(maxsize=128)
def back(side: Side, count: int, *, size: float, theme: ThemeName, unit: float) -> Image.Image:
    """Counters that lie face down, and how many: the heart and cross, or the cockade."""
    pen = _sheet((WIDTH + 5) * size, (HEIGHT + 5) * size, unit)
    edge = BONE if theme == "dark" else BLACK
    fill = BONE if side == "royalist" else BLUE
    steps = (5.0, 2.5, 0.0) if count > 2 else (2.5, 0.0) if count > 1 else (0.0,)
    for step in steps:
        shifted = [
            [(x + step * size, y + step * size) for x, y in _shield(side, size, i)] for i in (0.5, 2.4)
        ]
        pen.polygon(shifted[0], edge if step == 0 or theme == "light" else BLACK)
        pen.polygon(shifted[1], fill if step == 0 else blend(fill, TIRED, 0.5))
    middle = WIDTH * size / 2 - 0.5
    if side == "royalist":
        _heart(pen, (middle, 12.6 * size), size)
    else:
        for radius, colour in ((9.0, BONE), (7.6, RED), (5.2, BONE), (2.8, BLUE)):
            pen.circle((middle, 12 * size), radius * size, colour)
    pen.text((middle, 29.5 * size), str(count), "bold", 23 * size, BLACK if side == "royalist" else BONE)
    return pen.image.reduce(OVERSAMPLING)


def _heart(pen: Pen, at: Point, size: float) -> None:
    """The sacred heart of the royalists, with its cross."""
    x, y = at
    for side in (-1, 1):
        pen.circle((x + side * 3.1 * size, y), 3.7 * size, RED)
    pen.polygon(
        [(x - 6.5 * size, y + 1.4 * size), (x + 6.5 * size, y + 1.4 * size), (x, y + 8.4 * size)], RED
    )
    pen.line([(x, y - 9.4 * size), (x, y - 1 * size)], RED, 2.1 * size)
    pen.line([(x - 3.4 * size, y - 6.6 * size), (x + 3.4 * size, y - 6.6 * size)], RED, 2.1 * size)


@lru_cache(maxsize=512)
def chip(
    name: str, side: Side, ready: Readiness, *, size: float, theme: ThemeName, unit: float
) -> Image.Image:
    """A general's name; pale and slanting where he was activated, struck through where he was routed."""
    high = CHIP * size
    letters = 16.5 * size
    wide = chip_width(name, size)
    pen = _sheet(wide, high, unit)
    fill, ink = (BONE, BLACK) if side == "royalist" else (BLUE, BONE)
    if ready != "fresh":
        fill = blend(fill, TIRED, 0.75)
        ink = ink_on(fill)
    edge = RED if side == "royalist" else BONE if theme == "dark" else BLACK
    corner = high / 2 if side == "royalist" else 2 * size
    pen.rectangle((0.5, 0.5, wide - 1.5, high - 1.5), fill, edge, 1.8 * size, corner)
    middle = (wide / 2 - 0.5, high / 2 - 0.5)
    pen.text(middle, name, "italic" if ready == "activated" else "bold", letters, ink)
    if ready == "routed":
        pen.line([(4 * size, middle[1]), (wide - 5 * size, middle[1])], RED, 2 * size)
    return pen.image.reduce(OVERSAMPLING)


def chip_width(name: str, size: float) -> float:
    """Width of a general's name in sheet units."""
    probe = Pen(Image.new("L", (1, 1)), OVERSAMPLING)
    return probe.length(name, "bold", 16.5 * size) + 13 * size


@lru_cache(maxsize=64)
def marker(
    dress: Dress, side: Side, *, wide: float, high: float, theme: ThemeName, unit: float
) -> Image.Image:
    """A marker on a track: the army's colour, pattern and letter."""
    pen = _sheet(wide, high, unit)
    edge = BONE if theme == "dark" else BLACK
    pen.rectangle((0.5, 0.5, wide - 1.5, high - 1.5), dress.fill, edge, 2.4, 5)
    inner = (4.0, 4.0, wide - 5, high - 5)
    left, top, right, bottom = (round(value * pen.unit) for value in inner)
    lines = pattern((right - left, bottom - top), dress.pattern, 8 * pen.unit, 1.6 * pen.unit)
    pen.image.paste(dress.ink, (left, top), lines)
    pen.text(
        (wide / 2, high / 2),
        dress.letter,
        "bold",
        min(high * 0.78, 30),
        dress.ink,
        halo=dress.fill,
        halo_width=3,
    )
    return pen.image.reduce(OVERSAMPLING)


@lru_cache(maxsize=16)
def heart(side: Side, *, high: float, theme: ThemeName, unit: float) -> Image.Image:
    """The marker of a side's morale: the sacred heart on a shield, or the cockade on a square."""
    size = high / HEIGHT
    pen = _sheet(WIDTH * size, high, unit)
    edge = BONE if theme == "dark" else BLACK
    pen.polygon(_shield(side, size, 0.5), edge)
    pen.polygon(_shield(side, size, 2.4 * size), BONE if side == "royalist" else BLUE)
    middle = WIDTH * size / 2 - 0.5
    if side == "royalist":
        _heart(pen, (middle, 20 * size), size * 1.35)
    else:
        for radius, colour in ((13.5, BONE), (11.5, RED), (7.8, BONE), (4.2, BLUE)):
            pen.circle((middle, HEIGHT * size / 2), radius * size, colour)
    return pen.image.reduce(OVERSAMPLING)
