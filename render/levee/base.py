"""The static layers: chart, roads, spaces, names and the frames of the panels. Drawn once and kept."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import msgspec
from PIL import Image, ImageChops, ImageDraw

from data.levee.schema import Board
from render.geo import atlas
from render.levee import furniture, labels
from render.levee.layout import (
    COMPASS,
    GEOGRAPHY,
    HEIGHT,
    MAP,
    PARIS_RADIUS,
    PERIOD,
    PROJECTION,
    RADIUS,
    SHEET,
    SHIP,
)
from render.levee.liveries import ARMIES, trace
from render.levee.plan import Plan, plan
from render.paper import blend, compass, edge, frigate, mountains, neatline, shore
from render.pen import Pen, Point
from render.theme import THEMES, Theme, ThemeName

OVERSAMPLING = 2


def base(board: Board, theme: ThemeName, width: int) -> Image.Image:
    """The sheet without anything that moves, RGB; treat it as read-only."""
    return _base(msgspec.json.encode(board), theme, width)


@lru_cache(maxsize=6)
def _base(board_json: bytes, name: ThemeName, width: int) -> Image.Image:
    board = msgspec.json.decode(board_json, type=Board)
    theme, layout = THEMES[name], plan(board)
    unit = width / SHEET
    size = (width, round(HEIGHT * unit))
    large = Image.new("RGB", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), theme.paper)
    pen = Pen(large, unit * OVERSAMPLING)
    _chart(pen, theme)
    _roads(pen, board, layout, theme)
    _spaces(pen, board, layout, theme)
    furniture.frames(pen, theme)
    neatline(pen, (8, 8, SHEET - 8, HEIGHT - 8), theme)
    sheet = large.reduce(OVERSAMPLING)
    fine = Pen(sheet, unit)
    _names(fine, board, layout, theme)
    furniture.lettering(fine, board, theme)
    return sheet


def _chart(pen: Pen, theme: Theme) -> None:
    left, top, right, bottom = (round(edge_ * pen.unit) for edge_ in MAP)
    size = (right - left, bottom - top)
    scale = pen.unit
    geography, period = atlas(GEOGRAPHY), atlas(PERIOD)
    land = Image.new("L", size, 0)
    home = Image.new("L", size, 0)

    def local(line: list[tuple[float, float]]) -> list[Point]:
        return [((x - MAP[0]) * scale, (y - MAP[1]) * scale) for x, y in PROJECTION.line(line)]

    for feature in geography.of("land"):
        outline, *holes = feature.rings
        ImageDraw.Draw(land).polygon(local(outline), fill=255)
        for hole in holes:
            ImageDraw.Draw(land).polygon(local(hole), fill=0)
    for feature in period.of("france"):
        ImageDraw.Draw(home).polygon(local(feature.rings[0]), fill=255)
    home = ImageChops.multiply(home, land)
    chart = Image.new("RGB", size, theme.sea)
    chart.paste(theme.water, mask=shore(land, 11 * scale, 5 * scale, 1.6 * scale))
    chart.paste(theme.land, mask=land)
    chart.paste(theme.home, mask=home)
    chart.paste(theme.home_edge, mask=edge(home, 7 * scale))
    ink = Pen(chart, 1)
    for line in _graticule():
        ink.line(local(line), blend(theme.land, theme.faded, 0.3), 1.2 * scale)
    for feature in geography.of("land"):
        for ring in feature.rings:
            ink.line(local(ring), theme.ink, 2 * scale)
    for feature in geography.of("lake"):
        ink.polygon(local(feature.rings[0]), theme.sea, theme.water, 1.5 * scale)
    for kind, girth in (("river1", 2.2), ("river2", 1.8), ("river3", 1.3)):
        for feature in geography.of(kind):
            ink.line(local(feature.rings[0]), blend(theme.land, theme.water, 0.8), girth * scale)
    local_pen = Pen(chart, scale)
    for feature in period.of("ridge"):
        ridge = [(x / scale, y / scale) for x, y in local(feature.rings[0])]
        mountains(local_pen, ridge, theme.faded, blend(theme.land, theme.faded, 0.12))
    for kind, girth in (("border", 1.6), ("frontier", 2.6)):
        for feature in period.of(kind):
            points = _dense([(x / scale, y / scale) for x, y in local(feature.rings[0])])
            local_pen.dashes(points, theme.ink if kind == "frontier" else theme.faded, girth, 9, 6)
    pen.image.paste(chart, (left, top))
    compass(pen, COMPASS, 62, theme)
    frigate(pen, SHIP, 96, blend(theme.sea, theme.ink, 0.7), blend(theme.sea, theme.disc, 0.8))


def _graticule() -> list[list[tuple[float, float]]]:
    meridians = [[(float(lon), 40.0), (float(lon), 54.0)] for lon in range(-6, 14, 2)]
    return meridians + [[(-8.0, float(lat)), (15.0, float(lat))] for lat in range(42, 54, 2)]


def _dense(points: list[Point], step: float = 2) -> list[Point]:
    dense = [points[0]]
    for before, after in pairwise(points):
        pieces = max(1, int(((after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2) ** 0.5 / step))
        dense += [
            (before[0] + (after[0] - before[0]) * n / pieces, before[1] + (after[1] - before[1]) * n / pieces)
            for n in range(1, pieces + 1)
        ]
    return dense


def _roads(pen: Pen, board: Board, layout: Plan, theme: Theme) -> None:
    for track in board.track:
        pen.line(layout.roads[track.army], theme.road, 11)
    for track in board.track:
        pen.line(layout.roads[track.army], trace(ARMIES[track.army], theme), 7)


def _spaces(pen: Pen, board: Board, layout: Plan, theme: Theme) -> None:
    furniture.bastions(pen, layout.paris, PARIS_RADIUS, theme)
    for track in board.track:
        line = trace(ARMIES[track.army], theme)
        for space in track.space:
            centre = layout.spaces[space.id]
            furniture.space(pen, centre, RADIUS, space.shape, space.border, line=line, theme=theme)


def _names(pen: Pen, board: Board, layout: Plan, theme: Theme) -> None:
    for feature in atlas(PERIOD).of("country", "sea"):
        words = feature.properties
        at = PROJECTION.xy(feature.rings[0][0])
        country = words.kind == "country"
        pen.text(
            at,
            words.text,
            "title" if country else "italic",
            words.size,
            theme.faded if country else theme.water,
            spacing=words.spacing,
        )
    for track in board.track:
        for space in track.space:
            pen.text(layout.spaces[space.id], track.letter, "bold", 36, blend(theme.disc, theme.faded, 0.55))
    for label in layout.labels.values():
        x, y = label.at
        if not label.number:
            pen.text((x + label.width / 2, y), label.text, "title", 50, theme.ink, halo=theme.home)
            continue
        pen.text((x, y), f"{label.text} ", "bold", labels.SIZE, theme.ink, anchor="lm", halo=theme.home)
        end = (x + label.width, y)
        pen.text(end, label.number, "bold", labels.SIZE, theme.number, anchor="rm", halo=theme.home)
