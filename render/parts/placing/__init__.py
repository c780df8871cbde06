"""The places of names and counters on a map of areas: inside their outlines, clear of one another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from render.parts.frame import Frame
from render.parts.placing.boxes import around
from render.parts.placing.labels import SMALLER, TOWN, Label, Room, Site, across, beside, room
from render.parts.placing.sums import Grid, Sums
from render.pen import Box, Point

CELL = 3.0
"""Fineness of the table of the map's marks, in sheet units."""
CUT = 0.7
"""Share of an average stack that must have room beside the name where a close-up cuts off an area's town."""
NAME_COST, TOWN_COST = 60, 4
"""The cost of covering a square of a name or its signs, and of a town's ring, in tenths."""


class Plan(NamedTuple):
    """The places, by area; a close-up has the areas of its region only, except for `sites`."""

    frame: Frame
    sites: Mapping[str, Site]
    labels: dict[str, Label]
    seats: dict[str, list[Point]]
    """Places for counters in an area, the best first."""
    grounds: dict[str, Grid]
    """The inside of each outline."""
    marked: Sums
    """Names, signs and towns of the map: the cost of covering them, in tenths of a square of `CELL`."""
    memo: dict[Any, Any]
    """Places that `seats` has found."""

    @property
    def named(self) -> list[Box]:
        """The ground of names and their signs."""
        return [part for label in self.labels.values() for part in label.parts]


def place(areas: Mapping[str, Site], frame: Frame) -> Plan:
    """Find room for each area's name and counters."""
    rooms = _rooms(areas, frame)
    return Plan(
        frame=frame,
        sites=areas,
        labels={id: space.label for id, space in rooms.items()},
        seats={id: space.seats for id, space in rooms.items()},
        grounds={id: space.ground for id, space in rooms.items()},
        marked=_marked(areas, rooms, frame),
        memo={},
    )


def _rooms(areas: Mapping[str, Site], frame: Frame) -> dict[str, Room]:
    """Room in each area; names that fit inside theirs come first, the others go between them."""
    # A close-up leaves out areas of which it shows too little for their name and a stack.
    rooms = {
        id: space
        for id, site in areas.items()
        if (space := room(site, frame, least=0.0 if frame.shows(site.at) else CUT)) or frame.shows(site.at)
    }
    for id, space in rooms.items():
        if space is None and areas[id].island:
            rooms[id] = beside(areas[id], areas.values(), frame)
    for id, space in rooms.items():
        if space is not None:
            continue
        taken = [part for other in rooms.values() if other for part in other.label.parts]
        taken += [around(site.at, TOWN * frame.size) for other, site in areas.items() if other != id]
        rooms[id] = across(areas[id], taken, frame)
        if rooms[id] is None and frame.whole:
            rooms[id] = room(areas[id], frame, SMALLER)
    return {id: space for id, space in rooms.items() if space is not None}


def _marked(areas: Mapping[str, Site], rooms: Mapping[str, Room], frame: Frame) -> Sums:
    left, top, right, bottom = frame.map
    mask = Image.new("L", (math.ceil((right - left) / CELL), math.ceil((bottom - top) / CELL)), 0)
    pen = ImageDraw.Draw(mask)
    marks = [(around(site.at, TOWN * frame.size), TOWN_COST) for site in areas.values()]
    marks += [(part, NAME_COST) for space in rooms.values() for part in space.label.parts]
    for box, cost in marks:
        corner = (math.floor((box[0] - left) / CELL), math.floor((box[1] - top) / CELL))
        end = (math.ceil((box[2] - left) / CELL) - 1, math.ceil((box[3] - top) / CELL) - 1)
        if end[0] >= corner[0] and end[1] >= corner[1]:
            pen.rectangle((corner, end), fill=cost)
    return Sums(mask)
