"""Where everything stands on the sheet, in sheet units: 1600 across, whatever the picture's width."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from data.levee.schema import MARKERS, Board
from render.fonts import face
from render.geo import Projection, atlas, spline
from render.parts.frame import Frame
from render.parts.placing.boxes import around
from render.parts.placing.labels import Label
from render.parts.placing.spaces import TOLL, Surroundings
from render.parts.tracks import Track
from render.pen import Box, Point

SHEET = 1600.0
HEIGHT = 1600.0

HEADER: Box = (24, 24, 1576, 170)
MAP: Box = (24, 178, 1576, 1372)
# The political tracks run from −1 to 4, that of the French Army from −2 to 2.
GOVERNMENT = Track(
    (24, 1380, 572, 1576), "Government", (-1, 4), len(MARKERS), (234.5, 1427), (55, 48), (0, 0, 0, 2)
)
ARMY = Track((580, 1380, 890, 1576), "French Army", (-2, 2), 1, (591, 1441), (58, 62), (0, 0, 2, 0))
HOLDING: Box = (898, 1380, 1228, 1576)
DECKS: Box = (1236, 1380, 1576, 1576)
CARTOUCHE: Box = (40, 860, 364, 1250)
COMPASS: Point = (1490, 1000)
SHIP: Point = (128, 752)

RADIUS = 44.0
"""Half the width of a space."""
PARIS_RADIUS = 104.0
COUNTER = 70.0
"""Side of a counter on a space of its own."""
SMALL_COUNTER = 62.0
"""Side of a counter in a crowded Paris."""
NAME, HIGH = 32.0, 36.0
"""Size of a name's letters, and height of its line."""
MARGIN = 6.0
"""What a name keeps clear of spaces other than its own."""
PARIS_BELOW = 142.0
"""How far the name of Paris stands below its middle."""

GEOGRAPHY = "western_europe.geojson"
PERIOD = "atlas_1792.geojson"

WHOLE = Frame(
    Projection(
        west=-5.75, north=52.05, scale=(MAP[3] - MAP[1]) / 9.42, parallel=47.3, left=MAP[0], top=MAP[1]
    ),
    MAP,
    HEIGHT,
)


class Layout(NamedTuple):
    """Everything that has a place; spaces by id, `paris` among them, roads by Army."""

    spaces: dict[str, Point]
    roads: dict[str, list[Point]]
    labels: dict[str, Label]

    @property
    def paris(self) -> Point:
        """The middle of Paris."""
        return self.spaces["paris"]

    def radius(self, space: str) -> float:
        """Half the width of a space."""
        return PARIS_RADIUS if space == "paris" else RADIUS

    def free_way(self, space: str, ways: tuple[Point, ...], reach: float, *, toll: float = TOLL) -> Point:
        """The way out of a space in which there is most room at that distance from its middle."""
        others = [around(at, self.radius(name)) for name, at in self.spaces.items() if name != space]
        others += [label.box for label in self.labels.values()]
        surroundings = Surroundings(others, _points(self.roads), MAP)
        return surroundings.clearest(self.spaces[space], reach, ways, toll=toll)


def laid_out(board: Board) -> Layout:
    """Lay out a board."""
    return _laid_out(msgspec.json.encode(board))


@lru_cache(maxsize=8)
def _laid_out(encoded: bytes) -> Layout:
    board, projection = msgspec.json.decode(encoded, type=Board), WHOLE.projection
    spaces = {space.id: projection.xy(space.at) for track in board.track for space in track.space}
    spaces["paris"] = projection.xy(board.paris)
    vias = {
        (feature.properties.origin, feature.properties.target): projection.line(feature.rings[0])
        for feature in atlas(PERIOD).of("via")
    }
    roads: dict[str, list[Point]] = {}
    for track in board.track:
        stops = [space.id for space in sorted(track.space, key=lambda space: -space.box)] + ["paris"]
        way = [spaces[stops[0]]]
        for origin, target in pairwise(stops):
            way += [*vias.get((origin, target), []), spaces[target]]
        roads[track.army] = spline(way)
    return Layout(spaces, roads, _labels(board, spaces, _points(roads)))


def _points(roads: dict[str, list[Point]]) -> list[Point]:
    return [point for way in roads.values() for point in way]


def _labels(board: Board, spaces: dict[str, Point], road: list[Point]) -> dict[str, Label]:
    """A label for each space, the best place for each in turn; always the same for a board."""
    discs = [around(at, RADIUS + MARGIN) for name, at in spaces.items() if name != "paris"]
    x, y = spaces["paris"]
    discs.append(around((x, y), PARIS_RADIUS * 1.1))
    placed = {"paris": Label(("Paris",), (x, y + PARIS_BELOW), 50, 124, HIGH, "title")}
    bold = face("bold", round(NAME))
    for space in (space for track in board.track for space in track.space):
        line = f"{space.name} {space.box}"
        label = Label((line,), (0, 0), NAME, bold.getlength(line) + 2, HIGH, "bold")
        surroundings = Surroundings([*discs, *(other.box for other in placed.values())], road, MAP)
        placed[space.id] = surroundings.named(label, spaces[space.id], RADIUS)
    return placed


def paris_slots(count: int) -> tuple[list[Point], float]:
    """Offsets from the middle of Paris for that many counters, and their size."""
    if count == 1:
        return [(0, 0)], COUNTER
    if count == 2:
        return [(-40, 0), (40, 0)], COUNTER
    pitch = SMALL_COUNTER + 3
    rows = [count] if count <= 3 else [math.ceil(count / 2), count // 2]
    offsets = []
    for number, row in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * pitch
        offsets += [((column - (row - 1) / 2) * pitch, y) for column in range(row)]
    return offsets, SMALL_COUNTER
