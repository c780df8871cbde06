"""A stack's reach on a map of hexes: rings where the cost rises, and the cost in each hex."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from data.grande_armee.hexes import Hex
from render.grande_armee.hexes import LEAST, Corner, Layout, chains, corners, sides
from render.pen import Pen, Point
from render.sheet import OVERSAMPLING
from render.theme import THEMES, Rgb, Theme, ThemeName

Shape = tuple[Sequence[Point], float]
"""A line and its width; without width, the polygon inside it."""

RING, STEP = (0.22, 0.12), (0.1, 0.035)
"""The inset of the line round all hexes, and its width; the same where the cost rises.
Like all lengths here, in sizes of a hex.
"""
WASH = 0.12
"""The strength of the tint of hexes in reach."""
ASIDE = 0.58
"""The distance of a hex's cost from the middle where the middle is taken."""
BARE = 0.6
"""Size beyond which letters of a cost leave no room for a ground of their own."""
SMOOTH = 4


def contour(layout: Layout, hexes: Iterable[Hex], within: float) -> list[list[Point]]:
    """The rings round some hexes, a share of their size inside of them, where they hide no river."""
    inside: dict[Corner, list[Point]] = {}
    seen: set[tuple[Corner, Corner]] = set()
    for hex in hexes:
        for corner in corners(hex):
            inside.setdefault(corner, []).append(layout.centre(hex))
        # A side that a second hex has too is inside.
        seen ^= set(sides(hex))

    def inset(corner: Corner) -> Point:
        x, y = layout.at(corner)
        return (
            x + within * sum(across - x for across, _ in inside[corner]),
            y + within * sum(down - y for _, down in inside[corner]),
        )

    return [[inset(corner) for corner in line] for line in chains(sorted(seen))]


class _Overlay:
    """Masks over a part of a sheet, drawn at several times its size; only that part is worked on."""

    def __init__(self, image: Image.Image, unit: float, points: Sequence[Point]) -> None:
        self._image, self._unit = image, unit
        xs, ys = [x * unit for x, _ in points], [y * unit for _, y in points]
        self._corner = math.floor(min(xs)), math.floor(min(ys))
        self._size = math.ceil(max(xs)) - self._corner[0], math.ceil(max(ys)) - self._corner[1]

    def paste(self, ink: Rgb, shapes: Iterable[Shape], strength: float = 1) -> None:
        """Put an ink where the shapes are."""
        large = self._size[0] * OVERSAMPLING, self._size[1] * OVERSAMPLING
        pen = Pen(Image.new("L", large, 0), self._unit * OVERSAMPLING)
        left, top = self._corner[0] / self._unit, self._corner[1] / self._unit
        for line, width in shapes:
            local = [(x - left, y - top) for x, y in line]
            if width:
                pen.line(local, 255, width)
            else:
                pen.polygon(local, 255)
        mask = pen.image.reduce(OVERSAMPLING).point(lambda v: round(v * strength))
        self._image.paste(ink, self._corner, mask)


def rings(image: Image.Image, unit: float, layout: Layout, costs: Mapping[Hex, int], theme: Theme) -> None:
    """Ring the hexes that a stack can go to, with a line wherever the cost rises.

    :param image: the sheet, of `unit` pixels per sheet unit.
    """
    if not costs:
        return
    outlines = {hex: layout.outline(hex) for hex in costs}
    over = _Overlay(image, unit, [point for outline in outlines.values() for point in outline])
    over.paste(theme.accent, [(outline, 0.0) for outline in outlines.values()], WASH)
    levels = sorted(set(costs.values()))[:-1]
    cheaper = [[hex for hex, cost in costs.items() if cost <= level] for level in levels]
    over.paste(theme.accent, _lines(layout, cheaper, *STEP))
    within, width = RING
    for ink, wide in ((theme.accent_edge, width * 1.7), (theme.accent, width)):
        over.paste(ink, _lines(layout, [costs], within, wide))


def _lines(layout: Layout, groups: Iterable[Iterable[Hex]], within: float, width: float) -> list[Shape]:
    lines = [line for group in groups for line in contour(layout, group, within)]
    return [([*line, line[1]], width * layout.size) for line in lines]


def tickets(
    pen: Pen, layout: Layout, costs: Mapping[Hex, int], theme: Theme, taken: Container[Hex] = ()
) -> None:
    """The cost of each hex; beside the middle where that is taken."""
    letters = max(0.4 * layout.size, LEAST / pen.unit)
    if letters > layout.size:
        return
    small = letters > BARE * layout.size
    for hex, cost in costs.items():
        x, y = layout.centre(hex)
        x += ASIDE * layout.size if hex in taken else 0
        if small:
            pen.text((x, y), str(cost), "bold", letters, theme.accent, halo=theme.accent_edge, halo_width=2)
            continue
        words, high = str(cost), letters * 0.62
        half = max(high, pen.length(words, "bold", letters) / 2 + letters * 0.3)
        pen.stamp(_disc(half, high, theme.name, pen.unit), (x, y))
        pen.text((x, y), words, "bold", letters, theme.accent_edge)


# As wide as a cost has figures, and a handful of sizes of maps.
@lru_cache(maxsize=64)
def _disc(half: float, high: float, name: ThemeName, unit: float) -> Image.Image:
    """The ground of a cost, as a sprite (RGBA)."""
    theme, rim = THEMES[name], high * 0.2
    wide, tall = half + rim, high + rim
    size = [max(1, round(2 * side * unit)) * SMOOTH for side in (wide, tall)]
    pen = Pen(Image.new("RGBA", (size[0], size[1]), (*theme.accent_edge, 0)), unit * SMOOTH)
    pen.rectangle((0, 0, 2 * wide, 2 * tall), theme.accent_edge, radius=tall)
    pen.rectangle((rim, rim, 2 * wide - rim, 2 * tall - rim), theme.accent, radius=high)
    return pen.image.reduce(SMOOTH)
