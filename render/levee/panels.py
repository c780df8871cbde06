"""The header, the panels below the map and the key: what never changes in them, and what does."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from data.catalogue import _
from data.levee.schema import COLOURS, MARKERS, Border, Card, Pack, Shape
from engines.levee.view import View
from render.fonts import Role
from render.lettering import signed
from render.levee import counters
from render.levee.layout import ARMY, CARTOUCHE, DECKS, GOVERNMENT, HEADER, HOLDING, KIT_KEY, MAP
from render.levee.liveries import MARKER_NAMES
from render.paper import panel
from render.parts.cartouche import Cartouche
from render.parts.counters import blank, cut
from render.parts.tracks import Sizes, middle
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName

TITLE = 58.0
LEAST_TITLE = 40.0
"""Below this a title is set in two lines."""
GAP = 28.0
"""Between the date and the score."""
PIP = 19.0
CAPTION = 32.0
SMALL = 30.0
KEYED = 27.0
"""Letters of the key."""


def scroll() -> Cartouche:
    """The head of the key: the country is stretched about its spaces, so it has no scale."""
    left, top, right, _bottom = CARTOUCHE
    box = (left - 10, top - 4, right + 10, top + 94)
    return Cartouche(box, [_("Levée en Masse")], [_("1789–1802, not to scale")])


def frames(pen: Pen, theme: Theme) -> None:
    """The frames of header, map, panels and key, with the boxes of the tracks."""
    for box in (HEADER, HOLDING, DECKS, CARTOUCHE):
        panel(pen, box, theme)
    scroll().scroll(pen, theme)
    pen.rectangle(MAP, None, theme.ink, 3)
    GOVERNMENT.draw(pen, theme)
    ARMY.draw(pen, theme)


def lettering(pen: Pen, theme: Theme) -> None:
    """The captions that never change, and the words of the key."""
    GOVERNMENT.letter(pen, [MARKER_NAMES[marker] for marker in MARKERS], Sizes(32, SMALL, SMALL), theme)
    for value in ARMY.values:
        pen.text(middle(ARMY.cell(value)), signed(value), "bold", CAPTION, theme.faded)
    for box, caption in ((ARMY.box, ARMY.caption), (HOLDING, "Holding Box"), (DECKS, "Decks")):
        pen.text((middle(box)[0], box[1] + 32), caption, "title", 36, theme.ink)
    scroll().letters(pen, theme)
    left = CARTOUCHE[0]
    told = (
        "start",
        "abroad",
        "in France",
        "",
        "Liberation",
        "Disorder",
        "Battle Value",
        "turned back",
        "new",
    )
    for row, words in enumerate(told):
        pen.text((left + 92, _key_row(row)), words, "text", KEYED, theme.ink, anchor="lm")
    pen.text((left + 84, _key_row(3)), "−3", "bold", KEYED, theme.ink, anchor="lm")
    pen.text((left + 204, _key_row(3)), "−1 VP", "bold", KEYED, theme.ink, anchor="lm")
    pen.stamp(counters.liberation(36, theme.name, pen.unit), (left + 50, _key_row(4)))
    pen.stamp(counters.disorder(38, theme.name, pen.unit), (left + 50, _key_row(5)))
    for row, rotated in ((6, False), (7, True)):
        sprite = counters.army("austria", "Au", 4, rotated=rotated, side=36, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, (left + 50, _key_row(row)))
    pen.circle((left + 50, _key_row(8)), 14, None, theme.accent, 5)


def kit_key(pen: Pen, theme: Theme) -> None:
    """The key of units of the Expansion Kit and of what they may be."""
    x, y = middle(KIT_KEY)
    pen.stamp(_kit_key(theme.name, pen.unit), (x, y))


@lru_cache(maxsize=8)
def _kit_key(name: ThemeName, unit: float) -> Image.Image:
    left, top, right, bottom = KIT_KEY
    theme, pen = THEMES[name], blank(right - left, bottom - top, unit)
    panel(pen, (0, 0, right - left, bottom - top), theme)
    told = ("disorganized", "routed", "Napoleon", "stationary")
    for number, words in enumerate(told):
        at = (190 * (number % 2) + 30 + 20 * (number % 2), 23 + 33 * (number // 2))
        pen.text((at[0] + 26, at[1]), words, "text", KEYED - 1, theme.ink, anchor="lm")
    sprite = cut(pen)
    signs = [
        counters.army("austria", "Au", 4, condition=1, side=32, theme=name, unit=unit),
        counters.army("austria", "Au", 4, condition=2, side=32, theme=name, unit=unit),
        counters.eagle(32, name, unit),
        counters.army("support", "GB", 3, stationary=True, side=32, theme=name, unit=unit),
    ]
    for number, sign in enumerate(signs):
        at = (190 * (number % 2) + 30 + 20 * (number % 2), 23 + 33 * (number // 2))
        corner = (round(at[0] * unit - sign.width / 2), round(at[1] * unit - sign.height / 2))
        sprite.alpha_composite(sign, corner)
    return sprite


def key_spaces() -> list[tuple[Shape, Border | None, Point]]:
    """The spaces of the key, beside their words."""
    left = CARTOUCHE[0] + 50
    return [
        ("start", None, (left, _key_row(0))),
        ("round", None, (left, _key_row(1))),
        ("square", None, (left, _key_row(2))),
        ("square", "red", (left, _key_row(3))),
        ("square", "orange", (left + 120, _key_row(3))),
    ]


def _key_row(row: int) -> float:
    """Height of the middle of a line of the key."""
    return CARTOUCHE[1] + 124 + row * 37


def headline(pen: Pen, view: View, card: Card | None, theme: Theme) -> None:
    """The Current Event: number in its deck's colour, title, date; turn and actions left."""
    left, top, right, bottom = HEADER
    y = (top + bottom) / 2
    colour = card.deck if card else view.era
    pen.stamp(counters.seal(colour, view.headline, 124, theme.name, pen.unit), (left + 80, y))
    room = right - left - 160 - 340
    lines, size = _set(pen, view.headline_title, room)
    for number, line in enumerate(lines):
        at = (left + 158, top + (52 if len(lines) == 1 else 34 + number * 42))
        pen.text(at, line, "title", size, theme.ink, anchor="lm")
    details = [card.date] if card and card.date else []
    details += [f"{colour} deck", f"turn {view.turn}"]
    at = (left + 158, top + (108 if len(lines) == 1 else 118))
    room = right - 352 - at[0]
    if view.score is not None and view.phase != "over":
        words = f"{signed(view.score)} VP, {view.level[:1].lower()}{view.level[1:]}"
        pen.text((right - 352, at[1]), words, "bold", 30, theme.ink, anchor="rm")
        room -= pen.length(words, "bold", 30) + GAP
    told = " · ".join(details)
    pen.text(at, told, "italic", pen.fit(told, "italic", 34, room, 24), theme.ink, anchor="lm")
    _actions(pen, view, (right - 168, y), theme)


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
        if marker == view.reigning:
            _, top, _, bottom = GOVERNMENT.cell(0, row)
            box = (GOVERNMENT.box[0] + 12, top, GOVERNMENT.box[2] - 10, bottom)
            pen.rectangle(box, None, theme.accent, 4, 6)
        sprite = counters.political(marker, 44, theme.name, pen.unit)
        GOVERNMENT.mark(pen, view.tracks[marker], row, sprite)


def french_army(pen: Pen, view: View, theme: Theme) -> None:
    """The French Army marker, and who reigns, which is part of its value."""
    ARMY.mark(pen, view.french_army, 0, counters.french(signed(view.french_army), 62, theme.name, pen.unit))
    reign = f"{MARKER_NAMES[view.reigning]} reigns" if view.reigning else "Nobody reigns"
    pen.text((middle(ARMY.box)[0], ARMY.box[3] - 38), reign, "italic", 32, theme.ink)


def holding(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """The Holding Box, and below it what is out: Liberation markers not yet in play or spent, Armies gone."""
    (left, top, right, bottom), across = HOLDING, middle(HOLDING)[0]
    name, unit = theme.name, pen.unit
    inside = [counters.liberation(56, name, unit)] * view.liberation.holding
    if not view.disorder:
        inside.append(counters.disorder(62, name, unit))
    if view.napoleon == "holding":
        inside.append(counters.eagle(58, name, unit))
    for number, sprite in enumerate(inside):
        pen.stamp(sprite, (across + (number - (len(inside) - 1) / 2) * 70, top + 86))
    if not inside:
        pen.text((across, top + 86), "empty", "italic", 32, theme.faded)
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
        value, side = view.armies[track.army].battle_value, min(54.0, pitch - 1)
        sprite = counters.army(track.army, track.letter, value, side=side, theme=name, unit=unit)
        pen.stamp(sprite, (x + (number + 0.5) * pitch, bottom - 38))


def decks(pen: Pen, view: View, theme: Theme) -> None:
    """How many headlines of each colour are still to come; those that may be next stand out."""
    left, top = DECKS[:2]
    for number, colour in enumerate(COLOURS):
        y = top + 74 + number * 46
        pen.stamp(counters.pack_of(colour, 42, theme.name, pen.unit), (left + 36, y))
        coming = view.deck.colours.get(colour, 0)
        role: Role = "bold" if coming and view.deck.colour in (None, colour) else "text"
        words = f"{coming} left" if coming else "none left"
        ink = theme.ink if coming else theme.faded
        pen.text((left + 62, y), f"{colour.capitalize()}: {words}", role, SMALL, ink, anchor="lm")
