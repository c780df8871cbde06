"""Counters, drawn once per size and theme and kept as sprites (RGBA).

A French counter has square corners below the tricolour, an Allied one cut corners and an eagle.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from data.catalogue import _
from data.valmy.schema import Army, Nation, Position
from data.valmy.tables import Arm
from render.fonts import Role
from render.once import told_once
from render.paper import blend
from render.parts.counters import BLACK, BONE, bevelled, blank, cut, dog_ear, edge_of, ink_on, star
from render.parts.figures import figure
from render.parts.flags import BLUE, GOLD, RED, flag
from render.pen import Box, Pen, Point
from render.theme import Rgb, ThemeName
from render.valmy.liveries import ARROWS, DRESS, HEADGEAR

TIRED: dict[ThemeName, tuple[Rgb, float]] = {"light": ((214, 206, 190), 0.64), "dark": ((78, 74, 70), 0.74)}
"""The colour to which an activated counter fades, and the strength: pale by day, dull by candlelight."""
AMBER: Rgb = (246, 166, 60)
CUT = 0.13
"""How much of its height the corner of an Allied counter lacks."""
UNIT = 88.0
"""Side of a unit's counter of size 1."""
FIGURED = 80.0
"""Side of a unit's counter that has room for a soldier of its nation."""
GAP = 3.0
TIGHT = 96.0
"""Width of a stack's counter without room for a marker of its own."""
LEAST, READ = 12.0, 17.5
"""The smallest letters of unit kinds, and of a whole name."""
FIRST = (0.74, 0.5, 0.42, 0.36)
"""Share of a stack's counter that the first row has, by the number of rows of names."""


class Chief(NamedTuple):
    """A leader on a counter."""

    name: str
    rank: int
    spent: bool = False
    lost: bool = False
    """Out of command."""
    units: str = ""
    """The number of units with him, as far as it is known."""
    short: str = ""
    """His name where there is no room for the full one."""


class Troops(NamedTuple):
    """A unit on its counter."""

    name: str
    army: Army
    band: Rgb
    arm: Arm
    position: Position
    strength: int
    morale: int
    steps: int
    whole: int
    """Steps of the whole unit."""
    boost: int = 0
    """Points by which leaders have raised its morale."""
    spent: bool = False
    hurt: bool = False
    """Whether it has just lost a step, or all."""
    nation: Nation = "french"


def colours(theme: ThemeName) -> list[Rgb]:
    """The colours of counters and their marks."""
    fills = [dress.fill for dress in DRESS.values()]
    return [
        *fills,
        *(tired(fill, theme) for fill in fills),
        *ARROWS[theme].values(),
        AMBER,
        BLACK,
        BONE,
        GOLD,
        BLUE,
        RED,
    ]


def outline(army: Army, wide: float, high: float, inset: float) -> list[Point]:
    """The outline of an army's counters, `inset` units inside the edge."""
    box = inset, inset, wide - 1 - inset, high - 1 - inset
    return bevelled(box, min(wide, high) * CUT if army == "allied" else 0)


def stars(pen: Pen, right: float, y: float, rank: int, radius: float, ink: Rgb) -> float:
    """Stars in a row that ends at `right`; returns its start."""
    for number in range(rank):
        pen.stamp(_star(radius, ink, pen.unit), (right - (number * 2 + 1) * radius, y))
    return right - rank * 2 * radius


@lru_cache(maxsize=64)
def _star(radius: float, ink: Rgb, unit: float) -> Image.Image:
    pen = blank(2 * radius, 2 * radius, unit)
    # Soft edges blend into the star's own colour, where clear black would show through them.
    pen.image.paste((*ink, 0), (0, 0, *pen.image.size))
    star(pen, (radius, radius), radius, ink)
    return cut(pen)


def alone(pen: Pen, at: Point, radius: float, edge: Rgb) -> None:
    """The marker of a leader out of command."""
    pen.circle(at, radius, AMBER, edge, radius * 0.22)
    pen.text((at[0], at[1] + radius * 0.02), "!", "bold", radius * 1.7, BLACK)


class _Shape(NamedTuple):
    """The division of a stack's counter: a first row with flag and count, and rows of names below it."""

    wide: float
    high: float
    lines: int
    """Rows of names."""

    @property
    def tall(self) -> float:
        """Height of the first row."""
        return self.high * FIRST[self.lines] - 2 * GAP

    @property
    def middle(self) -> float:
        """How far down the middle of the first row is."""
        if self.narrow:
            return self.high * 0.64
        return GAP + 2 + self.tall / 2 if self.lines else self.high / 2

    @property
    def narrow(self) -> bool:
        """Whether the flag stands above the count, as there is no room beside it."""
        return not self.lines and self.wide < 1.9 * self.tall + 20

    @property
    def tight(self) -> bool:
        """Whether there is no room for a marker beside flag and count."""
        return self.wide < TIGHT

    @property
    def flag(self) -> Box:
        """The place of the flag."""
        if self.narrow:
            return self.wide / 2 - 17, 7, self.wide / 2 + 16, 29
        broad = min(self.tall * 1.42, self.wide * (0.32 if self.tight else 0.4))
        return 7, self.middle - broad * 0.35, 7 + broad, self.middle + broad * 0.35


@lru_cache(maxsize=256)
def _blank_stack(
    army: Army, nation: Nation, shape: _Shape, theme: ThemeName, unit: float, *, spent: bool, lost: bool
) -> Image.Image:
    """The counter of a stack without its letters, which are written at their own size."""
    wide, high, edge = shape.wide, shape.high, edge_of(theme)
    pen = blank(wide, high, unit)
    pen.polygon(outline(army, wide, high, 0.5), edge)
    pen.polygon(outline(army, wide, high, 2.4), _fill(army, theme, spent=spent))
    flag(pen, shape.flag, nation, edge)
    if lost and shape.tight:
        alone(pen, (shape.flag[2] - 2, shape.flag[3] - 3), 9, edge)
    elif lost:
        alone(pen, (wide - (21 if spent else 8) - 12, shape.middle), 12, edge)
    if spent:
        dog_ear(pen, wide - 1, 1.0, edge)
    return cut(pen)


def _fill(army: Army, theme: ThemeName, *, spent: bool) -> Rgb:
    return tired(DRESS[army].fill, theme) if spent else DRESS[army].fill


def tired(fill: Rgb, theme: ThemeName) -> Rgb:
    """The colour of a counter that has been activated."""
    faded, share = TIRED[theme]
    return blend(fill, faded, share)


@told_once(512)
def stack(
    army: Army,
    nation: Nation,
    count: str,
    arms: str,
    chiefs: tuple[Chief, ...],
    *,
    wide: float,
    high: float,
    rows: int,
    theme: ThemeName,
    unit: float,
) -> Image.Image:
    """One side's counters in a box: flag, number of units, and leaders in so many rows.

    :param arms: the kinds of units, as far as known; shown where there are several rows.
    """
    spent, lost = bool(chiefs) and all(chief.spent for chief in chiefs), any(chief.lost for chief in chiefs)
    shape = _Shape(wide, high, min(len(chiefs), rows))
    pen = Pen(_blank_stack(army, nation, shape, theme, unit, spent=spent, lost=lost).copy(), unit)
    ink = ink_on(_fill(army, theme, spent=spent)) if spent else DRESS[army].ink
    tall, middle = shape.tall, shape.middle
    left, right = 7 if shape.narrow else shape.flag[2] + 6, wide - (21 if spent else 8)
    if lost:
        left, right = (left + 6, right) if shape.tight else (left, right - 28)
    if not chiefs:
        size = pen.fit(count, "bold", tall * 0.78, right - left - 2, tall * 0.4)
        pen.text(((left + right) / 2, middle), count, "bold", size, ink)
        return pen.image
    size = pen.fit(count, "bold", tall, right - left - 2, tall * 0.4)
    pen.text((left, middle), count, "bold", size, ink, anchor="lm")
    left += pen.length(count, "bold", size) + 6
    rank = chiefs[0].rank
    if rows > 1 and arms and pen.length(arms, "text", LEAST) < right - left:
        pen.text(
            (left, middle), arms, "text", pen.fit(arms, "text", 14, right - left, LEAST), ink, anchor="lm"
        )
    elif rows == 1 and right - left > rank * 10:
        stars(pen, right, middle, rank, round(min(tall * 0.2, (right - left) / (2 * rank)), 1), ink)
    _named(pen, chiefs, rows, (6, middle + tall / 2, wide - 7, high - 3), ink)
    return pen.image


def _named(pen: Pen, chiefs: tuple[Chief, ...], rows: int, box: Box, ink: Rgb) -> None:
    """The leaders' names below each other, each with his stars and units; the last row counts the rest."""
    left, top, right, bottom = box
    if not chiefs:
        return
    shown = chiefs if len(chiefs) <= rows else chiefs[: max(1, rows - 1)]
    more = len(chiefs) - len(shown)
    if rows == 1:
        first, tail = shown[0], f" +{more}" if more else ""
        text = f"{first.name}{tail}"
        if first.short and pen.length(text, "bold", READ) > right - left:
            text = f"{first.short}{tail}"
        size = pen.fit(text, "bold", 27.5, right - left, 8)
        pen.text(((left + right) / 2, (top + bottom) / 2), text, "bold", size, ink)
        return
    pitch = (bottom - top) / (len(shown) + (more > 0))
    size = min(pitch * 0.86, 20)
    for number, chief in enumerate(shown):
        y, end = top + (number + 0.5) * pitch, right
        if chief.units and (len(chiefs) > 1 or right - left > TIGHT):
            pen.text((right, y), chief.units, "bold", size, ink, anchor="rm")
            end -= pen.length("88", "bold", size) + 3
        role: Role = "italic" if chief.spent else "bold"
        # Where there is no room for both, the name is more important than the stars.
        if pen.length(chief.name, role, size * 0.65) < end - left - chief.rank * size * 0.54 - 3:
            end = stars(pen, end, y, chief.rank, size * 0.27, ink) - 3
        fitting = pen.fit(chief.name, role, size, end - left, size * 0.5)
        pen.text((left, y), chief.name, role, fitting, ink, anchor="lm")
    if more:
        y = top + (len(shown) + 0.5) * pitch
        pen.text(
            (left, y), _("and {number} more", number=more), "italic", min(pitch * 0.8, 17), ink, anchor="lm"
        )


@lru_cache(maxsize=1024)
def troops(seen: Troops, *, side: float, theme: ThemeName, unit: float) -> Image.Image:
    """A unit: name on its command's colour, position and kind, steps, strength and morale.

    A lost step is a hollow pip, a lost unit has a cross.
    """
    pen, edge, dress = blank(side, side, unit), edge_of(theme), DRESS[seen.army]
    s = side / UNIT
    gone = seen.steps == 0
    fill, band = dress.fill, seen.band
    if gone or seen.spent:
        fill, band = tired(fill, theme), tired(band, theme)
    ink = ink_on(fill) if gone or seen.spent else dress.ink
    pen.polygon(outline(seen.army, side, side, 0.5), edge)
    pen.polygon(outline(seen.army, side, side, 2.6 * s), fill)
    inset = side * CUT if seen.army == "allied" else 4 * s
    pen.rectangle((inset, 4.5 * s, side - 1 - inset, 22 * s), band, edge, 1.2 * s)
    name_ink = ink_on(band)
    room = side - 2 * inset - 5 * s
    name = seen.name if pen.length(seen.name, "bold", 10 * s) < room else _brief(seen.name)
    pen.text((side / 2, 13.4 * s), name, "bold", pen.fit(name, "bold", 16 * s, room, 5 * s), name_ink)
    pen.text((15 * s, 36 * s), seen.position, "bold", 21 * s, ink)
    kind(pen, (side / 2 - 14 * s, 27 * s, side / 2 + 14 * s, 45.5 * s), seen.arm, ink, s)
    for step in range(seen.whole):
        at = (side - 15 * s, (36 + (step - (seen.whole - 1) / 2) * 12) * s)
        pen.circle(at, 4.6 * s, ink if step < seen.steps else None, ink, 1.6 * s)
    worth = f"{seen.strength}-{seen.morale + seen.boost}"
    left = 31 * s if side >= FIGURED else 9 * s
    middle, letters = (left + side - 6 * s) / 2, pen.fit(worth, "bold", 38 * s, side - left - 7 * s, 12 * s)
    if side >= FIGURED:
        figure(pen, HEADGEAR[seen.nation], (18 * s, 66 * s), 29 * s, ink, fill)
    pen.text((middle, 65 * s), worth, "bold", letters, ink)
    if seen.boost:
        wide = pen.length(worth, "bold", letters)
        pen.line([(middle + wide * 0.12, 82 * s), (middle + wide / 2, 82 * s)], AMBER, 4 * s)
    if gone:
        for colour, width in ((BONE, 8.0), (BLACK, 4.0)):
            pen.line([(9 * s, 26 * s), (side - 9 * s, 80 * s)], colour, width * s)
            pen.line([(9 * s, 80 * s), (side - 9 * s, 26 * s)], colour, width * s)
    if seen.hurt:
        _burst(pen, (side - 14 * s, side - 14 * s), 13 * s)
    return cut(pen)


def _brief(name: str) -> str:
    """A long name with its first word abbreviated: `Gren. Vietinghof`."""
    first, space, rest = name.partition(" ")
    return f"{first[:4]}. {rest}" if space and len(first) > 5 else name


def kind(pen: Pen, box: Box, arm: Arm, ink: Rgb, size: float) -> None:
    """The field sign of an arm: crossed belts for foot, one for horse."""
    left, top, right, bottom = box
    pen.rectangle(box, None, ink, 1.8 * size)
    pen.line([(left, bottom), (right, top)], ink, 1.8 * size)
    if arm == "infantry":
        pen.line([(left, top), (right, bottom)], ink, 1.8 * size)


def _burst(pen: Pen, at: Point, radius: float) -> None:
    """The burst over a unit that has just been hit."""
    spokes = [(math.pi * n / 8, radius if n % 2 == 0 else radius * 0.55) for n in range(16)]
    ring = [(at[0] + far * math.cos(turn), at[1] + far * math.sin(turn)) for turn, far in spokes]
    pen.polygon(ring, AMBER, BLACK, radius * 0.12)
    pen.text(at, "−", "bold", radius * 1.3, BLACK)


@lru_cache(maxsize=256)
def leader(
    chief: Chief,
    army: Army,
    nation: Nation,
    figures: tuple[int, int, int, int],
    *,
    high: float,
    theme: ThemeName,
    unit: float,
) -> Image.Image:
    """A leader on the battle board: flag, name, stars, and offence, command, defence."""
    dress, edge = DRESS[army], edge_of(theme)
    rated = "-".join(map(str, figures[:3]))
    size, small = high * 0.56, high * 0.6
    rule = Pen(Image.new("L", (1, 1)), 4)
    wide = high * 1.15 + rule.length(chief.name, "bold", size) + rule.length(rated, "bold", small)
    wide += high * (0.9 + 0.4 * chief.rank)
    pen = blank(wide, high, unit)
    pen.polygon(outline(army, wide, high, 0.5), edge)
    pen.polygon(outline(army, wide, high, 2.2), dress.fill)
    flag(pen, (6, high * 0.2, 6 + high * 0.86, high * 0.8), nation, edge)
    middle = high / 2 - 0.5
    pen.text((12 + high * 0.86, middle), chief.name, "bold", size, dress.ink, anchor="lm")
    pen.text((wide - high * 0.2 - 2, middle), rated, "bold", small, dress.ink, anchor="rm")
    right = wide - high * 0.2 - 10 - rule.length(rated, "bold", small)
    stars(pen, right, middle, chief.rank, high * 0.18, dress.ink)
    return cut(pen)
