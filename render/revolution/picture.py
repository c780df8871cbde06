"""The picture of a game: the static sheet, drawn once and kept, with everything that changes on top."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from PIL import Image

from data.revolution.schema import Pack
from engines.revolution.view import View
from render.battle import Battle
from render.errors import RenderError
from render.facade import CloseUp
from render.parts import arrows, courses, rings
from render.parts.arrows import Style
from render.parts.placing.boxes import grown
from render.pen import Box, Pen, Point
from render.revolution import assembly, counters, panels, regions, sheets
from render.revolution.ground import patch, plate
from render.revolution.layout import ASSEMBLY, CARTOUCHE, CROWN, KEY, PARIS, SHEET, Layout, key, laid_out
from render.revolution.liveries import ARROWS
from render.revolution.moves import Change, Move, Shown, Vote
from render.theme import THEMES, Theme, ThemeName

TAIL, TIP, SHORTEST = 10.0, 3.0, 50.0
"""The distance of an arrow's ends from the pieces in its regions, and its least length."""
CENTRES = 4
"""Regions that are tried as the middle of a close-up."""
TICKET = 25.0
"""Letters of the cost or the chance of an action in a region."""


def draw(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Shown] = (),
    theme: ThemeName = "light",
    width: int = 1600,
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
    battle: Battle | None = None,
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across.

    :param around: the region in the middle of a close-up; None is the whole map, which is also drawn where
        a close-up would leave out a region to be framed.
    :param reach: regions to be framed, each with a short text: the chance to succeed there, say.
    :param sheet: `sheets.VOTE` is only the Assembly with the last vote, `sheets.BENCHES` without it;
        `sheets.GROUND` only the map, as near as it shows all regions to be framed.
    :param battle: a battle to be drawn below a close-up.
    :raises RenderError: the region is not on the map.
    """
    encoded, palette = key(pack), THEMES[theme]
    vote = next((each for each in reversed(moves) if isinstance(each, Vote)), None)
    if sheet in (sheets.VOTE, sheets.BENCHES):
        return sheets.vote(view, pack, vote if sheet == sheets.VOTE else None, palette, width)
    whole = laid_out(encoded)
    if around is not None and around not in whole.regions:
        raise RenderError(f"There is no region {around} on the map")
    reach = reach or {}
    around = _middle(encoded, around, reach, sheet)
    made, layout = plate(encoded, theme, width, around).sheet.copy(), laid_out(encoded, around)
    pen = Pen(made, width / SHEET)
    for id, region in view.regions.items():
        holder = regions.holder(view, id)
        painted = patch(encoded, theme, width, around, id, holder, revolt=region.revolt)
        if painted is not None:
            corner, picture, mask = painted
            made.paste(picture, corner, mask)
    maker = regions.Maker(pen, view, pack, palette)
    shown = [id for id in view.regions if id in layout.regions and layout.regions[id].shown]
    sets = [maker.set(layout, id) for id in shown]
    framed = {*reach, *(each.region for each in moves if isinstance(each, Change))}
    _frames(pen, [each for each in sets if each.id in framed], layout, palette)
    _arrows(pen, moves, layout, sets, palette)
    regions.draw(pen, sets, palette)
    _fights(pen, moves, layout, sets, palette)
    _tickets(pen, reach, layout, sets, palette)
    if battle is None:
        panels.header(pen, view, pack, palette)
    else:
        sheets.banner(pen, battle.title, palette)
    if around is not None:
        return (
            made if battle is None else sheets.fought(made, battle, layout.regions[around].middle[1], palette)
        )
    assembly.draw(pen, ASSEMBLY, view, vote, palette)
    panels.crown(pen, view, pack, dict(layout.names), palette)
    panels.paris(pen, view, pack, maker, palette)
    panels.key(pen, palette)
    if sheet == sheets.GROUND:
        return sheets.cropped(made, palette)
    panels.tracks(pen, view, palette)
    panels.government(pen, view, pack, palette)
    panels.cards(pen, view, pack, maker, palette)
    return made


BESIDE, HIGH = 24.0, 34.0
"""Room for a region's number to the west of its name, and its height."""


def spots(view: View, pack: Pack, _moves: Sequence[Shown], close: CloseUp) -> dict[str, list[Point]]:
    """What stands in the offered regions that `draw` shows, with room for a number before the name.

    Beside the room of a region a number would lie in its neighbour.
    """
    if close.sheet in (sheets.VOTE, sheets.BENCHES):
        return {}
    encoded = key(pack)
    middle = _middle(encoded, close.around, dict(close.reach), close.sheet)
    layout = laid_out(encoded, middle)
    maker = regions.Maker(Pen(Image.new("RGBA", (1, 1)), 1.0), view, pack, THEMES["light"])
    sets = [
        maker.set(layout, id) for id in close.offered if id in layout.regions and layout.regions[id].shown
    ]
    return {each.id: _with_number(each.ground) for each in sets}


def _with_number(ground: Box) -> list[Point]:
    left, top, right, low = ground
    west, under = max(left - BESIDE, 0.0), top + HIGH
    return [(west, top), (right, top), (right, low), (left, low), (left, under), (west, under)]


def _middle(encoded: bytes, around: str | None, reach: Collection[str], sheet: str | None) -> str | None:
    """The region in the middle of the close-up that is drawn, if one is."""
    return nearest(encoded, reach) if sheet == sheets.GROUND else held(encoded, around, reach)


def held(encoded: bytes, around: str | None, reach: Collection[str]) -> str | None:
    """The region of a close-up that shows all regions to be framed; None where there is none."""
    if around is None:
        return None
    seen = laid_out(encoded, around).regions
    return around if all(id not in seen or seen[id].shown for id in reach) else None


def nearest(encoded: bytes, reach: Collection[str]) -> str | None:
    """The region nearest to the middle of all to be framed whose close-up shows them, if any does."""
    known = laid_out(encoded).regions
    framed = [known[id].middle for id in reach if id in known]
    if not framed:
        return None
    middle = (sum(x for x, _ in framed) / len(framed), sum(y for _, y in framed) / len(framed))
    by_distance = sorted(known, key=lambda id: math.dist(known[id].middle, middle))
    return next((id for id in by_distance[:CENTRES] if held(encoded, id, reach) == id), None)


def _frames(pen: Pen, sets: Sequence[regions.Set], layout: Layout, theme: Theme) -> None:
    """A frame about the pieces in a region."""
    size = layout.frame.size
    for each in sets:
        left, top, right, low = each.ground
        box = (left - 8 * size, top - 4 * size, right + 8 * size, low + 6 * size)
        counters.frame(pen, box, size, theme)


def _tickets(
    pen: Pen, reach: Mapping[str, str], layout: Layout, sets: Sequence[regions.Set], theme: Theme
) -> None:
    """The text of a region that is framed, on the upper edge of its frame."""
    size = layout.frame.size
    for each in sets:
        if reach.get(each.id):
            left, top, right, _low = each.ground
            letters = TICKET * size
            half = pen.length(reach[each.id], "bold", letters) / 2 + letters * 0.4
            x = min(max((left + right) / 2, layout.frame.map[0] + half), layout.frame.map[2] - half)
            y = max(top - 19 * size, layout.frame.map[1] + letters)
            rings.ticket(pen, (x, y), reach[each.id], letters, theme)


def _arrows(
    pen: Pen, moves: Sequence[Shown], layout: Layout, sets: Sequence[regions.Set], theme: Theme
) -> None:
    """The last moves, past all names, from the pieces in a region to those in another."""
    grounds: dict[str, Box] = {each.id: each.ground for each in sets}
    frame, made = layout.frame, list[arrows.Arrow]()
    taken = [each.ground for each in sets]
    for move in dict.fromkeys(each for each in moves if isinstance(each, Move)):
        known = [id for id in move.path if id in layout.regions]
        stops = [layout.regions[id].middle for id in known]
        if move.manner != "battle" and len(stops) > 1:
            start = beside(grounds.get(move.path[0]), stops[0], stops[1], TAIL * frame.size)
            last = start if len(stops) == 2 else stops[-2]
            tip = beside(grounds.get(move.path[-1]), stops[-1], last, TIP * frame.size)
            if math.dist(start, tip) < SHORTEST * frame.size:
                start = stops[0]
            by = [
                past(grounds.get(id), at, (before, after), TAIL * frame.size)
                for id, before, at, after in zip(known[1:-1], stops, stops[1:], stops[2:], strict=False)
            ]
            way = courses.course(taken, frame.size, [start, *by, tip])
            made.append(arrows.arrow(way, style(move.side, frame.size, theme)))
    arrows.paint(pen.image, pen.unit, made, frame.map)


def past(ground: Box | None, middle: Point, ends: tuple[Point, Point], away: float) -> Point:
    """The point where a way from one place to another passes the pieces about a middle, at that distance."""
    if ground is None:
        return middle
    left, top, right, low = grown(ground, away)
    across, down = (left, (left + right) / 2, right), (top, (top + low) / 2, low)
    about = [(x, y) for x in across for y in down if (x, y) != (across[1], down[1])]
    return min(about, key=lambda at: sum(math.dist(at, end) for end in ends))


def beside(ground: Box | None, middle: Point, towards: Point, away: float) -> Point:
    """The place nearest to a point that is so far from the ground about a middle."""
    if ground is None:
        return middle
    left, top, right, low = grown(ground, away)
    return min(max(towards[0], left), right), min(max(towards[1], top), low)


def _fights(
    pen: Pen, moves: Sequence[Shown], layout: Layout, sets: Sequence[regions.Set], theme: Theme
) -> None:
    """Crossed swords at battles."""
    grounds: dict[str, Box] = {each.id: each.ground for each in sets}
    names, frame = tuple(each.box for each in sets), layout.frame
    taken: list[Box] = [*grounds.values(), *((ASSEMBLY, CROWN, PARIS, CARTOUCHE, KEY) if frame.whole else ())]
    fought = [each.path[-1] for each in moves if isinstance(each, Move) and each.manner == "battle"]
    for id in dict.fromkeys(fought):
        if id in grounds:
            _left, top, right, low = grounds[id]
            at = (right + 18 * frame.size, (top + low) / 2)
            taken.append(arrows.swords(pen, frame, at, names, taken, theme))


def style(side: str, size: float, theme: Theme) -> Style:
    """The style of a side's arrow."""
    ink, edge = ARROWS.get(side, (theme.accent, theme.accent_edge))
    return Style(ink, edge, 10, 8, 26, 16, 3.4, size=size)
