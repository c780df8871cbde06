"""A board laid out on the sheet: where areas, roads, crossings and names go."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from PIL import Image, ImageDraw

from data.vendee.outlines import outlines
from data.vendee.schema import Area, Armies, Board, Borders, Pack, Rank
from render.geo import spline
from render.pen import Box, Point
from render.vendee.layout import Frame, frame
from render.vendee.names import SMALLER, TOWN, Grid, Label, Room, across, beside, room
from render.vendee.sums import Sums

Line = list[Point]

CELL = 3.0
"""Fineness of the table of what is marked on the map, in sheet units."""
CUT = 0.7
"""Share of a usual stack that must have room beside the name where a close-up cuts off an area's town."""
NAME_COST, TOWN_COST = 60, 4
"""What it costs to cover a square of a name or its signs, and of a town's ring, in tenths."""


class Chart(msgspec.Struct, frozen=True):
    """What is drawn of a pack whatever happens in play."""

    board: Board
    borders: Borders
    armies: Armies


class Plan(NamedTuple):
    """Everything that has a place, areas by id; a close-up has the areas of its region only."""

    frame: Frame
    areas: dict[str, Area]
    outlines: dict[str, Line]
    places: dict[str, Point]
    roads: list[tuple[Rank, Line]]
    labels: dict[str, Label]
    seats: dict[str, list[Point]]
    """Where counters may stand in an area, the best place first."""
    grounds: dict[str, Grid]
    """What lies inside of each outline."""
    marked: Sums
    """Names, signs and towns of the map: what it costs to cover them, in tenths of a square of `CELL`."""
    bridges: list[tuple[Point, Point]]
    """Middle of each bridge, and the way across from it."""
    causeways: list[Line]
    memo: dict[Any, Any]
    """Places of stacks that stand alone, as `seating` finds them."""


def key(pack: Pack) -> bytes:
    """The chart of a pack as a key to what is kept."""
    return msgspec.json.encode(Chart(pack.board, pack.borders, pack.armies))


@lru_cache(maxsize=4)
def chart(encoded: bytes) -> Chart:
    """The chart that a key stands for."""
    return msgspec.json.decode(encoded, type=Chart)


@lru_cache(maxsize=32)
def plan(encoded: bytes, around: str | None) -> Plan:
    """Lay out the whole board, or the region around an area."""
    board, borders = chart(encoded).board, chart(encoded).borders
    areas = {area.id: area for area in board.area}
    seen = frame(areas[around].at if around else None)
    rings = {id: [seen.projection.xy(at) for at in ring] for id, ring in outlines(borders).items()}
    places = {id: seen.projection.xy(area.at) for id, area in areas.items()}
    rooms = _rooms(areas, rings, places, seen)
    return Plan(
        frame=seen,
        areas=areas,
        outlines=rings,
        places=places,
        roads=[(road.rank, spline([places[id] for id in road.through])) for road in board.road],
        labels={id: found.label for id, found in rooms.items()},
        seats={id: found.seats for id, found in rooms.items()},
        grounds={id: found.ground for id, found in rooms.items()},
        marked=_marked(rooms, places, seen),
        memo={},
        bridges=[_bridge(borders, places, seen, bridge.town, bridge.far) for bridge in board.bridge],
        causeways=[
            _causeway(rings[way.island], rings[way.mainland], places[way.mainland]) for way in board.causeway
        ],
    )


def held(encoded: bytes, around: str | None, reach: Iterable[str]) -> str | None:
    """The middle of a close-up, if it shows all those areas by name; else None, which is the whole map."""
    return around if around and plan(encoded, around).labels.keys() >= set(reach) else None


def _rooms(
    areas: dict[str, Area], rings: dict[str, Line], places: dict[str, Point], seen: Frame
) -> dict[str, Room]:
    """Room in each area; names that fit inside theirs come first, the others go between them."""
    left, top, right, bottom = seen.map
    inside = {id for id, (x, y) in places.items() if id in areas and left < x < right and top < y < bottom}
    # A close-up leaves out areas of which it shows too little for their name and a stack.
    rooms = {
        id: room(area, rings[id], places[id], seen, least=0.0 if id in inside else CUT)
        for id, area in areas.items()
    }
    areas = {id: area for id, area in areas.items() if id in inside or rooms[id]}
    rooms = {id: rooms[id] for id in areas}
    for id, area in areas.items():
        if rooms[id] is None and area.bank == "island":
            rooms[id] = beside(area, rings[id], places[id], list(rings.values()), seen)
    for id, area in areas.items():
        if rooms[id] is not None:
            continue
        taken = [part for found in rooms.values() if found for part in found.label.parts]
        taken += [_town(at, seen) for other, at in places.items() if other != id]
        rooms[id] = across(area, rings[id], places[id], taken, seen)
        if rooms[id] is None and seen.size == 1.0:
            rooms[id] = room(area, rings[id], places[id], seen, SMALLER)
    return {id: found for id, found in rooms.items() if found is not None}


def _marked(rooms: dict[str, Room], places: dict[str, Point], seen: Frame) -> Sums:
    left, top, right, bottom = seen.map
    mask = Image.new("L", (math.ceil((right - left) / CELL), math.ceil((bottom - top) / CELL)), 0)
    pen = ImageDraw.Draw(mask)
    marks = [(_town(at, seen), TOWN_COST) for at in places.values()]
    marks += [(part, NAME_COST) for found in rooms.values() for part in found.label.parts]
    for box, cost in marks:
        corner = (math.floor((box[0] - left) / CELL), math.floor((box[1] - top) / CELL))
        end = (math.ceil((box[2] - left) / CELL) - 1, math.ceil((box[3] - top) / CELL) - 1)
        if end[0] >= corner[0] and end[1] >= corner[1]:
            pen.rectangle((corner, end), fill=cost)
    return Sums(mask)


def _town(at: Point, seen: Frame) -> Box:
    half = TOWN * seen.size
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _bridge(
    borders: Borders, places: dict[str, Point], seen: Frame, town: str, far: str
) -> tuple[Point, Point]:
    """Where the road from bank to bank meets the Loire, and which way it goes there."""
    start, end = places[town], places[far]
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    bank = [
        seen.projection.xy(at)
        for border in borders.border
        if set(border.between) == {town, far}
        for at in border.line
    ]

    def aside(at: Point) -> float:
        return abs((at[0] - start[0]) * along[1] - (at[1] - start[1]) * along[0])

    return min(bank, key=aside), along


def _causeway(island: Line, mainland: Line, towards: Point) -> Line:
    start = min(island, key=lambda at: math.dist(at, towards))
    end = min(mainland, key=lambda at: math.dist(at, start) + math.dist(at, towards))
    return [start, end]
