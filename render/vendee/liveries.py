"""The sides' and armies' colours, their patterns, and the country's tints."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from PIL import Image

from data.vendee.schema import Armies, Side, Terrain
from render.paper import blend, hatch
from render.pen import Pen
from render.theme import Rgb, ThemeName

Readiness = Literal["fresh", "activated", "routed"]
"""As views have it of combat points and of generals."""
READINESS: tuple[Readiness, ...] = ("fresh", "activated", "routed")
Pattern = Literal["plain", "diagonal", "cross", "chevron"]

BLACK: Rgb = (20, 14, 10)
BONE: Rgb = (255, 250, 240)
BLUE: Rgb = (30, 66, 132)
RED: Rgb = (196, 36, 44)

TINTS: dict[ThemeName, dict[Terrain, Rgb]] = {
    "light": {
        "clear": (250, 240, 206),
        "mixed": (239, 231, 192),
        "bocage": (216, 223, 177),
        "marsh": (203, 221, 208),
    },
    "dark": {
        "clear": (72, 64, 48),
        "mixed": (59, 56, 43),
        "bocage": (44, 55, 40),
        "marsh": (38, 58, 62),
    },
}
MARKS: dict[ThemeName, dict[Terrain, Rgb]] = {
    "light": {
        "clear": (226, 208, 160),
        "mixed": (152, 158, 98),
        "bocage": (158, 174, 116),
        "marsh": (104, 146, 138),
    },
    "dark": {
        "clear": (94, 84, 62),
        "mixed": (96, 98, 62),
        "bocage": (66, 84, 56),
        "marsh": (76, 116, 120),
    },
}
"""Ink of the terrain's signs."""

SIDES: dict[Side, str] = {"royalist": "Royalist", "republican": "Republican"}


class Dress(msgspec.Struct, frozen=True):
    """What an army or band looks like."""

    fill: Rgb
    ink: Rgb
    pattern: Pattern
    letter: str
    short: str


@lru_cache(maxsize=8)
def _dresses(encoded: bytes) -> dict[str, Dress]:
    armies = msgspec.json.decode(encoded, type=Armies)
    dressed: dict[str, Dress] = {
        army.id: Dress(*_colours(army.colour), army.pattern, army.letter, army.short) for army in armies.army
    }
    for band in armies.band:
        dressed[band.id] = Dress(*_colours(band.colour), "plain", band.letter, band.short)
    return dressed


def dresses(armies: Armies) -> dict[str, Dress]:
    """Dress of each army and band."""
    return _dresses(msgspec.json.encode(armies))


def _colours(code: str) -> tuple[Rgb, Rgb]:
    fill: Rgb = (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))
    return fill, ink_on(fill)


def ink_on(fill: Rgb) -> Rgb:
    """The ink that reads on a colour."""
    bright = 0.3 * fill[0] + 0.59 * fill[1] + 0.11 * fill[2]
    return BLACK if bright > 140 else BONE


def line_of(dress: Dress, theme: ThemeName) -> Rgb:
    """The colour of an army's border on the paper of a theme: dark ones are lightened at night."""
    return blend(dress.fill, BONE, 0.3) if theme == "dark" else dress.fill


def pattern(size: tuple[int, int], kind: Pattern, gap: float, width: float) -> Image.Image:
    """A mask (mode L) of `size` pixels with an army's pattern; plain is empty."""
    if kind != "chevron":
        return hatch(size, kind, gap, width)
    mask = Image.new("L", size, 0)
    pen = Pen(mask, 1)
    wide, high = size
    for row in range(-1, int(high / gap) + 2):
        points = [
            (column * gap, (row + (0.0 if column % 2 else 0.8)) * gap)
            for column in range(int(wide / gap) + 2)
        ]
        pen.line(points, 255, width)
    return mask
