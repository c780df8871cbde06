"""The places of everything on the sheet, in sheet units: 1600 across, at every width of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from data.revolution.pack import load
from data.revolution.schema import Pack
from render.geo import LonLat, Projection, atlas
from render.once import once
from render.parts.frame import Frame
from render.parts.placing.boxes import middle, overlap
from render.parts.stretch import Stretch
from render.parts.tracks import Track
from render.pen import Box, Point

SHEET = 1600.0
HEIGHT = 2284.0
HEADER: Box = (24, 24, 1576, 150)
MAP: Box = (24, 158, 1576, 1658)
CLOSE: Box = (24, 158, 1576, 1158)
"""The map of a close-up."""
CLOSE_HEIGHT = 1182.0
ZOOM, GROWN = 2.1, 1.95
"""How much larger a close-up is than the whole map, and its signs: 22 pixels high on a telephone."""
ASSEMBLY: Box = (36, 170, 596, 400)
CROWN: Box = (1226, 170, 1564, 384)
"""The King and the wars."""
PARIS: Box = (36, 1258, 430, 1646)
"""The pieces in Paris, where most people are."""
CARTOUCHE: Box = (40, 806, 312, 944)
"""The title's scroll, the head of the key."""
KEY: Box = (48, 944, 304, 1246)
COMPASS: Point = (1486, 1010)
SHIP: Point = (1160, 1600)
TRACKS = Track((24, 1666, 824, 1906), "", (1, 20), 4, (196, 1694), (30.6, 49), (2, 3, 2, 6))
GOVERNMENT: Box = (832, 1666, 1576, 1906)
CARDS: tuple[Box, ...] = tuple(
    (24 + column * 520.0, 1914 + row * 174.0, 24 + column * 520.0 + 512, 1914 + row * 174.0 + 166)
    for row in range(2)
    for column in range(3)
)

GEOGRAPHY, PERIOD, REGIONS = "western_europe.geojson", "atlas_1792.geojson", "regions_1791.geojson"

TRUE = Projection(west=-5.35, north=51.2, scale=166.0, parallel=46.5, left=MAP[0], top=MAP[1])
"""The unstretched country."""


class Lens(NamedTuple):
    """A close-up's effect on the whole map: so many times as large, with a point of it in its corner."""

    zoom: float
    corner: Point

    def at(self, spot: Point) -> Point:
        """The place of a point of the whole map."""
        (x, y), (left, top) = spot, self.corner
        return CLOSE[0] + (x - left) * self.zoom, CLOSE[1] + (y - top) * self.zoom


class Stretched(Projection, frozen=True, kw_only=True):
    """The country with room for its regions, in a close-up where there is a lens."""

    stretch: Stretch
    lens: Lens | None = None

    def xy(self, at: LonLat) -> Point:
        """The point of a place on the sheet."""
        spot = self.stretch.at(super().xy(at))
        return spot if self.lens is None else self.lens.at(spot)


class Ground(NamedTuple):
    """A region on the sheet."""

    outline: list[Point]
    """The outline, which runs on over the coast and the frontier; they cut it."""
    room: Box
    """The free room for the pieces in it."""
    shown: bool = True
    """Whether that room is on the map; a close-up leaves most regions out."""

    @property
    def middle(self) -> Point:
        """The middle of its room."""
        return middle(self.room)


class Layout(NamedTuple):
    """All places."""

    frame: Frame
    regions: Mapping[str, Ground]
    names: Mapping[str, str]

    def at(self, region: str) -> Point | None:
        """The point where arrows begin and end."""
        ground = self.regions.get(region)
        return None if ground is None else ground.middle


SHOWN = 0.6
"""The least share of a region's room with which a close-up shows the region's pieces."""
SPARE = 60.0
"""Half of the room of a region that the chart lacks."""


class Chart(NamedTuple):
    """The contents of a key."""

    levels: tuple[int, int]
    """The lowest values of the second and the third level of the tracks."""
    places: list[tuple[str, str, LonLat]]
    """The id, name and town of each region."""


@once
def key(pack: Pack) -> bytes:
    """The parts of a pack that the map is made from."""
    levels = pack.tables.levels
    places = [(region.id, region.name, region.at) for region in pack.board.region]
    return msgspec.json.encode(Chart((levels.second, levels.third), places))


def chart(encoded: bytes) -> Chart:
    """The contents of a key."""
    return msgspec.json.decode(encoded, type=Chart)


@lru_cache(maxsize=32)
def laid_out(encoded: bytes, around: str | None = None) -> Layout:
    """Lay out a board, given as its key: the whole, or a close-up of a region and those about it."""
    names = {id: name for id, name, _at in chart(encoded).places}
    projection, regions = _whole(encoded)
    if around is None:
        return Layout(Frame(projection, MAP, HEIGHT), regions, names)
    lens = _lens(regions[around].middle)
    near = msgspec.structs.replace(projection, lens=lens)
    close: dict[str, Ground] = {}
    for id, ground in regions.items():
        left, top, right, low = (*lens.at(ground.room[:2]), *lens.at(ground.room[2:]))
        seen = (
            max(left, CLOSE[0] + 8),
            max(top, CLOSE[1] + 8),
            min(right, CLOSE[2] - 8),
            min(low, CLOSE[3] - 8),
        )
        room, outline = (left, top, right, low), [lens.at(spot) for spot in ground.outline]
        shown = overlap(room, CLOSE) > (right - left) * (low - top) * SHOWN
        close[id] = Ground(outline, seen if shown else room, shown)
    return Layout(Frame(near, CLOSE, CLOSE_HEIGHT, GROWN), close, names)


def _lens(middle: Point) -> Lens:
    """The lens that has a point in the middle of its close-up, or as near to it as the map allows."""
    wide, high = (CLOSE[2] - CLOSE[0]) / ZOOM, (CLOSE[3] - CLOSE[1]) / ZOOM
    left = min(max(middle[0] - wide / 2, MAP[0]), MAP[2] - wide)
    top = min(max(middle[1] - high / 2, MAP[1]), MAP[3] - high)
    return Lens(ZOOM, (left, top))


@lru_cache(maxsize=8)
def _whole(encoded: bytes) -> tuple[Stretched, dict[str, Ground]]:
    drawn = atlas(REGIONS)
    sites = {feature.properties.text: TRUE.xy(feature.rings[0][0]) for feature in drawn.of("site")}
    known = {region.id: TRUE.xy(region.at) for region in load().board.region if region.id in sites}
    still = [(x, y) for x in (MAP[0], (MAP[0] + MAP[2]) / 2, MAP[2]) for y in (MAP[1], MAP[3])]
    still.append((MAP[0], (MAP[1] + MAP[3]) / 2))
    stretch = Stretch([*known.values(), *still], [*(sites[id] for id in known), *still])
    projection = Stretched(**msgspec.structs.asdict(TRUE), stretch=stretch)
    outlines = {feature.properties.text: TRUE.line(feature.rings[0]) for feature in drawn.of("region")}
    rooms = {feature.properties.text: TRUE.line(feature.rings[0]) for feature in drawn.of("room")}
    regions: dict[str, Ground] = {}
    for id, _name, at in chart(encoded).places:
        if id in outlines:
            (left, top), (right, low) = rooms[id]
            regions[id] = Ground(outlines[id], (left, top, right, low))
        else:
            x, y = projection.xy(at)
            room = (x - SPARE, y - SPARE, x + SPARE, y + SPARE)
            corners = [(room[0], room[1]), (room[2], room[1]), (room[2], room[3]), (room[0], room[3])]
            regions[id] = Ground(corners, room)
    return projection, regions
