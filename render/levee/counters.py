"""Counters and markers, drawn once per size and theme and kept as sprites (RGBA)."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image

from data.levee.schema import Colour, Marker, Unit
from render.levee.liveries import DECKS, FIGURES, MARKERS, UNITS
from render.paper import blend
from render.parts.counters import BLACK, BONE, blank, cut, edge_of, hatched, hatched_where
from render.parts.figures import figure
from render.pen import Box, Pen, Point
from render.theme import Livery, Rgb, ThemeName

BLUE: Rgb = (32, 78, 150)
RED: Rgb = (200, 38, 44)
FLAME: Rgb = (244, 150, 40)
DRAB: Rgb = (118, 112, 104)
GILT: Rgb = (244, 206, 110)
FIGURED = 60.0
"""Side of a counter that has room for a soldier."""


@lru_cache(maxsize=256)
def army(
    power: Unit,
    letter: str,
    battle_value: int,
    *,
    rotated: bool = False,
    stationary: bool = False,
    condition: int = 0,
    napoleon: bool = False,
    side: float,
    theme: ThemeName,
    unit: float,
) -> Image.Image:
    """A unit: letters, Battle Value and hatch; one that a card holds back has its value above.

    A stationary one has brackets; a Disorganized one lies on its side, a Routed one stands on its head,
    and Napoleon's sign is on the one that he fights.
    """
    livery = UNITS[power]
    pen = blank(side, side, unit)
    share = side / 74
    pen.rectangle((1, 1, side - 2, side - 2), livery.fill, edge_of(theme), 3 * share, 9 * share)
    split = 34 if rotated else 40
    swatch = (5, 5, side - 6, split * share) if rotated else (5, split * share, side - 6, side - 6)
    pen.rectangle(swatch, blend(livery.fill, livery.ink, 0.12), None, 0, 4 * share)
    hatched(pen, swatch, livery.ink, livery.tincture, 5.5 * share, 1.8 * share)
    plate = side * (0.46 if stationary else 0.56)
    value = f"[{battle_value}]" if stationary else str(battle_value)
    middle = (swatch[1] + swatch[3]) / 2
    pen.rectangle((plate, swatch[1], side - 6, swatch[3]), livery.ink, None, 0, 4 * share)
    pen.text(((plate + side - 6) / 2, middle), value, "bold", (26 if stationary else 34) * share, livery.fill)
    letters = side - 21 * share if rotated else 23 * share
    pen.text((side / 2, letters), letter, "bold", 39 * share, livery.ink)
    if rotated:
        _turned(pen, (plate / 2 + 1, middle), 10 * share, livery)
    elif side >= FIGURED:
        at = ((swatch[0] + plate) / 2, middle)
        figure(pen, FIGURES[power], at, (swatch[3] - swatch[1]) * 0.88, livery.ink, livery.fill)
    sprite = cut(pen)
    if condition:
        sprite = sprite.transpose(Image.Transpose.ROTATE_90 if condition == 1 else Image.Transpose.ROTATE_180)
    return _fought(sprite, side, rotated, condition, theme, unit) if napoleon else sprite


def _fought(
    counter: Image.Image, side: float, rotated: bool, condition: int, theme: ThemeName, unit: float
) -> Image.Image:
    """A counter with Napoleon's sign on its hatch, where it hides neither letters nor value."""
    badge = eagle(side * 0.42, theme, unit)
    far = counter.width - badge.width
    # The hatch is on the left, below or with a card's rotation above; it turns with the counter.
    corners = [(0, 0 if rotated else far), (0 if rotated else far, far), (far, far if rotated else 0)]
    counter.alpha_composite(badge, corners[condition])
    return counter


@lru_cache(maxsize=256)
def slat(
    power: Unit,
    letter: str,
    battle_value: int,
    *,
    rotated: bool = False,
    stationary: bool = False,
    condition: int = 0,
    napoleon: bool = False,
    high: float,
    side: float,
    theme: ThemeName,
    unit: float,
) -> Image.Image:
    """A unit that shares a space: as broad as a counter, letters on the left, Battle Value on the right.

    Disorganized its letters and value lie on their sides, Routed it stands on its head.
    """
    livery = UNITS[power]
    pen = blank(side, high, unit)
    sign = min(high * 0.7, side * 0.25) if napoleon or rotated else 0.0
    # A sign takes part of the value's room, or else the letters would be too small to read.
    plate = side * (0.6 if stationary else 0.64) + sign * 0.4
    pen.rectangle((1, 1, side - 2, high - 2), livery.fill, edge_of(theme), 3, 6)
    hatched(pen, (4, 4, plate, high - 5), blend(livery.fill, livery.ink, 0.3), livery.tincture, 6, 1.6)
    pen.rectangle((plate, 4, side - 5, high - 5), livery.ink, None, 0, 3)
    value = f"[{battle_value}]" if stationary else str(battle_value)
    on_side = condition == 1
    _lettered(pen, (4, 2, plate - sign, high - 3), letter, livery.ink, livery.fill, on_side)
    _lettered(pen, (plate, 2, side - 5, high - 3), value, livery.fill, None, on_side)
    if rotated and not napoleon:
        _turned(pen, (plate - sign / 2, high / 2), sign * 0.3, livery)
    sprite = cut(pen)
    if condition == 2:
        sprite = sprite.transpose(Image.Transpose.ROTATE_180)
    if napoleon:
        badge = eagle(sign, theme, unit)
        left = round((plate - sign) * unit)
        if condition == 2:
            left = sprite.width - left - badge.width
        sprite.alpha_composite(badge, (left, (sprite.height - badge.height) // 2))
    return sprite


def _lettered(pen: Pen, box: Box, text: str, ink: Rgb, halo: Rgb | None, on_side: bool) -> None:
    """Letters as large as a box takes them, upright or on their side."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    if on_side:
        wide, high = high, wide
    sheet = Pen(Image.new("RGBA", (round(wide * pen.unit), round(high * pen.unit))), pen.unit)
    size = pen.fit(text, "bold", min(high * 1.3, 46), wide - 2, 8)
    sheet.text((wide / 2, high / 2), text, "bold", size, ink, halo=halo)
    drawn = sheet.image.transpose(Image.Transpose.ROTATE_90) if on_side else sheet.image
    pen.image.alpha_composite(drawn, (round(left * pen.unit), round(top * pen.unit)))


@lru_cache(maxsize=32)
def eagle(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """Napoleon's sign: a gilt N on black."""
    pen = blank(side, side, unit)
    centre = (side / 2, side / 2)
    pen.circle(centre, side / 2 - 1, BLACK, GILT, side * 0.09)
    pen.text(centre, "N", "bold", side * 0.64, GILT)
    return cut(pen)


def _turned(pen: Pen, centre: Point, radius: float, livery: Livery) -> None:
    x, y = centre
    pen.circle(centre, radius * 1.25, livery.fill)
    pen.arc(centre, radius, (-60, 210), livery.ink, radius * 0.32)
    tip = (x + radius * math.cos(math.radians(-60)), y + radius * math.sin(math.radians(-60)))
    pen.polygon(
        [
            (tip[0] - radius * 0.75, tip[1] - radius * 0.1),
            (tip[0] + radius * 0.35, tip[1] - radius * 0.5),
            (tip[0] + radius * 0.2, tip[1] + radius * 0.6),
        ],
        livery.ink,
    )


@lru_cache(maxsize=64)
def liberation(
    side: float, theme: ThemeName, unit: float, faint: bool = False, spent: bool = False
) -> Image.Image:
    """A Liberation marker: a cockade with its letter; a spent one is drab and struck through."""
    pen = blank(side, side, unit)
    centre, radius = (side / 2, side / 2), side / 2 - 1.5
    pen.circle(centre, radius, DRAB if spent else BLUE, edge_of(theme), side * 0.045)
    pen.circle(centre, radius * 0.8, BONE)
    pen.circle(centre, radius * 0.64, DRAB if spent else RED)
    pen.text(centre, "L", "bold", side * 0.62, BONE)
    if spent:
        reach = radius * 0.68
        stroke = [(centre[0] - reach, centre[1] + reach), (centre[0] + reach, centre[1] - reach)]
        pen.line(stroke, BONE, side * 0.2)
        pen.line(stroke, BLACK, side * 0.1)
    sprite = cut(pen)
    if faint:
        sprite.putalpha(sprite.getchannel("A").point(lambda v: v * 2 // 5))
    return sprite


@lru_cache(maxsize=32)
def disorder(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The Disorder marker: a lozenge in flames."""
    pen = blank(side, side, unit)
    half = side / 2
    for inset, fill in ((1.0, edge_of(theme)), (side * 0.07, FLAME)):
        pen.polygon(_lozenge(side, inset), fill)
    pen.polygon(_lozenge(side, side * 0.15), None, BLACK, side * 0.03)
    pen.text((half, half), "D", "bold", side * 0.52, BLACK)
    return cut(pen)


def _lozenge(side: float, inset: float) -> list[Point]:
    half, far = side / 2, side - inset
    return [(half, inset), (far, half), (half, far), (inset, half)]


@lru_cache(maxsize=32)
def political(marker: Marker, side: float, theme: ThemeName, unit: float) -> Image.Image:
    """A political marker: round for the Monarchy, square for Despotism, a shield for the Republic."""
    livery = MARKERS[marker]
    pen = blank(side, side, unit)
    half = side / 2
    inner = side - 2
    if marker == "monarchy":
        pen.circle((half, half), half - 1, livery.fill, BLACK, side * 0.07)
    elif marker == "despotism":
        pen.rectangle((2, 2, inner, inner), livery.fill, edge_of(theme), side * 0.07)
    else:
        shield = [(2.0, 2.0), (inner, 2.0), (inner, side * 0.6), (half, inner), (2.0, side * 0.6)]
        pen.polygon(shield, livery.fill, edge_of(theme), side * 0.07)
    at = (half, half * (0.93 if marker == "republic" else 1))
    pen.text(at, marker[0].upper(), "bold", side * 0.72, livery.ink)
    return cut(pen)


@lru_cache(maxsize=32)
def french(value: str, side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The French Army marker: a tricolour with the value on it."""
    pen = blank(side, side, unit)
    pen.rectangle((2, 2, side - 3, side - 3), BONE, None, 0, 5)
    pen.rectangle((3, 3, 12, side - 4), BLUE)
    pen.rectangle((side - 13, 3, side - 4, side - 4), RED)
    pen.rectangle((1, 1, side - 2, side - 2), None, edge_of(theme), 3.5, 6)
    pen.text((side / 2, side / 2), value, "bold", 31, BLACK)
    return cut(pen)


@lru_cache(maxsize=128)
def seal(colour: Colour, number: str, side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The number of a headline on the colour of its deck."""
    livery = DECKS[colour]
    pen = blank(side, side, unit)
    half = side / 2
    pen.circle((half, half), half - 2, livery.fill, edge_of(theme), 4)
    ring = Image.new("L", pen.image.size, 0)
    ring_pen = Pen(ring, pen.unit)
    ring_pen.circle((half, half), half - 6, 255)
    ring_pen.circle((half, half), half * 0.68, 0)
    hatched_where(pen, ring, livery.ink, livery.tincture, 6, 1.6)
    pen.circle((half, half), half * 0.68, None, livery.ink, 2)
    pen.text((half, half), number, "bold", pen.fit(number, "bold", 58, side * 0.56, 20), livery.ink)
    return cut(pen)


@lru_cache(maxsize=16)
def pack_of(colour: Colour, side: float, theme: ThemeName, unit: float) -> Image.Image:
    """A deck seen from above: its colour and hatch."""
    livery = DECKS[colour]
    pen = blank(side, side, unit)
    box = (side * 0.14, 2.0, side * 0.86, side - 3)
    pen.rectangle(box, livery.fill, edge_of(theme), 3, 4)
    hatched(pen, (box[0] + 6, 8, box[2] - 6, side - 9), livery.ink, livery.tincture, 6, 1.8)
    return cut(pen)
