"""The header, the panels below the map and the key: their fixed and their changing parts."""

from __future__ import annotations

from PIL import Image

from data.catalogue import _, retold
from data.levee.schema import COLOURS, MARKERS, Border, Card, Pack, Shape
from engines.levee.view import View
from render.fonts import Role
from render.lettering import signed, squeezed
from render.levee import counters
from render.levee.layout import ARMY, CARTOUCHE, DECKS, GOVERNMENT, HEADER, HOLDING, KIT_KEY, MAP
from render.levee.liveries import COMING, DECK_NAMES, MARKER_NAMES, NONE_LEFT, REIGNS
from render.once import told_once
from render.paper import panel
from render.parts.cartouche import Cartouche, signs_by
from render.parts.counters import blank, cut
from render.parts.placing.boxes import middle
from render.parts.tracks import Sizes
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName

TITLE = 58.0
LEAST_TITLE = 40.0
"""Below this a title is set in two lines."""
GAP = 28.0
"""The gap between the date and the score."""
PIP = 19.0
CAPTION = 32.0
SMALL = 30.0
KEYED = 27.0
"""Letters of the key."""
ENDED = 240.0
"""Room for the result of the game, which takes two lines."""


def scroll() -> Cartouche:
    """The head of the key: the country is stretched about its spaces, so it has no scale."""
    left, top, right, _bottom = CARTOUCHE
    box = (left - 10, top - 8, right + 10, top + 98)
    return Cartouche(box, [_("Levée en Masse")], [_("1789–1802, not to scale"), signs_by("/rules")])


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
    names = [str(MARKER_NAMES[marker]) for marker in MARKERS]
    GOVERNMENT.letter(pen, names, Sizes(32, SMALL, SMALL), theme)
    for value in ARMY.values:
        pen.text(middle(ARMY.cell(value)), signed(value), "bold", CAPTION, theme.faded)
    for box, caption in ((ARMY.box, ARMY.caption), (HOLDING, _("Holding Box")), (DECKS, _("Decks"))):
        at, room = (middle(box)[0], box[1] + 32), box[2] - box[0] - 30
        pen.fitted(at, str(caption), "title", 36, theme.ink, room, anchor="mm")
    scroll().letters(pen, theme)
    left = CARTOUCHE[0]
    captions = (
        _("start"),
        _("abroad"),
        _("in France"),
        "",
        _("Liberation"),
        _("Disorder"),
        _("Battle Value"),
        _("turned back"),
        _("new"),
    )
    for row, words in enumerate(captions):
        pen.fitted((left + 92, _key_row(row)), words, "text", KEYED, theme.ink, CARTOUCHE[2] - left - 104)
    pen.text((left + 84, _key_row(3)), "−3", "bold", KEYED, theme.ink, anchor="lm")
    pen.text(
        (left + 204, _key_row(3)), _("{points} VP", points=signed(-1)), "bold", KEYED, theme.ink, anchor="lm"
    )
    pen.stamp(counters.liberation(36, theme.name, pen.unit), (left + 50, _key_row(4)))
    pen.stamp(counters.disorder(38, theme.name, pen.unit), (left + 50, _key_row(5)))
    for row, rotated in ((6, False), (7, True)):
        sprite = counters.army("austria", "Au", 4, rotated=rotated, side=36, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, (left + 50, _key_row(row)))
    pen.circle((left + 50, _key_row(8)), 14, None, theme.accent, 5)


def kit_key(pen: Pen, theme: Theme) -> None:
    """The key of units of the Expansion Kit and of their states."""
    x, y = middle(KIT_KEY)
    pen.stamp(_kit_key(theme.name, pen.unit), (x, y))


@told_once(8)
def _kit_key(name: ThemeName, unit: float) -> Image.Image:
    left, top, right, bottom = KIT_KEY
    theme, pen = THEMES[name], blank(right - left, bottom - top, unit)
    panel(pen, (0, 0, right - left, bottom - top), theme)
    captions = (_("disorganized"), _("routed"), _("Napoleon"), _("stationary"))
    for number, words in enumerate(captions):
        at = (190 * (number % 2) + 30 + 20 * (number % 2), 23 + 33 * (number // 2))
        pen.fitted((at[0] + 26, at[1]), words, "text", KEYED - 1, theme.ink, 158 - 10 * (number % 2))
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
    lines, size = _set(pen, retold(view.headline_title), room)
    for number, line in enumerate(lines):
        at = (left + 158, top + (52 if len(lines) == 1 else 34 + number * 42))
        pen.text(at, line, "title", size, theme.ink, anchor="lm")
    details = [card.date] if card and card.date else []
    details += [str(DECK_NAMES[colour]), _("turn {turn}", turn=view.turn)]
    at = (left + 158, top + (108 if len(lines) == 1 else 118))
    room = right - 352 - at[0]
    if view.score is not None and view.phase != "over":
        words = f"{_('{points} VP', points=signed(view.score))}, {view.level[:1].lower()}{view.level[1:]}"
        size = pen.fit(words, "bold", 30, room * 0.62, 20)
        pen.text((right - 352, at[1]), words, "bold", size, theme.ink, anchor="rm")
        room -= pen.length(words, "bold", size) + GAP
    subtitle = " · ".join(details)
    pen.text(at, subtitle, "italic", pen.fit(subtitle, "italic", 34, room, 24), theme.ink, anchor="lm")
    _actions(pen, view, (right - 168, y), theme)


def _set(pen: Pen, title: str, room: float) -> tuple[list[str], float]:
    """A title in one line or two, and its size; a longer one ends in an ellipsis."""
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
        notice = _("Paris has fallen") if view.paris_fell else _("The game is over")
        lines, size = squeezed(pen, notice, "title", 44, ENDED, 2)
        for number, line in enumerate(lines):
            pen.text((x, y + (number - (len(lines) - 1) / 2) * 52), line, "title", size, theme.red)
        return
    left, given = view.actions_left, max(view.actions_given, view.actions_left)
    last = view.phase == "emergency"
    notice = _("Last chance: {left}", left=left) if last else _("Actions left: {left}", left=left)
    pen.fitted((x, y - 34), notice, "bold", 34, theme.ink, 304, anchor="mm")
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
            top, bottom = GOVERNMENT.cell(0, row)[1::2]
            box = (GOVERNMENT.box[0] + 12, top, GOVERNMENT.box[2] - 10, bottom)
            pen.rectangle(box, None, theme.accent, 4, 6)
        sprite = counters.political(marker, 44, theme.name, pen.unit)
        GOVERNMENT.mark(pen, view.tracks[marker], row, sprite)


def french_army(pen: Pen, view: View, theme: Theme) -> None:
    """The French Army marker, and the reigning marker, which is part of its value."""
    ARMY.mark(pen, view.french_army, 0, counters.french(signed(view.french_army), 62, theme.name, pen.unit))
    at, room = (middle(ARMY.box)[0], ARMY.box[3] - 38), ARMY.box[2] - ARMY.box[0] - 24
    pen.fitted(at, str(REIGNS[view.reigning]), "italic", 32, theme.ink, room, anchor="mm")


def holding(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """The Holding Box, and below it pieces that are out: Liberation markers not in play or spent, Armies."""
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
        pen.text((across, top + 86), _("empty"), "italic", 32, theme.faded)
    away = [track for track in pack.board.track if view.armies[track.army].box is None]
    waiting, spent = view.liberation.out_of_play, view.liberation.spent
    pen.line([(left + 14, bottom - 72), (right - 14, bottom - 72)], theme.faded, 1.5)
    pen.fitted((left + 22, bottom - 38), _("Out"), "bold", SMALL, theme.ink, 72)
    if not (away or waiting or spent):
        pen.fitted((left + 108, bottom - 38), _("nothing"), "italic", SMALL, theme.faded, right - left - 120)
    # Counters say more than markers, which are all alike: when it is crowded the markers overlap.
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
    """The number of headlines of each colour still to come; those that may be next stand out."""
    left, top = DECKS[:2]
    for number, colour in enumerate(COLOURS):
        y = top + 74 + number * 46
        pen.stamp(counters.pack_of(colour, 42, theme.name, pen.unit), (left + 36, y))
        coming = view.deck.colours.get(colour, 0)
        role: Role = "bold" if coming and view.deck.colour in (None, colour) else "text"
        text = COMING[colour](coming) if coming else str(NONE_LEFT[colour])
        ink = theme.ink if coming else theme.faded
        pen.fitted((left + 62, y), text, role, SMALL, ink, DECKS[2] - left - 72)
