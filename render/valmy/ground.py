"""The country: open land and forest, rivers, roads by cost, and the plates of the boxes."""

from __future__ import annotations

import math
from itertools import product

from data.valmy.schema import Box as Area
from data.valmy.schema import Road as Rank
from render.fonts import Role
from render.geo import dense, spline
from render.lettering import SLACK, shortened
from render.paper import blend
from render.parts import signs
from render.parts.ground import Country, Kind
from render.parts.placing.boxes import around, grown, meet, overlap
from render.parts.relief import Slope, hills
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme
from render.valmy import roads
from render.valmy.layout import CARTOUCHE, COMPASS, NAME, SIGN, SMALLEST, Layout, Spot, name
from render.valmy.liveries import DRESS, MARKS, TINTS, Ground

SPREAD: dict[Ground, float] = {"clear": 74, "forest": 25}
"""The distance of the signs of the ground."""
WIDTH: dict[Rank, float] = {"great-road": 9.0, "road": 4.6, "track": 3.4}
RIVER = 5.0
GREAT = ("Meuse", "Marne", "Moselle")
"""Rivers that are drawn broad."""
FLOWS = 17.0
"""Size of a river's name."""
PACE = 12.0
"""The steps by which the name of a country moves out of the way of boxes."""


class Champagne(Country):
    """The theatre from the Meuse to the Marne."""

    def __init__(self, unit: float, layout: Layout, theme: Theme) -> None:
        super().__init__(unit, layout.frame, theme)
        self.layout = layout
        self.tints, self.marks = TINTS[theme.name], MARKS[theme.name]

    def draw(self) -> None:
        """Draw everything, from the ground up."""
        wide, high = (edge / self.unit for edge in self.image.size)
        sheet: list[Point] = [(0, 0), (wide, 0), (wide, high), (0, high)]
        forests = [self.line(ring) for ring in self.layout.forests]
        grounds: list[tuple[list[Point], Ground]] = [
            (sheet, "clear"),
            *((ring, "forest") for ring in forests),
        ]
        self.terrain(grounds, {kind: self._kind(kind) for kind in SPREAD})
        rim = blend(self.tints["forest"], self.marks["forest"], 0.7)
        for ring in forests:
            self.pen.line(ring, rim, 2.4 * self.size)
        lit, shade = (blend(self.tints["clear"], self.theme.faded, share) for share in (0.6, 0.85))
        slope = Slope(lit, shade, 18 * self.size, 4.4 * self.size)
        for ridge in self.layout.ridges:
            hills(self.pen, self.line(ridge), slope)
        self._waters()
        self._roads()

    def _kind(self, kind: Ground) -> Kind:
        ink = blend(self.tints[kind], self.marks[kind], 0.85)

        def draw(pen: Pen, at: Point, size: float, turn: int) -> None:
            signs.growth(pen, at, size, turn, kind=kind, ink=ink)

        return Kind(self.tints[kind], SPREAD[kind], draw)

    def _waters(self) -> None:
        theme, size = self.theme, self.size
        water = blend(theme.sea, theme.water, 0.55)
        for called, courses in self.layout.rivers:
            girth = RIVER * (1.7 if called in GREAT else 1.0) * size
            for course in courses:
                way = spline(self.line(course))
                if called in GREAT:
                    self.pen.line(way, theme.water, girth + 2.6 * size)
                self.pen.line(way, water, girth)

    def _roads(self) -> None:
        """Roads by rank, with their costs."""
        theme, pen, size = self.theme, self.pen, self.size
        for layer in range(2):
            for road in self.layout.roads:
                line, way = road.line, self.local(road.way)
                girth = WIDTH[line.road] * size
                if line.road == "track":
                    if layer == 0:
                        pen.dashes(dense(way), theme.road, girth, 10 * size, 7 * size)
                elif layer == 0:
                    pen.line(way, theme.road, girth)
                elif line.road == "great-road":
                    pen.line(way, self.tints["clear"], girth - 5 * size)
        spots = self.layout.spots
        ways = [
            (road.way, [spots[id].ground for id in road.line.between], road.line.cost)
            for road in self.layout.roads
        ]
        placed = roads.pips(ways, [spot.ground for spot in spots.values()], size)
        for road, pip in zip(self.layout.roads, placed, strict=True):
            edge = self.tints["forest"] if road.line.defile else self.tints["clear"]
            here = pip._replace(at=self.local([pip.at])[0])
            here.draw(pen, size=size, ink=theme.ink, edge=edge)


def plates(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The name of each box with the signs that never change, and a town where its roads meet."""
    taken = [layout.spots[id].ground for id in layout.shown]
    for id, spot in layout.spots.items():
        area, size = layout.areas[id], spot.size
        if layout.frame.shows(spot.at):
            signs.town(pen, spot.at, 1.6 * size, theme, great=bool(area.city))
        if id in layout.shown:
            _plate(pen, area, spot, theme)
        elif layout.frame.shows(spot.at):
            # If a close-up has no room for a box, only the name, if there is room for that.
            letters = SMALLEST * size
            half, (x, y) = pen.length(name(area), "italic", letters) / 2, spot.at
            for at in ((x, y - letters), (x, y + letters), (x + half + letters, y), (x - half - letters, y)):
                box = (at[0] - half, at[1] - letters / 2, at[0] + half, at[1] + letters / 2)
                if _inside(box, layout.frame.map) and not any(meet(box, other) for other in taken):
                    halo = TINTS[theme.name]["clear"]
                    pen.text(at, name(area), "italic", letters, theme.ink, halo=halo, halo_width=4)
                    break


def _plate(pen: Pen, area: Area, spot: Spot, theme: Theme) -> None:
    size, (left, top, right, bottom) = spot.size, spot.plate
    pen.rectangle(
        spot.plate,
        theme.disc,
        theme.ink if area.city else theme.faded,
        (3 if area.city else 2) * size,
        5 * size,
    )
    middle = (top + bottom) / 2
    start, end = left + 5 * size, right - 5 * size
    if area.city:
        start += SIGN * size
    if area.base or area.gap or area.exit:
        end -= SIGN * size
        _sign(pen, (end + SIGN * size * 0.5, middle), area, size, theme)
    role: Role = "bold" if area.city else "text"
    text = name(area)
    letters = pen.fit(text, role, NAME * size, end - start, SMALLEST * size)
    short = shortened(pen, text, role, letters, (end - start) * SLACK)
    pen.text(((start + end) / 2, middle), short, role, letters, theme.ink)


def _sign(pen: Pen, at: Point, area: Area, size: float, theme: Theme) -> None:
    """A base, a way off the map, or the number of a pass."""
    if area.base:
        signs.base(pen, at, 27 * size, DRESS[area.base], theme)
    elif area.exit:
        way_out(pen, at, size, theme.red)
    elif area.gap:
        gap(pen, at, area.gap, size, theme)


def way_out(pen: Pen, at: Point, size: float, ink: Rgb) -> None:
    """An arrow to the west."""
    x, y = at
    pen.line([(x + 12 * size, y), (x - 4 * size, y)], ink, 5 * size)
    pen.polygon([(x - 13 * size, y), (x - 2 * size, y - 9 * size), (x - 2 * size, y + 9 * size)], ink)


def gap(pen: Pen, at: Point, number: int, size: float, theme: Theme) -> None:
    """The number of a pass."""
    pen.circle(at, 12 * size, blend(theme.disc, MARKS[theme.name]["forest"], 0.45), theme.ink, 1.6 * size)
    pen.text(at, str(number), "bold", 19 * size, theme.ink)


def lettering(pen: Pen, layout: Layout, theme: Theme) -> None:
    """Names of the countries below all else, and of the rivers where nothing stands."""
    taken = [spot.ground for spot in layout.spots.values()]
    taken += [CARTOUCHE, around(COMPASS, 76)] if layout.frame.whole else []
    faint = blend(TINTS[theme.name]["clear"], theme.faded, 0.42)
    for called, large, at in layout.lands:
        spot, grown_to = layout.frame.projection.xy(at), large * layout.frame.size
        half = pen.length(called, "title", grown_to, grown_to * 0.45) / 2
        # A name that boxes or the frame would cut moves, and is left out where there is no room near by.
        for across, down in sorted(
            product(range(-9, 10), range(-16, 17)), key=lambda pace: math.hypot(*pace)
        ):
            x, y = spot[0] + across * PACE * layout.frame.size, spot[1] + down * PACE * layout.frame.size
            box = (x - half, y - grown_to / 2, x + half, y + grown_to / 2)
            if _inside(box, layout.frame.map) and not any(meet(box, other) for other in taken):
                pen.text((x, y), called, "title", grown_to, faint, spacing=grown_to * 0.45)
                taken.append(box)
                break
    roads_at = [at for road in layout.roads for at in road.way[::2]]
    ink, size = blend(theme.water, theme.ink, 0.35), FLOWS * layout.frame.size
    for called, courses in layout.rivers:
        half = pen.length(called, "italic", size) / 2 + 6
        best: tuple[float, Point] | None = None
        for course in courses:
            for x, y in spline(layout.frame.projection.line(list(course)), 40 * layout.frame.size):
                for at in ((x, y), (x + half + 6, y), (x - half - 6, y)):
                    box = (at[0] - half, at[1] - size * 0.6, at[0] + half, at[1] + size * 0.6)
                    if not _inside(box, layout.frame.map):
                        continue
                    cost = sum(overlap(grown(box, 3), other) for other in taken)
                    cost += 30 * sum(box[0] < a < box[2] and box[1] < b < box[3] for a, b in roads_at)
                    if best is None or cost < best[0]:
                        best = cost, at
        if best is not None and best[0] < 60:
            pen.text(best[1], called, "italic", size, ink, halo=TINTS[theme.name]["clear"], halo_width=3)
            x, y = best[1]
            taken.append((x - half, y - size * 0.6, x + half, y + size * 0.6))


def _inside(box: Box, frame: Box) -> bool:
    return frame[0] + 6 < box[0] and box[2] < frame[2] - 6 and frame[1] + 6 < box[1] and box[3] < frame[3] - 6
