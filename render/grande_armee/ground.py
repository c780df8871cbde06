"""The theatre as a map of the time: engraved mountains, rivers on their hexsides, washed frontiers, names."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, tee

from PIL import Image, ImageFilter

from data.grande_armee.hexes import Hex, sharers
from data.grande_armee.schema import Town
from render.fonts import Role
from render.geo import dense, spline
from render.grande_armee.country import Country, banks, frontiers
from render.grande_armee.hex_rings import contour
from render.grande_armee.hexes import RELIEF, TINTS, HexCountry, chains
from render.grande_armee.hexes import Layout as Grid
from render.grande_armee.layout import Window
from render.grande_armee.liveries import BANDS
from render.paper import blend
from render.parts.placing.boxes import grown, meet, middle, within
from render.parts.relief import Slope, hills
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme

BAND = 0.34
"""How wide the wash along a frontier is, in sizes of a hex."""
SLACK = 4
"""The factor by which masks of washes are coarser than their sheet."""


class Theatre(HexCountry):
    """The country in a window."""

    def __init__(self, pen: Pen, theme: Theme, window: Window, country: Country) -> None:
        self.window, self.country = window, country
        terrain = {hex: kind for hex, kind in country.terrain.items() if window.near(hex)}
        super().__init__(pen, theme, window.grid, terrain, banks(country.sides, set(terrain)))

    def draw(self) -> None:
        """Draw everything, from the ground up."""
        self.land()
        self.washes()
        self.heights()
        self.lines()
        self.relief()
        self.borders()
        self.waters()
        self.places()

    def washes(self) -> None:
        """A wash along the frontier of each land, inside of it, and along the edge of the board."""
        lands: dict[str, list[Hex]] = {}
        for hex in self.terrain:
            if hex in self.country.region:
                lands.setdefault(self.country.region[hex], []).append(hex)
        for id, hexes in lands.items():
            band = BANDS[id][self.theme.name] if id in BANDS else self.theme.faded
            ink = blend(self.tints["clear"], band, 0.36)
            for line in contour(self.layout, hexes, BAND / 2):
                self.pen.line(spline([*line, line[1]], self.size / 6), ink, BAND * self.size)

    def heights(self) -> None:
        """The ground of mountains and passes, its edge soft."""
        unit = self.pen.unit / SLACK
        wide, high = (-(-side // SLACK) for side in self.pen.image.size)
        for kind in ("pass", "mountain"):
            mask = Image.new("L", (wide, high), 0)
            pen = Pen(mask, unit)
            for hex, ground in self.terrain.items():
                if ground == kind:
                    pen.polygon(self.layout.outline(hex), round(255 * 0.85))
            if box := mask.getbbox():
                edge = math.ceil(self.size * unit)
                left, top = max(0, box[0] - edge), max(0, box[1] - edge)
                part = mask.crop((left, top, min(wide, box[2] + edge), min(high, box[3] + edge)))
                part = part.filter(ImageFilter.BoxBlur(self.size * unit * 0.16))
                large = part.resize((part.width * SLACK, part.height * SLACK), Image.Resampling.BILINEAR)
                self.pen.image.paste(self.tints[kind], (left * SLACK, top * SLACK), large)

    def relief(self) -> None:
        """Ranges in hachures, and the roads over them."""
        ink = RELIEF[self.theme.name]
        tint, size = self.tints["mountain"], self.size
        lit, shade = blend(tint, ink, 0.4), blend(tint, ink, 0.78)
        low = Slope(blend(tint, ink, 0.3), blend(tint, ink, 0.6), 0.3 * size, max(0.11 * size, 3.2))
        for spur in self.country.spurs:
            if any(self.window.near(hex) for hex in spur):
                hills(self.pen, self._crest(list(spur)), low)
        slope = Slope(lit, shade, 0.6 * size, max(0.1 * size, 3.0))
        for ridge in self.country.ridges:
            if any(self.window.near(hex) for hex in ridge):
                hills(self.pen, self._crest(ridge), slope)
        ways = [
            spline(
                [between(self.layout, hex, start), self._aside(hex, 0.12), between(self.layout, hex, end)],
                size / 6,
            )
            for start, hex, end in self.country.roads
            if self.window.near(hex)
        ]
        for ink, width in ((self.tints["pass"], 0.26), (self.theme.road, 0.1)):
            for way in ways:
                self.pen.line(way, ink, width * size)

    def _crest(self, ridge: list[Hex]) -> list[Point]:
        """The line of a ridge; one hex alone has a short one."""
        if len(ridge) > 1:
            return [self._aside(hex, 0.2) for hex in ridge]
        x, y = self._aside(ridge[0], 0.1)
        return [(x - 0.42 * self.size, y + 0.12 * self.size), (x + 0.42 * self.size, y - 0.1 * self.size)]

    def _aside(self, hex: Hex, far: float) -> Point:
        """A point near the middle of a hex, moved by rule, so that no line is quite straight."""
        mixed = (int(hex) * 7919) % 997
        x, y = self.layout.centre(hex)
        return (x + (mixed % 13 - 6) / 6 * far * self.size, y + (mixed % 11 - 5) / 5 * far * self.size)

    def borders(self) -> None:
        """The frontiers, as dots and dashes."""
        ink = blend(self.tints["clear"], self.theme.ink, 0.62)
        for line in chains(frontiers(self.country.region, self.terrain)):
            course = dense(self.course(line), self.size / 16)
            self.pen.dashes(course, ink, 0.055 * self.size, 0.34 * self.size, 0.2 * self.size)

    def numbers(self, pen: Pen) -> None:
        """The figures of the hexes in their upper parts, where they can be read and nothing is cut."""
        letters, down = 0.24 * self.size, 0.64 * self.size
        if letters * pen.unit < NUMBERS:
            return
        ink = blend(self.tints["clear"], self.theme.ink, 0.5)
        for hex in self.terrain:
            x, y = self.layout.centre(hex)
            if within(_around((x, y - down), 2.4 * letters, letters), grown(self.window.map, -4)):
                pen.text((x, y - down), hex, "text", letters, ink)

    def places(self) -> None:
        """Towns as rings; fortresses and fields of battle have signs of their own."""
        for town in self.country.towns:
            if not self.window.near(town.hex):
                continue
            x, y = self.layout.centre(town.hex)
            if town.kind == "fortress":
                fortress(self.pen, (x, y), self.size, self.theme)
            elif town.kind == "battlefield":
                field(self.pen, (x, y), 0.16 * self.size, self.theme.ink)
            else:
                self.pen.circle(
                    (x, y), 0.1 * self.size, self.theme.disc, self.theme.ink, max(0.04 * self.size, 1.2)
                )


def between(grid: Grid, one: Hex, other: Hex) -> Point:
    """The middle of the side that two hexes share."""
    (ax, ay), (bx, by) = grid.centre(one), grid.centre(other)
    return (ax + bx) / 2, (ay + by) / 2


def fortress(pen: Pen, at: Point, size: float, theme: Theme) -> None:
    """A place with six bastions, one at each corner of its hex, and a ditch about it."""
    wall, ditch = blend(theme.disc, theme.red, 0.34), blend(theme.disc, theme.faded, 0.35)
    ink = theme.ink if theme.name == "light" else blend(theme.ink, theme.disc, 0.25)
    pen.polygon([*_trace(at, 0.97 * size)], ditch, blend(ditch, ink, 0.6), max(0.028 * size, 0.8))
    pen.polygon([*_trace(at, 0.84 * size)], wall, ink, max(0.05 * size, 1.0))


def _trace(at: Point, reach: float) -> Iterator[Point]:
    """The trace of a work with six bastions, from the east on."""
    x, y = at
    for corner in _HEXAGON:
        for along, far in ((-0.40, 0.70), (-0.2, 0.76), (0.0, 1.0), (0.2, 0.76), (0.40, 0.70)):
            dx, dy = corner[0] * far - corner[1] * along, corner[1] * far + corner[0] * along
            # The curtain between two bastions lies further in than their flanks.
            share = 0.94 if abs(along) == 0.40 else 1.0
            yield x + dx * reach * share, y + dy * reach * share


_HEXAGON = ((1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866))


def field(pen: Pen, at: Point, half: float, ink: Rgb) -> None:
    """Crossed sabres for a field of battle of these years."""
    x, y = at
    for side in (-1, 1):
        pen.line([(x - side * half, y + half), (x + side * half, y - half)], ink, half * 0.3)
        pen.line(
            [(x - side * half * 0.75, y + half * 0.2), (x - side * half * 0.2, y + half * 0.75)],
            ink,
            half * 0.26,
        )


LETTERING: dict[str, tuple[Role, float, float]] = {
    "fortress": ("bold", 0.43, 0.56),
    "battlefield": ("italic", 0.38, 0.42),
    "town": ("text", 0.37, 0.42),
}
"""Letters of each kind of place, their size, and how far below its middle they stand, in hexes."""
NUMBERS = 7.5
"""Pixels below which the figures of a hex are not written."""
LEAST = {"fortress": 6.5, "battlefield": 9.0, "town": 9.0}
"""Pixels below which the name of a place is not written."""
RIVER = 0.42
"""The size of the name of a river, in sizes of a hex."""
BESIDE = 0.99
"""How far from the middle of a hex a name stands that is to be clear of its counter or its walls."""


class Room:
    """The room of a map that is left for names."""

    def __init__(self, window: Window, taken: Iterable[Box] = ()) -> None:
        self._map, self._pitch = grown(window.map, -4), 2 * window.size
        self._rows: defaultdict[int, list[Box]] = defaultdict(list)
        for box in taken:
            self._take(box)

    def place(self, boxes: Iterable[Box], *, over: bool = False) -> Box | None:
        """The first free one of some boxes, which is then taken; None where there is none.

        :param over: where none is free, take the first of all on the map.
        """
        inside, again = tee(box for box in boxes if within(box, self._map))
        box = next(filter(self._free, inside), next(again, None) if over else None)
        if box is not None:
            self._take(box)
        return box

    def _free(self, box: Box) -> bool:
        return not any(meet(box, other) for row in self._across(box) for other in self._rows[row])

    def _take(self, box: Box) -> None:
        for row in self._across(box):
            self._rows[row].append(box)

    def _across(self, box: Box) -> range:
        """The rows of a table of boxes that a box is in, so that few have to be compared."""
        return range(int(box[1] // self._pitch), int(box[3] // self._pitch) + 1)


def lettering(pen: Pen, window: Window, country: Country, theme: Theme) -> None:
    """The names of lands, which stand below everything else."""
    ink = blend(TINTS[theme.name]["clear"], theme.faded, 0.75)
    for called, box, letters in _lands(pen, window, country):
        pen.text(middle(box), called, "title", letters, ink, spacing=letters * 0.4)


@lru_cache(maxsize=16)
def _towns(window: Window, country: Country, unit: float) -> list[tuple[Town, float, list[list[Box]]]]:
    """The towns of a map whose names can be read there, the size of each name, and its places where there
    is no counter on the town, and where there is one."""
    rule, made = Pen(Image.new("L", (1, 1)), unit), list[tuple[Town, float, list[list[Box]]]]()
    for town in country.towns:
        role, share, below = LETTERING[town.kind]
        letters = share * window.size
        (x, y), (west, north, east, south) = window.grid.centre(town.hex), window.map
        # A name at the edge would be read as that of another hex.
        if letters * unit >= LEAST[town.kind] and west < x < east and north < y < south:
            wide = rule.length(town.name, role, letters)
            clear = BESIDE if town.kind == "fortress" else below
            spots = list[list[Box]]()
            for far, out in ((clear, 0.26), (BESIDE, BESIDE)):
                down, aside = far * window.size, wide / 2 + out * window.size
                middles = ((x, y + down), (x, y - down), (x + aside, y), (x - aside, y))
                spots.append([_around(spot, wide + 4, letters) for spot in middles])
            made.append((town, letters, spots))
    return made


def towns(
    pen: Pen, window: Window, country: Country, standing: Mapping[Hex, Box] | None = None
) -> Iterator[tuple[Town, Box, float]]:
    """The names of towns, each with its box and the size of its letters: none over another or over a counter.

    :param standing: the counters, by hex.
    """
    standing = standing or {}
    room = Room(window, standing.values())
    for town, letters, spots in _towns(window, country, pen.unit):
        # The name of a fortress is always written, even over the edge of a counter.
        box = room.place(spots[town.hex in standing], over=town.kind == "fortress")
        if box is not None:
            yield town, box, letters


def named(pen: Pen, window: Window, country: Country, standing: Mapping[Hex, Box], theme: Theme) -> None:
    """Write the names of towns, and those of rivers where these leave room."""
    written = list(towns(pen, window, country, standing))
    for town, box, letters in written:
        _write(pen, box, town.name, LETTERING[town.kind][0], letters, theme.ink, theme)
    taken = [*standing.values(), *(box for _, box, _ in written), *_signs(window, country)]
    _rivers(pen, window, country, theme, Room(window, taken))


@lru_cache(maxsize=16)
def _signs(window: Window, country: Country) -> list[Box]:
    """The ground of fortresses and bridges on the map."""
    size, grid = window.size, window.grid
    works = [grid.centre(town.hex) for town in country.towns if town.kind == "fortress"]
    bridges = [between(grid, *sharers(side)) for side, bank in country.sides.items() if bank == "bridge"]
    signs = [_around(at, 1.8 * size, 1.6 * size) for at in works]
    signs += [_around(at, 0.5 * size, 0.5 * size) for at in bridges]
    return [box for box in signs if meet(box, window.map)]


@lru_cache(maxsize=16)
def _shores(window: Window, country: Country, unit: float) -> list[tuple[str, list[Box]]]:
    """The places for the name of each river on the map, those beside its middle first."""
    seen, grid, letters = [], window.grid, RIVER * window.size
    for name, lines in country.rivers:
        inside = [at for at in map(grid.at, chain(*lines)) if within((*at, *at), window.map)]
        order = sorted(range(len(inside)), key=lambda number: abs(number - len(inside) // 2))
        wide = Pen(Image.new("L", (1, 1)), unit).length(name, "italic", letters)
        aside, spots = wide / 2 + letters * 0.6, list[Point]()
        for x, y in (inside[number] for number in order):
            spots += [(x + aside, y), (x - aside, y), (x, y + letters)]
        seen.append((name, [_around(spot, wide, letters) for spot in spots]))
    return seen


def _lands(pen: Pen, window: Window, country: Country) -> Iterator[tuple[str, Box, float]]:
    """The name of each land where most of it is visible, in wide letters, clear of the names of towns."""
    room = Room(window, [box for _, box, _ in towns(pen, window, country)])
    for called, hexes in country.lands:
        seen = [window.grid.centre(hex) for hex in hexes if window.shows(hex)]
        if len(seen) < 6:
            continue
        x, y = sum(x for x, _ in seen) / len(seen), sum(y for _, y in seen) / len(seen)
        letters = (0.7 + 0.5 * min(1.0, len(seen) / 160)) * min(window.size, 46.0)
        wide = pen.length(called, "title", letters, letters * 0.4)
        seen.sort(key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
        box = room.place(_around(spot, wide, letters) for spot in seen[:40])
        if box is not None:
            yield called, box, letters


def _rivers(pen: Pen, window: Window, country: Country, theme: Theme, room: Room) -> None:
    """The name of each river beside it, where there is room."""
    letters = RIVER * window.size
    if letters * pen.unit < LEAST["town"]:
        return
    ink = blend(theme.water, theme.ink, 0.3)
    for name, spots in _shores(window, country, pen.unit):
        box = room.place(spots)
        if box is not None:
            _write(pen, box, name, "italic", letters, ink, theme)


def _write(pen: Pen, box: Box, name: str, role: Role, letters: float, ink: Rgb, theme: Theme) -> None:
    """A name in the middle of its box, with a rim in the tint of open ground."""
    halo = TINTS[theme.name]["clear"]
    pen.text(middle(box), name, role, letters, ink, halo=halo, halo_width=letters / 7)


def _around(at: Point, wide: float, high: float) -> Box:
    return at[0] - wide / 2, at[1] - high * 0.55, at[0] + wide / 2, at[1] + high * 0.55
