"""What stands on the sheet whatever happens: frames, the cells of tracks and their captions."""

from __future__ import annotations

from data.vendee.schema import ROYAL_ARMIES
from render.paper import blend, scalloped
from render.pen import Box, Pen, Point
from render.theme import Theme
from render.vendee.layout import HEADER, MORALE, NOTES, POWDER, Frame, track_cell
from render.vendee.liveries import SIDES, dresses
from render.vendee.plan import Chart

TRACK: Point = (-2, 2)
"""Both kinds of track run from −2 to +2 (V-1.6)."""


def frames(pen: Pen, frame: Frame, theme: Theme, *, whole: bool) -> None:
    """The frames of header, map and panels, with the cells of the tracks."""
    _frame(pen, HEADER, theme)
    pen.rectangle(frame.map, None, theme.ink, 3)
    for box in (frame.key, frame.dress, frame.tell):
        _frame(pen, box, theme)
    if not whole:
        return
    for box, rows in ((MORALE, 2), (POWDER, 3)):
        _frame(pen, box, theme)
        for row in range(rows):
            for value in range(-2, 3):
                share = 0.28 if value == 0 else 0.08
                cell = track_cell(box, value, TRACK, row, rows)
                pen.rectangle(cell, blend(theme.panel, theme.faded, share), theme.faded, 1.5)
    _frame(pen, NOTES, theme)


def _frame(pen: Pen, box: Box, theme: Theme) -> None:
    left, top, right, bottom = box
    pen.rectangle(box, theme.panel, theme.ink, 3)
    scalloped(pen, (left + 6, top + 6, right - 6, bottom - 6), 10, theme.faded, 1.5)


def lettering(pen: Pen, chart: Chart, theme: Theme) -> None:
    """The captions of the tracks."""
    for box, caption in ((MORALE, "Morale"), (POWDER, "Powder")):
        pen.text((box[0] + 22, box[1] + 28), caption, "title", 30, theme.ink, anchor="lm")
        for value in range(-2, 3):
            cell = track_cell(box, value, TRACK, 0, 2 if box == MORALE else 3)
            pen.text(((cell[0] + cell[2]) / 2, box[1] + 30), signed(value), "bold", 21, theme.ink)
    for row, side in enumerate(SIDES.values()):
        cell = track_cell(MORALE, -2, TRACK, row, 2)
        at = (MORALE[0] + 22, (cell[1] + cell[3]) / 2)
        pen.text(at, side, "bold", 25, theme.ink, anchor="lm")
    for row, army in enumerate(id for id in ROYAL_ARMIES if id != "loroux"):
        cell = track_cell(POWDER, -2, TRACK, row, 3)
        at = (POWDER[0] + 22, (cell[1] + cell[3]) / 2)
        pen.text(at, dresses(chart.armies)[army].short, "bold", 24, theme.ink, anchor="lm")


def signed(value: int) -> str:
    """A number with its sign: `−1`, `0`, `+2`."""
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"
