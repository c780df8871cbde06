"""Room in an area for its name with the signs above it, and for counters: all inside the outline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image, ImageDraw

from data.vendee.outlines import holds
from data.vendee.schema import Area
from render.fonts import Role, face
from render.pen import Box, Point
from render.vendee.layout import Frame

SIZES = (22, 20, 18, 16, 14, 13)
LEAD = 1.02
"""From line to line, in sizes."""
SIGNS = (25.0, 21.0, 18.0)
"""Sides of a sign, from the best down."""
STACK: Point = (62, 62)
"""Room that a usual stack of counters asks for."""
CELLS = 44
"""Fineness of the grid laid over an area, along its longer side."""
FINE = 4
"""Pixels across a cell, of which one outside the outline is enough to rule it out."""
SEAT_STEP = 11.0
BESIDE: tuple[Point, ...] = ((0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Where a name goes that an island has no room for."""


class Label(msgspec.Struct, frozen=True):
    """A name in a line or two, `at` the middle of its box, with the signs of the area above it."""

    lines: tuple[str, ...]
    at: Point
    size: float
    width: float
    height: float
    role: Role
    signs: tuple[str, ...]
    sign: float
    """Side of a sign."""
    row: int
    """Signs beside each other."""
    marks: int
    """Signs, with the flag of a base or stronghold behind them."""
    inks: tuple[Box, ...]
    """What the letters of each line cover, from the line's middle."""

    @property
    def box(self) -> Box:
        """The ground that it covers."""
        x, y = self.at
        return x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2

    @property
    def parts(self) -> list[Box]:
        """Its rows of signs and lines of letters, each with the ground that it covers."""
        x, y = self.at
        top = y - self.height / 2
        found = []
        for row in range(math.ceil(self.marks / self.row)):
            half = min(self.row, self.marks - row * self.row) * self.sign / 2
            found.append((x - half, top, x + half, top + self.sign))
            top += self.sign
        for number, ink in enumerate(self.inks):
            x, y = self.line_at(number)
            found.append((x + ink[0], y + ink[1], x + ink[2], y + ink[3]))
        return found

    def sign_at(self, number: int) -> Point:
        """The middle of a sign."""
        row, column = divmod(number, self.row)
        beside = min(self.row, self.marks - row * self.row)
        left = self.at[0] - (beside - 1) * self.sign / 2
        return left + column * self.sign, self.at[1] - self.height / 2 + (row + 0.5) * self.sign

    def line_at(self, number: int) -> Point:
        """The middle of a line of the name."""
        top = self.at[1] + self.height / 2 - self.size * LEAD * len(self.lines)
        return self.at[0], top + (number + 0.5) * self.size * LEAD


class Room(msgspec.Struct, frozen=True):
    """What fits where in one area."""

    label: Label
    seats: list[Point]


def signs(area: Area) -> tuple[str, ...]:
    """What an area is besides its terrain, as names of signs."""
    found = [f"base {area.base}" if area.base else "", "stronghold" if area.stronghold else ""]
    found += [area.objective or "", f"port {area.port}" if area.port else "", "south" if area.south else ""]
    return tuple(sign for sign in found if sign)


class _Grid:
    """How much of any box lies inside an outline, by a table of sums."""

    def __init__(self, outline: list[Point], clip: Box) -> None:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        self.left, self.top = max(min(xs), clip[0]), max(min(ys), clip[1])
        wide, high = min(max(xs), clip[2]) - self.left, min(max(ys), clip[3]) - self.top
        self.empty = wide <= 0 or high <= 0
        self.cell = max(wide, high, 1.0) / CELLS
        self.across, self.down = max(1, math.ceil(wide / self.cell)), max(1, math.ceil(high / self.cell))
        mask = Image.new("L", (self.across * FINE, self.down * FINE), 0)
        # Pillow's whole numbers are middles of pixels.
        scale = FINE / self.cell
        local = [((x - self.left) * scale - 0.5, (y - self.top) * scale - 0.5) for x, y in outline]
        pen = ImageDraw.Draw(mask)
        pen.polygon(local, fill=255)
        # A cell that the outline runs through is not inside.
        pen.line([*local, local[0]], fill=0, width=3)
        inside = mask.reduce(FINE).point(lambda v: v == 255).tobytes()
        self.sums = [[0] * (self.across + 1) for _ in range(self.down + 1)]
        for row in range(self.down):
            run = 0
            for column in range(self.across):
                run += inside[row * self.across + column]
                self.sums[row + 1][column + 1] = self.sums[row][column + 1] + run

    def inside(self, column: int, row: int, across: int, down: int) -> int:
        """Cells inside the outline of a box of cells."""
        sums = self.sums
        lower, upper = sums[row + down], sums[row]
        return lower[column + across] - lower[column] - upper[column + across] + upper[column]

    def cells(self, width: float, height: float) -> tuple[int, int]:
        """Size of a box in whole cells."""
        return max(1, math.ceil(width / self.cell)), max(1, math.ceil(height / self.cell))

    def middle(self, column: int, row: int, across: int, down: int) -> Point:
        """The middle of a box of cells on the sheet."""
        return self.left + (column + across / 2) * self.cell, self.top + (row + down / 2) * self.cell


def room(area: Area, outline: list[Point], place: Point, frame: Frame) -> Room | None:
    """Places for name and counters; None where the map does not show enough of the area for its name."""
    left, top, right, bottom = frame.map
    grid = _Grid(outline, (left + 6, top + 6, right - 6, bottom - 6))
    if grid.empty:
        return None
    best: tuple[float, Label] | None = None
    tried = 0
    for size in SIZES:
        fitting = [label for shape in _shapes(area, size * frame.size, frame) for label in _fit(grid, shape)]
        for label in fitting:
            _, free = _seat(grid, label.box, place, frame)
            worth = (
                min(free, 0.9) * 50
                + size * 2.6
                + label.sign / frame.size
                - (9 if _covers(label.box, place) else 0)
            )
            if best is None or worth > best[0]:
                best = worth, label
        tried += bool(fitting)
        if tried == 2:
            break
    if best is None:
        return None
    label = best[1]
    seat, _ = _seat(grid, label.box, place, frame)
    return Room(label, [seat, *_others(grid, seat, frame)])


def beside(
    area: Area, outline: list[Point], place: Point, others: Sequence[list[Point]], frame: Frame
) -> Room | None:
    """A place next to an island for the name that it has no room for, clear of all other land."""
    left, top, right, bottom = frame.map
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    label = next(_shapes(area, 18 * frame.size, frame))
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for across, down in BESIDE:
        reach = (max(xs) - min(xs) + label.width) / 2 + 5, (max(ys) - min(ys) + label.height) / 2 + 5
        placed = msgspec.structs.replace(label, at=(x + across * reach[0], y + down * reach[1]))
        box = placed.box
        if not (left < box[0] and box[2] < right and top < box[1] and box[3] < bottom):
            continue
        edge = [(box[0] + (box[2] - box[0]) * n / 8, y) for n in range(9) for y in (box[1], box[3])]
        edge += [(x, box[1] + (box[3] - box[1]) * n / 4) for n in range(5) for x in (box[0], box[2])]
        if not any(holds(tuple(ring), at) for ring in others for at in edge):
            return Room(placed, [place])
    return None


def _shapes(area: Area, size: float, frame: Frame) -> Iterator[Label]:
    role: Role = "bold" if area.town or area.base or area.objective == "primary" else "text"
    font, marks = face(role, round(size)), signs(area)
    # A base or stronghold flies a flag behind its signs.
    count = len(marks) + (bool(area.base) or area.stronghold)
    for lines in _broken(area.name):
        for side in SIGNS if marks else SIGNS[:1]:
            for row in (count, 2) if count > 2 else (count,):
                sign = side * frame.size
                inks = tuple(font.getbbox(line, anchor="mm") for line in lines)
                width = max(*(2 * max(-ink[0], ink[2]) + 2 for ink in inks), sign * row)
                height = size * LEAD * len(lines) + (sign * math.ceil(count / row) if marks else 0)
                yield Label(lines, (0, 0), size, width, height, role, marks, sign, max(1, row), count, inks)


def _broken(name: str) -> Iterator[tuple[str, ...]]:
    """A name in one line, or in two that are about as long."""
    yield (name,)
    breaks = [at for at, letter in enumerate(name) if letter in " -" and 2 < at < len(name) - 3]
    if breaks:
        at = min(breaks, key=lambda at: abs(at + 1 - len(name) / 2))
        yield name[: at + 1].rstrip(), name[at + 1 :]


def _fit(grid: _Grid, label: Label) -> Iterator[Label]:
    """The label as high, and as low, as it fits in the area, each time near the middle across."""
    # The parts as boxes of whole cells, from the upper left corner of the label's own.
    left, top = label.box[:2]
    parts = []
    for box in label.parts:
        low, high = math.floor((box[1] - top) / grid.cell), math.ceil((box[3] - top) / grid.cell)
        start, end = math.floor((box[0] - left) / grid.cell), math.ceil((box[2] - left) / grid.cell)
        parts.append((start, low, end - start, high - low))
    across = max(start + wide for start, _, wide, _ in parts)
    down = max(low + high for _, low, _, high in parts)
    for rows in (range(grid.down - down + 1), range(grid.down - down, -1, -1)):
        for row in rows:
            columns = [
                column
                for column in range(grid.across - across + 1)
                if all(grid.inside(column + a, row + b, w, h) == w * h for a, b, w, h in parts)
            ]
            if columns:
                corner = columns[len(columns) // 2]
                at = (
                    grid.left + corner * grid.cell + label.width / 2,
                    grid.top + row * grid.cell + label.height / 2,
                )
                yield msgspec.structs.replace(label, at=at)
                break


def _seat(grid: _Grid, taken: Box, place: Point, frame: Frame) -> tuple[Point, float]:
    """The best place for a stack clear of the name, and what share of it is inside."""
    width, height = STACK[0] * frame.size, STACK[1] * frame.size
    across, down = grid.cells(width, height)
    across, down = min(across, grid.across), min(down, grid.down)
    best = (-math.inf, place, 0.0)
    for row in range(0, grid.down - down + 1, 2):
        for column in range(0, grid.across - across + 1, 2):
            x, y = middle = grid.middle(column, row, across, down)
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            share = (grid.inside(column, row, across, down) * grid.cell**2 - overlap(box, taken)) / (
                width * height
            )
            worth = share - math.dist(middle, place) / (1200 * frame.size)
            if worth > best[0]:
                best = worth, middle, share
    return best[1], best[2]


def _others(grid: _Grid, seat: Point, frame: Frame) -> list[Point]:
    """Other places inside the outline, the nearest to the best one first."""
    step = max(1, round(SEAT_STEP * frame.size / grid.cell))
    places = [
        grid.middle(column, row, 1, 1)
        for row in range(0, grid.down, step)
        for column in range(0, grid.across, step)
        if grid.inside(column, row, 1, 1)
    ]
    return sorted(places, key=lambda at: math.dist(at, seat))[:70]


def _covers(box: Box, at: Point) -> bool:
    return box[0] - 6 < at[0] < box[2] + 6 and box[1] - 6 < at[1] < box[3] + 6


def overlap(one: Box, two: Box) -> float:
    """The ground that two boxes share."""
    across = min(one[2], two[2]) - max(one[0], two[0])
    down = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, across) * max(0.0, down)
