"""Counters and markers, drawn once per size and theme and kept as sprites (RGBA).

A royalist counter is a shield with a pointed foot, a Republican one a square below the tricolour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image

from data.vendee.schema import Side
from render.battle import End
from render.paper import blend
from render.parts import counters
from render.parts.counters import (
    BLACK,
    BONE,
    Dress,
    blank,
    cockade,
    cut,
    dog_ear,
    edge_of,
    hatched_where,
    ink_on,
)
from render.pen import Pen, Point
from render.theme import Livery, Rgb, Theme, ThemeName
from render.vendee.liveries import ARROWS, BLUE, RED, Readiness

FLAGS: dict[Side, tuple[Rgb, Rgb]] = {"royalist": (BONE, BLACK), "republican": (BLUE, BONE)}
"""Fill and ink of texts about a side."""
WIDTH, HEIGHT = 38.0, 44.0
TIRED: Rgb = (214, 206, 190)
"""The colour to which an activated counter fades."""


def colours(dressed: Iterable[Dress], theme: Theme) -> list[Rgb]:
    """The colours of counters, arrows and rings, by army."""
    fills = [dress.fill for dress in dressed]
    return list(
        dict.fromkeys(
            [
                *(theme.accent, theme.accent_edge, BLACK, BONE, BLUE, RED, TIRED),
                *(*ARROWS[theme.name].values(), *fills, *(blend(fill, TIRED, 0.5) for fill in fills)),
            ]
        )
    )


def _shield(side: Side, size: float, inset: float) -> list[Point]:
    """The outline of a side's counters, `inset` units inside its edge."""
    left, top, right, bottom = inset, inset, WIDTH * size - 1 - inset, HEIGHT * size - 1 - inset
    if side == "republican":
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    middle, shoulder, heel = (left + right) / 2, bottom - 11 * size, bottom - 4.6 * size
    foot = [((middle + right * 1.6) / 2.6, heel), (middle, bottom), ((middle + left * 1.6) / 2.6, heel)]
    return [(left, top), (right, top), (right, shoulder), *foot, (left, shoulder)]


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
    pen, edge = blank(WIDTH * size, HEIGHT * size, unit), edge_of(theme)
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
    hatched_where(pen, mask, blend(fill, ink, 0.75), dress.tincture, 6.5 * size, 1.5 * size)
    if ready == "activated":
        dog_ear(pen, WIDTH * size - 1, size, edge)
    if ready == "routed":
        for colour, width in ((BONE, 5.5), (BLACK, 2.8)):
            pen.line([(4 * size, 38 * size), (34 * size, 4 * size)], colour, width * size)
    middle = WIDTH * size / 2 - 0.5
    letter, at = 24 * size, (middle, HEIGHT * size * 0.5)
    if points is not None:
        letter, at = 15 * size, (middle, (top + plate) / 2 - 1.2 * size)
        text, y = str(points), (31 if side == "republican" else 29.4) * size
        fitting, halo = (
            pen.fit(text, "bold", 26 * size, 32 * size, 12 * size),
            fill if ready == "routed" else None,
        )
        pen.text((middle, y), text, "bold", fitting, ink, halo=halo, halo_width=2.4 * size)
    pen.text(at, dress.letter, "bold", letter, ink, halo=fill, halo_width=2.2 * size)
    return cut(pen)


def pile(top: Image.Image, under: Sequence[Image.Image], step: int) -> Image.Image:
    """Counters on one another, each `step` pixels further down to the right than the one above it."""
    far = step * len(under)
    sprite = Image.new("RGBA", (top.width + far, top.height + far), (0, 0, 0, 0))
    for number, each in reversed(list(enumerate((top, *under)))):
        sprite.alpha_composite(each, (number * step, number * step))
    return sprite


@lru_cache(maxsize=128)
def back(side: Side, count: int, *, size: float, theme: ThemeName, unit: float) -> Image.Image:
    """Face-down counters, and their number: the heart and cross, or the cockade."""
    pen, edge = blank((WIDTH + 5) * size, (HEIGHT + 5) * size, unit), edge_of(theme)
    fill = BONE if side == "royalist" else BLUE
    steps = (5.0, 2.5, 0.0) if count > 2 else (2.5, 0.0) if count > 1 else (0.0,)
    for step in steps:
        outer, inner = (
            [(x + step * size, y + step * size) for x, y in _shield(side, size, inset)]
            for inset in (0.5, 2.4)
        )
        pen.polygon(outer, edge if step == 0 or theme == "light" else BLACK)
        pen.polygon(inner, fill if step == 0 else blend(fill, TIRED, 0.5))
    middle = WIDTH * size / 2 - 0.5
    _emblem(pen, side, (middle, (12.6 if side == "royalist" else 12) * size), size, 1)
    pen.text((middle, 29.5 * size), str(count), "bold", 23 * size, BLACK if side == "royalist" else BONE)
    return cut(pen)


def _emblem(pen: Pen, side: Side, at: Point, size: float, grown: float) -> None:
    """The sacred heart of the Royalists with its cross, or the cockade."""
    if side == "republican":
        radii = (13.5, 11.5, 7.8, 4.2) if grown > 1 else (9.0, 7.6, 5.2, 2.8)
        cockade(pen, at, tuple(radius * size for radius in radii), (BONE, RED, BONE, BLUE))
        return
    (x, y), size = at, size * grown
    for left in (-1, 1):
        pen.circle((x + left * 3.1 * size, y), 3.7 * size, RED)
    low = y + 1.4 * size
    pen.polygon([(x - 6.5 * size, low), (x + 6.5 * size, low), (x, y + 8.4 * size)], RED)
    pen.line([(x, y - 9.4 * size), (x, y - 1 * size)], RED, 2.1 * size)
    pen.line([(x - 3.4 * size, y - 6.6 * size), (x + 3.4 * size, y - 6.6 * size)], RED, 2.1 * size)


def chip(
    name: str, side: Side, ready: Readiness, *, size: float, theme: ThemeName, unit: float
) -> Image.Image:
    """A general's name; pale and slanting where he was activated, struck through where he was routed."""
    royal = side == "royalist"
    fill, ink = (BONE, BLACK) if royal else (BLUE, BONE)
    if ready != "fresh":
        fill = blend(fill, TIRED, 0.75)
        ink = ink_on(fill)
    return counters.chip(
        name,
        Livery(fill, ink, "plain"),
        RED if royal else edge_of(theme),
        role="italic" if ready == "activated" else "bold",
        rounded=royal,
        struck=RED if ready == "routed" else None,
        size=size,
        unit=unit,
    )


@lru_cache(maxsize=16)
def heart(side: Side, *, high: float, theme: ThemeName, unit: float) -> Image.Image:
    """The marker of a side's morale: the sacred heart on a shield, or the cockade on a square."""
    size = high / HEIGHT
    pen = blank(WIDTH * size, high, unit)
    pen.polygon(_shield(side, size, 0.5), edge_of(theme))
    pen.polygon(_shield(side, size, 2.4 * size), BONE if side == "royalist" else BLUE)
    at = (WIDTH * size / 2 - 0.5, 20 * size if side == "royalist" else HEIGHT * size / 2)
    _emblem(pen, side, at, size, 1.35)
    return cut(pen)


def flag(pen: Pen, at: Point, side: float, holder: Side, theme: Theme) -> None:
    """The holder of a base or stronghold: a white flag with a cross, or the tricolour."""
    x, y = at
    s = side / 20
    edge = edge_of(theme.name)
    pen.line([(x - 8 * s, y + 9 * s), (x - 8 * s, y - 8 * s)], edge, 2 * s)
    left, top, right, bottom = x - 8 * s, y - 8 * s, x + 9 * s, y + 3 * s
    pen.rectangle((left, top, right, bottom), BONE, edge, 1.4 * s)
    if holder == "royalist":
        across, down = (left + right) / 2, (top + bottom) / 2
        pen.line([(across, top + 2 * s), (across, bottom - 2 * s)], RED, 2.2 * s)
        pen.line([(across - 4 * s, down - s), (across + 4 * s, down - s)], RED, 2.2 * s)
        return
    third = (right - left) / 3
    pen.rectangle((left + s, top + s, left + third, bottom - s), BLUE)
    pen.rectangle((right - third, top + s, right - s, bottom - s), RED)


@lru_cache(maxsize=32)
def fate(name: str, side: Side, end: End, *, size: float, theme: ThemeName, unit: float) -> Image.Image:
    """A general's name with the sign of his fate before it."""
    label = chip(name, side, "fresh", size=size, theme=theme, unit=unit)
    side_ = label.height
    sprite = Image.new("RGBA", (label.width + side_, side_), (0, 0, 0, 0))
    sprite.alpha_composite(label, (side_, 0))
    pen = blank(side_ / unit, side_ / unit, unit)
    sign_of(pen, (side_ / unit / 2, side_ / unit / 2), side_ / unit, end, theme)
    sprite.alpha_composite(cut(pen).resize((side_, side_)))
    return sprite


def sign_of(pen: Pen, at: Point, side: float, end: End, theme: ThemeName) -> None:
    """The sign of a general's fate: a cross, a barred window, or a drop of blood, on a disc."""
    x, y = at
    s = side / 24
    pen.circle(at, 11 * s, BONE, edge_of(theme) if theme == "light" else BLACK, 1.6 * s)
    match end:
        case "killed":
            pen.line([(x, y - 7.5 * s), (x, y + 7.5 * s)], BLACK, 3 * s)
            pen.line([(x - 4.6 * s, y - 3 * s), (x + 4.6 * s, y - 3 * s)], BLACK, 3 * s)
        case "captured":
            pen.rectangle((x - 6 * s, y - 6 * s, x + 6 * s, y + 6 * s), None, BLACK, 1.8 * s)
            for across in (-2.0, 2.0):
                pen.line([(x + across * s, y - 6 * s), (x + across * s, y + 6 * s)], BLACK, 1.8 * s)
        case "wounded":
            pen.polygon([(x, y - 8 * s), (x - 4.2 * s, y + 1.5 * s), (x + 4.2 * s, y + 1.5 * s)], RED)
            pen.circle((x, y + 2.2 * s), 4.6 * s, RED)
