"""The map of a game: the static sheet with everything that moves on top."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PIL import Image

from data.levee.schema import UNITS, Card, Pack, Unit
from engines.levee.view import View
from render.levee import counters, panels
from render.levee.ground import base
from render.levee.layout import COUNTER, RADIUS, SHEET, STACK, VIGNETTE, Layout, laid_out, paris_slots, slats
from render.levee.liveries import moved
from render.levee.moves import Move
from render.levee.vignettes import vignette
from render.parts import courses
from render.parts.arrows import Arrow, arrow, paint
from render.parts.courses import Course
from render.parts.placing.boxes import around
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName

BADGE = RADIUS * 1.1
"""The distance from the middle of a Liberation marker that shares its space."""
BESIDE: tuple[Point, ...] = ((-1, 0), (1, 0), (-0.8, -0.8), (-0.8, 0.8), (0.8, -0.8))
"""The possible places of that marker; none is on the corner of the counter that has the Battle Value."""
LIBERATION, SHARED = 92.0, 58.0
"""Side of a Liberation marker that has a space for itself, and of one that shares it."""
BROAD = 1.5
"""The factor by which arrows are broader than on other maps."""
ROUND = 0.85
"""The share of a space's square that a passing arrow avoids, in radii."""
NEW = 1.07
"""The radius of the ring about a space whose piece has come from off the map, or left it so, in radii."""


def draw(
    view: View, pack: Pack, *, moves: Sequence[Move] = (), theme: ThemeName = "light", width: int = 1600
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across and as many down."""
    sheet = base(pack.board, theme, width).copy()
    layout, palette = laid_out(pack.board), THEMES[theme]
    pen = Pen(sheet, width / SHEET)
    style = moved(palette, BROAD)
    made: list[Arrow] = []
    for move in moves:
        if way := course(move, layout):
            made.append(arrow(way, style))
        else:
            _ring(pen, move, layout, palette)
    paint(sheet, pen.unit, made, layout.frame.map)
    _pieces(pen, view, pack, layout, palette)
    card = headline_card(view, pack)
    panels.headline(pen, view, card, palette)
    if card is not None:
        vignette(pen, VIGNETTE, card, palette)
    if view.kit or view.options.get("decisive-outcomes"):
        panels.kit_key(pen, palette)
    panels.government(pen, view, palette)
    panels.french_army(pen, view, palette)
    panels.holding(pen, view, pack, palette)
    panels.decks(pen, view, palette)
    return sheet


def headline_card(view: View, pack: Pack) -> Card | None:
    """The Current Event's card, or None when the pack has none of that number."""
    return next((card for card in pack.cards if str(card.number) == view.headline), None)


def _pieces(pen: Pen, view: View, pack: Pack, layout: Layout, theme: Theme) -> None:
    letters: dict[Unit, str] = {track.army: track.letter for track in pack.board.track}
    letters |= {piece.id: piece.letter for piece in pack.board.unit or ()}

    def counter(army: Unit, side: float, high: float | None = None) -> Image.Image:
        seen = view.armies[army]
        form = counters.army if high is None else partial(counters.slat, high=high)
        return form(
            army,
            letters[army],
            seen.battle_value,
            rotated=seen.rotated,
            stationary=seen.stationary,
            condition=seen.condition,
            napoleon=seen.napoleon,
            side=side,
            theme=theme.name,
            unit=pen.unit,
        )

    standing: dict[str, list[Unit]] = {}
    for army in UNITS:
        space = view.armies[army].space if army in view.armies else None
        if space is not None:
            standing.setdefault(space, []).append(army)
    in_paris = standing.pop("paris", [])
    for space, armies in standing.items():
        if space in layout.spaces:
            x, y = layout.spaces[space]
            if len(armies) == 1:
                pen.stamp(counter(armies[0], COUNTER), (x, y))
                continue
            # The unit that has to be fought first lies on top.
            ordered = sorted(armies, key=lambda army: not view.armies[army].stationary)
            downs, high = slats(len(ordered))
            for down, army in zip(downs, ordered, strict=True):
                pen.stamp(counter(army, STACK, high), (x, y + down))
    shared = {seen.space for seen in view.armies.values()}
    for name in view.liberation.spaces:
        if name in layout.spaces:
            x, y = layout.spaces[name]
            if name in shared:
                across, down = layout.free_way(name, BESIDE, BADGE)
                at = (x + across * BADGE, y + down * BADGE)
                pen.stamp(counters.liberation(SHARED, theme.name, pen.unit), at)
            else:
                pen.stamp(counters.liberation(LIBERATION, theme.name, pen.unit), (x, y))
    slots, side = paris_slots(len(in_paris) + view.disorder)
    sprites = [counter(army, side) for army in in_paris]
    if view.disorder:
        sprites.append(counters.disorder(side + 4, theme.name, pen.unit))
    x, y = layout.paris
    for (across, down), sprite in zip(slots, sprites, strict=True):
        pen.stamp(sprite, (x + across, y + down))


def course(move: Move, layout: Layout) -> Course | None:
    """The way of an arrow from rim to rim, past all names and spaces that are not on the way.

    :returns: None without a place to come from or to go to.
    """
    start, end = layout.spaces.get(move.origin), layout.spaces.get(move.target)
    if move.origin == move.target or start is None or end is None:
        return None
    stops = [move.origin, move.target]
    track = layout.tracks.get(move.piece, [])
    if move.origin in track and move.target in track:
        begun, ended = track.index(move.origin), track.index(move.target)
        stops = track[begun : ended + 1] if begun < ended else track[ended : begun + 1][::-1]
    taken = [label.box for label in layout.labels.values()]
    taken += [around(at, layout.radius(id) * ROUND) for id, at in layout.spaces.items() if id not in stops]
    way = courses.course(taken, BROAD, [layout.spaces[id] for id in stops])
    far, near = layout.radius(move.origin) * 0.96, layout.radius(move.target) * 0.94
    seen = [at for at in way if math.dist(at, start) >= far and math.dist(at, end) > near]
    return seen if len(seen) > 1 else None


def _ring(pen: Pen, move: Move, layout: Layout, theme: Theme) -> None:
    """A ring about a space to which a piece has come from off the map, a broken one where it has left."""
    space = move.target if move.target in layout.spaces else move.origin
    if space not in layout.spaces or move.origin == move.target:
        return
    (x, y), reach = layout.spaces[space], layout.radius(space) * NEW
    turns = [n * math.pi / 90 for n in range(181)]
    ring = [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns]
    for ink, width in ((theme.accent_edge, 13), (theme.accent, 7)):
        if space == move.target:
            pen.line(ring, ink, width)
        else:
            pen.dashes(ring, ink, width, 18, 14)
