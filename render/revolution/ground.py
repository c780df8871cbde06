"""The static sheet, drawn once and kept: France in its regions, coast and rivers, and the panels' paper."""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image, ImageChops

from render.fonts import Role
from render.geo import atlas, dense
from render.once import cached, large
from render.paper import blend, compass, edge, frigate, hatch, neatline, panel
from render.parts.ground import Country
from render.parts.placing.boxes import around, grown, meet, within
from render.parts.relief import Slope, hills
from render.pen import Pen, Point
from render.revolution.layout import (
    ASSEMBLY,
    CARDS,
    CARTOUCHE,
    COMPASS,
    CROWN,
    GEOGRAPHY,
    GOVERNMENT,
    GROWN,
    HEADER,
    KEY,
    MAP,
    PARIS,
    PERIOD,
    SHEET,
    SHIP,
    TRACKS,
    Layout,
    chart,
    laid_out,
)
from render.revolution.liveries import RED, livery
from render.revolution.panels import scales, scroll
from render.theme import THEMES, Theme, ThemeName

OVERSAMPLING = 2
RIM = 3
"""Pixels about a region's mask."""
STEP = 10.0
"""The distance of points along lines of the stretched country."""


class Plate(NamedTuple):
    """A sheet without anything that changes, and its paintable regions; treat it as read-only."""

    sheet: Image.Image
    masks: dict[str, tuple[tuple[int, int], Image.Image, Image.Image]]
    """For each region the corner and the mask (mode L) of its ground, and that without rivers and borders."""


@large(6)
def plate(encoded: bytes, name: ThemeName, width: int, around: str | None = None) -> Plate:
    """The plate of a board at a width: the whole, or a close-up."""
    theme, layout, unit = THEMES[name], laid_out(encoded, around), width / SHEET
    bottom = layout.frame.bottom
    size = (width * OVERSAMPLING, round(bottom * unit) * OVERSAMPLING)
    # The country before the sheet, and each large image released after its use: memory is scarce.
    country, home, strokes = _country(unit * OVERSAMPLING, layout, theme)
    free = ImageChops.subtract(home, strokes).reduce(OVERSAMPLING)
    inside = home.reduce(OVERSAMPLING)
    del home, strokes
    rings = {id: country.local(ground.outline) for id, ground in layout.regions.items()}
    x, y = (edge // OVERSAMPLING for edge in country.corner)
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    pen.image.paste(country.image, country.corner)
    del country
    pen.rectangle(layout.frame.map, None, theme.ink, 3)
    panel(pen, HEADER, theme)
    if around is None:
        compass(pen, COMPASS, 62, theme)
        frigate(pen, SHIP, 84, blend(theme.sea, theme.ink, 0.7), blend(theme.sea, theme.disc, 0.8))
        for box in (ASSEMBLY, CROWN, PARIS, KEY, GOVERNMENT, *CARDS):
            panel(pen, box, theme)
        panel(pen, TRACKS.box, theme)
        scroll().scroll(pen, theme)
    neatline(pen, (8, 8, SHEET - 8, bottom - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    del pen
    if around is None:
        _lettering(fine, layout, theme)
        scales(fine, chart(encoded).levels, theme)
    masks: dict[str, tuple[tuple[int, int], Image.Image, Image.Image]] = {}
    for id, ring in rings.items():
        part = _part(ring, inside.size, unit)
        if part is not None:
            (left, top), mask = part
            box = (left, top, left + mask.width, top + mask.height)
            whole = ImageChops.multiply(mask, inside.crop(box))
            masks[id] = ((x + left, y + top), whole, ImageChops.multiply(mask, free.crop(box)))
    return Plate(fine.image, masks)


def _part(
    ring: list[Point], size: tuple[int, int], unit: float
) -> tuple[tuple[int, int], Image.Image] | None:
    """The mask of a ring on a map of `size` pixels, and its corner; None where it lies outside.

    It is a little larger than the ring, so that its edge is uniform everywhere but at the map's frame.
    """
    across, down = [x * unit for x, _ in ring], [y * unit for _, y in ring]
    left, top = max(0, int(min(across)) - RIM), max(0, int(min(down)) - RIM)
    right, low = min(size[0], int(max(across)) + RIM), min(size[1], int(max(down)) + RIM)
    if left >= right or top >= low:
        return None
    mask = Image.new("L", ((right - left) * OVERSAMPLING, (low - top) * OVERSAMPLING), 0)
    moved = [(x - left / unit, y - top / unit) for x, y in ring]
    Pen(mask, unit * OVERSAMPLING).polygon(moved, 255)
    return (left, top), mask.reduce(OVERSAMPLING)


def _lettering(pen: Pen, layout: Layout, theme: Theme) -> None:
    """The title, and the names of seas and of countries around where the panels leave them room."""
    scroll().letters(pen, theme)
    taken = (
        ASSEMBLY,
        CROWN,
        PARIS,
        CARTOUCHE,
        KEY,
        around(COMPASS, 74),
        *(each.room for each in layout.regions.values()),
    )
    for feature in atlas(PERIOD).of("country", "sea"):
        words, country = feature.properties, feature.properties.kind == "country"
        at = layout.frame.projection.xy(feature.rings[0][0])
        role: Role = "title" if country else "italic"
        half = pen.length(words.told, role, words.size, words.spacing) / 2
        box = (at[0] - half, at[1] - words.size / 2, at[0] + half, at[1] + words.size / 2)
        if within(grown(box, 4), MAP) and not any(meet(box, other) for other in taken):
            ink = theme.faded if country else theme.water
            pen.text(at, words.told, role, words.size, ink, spacing=words.spacing)


def _country(unit: float, layout: Layout, theme: Theme) -> tuple[Country, Image.Image, Image.Image]:
    """The map, the ground of France on it, and the strokes that no colour covers."""
    geography, period = atlas(GEOGRAPHY), atlas(PERIOD)
    country = Country(unit, layout.frame, theme)
    pen, project, size = country.pen, layout.frame.projection, math.sqrt(layout.frame.size)

    def line(places: list[tuple[float, float]]) -> list[Point]:
        # The stretch bends straight lines: points close together follow it.
        return country.local(project.line(dense(places, STEP / project.scale)))

    shores = [[line(ring) for ring in feature.rings] for feature in geography.of("land")]
    land = country.mask([outline for outline, *_ in shores], [hole for _, *holes in shores for hole in holes])
    home = country.mask([line(feature.rings[0]) for feature in period.of("france")])
    home = ImageChops.multiply(home, land)
    country.land(land, theme.land, reach=11, width=1.6)
    country.fill(theme.home, home)
    strokes = Image.new("L", home.size, 0)
    over = Pen(strokes, unit)
    river = blend(theme.home, theme.water, 0.9)
    for kind, girth in (("river1", 3.0), ("river2", 2.4), ("river3", 1.8)):
        for feature in geography.of(kind):
            way = line(feature.rings[0])
            pen.line(way, river, girth * size)
            over.line(way, 255, girth * size)
    for feature in geography.of("lake"):
        pen.polygon(line(feature.rings[0]), theme.sea, theme.water, 1.5)
    slope = Slope(blend(theme.land, theme.faded, 0.7), theme.faded, 15, 4.2)
    for feature in period.of("ridge"):
        hills(pen, line(feature.rings[0]), slope)
    for feature in period.of("border"):
        pen.dashes(dense(line(feature.rings[0])), theme.faded, 1.6, 9, 6)
    borders = Image.new("L", home.size, 0)
    lines = Pen(borders, unit)
    for ground in layout.regions.values():
        ring = country.local(ground.outline)
        lines.line([*ring, ring[0]], 255, 3.4 * size)
    borders = ImageChops.multiply(borders, home)
    country.image.paste(theme.ink, mask=borders)
    strokes = ImageChops.lighter(strokes, borders)
    del borders, lines
    for ring in (ring for rings in shores for ring in rings):
        pen.line(ring, theme.ink, 2.4 * size)
        over = Pen(strokes, unit)
        over.line(ring, 255, 2.4 * size)
    for feature in period.of("france"):
        ring = line(feature.rings[0])
        frontier = Image.new("L", home.size, 0)
        Pen(frontier, unit).line([*ring, ring[0]], 255, 4.6 * size)
        frontier = ImageChops.multiply(frontier, land)
        country.image.paste(theme.ink, mask=frontier)
        strokes.paste(255, mask=frontier)
    return country, home, strokes


@cached(160)
def patch(
    encoded: bytes,
    name: ThemeName,
    width: int,
    around: str | None,
    region: str,
    holder: str | None,
    *,
    revolt: bool,
) -> tuple[tuple[int, int], Image.Image, Image.Image] | None:
    """A region painted in the colour and pattern of its holder: corner, picture and mask."""
    made, theme, unit = plate(encoded, name, width, around), THEMES[name], width / SHEET
    dressed, grain = livery(holder), unit * (1.0 if around is None else GROWN)
    if region not in made.masks or (dressed is None and not revolt):
        return None
    corner, whole, mask = made.masks[region]
    box = (*corner, corner[0] + mask.width, corner[1] + mask.height)
    painted = made.sheet.crop(box)
    if dressed is not None:
        tint = Image.new("RGB", mask.size, dressed.fill)
        line = blend(dressed.fill, dressed.ink, 0.24)
        tint.paste(line, mask=hatch(mask.size, dressed.tincture, max(3.0, 15 * grain), max(1.0, 2.0 * grain)))
        painted = Image.blend(painted, tint, 0.88 if theme.name == "light" else 0.74)
    if revolt:
        painted.paste(RED, mask=edge(whole, max(1.0, 9 * grain)).point(lambda v: min(255, v * 2)))
    return corner, painted, mask
