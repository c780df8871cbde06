"""Counters as sprites (RGBA): emblems, armies, people in medallions, revolts, deputies."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

from PIL import Image

from render.paper import blend
from render.parts import signs
from render.parts.counters import BLACK, BONE, blank, cut, edge_of, hatched_where
from render.pen import Box, Pen, Point
from render.revolution.emblems import EMBLEMS
from render.revolution.liveries import BLUE, COALITION, RED, SEATS, livery
from render.theme import THEMES, Livery, Rgb, Theme, ThemeName

Fate = Literal["free", "prison", "away", "dead"]
Ballot = Literal["yes", "no", "none"]
HIGH = 46.0
"""Height of armies and emblems on the map."""
OVAL = (58.0, 40.0)
"""Size of a medallion."""
PALE: Rgb = (198, 190, 176)


@lru_cache(maxsize=128)
def badge(holder: str, side: float, theme: ThemeName, unit: float, *, pale: bool = False) -> Image.Image:
    """The emblem of a Current, or of the Coalition, on a disc of its colour."""
    pen, dressed = blank(side, side, unit), livery(holder) or COALITION
    fill = blend(dressed.fill, PALE, 0.6) if pale else dressed.fill
    middle = (side / 2 - 0.4, side / 2 - 0.4)
    pen.circle(middle, side / 2 - 0.6, edge_of(theme))
    pen.circle(middle, side / 2 - side * 0.055, fill)
    EMBLEMS[holder](pen, middle, side * 0.34, dressed.ink, fill)
    return cut(pen)


@lru_cache(maxsize=8)
def crown(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The King."""
    pen = blank(side, side, unit)
    middle = (side / 2 - 0.4, side / 2 - 0.4)
    pen.circle(middle, side / 2 - 0.6, edge_of(theme))
    pen.circle(middle, side / 2 - side * 0.055, BLUE)
    EMBLEMS["king"](pen, middle, side * 0.34, (250, 214, 96), BLUE)
    return cut(pen)


@lru_cache(maxsize=256)
def army(side: str, text: str, *, hidden: bool, high: float, theme: ThemeName, unit: float) -> Image.Image:
    """Armies of a side with a word on their flag: tricolour, black and gold, or white with a red cross."""
    wide, pole = high * 1.12, high * 0.09
    pen, edge = blank(wide, high, unit), edge_of(theme)
    left, top, right, low = pole * 1.6, high * 0.04, wide - 1, high * 0.86
    pen.line([(pole, 0), (pole, high)], edge, pole)
    fill = {"revolutionary": BONE, "catholic": BONE, "allied": COALITION.fill}[side]
    fill = blend(fill, PALE, 0.7) if hidden else fill
    pen.rectangle((left, top, right, low), fill, edge, high * 0.045)
    inner = high * 0.045
    if side == "revolutionary":
        band = (right - left) * 0.2
        pen.rectangle((left + inner, top + inner, left + band, low - inner), BLUE)
        pen.rectangle((right - band, top + inner, right - inner, low - inner), RED)
    middle = ((left + right) / 2, (top + low) / 2)
    if side == "catholic":
        across, arm = left + (right - left) * 0.24, high * 0.075
        pen.line([(across, top + high * 0.12), (across, low - high * 0.12)], RED, arm)
        pen.line([(left + high * 0.1, middle[1]), (left + high * 0.45, middle[1])], RED, arm)
        middle = (left + (right - left) * 0.68, middle[1])
    if side == "allied":
        pen.rectangle(
            (left + inner * 2, top + inner * 2, right - inner * 2, low - inner * 2),
            None,
            COALITION.ink,
            high * 0.035,
        )
    ink = COALITION.ink if side == "allied" else BLACK
    room = (right - left) * {"revolutionary": 0.62, "catholic": 0.5, "allied": 0.84}[side]
    size = pen.fit(text, "bold", high * 0.56, room, high * 0.24)
    pen.text((middle[0], middle[1] - high * 0.02), text, "bold", size, ink)
    return cut(pen)


@lru_cache(maxsize=512)
def medallion(
    name: str, current: str, fate: Fate, *, king: bool, size: float, theme: ThemeName, unit: float
) -> Image.Image:
    """A person's initials in an oval of his Current's colour: behind bars, struck out, or faded away."""
    wide, high = OVAL[0] * size, OVAL[1] * size
    pen, dressed = blank(wide, high, unit), SEATS.get(current, COALITION)
    fill, ink = dressed.fill, dressed.ink
    if fate in ("away", "dead"):
        fill = blend(fill, PALE, 0.82)
        ink = blend(BLACK, PALE, 0.35)
    _oval(pen, (0.4, 0.4, wide - 1, high - 1), edge_of(theme))
    rim = 2.4 * size
    _oval(pen, (rim, rim, wide - 1 - rim, high - 1 - rim), blend(fill, ink, 0.45))
    rim = 4.2 * size
    _oval(pen, (rim, rim, wide - 1 - rim, high - 1 - rim), fill)
    middle = (wide / 2 - 0.4, high / 2 - 0.4)
    letters = pen.fit(name, "bold", 20 * size, wide - 13 * size, 11 * size)
    if fate == "prison":
        for share in (0.14, 0.32, 0.5, 0.68, 0.86):
            reach = high / 2 - rim * (1.0 if 0.2 < share < 0.8 else 1.9)
            pen.line([(wide * share, middle[1] - reach), (wide * share, middle[1] + reach)], ink, 3 * size)
    if king:
        EMBLEMS["king"](pen, middle, high * 0.34, ink, fill)
    else:
        halo = fill if fate == "prison" else None
        at = (middle[0], middle[1] - 0.4 * size)
        pen.text(at, name, "bold", letters, ink, halo=halo, halo_width=2.6 * size)
    if fate == "dead":
        pen.line([(wide * 0.14, high * 0.84), (wide * 0.86, high * 0.16)], RED, 3.4 * size)
    return cut(pen)


def _oval(pen: Pen, box: tuple[float, float, float, float], fill: Rgb) -> None:
    left, top, right, low = box
    pen.rectangle(box, fill, radius=min(right - left, low - top) / 2)


@lru_cache(maxsize=16)
def revolt(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """A region in revolt: a flame on a star."""
    pen, middle = blank(side, side, unit), (side / 2 - 0.4, side / 2 - 0.4)
    for reach, ink in ((0.5, edge_of(theme)), (0.44, RED)):
        star = [
            (
                middle[0] + math.cos(n * math.pi / 9) * side * (reach if n % 2 else reach * 0.74),
                middle[1] + math.sin(n * math.pi / 9) * side * (reach if n % 2 else reach * 0.74),
            )
            for n in range(18)
        ]
        pen.polygon(star, ink)
    flame(pen, middle, side * 0.27, BONE)
    return cut(pen)


def flame(pen: Pen, at: Point, size: float, ink: Rgb) -> None:
    """A flame about a point."""
    shape = (
        (0.05, 1.0),
        (0.42, 0.42),
        (0.5, 0.1),
        (0.72, 0.34),
        (0.78, -0.2),
        (0.5, -0.74),
        (0.0, -0.92),
        (-0.5, -0.74),
        (-0.76, -0.24),
        (-0.62, 0.2),
        (-0.36, -0.04),
        (-0.2, 0.5),
    )
    pen.polygon([(at[0] + x * size, at[1] - y * size) for x, y in shape], ink)


@lru_cache(maxsize=64)
def income(amount: int, ink: Rgb, halo: Rgb, *, hot: bool, high: float, unit: float) -> Image.Image:
    """The income of a region; a flame where it is hot."""
    letters, room = high * 0.5, high * (0.4 if hot else 0.06)
    across = Pen(Image.new("L", (1, 1)), 4).length(str(amount), "bold", letters)
    pen = blank(room + across + high * 0.12, high, unit)
    if hot:
        at = (high * 0.2, high * 0.49)
        flame(pen, at, high * 0.25, halo)
        flame(pen, at, high * 0.19, RED)
    pen.text(
        (room, high * 0.5), str(amount), "bold", letters, ink, anchor="lm", halo=halo, halo_width=high * 0.06
    )
    return cut(pen)


@lru_cache(maxsize=8)
def commune(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The raised Commune of Paris: the tocsin on red."""
    pen, middle = blank(side, side, unit), (side / 2 - 0.4, side / 2 - 0.4)
    pen.rectangle((0.4, 0.4, side - 1, side - 1), RED, edge_of(theme), side * 0.055, side * 0.16)
    EMBLEMS["commune"](pen, middle, side * 0.4, BONE, RED)
    return cut(pen)


@lru_cache(maxsize=8)
def capital(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The Government's seat when Paris is lost: a star."""
    pen, middle = blank(side, side, unit), (side / 2 - 0.4, side / 2 - 0.4)
    for reach, ink in ((0.5, edge_of(theme)), (0.4, BLUE)):
        turns = [-math.pi / 2 + n * math.pi / 5 for n in range(10)]
        star = [
            (
                middle[0] + math.cos(turn) * side * (reach if n % 2 == 0 else reach * 0.46),
                middle[1] + math.sin(turn) * side * (reach if n % 2 == 0 else reach * 0.46),
            )
            for n, turn in enumerate(turns)
        ]
        pen.polygon(star, ink)
    return cut(pen)


@lru_cache(maxsize=64)
def deputy(dressed: Livery, side: float, ballot: Ballot | None, theme: ThemeName, unit: float) -> Image.Image:
    """A deputy on his bench; once votes are shown, with a tick, a cross or a dash."""
    pen, middle = blank(side, side, unit), (side / 2 - 0.4, side / 2 - 0.4)
    pen.circle(middle, side / 2 - 0.5, edge_of(theme))
    pen.circle(middle, side * 0.43, dressed.fill)
    mask = Image.new("L", pen.image.size, 0)
    Pen(mask, pen.unit).circle(middle, side * 0.42, 255)
    if ballot is None:
        line = blend(dressed.fill, dressed.ink, 0.6)
        hatched_where(pen, mask, line, dressed.tincture, side * 0.24, side * 0.05)
        return cut(pen)
    x, y = middle
    strokes = {
        "yes": [[(-0.22, 0.02), (-0.06, 0.2), (0.24, -0.2)]],
        "no": [[(-0.19, -0.19), (0.19, 0.19)], [(-0.19, 0.19), (0.19, -0.19)]],
        "none": [[(-0.2, 0.0), (0.2, 0.0)]],
    }[ballot]
    for stroke in strokes:
        pen.line([(x + a * side, y + b * side) for a, b in stroke], dressed.ink, side * 0.11)
    return cut(pen)


@lru_cache(maxsize=16)
def framed(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The frame of a change, as the key shows it."""
    pen, inked = blank(side, side, unit), THEMES[theme]
    frame(pen, (3, 3, side - 4, side - 4), 0.6, inked)
    return cut(pen)


def frame(pen: Pen, box: Box, size: float, theme: Theme) -> None:
    """A frame about a change."""
    pen.rectangle(box, None, theme.accent_edge, 8 * size, 16 * size)
    pen.rectangle(box, None, theme.accent, 4 * size, 16 * size)


@lru_cache(maxsize=16)
def fought(side: float, theme: ThemeName, unit: float) -> Image.Image:
    """The crossed swords of a combat, as the key shows them."""
    pen, inked = blank(side, side, unit), THEMES[theme]
    signs.swords(pen, (side / 2, side / 2), side / 38, inked.accent, inked.accent_edge)
    return cut(pen)
