"""The map of a game: the static sheet with everything that moves on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from data.levee.schema import ARMIES, Army, Card, Pack
from engines.levee.view import View
from render.levee import arrows, counters, panels
from render.levee.base import base
from render.levee.layout import COUNTER, RADIUS, SHEET, paris_slots
from render.levee.moves import Move
from render.levee.plan import Plan, plan
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName

BADGE = RADIUS * 1.1
"""How far from the middle a Liberation marker stands that shares its space."""
BESIDE: tuple[Point, ...] = ((-1, 0), (1, 0), (-0.8, -0.8), (-0.8, 0.8), (0.8, -0.8))
"""Where it may stand; never on the corner of the counter that has the Battle Value."""


def draw(
    view: View, pack: Pack, *, moves: Sequence[Move] = (), theme: ThemeName = "light", width: int = 1600
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across and as many down."""
    sheet = base(pack.board, theme, width).copy()
    layout, palette = plan(pack.board), THEMES[theme]
    pen = Pen(sheet, width / SHEET)
    arrows.draw(sheet, pen.unit, layout, moves, palette)
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


def _pieces(pen: Pen, view: View, pack: Pack, layout: Plan, theme: Theme) -> None:
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
