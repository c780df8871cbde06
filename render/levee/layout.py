"""Where everything stands on the sheet, in sheet units: 1600 across, whatever the picture's width."""

from __future__ import annotations

import math

from render.geo import Projection
from render.pen import Box, Point

SHEET = 1600.0
HEIGHT = 1600.0

HEADER: Box = (24, 24, 1576, 170)
MAP: Box = (24, 178, 1576, 1372)
GOVERNMENT: Box = (24, 1380, 572, 1576)
ARMY: Box = (580, 1380, 890, 1576)
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

GEOGRAPHY = "western_europe.geojson"
PERIOD = "atlas_1792.geojson"

PROJECTION = Projection(
    west=-5.75, north=52.05, scale=(MAP[3] - MAP[1]) / 9.42, parallel=47.3, left=MAP[0], top=MAP[1]
)

FIRST_BOX = -1
"""Left end of the political tracks (-1 to 4)."""
WEAKEST = -2
"""Left end of the French Army track (-2 to 2)."""


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


def cell(box: Box, first: Point, pitch: Point, column: int, row: int = 0) -> Point:
    """Middle of a cell of a panel's table."""
    return box[0] + first[0] + pitch[0] * column, box[1] + first[1] + pitch[1] * row


def government_cell(value: int, row: int) -> Point:
    """Middle of a box of a political track; row 0 is the uppermost."""
    return cell(GOVERNMENT, (238, 70), (55, 48), value - FIRST_BOX, row)


def army_cell(value: int) -> Point:
    """Middle of a box of the French Army track."""
    return cell(ARMY, (39, 92), (58, 0), value - WEAKEST)
