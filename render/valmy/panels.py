"""The panels round the map: header, state of both sides, key."""

from __future__ import annotations

from functools import partial

from data.catalogue import N_, _
from data.valmy.schema import FLAG, SIDES, Pack
from data.valmy.tables import Side
from engines.valmy.view import View
from render.fonts import Role
from render.geo import dense
from render.lettering import halved
from render.paper import panel
from render.parts import arrows, signs
from render.parts.cartouche import Cartouche, signs_by
from render.parts.counters import blank, cut, edge_of, star
from render.parts.flags import flag
from render.parts.header import Head, draw
from render.parts.keys import Entry, Key
from render.pen import Box, Pen, Point
from render.theme import Theme
from render.valmy.alt import MORALE, dates, situation
from render.valmy.counters import alone, tired
from render.valmy.ground import WIDTH, gap, way_out
from render.valmy.layout import CARTOUCHE, HEADER, Layout
from render.valmy.liveries import ARMY, ARROWS, DRESS, INITIATIVE, TINTS, style
from render.valmy.moves import Manner
from render.valmy.roads import Pips

COLUMNS: tuple[tuple[N_, float, float], ...] = (
    (N_("army morale"), 196, 166),
    (N_("lost this turn"), 365, 146),
    (N_("chits"), 490, 84),
    (N_("cities"), 588, 80),
    (N_("points"), 668, 68),
)
"""Captions of the state of both sides, the middle of each column, and the room for it."""


def frames(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The frames of header and panels."""
    for box in (HEADER, layout.state, layout.key):
        panel(pen, box, theme)


def header(pen: Pen, view: View, pack: Pack, theme: Theme, around: str | None, title: str = "") -> None:
    """The title, the present step, and the turn on its track."""
    days = dates(view, pack)
    title = _("Around {place}", place=around) if around else title or "The Valmy Campaign"
    turn = min(view.turn, len(days))
    end = _("{days}, turn {turn} of {turns}", days=days[turn - 1], turn=turn, turns=len(days))
    initiative = None
    if view.initiative is not None:
        emblem = blank(44, 30, pen.unit)
        flag(emblem, (1, 1, 42, 28), FLAG[view.initiative], edge_of(theme.name), 2)
        initiative = cut(emblem), str(INITIATIVE[view.initiative])
    turns = [day.split(" ")[0] for day in days]
    draw(pen, HEADER, Head(title, situation(view, pack), turns, view.turn, end, initiative), theme)


def state(pen: Pen, box: Box, view: View, pack: Pack, theme: Theme) -> None:
    """Army morale, losses, chits, cities and points of both sides."""
    left, top = box[:2]
    for words, x, room in COLUMNS:
        pen.fitted((left + x, top + 26), str(words), "italic", 25, theme.ink, room, anchor="mm")
    for row, side in enumerate(SIDES):
        y = top + 71 + row * 60
        flag(pen, (left + 20, y - 16, left + 68, y + 16), FLAG[side], edge_of(theme.name), 2)
        _side(pen, left, y, view, pack, side, theme)


def _side(pen: Pen, left: float, y: float, view: View, pack: Pack, side: Side, theme: Theme) -> None:
    morale = view.morale[side]
    pen.text((left + 130, y), str(morale.rating), "bold", 40, theme.ink)
    ink = theme.red if morale.state != "steady" else theme.ink
    role: Role = "bold" if morale.state != "steady" else "text"
    pen.fitted((left + 168, y), str(MORALE[morale.state]), role, 26, ink, 136)
    # When all are full, a point of morale is gone; the next unit begins another row.
    gone, x = morale.eliminated, left + 372
    count = pack.tables.figures.eliminated
    filled = (gone - 1) % count + 1 if gone else 0
    for pip in range(count):
        full = pip < filled
        at = (x - 52 + pip * 18, y)
        pen.circle(at, 7, theme.ink if full else None, theme.ink, 2)
    pen.text((x + 46, y), str(gone), "bold", 26, theme.ink)
    for number, chit in enumerate(pack.tables.figures.chits):
        at = (left + 458 + number * 32, y)
        if chit in view.chits[side]:
            pen.circle(at, 14.5, DRESS[ARMY[side]].fill, theme.ink, 2)
            pen.text(at, str(chit), "bold", 20, DRESS[ARMY[side]].ink)
        else:
            pen.circle(at, 14.5, None, theme.faded, 2)
    held = sum(holder == side for holder in view.cities.values())
    pen.text((left + 588, y), str(held), "bold", 32, theme.ink)
    pen.text((left + 668, y), halved(round(view.score[side] * 2)), "bold", 36, theme.ink)


def scroll() -> Cartouche:
    """The map's title, with the note that it is no survey and so has no scale."""
    return Cartouche(CARTOUCHE, [_("The Argonne")], [_("1792, not to scale"), signs_by("/rules")])


def key_to_map(box: Box, theme: Theme) -> Key:
    """The signs of the map."""
    entries = [
        Entry(_costs, _("road and its cost")),
        Entry(partial(_road, rank="great-road"), _("great road")),
        Entry(partial(_road, rank=_("track")), _("track")),
        Entry(_cities, _("city, who holds it")),
        Entry(_base, _("base of an army")),
        Entry(_ends, _("pass, way to Paris")),
        Entry(_count, _("units known")),
        Entry(_stars, _("rank of a leader")),
        Entry(_more, _("more leaders")),
        Entry(_spent, _("all have acted")),
        Entry(_alone, _("out of command")),
    ]
    entries += [Entry(partial(_specimen, manner=manner), str(words)) for manner, words in MANNERS]
    return Key(box, entries)


MANNERS: tuple[tuple[Manner, N_], ...] = (
    ("march", N_("march")),
    ("reaction", N_("reaction")),
    ("retreat", N_("retreat")),
    ("attack", N_("attack, battle")),
)


def _costs(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    way = dense([(x - 22, y), (x + 22, y)])
    pen.line(way, theme.road, WIDTH["road"])
    Pips(at, (1, 0), 2).draw(pen, size=1, ink=theme.ink, edge=theme.panel)


def _road(pen: Pen, at: Point, theme: Theme, *, rank: str) -> None:
    x, y = at
    if rank == "track":
        pen.dashes(dense([(x - 22, y), (x + 22, y)]), theme.road, WIDTH["track"], 10, 7)
        return
    for ink, width in (
        (theme.road, WIDTH["great-road"]),
        (TINTS[theme.name]["clear"], WIDTH["great-road"] - 5),
    ):
        pen.line([(x - 22, y), (x + 22, y)], ink, width)


def _cities(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    pen.rectangle((x - 22, y - 12, x + 22, y + 13), theme.disc, theme.ink, 2.4, 4)
    flag(pen, (x - 18, y - 7, x + 2, y + 7), "french", theme.ink)


def _base(pen: Pen, at: Point, theme: Theme) -> None:
    for number, dress in enumerate(DRESS.values()):
        signs.base(pen, (at[0] + (number - 1) * 16, at[1]), 18, dress, theme)


def _ends(pen: Pen, at: Point, theme: Theme) -> None:
    gap(pen, (at[0] - 14, at[1]), 3, 0.9, theme)
    way_out(pen, (at[0] + 14, at[1]), 0.9, theme.red)


def _count(pen: Pen, at: Point, theme: Theme) -> None:
    pen.text((at[0] - 2, at[1]), "9  ?", "bold", 22, theme.ink)


def _stars(pen: Pen, at: Point, theme: Theme) -> None:
    for number in range(3):
        star(pen, (at[0] + (number - 1) * 14, at[1]), 7, theme.ink)


def _more(pen: Pen, at: Point, theme: Theme) -> None:
    pen.text(at, "+2", "bold", 19, theme.ink)


def _spent(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    fill = tired(DRESS["adn"].fill, theme.name)
    pen.rectangle((x - 22, y - 11, x + 22, y + 11), fill, theme.ink, 1.6)
    pen.polygon([(x + 11, y - 11), (x + 22, y), (x + 11, y)], theme.disc, theme.ink, 1.4)


def _alone(pen: Pen, at: Point, theme: Theme) -> None:
    alone(pen, at, 11, theme.ink)


def _specimen(pen: Pen, at: Point, theme: Theme, *, manner: Manner) -> None:
    """A short arrow; an attack with its swords."""
    x, y = at
    if manner == "attack":
        signs.swords(pen, at, 0.7, theme.accent, theme.accent_edge)
        return
    for row, side in enumerate(SIDES):
        way = dense([(x - 22, y - 6 + row * 12), (x + 22, y - 6 + row * 12)], 2)
        arrows.draw(pen, way, style(manner, ARROWS[theme.name][side], theme, 0.5))
