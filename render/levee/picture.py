"""The map of a game: the static sheet with everything that moves on top."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from PIL import Image

from data.levee.schema import ARMIES, Army, Card, Pack
from engines.levee.view import View
from render.levee import counters, panels
from render.levee.ground import base
from render.levee.layout import COUNTER, HEIGHT, RADIUS, SHEET, Layout, laid_out, paris_slots
from render.levee.moves import Move
from render.parts.arrows import Style, arrow
from render.parts.courses import Course
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName

BADGE = RADIUS * 1.1
"""How far from the middle a Liberation marker stands that shares its space."""
BESIDE: tuple[Point, ...] = ((-1, 0), (1, 0), (-0.8, -0.8), (-0.8, 0.8), (0.8, -0.8))
"""Where it may stand; never on the corner of the counter that has the Battle Value."""

BEND = 0.16
STUB = 52.0
"""Reach, across and down, of an arrow to or from a place that is not on the map."""
OFF_ROAD = 100.0
"""Toll that keeps such an arrow off the roads, where it would look like a march."""
WAYS: tuple[Point, ...] = ((-1, 1), (-1, -1), (1, -1), (1, 1), (1.15, 0), (-1.15, 0), (0, 1.15), (0, -1.15))


def draw(
    view: View, pack: Pack, *, moves: Sequence[Move] = (), theme: ThemeName = "light", width: int = 1600
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across and as many down."""
    sheet = base(pack.board, theme, width).copy()
    layout, palette = laid_out(pack.board), THEMES[theme]
    pen = Pen(sheet, width / SHEET)
    style = Style(palette.accent, palette.accent_edge, 11, 9, 26, 17, 4, 1.5, joined=True)
    for move in moves:
        if course := _course(move, layout):
            arrow(sheet, pen.unit, course, style, (0, 0, SHEET, HEIGHT))
    _pieces(pen, view, pack, layout, palette)
    panels.headline(pen, view, headline_card(view, pack), palette)
    panels.government(pen, view, palette)
    panels.french_army(pen, view, palette)
    panels.holding(pen, view, pack, palette)
    panels.decks(pen, view, Counter(card.deck for card in pack.cards), palette)
    return sheet


def headline_card(view: View, pack: Pack) -> Card | None:
    """The Current Event's card, or None when the pack has none of that number."""
    return next((card for card in pack.cards if str(card.number) == view.headline), None)


def _pieces(pen: Pen, view: View, pack: Pack, layout: Layout, theme: Theme) -> None:
    letters = {track.army: track.letter for track in pack.board.track}

    def counter(army: Army, side: float) -> Image.Image:
        seen = view.armies[army]
        return counters.army(
            army,
            letters[army],
            seen.battle_value,
            rotated=seen.rotated,
            side=side,
            theme=theme.name,
            unit=pen.unit,
        )

    for army in ARMIES:
        space = view.armies[army].space
        if space in layout.spaces and space != "paris":
            pen.stamp(counter(army, COUNTER), layout.spaces[space])
    shared = {seen.space for seen in view.armies.values()}
    for name in view.liberation.spaces:
        if name in layout.spaces:
            x, y = layout.spaces[name]
            if name in shared:
                across, down = layout.free_way(name, BESIDE, BADGE)
                at = (x + across * BADGE, y + down * BADGE)
                pen.stamp(counters.liberation(48, theme.name, pen.unit), at)
            else:
                pen.stamp(counters.liberation(72, theme.name, pen.unit), (x, y))
    in_paris = [army for army in ARMIES if view.armies[army].space == "paris"]
    slots, side = paris_slots(len(in_paris) + view.disorder)
    sprites = [counter(army, side) for army in in_paris]
    if view.disorder:
        sprites.append(counters.disorder(side + 4, theme.name, pen.unit))
    x, y = layout.paris
    for (across, down), sprite in zip(slots, sprites, strict=True):
        pen.stamp(sprite, (x + across, y + down))


def _course(move: Move, layout: Layout) -> Course | None:
    start, end = layout.spaces.get(move.origin), layout.spaces.get(move.target)
    if move.origin == move.target or (start is None and end is None):
        return None
    if start is None or end is None:
        return _stub(layout, move.origin if end is None else move.target, inwards=start is None)
    distance = math.dist(start, end)
    across = ((end[0] - start[0]) / distance, (end[1] - start[1]) / distance)
    lift = distance * BEND
    control = ((start[0] + end[0]) / 2 + across[1] * lift, (start[1] + end[1]) / 2 - across[0] * lift)
    curve = [_bezier(start, control, end, number / 64) for number in range(65)]
    reach = layout.radius(move.target) * 0.94
    outside = layout.radius(move.origin) * (0.9 if move.origin == "paris" else 0.0)
    return [point for point in curve if math.dist(point, end) > reach and math.dist(point, start) >= outside]


def _stub(layout: Layout, space: str, *, inwards: bool) -> Course:
    near = layout.radius(space) * 0.72
    (x, y), (across, down) = layout.spaces[space], layout.free_way(space, WAYS, near + STUB, toll=OFF_ROAD)
    course = [(x + across * reach, y + down * reach) for reach in (near + STUB, near + STUB / 2, near)]
    return course if inwards else course[::-1]


def _bezier(start: Point, control: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]
