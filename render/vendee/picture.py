"""The map of a game: the static sheet with everything that moves on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from data.vendee.schema import Pack
from engines.vendee.view import View
from render.errors import RenderError
from render.pen import Box, Pen
from render.theme import THEMES, Theme, ThemeName
from render.vendee import arrows, panels, signs, stacks
from render.vendee.base import base
from render.vendee.layout import SHEET
from render.vendee.moves import Move
from render.vendee.plan import Plan, key, plan


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

    :param around: the area in the middle of a close-up; None is the whole map.
    :param reach: areas to be ringed, each with a short text: what it costs to go there.
    :raises RenderError: the area is not on the map.
    """
    encoded = key(pack)
    name = next((area.name for area in pack.board.area if area.id == around), None)
    if around is not None and name is None:
        raise RenderError(f"There is no area {around} on the map")
    sheet = base(encoded, theme, width, around, "e2" in view.past).copy()
    layout, palette = plan(encoded, around), THEMES[theme]
    pen = Pen(sheet, width / SHEET)
    kept = arrows.reach(sheet, pen.unit, layout, reach or {}, palette)
    _flags(pen, view, layout, palette)
    placed = stacks.seated(pen, view, pack, layout, theme, full=around is not None, kept=kept)
    ground: dict[str, list[Box]] = {}
    for found in placed:
        ground.setdefault(found.stack.area, []).append(found.box)
    _ring(pen, view, placed, layout, palette)
    fights = arrows.draw(sheet, pen.unit, layout, moves, ground, palette)
    stacks.draw(pen, placed, layout.frame.size)
    for at in fights:
        signs.swords(pen, at, layout.frame.size, palette.accent, palette.accent_edge)
    panels.header(pen, view, pack, palette, name)
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
    """The stack that is in hand."""
    if view.activation is None:
        return
    size = layout.frame.size
    for found in placed:
        if (found.stack.area, found.stack.side) == (view.activation.at, view.activation.side):
            left, top, right, bottom = found.box
            grow = 5 * size
            box = (left - grow, top - grow, right + grow, bottom + grow)
            pen.rectangle(box, None, theme.accent_edge, 6.5 * size, 9 * size)
            pen.rectangle(box, None, theme.accent, 3.6 * size, 9 * size)
