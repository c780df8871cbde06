"""The places of everything on the sheet, in sheet units: 1600 across, at every width of the picture.

The country is stretched: each box of the board has room for its name and counters, and roads, rivers and
forests move with the boxes. A place of the stretched country is written as longitude and latitude are,
north upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from data.valmy.schema import MAP as COUNTRY
from data.valmy.schema import Board, Country, Line, Lines, Pack
from data.valmy.schema import Box as Area
from render.fonts import face
from render.geo import LonLat, Projection, atlas
from render.once import once, told_once
from render.parts.frame import Frame, close_up
from render.parts.placing.boxes import grown, meet, within
from render.parts.stretch import Stretch
from render.pen import Box, Point
from render.valmy.roads import way

SHEET = 1600.0
HEADER: Box = (24, 24, 1576, 150)
MAP: Box = (24, 158, 24 + COUNTRY[0], 158 + COUNTRY[1])
STRIP = 170.0
"""Height of the strip below the map."""
STATE, KEY = (24.0, 744.0), (752.0, 1576.0)
"""Left and right edge of the state of both sides, and of the key."""
COMPASS: Point = (1450, 330)
CARTOUCHE: Box = (34, 178, 266, 300)
BOTTOM = MAP[3] + 8 + STRIP + 24

CLOSE: Box = (24, 158, 1576, 1278)
"""The map of a close-up."""
CLOSE_BOTTOM = CLOSE[3] + 8 + STRIP + 24
ZOOM = 1.7

HIGH, PLATE = 108.0, 34.0
"""Height of a box, and of the plate with its name at the upper edge."""
LEAST, MOST = 150.0, 190.0
"""Width of a box."""
NAME, SMALLEST = 28.0, 19.0
"""Size of the letters of a name."""
SIGN = 30.0
"""Room for a sign beside a name."""
BEND = 0.02
"""Degrees between the bends of a line that is stretched."""
PARALLEL = 49.2
PERIOD = "champagne_1792.geojson"

WHOLE = Frame(Projection(west=0, north=0, scale=1, parallel=0, left=MAP[0], top=MAP[1]), MAP, BOTTOM)
_FLAT = Frame(Projection(west=0, north=0, scale=1, parallel=0), (0, 0, *COUNTRY), COUNTRY[1])
"""The stretched country with its own corner for that of the sheet."""


class Chart(msgspec.Struct, frozen=True):
    """The data of a pack that the map is drawn from."""

    board: Board
    lines: Lines
    country: Country


class Spot(NamedTuple):
    """A box of the board on the sheet."""

    ground: Box
    """The whole ground of the box: its name above, its counters below."""
    at: Point
    """The point where its roads meet."""
    size: float

    @property
    def plate(self) -> Box:
        """The ground of its name."""
        left, top, right, _ = self.ground
        return left, top, right, top + PLATE * self.size

    @property
    def field(self) -> Box:
        """The ground of its counters."""
        left, top, right, bottom = self.ground
        return left, top + (PLATE + 2) * self.size, right, bottom


class Road(NamedTuple):
    """A communications line on the sheet."""

    line: Line
    way: list[Point]


class Layout(NamedTuple):
    """All places; a close-up has all boxes too, but shows only some."""

    frame: Frame
    areas: dict[str, Area]
    spots: dict[str, Spot]
    shown: list[str]
    """The boxes with room on the map for name and counters: in a close-up the others fade into its edge."""
    roads: list[Road]
    rivers: list[tuple[str, list[list[LonLat]]]]
    """Names and courses, in the stretched country."""
    forests: list[list[LonLat]]
    ridges: list[list[LonLat]]
    lands: list[tuple[str, float, LonLat]]
    """Names of countries with their size, and their places."""

    @property
    def state(self) -> Box:
        """The panel of the state of both sides."""
        return self._below(STATE)

    @property
    def key(self) -> Box:
        """The place of its key."""
        return self._below(KEY)

    def _below(self, edges: tuple[float, float]) -> Box:
        top = self.frame.map[3] + 8
        return edges[0], top, edges[1], top + STRIP

    def course(self, start: str, end: str) -> list[Point]:
        """The way from one box to the next, by their road where there is one."""
        for road in self.roads:
            if set(road.line.between) == {start, end}:
                return road.way if road.line.between[0] == start else road.way[::-1]
        return [self.spots[start].at, self.spots[end].at]


@once
def key(pack: Pack) -> bytes:
    """The chart of a pack as a cache key."""
    return msgspec.json.encode(Chart(pack.board, pack.lines, pack.country))


@lru_cache(maxsize=4)
def chart(encoded: bytes) -> Chart:
    """The chart of a cache key."""
    return msgspec.json.decode(encoded, type=Chart)


@told_once(32)
def laid_out(encoded: bytes, around: str | None) -> Layout:
    """Lay out the whole board, or the region around a box."""
    board, places, stretch = chart(encoded).board, _places(encoded), _stretch(encoded)
    frame = WHOLE
    if around is not None:
        x, y = places[around]
        frame = close_up(WHOLE, (x, -y), CLOSE, CLOSE_BOTTOM, zoom=ZOOM, size=ZOOM)
    spots, shown = _spots(board, places, frame)
    drawn = chart(encoded).country
    return Layout(
        frame=frame,
        areas={area.id: area for area in board.box},
        spots=spots,
        shown=shown,
        roads=[
            Road(line, frame.projection.line([(x, -y) for x, y in course]))
            for line, course in zip(chart(encoded).lines.line, _ways(encoded), strict=True)
        ],
        rivers=[
            (river.name, [_north_up(stretch, course) for course in river.course]) for river in drawn.river
        ],
        forests=[_north_up(stretch, [*forest.outline, forest.outline[0]]) for forest in drawn.forest],
        ridges=[_north_up(stretch, ridge.rings[0]) for ridge in atlas(PERIOD).of("ridge")],
        lands=[
            (land.properties.told, land.properties.size, _north_up(stretch, land.rings[0])[0])
            for land in atlas(PERIOD).of("country")
        ],
    )


def held(encoded: bytes, around: str | None, reach: Iterable[str]) -> str | None:
    """The middle of a close-up, if it shows all those boxes; else None, which is the whole map."""
    return around if around and set(laid_out(encoded, around).shown) >= set(reach) else None


def name(area: Area) -> str:
    """The name of a box on the map."""
    return area.short or area.name


def signs(area: Area) -> int:
    """The number of signs beside the name of a box: its holder; base, pass or edge of the map."""
    return bool(area.city) + bool(area.base or area.gap or area.exit)


def _true(area: Area) -> Point:
    return area.at[0] * Projection(0, 0, 1, PARALLEL).across, -area.at[1]


@lru_cache(maxsize=4)
def _places(encoded: bytes) -> dict[str, Point]:
    """The middles of the boxes on the map; their true places where the board gives no others."""
    board, true = chart(encoded).board, {area.id: _true(area) for area in chart(encoded).board.box}
    xs, ys = [x for x, _ in true.values()], [y for _, y in true.values()]

    def spread(value: float, values: list[float], most: float, room: float) -> float:
        least, span = min(values), max(values) - min(values) or 1.0
        return room / 2 + (value - least) / span * (most - room)

    return {
        area.id: area.drawn
        or (
            spread(true[area.id][0], xs, COUNTRY[0], MOST + 8),
            spread(true[area.id][1], ys, COUNTRY[1], HIGH + 8),
        )
        for area in board.box
    }


@lru_cache(maxsize=4)
def _stretch(encoded: bytes) -> Stretch:
    areas, places = chart(encoded).board.box, _places(encoded)
    return Stretch([_true(area) for area in areas], [places[area.id] for area in areas])


def _north_up(stretch: Stretch, line: list[LonLat]) -> list[LonLat]:
    across = Projection(0, 0, 1, PARALLEL).across
    return [(x, -y) for x, y in stretch.line([(lon * across, -lat) for lon, lat in line], BEND)]


def _spots(board: Board, places: Mapping[str, Point], frame: Frame) -> tuple[dict[str, Spot], list[str]]:
    """All boxes in their places, and those that the map shows.

    A box that the edge of a close-up would cut is moved inside, if there is room there beside the others.
    """
    spots = {area.id: _spot(area, places[area.id], frame) for area in board.box}
    shown = [id for id, spot in spots.items() if within(spot.ground, frame.map)]
    for id, spot in spots.items():
        moved = spot._replace(ground=_inside(spot.ground, frame.map))
        near = grown(moved.ground, 5 * spot.size)
        free = not any(meet(near, spots[other].ground) for other in shown)
        if id not in shown and frame.shows(spot.at) and free:
            spots[id] = moved
            shown.append(id)
    return spots, [area.id for area in board.box if area.id in shown]


def _spot(area: Area, middle: Point, frame: Frame) -> Spot:
    size = frame.size
    x, y = frame.projection.xy((middle[0], -middle[1]))
    half, high = _width(area) * size / 2, HIGH * size / 2
    return Spot((x - half, y - high, x + half, y + high), (x, y + (PLATE + 2) * size / 2), size)


def _inside(box: Box, bounds: Box) -> Box:
    """A box moved so that it is inside the bounds."""
    left, top, right, bottom = bounds
    across = max(0.0, left + 4 - box[0]) - max(0.0, box[2] - right + 4)
    down = max(0.0, top + 4 - box[1]) - max(0.0, box[3] - bottom + 4)
    return box[0] + across, box[1] + down, box[2] + across, box[3] + down


def _width(area: Area) -> float:
    letters = face("bold" if area.city else "text", round(NAME)).getlength(name(area))
    return min(MOST, max(LEAST, letters + signs(area) * SIGN + 14))


@lru_cache(maxsize=4)
def _ways(encoded: bytes) -> list[list[Point]]:
    """The roads on the stretched country, in the order of the lines."""
    areas = {area.id: _spot(area, _places(encoded)[area.id], _FLAT) for area in chart(encoded).board.box}
    ways = []
    for line in chart(encoded).lines.line:
        start, end = line.between
        others = [spot.ground for id, spot in areas.items() if id not in line.between]
        ways.append(way(areas[start].at, areas[end].at, others, _FLAT.map))
    return ways
