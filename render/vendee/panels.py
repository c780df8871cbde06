"""What changes in the header and in the panels below the map."""

from __future__ import annotations

from data.vendee.schema import ROYAL_ARMIES, Pack, Side
from engines.vendee.view import View
from render.lettering import shortened
from render.paper import blend
from render.pen import Pen
from render.theme import Theme
from render.vendee import counters
from render.vendee.furniture import TRACK
from render.vendee.layout import HEADER, MORALE, NOTES, POWDER, month_cell, track_cell
from render.vendee.liveries import SIDES, dresses
from render.vendee.words import months, notes, situation

SIDES_SHOWN: tuple[Side, ...] = ("royalist", "republican")


def header(pen: Pen, view: View, pack: Pack, theme: Theme, around: str | None) -> None:
    """The title, what is being done, and the month on its track."""
    left, top, right, _ = HEADER
    title = f"Around {around}" if around else "For God and for the King"
    room = 560.0
    pen.text(
        (left + 28, top + 44), title, "title", pen.fit(title, "title", 46, room, 28), theme.ink, anchor="lm"
    )
    told = situation(view, pack)
    size = pen.fit(told, "italic", 27, 580, 20)
    told = shortened(pen, told, "italic", size, 580)
    pen.text((left + 28, top + 92), told, "italic", size, theme.ink, anchor="lm")
    names = months(pack)
    for turn, name in enumerate(names, start=1):
        box = month_cell(turn, len(names))
        now = turn == min(view.turn, len(names))
        share = 0.0 if now else 0.3 if turn < view.turn else 0.06
        fill = theme.ink if now else blend(theme.panel, theme.faded, share)
        pen.rectangle(box, fill, theme.ink if now else theme.faded, 2, 4)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        size = pen.fit(name, "bold" if now else "text", 23, box[2] - box[0] - 8, 12)
        pen.text(middle, name, "bold" if now else "text", size, theme.panel if now else theme.ink)
    end = f"Turn {view.turn} of {len(names)}"
    pen.text((right - 24, top + 32), end, "bold", 27, theme.ink, anchor="rm")
    if view.initiative:
        cell = month_cell(1, len(names))
        pen.stamp(
            counters.heart(view.initiative, high=40, theme=theme.name, unit=pen.unit),
            (cell[0] + 20, top + 32),
        )
        words = f"{SIDES[view.initiative]} initiative{', pre-empted' if view.preempted else ''}"
        pen.text((cell[0] + 46, top + 32), words, "text", 25, theme.ink, anchor="lm")


def tracks(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """Morale of both sides and the three markers of arms and powder."""
    for row, side in enumerate(SIDES_SHOWN):
        left, top, right, bottom = track_cell(MORALE, view.morale[side], TRACK, row, 2)
        sprite = counters.heart(side, high=bottom - top - 4, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, ((left + right) / 2, (top + bottom) / 2))
    dressed = dresses(pack.armies)
    for row, army in enumerate(id for id in ROYAL_ARMIES if id in view.powder):
        left, top, right, bottom = track_cell(POWDER, view.powder[army], TRACK, row, len(view.powder))
        sprite = counters.marker(
            dressed[army], "royalist", wide=38, high=bottom - top - 3, theme=theme.name, unit=pen.unit
        )
        pen.stamp(sprite, ((left + right) / 2, (top + bottom) / 2))


def state_of_affairs(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """Events of the turn and what still holds from earlier ones, as many lines as there is room for."""
    left, top, right, _ = NOTES
    pen.text((left + 22, top + 28), "State of affairs", "title", 30, theme.ink, anchor="lm")
    lines = notes(view, pack)
    shown = lines if len(lines) <= 4 else [*lines[:3], f"And {len(lines) - 3} more; see the status."]
    for number, line in enumerate(shown):
        text = shortened(pen, line, "text", 22, right - left - 44)
        pen.text((left + 22, top + 66 + number * 28), text, "text", 22, theme.ink, anchor="lm")
    if not shown:
        pen.text(
            (left + 22, top + 66), "Nothing out of the ordinary.", "italic", 22, theme.faded, anchor="lm"
        )
