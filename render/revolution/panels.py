"""The header and the panels: tracks, Government, Currents, Paris, the King, the key."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from data.catalogue import N_, _
from data.revolution.schema import Pack
from data.revolution.tables import TRACKS as NAMES
from engines.revolution.view import View
from render.fonts import Role
from render.lettering import shortened
from render.paper import blend
from render.parts import header as head
from render.parts.cartouche import Cartouche, signs_by
from render.parts.placing.boxes import middle
from render.pen import Box, Pen, Point
from render.revolution import counters, words
from render.revolution.keys import signs
from render.revolution.layout import CARDS, CARTOUCHE, CROWN, GOVERNMENT, HEADER, KEY, PARIS, TRACKS
from render.revolution.liveries import KINGS, REGIMES, SEATS, STEPS
from render.revolution.liveries import TRACKS as TRACK_NAMES
from render.revolution.regions import KING, Maker
from render.revolution.regions import PARIS as TOWN
from render.theme import Rgb, Theme

KEYED = 26.0
"""Letters of the key."""
LEVELS = (0.0, 0.2, 0.42)
"""The shades of a track's boxes, by level."""
FACTS = (
    (N_("Fame"), 78.0),
    (N_("purse"), 94.0),
    (N_("deputies"), 84.0),
    (N_("regions"), 76.0),
    (N_("points"), 60.0),
)
"""The facts on a card, and their room."""
GILT: Rgb = (214, 160, 34)
"""The frame of the winner."""


def header(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """Regime, step, turn, and the Government."""
    turns = words.scenario(view, pack).turn
    dates = turns[min(view.turn, len(turns)) - 1].dates
    foremost = view.winner or view.government
    emblem = counters.badge(foremost, 42, theme.name, pen.unit)
    called = names(pack)[foremost]
    governs = _("{current} wins", current=called) if view.winner else _("{current} governs", current=called)
    numbers = [str(number) for number in range(1, len(turns) + 1)]
    title = str(REGIMES[view.regime])
    step = str(STEPS[view.step])
    head.draw(pen, HEADER, head.Head(title, step, numbers, view.turn, dates, (emblem, governs)), theme)


def names(pack: Pack) -> dict[str, str]:
    """The Currents' names."""
    return {current.id: current.name for current in pack.setup.current}


def scales(pen: Pen, levels: tuple[int, int], theme: Theme) -> None:
    """The boxes of the four tracks, each in the shade of its level, and their numbers."""
    for row in range(TRACKS.rows):
        for value in TRACKS.values:
            fill = _shade(value, levels, theme)
            pen.rectangle(TRACKS.cell(value, row), fill, theme.faded, 1.5)
            pen.text(middle(TRACKS.cell(value, row)), str(value), "text", 15, blend(fill, theme.ink, 0.62))
    for value, numeral in ((1, "I"), (levels[0], "II"), (levels[1], "III")):
        at = (TRACKS.cell(value)[0], TRACKS.box[1] + 17)
        pen.text(at, numeral, "bold", 20, theme.ink, anchor="lm")


def _shade(value: int, levels: tuple[int, int], theme: Theme) -> Rgb:
    return blend(theme.panel, theme.faded, 0.08 + LEVELS[sum(value >= level for level in levels)])


def tracks(pen: Pen, view: View, theme: Theme) -> None:
    """The present values of the four tracks."""
    for row, track in enumerate(NAMES):
        left, top, right, low = TRACKS.cell(view.tracks[track], row)
        name = str(TRACK_NAMES[track])
        size = pen.fit(name, "title", 34, 150, 22)
        pen.text((TRACKS.box[0] + 22, (top + low) / 2), name, "title", size, theme.ink, anchor="lm")
        pen.rectangle((left - 5, top - 2, right + 5, low + 2), theme.ink, theme.ink, 1.5, 5)
        pen.text(((left + right) / 2, (top + low) / 2), str(view.tracks[track]), "bold", 27, theme.panel)


def cards(pen: Pen, view: View, pack: Pack, maker: Maker, theme: Theme) -> None:
    """A card for each Current, in the order of the seats."""
    for box, current in zip(CARDS, pack.setup.current, strict=True):
        _card(pen, box, current.id, view, pack, maker, theme)


def _card(pen: Pen, box: Box, seat: str, view: View, pack: Pack, maker: Maker, theme: Theme) -> None:
    left, top, right, bottom = box
    livery = SEATS[seat]
    pen.rectangle((left + 3, top + 3, left + 96, bottom - 3), livery.fill)
    pen.line([(left + 97, top + 3), (left + 97, bottom - 3)], theme.ink, 2)
    pen.stamp(counters.badge(seat, 78, theme.name, pen.unit), (left + 50, top + 56))
    place = view.places.get(seat) or (view.order.index(seat) + 1 if seat in view.order else None)
    if place is not None:
        pen.text((left + 50, bottom - 34), str(place), "title", 46, livery.ink)
    if view.form is not None and seat in view.answered:
        pen.stamp(counters.deputy(livery, 34, "yes", theme.name, pen.unit), (left + 76, bottom - 26))
    if seat == view.winner:
        pen.rectangle((left + 4, top + 4, right - 4, bottom - 4), None, GILT, 7)
    elif seat == view.seat:
        pen.rectangle((left + 4, top + 4, right - 4, bottom - 4), None, theme.accent, 4)
    x = left + 112
    name = names(pack)[seat]
    pen.text((x, top + 28), name, "title", 34, theme.ink, anchor="lm")
    used = pen.length(name, "title", 34) + 14
    status = words.status(view, seat)
    room = right - x - used - 16
    size = pen.fit(status, "italic", 22, room, 17)
    pen.text(
        (right - 16, top + 29),
        shortened(pen, status, "italic", size, room),
        "italic",
        size,
        theme.ink,
        anchor="rm",
    )
    purse = view.purses[seat]
    held = sum(region.control == seat for region in view.regions.values())
    values = (view.fame[seat], "?" if purse is None else purse, view.deputies[seat], held, view.score[seat])
    across = x
    for (fact, room), value in zip(FACTS, values, strict=True):
        text, caption = str(value), str(fact)
        size = pen.fit(text, "bold", 32, room - 10, 18)
        pen.text((across, top + 66), text, "bold", size, theme.ink, anchor="lm")
        size = pen.fit(caption, "italic", 18, room - 6, 13)
        caption = shortened(pen, caption, "italic", size, room - 4)
        pen.text((across, top + 90), caption, "italic", size, theme.faded, anchor="lm")
        across += room
    aim = words.objective(view, seat, pack)
    people = [id for id, seen in view.people.items() if seen.current == seat]
    sprites = [maker.medallion(id, view.people[id], 0.84) for id in people]
    row(pen, sprites, (x, top + 101, right - 10, top + 137))
    if aim:
        text = shortened(pen, aim, "italic", 19, right - x - 16)
        pen.text((x, bottom - 17), text, "italic", 19, theme.ink, anchor="lm")


def row(pen: Pen, sprites: Sequence[Image.Image], box: Box) -> None:
    """Sprites side by side from the left; where there are too many they overlap."""
    if not sprites:
        return
    wide = max(sprite.width for sprite in sprites) / pen.unit
    room = box[2] - box[0] - wide
    pitch = min(wide + 4, room / max(1, len(sprites) - 1))
    for number, sprite in enumerate(sprites):
        pen.stamp(sprite, (box[0] + wide / 2 + number * pitch, (box[1] + box[3]) / 2))


def government(pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
    """The Government's own purse, Fame and objective; laws, and the bills before the Assembly."""
    left, top, right, _low = GOVERNMENT
    pen.stamp(counters.badge(view.government, 64, theme.name, pen.unit), (left + 52, top + 48))
    pen.fitted((left + 98, top + 48), _("The Government"), "title", 38, theme.ink, 270)
    facts = [
        (_("Fame"), view.fame["government"]),
        (_("purse"), view.purses["government"]),
        (_("spent"), view.spent),
    ]
    for number, (caption, value) in enumerate(facts):
        x = left + 424 + number * 108
        text = "?" if value is None else str(value)
        pen.text((x, top + 40), text, "bold", 34, theme.ink, anchor="lm")
        pen.fitted((x, top + 70), caption, "italic", 20, theme.faded, 100)
    pen.line([(left + 20, top + 90), (right - 20, top + 90)], theme.faded, 1.5)
    for number, text in enumerate(words.government(view, pack)):
        y = top + 116 + number * 32
        size = pen.fit(text, "text", 26, right - left - 44, 18)
        pen.text(
            (left + 22, y),
            shortened(pen, text, "text", size, right - left - 44),
            "text",
            size,
            theme.ink,
            anchor="lm",
        )


def crown(pen: Pen, view: View, pack: Pack, layout_names: dict[str, str], theme: Theme) -> None:
    """The King's place, the wars and the capital."""
    left, top, right, _low = CROWN
    kept = view.king
    pen.stamp(counters.crown(84, theme.name, pen.unit), (left + 60, top + 62))
    if kept.state in ("prison", "dead"):
        bars(pen, (left + 60, top + 62), 42, kept.state == "dead", theme)
    status = str(KINGS[kept.state])
    x, room = left + 114, right - left - 130
    size = pen.fit(status, "title", 32, room, 20)
    pen.text((x, top + 48), status, "title", size, theme.ink, anchor="lm")
    if kept.with_ is not None:
        holder = names(pack)[kept.with_]
        prison = kept.state == "prison"
        held = _("ally: {current}", current=holder) if prison else _("held by the {current}", current=holder)
        size = pen.fit(held, "italic", 22, room, 15)
        pen.text((x, top + 82), held, "italic", size, theme.ink, anchor="lm")
    pen.line([(left + 20, top + 118), (right - 20, top + 118)], theme.faded, 1.5)
    lines = words.wars(view, layout_names)
    for number, (text, loud) in enumerate(lines):
        role: Role = "bold" if loud else "text"
        ink = theme.red if loud else theme.ink
        size = pen.fit(text, role, 25, right - left - 40, 16)
        y = top + 142 + number * 30
        pen.text((left + 22, y), text, role, size, ink, anchor="lm")
        if view.capital != TOWN and number == len(lines) - 1:
            # Its sign on the map, beside its name.
            pen.stamp(counters.capital(34, theme.name, pen.unit), (right - 34, y - 1))


def bars(pen: Pen, at: Point, reach: float, dead: bool, theme: Theme) -> None:
    """The King's fate, over his crown."""
    x, y = at
    if dead:
        pen.line([(x - reach * 0.8, y + reach * 0.7), (x + reach * 0.8, y - reach * 0.7)], theme.red, 7)
        return
    for across in (-0.6, -0.2, 0.2, 0.6):
        high = reach * (1 - across * across) ** 0.5
        pen.line([(x + across * reach, y - high), (x + across * reach, y + high)], theme.ink, 4)


def paris(pen: Pen, view: View, pack: Pack, maker: Maker, theme: Theme) -> None:
    """All pieces and people in Paris."""
    left, top, right, _low = PARIS
    region = view.regions.get(TOWN)
    if region is None:
        return
    pen.text((left + 24, top + 40), _("In Paris"), "title", 44, theme.ink, anchor="lm")
    x = right - 46
    for sprite in maker.signs(TOWN, 62):
        pen.stamp(sprite, (x, top + 42))
        x -= 68
    y = top + 92
    commune = words.commune(view, names(pack))
    size = pen.fit(commune, "italic", 26, right - left - 44, 14)
    pen.text((left + 24, y), commune, "italic", size, theme.ink, anchor="lm")
    y += 34
    boxed = list(maker.flags(TOWN, 54, boxed=True))
    y = rows(pen, maker, [*maker.flags(TOWN, 54), *boxed], y)
    if boxed:
        pen.text(
            (left + 24, y + 12),
            _("{number} against the Commune", number=len(boxed)),
            "italic",
            22,
            theme.ink,
            anchor="lm",
        )
        y += 30
    pen.line([(left + 20, y), (right - 20, y)], theme.faded, 1.5)
    people = [id for id in region.people if id != KING or view.king.state == "free"]
    room = PARIS[3] - y - 24
    for size in (1.24, 1.1, 1.0, 0.9, 0.8):
        sprites = [maker.medallion(id, view.people[id], size) for id in people]
        lines = maker.broken(sprites, right - left - 40)
        if sum(line.high + 6 for line in lines) <= room:
            break
    rows(pen, maker, sprites, y + 12)
    if not people:
        pen.text((middle(PARIS)[0], y + 40), _("nobody"), "italic", 28, theme.faded)


def rows(pen: Pen, maker: Maker, sprites: Sequence[Image.Image], top: float) -> float:
    """Draw sprites in lines in the panel of Paris from `top` on; returns their lower edge."""
    left, _top, right, _low = PARIS
    for line in maker.broken(sprites, right - left - 40):
        across = left + 20
        for sprite in line.sprites:
            wide = sprite.width / pen.unit
            pen.stamp(sprite, (across + wide / 2, top + line.high / 2))
            across += wide + 4
        top += line.high + 8
    return top


def scroll() -> Cartouche:
    """The head of the key: the country is stretched about its regions, so it has no scale."""
    return Cartouche(
        CARTOUCHE, [_("La Révolution"), _("Française")], [_("1791–1795, not to scale"), signs_by("/rules")]
    )


def key(pen: Pen, theme: Theme) -> None:
    """The meanings of signs, in letters that a telephone shows large enough."""
    left, top, right, bottom = KEY
    entries = signs(pen.unit, theme.name, 27)
    pitch = (bottom - top - 20) / len(entries)
    for number, (sprite, text) in enumerate(entries):
        y = top + 10 + (number + 0.5) * pitch
        pen.stamp(sprite, (left + 42, y))
        pen.fitted((left + 82, y), text, "text", KEYED, theme.ink, right - left - 92)
