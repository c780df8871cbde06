"""A board laid out on the sheet: where spaces, roads and names go."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import msgspec

from data.levee.schema import Board
from render.geo import atlas, spline
from render.levee.labels import TOLL, Label, around, clearest, place
from render.levee.layout import PARIS_RADIUS, PERIOD, PROJECTION, RADIUS
from render.pen import Point


class Plan(msgspec.Struct, frozen=True):
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
        road = [point for way in self.roads.values() for point in way]
        return clearest(self.spaces[space], reach, ways, others, road, toll=toll)


def plan(board: Board) -> Plan:
    """Lay out a board."""
    return _plan(msgspec.json.encode(board))


@lru_cache(maxsize=8)
def _plan(board_json: bytes) -> Plan:
    board = msgspec.json.decode(board_json, type=Board)
    places = {space.id: PROJECTION.xy(space.at) for track in board.track for space in track.space}
    places["paris"] = PROJECTION.xy(board.paris)
    vias = {
        (feature.properties.origin, feature.properties.target): PROJECTION.line(feature.rings[0])
        for feature in atlas(PERIOD).of("via")
    }
    roads: dict[str, list[Point]] = {}
    for track in board.track:
        stops = [space.id for space in sorted(track.space, key=lambda space: -space.box)] + ["paris"]
        way = [places[stops[0]]]
        for origin, target in pairwise(stops):
            way += [*vias.get((origin, target), []), places[target]]
        roads[track.army] = spline(way)
    return Plan(spaces=places, roads=roads, labels=place(board, places, roads))
