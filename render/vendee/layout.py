"""The places of everything on the sheet, in sheet units: 1600 across, at every width of the picture."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

import msgspec

from data.catalogue import N_
from data.vendee.outlines import outlines
from data.vendee.schema import Area, Armies, Board, Borders, Pack, Rank
from render.geo import Projection, spline
from render.once import cached, once
from render.parts.counters import Dress
from render.parts.frame import Frame, close_up
from render.parts.placing import Plan, place
from render.parts.placing.labels import Site
from render.parts.signs import Mark
from render.parts.tracks import Track
from render.pen import Box, Point
from render.vendee.liveries import dresses

SHEET = 1600.0

HEADER: Box = (24, 24, 1576, 150)
MAP: Box = (24, 158, 1576, 1398)
INSET: Box = (2, 2, 2, 4)
# Both kinds of track run from −2 to +2 (V-1.6).
MORALE = Track((24, 1406, 560, 1576), N_("Morale"), (-2, 2), 2, (214, 1456), (65.6, 54), INSET)
POWDER = Track((568, 1406, 1030, 1576), N_("Powder"), (-2, 2), 3, (758, 1456), (50.8, 36), INSET)
NOTES: Box = (1038, 1406, 1576, 1576)
COMPASS: Point = (424, 1276)
CARTOUCHE: Box = (1268, 1236, 1564, 1386)
SHIP: Point = (96, 880)
BOTTOM = 1600.0

CLOSE: Box = (24, 158, 1576, 1384)
"""The map of a close-up, which has the keys below it and no tracks."""
CLOSE_BOTTOM = 1510.0
ZOOM, WIDE = 2.6, 1.6
"""Size of a close-up, and of one that a far reach needs."""
LETTERING = 1.75
"""How much larger names are in a close-up."""
NAMES = {ZOOM: LETTERING, WIDE: 1.3}
"""The same by the size of the close-up."""
GROWN = 1.34
"""The further factor for counters: 22 pixels wide where the picture is 400."""

WEST, NORTH, SOUTH = -2.42, 47.585, 46.221
SCALE = (MAP[3] - MAP[1]) / (NORTH - SOUTH)
GEOGRAPHY = "vendee.geojson"
PERIOD = "vendee_1793.geojson"

WHOLE = Frame(
    Projection(west=WEST, north=NORTH, scale=SCALE, parallel=46.9, left=MAP[0], top=MAP[1]), MAP, BOTTOM
)


class Keys(NamedTuple):
    """The boxes of the keys: to the country, and to the armies' dress."""

    country: Box
    dress: Box


KEYS = Keys((34, 1126, 355, 1388), (34, 168, 489, 320))
CLOSE_KEY: Box = (30, 1392, 1570, 1486)
"""Below a close-up: the few signs of the present step, in the size that a telephone needs."""
NEAR_BY = 1.3
"""Size of the texts of keys on a map, against the smallest that can be read on paper."""


class Chart(msgspec.Struct, frozen=True):
    """The data of a pack that the map is drawn from."""

    board: Board
    borders: Borders
    armies: Armies


class Layout(NamedTuple):
    """All places: names and counters as planned, and the ways between them."""

    plan: Plan
    areas: dict[str, Area]
    roads: list[tuple[Rank, list[Point]]]
    bridges: list[tuple[Point, Point]]
    """Middle of each bridge, and the way across from it."""
    causeways: list[list[Point]]

    @property
    def frame(self) -> Frame:
        """The part of the country that it shows."""
        return self.plan.frame

    @property
    def keys(self) -> tuple[Box, ...]:
        """The places of its keys."""
        return KEYS if self.frame.whole else (CLOSE_KEY,)


@once
def key(pack: Pack) -> bytes:
    """The chart of a pack as a cache key."""
    return msgspec.json.encode(Chart(pack.board, pack.borders, pack.armies))


@lru_cache(maxsize=4)
def chart(encoded: bytes) -> Chart:
    """The chart of a cache key."""
    return msgspec.json.decode(encoded, type=Chart)


class Part(NamedTuple):
    """The part of the country that a sheet shows."""

    around: str | None = None
    """The area in its middle; None: it is the whole of it."""
    zoom: float = ZOOM


@cached(32)
def laid_out(encoded: bytes, around: str | None, zoom: float = ZOOM) -> Layout:
    """Lay out the whole board, or the region around an area."""
    drawn = chart(encoded)
    board, areas = drawn.board, {area.id: area for area in drawn.board.area}
    seen = WHOLE
    if around:
        at = areas[around].at
        seen = close_up(WHOLE, at, CLOSE, CLOSE_BOTTOM, zoom=zoom, size=NAMES[zoom], grown=GROWN)
    rings, dressed = outlines(drawn.borders), dresses(drawn.armies)
    sites = {
        id: _site(area, seen.projection.line(list(rings[id])), seen, dressed) for id, area in areas.items()
    }
    return Layout(
        plan=place(sites, seen),
        areas=areas,
        roads=[(road.rank, spline([sites[id].at for id in road.through])) for road in board.road],
        bridges=[_bridge(drawn.borders, sites, seen, bridge.town, bridge.far) for bridge in board.bridge],
        causeways=[_causeway(sites[way.island], sites[way.mainland]) for way in board.causeway],
    )


def nearest(encoded: bytes, around: str | None, areas: Collection[str]) -> Part:
    """The closest part that has all those areas by name: about an area, about their middle, or the whole."""
    if around is None or not areas:
        return Part(around)
    sites = laid_out(encoded, None).plan.sites
    across, down = zip(*(sites[id].at for id in (around, *areas)), strict=True)
    middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    central = min(sites, key=lambda id: math.dist(sites[id].at, middle))
    parts = Part(around), Part(central, WIDE)
    shown = {around, *areas}
    return next((part for part in parts if laid_out(encoded, *part).plan.labels.keys() >= shown), Part())


def _site(area: Area, outline: list[Point], seen: Frame, dressed: dict[str, Dress]) -> Site:
    """An area with its signs besides its terrain; a base or stronghold flies a flag."""
    marks = [Mark("base", dressed[area.base])] if area.base else []
    marks += [Mark("stronghold")] if area.stronghold else []
    marks += [Mark(area.objective)] if area.objective else []
    marks += [Mark("great port" if area.port == "great" else "port")] if area.port else []
    marks += [Mark("south")] if area.south else []
    return Site(
        name=area.name,
        outline=outline,
        at=seen.projection.xy(area.at),
        marks=tuple(marks),
        flags=bool(area.base) or area.stronghold,
        bold=area.town or bool(area.base) or area.objective == "primary",
        island=area.bank == "island",
    )


def _bridge(
    borders: Borders, sites: dict[str, Site], seen: Frame, town: str, far: str
) -> tuple[Point, Point]:
    """The point where the road from bank to bank meets the Loire, and its direction there."""
    start, end = sites[town].at, sites[far].at
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    banks = [border.line for border in borders.border if set(border.between) == {town, far}]

    def aside(at: Point) -> float:
        return abs((at[0] - start[0]) * along[1] - (at[1] - start[1]) * along[0])

    return min((seen.projection.xy(at) for line in banks for at in line), key=aside), along


def _causeway(island: Site, mainland: Site) -> list[Point]:
    start = min(island.outline, key=lambda at: math.dist(at, mainland.at))
    end = min(mainland.outline, key=lambda at: math.dist(at, start) + math.dist(at, mainland.at))
    return [start, end]
