"""Names of areas with their signs, as sprites (RGBA): they lie over arrows, and give way to crowds."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from PIL import Image

from data.vendee.schema import Terrain
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName
from render.vendee import signs
from render.vendee.liveries import TINTS, Dress
from render.vendee.names import Label

OVERSAMPLING = 4
SIGN = 0.94
"""How much of its room a sign takes."""
RIM = 4.0


def stamp(pen: Pen, label: Label, terrain: Terrain, theme: Theme, dress: dict[str, Dress]) -> None:
    """Set a name down in its place."""
    kinds = (sign.partition(" ") for sign in label.signs)
    bases = tuple((which, dress[which]) for kind, _, which in kinds if kind == "base")
    away = msgspec.structs.replace(label, at=(0.0, 0.0))
    pen.stamp(_sprite(away, terrain, bases, theme=theme.name, unit=pen.unit), label.at)


# A map has at most 92 names, 30 KiB each at 1600 pixels: both themes of it, and some close-ups.
@lru_cache(maxsize=400)
def _sprite(
    label: Label, terrain: Terrain, bases: tuple[tuple[str, Dress], ...], *, theme: ThemeName, unit: float
) -> Image.Image:
    """The name on a rim of the country's tint, with its signs above it."""
    palette, halo = THEMES[theme], TINTS[theme][terrain]
    wide, high = round((label.width + 2 * RIM) * unit), round((label.height + 2 * RIM) * unit)
    # Soft edges blend into the rim's colour, where clear black would show through them.
    clear = (*halo, 0)
    fine = Pen(Image.new("RGBA", (wide * OVERSAMPLING, high * OVERSAMPLING), clear), unit * OVERSAMPLING)

    def moved(at: Point) -> Point:
        return at[0] + wide / unit / 2, at[1] + high / unit / 2

    for number, sign in enumerate(label.signs):
        signs.sign(fine, sign, moved(label.sign_at(number)), label.sign * SIGN, palette, dict(bases))
    pen = Pen(fine.image.reduce(OVERSAMPLING), unit)
    for number, line in enumerate(label.lines):
        pen.text(
            moved(label.line_at(number)),
            line,
            label.role,
            label.size,
            palette.ink,
            halo=halo,
            halo_width=label.size / 8,
        )
    return pen.image
