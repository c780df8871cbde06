"""The places of everything on the sheet, in sheet units: 1600 across, at every width of the picture.

The board is too large for a telephone, so that a picture shows a window of it: the theatre of war, a
close-up, or all of it in a taller sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from data.grande_armee.hexes import Hex, hex_at, place
from render.grande_armee.hexes import Layout as Grid
from render.pen import Box

SHEET = 1600.0
HEADER: Box = (24, 24, 1576, 150)
LEFT, TOP, RIGHT = 24.0, 158.0, 1576.0
HIGH = 1340.0
"""Height of a map that is a window."""
STRIP = 250.0
"""Height of the strip below the map."""
LOCATOR, STATE, KEY = (24.0, 304.0), (312.0, 836.0), (844.0, 1576.0)
"""Left and right edge of the locator, of the state of the war, and of the key."""
THEATRE, CLOSE = (56.0, 47.0, 38.0), 72.0
"""Sizes of a hex, from its middle to a corner: in the theatre of war as wide as it is, and in a close-up."""
NEARLY = 0.97
"""The least share of the important hexes that a larger hex size must still show."""
PLAN, MOSTLY = (72.0, 64.0, *THEATRE), 0.8
"""The same for a plan, which is seen from nearer."""
SNAP = 2
"""Windows move by `SNAP` columns and rows, so that a cached map serves many positions."""
INSIDE = 0.75
"""How far inside the edge the middle of a hex has to be, in its sizes, for its stack to be shown."""
EDGE = INSIDE + 0.5
REACH = 0.75
"""How far a stack reaches from the middle of its hex, in its sizes."""
UNIT = Grid(0.0, 0.0, 1.0)
"""The board in sizes of a hex, from its north-west corner."""
Weighed = tuple[float, float, float]
"""The middle of a hex, and its weight."""


class Extent(NamedTuple):
    """The size of a board in hexes."""

    columns: int
    rows: int


class Window(NamedTuple):
    """The part of the board that is shown: the size of a hex, and the point in the north-west corner."""

    size: float
    west: float
    north: float
    """Both in sizes of a hex, from the north-west corner of the board."""
    high: float

    @property
    def map(self) -> Box:
        """The frame of the map on the sheet."""
        return LEFT, TOP, RIGHT, TOP + self.high

    @property
    def bottom(self) -> float:
        """Height of the sheet."""
        return TOP + self.high + 8 + STRIP + 24

    @property
    def grid(self) -> Grid:
        """The grid of the hexes."""
        return Grid(LEFT - self.west * self.size, TOP - self.north * self.size, self.size)

    def below(self, edges: tuple[float, float]) -> Box:
        """A panel below the map."""
        top = TOP + self.high + 8
        return edges[0], top, edges[1], top + STRIP

    def shows(self, hex: Hex) -> bool:
        """Whether the stack on a hex has room on the map."""
        (x, y), reach = self.grid.centre(hex), self.size * INSIDE
        return LEFT + reach < x < RIGHT - reach and TOP + reach < y < TOP + self.high - reach

    def holds(self, hex: Hex) -> bool:
        """Whether any of the stack on a hex is on the map."""
        (x, y), reach = self.grid.centre(hex), self.size * REACH
        return LEFT - reach < x < RIGHT + reach and TOP - reach < y < TOP + self.high + reach

    def near(self, hex: Hex) -> bool:
        """Whether any part of a hex, or of its neighbours, is on the map."""
        (x, y), reach = self.grid.centre(hex), self.size * 3
        return LEFT - reach < x < RIGHT + reach and TOP - reach < y < TOP + self.high + reach


def extent(hexes: Iterable[Hex]) -> Extent:
    """The size of a board."""
    places = [place(hex) for hex in hexes]
    return Extent(max(column for column, _ in places) + 1, max(row for _, row in places) + 1)


def whole(board: Extent) -> Window:
    """The whole board."""
    size = (RIGHT - LEFT) / (1.5 * board.columns + 0.5)
    return Window(size, 0.0, 0.0, (board.rows + 0.5) * math.sqrt(3) * size)


@lru_cache(maxsize=256)
def window(board: Extent, middle: Hex, size: float) -> Window:
    """The window that has a hex as near to its middle as the board allows."""
    x, y = UNIT.centre(middle)
    wide, high = (RIGHT - LEFT) / size, HIGH / size
    most = 1.5 * board.columns + 0.5 - wide, (board.rows + 0.5) * math.sqrt(3) - high
    west, north = max(0.0, min(x - wide / 2, most[0])), max(0.0, min(y - high / 2, most[1]))
    return Window(size, west, north, HIGH)


def theatre(
    board: Extent, worth: Mapping[Hex, float], sizes: Sequence[float] = THEATRE, least: float = NEARLY
) -> Window:
    """The window with most of this turn's important hexes, its hexes as large as that allows.

    :param sizes: of a hex, the largest first.
    :param least: the share of the important hexes that a larger hex must still show.
    """
    points = [(*UNIT.centre(hex), weight) for hex, weight in worth.items()]
    most, shown = _best(board, points, sizes[-1], 0.0, whole(board))
    for size in reversed(sizes[:-1]):
        shown = _best(board, points, size, least * most, shown)[1]
    return shown


@lru_cache(maxsize=8)
def _candidates(board: Extent, size: float) -> list[Window]:
    """The windows of a size that a theatre may be."""
    return sorted(
        {
            window(board, hex_at(column, row), size)
            for column in range(0, board.columns, SNAP)
            for row in range(0, board.rows, SNAP)
        }
    )


def _best(
    board: Extent, points: Sequence[Weighed], size: float, least: float, instead: Window
) -> tuple[float, Window]:
    """The window of a size that holds most weight; of several such, that which has it nearest its middle.

    :param instead: what it is where none holds the least.
    """
    wide, high, best = (RIGHT - LEFT) / size, HIGH / size, ((least, -math.inf), instead)
    for west, column in groupby(_candidates(board, size), attrgetter("west")):
        near = [at for at in points if west + EDGE < at[0] < west + wide - EDGE]
        # Most columns hold too little all together.
        for shown in column if _weight(near) >= best[0][0] else ():
            held = [at for at in near if shown.north + EDGE < at[1] < shown.north + high - EDGE]
            if (weight := _weight(held)) >= best[0][0]:
                x, y = west + wide / 2, shown.north + high / 2
                away = sum(share * (abs(a - x) / wide + abs(b - y) / high) for a, b, share in held)
                best = max(best, ((weight, -away), shown), key=itemgetter(0))
    return best[0][0], best[1]


def _weight(held: Iterable[Weighed]) -> float:
    return round(sum(weight for _x, _y, weight in held), 6)
