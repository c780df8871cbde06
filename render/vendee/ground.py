"""The country: land and sea, terrain by tint and sign, rivers, zones, areas and roads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from data.vendee.schema import Border, Terrain
from render.geo import LonLat, atlas, spline
from render.paper import blend, shore
from render.pen import Pen, Point
from render.theme import Rgb, Theme
from render.vendee import signs
from render.vendee.layout import GEOGRAPHY, PERIOD
from render.vendee.liveries import MARKS, TINTS, Dress, dresses, line_of, pattern
from render.vendee.plan import Chart, Plan

INLAND: tuple[LonLat, ...] = ((-1.113, 46.0), (1.0, 46.0), (1.0, 47.9), (-2.6, 47.9))
"""Closes the coast's line round the land."""
ISLET = 12
"""Points below which an island is left out."""
BAND = 9.0
"""Depth of a zone's border inside it."""
FADED = 0.7
"""How far an area fades that a close-up does not tell of."""
SPREAD: dict[Terrain, float] = {"clear": 46, "mixed": 39, "bocage": 24, "marsh": 27}
"""How far the signs of a terrain stand apart."""


def draw(sheet: Image.Image, unit: float, layout: Plan, chart: Chart, theme: Theme, *, gatine: bool) -> None:
    """Draw the country into its place on a sheet of `unit` pixels per sheet unit."""
    left, top, right, bottom = (round(edge * unit) for edge in layout.frame.map)
    country = _Country((right - left, bottom - top), unit, layout, chart, theme)
    country.land()
    country.terrain()
    country.zones(gatine=gatine)
    country.waters()
    country.borders()
    country.ways()
    country.beyond()
    sheet.paste(country.image, (left, top))


class _Country:
    """The map's image, whose upper left corner is that of the map."""

    def __init__(self, size: tuple[int, int], unit: float, layout: Plan, chart: Chart, theme: Theme) -> None:
        self.image = Image.new("RGB", size, theme.sea)
        self.pen = Pen(self.image, unit)
        self.unit, self.layout, self.chart, self.theme = unit, layout, chart, theme
        self.size = layout.frame.size
        self.outlines = {id: self._local(ring) for id, ring in layout.outlines.items()}

    def _local(self, line: list[Point]) -> list[Point]:
        left, top = self.layout.frame.map[:2]
        return [(x - left, y - top) for x, y in line]

    def _line(self, line: list[LonLat]) -> list[Point]:
        return self._local(self.layout.frame.projection.line(line))

    def _mask(self, rings: list[list[Point]]) -> Image.Image:
        mask = Image.new("L", self.image.size, 0)
        pen = ImageDraw.Draw(mask)
        for ring in rings:
            pen.polygon([(x * self.unit, y * self.unit) for x, y in ring], fill=255)
        return mask

    def land(self) -> None:
        """Land and sea, with the coast's hachures and line."""
        coasts = [feature.rings[0] for feature in atlas(GEOGRAPHY).of("coast")]
        main = max(coasts, key=len)
        rings = [self._line([*main, *INLAND])]
        rings += [self._line(ring) for ring in coasts if ring is not main and len(ring) >= ISLET]
        scale = self.unit * math.sqrt(self.size)
        # An islet of the estuary that belongs to an area is land with it.
        mask = self._mask([*rings, *self.outlines.values()])
        self.image.paste(self.theme.water, mask=shore(mask, 10 * scale, 5 * scale, 1.5 * scale))
        self.image.paste(blend(self.theme.land, self.theme.faded, 0.08), mask=mask)
        for ring in rings:
            self.pen.line([*ring, ring[0]], self.theme.ink, 2 * self.size)

    def terrain(self) -> None:
        """Each area in the tint and with the signs of its terrain."""
        areas, name = self.layout.areas, self.theme.name
        kinds: tuple[Terrain, ...] = ("clear", "mixed", "bocage", "marsh")
        # Which terrain is where, looked up for each sign; its own small image, a sheet unit to a pixel.
        wide, high = (math.ceil(edge / self.unit) + 1 for edge in self.image.size)
        ground = Image.new("L", (wide, high), 0)
        pen = ImageDraw.Draw(ground)
        for id, area in areas.items():
            self.pen.polygon(self.outlines[id], TINTS[name][area.terrain])
            pen.polygon(self.outlines[id], fill=kinds.index(area.terrain) + 1)
        lies = ground.tobytes()
        for number, kind in enumerate(kinds, start=1):
            ink = blend(TINTS[name][kind], MARKS[name][kind], 0.85)
            for x, y, turn in self._scatter(SPREAD[kind] * self.size):
                if lies[round(y) * wide + round(x)] == number:
                    terrain_sign(self.pen, kind, (x, y), self.size, ink, turn)

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

    def zones(self, *, gatine: bool) -> None:
        """The border of each influence zone, inside it: its army's colour and pattern."""
        dressed = dresses(self.chart.armies)
        areas = self.layout.areas
        joined = {
            id: "anjou" if area.zone == "gatine" and gatine else area.zone for id, area in areas.items()
        }
        for zone in sorted({zone for zone in joined.values() if zone}):
            inside = [self.outlines[id] for id, found in joined.items() if found == zone]
            edges = [
                self._line(border.line)
                for border in self.chart.borders.border
                if {joined[id] == zone for id in border.between} == {True, False}
                or (border.outer and joined[border.between[0]] == zone)
            ]
            self._zone(inside, edges, dressed["anjou" if zone == "gatine" else zone], asleep=zone == "gatine")

    def _zone(
        self, inside: list[list[Point]], edges: list[list[Point]], dress: Dress, *, asleep: bool
    ) -> None:
        """A zone that sleeps, la Gâtine before it rises, has a broken line instead of a band.

        Only the part of the map that has the zone is worked on: masks of all of it would take a second.
        """
        line, size = line_of(dress, self.theme.name), self.size
        box = self._around(inside)
        if box is None:
            return
        zone = _Part(box, self.unit)
        mask = zone.filled(inside)
        if asleep:
            band = zone.empty()
            for edge in edges:
                zone.pen(band).dashes(zone.local(dense(edge)), 255, BAND * 0.9 * size, 9 * size, 7 * size)
            self.image.paste(line, box, ImageChops.multiply(band, mask))
            return
        band = zone.along(edges, BAND * 2 * size, mask)
        ink = pattern(band.size, dress.pattern, 6 * size * self.unit, 2.2 * size * self.unit)
        # Darkest where the pattern has its lines, and along the border itself.
        plain = 0.62 if dress.pattern == "plain" else 0.3
        self.image.paste(line, box, band.point(lambda v: round(v * plain)))
        dark = ImageChops.lighter(ImageChops.multiply(band, ink), zone.along(edges, 5 * size, mask))
        self.image.paste(line, box, dark)

    def _around(self, rings: list[list[Point]]) -> tuple[int, int, int, int] | None:
        """The box of pixels that holds what the map shows of the rings, if it does."""
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        wide, high = self.image.size
        left, top = max(0, math.floor(min(xs) * self.unit)), max(0, math.floor(min(ys) * self.unit))
        right, bottom = min(wide, math.ceil(max(xs) * self.unit)), min(high, math.ceil(max(ys) * self.unit))
        return (left, top, right, bottom) if left < right and top < bottom else None

    def waters(self) -> None:
        """The Loire, smaller rivers and the lake of Grand-Lieu."""
        theme, size = self.theme, self.size
        stream = blend(TINTS[theme.name]["mixed"], theme.water, 0.85)
        for feature in atlas(PERIOD).of("mere"):
            self.pen.polygon(
                spline(self._line(feature.rings[0])),
                blend(theme.sea, theme.water, 0.3),
                theme.water,
                1.6 * size,
            )
        for feature in atlas(PERIOD).of("stream"):
            self.pen.line(spline(self._line(feature.rings[0])), stream, 2.4 * size)
        for feature in atlas(GEOGRAPHY).of("river3", "river4"):
            self.pen.line(self._line(feature.rings[0]), stream, 2 * size)
        loire = [self._line(feature.rings[0]) for feature in atlas(GEOGRAPHY).of("river1")]
        loire += [self._line(border.line) for border in self._banks()]
        for width, ink in ((10.0, theme.water), (6.4, blend(theme.sea, theme.water, 0.25))):
            for line in loire:
                self.pen.line(line, ink, width * size)

    def _banks(self) -> Iterator[Border]:
        """Borders that are the Loire."""
        for border in self.chart.borders.border:
            banks = {self.layout.areas[id].bank for id in border.between}
            if banks == {"left", "right"}:
                yield border

    def borders(self) -> None:
        """Bounds of the areas; the coast again, where a zone has run over it."""
        theme, size = self.theme, self.size
        banks = {id(border) for border in self._banks()}
        for border in self.chart.borders.border:
            line = self._line(border.line)
            if border.outer == "sea":
                self.pen.line(line, theme.ink, 2.2 * size)
            elif id(border) not in banks:
                strong = 2.6 if border.outer == "sheet" else 1.7
                ink = blend(theme.faded, theme.ink, 0.25 if theme.name == "light" else 0.1)
                self.pen.line(line, ink, strong * size)

    def ways(self) -> None:
        """Roads by rank, bridges, the causeway and the towns that they join."""
        theme, size, pen = self.theme, self.size, self.pen
        paper = TINTS[theme.name]["clear"]
        for rank, line in self.layout.roads:
            if rank == "major":
                pen.line(self._local(line), theme.road, 2.8 * size)
        royal = [self._local(line) for rank, line in self.layout.roads if rank == "royal"]
        for ink, width in ((theme.road, 7.4), (paper, 3.4)):
            for line in royal:
                pen.line(line, ink, width * size)
        for causeway in self.layout.causeways:
            pen.dashes(dense(self._local(causeway)), theme.road, 5 * size, 6 * size, 4 * size)
        for at, along in self.layout.bridges:
            signs.bridge(pen, self._local([at])[0], along, size, theme)
        for id, place in self.layout.places.items():
            area = self.layout.areas[id]
            signs.town(pen, self._local([place])[0], size, theme, great=area.town or bool(area.base))

    def beyond(self) -> None:
        """Areas that a close-up cuts too short to tell who stands there fade into the paper."""
        cut = [ring for id, ring in self.outlines.items() if id not in self.layout.labels]
        if cut:
            self.image.paste(self.theme.paper, mask=self._mask(cut).point(lambda v: round(v * FADED)))


class _Part:
    """Masks (mode L) for a part of the map, a box in its pixels."""

    def __init__(self, box: tuple[int, int, int, int], unit: float) -> None:
        self.size = (box[2] - box[0], box[3] - box[1])
        self.corner = (box[0] / unit, box[1] / unit)
        self.unit = unit

    def empty(self) -> Image.Image:
        return Image.new("L", self.size, 0)

    def pen(self, mask: Image.Image) -> Pen:
        return Pen(mask, self.unit)

    def local(self, line: list[Point]) -> list[Point]:
        left, top = self.corner
        return [(x - left, y - top) for x, y in line]

    def filled(self, rings: list[list[Point]]) -> Image.Image:
        mask = self.empty()
        pen = self.pen(mask)
        for ring in rings:
            pen.polygon(self.local(ring), 255)
        return mask

    def along(self, edges: list[list[Point]], width: float, inside: Image.Image) -> Image.Image:
        """The lines `width` sheet units wide with round ends, as far as they are inside."""
        band = self.empty()
        pen = self.pen(band)
        for edge in edges:
            line = self.local(edge)
            pen.line(line, 255, width)
            for end in (line[0], line[-1]):
                pen.circle(end, width / 2, 255)
        return ImageChops.multiply(band, inside)


def terrain_sign(pen: Pen, kind: Terrain, at: Point, size: float, ink: Rgb, turn: int = 0) -> None:
    """One sign of a terrain: hedge trees, a tree, reeds in water, a furrow."""
    x, y = at
    match kind:
        case "bocage":
            tilt = (-2.4, 0.0, 2.4)[turn % 3] * size
            ends = [(x - 7 * size, y + tilt), (x + 7 * size, y - tilt)]
            pen.line(ends, ink, 1.5 * size)
            for share in (-0.7, 0.0, 0.7):
                at = (x + 7 * share * size, y - tilt * share - 1.8 * size)
                pen.circle(at, (2.9 if share else 3.5) * size, ink)
        case "mixed":
            pen.circle((x, y - 2.5 * size), 3.2 * size, ink)
            pen.line([(x, y), (x, y + 3 * size)], ink, 1.5 * size)
        case "marsh":
            pen.line([(x - 8 * size, y), (x + 8 * size, y)], ink, 1.6 * size)
            pen.line([(x - 4 * size, y + 4 * size), (x + 4 * size, y + 4 * size)], ink, 1.6 * size)
            for lean in (-2.6, 0.0, 2.6):
                pen.line([(x + lean * 0.5 * size, y), (x + lean * size, y - 6 * size)], ink, 1.5 * size)
        case _:
            for row in (0.0, 4.5):
                pen.line([(x - 6 * size, y + row * size), (x + 6 * size, y + row * size)], ink, 1.3 * size)


def dense(points: list[Point], step: float = 2) -> list[Point]:
    """The line with points close together."""
    walked = [points[0]]
    for before, after in pairwise(points):
        pieces = max(1, int(math.dist(before, after) / step))
        walked += [
            (before[0] + (after[0] - before[0]) * n / pieces, before[1] + (after[1] - before[1]) * n / pieces)
            for n in range(1, pieces + 1)
        ]
    return walked
