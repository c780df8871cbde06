"""What stands on the sheet whatever happens: spaces, the walls of Paris, frames, captions."""

from __future__ import annotations

import math
from itertools import pairwise

from data.levee.schema import MARKERS, Board, Border, Shape
from render.geo import spline
from render.levee import counters
from render.levee.layout import (
    ARMY,
    CARTOUCHE,
    DECKS,
    GOVERNMENT,
    HEADER,
    HOLDING,
    MAP,
    army_cell,
    government_cell,
)
from render.levee.liveries import MARKER_NAMES
from render.paper import blend, scalloped
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme

CAPTION = 32.0
SMALL = 30.0
SEINE = ((0.62, 0.56), (0.4, 0.3), (0.1, 0.04), (-0.25, -0.12), (-0.52, -0.02), (-0.66, 0.28), (-0.8, 0.2))
"""The river inside the walls, in radii."""
BASTION = ((-0.09, 0.94), (-0.16, 1.0), (0, 1.13), (0.16, 1.0), (0.09, 0.94))
"""One bastion: angles from its middle and reaches, in radii."""
BASTIONS = 10
ISLAND = ((0.14, 0.12), (0.0, -0.06), (-0.12, -0.09), (-0.02, 0.06))


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
    if border == "red":
        pen.polygon(_towards(points, centre, 1.02), None, theme.ink, 13 * share)
        pen.polygon(_towards(points, centre, 1.02), None, theme.red, 9 * share)
    if border == "orange":
        ring = _towards(points, centre, 1.02)
        pen.polygon(ring, None, theme.ink, 13 * share)
        pen.polygon(ring, None, theme.disc, 9 * share)
        pen.dashes(_walk([*ring, ring[0]]), theme.orange, 9 * share, 11 * share, 7 * share)


def _regular(centre: Point, radius: float, corners: int, turn: float = 0) -> list[Point]:
    x, y = centre
    angles = [turn + 2 * math.pi * number / corners for number in range(corners)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _towards(points: list[Point], centre: Point, share: float) -> list[Point]:
    return [(centre[0] + (x - centre[0]) * share, centre[1] + (y - centre[1]) * share) for x, y in points]


def _walk(points: list[Point], step: float = 1) -> list[Point]:
    walked = []
    for before, after in pairwise(points):
        pieces = max(1, int(math.dist(before, after) / step))
        walked += [
            (before[0] + (after[0] - before[0]) * n / pieces, before[1] + (after[1] - before[1]) * n / pieces)
            for n in range(pieces)
        ]
    return walked


def bastions(pen: Pen, centre: Point, radius: float, theme: Theme) -> None:
    """Paris: a town inside a bastioned wall, as the engineers drew it."""
    x, y = centre
    outer = []
    for number in range(BASTIONS):
        middle = 2 * math.pi * (number + 0.5) / BASTIONS
        for turn, reach in BASTION:
            outer.append(
                (x + radius * reach * math.cos(middle + turn), y + radius * reach * math.sin(middle + turn))
            )
    pen.polygon(outer, blend(theme.home, theme.home_edge, 0.7), theme.ink, 5)
    pen.circle(centre, radius * 0.9, theme.disc, theme.ink, 3)
    pen.circle(centre, radius * 0.85, None, theme.faded, 1.5)
    street = blend(theme.disc, theme.faded, 0.45)
    for number in range(12):
        angle = 2 * math.pi * number / 12
        ends = [
            (x + radius * reach * math.cos(angle), y + radius * reach * math.sin(angle))
            for reach in (0.3, 0.85)
        ]
        pen.line(ends, street, 1.5)
    for reach in (0.3, 0.57):
        pen.circle(centre, radius * reach, None, street, 1.5)
    seine = spline([(x + radius * a, y + radius * b) for a, b in SEINE])
    pen.line(seine, blend(theme.disc, theme.water, 0.75), 13)
    pen.line(seine, theme.sea, 9)
    pen.polygon([(x + radius * a, y + radius * b) for a, b in ISLAND], theme.disc, street, 2)


def frames(pen: Pen, theme: Theme) -> None:
    """The frames of header, panels and cartouche, with the tables in them."""
    for box in (HEADER, GOVERNMENT, ARMY, HOLDING, DECKS):
        _frame(pen, box, theme)
    pen.rectangle(MAP, None, theme.ink, 3)
    for row in range(len(MARKERS)):
        for value in range(-1, 5):
            _cell(pen, government_cell(value, row), (55, 46), theme, zero=value == 0)
    for value in range(-2, 3):
        _cell(pen, army_cell(value), (56, 62), theme, zero=value == 0)
    _frame(pen, CARTOUCHE, theme)
    _key(pen, theme)


def _frame(pen: Pen, box: Box, theme: Theme) -> None:
    left, top, right, bottom = box
    pen.rectangle(box, theme.panel, theme.ink, 3)
    scalloped(pen, (left + 6, top + 6, right - 6, bottom - 6), 10, theme.faded, 1.5)


def _cell(pen: Pen, centre: Point, size: Point, theme: Theme, *, zero: bool) -> None:
    x, y = centre
    box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
    pen.rectangle(box, blend(theme.panel, theme.faded, 0.28 if zero else 0.08), theme.faded, 1.5)


def lettering(pen: Pen, board: Board, theme: Theme) -> None:
    """The captions that never change."""
    for row, marker in enumerate(MARKERS):
        pen.text(
            (GOVERNMENT[0] + 22, government_cell(0, row)[1]),
            MARKER_NAMES[marker],
            "bold",
            SMALL,
            theme.ink,
            anchor="lm",
        )
    for value in range(-1, 5):
        pen.text((government_cell(value, 0)[0], GOVERNMENT[1] + 28), signed(value), "bold", SMALL, theme.ink)
    pen.text((GOVERNMENT[0] + 22, GOVERNMENT[1] + 28), "Government", "title", 32, theme.ink, anchor="lm")
    pen.text(((ARMY[0] + ARMY[2]) / 2, ARMY[1] + 32), "French Army", "title", 36, theme.ink)
    for value in range(-2, 3):
        pen.text(army_cell(value), signed(value), "bold", CAPTION, theme.faded)
    pen.text(((HOLDING[0] + HOLDING[2]) / 2, HOLDING[1] + 32), "Holding Box", "title", 36, theme.ink)
    pen.text(((DECKS[0] + DECKS[2]) / 2, DECKS[1] + 32), "Decks", "title", 36, theme.ink)
    _cartouche(pen, theme)


def _cartouche(pen: Pen, theme: Theme) -> None:
    left, top, right, _ = CARTOUCHE
    middle = (left + right) / 2
    pen.text((middle, top + 42), "Levée en Masse", "title", 40, theme.ink)
    pen.text((middle, top + 84), "1789–1802", "italic", 30, theme.ink)
    for row, words in enumerate(("start", "abroad", "in France")):
        pen.text((left + 92, key_row(row)), words, "text", SMALL, theme.ink, anchor="lm")
    pen.text((left + 84, key_row(3)), "−3", "bold", SMALL, theme.ink, anchor="lm")
    pen.text((left + 204, key_row(3)), "−1 VP", "bold", SMALL, theme.ink, anchor="lm")
    for row, words in enumerate(("Liberation", "Disorder"), start=4):
        pen.text((left + 92, key_row(row)), words, "text", SMALL, theme.ink, anchor="lm")
    pen.stamp(counters.liberation(42, theme.name, pen.unit), (left + 50, key_row(4)))
    pen.stamp(counters.disorder(46, theme.name, pen.unit), (left + 50, key_row(5)))


def _key(pen: Pen, theme: Theme) -> None:
    """The signs beside the words of the key."""
    left = CARTOUCHE[0]
    shapes: tuple[Shape, ...] = ("start", "round", "square")
    for row, shape in enumerate(shapes):
        space(pen, (left + 50, key_row(row)), 20, shape, None, line=theme.faded, theme=theme)
    borders: tuple[tuple[Border, float], ...] = (("red", left + 50), ("orange", left + 170))
    for border, x in borders:
        space(pen, (x, key_row(3)), 20, "square", border, line=theme.faded, theme=theme)


def key_row(row: int) -> float:
    """Height of the middle of a line of the key."""
    return CARTOUCHE[1] + 132 + row * 45


def signed(value: int) -> str:
    """A number with its sign: `−1`, `0`, `+2`."""
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"
