"""The picture of *Sprint*: two lanes and where the runners are."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.facade import Artist
from render.pen import Pen
from render.theme import THEMES, ThemeName

from ..data import Pack
from ..engine.view import View, told

WIDE, HIGH = 1000.0, 260.0
FIELDS = 18


def draw(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[tuple[str, int, int]] = (),
    theme: ThemeName = "light",
    width: int = 1600,
) -> Image.Image:
    """The picture of a view, `width` pixels across; `moves` are seat, start and end."""
    colours, unit = THEMES[theme], width / WIDE
    pen = Pen(Image.new("RGB", (width, round(HIGH * unit)), colours.land), unit)
    starts = {seat: start for seat, start, _ in moves}
    for lane, (seat, field) in enumerate(view.fields.items()):
        y = 80 + 100.0 * lane
        for mark in range(FIELDS + 1):
            pen.circle((_x(mark), y), 12, colours.disc, colours.ink, 2)
        if seat in starts:
            pen.line([(_x(starts[seat]), y), (_x(field), y)], colours.ink, 6)
        pen.circle((_x(field), y), 22, colours.ink, colours.disc, 3)
        name = f"{seat.capitalize()}: field {field}, {told(view, seat)}"
        pen.text((_x(0), y + 45), name, "title", 24, colours.ink, anchor="lm")
    return pen.image


def _x(field: int) -> float:
    return 60 + min(field, FIELDS) * (WIDE - 120) / FIELDS


def alt(view: View, pack: Pack, *, moves: Sequence[tuple[str, int, int]] = ()) -> str:
    """The same in words."""
    places = "; ".join(
        f"{seat.capitalize()} on field {field}, {told(view, seat)}" for seat, field in view.fields.items()
    )
    return f"Map of Sprint. {places}."


ARTIST = Artist(draw, alt)
