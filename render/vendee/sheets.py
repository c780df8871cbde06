"""Sheets put together from others: a battle below its ground, the theatre above the whole map."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from data.vendee.schema import Pack, Side
from engines.vendee.view import View
from render.battle import Battle, Force
from render.paper import neatline, panel
from render.parts import muster
from render.parts.muster import EDGE, GAP
from render.pen import Box, Pen
from render.theme import Livery, Theme
from render.vendee import counters, panels
from render.vendee.layout import CLOSE, LETTERING, MAP, MORALE, POWDER, SHEET, WHOLE, Layout, key, laid_out
from render.vendee.liveries import dresses
from render.vendee.moves import Fallen, Move

THEATRE = "theatre"
"""The sheet that has a close-up of where it is fought above the whole map."""
MUSTERED = 2.32
"""Size of counters in orders of battle."""
NEAR = 660.0
"""Height of the close-up of a theatre."""
FAR = 0.6
"""Size of the whole map below it."""


def theatre(view: View, moves: Sequence[Move | Fallen]) -> str | None:
    """The area that all look at: of the stack in hand, or where the last move led."""
    if view.activation is not None:
        return view.activation.at
    return next((move.path[-1] for move in reversed(moves) if isinstance(move, Move)), None)


def above(
    view: View, pack: Pack, whole: Image.Image, near: Image.Image, area: str, theme: Theme
) -> Image.Image:
    """The sheet of a theatre, from those of the whole map and of a close-up."""
    layout = laid_out(key(pack), area)
    unit = whole.width / SHEET
    left, top, right, _ = CLOSE
    strip, start = muster.strip(near, unit, CLOSE, layout.plan.sites[area].at[1], NEAR)
    below, wide, high = top + NEAR + GAP, (MAP[2] - MAP[0]) * FAR, (MAP[3] - MAP[1]) * FAR
    bottom = below + high + EDGE
    made = Image.new("RGB", (whole.width, round(bottom * unit)), theme.paper)
    made.paste(whole.crop((0, 0, whole.width, round(top * unit))), (0, 0))
    made.paste(strip, (0, round(top * unit)))
    pen = Pen(made, unit)
    pen.rectangle((left, top, right, top + NEAR), None, theme.ink, 3)
    box = (left, below, left + wide, below + high)
    small = whole.crop(_pixels(MAP, unit)).resize(_size(box, unit), Image.Resampling.LANCZOS)
    made.paste(small, _pixels(box, unit)[:2])
    _frame(pen, layout, start, box, theme)
    y = below
    for track in (MORALE.box, POWDER.box):
        ends = box[2] + GAP, right
        grown = (track[3] - track[1]) * (ends[1] - ends[0]) / (track[2] - track[0])
        place = (ends[0], y, ends[1], y + grown)
        drawn = whole.crop(_pixels(track, unit)).resize(_size(place, unit), Image.Resampling.LANCZOS)
        made.paste(drawn, _pixels(place, unit)[:2])
        y += grown + GAP
    notes = (box[2] + GAP, y, right, box[3])
    panel(pen, notes, theme)
    panels.state_of_affairs(pen, view, pack, theme, notes)
    neatline(pen, (8, 8, SHEET - 8, bottom - 8), theme)
    return made


def _frame(pen: Pen, layout: Layout, start: float, box: Box, theme: Theme) -> None:
    """What the close-up shows, framed on the whole map."""
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


def _size(box: Box, unit: float) -> tuple[int, int]:
    left, top, right, low = _pixels(box, unit)
    return right - left, low - top


def fought(near: Image.Image, battle: Battle, middle: float, pack: Pack, theme: Theme) -> Image.Image:
    """A battle: the ground about a place so far down a close-up, with what was fought there below it."""
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
