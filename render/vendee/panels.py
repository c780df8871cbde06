"""What changes in the header and in the panels below the map."""

from __future__ import annotations

from data.vendee.schema import ROYAL_ARMIES, Pack, Side
from engines.vendee.view import View
from render.fonts import Role
from render.lettering import shortened
from render.paper import blend
from render.pen import Pen
from render.theme import Theme
from render.vendee import counters
from render.vendee.furniture import TRACK
from render.vendee.layout import HEADER, MORALE, NOTES, POWDER, month_cell, track_cell
from render.vendee.liveries import SIDES, dresses
from render.vendee.words import months, notes, situation

NOTED = 4
"""Lines that the state of affairs has room for."""
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
    # A little less than there is, since letters come in whole pixels.
    size = pen.fit(told, "italic", 27, 570, 20)
    told = shortened(pen, told, "italic", size, 584)
    pen.text((left + 28, top + 92), told, "italic", size, theme.ink, anchor="lm")
    names = months(view, pack)
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
    room = right - left - 44
    lines = [line for note in notes(view, pack) for line in wrapped(pen, note, "text", 21, room)]
    shown = lines if len(lines) <= NOTED else [*lines[: NOTED - 1], "And more; see the status."]
    for number, line in enumerate(shown):
        at = (left + 22, top + 62 + number * 25.5)
        pen.text(at, line, "text", 21, theme.ink, anchor="lm")
    if not shown:
        pen.text(
            (left + 22, top + 62), "Nothing out of the ordinary.", "italic", 21, theme.faded, anchor="lm"
        )


def wrapped(pen: Pen, text: str, role: Role, size: float, width: float) -> list[str]:
    """The text in lines of at most that width, broken between words."""
    lines, used, space = [""], 0.0, pen.length(" ", role, size)
    for word in text.split():
        wide = pen.length(word, role, size)
        if lines[-1] and used + space + wide > width:
            lines.append(word)
            used = wide
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
            used += space + wide
    return lines
