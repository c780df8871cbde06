"""Arrows for the last moves and crossed swords for battles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PIL import Image

from data.vendee.schema import Side
from render.geo import spline
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme
from render.vendee import signs
from render.vendee.ground import dense
from render.vendee.liveries import BLUE, BONE, RED
from render.vendee.moves import Manner, Move
from render.vendee.names import overlap
from render.vendee.plan import Plan

OVERSAMPLING = 2
MARGIN = 34.0
SEA: Point = (-70, 24)
"""Whence a landing comes, from the place that it comes to."""
SWORDS = 17.0
"""Half of the room that crossed swords take."""
LIFTS = (0.12, -0.12, 0.24, -0.24)
"""How far an arrow from area to area bends to its left, as a share of its length; the first is liked best."""
INKS: dict[Side, Rgb] = {"royalist": RED, "republican": BLUE}
NIGHT: dict[Side, Rgb] = {"royalist": (240, 92, 84), "republican": (112, 160, 240)}

Course = list[Point]


def draw(
    sheet: Image.Image,
    unit: float,
    layout: Plan,
    moves: Sequence[Move],
    stacks: Mapping[str, Sequence[Box]],
    theme: Theme,
) -> list[Point]:
    """Draw what happened last; an arrow ends at the stacks of its last area, a close-up cuts it.

    :param stacks: ground of the stacks by area.
    :returns: where there was a battle, and the attack came in.
    """
    size = layout.frame.size
    fights: dict[str, Point] = {}
    # Each way once, however many have gone it.
    for move in dict.fromkeys(moves):
        stops = [layout.places[area] for area in move.path if area in layout.places]
        if not stops:
            continue
        tip = stops[-1]
        if move.manner == "landing":
            stops = [(tip[0] + SEA[0] * size, tip[1] + SEA[1] * size), tip]
        if len(stops) > 1:
            course = _short_of(_course(stops, layout), stacks.get(move.path[-1], ()))
            tip = course[-min(len(course), 11)]
            _arrow(sheet, unit, layout, course, move, theme)
        if move.manner == "attack" and on_map(layout, tip):
            fights.setdefault(move.path[-1], tip)
    return list(fights.values())


def _short_of(course: Course, boxes: Sequence[Box]) -> Course:
    """The course up to where it meets one of the boxes, at least a third of it."""
    last = next(
        (n for n, (x, y) in enumerate(course) if any(b[0] < x < b[2] and b[1] < y < b[3] for b in boxes)),
        len(course) - 1,
    )
    return course[: max(last, len(course) // 3, 1) + 1]


def _crosses(course: Course, box: Box) -> int:
    """How many points of a course lie in a box."""
    left, top, right, bottom = box
    return sum(left < x < right and top < y < bottom for x, y in course)


def swords(pen: Pen, layout: Plan, at: Point, taken: Sequence[Box], theme: Theme) -> Box:
    """Crossed swords for a battle, near `at` where they hide least; the ground that they cover."""
    size = layout.frame.size
    half = SWORDS * size
    named = [part for label in layout.labels.values() for part in label.parts]

    def box(middle: Point) -> Box:
        return middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half

    def hidden(middle: Point) -> float:
        ground = box(middle)
        covered = sum(overlap(ground, part) for part in named) * 2 + sum(overlap(ground, b) for b in taken)
        return covered + math.dist(at, middle) * size * 4

    around = [
        (at[0] + away * size * math.cos(turn), at[1] + away * size * math.sin(turn))
        for away in (16, 28, 40)
        for turn in (n * math.pi / 6 for n in range(12))
    ]
    best = min((at, *(spot for spot in around if on_map(layout, spot))), key=hidden)
    signs.swords(pen, best, size, theme.accent, theme.accent_edge)
    return box(best)


def specimen(pen: Pen, start: Point, end: Point, manner: Manner, theme: Theme) -> None:
    """A short arrow as the key has it; an attack with its swords."""
    edge = theme.accent_edge if theme.name == "dark" else BONE
    _draw(pen, dense([start, end], 2), 0.85, theme.ink, edge, manner)
    if manner == "attack":
        middle = ((start[0] + end[0]) / 2 - 6, start[1])
        signs.swords(pen, middle, 0.75, theme.accent, theme.accent_edge)


def on_map(layout: Plan, at: Point) -> bool:
    """Whether a map shows a place."""
    left, top, right, bottom = layout.frame.map
    return left < at[0] < right and top < at[1] < bottom


def _course(stops: list[Point], layout: Plan) -> Course:
    """The way of an arrow: through its stops, or bent from one to the other past the names between them."""
    step = 2 * layout.frame.size
    if len(stops) > 2:
        return dense(spline(stops), step)
    bent = [dense(_bent(stops, lift), step) for lift in LIFTS]
    (x0, y0), (x1, y1) = stops
    near = (min(x0, x1) - 60, min(y0, y1) - 60, max(x0, x1) + 60, max(y0, y1) + 60)
    named = [part for label in layout.labels.values() for part in label.parts if overlap(part, near)]
    return min(bent, key=lambda course: sum(_crosses(course, part) for part in named))


def _bent(stops: list[Point], lift: float) -> Course:
    (x0, y0), (x1, y1) = stops
    middle = ((x0 + x1) / 2 + (y1 - y0) * lift, (y0 + y1) / 2 - (x1 - x0) * lift)
    return spline([(x0, y0), middle, (x1, y1)])


def _arrow(
    sheet: Image.Image, unit: float, layout: Plan, course: list[Point], move: Move, theme: Theme
) -> None:
    """One arrow, on an image of its own that the map's frame cuts."""
    size = layout.frame.size
    margin = MARGIN * size
    bounds = layout.frame.map
    left = math.floor(max(min(x for x, _ in course) - margin, bounds[0]) * unit) / unit
    top = math.floor(max(min(y for _, y in course) - margin, bounds[1]) * unit) / unit
    width = min(max(x for x, _ in course) + margin, bounds[2]) - left
    height = min(max(y for _, y in course) + margin, bounds[3]) - top
    if width <= 0 or height <= 0:
        return
    pixels = (max(1, round(width * unit)) * OVERSAMPLING, max(1, round(height * unit)) * OVERSAMPLING)
    pen = Pen(Image.new("RGBA", pixels), unit * OVERSAMPLING)
    local = [(x - left, y - top) for x, y in course]
    ink = (NIGHT if theme.name == "dark" else INKS)[move.side]
    edge = theme.accent_edge if theme.name == "dark" else BONE
    _draw(pen, local, size, ink, edge, move.manner)
    sprite = pen.image.reduce(OVERSAMPLING)
    sheet.paste(sprite, (round(left * unit), round(top * unit)), sprite)


def _draw(pen: Pen, course: list[Point], size: float, ink: Rgb, edge: Rgb, manner: Manner) -> None:
    """A full line is a march, a broken one a retreat; a rout has two heads."""
    broken, double = manner in ("retreat", "rout"), manner == "rout"
    tip, before = course[-1], course[max(0, len(course) - 8)]
    length = math.dist(tip, before) or 1
    along = ((tip[0] - before[0]) / length, (tip[1] - before[1]) / length)
    back = 20 * size
    shaft = [point for point in course if math.dist(point, tip) > back * 0.8]
    if len(shaft) < 2:
        shaft = [course[0], (tip[0] - along[0] * back * 0.8, tip[1] - along[1] * back * 0.8)]
    heads = [tip, (tip[0] - along[0] * back * 0.8, tip[1] - along[1] * back * 0.8)][: 2 if double else 1]
    for grow, colour in ((2.6 * size, edge), (0.0, ink)):
        if broken and not grow:
            pen.dashes(shaft, colour, 7 * size, 12 * size, 8 * size)
        else:
            pen.line(shaft, colour, 7 * size + grow * 2)
        pen.circle(shaft[0], 6 * size + grow, colour)
        half, far = 13 * size + grow * 1.4, back + grow
        for end in heads:
            head = (end[0] + along[0] * grow, end[1] + along[1] * grow)
            root = (end[0] - along[0] * far, end[1] - along[1] * far)
            pen.polygon(
                [
                    head,
                    (root[0] - along[1] * half, root[1] + along[0] * half),
                    (root[0] + along[1] * half, root[1] - along[0] * half),
                ],
                colour,
            )
