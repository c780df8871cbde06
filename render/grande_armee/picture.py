"""The pictures of a game: the theatre of war, the whole board, close-ups, zones and supply, battles."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from data.grande_armee.hexes import Direction, Hex, neighbours
from data.grande_armee.schema import Pack
from engines.grande_armee.view import View
from render.battle import Battle, Force
from render.errors import RenderError
from render.facade import CloseUp
from render.geo import dense, spline
from render.grande_armee import counters, layers, layout, panels
from render.grande_armee.country import Country, country, key
from render.grande_armee.ground import Theatre, lettering, named
from render.grande_armee.hex_rings import rings, tickets
from render.grande_armee.layout import CLOSE, LEFT, MOSTLY, PLAN, RIGHT, SHEET, Window, theatre, whole, window
from render.grande_armee.liveries import ARROWS, DRESS, style
from render.grande_armee.moves import AHEAD, FIGHTS, Move
from render.grande_armee.scene import Stack, Troop, names, stacks, worth
from render.once import large, once
from render.paper import neatline
from render.parts import arrows, muster, signs
from render.parts.counters import BLACK, chip, edge_of
from render.parts.flags import GOLD, RED
from render.pen import Pen, Point
from render.sheet import Sheet
from render.theme import THEMES, Livery, Theme, ThemeName
from render.tints import kept, map_tints, opened

SHEETS = ("map", "whole", "zones")
MUSTERED, CHIEFS = 56.0, 1.9
"""Height of counters and size of leaders' names below a battle."""
LEAST = 404.0
"""Height of the panel below a battle at least, for the dice between the forces."""
SIDE = 0.866
"""The distance of a hex's sides from its middle, in its sizes."""
BASTIONS: Mapping[Direction, Point] = {
    "ne": (0.84, -0.62),
    "nw": (-0.84, -0.62),
    "se": (0.84, 0.62),
    "sw": (-0.84, 0.62),
}
"""Where the points of a fortress may stand, by the hex beyond; in sizes of a hex, the best first."""
PLANNED, WENT = 1.15, 0.8
"""The sizes of arrows of marches to come, and of those that were made."""
SMOOTHED = 3
"""How often the corners of a planned march are cut."""
SMALL = 480
"""Pixels across of the map from which the tints of all are chosen."""


class Shown(NamedTuple):
    """The content of a picture."""

    window: Window
    country: Country
    stacks: dict[Hex, Stack]


@once
def shown(view: View, pack: Pack, around: str | None, reach: tuple[str, ...], sheet: str | None) -> Shown:
    """The requested window, and its contents.

    :raises RenderError: the hex is not on the map.
    """
    land = country(key(pack, view.scenario))
    made = stacks(view, pack)
    if around is not None and around not in land.terrain:
        raise RenderError(f"There is no hex {around} on the map")
    if sheet == "whole":
        return Shown(whole(land.extent), land, made)
    if around is not None:
        near = window(land.extent, Hex(around), CLOSE)
        if all(near.shows(Hex(hex)) for hex in reach):
            return Shown(near, land, made)
    if reach:
        if around is None:
            return Shown(theatre(land.extent, dict.fromkeys(map(Hex, reach), 1.0), PLAN, MOSTLY), land, made)
        return Shown(theatre(land.extent, dict.fromkeys(map(Hex, [around, *reach]), 1.0)), land, made)
    targets = [hex for attack in view.attacks for hex in attack.target]
    points = {fortress.hex: fortress.value for fortress in view.fortresses.values()}
    return Shown(theatre(land.extent, worth(made, targets, points)), land, made)


def draw(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move] = (),
    theme: ThemeName = "light",
    width: int = 1600,
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
    battle: Battle | None = None,
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across.

    :param around: the hex in the middle of a close-up; None is the theatre of war.
    :param reach: hexes that have to be seen; those with a cost to go there as their text are ringed.
    :param sheet: `map`, the default, `whole` for all of the board, or `zones` for the map with zones of
        control and supply.
    :param battle: a battle to be drawn below a close-up.
    :raises RenderError: the hex is not on the map.
    """
    reach, palette = reach or {}, THEMES[theme]
    seen = shown(view, pack, around, tuple(reach), sheet)
    zones = sheet == "zones"
    ground = key(pack, view.scenario), theme, width, seen.window, zones
    image = opened(base(*ground))
    pen = Pen(image, width / SHEET)
    # A stack at the edge is shown in part: its hex would look empty without it.
    near = {hex: stack for hex, stack in seen.stacks.items() if seen.window.holds(hex)}
    costs = {Hex(hex): int(cost) for hex, cost in reach.items() if cost.isdigit()}
    if costs:
        rings(image, pen.unit, seen.window.grid, costs, palette)
    if zones:
        layers.draw(pen, seen.window, view, pack, palette)
    _arrows(pen, seen.window, moves, palette, None if costs or zones else ground)
    standing = {hex: counters.ground(seen.window.grid.centre(hex), seen.window.size) for hex in near}
    for hex, stack in near.items():
        sprite = counters.stack(stack, size=seen.window.size, theme=theme, unit=pen.unit)
        pen.stamp(sprite, seen.window.grid.centre(hex), seen.window.map)
    _fortresses(pen, seen.window, view, palette)
    named(pen, seen.window, seen.country, standing, palette)
    _values(pen, seen.window, view, near, palette)
    _swords(pen, seen.window, view, moves, palette)
    if costs:
        tickets(pen, seen.window.grid, costs, palette, near)
    titled = names(pack).hex(Hex(around)) if around else None
    panels.header(pen, view, pack, palette, titled, battle)
    panels.locator(pen, seen.window, seen.country, seen.stacks, moves, palette)
    panels.state(pen, seen.window.below(layout.STATE), view, pack, palette)
    if battle is None or around is None:
        return image
    middle = seen.window.grid.centre(Hex(around))[1]
    dress = partial(_dressed, pack=pack, theme=palette, unit=pen.unit)
    high = max(LEAST, muster.height(pen, battle, dress))
    return muster.fought(image, pen.unit, seen.window.map, middle, battle, dress, palette, high)


def spots(view: View, pack: Pack, _moves: Sequence[Move], close: CloseUp) -> dict[str, list[Point]]:
    """The outlines of the offered hexes that `draw` shows."""
    seen = shown(view, pack, close.around, tuple(dict(close.reach)), close.sheet).window
    return {hex: seen.grid.outline(hex) for hex in map(Hex, close.offered) if seen.shows(hex)}


def _kinds(force: Force) -> list[tuple[str, int, bool]]:
    """The counters of a force by kind: how many are left of each, and how many are lost."""
    fallen = dict(force.fallen)
    made = [
        ((kind, number - fallen.get(kind, 0), False), (kind, fallen.get(kind, 0), True))
        for kind, number in force.points
    ]
    return [each for pair in made for each in pair if each[1]]


def _dressed(force: Force, pack: Pack, theme: Theme, unit: float) -> muster.Dressed:
    """A force for the panel below a battle: a counter for each kind, and its leaders' names."""
    kinds = {troop.id: troop for troop in pack.units.troop}
    nations = [kinds[kind].nation for kind, _number in force.points if kind in kinds]
    dress = DRESS[nations[0] if nations else "french" if force.side == "french" else "austrian"]
    edge = edge_of(theme.name)
    troops = [
        counters.troop(
            Troop(kinds[kind].kind, kinds[kind].strength, kinds[kind].allowance, number),
            DRESS[kinds[kind].nation].fill,
            high=MUSTERED,
            unit=unit,
            edge=edge,
            struck=lost,
        )
        for kind, number, lost in _kinds(force)
        if kind in kinds
    ]
    gold = Livery(GOLD, BLACK, "plain")
    chiefs = [
        chip(chief.name, gold, edge, struck=RED if chief.end else None, size=CHIEFS, unit=unit)
        for chief in force.chiefs
    ]
    return muster.Dressed(troops, chiefs, dress)


# Three MiB each at 1600 pixels.
@large(40)
def base(encoded: bytes, name: ThemeName, width: int, shown: Window, zones: bool = False) -> Image.Image:
    """The sheet without anything that moves, in the tints of all maps; to be opened.

    :param encoded: the chart, as `country.key` gives it.
    :param zones: whether its key has the signs of zones and supply.
    """
    return kept(_ground(encoded, name, width, shown, zones), _tints(encoded, name))


@lru_cache(maxsize=4)
def _tints(encoded: bytes, name: ThemeName) -> Image.Image:
    """The tints of all maps: those of the whole one, and of all that may stand on it."""
    board = whole(country(encoded).extent)
    return map_tints(_ground(encoded, name, SMALL, board), 256, sure=counters.colours(name))


def _ground(encoded: bytes, name: ThemeName, width: int, shown: Window, zones: bool = False) -> Image.Image:
    theme, land = THEMES[name], country(encoded)
    sheet = Sheet(width, width / SHEET, shown.bottom, theme)
    drawn = Theatre(sheet.pen, theme, shown, land)
    drawn.draw()
    panels.frames(sheet.pen, shown, theme)
    entries = panels.key_to_map(shown.below(layout.KEY), theme, zones=zones)
    panels.locator_base(sheet.pen, shown, land, theme)
    entries.signs(sheet.pen, theme)
    neatline(sheet.pen, (8, 8, SHEET - 8, shown.bottom - 8), theme)
    image = sheet.finished()
    fine = Pen(image, width / SHEET)
    drawn.numbers(fine)
    lettering(fine, shown, land, theme)
    entries.words(fine, theme)
    return image


def _fortresses(pen: Pen, window: Window, view: View, theme: Theme) -> None:
    """The siege lines round a fortress, over the counters of the besiegers."""
    for fortress in view.fortresses.values():
        if fortress.besieged and window.shows(fortress.hex):
            panels.siege(pen, window.grid.centre(fortress.hex), window.size, theme)


def _values(pen: Pen, window: Window, view: View, near: Collection[Hex], theme: Theme) -> None:
    """The holder of each fortress and its points."""
    for fortress in view.fortresses.values():
        if window.shows(fortress.hex):
            at = bastion(window, fortress.hex, near)
            panels.value(pen, at, fortress.value, fortress.control, window.size, theme)


def bastion(window: Window, hex: Hex, near: Collection[Hex]) -> Point:
    """The bastion of a fortress for its points: on the map, and if it can be beside no other stack."""
    beyond, (x, y) = neighbours(hex), window.grid.centre(hex)
    free = (
        side
        for side, (east, _south) in BASTIONS.items()
        if beyond.get(side) not in near and LEFT < x + 1.4 * east * window.size < RIGHT
    )
    east, south = BASTIONS[next(free, "ne")]
    return x + east * window.size, y + south * window.size


@lru_cache(maxsize=256)
def _course(window: Window, path: tuple[Hex, ...], *, smooth: bool) -> list[Point]:
    """The way of an arrow, up to the edge of the counter on its last hex.

    :param smooth: cut the corners between the hexes.
    """
    points, (x, y) = [window.grid.centre(hex) for hex in path], window.grid.centre(path[-1])
    for _ in range(SMOOTHED if smooth else 0):
        points[1:-1] = [
            ((a + 2 * c + e) / 4, (b + 2 * d + f) / 4)
            for (a, b), (c, d), (e, f) in zip(points, points[1:], points[2:], strict=False)
        ]
    way = spline(points, 10)
    way[-5:] = dense(way[-5:], 3)
    return [at for at in way if abs(at[0] - x) + abs(at[1] - y) > 0.9 * window.size]


def _arrows(pen: Pen, window: Window, moves: Sequence[Move], theme: Theme, ground: Hashable) -> None:
    """The last moves, below the counters.

    :param ground: what the sheet shows below them, where it is nothing of this view alone.
    """
    size, made = max(0.6, window.size / 38.0), list[arrows.Arrow]()
    for move in dict.fromkeys(moves):
        ahead = move.manner in AHEAD
        if move.manner not in FIGHTS and len(way := _course(window, move.path, smooth=ahead)) > 1:
            ink, wide = ARROWS[theme.name][move.side], PLANNED if ahead else WENT
            made.append(arrows.arrow(way, style(move.manner, ink, theme, wide * size)))
    arrows.paint(pen.image, pen.unit, made, window.map, ground)


def _swords(pen: Pen, window: Window, view: View, moves: Sequence[Move], theme: Theme) -> None:
    """Crossed swords on the side between attackers and the hex that they attack."""
    sides = {
        (view.units[id].hex, hex)
        for attack in view.attacks
        if attack.state == "declared"
        for id in attack.by
        if id in view.units
        for hex in attack.target
    }
    pairs = {pair for move in moves if move.manner in FIGHTS for pair in pairwise(move.path)}
    for start, end in sorted({(start, end) for start, end in (*sides, *pairs) if start is not None}):
        if window.shows(end) and start is not None:
            (ax, ay), (bx, by) = window.grid.centre(start), window.grid.centre(end)
            share = window.size * SIDE / (math.dist((ax, ay), (bx, by)) or 1.0)
            at = bx + (ax - bx) * share, by + (ay - by) * share
            signs.swords(pen, at, window.size / 52, theme.accent, theme.accent_edge)
