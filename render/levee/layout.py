"""The places of everything on the sheet, in sheet units: 1600 across, at every width of the picture."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import NamedTuple

import msgspec

from data.catalogue import N_, _
from data.levee.schema import MARKERS, Board
from render.fonts import face
from render.geo import Feature, LonLat, Projection, atlas, dense, spline
from render.levee.spaces import TOLL, Surroundings
from render.once import told_once
from render.parts.frame import Frame
from render.parts.placing.boxes import around, grown, middle
from render.parts.placing.labels import Label
from render.parts.stretch import Stretch
from render.parts.tracks import Track
from render.pen import Box, Point

SHEET = 1600.0
HEIGHT = 1600.0

HEADER: Box = (24, 24, 1576, 170)
MAP: Box = (24, 178, 1576, 1372)
# The political tracks run from −1 to 4, that of the French Army from −2 to 2.
GOVERNMENT = Track(
    (24, 1380, 572, 1576), N_("Government"), (-1, 4), len(MARKERS), (234.5, 1427), (55, 48), (0, 0, 0, 2)
)
ARMY = Track((580, 1380, 890, 1576), N_("French Army"), (-2, 2), 1, (591, 1441), (58, 62), (0, 0, 2, 0))
HOLDING: Box = (898, 1380, 1228, 1576)
DECKS: Box = (1236, 1380, 1576, 1576)
CARTOUCHE: Box = (40, 850, 364, 1302)
KIT_KEY: Box = (372, 1286, 790, 1364)
"""The key of the Expansion Kit's own signs."""
COMPASS: Point = (1490, 1010)
VIGNETTE: Point = (116, 714)

RADIUS = 52.0
"""Half the width of a space."""
PARIS_RADIUS = 120.0
COUNTER = 90.0
"""Side of a counter: 22 pixels on a telephone."""
SMALL_COUNTER = 76.0
"""Side of a counter where more than four are in Paris."""
STACK = 96.0
"""Side of a space's square in which units that share it lie one below the other, each fully readable."""
APART = 62.0
"""The least distance between spaces, for which the country is stretched."""
BETWEEN = 12.0
"""Least room between two names, so that neither runs on into the other."""
TURNS = 3
"""How often each name chooses its place, after the first time knowing all others."""
STROKE = 8.0
"""The distance between the points of the chart's strokes that names avoid."""
ABOVE = 60.0
"""Room for the names of the northernmost."""
HELD = 0.5
"""The share of another space's movement by which Paris moves."""
ROUNDS = 200
"""How often spaces that are too close are moved apart."""
NAME, HIGH = 34.0, 38.0
"""Size of a name's letters, and height of its line."""
MARGIN = 6.0
"""The least distance between a name and spaces other than its own."""
PARIS_BELOW = 160.0
"""How far the name of Paris stands below its middle."""

GEOGRAPHY = "western_europe.geojson"
PERIOD = "atlas_1792.geojson"

TRUE = Projection(
    west=-5.75, north=52.05, scale=(MAP[3] - MAP[1]) / 9.42, parallel=47.3, left=MAP[0], top=MAP[1]
)


class Stretched(Projection, frozen=True, kw_only=True):
    """The country with room for its spaces."""

    stretch: Stretch

    def xy(self, at: LonLat) -> Point:
        """The point of a place on the sheet."""
        return self.stretch.at(super().xy(at))


class Layout(NamedTuple):
    """Everything with a place; spaces by id, `paris` among them, roads by Army."""

    frame: Frame
    spaces: dict[str, Point]
    tracks: dict[str, list[str]]
    """The spaces of each Army from its start to Paris."""
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
        """The way out of a space with most room at that distance from its middle."""
        others = [around(at, self.radius(name)) for name, at in self.spaces.items() if name != space]
        others += [label.box for label in self.labels.values()]
        surroundings = Surroundings(others, _points(self.roads), MAP)
        return surroundings.clearest(self.spaces[space], reach, ways, toll=toll)


def laid_out(board: Board) -> Layout:
    """Lay out a board."""
    return _laid_out(msgspec.json.encode(board))


@told_once(8)
def _laid_out(encoded: bytes) -> Layout:
    board = msgspec.json.decode(encoded, type=Board)
    places = {space.id: TRUE.xy(space.at) for track in board.track for space in track.space}
    places["paris"] = TRUE.xy(board.paris)
    spaces = _spread(places)
    still = [(x, y) for x in (MAP[0], middle(MAP)[0], MAP[2]) for y in (MAP[1], MAP[3])]
    stretch = Stretch([*places.values(), *still], [*spaces.values(), *still])
    projection = Stretched(**msgspec.structs.asdict(TRUE), stretch=stretch)
    vias = {
        (feature.properties.origin, feature.properties.target): projection.line(feature.rings[0])
        for feature in atlas(PERIOD).of("via")
    }
    roads: dict[str, list[Point]] = {}
    tracks: dict[str, list[str]] = {}
    for track in board.track:
        stops = [space.id for space in sorted(track.space, key=lambda space: -space.box)] + ["paris"]
        tracks[track.army] = stops
        way = [spaces[stops[0]]]
        for origin, target in pairwise(stops):
            way += [*vias.get((origin, target), []), spaces[target]]
        roads[track.army] = spline(way)
    return Layout(
        Frame(projection, MAP, HEIGHT),
        spaces,
        tracks,
        roads,
        _labels(board, spaces, _points(roads), _drawn(projection)),
    )


def _spread(places: dict[str, Point]) -> dict[str, Point]:
    """The spaces moved apart as far as they need it, Paris the least."""
    reach = RADIUS * 1.15
    left, top, right, low = MAP[0] + reach, MAP[1] + reach + ABOVE, MAP[2] - reach, MAP[3] - reach

    def kept(at: Point) -> Point:
        return min(max(at[0], left), right), min(max(at[1], top), low)

    spots = {id: kept(at) for id, at in places.items()}
    for _round in range(ROUNDS):
        for one, two in combinations(spots, 2):
            (x0, y0), (x1, y1) = spots[one], spots[two]
            need = APART + (RADIUS + PARIS_RADIUS * 1.1 if "paris" in (one, two) else 2 * RADIUS)
            far = math.dist((x0, y0), (x1, y1))
            if far >= need:
                continue
            push = (need - far) / far / 2
            across, down = (x1 - x0) * push, (y1 - y0) * push
            for id, share in ((one, -1.0), (two, 1.0)):
                far = share * (HELD if id == "paris" else 1.0)
                spots[id] = kept((spots[id][0] + across * far, spots[id][1] + down * far))
    return spots


def _points(roads: dict[str, list[Point]]) -> list[Point]:
    return [point for way in roads.values() for point in way]


def lettered(projection: Projection) -> list[tuple[Feature, Box]]:
    """The names of countries and seas, each with about the ground that it covers."""
    placed = []
    for feature in atlas(PERIOD).of("country", "sea"):
        words, (x, y) = feature.properties, projection.xy(feature.rings[0][0])
        font = face("title" if words.kind == "country" else "italic", round(words.size))
        half = (font.getlength(words.told) + words.spacing * (len(words.told) - 1)) / 2
        placed.append((feature, (x - half, y - words.size / 2, x + half, y + words.size / 2)))
    return placed


def _drawn(projection: Projection) -> tuple[list[Point], list[Box]]:
    """Strokes of the chart that a name should avoid, and the chart's own names."""
    strokes = [ring for feature in atlas(GEOGRAPHY).of("land") for ring in feature.rings]
    strokes += [feature.rings[0] for feature in atlas(PERIOD).of("ridge", "frontier")]
    points = [at for stroke in strokes for at in dense(projection.line(stroke), STROKE)]
    return [at for at in points if MAP[0] < at[0] < MAP[2]], [box for _feature, box in lettered(projection)]


def _labels(
    board: Board, spaces: dict[str, Point], road: list[Point], drawn: tuple[list[Point], list[Box]]
) -> dict[str, Label]:
    """A label for each space, the best place for each in turn; always the same for a board."""
    discs = [around(at, RADIUS + MARGIN) for name, at in spaces.items() if name != "paris"]
    x, y = spaces["paris"]
    discs += [
        around((x, y), PARIS_RADIUS * 0.95),
        CARTOUCHE,
        around(COMPASS, 80),
        around(VIGNETTE, 64),
    ]
    placed = {"paris": Label((_("Paris"),), (x, y + PARIS_BELOW), 50, 124, HIGH, "title")}
    bold, (strokes, written) = face("bold", round(NAME)), drawn
    for _turn in range(TURNS):
        for space in (space for track in board.track for space in track.space):
            line, at = f"{space.name} {space.box}", spaces[space.id]
            label = Label((line,), (0, 0), NAME, bold.getlength(line) + 2, HIGH, "bold")
            others = [grown(other.box, BETWEEN) for id, other in placed.items() if id != space.id]
            near = [stroke for stroke in strokes if math.dist(stroke, at) < label.width + 2 * RADIUS]
            about = Surroundings([*discs, *others], road, MAP, near, written)
            placed[space.id] = about.named(label, at, RADIUS)
    return placed


def slats(count: int) -> tuple[list[float], float]:
    """The distances of `count` units that share a space below its middle, and their height."""
    high = STACK / count
    return [(number - (count - 1) / 2) * high for number in range(count)], high - 1


def paris_slots(count: int) -> tuple[list[Point], float]:
    """Offsets from the middle of Paris for `count` counters, and their size."""
    if count == 1:
        return [(0, 0)], COUNTER
    if count == 2:
        return [(-COUNTER / 2 - 2, 0), (COUNTER / 2 + 2, 0)], COUNTER
    side = COUNTER if count <= 4 else SMALL_COUNTER
    pitch = side + 2
    rows = [math.ceil(count / 2), count // 2]
    offsets = []
    for number, row in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * pitch
        offsets += [((column - (row - 1) / 2) * pitch, y) for column in range(row)]
    return offsets, side
