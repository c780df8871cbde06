"""The country under a map: land and sea, signs of the terrain, bands along borders, lines of all kinds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageDraw

from render.geo import LonLat, dense
from render.paper import hatch, shore
from render.parts.frame import Frame
from render.pen import Pen, Point
from render.theme import Rgb, Theme, Tincture

Line = list[Point]
Pixels = tuple[int, int, int, int]
TILE = 160
"""Side of the pieces, in pixels, that a band is worked on by."""


K = TypeVar("K")


class Kind(NamedTuple):
    """A kind of ground: its tint, the distance of its signs, and what draws one, in a size and turn."""

    tint: Rgb
    pace: float
    draw: Callable[[Pen, Point, float, int], None]


class Country:
    """A map's image in the making, whose upper left corner is that of the map on the sheet."""

    def __init__(self, unit: float, frame: Frame, theme: Theme) -> None:
        left, top, right, bottom = (round(edge * unit) for edge in frame.map)
        self.image = Image.new("RGB", (right - left, bottom - top), theme.sea)
        self.corner = left, top
        self.pen = Pen(self.image, unit)
        self.unit, self.frame, self.theme, self.size = unit, frame, theme, frame.size

    def local(self, line: Sequence[Point]) -> Line:
        """A line of the sheet on the map."""
        left, top = self.frame.map[:2]
        return [(x - left, y - top) for x, y in line]

    def line(self, line: Sequence[LonLat]) -> Line:
        """A line of the country on the map."""
        return self.local(self.frame.projection.line(list(line)))

    def mask(self, rings: Sequence[Line], holes: Sequence[Line] = ()) -> Image.Image:
        """The inside of the rings (mode L), except for the holes."""
        mask = Image.new("L", self.image.size, 0)
        pen = Pen(mask, self.unit)
        for fill, lines in ((255, rings), (0, holes)):
            for ring in lines:
                pen.polygon(ring, fill)
        return mask

    def land(self, land: Image.Image, ink: Rgb, *, reach: float = 10, width: float = 1.5) -> None:
        """Land, given as a mask, with hachures in the water along its coast."""
        grain = self.unit * math.sqrt(self.size)
        hachures, corner = shore(land, reach * grain, 5 * grain, width * grain)
        self.image.paste(self.theme.water, corner, hachures)
        self.fill(ink, land)

    def fill(self, ink: Rgb, mask: Image.Image) -> None:
        """Fill the set pixels of a mask that has no shades, in half the time that shades would take."""
        self.image.paste(ink, mask=mask.convert("1", dither=Image.Dither.NONE))

    def fade(self, rings: Sequence[Line], share: float) -> None:
        """Let the inside of the rings fade into the paper."""
        mask, faded = self.mask(rings), [round(v * share) for v in range(256)]
        for box in _tiles(mask):
            self.image.paste(self.theme.paper, box, mask.crop(box).point(faded))

    def terrain(self, areas: Sequence[tuple[Line, K]], kinds: Mapping[K, Kind]) -> None:
        """Each area in the tint and with the signs of its kind of ground."""
        # The kind of each place, looked up for each sign; its own small image, a sheet unit to a pixel.
        wide, high = (math.ceil(edge / self.unit) + 1 for edge in self.image.size)
        ground, numbers = Image.new("L", (wide, high), 0), {name: n for n, name in enumerate(kinds, start=1)}
        pen = ImageDraw.Draw(ground)
        for ring, name in areas:
            self.pen.polygon(ring, kinds[name].tint)
            pen.polygon(ring, fill=numbers[name])
        lies = ground.tobytes()
        for name, kind in kinds.items():
            for x, y, turn in self._scatter(kind.pace * self.size):
                if lies[round(y) * wide + round(x)] == numbers[name]:
                    kind.draw(self.pen, (x, y), self.size, turn)

    def _scatter(self, pace: float) -> Iterator[tuple[float, float, int]]:
        """Places set by rule and moved a little from it, the same every time, each with a number."""
        wide, high = (edge / self.unit for edge in self.image.size)
        for row in range(1, int(high / (pace * 0.8))):
            for column in range(1, int(wide / pace)):
                mixed = (row * 7919 + column * 104729 + row * column * 31) % 9973
                across, down = mixed % 17 / 17 - 0.5, mixed // 17 % 19 / 19 - 0.5
                x = (column + (0.5 if row % 2 else 0.0) + across * 0.55) * pace
                y = (row + down * 0.5) * pace * 0.8
                if 0 <= x < wide - 1 and 0 <= y < high - 1:
                    yield x, y, mixed

    def part(self, rings: Sequence[Line]) -> Part | None:
        """The part of the map with the visible part of the rings, if any is visible."""
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        wide, high = self.image.size
        left, top = max(0, math.floor(min(xs) * self.unit)), max(0, math.floor(min(ys) * self.unit))
        right, bottom = min(wide, math.ceil(max(xs) * self.unit)), min(high, math.ceil(max(ys) * self.unit))
        return Part(self, (left, top, right, bottom), rings) if left < right and top < bottom else None


class Part:
    """A part of a map on which masks are made: masks of all of it would take a second.

    :param box: in the map's pixels.
    """

    def __init__(self, country: Country, box: Pixels, rings: Sequence[Line]) -> None:
        self.box, self._country = box, country
        self.size = (box[2] - box[0], box[3] - box[1])
        self._unit, self._scale = country.unit, country.size
        self._inside = self._empty()
        pen = Pen(self._inside, self._unit)
        for ring in rings:
            pen.polygon(self._local(ring), 255)

    def _empty(self) -> Image.Image:
        return Image.new("L", self.size, 0)

    def _local(self, line: Line) -> Line:
        left, top = self.box[0] / self._unit, self.box[1] / self._unit
        return [(x - left, y - top) for x, y in line]

    def _paste(self, ink: Rgb, mask: Image.Image, box: Pixels) -> None:
        self._country.image.paste(ink, (self.box[0] + box[0], self.box[1] + box[1]), mask)

    def _along(self, edges: Sequence[Line], width: float) -> Image.Image:
        """The lines `width` sheet units wide with round ends."""
        band = self._empty()
        pen = Pen(band, self._unit)
        for edge in edges:
            line = self._local(edge)
            pen.line(line, 255, width)
            for end in (line[0], line[-1]):
                pen.circle(end, width / 2, 255)
        return band

    def dashed(self, edges: Sequence[Line], ink: Rgb, width: float) -> None:
        """A broken line inside the borders."""
        band, size = self._empty(), self._scale
        for edge in edges:
            Pen(band, self._unit).dashes(self._local(dense(edge)), 255, width * size, 9 * size, 7 * size)
        self._paste(ink, ImageChops.multiply(band, self._inside), (0, 0, *self.size))

    def band(self, edges: Sequence[Line], ink: Rgb, tincture: Tincture, width: float) -> None:
        """A band inside the borders, darkest where its pattern has its lines, and along the border itself."""
        grain = self._scale * self._unit
        along, rim = self._along(edges, width * 2 * self._scale), self._along(edges, 5 * self._scale)
        lines = hatch(self.size, tincture, 6 * grain, 2.2 * grain)
        share = 0.62 if tincture == "plain" else 0.3
        faint = [round(v * share) for v in range(256)]
        for box in _tiles(along):
            inside = self._inside.crop(box)
            band = ImageChops.multiply(along.crop(box), inside)
            self._paste(ink, band.point(faint), box)
            dark = ImageChops.multiply(band, lines.crop(box))
            self._paste(ink, ImageChops.lighter(dark, ImageChops.multiply(rim.crop(box), inside)), box)


def _tiles(mask: Image.Image) -> Iterator[Pixels]:
    """The non-empty pieces of a mask: a band is long and thin, and most are empty."""
    for top in range(0, mask.height, TILE):
        for left in range(0, mask.width, TILE):
            box = (left, top, min(left + TILE, mask.width), min(top + TILE, mask.height))
            if mask.crop(box).getbbox():
                yield box
