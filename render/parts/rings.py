"""A stack's reach: areas ringed, each with a ticket that shows the cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from render.parts.frame import Frame
from render.parts.placing import Plan
from render.parts.placing.boxes import bounds, grown
from render.parts.placing.seats import Seating, Shape
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme

OVERSAMPLING = 2
SIZES = (22.0, 17.0)
"""The sizes of the letters of a cost; the smaller is for places where the larger would cover something."""
HIGH = 1.36
"""The height of a ticket, in sizes of its letters."""
SMALLER = 220.0
"""The cost of a small ticket, as the square units of a name that count as much when covered."""
RING = 4.0
EDGE = 7.0


def rings(sheet: Image.Image, unit: float, plan: Plan, costs: Mapping[str, str], theme: Theme) -> None:
    """Ring the areas that a stack can go to; the map's frame cuts them."""
    for ink, width in ((theme.accent_edge, EDGE), (theme.accent, RING)):
        for area in costs:
            if area in plan.sites:
                _ring(sheet, unit, plan.sites[area].outline, plan.frame, ink, width)


def _ring(
    sheet: Image.Image, unit: float, outline: Sequence[Point], frame: Frame, ink: Rgb, width: float
) -> None:
    """One ring, on a mask of its own: one of the whole map would take as long as all the rest."""
    thick = width * frame.size
    box = grown(bounds((x, y, x, y) for x, y in outline), thick)
    starts, ends = zip(box[:2], frame.map[:2], strict=True), zip(box[2:], frame.map[2:], strict=True)
    left, top = (math.floor(max(edge, least) * unit) for edge, least in starts)
    right, low = (math.ceil(min(edge, most) * unit) for edge, most in ends)
    if right <= left or low <= top:
        return
    mask = Image.new("L", ((right - left) * OVERSAMPLING, (low - top) * OVERSAMPLING), 0)
    ring = [(x - left / unit, y - top / unit) for x, y in outline]
    Pen(mask, unit * OVERSAMPLING).polygon(ring, None, 255, thick)
    sheet.paste(ink, (left, top), mask.reduce(OVERSAMPLING))


def tickets(pen: Pen, plan: Plan, costs: Mapping[str, str], taken: Iterable[Box], theme: Theme) -> list[Box]:
    """The cost of each area, clear of names and of `taken` ground; returns the ground of the tickets."""
    scale, seating = plan.frame.size, Seating(plan)
    things, placed = list(taken), list[Box]()
    for area, cost in costs.items():
        if area not in plan.seats:
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
    box = Shape((_ground(pen, cost, size),), 1).at(at)[0]
    pen.rectangle(box, theme.accent, theme.accent_edge, size * 0.11, size * 0.55)
    pen.text(at, cost, "bold", size, theme.accent_edge)
