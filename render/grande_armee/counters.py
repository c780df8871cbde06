"""Counters, drawn once per size and theme and kept as sprites (RGBA).

A French counter has square corners, an Allied one cut corners; each flies the flag of its nation. A
disrupted unit is hatched and its flag is struck, so that no state is shown by hue alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from data.grande_armee.schema import Side
from render.grande_armee.liveries import DRESS
from render.grande_armee.scene import Stack, Troop
from render.once import told_once
from render.paper import blend
from render.parts.counters import BLACK, BONE, bevelled, blank, cut, edge_of, hatched, ink_on, star
from render.parts.flags import GOLD, RED, flag
from render.pen import Box, Pen, Point
from render.theme import Rgb, ThemeName

WIDE, HIGH = 1.60, 1.54
"""Size of a counter, in sizes of a hex."""
NAME = 0.42
"""Height of the strip with a leader's name."""
CUT = 0.16
"""The cut of an Allied counter's corners."""
PILE = 0.10
"""How far the counter below shows where there are several."""
SMALL = 0.25
"""Letters below which a leader's name loses its title."""


def colours(theme: ThemeName) -> list[Rgb]:
    """The colours of counters."""
    fills = [dress.fill for dress in DRESS.values()]
    return [*fills, *(_worn(fill, theme) for fill in fills), BLACK, BONE, GOLD, RED]


def _worn(fill: Rgb, theme: ThemeName) -> Rgb:
    return blend(fill, (176, 168, 150) if theme == "light" else (104, 98, 92), 0.45)


def ground(at: Point, size: float) -> Box:
    """The ground that a counter takes in the middle of a hex."""
    half, tall = (WIDE + PILE) * size / 2, (HIGH + PILE) * size / 2
    return at[0] - half, at[1] - tall, at[0] + half, at[1] + tall


def _outline(side: Side, box: Box) -> list[Point]:
    corner = min(box[2] - box[0], box[3] - box[1]) * CUT
    return bevelled(box, 0 if side == "french" else corner)


@told_once(1024)
def stack(seen: Stack, *, size: float, theme: ThemeName, unit: float) -> Image.Image:
    """The units of a side on a hex; `size` is that of the hex."""
    wide, high, edge = (WIDE + PILE) * size, (HIGH + PILE) * size, edge_of(theme)
    pen = blank(wide, high, unit)
    dress = DRESS[seen.nation]
    fill = _worn(dress.fill, theme) if seen.disrupted == "all" else dress.fill
    ink = ink_on(fill)
    rim = max(0.05 * size, 1.4)
    drop = PILE * size
    if seen.units > 1:
        for by in (drop, drop / 2):
            box = (by, by, wide - drop + by - 1, high - drop + by - 1)
            pen.polygon(_outline(seen.side, box), blend(fill, ink, 0.25), edge, rim * 0.7)
    body = (0.5, 0.5, wide - drop - 1, high - drop - 1)
    pen.polygon(_outline(seen.side, body), edge)
    inner = (body[0] + rim, body[1] + rim, body[2] - rim, body[3] - rim)
    pen.polygon(_outline(seen.side, inner), fill)
    if seen.disrupted != "none":
        _hatch(pen, seen, inner, ink, size)
    _face(pen, seen, inner, fill, ink, edge, size)
    if seen.doomed:
        left, top, right, bottom = inner
        for colour, width in ((BONE, 0.2), (RED, 0.11)):
            pen.line([(left, top), (right, bottom)], colour, width * size)
            pen.line([(left, bottom), (right, top)], colour, width * size)
    return cut(pen)


def _hatch(pen: Pen, seen: Stack, box: Box, ink: Rgb, size: float) -> None:
    left, top, right, bottom = box
    inset = CUT * size * 0.8 if seen.side == "allied" else 0
    start = top if seen.disrupted == "all" else bottom - 0.36 * size
    shade = (left + inset / 2, max(start, top + inset / 2), right - inset / 2, bottom - inset / 2)
    fill = DRESS[seen.nation].fill
    hatched(pen, shade, blend(fill, ink, 0.45), "counter", 0.15 * size, 0.045 * size)


def _face(pen: Pen, seen: Stack, box: Box, fill: Rgb, ink: Rgb, edge: Rgb, size: float) -> None:
    left, top, right, bottom = box
    pad = 0.08 * size if seen.side == "french" else 0.16 * size
    high = 0.3 * size
    ensign = (left + pad, top + pad, left + pad + 0.48 * size, top + pad + high)
    flag(pen, ensign, seen.nation, edge, max(0.03 * size, 1))
    if seen.disrupted == "all":
        for colour, width in ((BONE, 0.11), (RED, 0.06)):
            pen.line([(ensign[0] - 1, ensign[3] + 1), (ensign[2] + 1, ensign[1] - 1)], colour, width * size)
    arms = tuple(dict.fromkeys(troop.arm for troop in seen.troops))
    spot = right - pad
    for arm in reversed(arms):
        wide = (0.46 if len(arms) == 1 else 0.32) * size
        _arm(pen, (spot - wide, top + pad, spot, top + pad + high), arm, ink, size)
        spot -= wide + 0.06 * size
    low = bottom - (NAME * size * 0.86 if seen.leaders else 0.04 * size)
    middle = (top + pad + high + low) / 2
    if seen.troops:
        _numbers(pen, seen, (left, middle, right, low), ink, fill, size)
    else:
        _baggage(pen, ((left + right) / 2, middle), seen, ink, size)
    if seen.leaders:
        _names(pen, seen, (left, low, right, bottom), edge, size)


def _numbers(pen: Pen, seen: Stack, box: Box, ink: Rgb, fill: Rgb, size: float) -> None:
    """The strength in figures as large as there is room for, and signs of supply and depots beside them."""
    left, middle, right, _low = box
    train = _train(seen)
    words = str(seen.strength)
    letters = 0.80 * size if seen.leaders else 1.0 * size
    halo = fill if seen.disrupted != "none" else None
    room = right - left - 0.2 * size - (0.44 * size if train else 0)
    letters = pen.fit(words, "bold", letters, room, 0.4 * size)
    x = (left + right) / 2 - (0.2 * size if train else 0)
    pen.text((x, middle), words, "bold", letters, ink, halo=halo, halo_width=0.08 * size)
    for number, (sign, count) in enumerate(train):
        y = middle + (number - (len(train) - 1) / 2) * 0.36 * size
        at = (right - 0.32 * size, y)
        sign(pen, at, 0.17 * size, ink, fill)
        if count > 1 and len(train) == 1:
            pen.text((at[0], at[1] + 0.33 * size), f"×{count}", "bold", 0.26 * size, ink)


def _train(seen: Stack) -> list[tuple[Callable[[Pen, Point, float, Rgb, Rgb], None], int]]:
    """The signs of depots and supply units, each with how many there are."""
    return [(sign, count) for sign, count in ((house, seen.depots), (wheel, seen.supplies)) if count]


def _baggage(pen: Pen, at: Point, seen: Stack, ink: Rgb, size: float) -> None:
    """Units without combat units: wheels, houses, or a leader's star."""
    signs = _train(seen)
    if not signs:
        star(pen, at, 0.3 * size, GOLD, ink)
        return
    fill = DRESS[seen.nation].fill
    for number, (sign, count) in enumerate(signs):
        x = at[0] + (number - (len(signs) - 1) / 2) * 0.62 * size
        if count > 1 and len(signs) == 1:
            pen.text((x + 0.32 * size, at[1]), f"×{count}", "bold", 0.4 * size, ink)
            x -= 0.24 * size
        sign(pen, (x, at[1]), 0.26 * size, ink, fill)


def _names(pen: Pen, seen: Stack, box: Box, edge: Rgb, size: float) -> None:
    """The best leader's name on a strip of gold, with how many more there are."""
    left, top, right, bottom = box
    inset = CUT * size * 0.75 if seen.side == "allied" else 0.0
    pen.polygon(
        [
            *((left, top), (right, top), (right, bottom - inset), (right - inset, bottom)),
            *((left + inset, bottom), (left, bottom - inset)),
        ],
        GOLD,
        edge,
        max(0.02 * size, 0.8),
    )
    more = f" +{len(seen.leaders) - 1}" if len(seen.leaders) > 1 else ""
    room = right - left - inset - 0.06 * size
    name = seen.leaders[0]
    # A long name loses its title: the common name remains.
    while pen.length(f"{name}{more}", "bold", SMALL * size) > room and " " in name:
        name = name.partition(" ")[2]
    words = f"{name}{more}"
    letters = pen.fit(words, "bold", 0.35 * size, room, 0.17 * size)
    pen.text(((left + right) / 2, (top + bottom) / 2), words, "bold", letters, BLACK)


def _arm(pen: Pen, box: Box, arm: str, ink: Rgb, size: float) -> None:
    """The field sign of an arm: crossed belts for foot, one for horse."""
    left, top, right, bottom = box
    width = max(0.045 * size, 1.2)
    pen.rectangle(box, None, ink, width)
    pen.line([(left, bottom), (right, top)], ink, width)
    if arm == "infantry":
        pen.line([(left, top), (right, bottom)], ink, width)


def wheel(pen: Pen, at: Point, radius: float, ink: Rgb, fill: Rgb) -> None:
    """A wagon's wheel: a supply unit."""
    pen.circle(at, radius, fill, ink, radius * 0.26)
    for spoke in range(4):
        turn = math.pi * spoke / 4 + math.pi / 8
        far = (radius * 0.86 * math.cos(turn), radius * 0.86 * math.sin(turn))
        pen.line([(at[0] - far[0], at[1] - far[1]), (at[0] + far[0], at[1] + far[1])], ink, radius * 0.16)
    pen.circle(at, radius * 0.24, ink)


def house(pen: Pen, at: Point, radius: float, ink: Rgb, fill: Rgb) -> None:
    """A magazine: a depot."""
    x, y = at
    shape = [(-1.0, 0.9), (-1.0, -0.1), (0.0, -1.0), (1.0, -0.1), (1.0, 0.9)]
    pen.polygon([(x + a * radius, y + b * radius) for a, b in shape], ink)
    pen.rectangle((x - 0.28 * radius, y + 0.2 * radius, x + 0.28 * radius, y + 0.9 * radius), fill)


@lru_cache(maxsize=256)
def troop(
    kind: Troop, nation_fill: Rgb, *, high: float, unit: float, edge: Rgb, struck: bool = False
) -> Image.Image:
    """Units of one kind as a battle lists them: number, arm, strength, allowance; struck out where lost."""
    words = f"{kind.strength}-{kind.allowance}"
    rule = Pen(Image.new("L", (1, 1)), 4)
    count = f"{kind.number}×" if kind.number > 1 else ""
    before = rule.length(count, "bold", high * 0.62)
    wide = before + high * 0.2 + rule.length(words, "bold", high * 0.62) + high * 1.25
    pen, ink = blank(wide, high, unit), ink_on(nation_fill)
    pen.rectangle((0.5, 0.5, wide - 1, high - 1), nation_fill, edge, max(1.2, high * 0.06))
    pen.text((high * 0.16, high / 2), count, "bold", high * 0.62, ink, anchor="lm")
    sign = (high * 0.16 + before, high * 0.24, high * 0.16 + before + high * 0.78, high * 0.76)
    _arm(pen, sign, kind.arm, ink, high * 0.9)
    pen.text((wide - high * 0.14, high / 2), words, "bold", high * 0.62, ink, anchor="rm")
    if struck:
        for colour, width in ((BONE, 0.2), (RED, 0.11)):
            pen.line([(high * 0.1, high * 0.86), (wide - high * 0.1, high * 0.14)], colour, width * high)
    return cut(pen)
