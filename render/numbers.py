"""The numbers of the places among which a seat chooses, on any map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw, ImageFilter

from render.pen import Box, Pen, Point
from render.theme import Theme

SHEET = 1600.0
"""Units across of every sheet."""
LEAST, MOST, SHARE = 24.0, 36.0, 0.6
"""The radius of a number: the smallest, the largest, and in shares of half the size of its place."""
LETTERS = 1.5
"""Height of the letters, in shares of the radius."""
COARSE = 8.0
"""Units between the points of an outline."""
INSIDE = (0.4, 1.1)
"""How far a number stands inside the western end of a small and of a roomy place, in shares of its radius."""
GRAIN = 4.0
"""Units of a pixel of the mask in which room is looked for."""
POINTED = 0.77
"""How much smaller a number is in a place with a corner in the west, so that it lies wholly in it."""
FITS = 0.85
"""Half the side of the square that has to lie in a place, in shares of the radius."""
RIM = 2.5
"""Width of the rim of a number."""
STEP, TURNS = 4.0, 24
"""Units and directions in which a number makes way for those before it."""
ROOMY = 4.0
"""Half the size of the smallest roomy place, in these shares."""


def numbered(image: Image.Image, spots: Iterable[Sequence[Point]], theme: Theme) -> None:
    """Give each place its number, from one on, at its western end."""
    pen = Pen(image, image.width / SHEET)
    high = SHEET * image.height / image.width
    taken: list[tuple[Point, float]] = []
    for number, outline in enumerate(spots, start=1):
        across, down = zip(*outline, strict=True)
        half = min(max(across) - min(across), max(down) - min(down)) / 2
        radius = min(max(SHARE * half, LEAST), MOST)
        west = [y for x, y in outline if x < min(across) + 1]
        edge = max(west) - min(west)
        if edge >= LEAST:
            radius = min(radius, max(edge / 2, LEAST))
        at = min(across) + INSIDE[half > ROOMY * radius] * radius, (min(west) + max(west)) / 2
        if edge < LEAST and (room := _within(outline, POINTED * radius)):
            # Near a corner a larger number would lie in the places beside it too.
            at, radius = room, POINTED * radius
        at = _free(at, radius, outline, high, taken)
        taken.append((at, radius))
        pen.circle(at, radius, theme.ink, theme.paper, RIM)
        pen.text(at, str(number), "bold", LETTERS * radius, theme.paper)


def _free(
    at: Point, radius: float, outline: Sequence[Point], high: float, taken: Sequence[tuple[Point, float]]
) -> Point:
    """Where a number is whole: within the sheet and, if its place has room, beside the numbers before it."""
    edge = radius + RIM
    across, down = zip(*outline, strict=True)

    def kept(x: float, y: float) -> Point:
        return min(max(x, edge), SHEET - edge), min(max(y, edge), high - edge)

    def free(x: float, y: float) -> bool:
        return all(math.dist((x, y), other) >= edge + wide for other, wide in taken)

    start = kept(*at)
    turns = [2 * math.pi * turn / TURNS for turn in range(TURNS)]
    moved = (
        kept(start[0] + STEP * far * math.cos(turn), start[1] + STEP * far * math.sin(turn))
        for far in range(math.ceil(2 * edge / STEP) + 1)
        for turn in turns
    )
    ours = (
        (x, y)
        for x, y in moved
        if (x, y) == start or (min(across) <= x <= max(across) and min(down) <= y <= max(down))
    )
    return next((each for each in ours if free(*each)), start)


def _within(outline: Sequence[Point], radius: float) -> Point | None:
    """The western end of where a number lies wholly in its place; None where it has no such room."""
    across, down = zip(*outline, strict=True)
    left, top = min(across), min(down)
    size = [math.ceil((max(each) - min(each)) / GRAIN) + 3 for each in (across, down)]
    inside = Image.new("L", (size[0], size[1]))
    ImageDraw.Draw(inside).polygon(
        [((x - left) / GRAIN + 1, (y - top) / GRAIN + 1) for x, y in outline], fill=255
    )
    inside = inside.filter(ImageFilter.MinFilter(2 * round(FITS * radius / GRAIN) + 1))
    box = inside.getbbox()
    if box is None:
        return None
    column = inside.crop((box[0], 0, box[0] + 1, size[1])).tobytes()
    free = [y for y, pixel in enumerate(column) if pixel]
    return left + (box[0] - 1) * GRAIN, top + (free[len(free) // 2] - 1) * GRAIN


def corners(box: Box) -> list[Point]:
    """The outline of a box."""
    left, top, right, low = box
    return [(left, top), (right, top), (right, low), (left, low)]


def clipped(outline: Sequence[Point], frame: Box) -> list[Point]:
    """An outline within the frame of a map, coarse enough for a finger."""
    left, top, right, low = frame
    kept: list[Point] = []
    for x, y in outline:
        at = min(max(x, left), right), min(max(y, top), low)
        if not kept or math.dist(kept[-1], at) >= COARSE:
            kept.append(at)
    return kept
