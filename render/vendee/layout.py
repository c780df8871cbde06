"""Where everything stands on the sheet, in sheet units: 1600 across, whatever the picture's width."""

from __future__ import annotations

import msgspec

from data.vendee.schema import Place
from render.geo import Projection
from render.pen import Box, Point

SHEET = 1600.0

HEADER: Box = (24, 24, 1576, 150)
MAP: Box = (24, 158, 1576, 1398)
MORALE: Box = (24, 1406, 560, 1576)
POWDER: Box = (568, 1406, 1030, 1576)
NOTES: Box = (1038, 1406, 1576, 1576)
KEY: Box = (36, 938, 284, 1386)
DRESS: Box = (1280, 1196, 1562, 1384)
TELL: Box = (36, 170, 560, 322)
COMPASS: Point = (352, 1226)
SHIP: Point = (96, 880)
BOTTOM = 1600.0

CLOSE: Box = (24, 158, 1576, 1276)
"""The map of a close-up, which has the keys below it and no tracks."""
CLOSE_KEY: Box = (24, 1284, 716, 1476)
CLOSE_TELL: Box = (724, 1284, 1280, 1476)
CLOSE_DRESS: Box = (1288, 1284, 1576, 1476)
CLOSE_BOTTOM = 1500.0
ZOOM = 2.5
LETTERING = 1.75
"""How much larger names and counters are in a close-up."""

WEST, NORTH, SOUTH = -2.42, 47.585, 46.221
PARALLEL = 46.9
SCALE = (MAP[3] - MAP[1]) / (NORTH - SOUTH)
GEOGRAPHY = "vendee.geojson"
PERIOD = "vendee_1793.geojson"

WHOLE = Projection(west=WEST, north=NORTH, scale=SCALE, parallel=PARALLEL, left=MAP[0], top=MAP[1])


class Frame(msgspec.Struct, frozen=True):
    """A part of the country on a sheet: the whole of it, or a close-up."""

    projection: Projection
    map: Box
    bottom: float
    """Height of the sheet."""
    size: float
    """Of names, signs and counters, against the whole map's."""
    key: Box
    dress: Box
    tell: Box


def frame(at: Place | None) -> Frame:
    """The whole map, or the close-up with that place as near to its middle as the country allows."""
    if at is None:
        return Frame(WHOLE, MAP, BOTTOM, 1.0, KEY, DRESS, TELL)
    left, top, right, bottom = CLOSE
    scale = SCALE * ZOOM
    across = WHOLE.across * ZOOM
    wide, high = (right - left) / across, (bottom - top) / scale
    east = WEST + (MAP[2] - MAP[0]) / WHOLE.across
    west = min(max(at[0] - wide / 2, WEST), east - wide)
    north = max(min(at[1] + high / 2, NORTH), SOUTH + high)
    near = Projection(west=west, north=north, scale=scale, parallel=PARALLEL, left=left, top=top)
    return Frame(near, CLOSE, CLOSE_BOTTOM, LETTERING, CLOSE_KEY, CLOSE_DRESS, CLOSE_TELL)


def month_cell(turn: int, turns: int) -> Box:
    """The box of a turn on the track of months; the first is 1."""
    left, right, top = 640.0, HEADER[2] - 20, HEADER[1] + 58
    pitch = (right - left) / turns
    return left + pitch * (turn - 1) + 3, top, left + pitch * turn - 3, top + 56


def track_cell(box: Box, value: int, span: Point, row: int, rows: int) -> Box:
    """A cell of a track in a panel below the map, `span` its least and greatest value."""
    left, right = box[0] + 190, box[2] - 18
    least, most = span
    pitch = (right - left) / (most - least + 1)
    high = (box[3] - box[1] - 62) / rows
    top = box[1] + 50 + row * high
    x = left + pitch * (value - least)
    return x + 2, top + 2, x + pitch - 2, top + high - 4
