"""A part of a country on a sheet: the whole of it, or a close-up."""

from __future__ import annotations

from typing import NamedTuple

from render.geo import LonLat, Projection
from render.pen import Box, Point


class Frame(NamedTuple):
    """The place of a map on its sheet, and the size of its lettering."""

    projection: Projection
    map: Box
    bottom: float
    """Height of the sheet."""
    size: float = 1.0
    """The size of names, signs and arrows, as a multiple of the whole map's."""
    grown: float = 1.0
    """The factor by which counters are larger than names."""

    @property
    def counter(self) -> float:
        """Size of counters, against the whole map's."""
        return self.size * self.grown

    @property
    def whole(self) -> bool:
        """Whether it is no close-up."""
        return self.size == 1.0

    def shows(self, at: Point) -> bool:
        """Whether a point of the sheet lies on the map."""
        left, top, right, bottom = self.map
        return left < at[0] < right and top < at[1] < bottom


def close_up(
    whole: Frame, at: LonLat, box: Box, bottom: float, *, zoom: float, size: float, grown: float = 1.0
) -> Frame:
    """The frame that has a place as near to its middle as the country allows, `zoom` times as large."""
    left, top, right, low = box
    far, seen = whole.projection, whole.map
    across, scale = far.across * zoom, far.scale * zoom
    wide, high = (right - left) / across, (low - top) / scale
    east, south = far.west + (seen[2] - seen[0]) / far.across, far.north - (seen[3] - seen[1]) / far.scale
    west = min(max(at[0] - wide / 2, far.west), east - wide)
    north = max(min(at[1] + high / 2, far.north), south + high)
    near = Projection(west=west, north=north, scale=scale, parallel=far.parallel, left=left, top=top)
    return Frame(near, box, bottom, size, grown)
