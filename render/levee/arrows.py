"""Arrows for what changed this turn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image

from render.levee.moves import Move
from render.levee.plan import Plan
from render.pen import Pen, Point
from render.theme import Theme

OVERSAMPLING = 2
MARGIN = 30.0
BEND = 0.16
STUB = 52.0
"""Reach, across and down, of an arrow to or from a place that is not on the map."""
OFF_ROAD = 100.0
"""Toll that keeps such an arrow off the roads, where it would look like a march."""
WAYS: tuple[Point, ...] = ((-1, 1), (-1, -1), (1, -1), (1, 1), (1.15, 0), (-1.15, 0), (0, 1.15), (0, -1.15))


def draw(sheet: Image.Image, unit: float, layout: Plan, moves: Sequence[Move], theme: Theme) -> None:
    """Draw an arrow for every move that begins or ends on the map."""
    for move in moves:
        course = _course(move, layout)
        if course is not None:
            _arrow(sheet, unit, course, theme)


def _course(move: Move, layout: Plan) -> list[Point] | None:
    start, end = layout.spaces.get(move.origin), layout.spaces.get(move.target)
    if move.origin == move.target or (start is None and end is None):
        return None
    if start is None or end is None:
        return _stub(layout, move.origin if end is None else move.target, inwards=start is None)
    distance = math.dist(start, end)
    across = ((end[0] - start[0]) / distance, (end[1] - start[1]) / distance)
    lift = distance * BEND
    control = ((start[0] + end[0]) / 2 + across[1] * lift, (start[1] + end[1]) / 2 - across[0] * lift)
    curve = [_bezier(start, control, end, number / 64) for number in range(65)]
    reach = layout.radius(move.target) * 0.94
    outside = layout.radius(move.origin) * (0.9 if move.origin == "paris" else 0.0)
    return [point for point in curve if math.dist(point, end) > reach and math.dist(point, start) >= outside]


def _stub(layout: Plan, space: str, *, inwards: bool) -> list[Point]:
    near = layout.radius(space) * 0.72
    (x, y), (across, down) = layout.spaces[space], layout.free_way(space, WAYS, near + STUB, toll=OFF_ROAD)
    course = [(x + across * reach, y + down * reach) for reach in (near + STUB, near + STUB / 2, near)]
    return course if inwards else course[::-1]


def _bezier(start: Point, control: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]


def _arrow(sheet: Image.Image, unit: float, course: list[Point], theme: Theme) -> None:
    left = math.floor((min(x for x, _ in course) - MARGIN) * unit) / unit
    top = math.floor((min(y for _, y in course) - MARGIN) * unit) / unit
    width = max(x for x, _ in course) + MARGIN - left
    height = max(y for _, y in course) + MARGIN - top
    size = (max(1, round(width * unit)) * OVERSAMPLING, max(1, round(height * unit)) * OVERSAMPLING)
    pen = Pen(Image.new("RGBA", size), unit * OVERSAMPLING)
    local = [(x - left, y - top) for x, y in course]
    tip, before = local[-1], local[max(0, len(local) - 8)]
    length = math.dist(tip, before) or 1
    along = ((tip[0] - before[0]) / length, (tip[1] - before[1]) / length)
    back = 26.0
    neck = (tip[0] - along[0] * back * 0.8, tip[1] - along[1] * back * 0.8)
    shaft = [point for point in local if math.dist(point, tip) > back * 0.8] + [neck]
    for grow, ink in ((4.0, theme.accent_edge), (0.0, theme.accent)):
        pen.line(shaft, ink, 11 + grow * 2)
        pen.circle(shaft[0], 9 + grow, ink)
        half, far = 17 + grow * 1.5, back + grow
        head = (tip[0] + along[0] * grow, tip[1] + along[1] * grow)
        root = (tip[0] - along[0] * far, tip[1] - along[1] * far)
        pen.polygon(
            [
                head,
                (root[0] - along[1] * half, root[1] + along[0] * half),
                (root[0] + along[1] * half, root[1] - along[0] * half),
            ],
            ink,
        )
    sprite = pen.image.reduce(OVERSAMPLING)
    sheet.paste(sprite, (round(left * unit), round(top * unit)), sprite)
