"""The map of a game: the static sheet, drawn once and kept, with everything that moves on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from data.vendee.schema import General, Pack, Side
from engines.vendee.view import StackView, View
from render.errors import RenderError
from render.lettering import initials
from render.paper import blend, compass, frigate, neatline
from render.parts import arrows, names, rings
from render.parts.placing import Plan, crowds
from render.parts.placing.crowds import Stack
from render.parts.placing.forms import Form, Former, Row
from render.pen import Box, Pen, Point
from render.theme import THEMES, Theme, ThemeName
from render.vendee import counters, panels
from render.vendee.ground import Vendee, countries
from render.vendee.layout import COMPASS, SHEET, SHIP, chart, held, key, laid_out
from render.vendee.liveries import ARROWS, TINTS, Readiness, conditions, dresses, style
from render.vendee.moves import Move

OVERSAMPLING = 2
SEA: Point = (-70, 24)
"""Whence a landing comes, from the place that it comes to."""
CHIPS = 6
"""Generals who are named on the whole map; the others are counted."""
SHORT = 160.0
"""What it costs to shorten the names of generals: as much as to cover so many units of another's name."""


def draw(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move] = (),
    theme: ThemeName = "light",
    width: int = 1600,
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across.

    :param around: the area in the middle of a close-up; None is the whole map, which is also drawn where
        a close-up would leave out an area to be ringed.
    :param reach: areas to be ringed, each with a short text: what it costs to go there.
    :raises RenderError: the area is not on the map.
    """
    encoded, reach, palette = key(pack), reach or {}, THEMES[theme]
    name = next((area.name for area in pack.board.area if area.id == around), None)
    if around is not None and name is None:
        raise RenderError(f"There is no area {around} on the map")
    around = held(encoded, around, reach)
    sheet = base(encoded, theme, width, around, "e2" in view.past).copy()
    layout, pen = laid_out(encoded, around), Pen(sheet, width / SHEET)
    crowd = crowds.seated(stacks(pen, view, pack, layout.plan, theme), layout.plan)
    plan, ground = layout.plan._replace(labels=crowd.labels), dict[str, list[Box]]()
    for seated in crowd.stacks:
        ground.setdefault(seated.stack.area, []).extend(seated.rows)
    rings.rings(sheet, pen.unit, plan, reach, palette)
    fights = _arrows(pen, plan, moves, ground, palette)
    for seated in crowd.stacks:
        hand = view.activation
        if hand is not None and (seated.stack.area, seated.stack.owner) == (hand.at, hand.side):
            crowds.ring(pen, seated, plan.frame.size, palette)
    for id, label in plan.labels.items():
        names.stamp(pen, label, TINTS[theme][layout.areas[id].terrain], palette)
    _flags(pen, view, plan, palette)
    crowds.draw(pen, crowd.stacks)
    taken, named = [row for rows in ground.values() for row in rows], plan.named
    for at in fights:
        taken.append(arrows.swords(pen, plan.frame, at, named, taken, palette))
    rings.tickets(pen, plan, reach, taken, palette)
    panels.header(pen, view, pack, palette, name if around else None)
    if around is None:
        panels.tracks(pen, view, pack, palette)
        panels.state_of_affairs(pen, view, pack, palette)
    return sheet


# Ten MiB each at 1600 pixels, so 80 at most: the whole map in both themes, before and after la Gâtine has
# risen, and four more, which are close-ups or other widths.
@lru_cache(maxsize=8)
def base(encoded: bytes, name: ThemeName, width: int, around: str | None, gatine: bool) -> Image.Image:
    """The sheet without anything that moves, RGB; treat it as read-only.

    :param encoded: the chart, as `layout.key` gives it.
    :param gatine: whether la Gâtine has risen.
    """
    theme, layout, drawn = THEMES[name], laid_out(encoded, around), chart(encoded)
    unit, bottom = width / SHEET, layout.frame.bottom
    size = (width * OVERSAMPLING, round(bottom * unit) * OVERSAMPLING)
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    country = Vendee(pen.unit, layout, drawn, theme)
    country.draw(gatine=gatine)
    pen.image.paste(country.image, country.corner)
    if around is None:
        compass(pen, COMPASS, 52, theme)
        frigate(pen, SHIP, 76, blend(theme.sea, theme.ink, 0.7), blend(theme.sea, theme.disc, 0.8))
    panels.frames(pen, layout, theme)
    country_key = panels.key_to_country(drawn, layout.keys.country, theme, gatine=gatine)
    country_key.signs(pen, theme)
    neatline(pen, (8, 8, SHEET - 8, bottom - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    countries(fine, layout, theme)
    country_key.words(fine, theme)
    panels.key_to_dress(fine, layout.keys.dress, drawn, theme)
    panels.key_to_counters(fine, layout.keys.tell, drawn, theme)
    if around is None:
        panels.lettering(fine, drawn, theme)
    return fine.image


def _flags(pen: Pen, view: View, plan: Plan, theme: Theme) -> None:
    """Who holds each base and stronghold, beside its signs."""
    for area, holder in view.holder.items():
        label = plan.labels.get(area)
        if label is not None:
            counters.flag(pen, label.sign_at(label.count - 1), label.sign * 0.86, holder, theme)


def _arrows(
    pen: Pen, plan: Plan, moves: Sequence[Move], stacks: Mapping[str, Sequence[Box]], theme: Theme
) -> list[Point]:
    """Draw what happened last; an arrow ends at the stacks of its last area, a close-up cuts it.

    :param stacks: ground of the stacks by area.
    :returns: where there was a battle, and the attack came in.
    """
    size, named = plan.frame.size, plan.named
    fights: dict[str, Point] = {}
    # Each way once, however many have gone it.
    for move in dict.fromkeys(moves):
        stops = [plan.sites[area].at for area in move.path if area in plan.sites]
        if not stops:
            continue
        tip = stops[-1]
        if move.manner == "landing":
            stops = [(tip[0] + SEA[0] * size, tip[1] + SEA[1] * size), tip]
        if len(stops) > 1:
            way = arrows.short_of(arrows.course(stops, named, size), stacks.get(move.path[-1], ()))
            tip = way[-min(len(way), 11)]
            drawn = style(move.manner, ARROWS[theme.name][move.side], theme, size)
            arrows.arrow(pen.image, pen.unit, way, drawn, plan.frame.map)
        if move.manner == "attack" and plan.frame.shows(tip):
            fights.setdefault(move.path[-1], tip)
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
        self.former, self.whole = Former(unit, self.size), plan.frame.whole
        self.dressed = dresses(pack.armies)
        names = {general.id: general.name for general in pack.generals.general}
        self.spellings = [(names, 0.0), (short_names(pack), SHORT)] if self.whole else [(names, 0.0)]

    def forms(self, side: Side, seen: StackView) -> list[Form]:
        """The ways to lay out a stack, the best first: names in full, generals below, three abreast."""
        if seen.points is None or seen.generals is None:
            sprite = counters.back(side, seen.counters, size=self.size, theme=self.theme, unit=self.unit)
            return self.former.single(sprite)
        armies = [
            counters.army(
                self.dressed[kind],
                points,
                side=side,
                ready=ready,
                size=self.size,
                theme=self.theme,
                unit=self.unit,
            )
            for kind, held in seen.points.items()
            for ready, points in conditions(held)
        ]
        chips = [(self._chips(seen.generals, side, names), cost) for names, cost in self.spellings]
        return self.former.forms(armies, chips)

    def _chips(self, generals: Mapping[str, Readiness], side: Side, names: Mapping[str, str]) -> Row:
        texts: list[tuple[str, Readiness]] = [(names[id], ready) for id, ready in generals.items()]
        if len(texts) > CHIPS and self.whole:
            texts = [*texts[: CHIPS - 1], (f"+{len(texts) - CHIPS + 1}", "fresh")]
        return [
            counters.chip(text, side, ready, size=self.size, theme=self.theme, unit=self.unit)
            for text, ready in texts
        ]


def short_names(pack: Pack) -> dict[str, str]:
    """The generals by the beginnings of their names."""
    return initials({general.id: _plain(general) for general in pack.generals.general})


def _plain(general: General) -> str:
    name = general.name.removeprefix("d'").replace(" ", "")
    return name[0].upper() + name[1:]
