"""The flags of the nations: their figures distinguish them where colours are not visible."""

from __future__ import annotations

from typing import Literal

from render.parts.counters import BLACK, BONE
from render.pen import Box, Pen, Point
from render.theme import Rgb

Nation = Literal["french", "prussian", "austrian", "russian"]

BLUE: Rgb = (30, 66, 132)
RED: Rgb = (196, 36, 44)
GOLD: Rgb = (244, 196, 72)
EAGLE: tuple[Point, ...] = (
    *((0.0, -0.5), (0.16, -0.42), (0.34, -0.86), (0.62, -0.74), (0.98, -0.3), (0.78, -0.28), (0.86, 0.06)),
    *((0.62, 0.0), (0.6, 0.34), (0.4, 0.16), (0.24, 0.3), (0.3, 0.86), (0.0, 0.66)),
)
"""The right half of a spread eagle but for its head, from the middle, the heart of its box being 1 high."""


def flag(pen: Pen, box: Box, nation: Nation, edge: Rgb, width: float = 1.4) -> None:
    """A flag in a box."""
    left, top, right, bottom = box
    if nation == "french":
        third = (right - left) / 3
        for number, colour in enumerate((BLUE, BONE, RED)):
            pen.rectangle((left + number * third, top, left + (number + 1) * third, bottom), colour)
    elif nation == "russian":
        pen.rectangle(box, BONE)
        # A little short of the corners, where round ends would leave the flag.
        over, down = (right - left) * 0.07, (bottom - top) * 0.1
        for low, high in ((top + down, bottom - down), (bottom - down, top + down)):
            pen.line([(left + over, low), (right - over, high)], BLUE, (bottom - top) * 0.22)
    else:
        pen.rectangle(box, BONE if nation == "prussian" else GOLD)
        middle = (left + right) / 2, (top + bottom) / 2
        _eagle(pen, middle, min(bottom - top, right - left) * 0.5, heads=1 if nation == "prussian" else 2)
    pen.rectangle(box, None, edge, width)


def _eagle(pen: Pen, at: Point, size: float, *, heads: int) -> None:
    """A black eagle; that of the Emperor looks both ways."""
    x, y = at
    for side in (-1, 1):
        pen.polygon([(x + side * across * size, y + down * size) for across, down in EAGLE], BLACK)
    for side in (-1, 1)[:heads]:
        neck = x + (side * 0.18 * size if heads > 1 else 0.0)
        head = (neck + side * 0.1 * size, y - 0.74 * size)
        pen.line([(x, y - 0.3 * size), (neck, y - 0.7 * size)], BLACK, 0.26 * size)
        pen.circle(head, 0.19 * size, BLACK)
        pen.polygon(
            [
                (head[0] + side * 0.1 * size, head[1] - 0.12 * size),
                (head[0] + side * 0.42 * size, head[1] + 0.06 * size),
                (head[0] + side * 0.1 * size, head[1] + 0.12 * size),
            ],
            BLACK,
        )
