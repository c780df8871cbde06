"""Geography: a projection from longitude and latitude to the sheet, and the lines in `data/geo`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import msgspec

from data.catalogue import retold
from render.errors import RenderError

FOLDER = Path(__file__).resolve().parent.parent / "data" / "geo"

LonLat = tuple[float, float]


class Projection(msgspec.Struct, frozen=True):
    """Equirectangular, true along one parallel: enough for a few degrees and easy to check by hand."""

    west: float
    north: float
    scale: float
    """Sheet units per degree of latitude."""
    parallel: float
    left: float = 0
    top: float = 0

    @property
    def across(self) -> float:
        """Sheet units per degree of longitude."""
        return self.scale * math.cos(math.radians(self.parallel))

    def xy(self, at: LonLat) -> tuple[float, float]:
        """The point of a place on the sheet."""
        lon, lat = at
        return self.left + (lon - self.west) * self.across, self.top + (self.north - lat) * self.scale

    def line(self, places: list[LonLat]) -> list[tuple[float, float]]:
        """The points of a line's vertices on the sheet."""
        return [self.xy(place) for place in places]


class Properties(msgspec.Struct, frozen=True, rename={"origin": "from", "target": "to"}):
    """The description of a feature; lettering has more fields."""

    kind: str
    text: str = ""
    size: float = 0
    spacing: float = 0
    origin: str = ""
    target: str = ""

    @property
    def told(self) -> str:
        """The text on the map, in the current language; `text` where that is an id."""
        return retold(self.text)


class _Point(msgspec.Struct, frozen=True, tag="Point"):
    coordinates: LonLat


class _Line(msgspec.Struct, frozen=True, tag="LineString"):
    coordinates: list[LonLat]


class _Polygon(msgspec.Struct, frozen=True, tag="Polygon"):
    coordinates: list[list[LonLat]]


class Feature(msgspec.Struct, frozen=True):
    """One thing on the map."""

    properties: Properties
    geometry: _Point | _Line | _Polygon

    @property
    def rings(self) -> list[list[LonLat]]:
        """The lines of the shape: a polygon's outline and holes, a line itself, a point as a line of one."""
        match self.geometry:
            case _Polygon(coordinates):
                return coordinates
            case _Line(coordinates):
                return [coordinates]
            case _Point(coordinates):
                return [[coordinates]]


class Atlas(msgspec.Struct, frozen=True):
    """A GeoJSON file."""

    features: list[Feature]

    def of(self, *kinds: str) -> Iterator[Feature]:
        """The features of these kinds, in the file's order."""
        return (feature for feature in self.features if feature.properties.kind in kinds)


@lru_cache(maxsize=8)
def atlas(name: str, folder: Path = FOLDER) -> Atlas:
    """The geography of one file of `data/geo`.

    :raises RenderError: it is missing or malformed.
    """
    try:
        return msgspec.json.decode((folder / name).read_bytes(), type=Atlas)
    except (OSError, msgspec.MsgspecError) as error:
        raise RenderError(f"The geography {name} can't be read from data/geo: {error}") from error


def spline(points: list[tuple[float, float]], step: float = 6) -> list[tuple[float, float]]:
    """A smooth line through the points (Catmull-Rom), sampled about every `step` units."""
    padded = [points[0], *points, points[-1]]
    smooth = []
    for (p, q), (r, s), (t, u), (v, w) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        shares = _shares(max(1, int(math.hypot(t - r, u - s) / step)))
        smooth += [(a * p + b * r + c * t + d * v, a * q + b * s + c * u + d * w) for a, b, c, d in shares]
    return [*smooth, points[-1]]


@lru_cache(maxsize=256)
def _shares(pieces: int) -> list[tuple[float, float, float, float]]:
    """The shares of four points in a row in each place between the middle ones, with `pieces` places."""
    steps = [piece / pieces for piece in range(pieces)]
    return [
        (
            (2 - t) * t * t / 2 - t / 2,
            (3 * t - 5) * t * t / 2 + 1,
            (4 - 3 * t) * t * t / 2 + t / 2,
            (t - 1) * t * t / 2,
        )
        for t in steps
    ]


def dense(points: Sequence[tuple[float, float]], step: float = 2) -> list[tuple[float, float]]:
    """The line with points close together, about every `step` units."""
    walked = [points[0]]
    for before, after in pairwise(points):
        pieces = max(1, int(math.dist(before, after) / step))
        walked += [
            (before[0] + (after[0] - before[0]) * n / pieces, before[1] + (after[1] - before[1]) * n / pieces)
            for n in range(1, pieces + 1)
        ]
    return walked
