"""The map of a game: the static sheet, drawn once and kept, with everything that moves on top."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache, partial

import msgspec
from PIL import Image

from data.catalogue import _
from data.vendee.schema import Pack, Side
from engines.vendee.view import StackView, View
from render.battle import Battle
from render.errors import RenderError
from render.facade import CloseUp
from render.numbers import clipped
from render.once import large, told_once
from render.paper import blend, compass, frigate, neatline
from render.parts import arrows, courses, rings
from render.parts.cartouche import Cartouche, signs_by
from render.parts.counters import Dress
from render.parts.keys import finer, wider
from render.parts.placing import Plan
from render.parts.placing.boxes import grown
from render.parts.placing.seats import Seating, Shape
from render.pen import Box, Pen, Point
from render.theme import THEMES, Theme, ThemeName
from render.tints import kept, map_tints, opened
from render.vendee import counters, crowds, keys, names, panels, sheets
from render.vendee.crowds import Stack
from render.vendee.forms import Form, Former, Row
from render.vendee.ground import Vendee, countries
from render.vendee.layout import (
    CARTOUCHE,
    CLOSE_KEY,
    COMPASS,
    KEYS,
    MORALE,
    NEAR_BY,
    POWDER,
    SHEET,
    SHIP,
    WHOLE,
    Part,
    chart,
    key,
    laid_out,
    nearest,
)
from render.vendee.liveries import ARROWS, TINTS, Readiness, conditions, dresses, style
from render.vendee.moves import Fallen, Move

OVERSAMPLING = 2
DEGREE = 111.2
"""Kilometres to a degree of latitude."""
KILOMETRES = 20
"""Length of the scale."""
SEA: Point = (-84, 24)
"""The start of a landing, relative to its end."""
CHIPS = (6, 3, 2, 1, 0)
"""Generals of a stack who are named, the most that there is room for; the others are counted."""
PILE = 5.0
"""How far the counters of a pile stand out below each other."""
COUNTED = 120.0
"""The cost of counting one more, in units of another's name that are covered."""


def draw(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move | Fallen] = (),
    theme: ThemeName = "light",
    width: int = 1600,
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
    battle: Battle | None = None,
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across.

    :param around: the area in the middle of a close-up; None is the whole map. Where a close-up would leave
        out an area to be ringed, it shows more of the country, or all of it.
    :param reach: areas to be ringed, each with a short text: the cost to go there.
    :param sheet: `sheets.THEATRE` has a close-up of the fighting above the whole map; on those that
        `keys.TICKETS` names, the short texts are about something else than the cost of a march.
    :param battle: a battle to be drawn below a close-up.
    :raises RenderError: the area is not on the map.
    """
    if around is not None and all(area.id != around for area in pack.board.area):
        raise RenderError(f"There is no area {around} on the map")
    about = sheet if sheet in keys.TICKETS else keys.MARCH
    drawn = partial(_drawn, view, pack, moves, theme, about)
    ringed = reach or {}
    area = None if around or ringed or sheet != sheets.THEATRE else sheets.theatre(view, moves)
    if area is None:
        return drawn(width, around, nearest(key(pack), around, ringed), ringed, battle)
    far = drawn(round(width * sheets.FAR), None, Part(), ringed, keyed=False)
    return sheets.above(view, pack, far, drawn(width, area, Part(area), ringed), area, theme)


def spots(view: View, pack: Pack, moves: Sequence[Move | Fallen], close: CloseUp) -> dict[str, list[Point]]:
    """The outlines of the offered areas that `draw` shows; below a close-up those of the whole map."""
    ringed = dict(close.reach)
    plan = laid_out(key(pack), *nearest(key(pack), close.around, ringed)).plan
    outlines = {
        id: clipped(plan.sites[id].outline, plan.frame.map) for id in close.offered if id in plan.labels
    }
    above = not (close.around or ringed) and close.sheet == sheets.THEATRE and sheets.theatre(view, moves)
    return {id: sheets.below(each) for id, each in outlines.items()} if above else outlines


def _drawn(
    view: View,
    pack: Pack,
    moves: Sequence[Move | Fallen],
    theme: ThemeName,
    about: str,
    width: int,
    middle: str | None,
    part: Part,
    reach: Mapping[str, str],
    battle: Battle | None = None,
    *,
    keyed: bool = True,
) -> Image.Image:
    """One sheet; the whole map with its keys or, where it stands small below a close-up, without."""
    encoded, palette, around = key(pack), THEMES[theme], part.around
    name = next((area.name for area in pack.board.area if area.id == middle), None)
    ground = encoded, theme, width, part, "e2" in view.past
    sheet = opened(base(*ground))
    if around is None and keyed:
        for picture, corner in _keys(encoded, theme, width):
            sheet.paste(picture, corner)
    layout, pen = laid_out(encoded, *part), Pen(sheet, width / SHEET)
    crowd = crowds.seated(stacks(pen, view, pack, layout.plan, theme), layout.plan)
    plan, stood = layout.plan._replace(labels=crowd.labels), dict[str, list[Box]]()
    for seated in crowd.stacks:
        stood.setdefault(seated.stack.area, []).extend(seated.rows)
    rings.rings(sheet, pen.unit, plan, reach, palette)
    went = [move for move in moves if isinstance(move, Move)]
    fights = _arrows(pen, plan, went, stood, palette, None if reach else (*ground, keyed))
    for seated in crowd.stacks:
        hand = view.activation
        if hand is not None and (seated.stack.area, seated.stack.owner) == (hand.at, hand.side):
            crowds.ring(pen, seated, plan.frame.size, palette)
    for id, label in plan.labels.items():
        names.stamp(pen, label, TINTS[theme][layout.areas[id].terrain], palette)
    _flags(pen, view, plan, palette)
    crowds.draw(pen, crowd.stacks)
    taken, named = [row for rows in stood.values() for row in rows], plan.named
    for number, at in enumerate(fights, start=1):
        count = number if len(fights) > 1 else None
        taken.append(arrows.swords(pen, plan.frame, at, named, taken, palette, named=count))
    taken += rings.tickets(pen, plan, reach, taken, palette)
    _fates(pen, [move for move in moves if isinstance(move, Fallen)], pack, plan, taken, palette)
    panels.header(pen, view, pack, palette, name if around else None, battle)
    if around is not None and reach:
        key_of, stands = keys.near_by(chart(encoded), wider(CLOSE_KEY, NEAR_BY), about)
        key_of.signs(finer(pen, NEAR_BY), palette, skip=stands)
        key_of.words(finer(pen, NEAR_BY), palette, skip=stands)
    if around is not None and battle is not None:
        return sheets.fought(sheet, battle, layout.plan.sites[around].at[1], pack, palette)
    if around is None:
        panels.morale(pen, view, MORALE, palette)
        panels.powder(pen, view, pack, POWDER, palette)
        panels.state_of_affairs(pen, view, pack, palette)
    return sheet


# Two and a half MiB each at 1600 pixels, so 120 at most: a game has close-ups all over the country.
@large(48)
def base(encoded: bytes, name: ThemeName, width: int, part: Part, gatine: bool) -> Image.Image:
    """The sheet without anything that moves, in the tints of all maps; to be opened.

    :param encoded: the chart, as `layout.key` gives it.
    :param gatine: whether la Gâtine has risen.
    """
    return kept(_ground(encoded, name, width, part, gatine), _tints(encoded, name))


@lru_cache(maxsize=4)
def _tints(encoded: bytes, name: ThemeName) -> Image.Image:
    """The tints of all maps: those of the whole one, and of all that may stand on it."""
    width = round(SHEET * sheets.FAR)
    whole = _ground(encoded, name, width, Part(), gatine=True)
    for picture, corner in _keys(encoded, name, width):
        whole.paste(picture, corner)
    sure = counters.colours(dresses(chart(encoded).armies).values(), THEMES[name])
    return map_tints(whole, 256, sure=sure)


def _ground(encoded: bytes, name: ThemeName, width: int, part: Part, gatine: bool) -> Image.Image:
    theme, layout, drawn, around = THEMES[name], laid_out(encoded, *part), chart(encoded), part.around
    unit, bottom = width / SHEET, layout.frame.bottom
    size = (width * OVERSAMPLING, round(bottom * unit) * OVERSAMPLING)
    # The country before the sheet, released when the sheet is done: memory is scarce.
    country = Vendee(unit * OVERSAMPLING, layout, drawn, theme)
    country.draw(gatine=gatine)
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    pen.image.paste(country.image, country.corner)
    del country
    if around is None:
        compass(pen, COMPASS, 52, theme)
        _cartouche().scroll(pen, theme)
        frigate(pen, SHIP, 76, blend(theme.sea, theme.ink, 0.7), blend(theme.sea, theme.disc, 0.8))
    panels.frames(pen, layout, theme)
    moment, _stands = keys.near_by(drawn, wider(CLOSE_KEY, NEAR_BY), None)
    if around is not None:
        moment.signs(finer(pen, NEAR_BY), theme)
    neatline(pen, (8, 8, SHEET - 8, bottom - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    countries(fine, layout, theme)
    if around is None:
        for track in (MORALE, POWDER):
            panels.captions(fine, drawn, track, theme)
        _cartouche().letters(fine, theme)
    else:
        moment.words(finer(fine, NEAR_BY), theme)
    return fine.image


def _cartouche() -> Cartouche:
    """The map's title and scale, and the place where the rest of its signs is explained."""
    kilometre = WHOLE.projection.scale / DEGREE
    return Cartouche(CARTOUCHE, [_("The Vendée")], [signs_by("/rules")], kilometre, KILOMETRES)


@told_once(4)
def _keys(encoded: bytes, name: ThemeName, width: int) -> list[tuple[Image.Image, tuple[int, int]]]:
    """The keys of the whole map, each with its corner."""
    unit = width / SHEET
    size = (width, round(WHOLE.bottom * unit))
    sheet = keys.drawn(size, unit, chart(encoded), THEMES[name])
    spots = [grown(box, 1.5) for box in KEYS]
    boxes = [(round(a * unit), round(b * unit), round(c * unit), round(d * unit)) for a, b, c, d in spots]
    return [(sheet.crop(box), box[:2]) for box in boxes]


def _flags(pen: Pen, view: View, plan: Plan, theme: Theme) -> None:
    """The holder of each base and stronghold, beside its signs."""
    for area, holder in view.holder.items():
        label = plan.labels.get(area)
        if label is not None:
            counters.flag(pen, label.sign_at(label.count - 1), label.sign * 0.86, holder, theme)


def _arrows(
    pen: Pen,
    plan: Plan,
    moves: Sequence[Move],
    stacks: Mapping[str, Sequence[Box]],
    theme: Theme,
    ground: Hashable,
) -> list[Point]:
    """Draw the last moves; an arrow ends at the stacks of its last area, a close-up cuts it.

    :param stacks: ground of the stacks by area.
    :param ground: what the sheet shows below the arrows, where it is nothing of this view alone.
    :returns: the points of battles, where the attacks came in.
    """
    size = plan.frame.size
    names = plan.named
    fights, made, ships = dict[str, Point](), list[arrows.Arrow](), list[Point]()
    # Each way once, for any number of stacks.
    for move in dict.fromkeys(moves):
        stops = [plan.sites[area].at for area in move.path if area in plan.sites]
        if not stops:
            continue
        tip = stops[-1]
        if move.manner == "landing":
            stops = [(tip[0] + SEA[0] * size, tip[1] + SEA[1] * size), tip]
            frigate(pen, stops[0], 44 * size, blend(theme.sea, theme.ink, 0.85), theme.disc)
            ships.append(stops[0])
        if len(stops) > 1:
            way = courses.short_of(courses.course(names, size, stops), stacks.get(move.path[-1], ()))
            tip = way[-min(len(way), 11)]
            drawn = style(move.manner, ARROWS[theme.name][move.side], theme, size)
            made.append(arrows.arrow(way, drawn))
        if move.manner == "attack" and plan.frame.shows(tip):
            fights.setdefault(move.path[-1], tip)
    below = None if ground is None else (ground, *ships)
    arrows.paint(pen.image, pen.unit, made, plan.frame.map, below)
    return list(fights.values())


def stacks(pen: Pen, view: View, pack: Pack, plan: Plan, theme: ThemeName) -> list[Stack]:
    """All stacks of a view that the map shows; a close-up always spells names."""
    maker = _Maker(pen.unit, pack, plan, theme)
    return [
        Stack(area, side, maker.forms(side, stack))
        for area, sides in view.areas.items()
        if area in plan.seats
        for side, stack in sides.items()
    ]


class _Maker:
    """Makes the forms of stacks for one map."""

    def __init__(self, unit: float, pack: Pack, plan: Plan, theme: ThemeName) -> None:
        self.unit, self.size, self.theme = unit, plan.frame.size, theme
        self.counters = plan.frame.counter
        self.former = Former(unit, self.size)
        self.dressed = dresses(pack.armies)
        self.names = {general.id: general.name for general in pack.generals.general}

    def forms(self, side: Side, seen: StackView) -> list[Form]:
        """The ways to lay out a stack, the best first: names in full, generals below, three abreast."""
        if seen.points is None or seen.generals is None:
            sprite = counters.back(side, seen.counters, size=self.counters, theme=self.theme, unit=self.unit)
            return self.former.single(sprite)
        shown = [
            (kind, points, ready) for kind, held in seen.points.items() for ready, points in conditions(held)
        ]
        armies = [self._army(self.dressed[kind], points, side, ready) for kind, points, ready in shown]
        pile = None
        if len(shown) > 1:
            top, *under = sorted(shown, key=lambda each: -each[1])
            whole = sum(points for _, points, _ in shown)
            dress = self.dressed[top[0]]
            more = "+" if any(kind != top[0] for kind, *_ in under) else ""
            above = self._army(
                msgspec.structs.replace(dress, letter=f"{dress.letter}{more}"), whole, side, top[2]
            )
            below = [self._army(self.dressed[kind], None, side, ready) for kind, _, ready in under[:2]]
            pile = counters.pile(above, below, round(PILE * self.counters * self.unit))
        count = len(seen.generals)
        chips = [
            (self._chips(seen.generals, side, named), number * COUNTED)
            for number, named in enumerate(most for most in CHIPS if most < count or most == CHIPS[0])
        ]
        return self.former.forms(armies, chips, pile)

    def _army(self, dress: Dress, points: int | None, side: Side, ready: Readiness) -> Image.Image:
        return counters.army(
            dress, points, side=side, ready=ready, size=self.counters, theme=self.theme, unit=self.unit
        )

    def _chips(self, generals: Mapping[str, Readiness], side: Side, named: int) -> Row:
        texts: list[tuple[str, Readiness]] = [(self.names[id], ready) for id, ready in generals.items()]
        if len(texts) > named:
            texts = [*texts[:named], (f"+{len(texts) - named}", "fresh")]
        return [
            counters.chip(text, side, ready, size=self.size, theme=self.theme, unit=self.unit)
            for text, ready in texts
        ]


def _fates(
    pen: Pen, fallen: Sequence[Fallen], pack: Pack, plan: Plan, taken: list[Box], theme: Theme
) -> None:
    """Generals who fell, were taken or were wounded, each with his sign where it happened."""
    names, seating, size = (
        {each.id: each.name for each in pack.generals.general},
        Seating(plan),
        plan.frame.size,
    )
    for each in fallen:
        if each.area not in plan.seats:
            continue
        sprite = counters.fate(
            names[each.general], each.side, each.end, size=size, theme=theme.name, unit=pen.unit
        )
        half, high = sprite.width / pen.unit / 2, sprite.height / pen.unit / 2
        shape = Shape(((-half, -high, half, high),), 0)
        at = seating.best(each.area, [shape], taken).at
        pen.stamp(sprite, at)
        taken += shape.at(at)
