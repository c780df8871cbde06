"""The country: terrain by tint and sign, influence zones, rivers, bounds, roads, the surroundings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from data.vendee.schema import Border, Terrain
from render.fonts import Role
from render.geo import LonLat, atlas, dense, spline
from render.paper import blend
from render.parts import signs
from render.parts.ground import Country, Kind
from render.parts.placing.boxes import meet, within
from render.parts.relief import Slope, hills, wood
from render.pen import Box, Pen
from render.theme import Theme
from render.vendee.layout import CARTOUCHE, GEOGRAPHY, KEYS, PERIOD, Chart, Layout
from render.vendee.liveries import MARKS, TINTS, dresses, line_of

INLAND: tuple[LonLat, ...] = ((-1.113, 46.0), (1.0, 46.0), (1.0, 47.9), (-2.6, 47.9))
"""Closes the coast's line round the land."""
ISLET = 12
"""Points below which an island is left out."""
BAND = 9.0
"""Depth of a zone's border inside it."""
FADED = 0.7
"""How far an area fades that a close-up leaves out."""
SPREAD: dict[Terrain, float] = {"clear": 46, "mixed": 39, "bocage": 24, "marsh": 27}
"""The distance of the signs of a terrain."""


class Vendee(Country):
    """The military Vendée: terrain by tint and sign, zones, rivers, areas and roads."""

    def __init__(self, unit: float, layout: Layout, chart: Chart, theme: Theme) -> None:
        super().__init__(unit, layout.frame, theme)
        self.layout, self.chart = layout, chart
        self.outlines = {id: self.local(site.outline) for id, site in layout.plan.sites.items()}
        self.tints = TINTS[theme.name]

    def draw(self, *, gatine: bool) -> None:
        """Draw everything, from the ground up."""
        self._coasts()
        kinds = {
            kind: Kind(self.tints[kind], pace, terrain(kind, self.theme)) for kind, pace in SPREAD.items()
        }
        self.terrain([(self.outlines[id], area.terrain) for id, area in self.layout.areas.items()], kinds)
        self._relief()
        self._zones(gatine=gatine)
        self._waters()
        self._borders()
        self._ways()
        # Areas of which a close-up shows too little for their counters fade into the paper.
        if cut := [ring for id, ring in self.outlines.items() if id not in self.layout.plan.labels]:
            self.fade(cut, FADED)

    def _relief(self) -> None:
        """Hills by hachures, woods, and the bounds and towns of the surrounding provinces."""
        theme, size = self.theme, self.size
        left, top = self.frame.map[:2]
        clear = [(a - left, b - top, c - left, d - top) for a, b, c, d in self._names()]
        lit, shade = (blend(self.tints["mixed"], theme.faded, share) for share in (0.65, 0.95))
        slope = Slope(lit, shade, 15 * size, 3.6 * size)
        for feature in atlas(PERIOD).of("ridge"):
            hills(self.pen, self.line(feature.rings[0]), slope, clear=clear)
        for feature in atlas(PERIOD).of("province"):
            bound = blend(theme.land, theme.faded, 0.9)
            self.pen.dashes(dense(self.line(feature.rings[0])), bound, 2.2 * size, 12 * size, 8 * size)
        growing = blend(MARKS[theme.name]["bocage"], theme.faded, 0.55)
        for feature in atlas(PERIOD).of("wood"):
            wood(self.pen, self.line(feature.rings[0])[0], size, growing, clear=clear)

    def _names(self) -> list[Box]:
        return [label.box for label in self.layout.plan.labels.values()]

    def _coasts(self) -> None:
        coasts = [feature.rings[0] for feature in atlas(GEOGRAPHY).of("coast")]
        main = max(coasts, key=len)
        rings = [self.line([*main, *INLAND])]
        rings += [self.line(ring) for ring in coasts if ring is not main and len(ring) >= ISLET]
        # An islet of the estuary that belongs to an area is land with it.
        land = self.mask([*rings, *self.outlines.values()])
        self.land(land, blend(self.theme.land, self.theme.faded, 0.08))
        for ring in rings:
            self.pen.line([*ring, ring[0]], self.theme.ink, 2 * self.size)

    def _zones(self, *, gatine: bool) -> None:
        """The border of each influence zone, inside it: its army's colour and pattern.

        La Gâtine, which sleeps until it rises, has a broken line instead of a band.
        """
        dressed = dresses(self.chart.armies)
        joined = {
            id: "anjou" if area.zone == "gatine" and gatine else area.zone
            for id, area in self.layout.areas.items()
        }
        for zone in sorted({zone for zone in joined.values() if zone}):
            part = self.part([self.outlines[id] for id, other in joined.items() if other == zone])
            if part is None:
                continue
            edges = [
                self.line(border.line)
                for border in self.chart.borders.border
                if {joined[id] == zone for id in border.between} == {True, False}
                or (border.outer and joined[border.between[0]] == zone)
            ]
            dress = dressed["anjou" if zone == "gatine" else zone]
            line = line_of(dress, self.theme.name)
            if zone == "gatine":
                part.dashed(edges, line, BAND * 0.9)
            else:
                part.band(edges, line, dress.tincture, BAND)

    def _waters(self) -> None:
        """The Loire, smaller rivers and the lake of Grand-Lieu."""
        theme, size = self.theme, self.size
        stream, lake = blend(self.tints["mixed"], theme.water, 0.85), blend(theme.sea, theme.water, 0.3)
        for feature in atlas(PERIOD).of("mere"):
            self.pen.polygon(spline(self.line(feature.rings[0])), lake, theme.water, 1.6 * size)
        for feature in atlas(PERIOD).of("stream"):
            self.pen.line(spline(self.line(feature.rings[0])), stream, 2.4 * size)
        for feature in atlas(GEOGRAPHY).of("river3", "river4"):
            self.pen.line(self.line(feature.rings[0]), stream, 2 * size)
        loire = [self.line(feature.rings[0]) for feature in atlas(GEOGRAPHY).of("river1")]
        loire += [self.line(border.line) for border in self._banks()]
        for width, ink in ((10.0, theme.water), (6.4, blend(theme.sea, theme.water, 0.25))):
            for line in loire:
                self.pen.line(line, ink, width * size)

    def _banks(self) -> Iterator[Border]:
        """Borders that are the Loire."""
        for border in self.chart.borders.border:
            if {self.layout.areas[id].bank for id in border.between} == {"left", "right"}:
                yield border

    def _borders(self) -> None:
        """Bounds of the areas; the coast again, where a zone has run over it."""
        theme, size = self.theme, self.size
        banks = {id(border) for border in self._banks()}
        bound = blend(theme.faded, theme.ink, 0.25 if theme.name == "light" else 0.1)
        for border in self.chart.borders.border:
            if border.outer == "sea":
                self.pen.line(self.line(border.line), theme.ink, 2.2 * size)
            elif id(border) not in banks:
                self.pen.line(self.line(border.line), bound, (2.6 if border.outer == "sheet" else 1.7) * size)

    def _ways(self) -> None:
        """Roads by rank, bridges, the causeway and the towns that they join."""
        theme, size, pen = self.theme, self.size, self.pen
        for rank, line in self.layout.roads:
            if rank == "major":
                pen.line(self.local(line), theme.road, 2.8 * size)
        royal = [self.local(line) for rank, line in self.layout.roads if rank == "royal"]
        for ink, width in ((theme.road, 7.4), (self.tints["clear"], 3.4)):
            for line in royal:
                pen.line(line, ink, width * size)
        for causeway in self.layout.causeways:
            pen.dashes(dense(self.local(causeway)), theme.road, 5 * size, 6 * size, 4 * size)
        for at, along in self.layout.bridges:
            signs.bridge(pen, self.local([at])[0], along, size, theme)
        for id, site in self.layout.plan.sites.items():
            area = self.layout.areas[id]
            signs.town(pen, self.local([site.at])[0], size, theme, great=area.town or bool(area.base))


def countries(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The surroundings: provinces, seas and towns; a close-up has only those that it shows whole and clear of
    the areas' names.
    """
    frame = layout.frame
    taken = [
        *((*KEYS, CARTOUCHE) if frame.whole else ()),
        *(label.box for label in layout.plan.labels.values()),
    ]
    for feature in atlas(PERIOD).of("country", "sea", "town"):
        words, at = feature.properties, frame.projection.xy(feature.rings[0][0])
        size = words.size * (1.0 if frame.whole else 1.3)
        half = pen.length(words.told, "italic", size, words.spacing) / 2 + 12
        town = words.kind == "town"
        for x, y in [(at[0], at[1] - size), (at[0], at[1] + size)] if town else [at]:
            box: Box = (x - half, y - size, x + half, y + size)
            if within(box, frame.map) and not any(meet(box, other) for other in taken):
                break
        else:
            continue
        taken.append(box)
        ink = theme.water if words.kind == "sea" else theme.faded
        if town:
            pen.circle(at, 3.4 * frame.size, theme.land, ink, 1.6 * frame.size)
        role: Role = "title" if words.kind == "country" else "italic"
        pen.text((x, y), words.told, role, size, ink, spacing=words.spacing)


def terrain(kind: Terrain, theme: Theme) -> partial[None]:
    """The function that draws a sign of a terrain."""
    return partial(signs.growth, kind=kind, ink=blend(TINTS[theme.name][kind], MARKS[theme.name][kind], 0.85))
