"""What changes in the header and in the panels below the map."""

from __future__ import annotations

from data.levee.schema import COLOURS, MARKERS, Card, Colour, Pack
from engines.levee.view import View
from render.fonts import Role
from render.levee import counters
from render.levee.furniture import SMALL, signed
from render.levee.layout import ARMY, DECKS, GOVERNMENT, HEADER, HOLDING, army_cell, government_cell
from render.levee.liveries import MARKER_NAMES
from render.pen import Pen, Point
from render.theme import Theme

TITLE = 58.0
LEAST_TITLE = 40.0
"""Below this a title is set in two lines."""
PIP = 19.0


def headline(pen: Pen, view: View, card: Card | None, theme: Theme) -> None:
    """The Current Event: number in its deck's colour, title, date; turn and actions left."""
    left, top, right, bottom = HEADER
    middle = (top + bottom) / 2
    colour = card.deck if card else view.deck.colour
    pen.stamp(counters.seal(colour, view.headline, 124, theme.name, pen.unit), (left + 80, middle))
    room = right - left - 160 - 340
    lines, size = _set(pen, view.headline_title, room)
    for number, line in enumerate(lines):
        y = top + (52 if len(lines) == 1 else 34 + number * 42)
        pen.text((left + 158, y), line, "title", size, theme.ink, anchor="lm")
    details = [card.date] if card and card.date else []
    details += [f"{colour} deck", f"turn {view.turn}"]
    pen.text(
        (left + 158, top + (108 if len(lines) == 1 else 118)),
        " · ".join(details),
        "italic",
        34,
        theme.ink,
        anchor="lm",
    )
    _actions(pen, view, (right - 168, middle), theme)


def _set(pen: Pen, title: str, room: float) -> tuple[list[str], float]:
    """A title in one line or two, and its size; what two lines can't hold ends in an ellipsis."""
    size = pen.fit(title, "title", TITLE, room, LEAST_TITLE)
    if pen.length(title, "title", size) <= room:
        return [title], size
    words = title.split()
    first: list[str] = []
    while words and pen.length(" ".join([*first, words[0]]), "title", LEAST_TITLE) <= room:
        first.append(words.pop(0))
    second = " ".join(words)
    if pen.length(second, "title", LEAST_TITLE) > room:
        while second and pen.length(f"{second}…", "title", LEAST_TITLE) > room:
            second = second[:-1]
        second = f"{second.rstrip()}…"
    return [" ".join(first), second] if first else [second], LEAST_TITLE


def _actions(pen: Pen, view: View, centre: Point, theme: Theme) -> None:
    x, y = centre
    pen.line([(x - 160, y - 54), (x - 160, y + 54)], theme.faded, 2)
    if view.phase == "over":
        words = ("Paris", "has fallen") if view.paris_fell else ("The game", "is over")
        pen.text((x, y - 26), words[0], "title", 44, theme.red)
        pen.text((x, y + 26), words[1], "title", 44, theme.red)
        return
    left, given = view.actions_left, max(view.actions_given, view.actions_left)
    caption = "Last chance" if view.phase == "emergency" else "Actions left"
    pen.text((x, y - 34), f"{caption}: {left}", "bold", 34, theme.ink)
    pitch = min(PIP * 2 + 8, 300 / max(1, given))
    for number in range(given):
        at = (x + (number - (given - 1) / 2) * pitch, y + 24)
        pen.circle(at, PIP, theme.ink if number < left else theme.panel, theme.ink, 3)
        if number >= left:
            pen.line([(at[0] - 9, at[1] + 9), (at[0] + 9, at[1] - 9)], theme.ink, 3)


def government(pen: Pen, view: View, theme: Theme) -> None:
    """The three political markers; the one that reigns has its row framed."""
    for row, marker in enumerate(MARKERS):
        at = government_cell(view.tracks[marker], row)
        if marker == view.reigning:
            pen.rectangle(
                (GOVERNMENT[0] + 12, at[1] - 23, GOVERNMENT[2] - 10, at[1] + 23), None, theme.accent, 4, 6
            )
        pen.stamp(counters.political(marker, 44, theme.name, pen.unit), at)


def french_army(pen: Pen, view: View, theme: Theme) -> None:
    """The French Army marker, and who reigns, which is part of its value."""
    x, y = army_cell(view.french_army)
    pen.stamp(counters.french(signed(view.french_army), 62, theme.name, pen.unit), (x, y))
    reign = f"{MARKER_NAMES[view.reigning]} reigns" if view.reigning else "Nobody reigns"
    pen.text(((ARMY[0] + ARMY[2]) / 2, ARMY[3] - 38), reign, "italic", 32, theme.ink)


def holding(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """The Holding Box, and below it what is out: Liberation markers not yet in play or spent, Armies gone."""
    left, top, right, bottom = HOLDING
    name, unit = theme.name, pen.unit
    inside = [counters.liberation(56, name, unit)] * view.liberation.holding
    if not view.disorder:
        inside.append(counters.disorder(62, name, unit))
    for number, sprite in enumerate(inside):
        pen.stamp(sprite, ((left + right) / 2 + (number - (len(inside) - 1) / 2) * 70, top + 86))
    if not inside:
        pen.text(((left + right) / 2, top + 86), "empty", "italic", 32, theme.faded)
    away = [track for track in pack.board.track if view.armies[track.army].box is None]
    waiting, spent = view.liberation.out_of_play, view.liberation.spent
    pen.line([(left + 14, bottom - 72), (right - 14, bottom - 72)], theme.faded, 1.5)
    pen.text((left + 22, bottom - 38), "Out", "bold", SMALL, theme.ink, anchor="lm")
    if not (away or waiting or spent):
        pen.text((left + 108, bottom - 38), "nothing", "italic", SMALL, theme.faded, anchor="lm")
    # Counters tell more than markers, of which one is like the other: when it is crowded these overlap.
    crowded = len(away) + waiting + spent > 4
    size, step = (38.0, 16.0) if crowded else (46.0, 58.0)
    x = left + 100 + size / 2
    for number in range(waiting + spent):
        sprite = counters.liberation(size, name, unit, faint=number < waiting, spent=number >= waiting)
        pen.stamp(sprite, (x + number * step, bottom - 38))
    x += (waiting + spent - 1) * step + size / 2 + 4 if waiting + spent else -size / 2
    pitch = min(58.0, (right - 12 - x) / max(1, len(away)))
    for number, track in enumerate(away):
        sprite = counters.army(
            track.army,
            track.letter,
            view.armies[track.army].battle_value,
            rotated=False,
            side=min(54.0, pitch - 1),
            theme=name,
            unit=unit,
        )
        pen.stamp(sprite, (x + (number + 0.5) * pitch, bottom - 38))


def decks(pen: Pen, view: View, totals: dict[Colour, int], theme: Theme) -> None:
    """How far the three decks have been played."""
    left, top = DECKS[:2]
    current = COLOURS.index(view.deck.colour)
    for number, colour in enumerate(COLOURS):
        y = top + 74 + number * 46
        pen.stamp(counters.pack_of(colour, 42, theme.name, pen.unit), (left + 36, y))
        if number < current:
            words = "played"
        elif number == current:
            words = f"{view.deck.left} left"
        else:
            words = f"{totals[colour]} to come" if totals.get(colour) else "to come"
        role: Role = "bold" if number == current else "text"
        ink = theme.faded if number < current else theme.ink
        pen.text((left + 62, y), f"{colour.capitalize()}: {words}", role, SMALL, ink, anchor="lm")
