"""Room in an area for its name with the signs above it, and for counters: all inside the outline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from data.vendee.outlines import holds
from data.vendee.schema import Area
from render.fonts import Role, face
from render.pen import Box, Point
from render.vendee.layout import Frame
from render.vendee.sums import Sums

SIZES = (22, 20, 18)
SMALLER = (16, 14, 13)
"""For an area that has room for no more, neither inside nor across its border."""
WITHIN = 0.72
"""Share of a name and its signs that has to lie in its area, where it runs across the border."""
BEYOND = 44.0
"""How far it may reach out of the area's box."""
TOWN = 7.0
"""Half of the room that a town's ring takes, which no name of another area covers."""
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
SEAT_STEP = 9.0
SEATS = 70
"""About how many places a large area offers, at least so far apart."""
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


class Room(NamedTuple):
    """What fits where in one area."""

    label: Label
    seats: list[Point]
    """Places for counters, the best first, then by their distance from it."""
    ground: Grid


def signs(area: Area) -> tuple[str, ...]:
    """What an area is besides its terrain, as names of signs."""
    found = [f"base {area.base}" if area.base else "", "stronghold" if area.stronghold else ""]
    found += [area.objective or "", f"port {area.port}" if area.port else "", "south" if area.south else ""]
    return tuple(sign for sign in found if sign)


class Grid:
    """How much of any box lies inside an outline, by a table of sums."""

    def __init__(self, outline: list[Point], frame: Frame, beyond: float = 0) -> None:
        clip = frame.map
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        self.left, self.top = max(min(xs) - beyond, clip[0] + 6), max(min(ys) - beyond, clip[1] + 6)
        wide = min(max(xs) + beyond, clip[2] - 6) - self.left
        high = min(max(ys) + beyond, clip[3] - 6) - self.top
        self.empty = wide <= 0 or high <= 0
        self.cell = max(max(xs) - min(xs), max(ys) - min(ys), 1.0) / CELLS
        self.across, self.down = max(1, math.ceil(wide / self.cell)), max(1, math.ceil(high / self.cell))
        mask = Image.new("L", (self.across * FINE, self.down * FINE), 0)
        # Pillow's whole numbers are middles of pixels.
        scale = FINE / self.cell
        local = [((x - self.left) * scale - 0.5, (y - self.top) * scale - 0.5) for x, y in outline]
        pen = ImageDraw.Draw(mask)
        pen.polygon(local, fill=255)
        # A cell that the outline runs through is not inside.
        pen.line([*local, local[0]], fill=0, width=3)
        self._sums = Sums(mask.reduce(FINE).point(lambda v: v == 255))

    def inside(self, column: int, row: int, across: int, down: int) -> int:
        """Cells inside the outline of a box of cells."""
        return self._sums.over(column, row, column + across, row + down)

    @property
    def box(self) -> Box:
        """The ground under the grid."""
        return self.left, self.top, self.left + self.across * self.cell, self.top + self.down * self.cell

    @property
    def ground(self) -> float:
        """How much lies inside the outline."""
        return self.inside(0, 0, self.across, self.down) * self.cell**2

    def outside(self, box: Box) -> float:
        """How much of a box's ground does not lie inside the outline, to within a cell."""
        left, top, cell = self.left, self.top, self.cell
        inside = self._sums.clipped(
            (box[0] - left) / cell, (box[1] - top) / cell, (box[2] - left) / cell, (box[3] - top) / cell
        )
        return max(0.0, (box[2] - box[0]) * (box[3] - box[1]) - inside * cell**2)

    def cells(self, width: float, height: float) -> tuple[int, int]:
        """Size of a box in whole cells."""
        return max(1, math.ceil(width / self.cell)), max(1, math.ceil(height / self.cell))

    def middle(self, column: int, row: int, across: int, down: int) -> Point:
        """The middle of a box of cells on the sheet."""
        return self.left + (column + across / 2) * self.cell, self.top + (row + down / 2) * self.cell


def room(
    area: Area,
    outline: list[Point],
    place: Point,
    frame: Frame,
    sizes: Sequence[int] = SIZES,
    *,
    least: float = 0.0,
) -> Room | None:
    """Places for name and counters inside an area; None where what the map shows of it is too small.

    :param least: the share of a usual stack that must have room beside the name.
    """
    grid = Grid(outline, frame)
    if grid.empty or grid.ground < least * STACK[0] * STACK[1] * frame.size**2:
        return None
    places = _Places(grid, place, frame)
    best: tuple[float, Label] | None = None
    tried = 0
    for size in sizes:
        fitting = [label for shape in _shapes(area, size * frame.size, frame) for label in _fit(grid, shape)]
        for label in fitting:
            worth = _worth(label, places, place, frame)
            if best is None or worth > best[0]:
                best = worth, label
        tried += bool(fitting)
        if tried == 2:
            break
    if best is None or places.best(best[1].box)[1] < least:
        return None
    return Room(best[1], places.seats(best[1].box), places.grid)


def across(area: Area, outline: list[Point], place: Point, taken: Sequence[Box], frame: Frame) -> Room | None:
    """Places for a name that runs across its area's border, clear of all that is taken, and for counters."""
    grid = Grid(outline, frame, BEYOND * frame.size)
    if grid.empty:
        return None
    near = [box for box in taken if overlap(box, grid.box)]
    places = _Places(Grid(outline, frame), place, frame)
    best: tuple[float, Label] | None = None
    for size in SIZES[1:]:
        for shape in _shapes(area, size * frame.size, frame):
            left, top = shape.box[:2]
            parts, down, wide = _cells(grid, shape)
            least = sum(w * h for _, _, w, h in parts) * WITHIN
            for row in range(0, grid.down - down + 1, 2):
                for column in range(0, grid.across - wide + 1, 2):
                    share = sum(grid.inside(column + a, row + b, w, h) for a, b, w, h in parts)
                    if share < least or (best and share < best[0]):
                        continue
                    at = (grid.left + column * grid.cell - left, grid.top + row * grid.cell - top)
                    label = msgspec.structs.replace(shape, at=at)
                    if any(overlap(part, box) for part in label.parts for box in near):
                        continue
                    worth = share * WITHIN / least * 90 + _worth(label, places, place, frame)
                    if best is None or worth > best[0]:
                        best = worth, label
    return None if best is None else Room(best[1], places.seats(best[1].box), places.grid)


def _worth(label: Label, places: _Places, place: Point, frame: Frame) -> float:
    """How good a label is: the room that it leaves for counters first, then its size."""
    free = min(places.best(label.box)[1], 0.9)
    hides = 9 if _covers(label.box, place) else 0
    return free * 50 + label.size / frame.size * 2.6 + label.sign / frame.size - hides


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
            return Room(placed, _offshore(place, frame), Grid(outline, frame))
    return None


def _offshore(place: Point, frame: Frame) -> list[Point]:
    """Places on a small island and off it, where counters have only the sea to cover."""
    step = SEAT_STEP * frame.size * 1.5
    spots = [(place[0] + n * step, place[1] + m * step) for n in range(-7, 8) for m in range(-7, 8)]
    return sorted(spots, key=lambda spot: math.dist(spot, place))


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


def _cells(grid: Grid, label: Label) -> tuple[list[tuple[int, int, int, int]], int, int]:
    """The parts as boxes of whole cells from the upper left corner of the label, and how far they reach
    down and across."""
    left, top = label.box[:2]
    parts = []
    for box in label.parts:
        low, high = math.floor((box[1] - top) / grid.cell), math.ceil((box[3] - top) / grid.cell)
        start, end = math.floor((box[0] - left) / grid.cell), math.ceil((box[2] - left) / grid.cell)
        parts.append((start, low, end - start, high - low))
    down = max(low + high for _, low, _, high in parts)
    return parts, down, max(start + wide for start, _, wide, _ in parts)


def _fit(grid: Grid, label: Label) -> Iterator[Label]:
    """The label as high, and as low, as it fits in the area, each time near the middle across."""
    parts, down, across = _cells(grid, label)
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


class _Places:
    """Places for a usual stack in an area, worked out once and then weighed against each name's ground."""

    def __init__(self, grid: Grid, place: Point, frame: Frame) -> None:
        self.grid, self._frame, self._place = grid, frame, place
        self._half = STACK[0] * frame.size / 2, STACK[1] * frame.size / 2
        self._room = STACK[0] * STACK[1] * frame.size**2
        across, down = grid.cells(STACK[0] * frame.size, STACK[1] * frame.size)
        across, down = min(across, grid.across), min(down, grid.down)
        found: list[tuple[float, Point, float]] = []
        for row in range(0, grid.down - down + 1, 2):
            for column in range(0, grid.across - across + 1, 2):
                middle = grid.middle(column, row, across, down)
                share = grid.inside(column, row, across, down) * grid.cell**2 / self._room
                found.append((share - math.dist(middle, place) / (1200 * frame.size), middle, share))
        self._found = sorted(found, reverse=True)

    def best(self, taken: Box) -> tuple[Point, float]:
        """The best place for a stack clear of the name, and what share of it is inside."""
        best = (-math.inf, self._place, 0.0)
        half = self._half
        for worth, (x, y), share in self._found:
            if worth <= best[0]:
                break
            lost = overlap((x - half[0], y - half[1], x + half[0], y + half[1]), taken) / self._room
            if worth - lost > best[0]:
                best = worth - lost, (x, y), share - lost
        return best[1], best[2]

    def seats(self, taken: Box) -> list[Point]:
        """The best place and others inside the outline, the nearest to it first."""
        grid, seat = self.grid, self.best(taken)[0]
        step = max(1, round(max(SEAT_STEP * self._frame.size, math.sqrt(grid.ground / SEATS)) / grid.cell))
        others = [
            grid.middle(column, row, 1, 1)
            for row in range(step // 2, grid.down, step)
            for column in range(step // 2, grid.across, step)
            if grid.inside(column, row, 1, 1)
        ]
        return [seat, *sorted(others, key=lambda at: math.dist(at, seat))]


def _covers(box: Box, at: Point) -> bool:
    return box[0] - 6 < at[0] < box[2] + 6 and box[1] - 6 < at[1] < box[3] + 6


def overlap(one: Box, two: Box) -> float:
    """The ground that two boxes share."""
    across = min(one[2], two[2]) - max(one[0], two[0])
    down = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, across) * max(0.0, down)
