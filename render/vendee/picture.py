"""The map of a game: the static sheet with everything that moves on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from data.vendee.schema import Pack
from engines.vendee.view import View
from render.errors import RenderError
from render.pen import Box, Pen
from render.theme import THEMES, Theme, ThemeName
from render.vendee import arrows, crowds, lettering, panels, signs, stacks
from render.vendee import reach as reach_
from render.vendee.base import base
from render.vendee.layout import SHEET
from render.vendee.liveries import dresses
from render.vendee.moves import Move
from render.vendee.plan import Plan, held, key, plan


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
    encoded = key(pack)
    name = next((area.name for area in pack.board.area if area.id == around), None)
    if around is not None and name is None:
        raise RenderError(f"There is no area {around} on the map")
    around = held(encoded, around, reach or ())
    sheet = base(encoded, theme, width, around, "e2" in view.past).copy()
    layout, palette = plan(encoded, around), THEMES[theme]
    pen = Pen(sheet, width / SHEET)
    crowd = crowds.seated(stacks.stacked(pen, view, pack, layout, theme, full=around is not None), layout)
    layout, ground = layout._replace(labels=crowd.labels), dict[str, list[Box]]()
    for found in crowd.stacks:
        ground.setdefault(found.stack.area, []).extend(found.rows)
    reach_.rings(sheet, pen.unit, layout, reach or {}, palette)
    fights = arrows.draw(sheet, pen.unit, layout, moves, ground, palette)
    _ring(pen, view, crowd.stacks, layout, palette)
    dressed = dresses(pack.armies)
    for id, label in layout.labels.items():
        lettering.stamp(pen, label, layout.areas[id].terrain, palette, dressed)
    _flags(pen, view, layout, palette)
    stacks.draw(pen, crowd.stacks)
    taken = [row for rows in ground.values() for row in rows]
    for at in fights:
        taken.append(arrows.swords(pen, layout, at, taken, palette))
    reach_.tickets(pen, layout, reach or {}, taken, palette)
    panels.header(pen, view, pack, palette, name if around else None)
    if around is None:
        panels.tracks(pen, view, pack, palette)
        panels.state_of_affairs(pen, view, pack, palette)
    return sheet


def _flags(pen: Pen, view: View, layout: Plan, theme: Theme) -> None:
    """Who holds each base and stronghold, beside its signs."""
    for area, holder in view.holder.items():
        label = layout.labels.get(area)
        if label is not None:
            signs.flag(pen, label.sign_at(label.marks - 1), label.sign * 0.86, holder, theme)


def _ring(pen: Pen, view: View, placed: list[stacks.Seated], layout: Plan, theme: Theme) -> None:
    """The stack that is in hand, round its counters."""
    if view.activation is None:
        return
    size = layout.frame.size
    for found in placed:
        if (found.stack.area, found.stack.side) == (view.activation.at, view.activation.side):
            left, top, right, bottom = found.core
            grow = 5 * size
            box = (left - grow, top - grow, right + grow, bottom + grow)
            pen.rectangle(box, None, theme.accent_edge, 6.5 * size, 9 * size)
            pen.rectangle(box, None, theme.accent, 3.6 * size, 9 * size)
