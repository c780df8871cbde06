"""The panels round the map: header, tracks, state of affairs, keys to country, armies and counters."""

from __future__ import annotations

from data.catalogue import _
from data.vendee.schema import ROYAL_ARMIES, Pack
from engines.vendee.view import View
from render.battle import Battle
from render.lettering import wrapped
from render.paper import panel
from render.parts.counters import marker
from render.parts.header import Head, draw
from render.parts.tracks import Sizes, Track
from render.pen import Box, Pen
from render.theme import Theme
from render.vendee import counters
from render.vendee.alt import month, months, notes, score, situation
from render.vendee.layout import CLOSE_KEY, HEADER, MORALE, NOTES, POWDER, Chart, Layout
from render.vendee.liveries import INITIATIVE, SIDES, dresses

ABOVE, LINE = 62.0, 25.5
"""The first line of the state of affairs, and the distance of its lines."""


def frames(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The frames of header, map and panels, with the cells of the tracks."""
    panel(pen, HEADER, theme)
    pen.rectangle(layout.frame.map, None, theme.ink, 3)
    if not layout.frame.whole:
        panel(pen, CLOSE_KEY, theme)
    if layout.frame.whole:
        MORALE.draw(pen, theme)
        POWDER.draw(pen, theme)
        panel(pen, NOTES, theme)


def morale(pen: Pen, view: View, track: Track, theme: Theme) -> None:
    """Morale of both sides."""
    for row, side in enumerate(SIDES):
        top, bottom = track.cell(view.morale[side], row)[1::2]
        sprite = counters.heart(side, high=bottom - top - 4, theme=theme.name, unit=pen.unit)
        track.mark(pen, view.morale[side], row, sprite)


def powder(pen: Pen, view: View, pack: Pack, track: Track, theme: Theme) -> None:
    """The three markers of arms and powder."""
    dressed = dresses(pack.armies)
    for row, army in enumerate(id for id in ROYAL_ARMIES if id in view.powder):
        top, bottom = track.cell(view.powder[army], row)[1::2]
        sprite = marker(dressed[army], wide=38, high=bottom - top - 3, theme=theme.name, unit=pen.unit)
        track.mark(pen, view.powder[army], row, sprite)


def captions(pen: Pen, chart: Chart, track: Track, theme: Theme) -> None:
    """The caption of a track, its numbers and the names of its rows."""
    if track.caption == MORALE.caption:
        track.letter(pen, [str(name) for name in SIDES.values()], Sizes(30, 21, 25), theme, 30)
        return
    dressed = dresses(chart.armies)
    names = [dressed[army].short for army in ROYAL_ARMIES if army != "loroux"]
    track.letter(pen, names, Sizes(30, 21, 24), theme, 30)


def header(
    pen: Pen, view: View, pack: Pack, theme: Theme, around: str | None, battle: Battle | None = None
) -> None:
    """The title, the present step, and the month on its track."""
    names, initiative = months(view, pack), None
    if view.initiative:
        sprite = counters.heart(view.initiative, high=40, theme=theme.name, unit=pen.unit)
        initiative = sprite, str(INITIATIVE[view.initiative, view.preempted])
    title = _("Around {place}", place=around) if around else "For God and for the King"
    end = _("Score {score} · Turn {turn} of {turns}", score=score(view), turn=view.turn, turns=len(names))
    subtitle = situation(view, pack)
    if battle is not None:
        title, subtitle = battle.title, _("{month} 1793", month=month(view, pack))
    draw(pen, HEADER, Head(title, subtitle, names, view.turn, end, initiative), theme)


def state_of_affairs(pen: Pen, view: View, pack: Pack, theme: Theme, box: Box = NOTES) -> float:
    """Events of the turn and lasting effects of earlier ones, as many lines as there is room for.

    :returns: how far down they reach.
    """
    left, top, right, bottom = box
    room = int((bottom - top - ABOVE + 10) / LINE)
    pen.text((left + 22, top + 28), _("State of affairs"), "title", 30, theme.ink, anchor="lm")
    lines = [line for note in notes(view, pack) for line in wrapped(pen, note, "text", 21, right - left - 44)]
    shown = lines if len(lines) <= room else [*lines[: room - 1], _("And more; see the status.")]
    for number, line in enumerate(shown):
        pen.text((left + 22, top + ABOVE + number * LINE), line, "text", 21, theme.ink, anchor="lm")
    return top + ABOVE + (len(shown) - 0.5) * LINE
