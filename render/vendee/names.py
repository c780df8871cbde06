"""Names of areas with their signs, as sprites (RGBA): they lie over arrows, and give way to crowds."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from PIL import Image

from render.parts.counters import OVERSAMPLING
from render.parts.placing.labels import Label
from render.parts.signs import sign
from render.pen import Pen, Point
from render.theme import THEMES, Rgb, Theme, ThemeName

SIGN = 0.94
"""The share of its room that a sign takes."""
RIM = 4.0


def stamp(pen: Pen, label: Label, halo: Rgb, theme: Theme) -> None:
    """Set a name down in its place, on a rim of a colour."""
    away = msgspec.structs.replace(label, at=(0.0, 0.0))
    pen.stamp(_sprite(away, halo, theme.name, pen.unit), label.at)


# A map has about a hundred names, 30 KiB each at 1600 pixels: both themes of it, and some close-ups.
@lru_cache(maxsize=400)
def _sprite(label: Label, halo: Rgb, theme: ThemeName, unit: float) -> Image.Image:
    """The name on its rim, with its signs above it."""
    palette = THEMES[theme]
    wide, high = round((label.width + 2 * RIM) * unit), round((label.height + 2 * RIM) * unit)
    # Soft edges blend into the rim's colour, where clear black would show through them.
    clear = (*halo, 0)
    fine = Pen(Image.new("RGBA", (wide * OVERSAMPLING, high * OVERSAMPLING), clear), unit * OVERSAMPLING)

    def moved(at: Point) -> Point:
        return at[0] + wide / unit / 2, at[1] + high / unit / 2

    for number, mark in enumerate(label.marks):
        sign(fine, mark, moved(label.sign_at(number)), label.sign * SIGN, palette)
    pen, rim = Pen(fine.image.reduce(OVERSAMPLING), unit), label.size / 8
    for number, line in enumerate(label.lines):
        at = moved(label.line_at(number))
        pen.text(at, line, label.role, label.size, palette.ink, halo=halo, halo_width=rim)
    return pen.image
