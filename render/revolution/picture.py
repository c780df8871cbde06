"""The picture of a game: the static sheet, drawn once and kept, with everything that changes on top."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from data.revolution.schema import Pack
from engines.revolution.view import View
from render.parts import arrows, courses
from render.parts.arrows import Style
from render.pen import Box, Pen
from render.revolution import assembly, panels, regions
from render.revolution.ground import patch, plate
from render.revolution.layout import ASSEMBLY, CROWN, KEY, PARIS, SHEET, Layout, key, laid_out
from render.revolution.liveries import SEATS
from render.revolution.moves import Change, Move, Shown, Vote
from render.theme import THEMES, Theme, ThemeName


def draw(
    view: View, pack: Pack, *, moves: Sequence[Shown] = (), theme: ThemeName = "light", width: int = 1600
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across."""
    encoded, palette = key(pack), THEMES[theme]
    sheet, layout = plate(encoded, theme, width).sheet.copy(), laid_out(encoded)
    pen = Pen(sheet, width / SHEET)
    for id, region in view.regions.items():
        painted = patch(encoded, theme, width, id, regions.holder(view, id), region.revolt)
        if painted is not None:
            corner, picture, mask = painted
            sheet.paste(picture, corner, mask)
    maker = regions.Maker(pen, view, pack, palette)
    sets = [maker.set(layout, id) for id in view.regions if id in layout.regions]
    _changes(pen, moves, sets, palette)
    regions.draw(pen, sets, palette)
    _arrows(pen, moves, layout, sets, palette)
    vote = next((each for each in reversed(moves) if isinstance(each, Vote)), None)
    assembly.draw(pen, view, vote, palette)
    panels.header(pen, view, pack, palette)
    panels.crown(pen, view, pack, dict(layout.names), palette)
    panels.paris(pen, view, pack, maker, palette)
    panels.key(pen, palette)
    panels.tracks(pen, view, pack, palette)
    panels.government(pen, view, pack, palette)
    panels.cards(pen, view, pack, maker, palette)
    return sheet


def _changes(pen: Pen, moves: Sequence[Shown], sets: Sequence[regions.Set], theme: Theme) -> None:
    """A frame about what is in a region that has changed."""
    changed = {each.region for each in moves if isinstance(each, Change)}
    for each in sets:
        if each.id in changed:
            left, top, right, low = each.ground
            box = (left - 8, top - 4, right + 8, low + 6)
            pen.rectangle(box, None, theme.accent_edge, 8, 16)
            pen.rectangle(box, None, theme.accent, 4, 16)


def _arrows(
    pen: Pen, moves: Sequence[Shown], layout: Layout, sets: Sequence[regions.Set], theme: Theme
) -> None:
    """What moved last, past all names, and where it was fought."""
    grounds: dict[str, Box] = {each.id: each.ground for each in sets}
    names = tuple(each.box for each in sets)
    free = courses.ground(layout.frame.map, names, 1.0)
    taken: list[Box] = [*grounds.values(), ASSEMBLY, CROWN, PARIS, KEY]
    for move in dict.fromkeys(each for each in moves if isinstance(each, Move)):
        stops = [at for region in move.path if (at := layout.at(region)) is not None]
        if not stops:
            continue
        if move.manner == "battle":
            box = grounds[move.path[-1]]
            at = (box[2] + 14, (box[1] + box[3]) / 2)
            taken.append(arrows.swords(pen, layout.frame, at, names, taken, theme))
        elif len(stops) > 1:
            end = grounds.get(move.path[-1])
            start = grounds.get(move.path[0])
            way = courses.short_of(free.course(stops), [] if end is None else [end])
            way = courses.short_of(way[::-1], [] if start is None else [start])[::-1]
            arrows.arrow(pen.image, pen.unit, way, style(move.side, theme), layout.frame.map)


def style(side: str, theme: Theme) -> Style:
    """How the arrow of a side looks."""
    livery = SEATS.get(side)
    return Style(
        theme.accent if livery is None else livery.fill, theme.accent_edge, 10, 8, 26, 16, 3.4, joined=True
    )
