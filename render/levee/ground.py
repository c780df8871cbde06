"""The static layer, drawn once and kept: chart, roads, spaces, the walls of Paris, names and panels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import msgspec
from PIL import Image, ImageChops

from data.levee.schema import Board, Border, Shape
from render.geo import atlas, dense, spline
from render.levee import panels
from render.levee.layout import (
    CARTOUCHE,
    COMPASS,
    GEOGRAPHY,
    HEIGHT,
    NAME,
    PARIS_RADIUS,
    PERIOD,
    RADIUS,
    SHEET,
    VIGNETTE,
    Layout,
    laid_out,
    lettered,
)
from render.levee.liveries import ARMIES, trace
from render.once import large
from render.paper import blend, compass, edge, neatline
from render.parts.ground import Country
from render.parts.placing.boxes import around, grown, meet, within
from render.parts.relief import Slope, hills, wood
from render.pen import Box, Pen, Point
from render.theme import THEMES, Rgb, Theme, ThemeName

OVERSAMPLING = 2
SEINE = ((0.62, 0.56), (0.4, 0.3), (0.1, 0.04), (-0.25, -0.12), (-0.52, -0.02), (-0.66, 0.28), (-0.8, 0.2))
"""The river inside the walls, in radii."""
BASTION = ((-0.09, 0.94), (-0.16, 1.0), (0, 1.13), (0.16, 1.0), (0.09, 0.94))
"""One bastion: angles from its middle and reaches, in radii."""
SHIFT, SHIFTS = 12.0, 22
"""The size and the number of the paces by which the name of a country moves out of the way."""
BASTIONS = 10
ISLAND = ((0.14, 0.12), (0.0, -0.06), (-0.12, -0.09), (-0.02, 0.06))


def base(board: Board, theme: ThemeName, width: int) -> Image.Image:
    """The sheet without anything that moves, RGB; treat it as read-only."""
    return _base(msgspec.json.encode(board), theme, width)


@large(6)
def _base(encoded: bytes, name: ThemeName, width: int) -> Image.Image:
    board = msgspec.json.decode(encoded, type=Board)
    theme, layout, unit = THEMES[name], laid_out(board), width / SHEET
    size = (width * OVERSAMPLING, round(HEIGHT * unit) * OVERSAMPLING)
    # The country before the sheet, released when the sheet is done: memory is scarce.
    chart = _chart(unit * OVERSAMPLING, layout, theme)
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    pen.image.paste(chart.image, chart.corner)
    del chart
    compass(pen, COMPASS, 62, theme)
    lines = {track.army: trace(ARMIES[track.army], theme) for track in board.track}
    for army in lines:
        pen.line(layout.roads[army], theme.road, 11)
    for army, ink in lines.items():
        pen.line(layout.roads[army], ink, 7)
    _bastions(pen, layout.paris, PARIS_RADIUS, theme)
    for track in board.track:
        for seen in track.space:
            at = layout.spaces[seen.id]
            space(pen, at, RADIUS, seen.shape, seen.border, line=lines[track.army], theme=theme)
    panels.frames(pen, theme)
    for shape, border, at in panels.key_spaces():
        space(pen, at, 16, shape, border, line=theme.faded, theme=theme)
    neatline(pen, (8, 8, SHEET - 8, HEIGHT - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    _names(fine, board, layout, theme)
    panels.lettering(fine, theme)
    return fine.image


def _chart(unit: float, layout: Layout, theme: Theme) -> Country:
    """Western Europe, France in a tint of its own, with rivers, mountains and borders."""
    geography, period = atlas(GEOGRAPHY), atlas(PERIOD)
    country = Country(unit, layout.frame, theme)
    image, pen, line = country.image, country.pen, country.line
    shores = [[line(ring) for ring in feature.rings] for feature in geography.of("land")]
    land = country.mask([outline for outline, *_ in shores], [hole for _, *holes in shores for hole in holes])
    home = country.mask([line(feature.rings[0]) for feature in period.of("france")])
    home = ImageChops.multiply(home, land)
    country.land(land, theme.land, reach=11, width=1.6)
    country.fill(theme.home, home)
    image.paste(theme.home_edge, mask=edge(home, 7 * unit))
    for arc in _graticule():
        pen.line(line(arc), blend(theme.land, theme.faded, 0.3), 1.2)
    for ring in (ring for rings in shores for ring in rings):
        pen.line(ring, theme.ink, 2)
    for feature in geography.of("lake"):
        pen.polygon(line(feature.rings[0]), theme.sea, theme.water, 1.5)
    for kind, girth in (("river1", 2.2), ("river2", 1.8), ("river3", 1.3)):
        for feature in geography.of(kind):
            pen.line(line(feature.rings[0]), blend(theme.land, theme.water, 0.8), girth)
    left, top = country.frame.map[:2]
    clear = [label.box for label in layout.labels.values()]
    clear += [around(at, layout.radius(id)) for id, at in layout.spaces.items()]
    clear += [box for _, box in lettered(layout.frame.projection)]
    clear = [(a - left - 8, b - top - 4, c - left + 8, d - top + 12) for a, b, c, d in clear]
    slope = Slope(blend(theme.land, theme.faded, 0.7), theme.faded, 17, 4.2)
    for feature in period.of("ridge"):
        ridge = line(feature.rings[0])
        hills(pen, ridge, slope, clear=clear)
    for feature in period.of("wood"):
        wood(pen, line(feature.rings[0])[0], 1.0, blend(theme.land, theme.faded, 0.55), clear=clear)
    for kind, ink, girth in (("border", theme.faded, 1.6), ("frontier", theme.ink, 2.6)):
        for feature in period.of(kind):
            # By way of pixels, which round: dashes break where they have always broken.
            border = [(x * unit / unit, y * unit / unit) for x, y in line(feature.rings[0])]
            pen.dashes(dense(border), ink, girth, 9, 6)
    return country


def _graticule() -> list[list[Point]]:
    meridians = [[(float(lon), 40.0), (float(lon), 54.0)] for lon in range(-6, 14, 2)]
    return meridians + [[(-8.0, float(lat)), (15.0, float(lat))] for lat in range(42, 54, 2)]


def _names(pen: Pen, board: Board, layout: Layout, theme: Theme) -> None:
    taken = [label.box for label in layout.labels.values()]
    taken += [around(at, layout.radius(id)) for id, at in layout.spaces.items()]
    taken += [CARTOUCHE, around(COMPASS, 80), around(VIGNETTE, 64)]
    for feature, box in lettered(layout.frame.projection):
        words, country = feature.properties, feature.properties.kind == "country"
        shift = _clear(box, taken, layout.frame.map)
        if shift is None:
            continue
        ink = theme.faded if country else theme.water
        at = (box[0] + box[2]) / 2 + shift[0], (box[1] + box[3]) / 2 + shift[1]
        taken.append((box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1]))
        pen.text(at, words.told, "title" if country else "italic", words.size, ink, spacing=words.spacing)
    for track in board.track:
        for space in track.space:
            pen.text(layout.spaces[space.id], track.letter, "bold", 42, blend(theme.disc, theme.faded, 0.55))
    paris = layout.labels["paris"]
    pen.text(paris.at, paris.lines[0], "title", paris.size, theme.ink, halo=theme.home)
    for space in (space for track in board.track for space in track.space):
        left, _, right, _ = layout.labels[space.id].box
        y = layout.labels[space.id].at[1]
        pen.text((left, y), f"{space.name} ", "bold", NAME, theme.ink, anchor="lm", halo=theme.home)
        pen.text((right, y), str(space.box), "bold", NAME, theme.number, anchor="rm", halo=theme.home)


def _clear(box: Box, taken: Sequence[Box], bounds: Box) -> Point | None:
    """The distance by which the name of a country or sea has to move to be clear; None where it can't be."""
    paces = sorted(product(range(-SHIFTS, SHIFTS + 1), repeat=2), key=lambda pace: math.hypot(*pace))
    for across, down in paces:
        x, y = across * SHIFT, down * SHIFT
        moved = grown((box[0] + x, box[1] + y, box[2] + x, box[3] + y), 4)
        if within(moved, bounds) and not any(meet(moved, other) for other in taken):
            return x, y
    return None


def space(
    pen: Pen, centre: Point, radius: float, shape: Shape, border: Border | None, *, line: Rgb, theme: Theme
) -> None:
    """One space: a hexagon to start from, a circle abroad, a square in France, thick where it costs."""
    outline = {
        "start": _regular(centre, radius * 1.08, 6),
        "round": _regular(centre, radius, 64),
        "square": _regular(centre, radius * 0.93 * math.sqrt(2), 4, math.pi / 4),
        "paris": _regular(centre, radius, 64),
    }
    points, share = outline[shape], max(0.55, radius / 44)
    pen.polygon(points, theme.disc, theme.ink, 5 * share)
    pen.polygon(_towards(points, centre, 0.93), None, line, 7 * share)
    pen.polygon(_towards(points, centre, 0.84), None, theme.ink, 1.5)
    if border is None:
        return
    ring = _towards(points, centre, 1.02)
    pen.polygon(ring, None, theme.ink, 13 * share)
    pen.polygon(ring, None, theme.red if border == "red" else theme.disc, 9 * share)
    if border == "orange":
        pen.dashes(dense([*ring, ring[0]], 1)[:-1], theme.orange, 9 * share, 11 * share, 7 * share)


def _regular(centre: Point, radius: float, corners: int, turn: float = 0) -> list[Point]:
    angles = [turn + 2 * math.pi * number / corners for number in range(corners)]
    return [_polar(centre, radius, angle) for angle in angles]


def _polar(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _towards(points: list[Point], centre: Point, share: float) -> list[Point]:
    return [(centre[0] + (x - centre[0]) * share, centre[1] + (y - centre[1]) * share) for x, y in points]


def _bastions(pen: Pen, centre: Point, radius: float, theme: Theme) -> None:
    """Paris: a town inside a bastioned wall, as the engineers drew it."""
    x, y = centre
    middles = [2 * math.pi * (number + 0.5) / BASTIONS for number in range(BASTIONS)]
    wall = [_polar(centre, radius * reach, middle + turn) for middle in middles for turn, reach in BASTION]
    pen.polygon(wall, blend(theme.home, theme.home_edge, 0.7), theme.ink, 5)
    pen.circle(centre, radius * 0.9, theme.disc, theme.ink, 3)
    pen.circle(centre, radius * 0.85, None, theme.faded, 1.5)
    street = blend(theme.disc, theme.faded, 0.45)
    for number in range(12):
        angle = 2 * math.pi * number / 12
        pen.line([_polar(centre, radius * reach, angle) for reach in (0.3, 0.85)], street, 1.5)
    for reach in (0.3, 0.57):
        pen.circle(centre, radius * reach, None, street, 1.5)
    seine = spline([(x + radius * a, y + radius * b) for a, b in SEINE])
    pen.line(seine, blend(theme.disc, theme.water, 0.75), 13)
    pen.line(seine, theme.sea, 9)
    pen.polygon([(x + radius * a, y + radius * b) for a, b in ISLAND], theme.disc, street, 2)
