"""Where the names of spaces go: beside their space, clear of the others, the roads and the frame."""

from __future__ import annotations

import msgspec

from data.levee.schema import Board
from render.fonts import face
from render.levee.layout import MAP, PARIS_RADIUS, RADIUS
from render.pen import Box, Point

SIZE = 32.0
HEIGHT = 36.0
GAP = 13.0
TOLL = 12.0
"""What a name or mark is charged for each point of a road under it; overlaps are charged by area."""
ROAD = 90.0
"""The same for a name, which stays off the roads wherever there is room."""
MARGIN = 6.0
"""What a name keeps clear of spaces other than its own."""
SLIDES = (0.35, 0.7, 1.0, 1.3)
"""How far a name is slid along the edge of its space, in radii."""
PARIS_BELOW = 142.0
"""How far the name of Paris stands below its middle."""


class Label(msgspec.Struct, frozen=True):
    """A name and the middle of its left edge."""

    text: str
    number: str
    at: Point
    width: float

    @property
    def box(self) -> Box:
        """The ground that it covers."""
        x, y = self.at
        return x, y - HEIGHT / 2, x + self.width, y + HEIGHT / 2


def place(board: Board, spaces: dict[str, Point], roads: dict[str, list[Point]]) -> dict[str, Label]:
    """A label for each space, the best place for each in turn; always the same for a board."""
    discs = [around(centre, RADIUS + MARGIN) for name, centre in spaces.items() if name != "paris"]
    paris = spaces["paris"]
    discs.append(around(paris, PARIS_RADIUS * 1.1))
    title = Label("Paris", "", (paris[0] - 62, paris[1] + PARIS_BELOW), 124)
    placed = {"paris": title}
    road = [point for way in roads.values() for point in way]
    bold = face("bold", round(SIZE))
    for track in board.track:
        for space in track.space:
            number = str(space.box)
            width = bold.getlength(f"{space.name} {number}") + 2
            choices = [Label(space.name, number, at, width) for at in _places(spaces[space.id], width)]
            others = discs + [label.box for label in placed.values()]
            placed[space.id] = min(choices, key=lambda label: _cost(label.box, others, road, ROAD))
    return placed


def clearest(
    centre: Point, reach: float, ways: tuple[Point, ...], others: list[Box], road: list[Point], *, toll: float
) -> Point:
    """The first of `ways` in which a mark at `reach` times it from the centre stands freest."""

    def crowding(way: Point) -> float:
        mark = around((centre[0] + way[0] * reach, centre[1] + way[1] * reach), 32)
        return _cost(mark, others, road, toll)

    return min(ways, key=crowding)


def _places(centre: Point, width: float) -> list[Point]:
    """Beside the space, below and above it, the same slid along its edge; the most usual first."""
    x, y = centre
    right, left, middle = x + RADIUS + GAP, x - RADIUS - GAP - width, x - width / 2
    above, below = y - RADIUS - GAP - HEIGHT / 2, y + RADIUS + GAP + HEIGHT / 2
    straight = [(right, y), (left, y), (middle, below), (middle, above)]
    slid: list[Point] = []
    for share in SLIDES:
        for slide in (share * RADIUS, -share * RADIUS):
            slid += [(right, y + slide), (left, y + slide), (middle + slide, below), (middle + slide, above)]
    return straight + slid


def around(centre: Point, radius: float) -> Box:
    x, y = centre
    return x - radius, y - radius, x + radius, y + radius


def _cost(box: Box, others: list[Box], road: list[Point], toll: float) -> float:
    crowd = sum(_overlap(box, other) for other in others)
    crossed = sum(box[0] - 4 < x < box[2] + 4 and box[1] < y < box[3] for x, y in road)
    return 10_000 * _outside(box) + crowd + toll * crossed


def _outside(box: Box) -> bool:
    left, top, right, bottom = MAP
    return box[0] < left + 10 or box[1] < top + 8 or box[2] > right - 16 or box[3] > bottom - 8


def _overlap(one: Box, two: Box) -> float:
    across = min(one[2], two[2]) - max(one[0], two[0])
    down = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, across) * max(0.0, down)
