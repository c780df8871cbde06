"""The pictures of a game: the theatre, the battle board, the chart of a command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from data.valmy.schema import FLAG, SIDES, Pack
from data.valmy.tables import Side
from engines.valmy.view import SideView, View
from render.errors import RenderError
from render.facade import CloseUp
from render.numbers import corners
from render.once import large
from render.paper import compass, neatline
from render.parts import arrows, courses
from render.parts.flags import flag
from render.parts.placing.boxes import grown
from render.parts.rings import ticket
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName
from render.tints import kept, map_tints, opened
from render.valmy import board, command, counters, panels
from render.valmy.counters import Chief
from render.valmy.ground import Champagne, lettering, plates
from render.valmy.layout import COMPASS, SHEET, Layout, Spot, held, key, laid_out, name
from render.valmy.liveries import ARROWS, nation, style
from render.valmy.moves import Blow, Move
from render.valmy.sheets import Roll, roll, sheet_of

OVERSAMPLING = 2
ROWS = 3
"""Rows of names on a counter of a close-up."""
SMALL = 960
"""Pixels across of the map from which the tints of all are chosen."""
OUT = -70.0
"""The length of an exit to the west."""


def draw(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move | Blow] = (),
    theme: ThemeName = "light",
    width: int = 1600,
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across.

    :param around: the box in the middle of a close-up; None is the whole map, which is also drawn where
        a close-up would leave out a box to be ringed.
    :param reach: boxes to be ringed, each with a short text: the cost to go there.
    :param sheet: `map`, `board` of the Major Battle under way, or the `command` of the view's side; None is
        the board while there is one, else the map.
    :raises RenderError: the box is not on the map, there is no battle, or it is the public's view.
    """
    match sheet_of(view, sheet, around):
        case "board":
            blows = [move for move in moves if isinstance(move, Blow)]
            return board.draw(view, pack, blows, theme, width)
        case "command":
            return command.draw(view, pack, theme, width)
        case _:
            marches = [move for move in moves if isinstance(move, Move)]
            return _theatre(view, pack, marches, theme, width, around, reach or {})


def spots(view: View, pack: Pack, _moves: Sequence[Move | Blow], close: CloseUp) -> dict[str, list[Point]]:
    """The outlines of the offered boxes that `draw` shows."""
    if sheet_of(view, close.sheet, close.around) in ("board", "command"):
        return {}
    encoded = key(pack)
    layout = laid_out(encoded, held(encoded, close.around, dict(close.reach)))
    return {id: corners(layout.spots[id].ground) for id in close.offered if id in layout.shown}


def _theatre(
    view: View,
    pack: Pack,
    moves: Sequence[Move],
    theme: ThemeName,
    width: int,
    around: str | None,
    reach: Mapping[str, str],
) -> Image.Image:
    encoded, palette = key(pack), THEMES[theme]
    if around is not None and around not in laid_out(encoded, None).areas:
        raise RenderError(f"There is no box {around} on the map")
    around = held(encoded, around, reach)
    still, layout = base(encoded, theme, width, around), laid_out(encoded, around)
    sheet = opened(still)
    pen = Pen(sheet, width / SHEET)
    fights = _arrows(pen, layout, moves, palette, still)
    _cities(pen, layout, view, palette)
    _stacks(pen, layout, view, roll(pack), palette)
    _rings(pen, layout, reach, palette)
    named = [layout.spots[id].plate for id in layout.shown]
    taken = [layout.spots[id].field for id in layout.shown if any(_stands(view.boxes[id]))]
    for at in fights:
        arrows.swords(pen, layout.frame, at, named, taken, palette)
    panels.header(pen, view, pack, palette, name(layout.areas[around]) if around else None)
    panels.state(pen, layout.state, view, pack, palette)
    return sheet


# Three MiB each at 1600 pixels, so 120 at most: a game has close-ups all over the country.
@large(40)
def base(encoded: bytes, name: ThemeName, width: int, around: str | None) -> Image.Image:
    """The sheet without anything that moves, in the tints of all maps; to be opened.

    :param encoded: the chart, as `layout.key` gives it.
    """
    return kept(_ground(encoded, name, width, around), _tints(encoded, name))


@lru_cache(maxsize=4)
def _tints(encoded: bytes, name: ThemeName) -> Image.Image:
    """The tints of all maps: those of the whole one, and of all that may stand on it."""
    return map_tints(_ground(encoded, name, SMALL, None), 256, sure=counters.colours(name))


def _ground(encoded: bytes, name: ThemeName, width: int, around: str | None) -> Image.Image:
    theme, layout = THEMES[name], laid_out(encoded, around)
    unit, bottom = width / SHEET, layout.frame.bottom
    size = (width * OVERSAMPLING, round(bottom * unit) * OVERSAMPLING)
    # The country before the sheet, released when the sheet is done: memory is scarce.
    country = Champagne(unit * OVERSAMPLING, layout, theme)
    country.draw()
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    pen.image.paste(country.image, country.corner)
    del country
    if around is None:
        compass(pen, COMPASS, 62, theme)
        panels.scroll().scroll(pen, theme)
    panels.frames(pen, layout, theme)
    entries = panels.key_to_map(layout.key, theme)
    entries.signs(pen, theme)
    neatline(pen, (8, 8, SHEET - 8, bottom - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    lettering(fine, layout, theme)
    if around is None:
        panels.scroll().letters(fine, theme)
    plates(fine, layout, theme)
    fine.rectangle(layout.frame.map, None, theme.ink, 3)
    entries.words(fine, theme)
    return fine.image


def _cities(pen: Pen, layout: Layout, view: View, theme: Theme) -> None:
    """The holder of each city."""
    for id in layout.shown:
        if id in view.cities:
            spot = layout.spots[id]
            left, top, _right, bottom = spot.plate
            s, middle = spot.size, (top + bottom) / 2
            box = (left + 5 * s, middle - 10 * s, left + 34 * s, middle + 10 * s)
            flag(pen, box, FLAG[view.cities[id]], theme.ink, 1.4 * s)


def _stacks(pen: Pen, layout: Layout, view: View, names: Roll, theme: Theme) -> None:
    for id in layout.shown:
        spot, sides = layout.spots[id], view.boxes[id]
        here = list(_stands(sides))
        if view.battle is not None and view.battle.box == id:
            box = grown(spot.ground, 4 * spot.size)
            pen.rectangle(box, None, theme.accent, 4 * spot.size, 8 * spot.size)
        left, top, right, bottom = spot.field
        wide = (right - left) / max(1, len(here))
        for column, side in enumerate(here):
            sprite = _stack(view, side, sides[side], names, spot, wide, layout, theme.name, pen.unit)
            pen.stamp(sprite, (left + (column + 0.5) * wide, (top + bottom) / 2))


def _stands(sides: Mapping[Side, SideView]) -> Iterator[Side]:
    """The sides with counters in a box, as far as the viewer knows."""
    return (side for side in SIDES if sides[side].leaders or sides[side].units or sides[side].held)


def _stack(
    view: View,
    side: Side,
    seen: SideView,
    names: Roll,
    spot: Spot,
    wide: float,
    layout: Layout,
    theme: ThemeName,
    unit: float,
) -> Image.Image:
    """A side's counters there, as far as the viewer knows."""
    size, close = spot.size, not layout.frame.whole
    chiefs = sorted(seen.leaders, key=lambda id: -view.leaders[id].rank)
    short = not close and wide < (spot.field[2] - spot.field[0]) * 0.9
    commanded = names.command_of(next(iter([*chiefs, *seen.units]), None), side)
    return counters.stack(
        commanded.army,
        nation(commanded),
        known_size(seen),
        names.arms(view, seen) if close else "",
        tuple(_chief(view, id, names, short=short) for id in chiefs),
        wide=wide / size - 2,
        high=(spot.field[3] - spot.field[1]) / size,
        rows=ROWS if close else 1,
        theme=theme,
        unit=unit * size,
    )


def known_size(seen: SideView) -> str:
    """The number of units there, as far as the viewer knows: `12`, `3+?`, `?`."""
    if seen.held is not None:
        return str(len(seen.units) + seen.held)
    if not seen.leaders:
        return str(len(seen.units))
    return f"{len(seen.units)}+?" if seen.units else "?"


def _chief(view: View, id: str, names: Roll, *, short: bool) -> Chief:
    known, under = view.leaders[id], len(names.under(view, id))
    return Chief(
        names.leader[id].name,
        known.rank,
        known.spent,
        known.out_of_command,
        str(under) if under else "",
        names.short[id] if short else "",
    )


def _rings(pen: Pen, layout: Layout, reach: Mapping[str, str], theme: Theme) -> None:
    """Boxes to which a stack can go, each with its cost; a retreat costs nothing."""
    size = layout.frame.size
    for id, cost in reach.items():
        if id not in layout.spots:
            continue
        left, _, right, bottom = layout.spots[id].ground
        for ink, width in ((theme.accent_edge, 7.4), (theme.accent, 4.2)):
            pen.rectangle(grown(layout.spots[id].ground, 3 * size), None, ink, width * size, 8 * size)
        if cost:
            ticket(pen, ((left + right) / 2, bottom + 2 * size), cost, 23 * size, theme)


def _arrows(pen: Pen, layout: Layout, moves: Sequence[Move], theme: Theme, still: Image.Image) -> list[Point]:
    """Draw the last moves, along the roads and below the names of the boxes; returns the places of battles.

    :param still: the sheet without them.
    """
    size, fights, made = layout.frame.size, dict[str, Point](), list[arrows.Arrow]()
    for move in dict.fromkeys(moves):
        stops = [id for id in move.path if id in layout.spots]
        if not stops:
            continue
        last = layout.spots[stops[-1]]
        course: list[Point] = [layout.spots[stops[0]].at]
        for start, end in pairwise(stops):
            course += layout.course(start, end)[1:]
        if move.manner == "exit":
            x, y = last.at
            course += [
                (x + OUT * size * part / 8 - (last.field[2] - x) * part / 8, y) for part in range(1, 9)
            ]
        if len(course) > 1:
            way = (
                course if move.manner == "exit" else courses.short_of(course, [grown(last.ground, 2 * size)])
            )
            drawn = style(move.manner, ARROWS[theme.name][move.side], theme, size)
            made.append(arrows.arrow(way, drawn))
        if move.manner == "attack" and layout.frame.shows(last.at):
            left, _, _, bottom = last.ground
            fights.setdefault(stops[-1], (left - 2 * size, bottom - 12 * size))
    arrows.paint(pen.image, pen.unit, made, layout.frame.map)
    for id in layout.shown:
        box = tuple(round(edge * pen.unit) for edge in layout.spots[id].plate)
        pen.image.paste(still.crop(box), box[:2])  # type: ignore[arg-type]
    return list(fights.values())
