"""Sheets put together from others: a battle below its ground, the theatre above the whole map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from data.vendee.schema import Pack, Side
from engines.vendee.view import View
from render.battle import Battle, Force
from render.once import large, told_once
from render.paper import neatline, panel
from render.parts import muster
from render.parts.keys import finer, wider
from render.parts.muster import EDGE, GAP
from render.parts.tracks import Track
from render.pen import Box, Pen, Point
from render.theme import THEMES, Livery, Theme, ThemeName
from render.vendee import counters, keys, panels
from render.vendee.layout import (
    CLOSE,
    HEADER,
    LETTERING,
    MAP,
    MORALE,
    POWDER,
    SHEET,
    WHOLE,
    Layout,
    chart,
    key,
    laid_out,
)
from render.vendee.liveries import dresses
from render.vendee.moves import Fallen, Move

THEATRE = "theatre"
"""The sheet that has a close-up of the fighting above the whole map."""
MUSTERED = 2.32
"""Size of counters in orders of battle."""
OVERSAMPLING = 2
KEY, KEYED = 212.0, 1.3
"""Height of the key of a theatre, and size of its signs."""
NEAR = 660.0
"""Height of the close-up of a theatre."""
FAR = 0.6
"""Size of the whole map below it."""


def theatre(view: View, moves: Sequence[Move | Fallen]) -> str | None:
    """The area to show: of the active stack, or the end of the last move; of a month that is over, where the
    last fight was, if there was one."""
    if view.activation is not None:
        return view.activation.at
    went = [move for move in reversed(moves) if isinstance(move, Move)]
    fought = [move for move in went if move.manner == "attack"] if view.phase in ("end", "over") else []
    return next((move.path[-1] for move in fought or went), None)


TRACKS = ((MAP[0] + (MAP[2] - MAP[0]) * FAR + GAP), CLOSE[2])
"""Left and right edge of the tracks beside the whole map."""
BELOW = CLOSE[1] + NEAR + GAP
"""The upper edge of the whole map."""
BOTTOM = BELOW + (MAP[3] - MAP[1]) * FAR + EDGE


def above(
    view: View,
    pack: Pack,
    far: Image.Image,
    near: Image.Image,
    area: str,
    name: ThemeName,
) -> Image.Image:
    """The sheet of a theatre: a close-up above the whole map, which is drawn `FAR` as large."""
    encoded, theme, unit = key(pack), THEMES[name], near.width / SHEET
    layout = laid_out(encoded, area)
    left, top, right, _ = CLOSE
    strip, start = muster.strip(near, unit, CLOSE, layout.plan.sites[area].at[1], NEAR)
    made = _stage(encoded, name, near.width).copy()
    made.info |= near.info
    pen = Pen(made, unit)
    inside = _pixels((left, 0, right, NEAR), unit)
    made.paste(strip.crop(inside), _pixels((left, top, right, top), unit)[:2])
    pen.rectangle((left, top, right, top + NEAR), None, theme.ink, 3)
    box = (left, BELOW, TRACKS[0] - GAP, BOTTOM - EDGE)
    made.paste(far.crop(_pixels(MAP, far.width / SHEET)), _pixels(box, unit)[:2])
    _frame(pen, layout, start, box, theme)
    panels.header(pen, view, pack, theme, None)
    (morale, grown), (powder, swollen) = _tracks()
    panels.morale(finer(pen, grown), view, morale, theme)
    panels.powder(finer(pen, swollen), view, pack, powder, theme)
    ends = panels.state_of_affairs(pen, view, pack, theme, _notes())
    spot = _key()
    if ends <= spot[1]:
        made.paste(_moment(encoded, name, near.width), _pixels(spot, unit)[:2])
    return made


def below(outline: Sequence[Point]) -> list[Point]:
    """An outline of the whole map where that stands below a close-up."""
    return [(CLOSE[0] + (x - MAP[0]) * FAR, BELOW + (y - MAP[1]) * FAR) for x, y in outline]


def _tracks() -> Iterator[tuple[Track, float]]:
    """The tracks beside the whole map, as broad as there is room for, each with its size."""
    y = BELOW
    for track in (MORALE, POWDER):
        left, top, right, bottom = track.box
        grown = (TRACKS[1] - TRACKS[0]) / (right - left)
        yield track.moved(TRACKS[0] / grown, y / grown), grown
        y += (bottom - top) * grown + GAP


def _notes() -> Box:
    """The panel for the state of affairs, below the tracks."""
    *_, (track, grown) = _tracks()
    return TRACKS[0], track.box[3] * grown + GAP, TRACKS[1], BOTTOM - EDGE


def _key() -> Box:
    """The place of the key to the present step, when the state of affairs is short."""
    left, _top, right, bottom = _notes()
    return left + 4, bottom - KEY, right - 4, bottom - 4


@told_once(4)
def _moment(encoded: bytes, name: ThemeName, width: int) -> Image.Image:
    """The key to the present step alone, RGB."""
    theme, unit, spot = THEMES[name], width / SHEET, _key()
    size = _pixels(spot, unit)
    box = (0, 0, spot[2] - spot[0], spot[3] - spot[1])
    key = keys.key_to_moment(chart(encoded), wider(box, KEYED))
    made = Image.new(
        "RGB", ((size[2] - size[0]) * OVERSAMPLING, (size[3] - size[1]) * OVERSAMPLING), theme.panel
    )
    key.signs(Pen(made, unit * OVERSAMPLING * KEYED), theme)
    fine = Pen(made.reduce(OVERSAMPLING), unit * KEYED)
    key.words(fine, theme)
    return fine.image


# Eight MiB each at 1600 pixels: both themes.
@large(2)
def _stage(encoded: bytes, name: ThemeName, width: int) -> Image.Image:
    """The sheet of a theatre without its maps and all that moves, RGB; treat it as read-only."""
    theme, unit = THEMES[name], width / SHEET
    size = (width * OVERSAMPLING, round(BOTTOM * unit) * OVERSAMPLING)
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    for box in (HEADER, _notes()):
        panel(pen, box, theme)
    for track, grown in _tracks():
        track.draw(finer(pen, grown), theme)
    neatline(pen, (8, 8, SHEET - 8, BOTTOM - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    for track, grown in _tracks():
        panels.captions(finer(fine, grown), chart(encoded), track, theme)
    return fine.image


def _frame(pen: Pen, layout: Layout, start: float, box: Box, theme: Theme) -> None:
    """The close-up's frame on the whole map."""
    near, far = layout.frame.projection, WHOLE.projection
    corners = []
    for x, y in ((CLOSE[0], start), (CLOSE[2], start + NEAR)):
        lon, lat = near.west + (x - near.left) / near.across, near.north - (y - near.top) / near.scale
        across, down = far.xy((lon, lat))
        corners += [box[0] + (across - MAP[0]) * FAR, box[1] + (down - MAP[1]) * FAR]
    shown = (
        max(corners[0], box[0] + 2),
        max(corners[1], box[1] + 2),
        min(corners[2], box[2] - 2),
        min(corners[3], box[3] - 2),
    )
    pen.rectangle(shown, None, theme.accent_edge, 7)
    pen.rectangle(shown, None, theme.accent, 3.5)
    pen.rectangle(box, None, theme.ink, 3)


def _pixels(box: Box, unit: float) -> tuple[int, int, int, int]:
    left, top, right, low = (round(edge * unit) for edge in box)
    return left, top, right, low


def fought(near: Image.Image, battle: Battle, middle: float, pack: Pack, theme: Theme) -> Image.Image:
    """A battle: the ground about a place so far down a close-up, and the panel of the battle below it."""
    unit = near.width / SHEET
    return muster.fought(
        near, unit, CLOSE, middle, battle, lambda force: _dressed(force, pack, theme, unit), theme
    )


def _dressed(force: Force, pack: Pack, theme: Theme, unit: float) -> muster.Dressed:
    side: Side = "royalist" if force.side == "royalist" else "republican"
    dressed, name = dresses(pack.armies), theme.name
    armies = [
        counters.army(dressed[kind], points, side=side, ready="fresh", size=MUSTERED, theme=name, unit=unit)
        for kind, points in force.points
    ]
    chiefs = [
        counters.chip(chief.name, side, "fresh", size=LETTERING, theme=name, unit=unit)
        if chief.end is None
        else counters.fate(chief.name, side, chief.end, size=LETTERING, theme=name, unit=unit)
        for chief in force.chiefs
    ]
    return muster.Dressed(armies, chiefs, Livery(*counters.FLAGS[side], "plain"))
