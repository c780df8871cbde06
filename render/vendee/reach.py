"""Where a stack may go: areas ringed, each with what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PIL import Image

from render.pen import Box, Pen, Point
from render.theme import Theme
from render.vendee.plan import Plan
from render.vendee.seating import Seating, Shape

OVERSAMPLING = 2
SIZES = (22.0, 17.0)
"""Of the letters of a cost; the smaller where the larger would hide something."""
HIGH = 1.36
"""Of a ticket, in sizes of its letters."""
SMALLER = 220.0
"""What it costs to make a ticket small: as much as to cover so many square units of a name."""
RING = 4.0
EDGE = 7.0


def rings(sheet: Image.Image, unit: float, layout: Plan, costs: Mapping[str, str], theme: Theme) -> None:
    """Ring the areas that a stack can go to; the map's frame cuts them."""
    if not costs:
        return
    size = layout.frame.size
    left, top, right, bottom = (round(edge * unit) for edge in layout.frame.map)
    for ink, width in ((theme.accent_edge, EDGE), (theme.accent, RING)):
        large = (right - left) * OVERSAMPLING, (bottom - top) * OVERSAMPLING
        pen = Pen(Image.new("L", large, 0), unit * OVERSAMPLING)
        for area in costs:
            ring = [(x - left / unit, y - top / unit) for x, y in layout.outlines.get(area, [])]
            if ring:
                pen.polygon(ring, None, 255, width * size)
        sheet.paste(ink, (left, top), pen.image.reduce(OVERSAMPLING))


def tickets(
    pen: Pen, layout: Plan, costs: Mapping[str, str], taken: Iterable[Box], theme: Theme
) -> list[Box]:
    """What it costs to go to each area, clear of names and of what is `taken`; the ground of the tickets."""
    scale, seating = layout.frame.size, Seating(layout)
    things, placed = list(taken), list[Box]()
    for area, cost in costs.items():
        if area not in layout.seats:
            continue
        shapes = [Shape((_ground(pen, cost, size * scale),), 1, SMALLER * n) for n, size in enumerate(SIZES)]
        seat = seating.best(area, shapes, [*things, *placed])
        ticket(pen, seat.at, cost, SIZES[seat.shape] * scale, theme)
        placed += shapes[seat.shape].at(seat.at)
    return placed


def _ground(pen: Pen, cost: str, size: float) -> Box:
    half, high = pen.length(cost, "bold", size) / 2 + size * 0.37, size * HIGH / 2
    return -half, -high, half, high


def ticket(pen: Pen, at: Point, cost: str, size: float, theme: Theme) -> None:
    """One cost, in letters of a size."""
    (x, y), (left, top, right, bottom) = at, _ground(pen, cost, size)
    box = (x + left, y + top, x + right, y + bottom)
    pen.rectangle(box, theme.accent, theme.accent_edge, size * 0.11, size * 0.55)
    pen.text(at, cost, "bold", size, theme.accent_edge)
