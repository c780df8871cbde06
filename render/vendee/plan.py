"""A board laid out on the sheet: where areas, roads, crossings and names go."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from data.vendee.outlines import outlines
from data.vendee.schema import Area, Armies, Board, Borders, Pack, Rank
from render.geo import spline
from render.pen import Point
from render.vendee.layout import Frame, frame
from render.vendee.names import Label, Room, beside, room

Line = list[Point]


class Chart(msgspec.Struct, frozen=True):
    """What is drawn of a pack whatever happens in play."""

    board: Board
    borders: Borders
    armies: Armies


class Plan(msgspec.Struct, frozen=True):
    """Everything that has a place, areas by id; a close-up has the areas of its region only."""

    frame: Frame
    areas: dict[str, Area]
    outlines: dict[str, Line]
    places: dict[str, Point]
    roads: list[tuple[Rank, Line]]
    labels: dict[str, Label]
    seats: dict[str, list[Point]]
    """Where counters may stand in an area, the best place first."""
    bridges: list[tuple[Point, Point]]
    """Middle of each bridge, and the way across from it."""
    causeways: list[Line]


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
    rooms: dict[str, Room] = {}
    for id, area in areas.items():
        found = room(area, rings[id], places[id], seen)
        if found is None and area.bank == "island":
            found = beside(area, rings[id], places[id], list(rings.values()), seen)
        if found is not None:
            rooms[id] = found
    return Plan(
        frame=seen,
        areas=areas,
        outlines=rings,
        places=places,
        roads=[(road.rank, spline([places[id] for id in road.through])) for road in board.road],
        labels={id: found.label for id, found in rooms.items()},
        seats={id: found.seats for id, found in rooms.items()},
        bridges=[_bridge(borders, places, seen, bridge.town, bridge.far) for bridge in board.bridge],
        causeways=[
            _causeway(rings[way.island], rings[way.mainland], places[way.mainland]) for way in board.causeway
        ],
    )


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
