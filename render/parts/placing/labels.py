"""Room in an area for its name with the signs above it, and for counters: all inside the outline."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from data.rings import holds
from render.fonts import Role, face
from render.parts.frame import Frame
from render.parts.placing.boxes import bounds, grown, meet, overlap, within
from render.parts.placing.sums import Grid
from render.pen import Box, Point

SIZES = (22, 20, 18)
SMALLER = (16, 14, 13)
"""Sizes for an area without room for larger letters, neither inside nor across its border."""
WITHIN = 0.72
"""Share of a name and its signs that has to lie in its area, where it runs across the border."""
BEYOND = 44.0
"""How far it may reach out of the area's box."""
TOWN = 7.0
"""Half of the room of a town's ring, which no name of another area covers."""
LEAD = 1.02
"""The distance from line to line, in sizes."""
SIGNS = (25.0, 21.0, 18.0)
"""Sides of a sign, from the best down."""
STACK: Point = (62, 62)
"""Room for an average stack of counters."""
SEAT_STEP = 9.0
SEATS = 70
"""About how many places a large area offers, at least so far apart."""
ROOMY = 0.9
"""Share of an average stack that is room enough beside a name."""
BESIDE: tuple[Point, ...] = ((0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""The places of a name for which an island has no room."""


class Site(NamedTuple):
    """The facts about an area that placing needs."""

    name: str
    outline: list[Point]
    at: Point
    """The town, which no other area's name covers."""
    marks: tuple[Any, ...] = ()
    """Signs above its name, in the game's own type."""
    flags: int = 0
    """Signs behind them that come and go, whose room is reserved."""
    bold: bool = False
    island: bool = False
    """Whether its name may lie in the sea."""


class Label(msgspec.Struct, frozen=True):
    """A name in a line or two, `at` the middle of its box, with the signs of the area above it."""

    lines: tuple[str, ...]
    at: Point
    size: float
    width: float
    height: float
    role: Role
    marks: tuple[Any, ...] = ()
    """The signs of the label."""
    sign: float = 0
    """Side of a sign."""
    row: int = 1
    """Signs beside each other."""
    count: int = 0
    """Signs, with the flags behind them."""
    inks: tuple[Box, ...] = ()
    """The ground of the letters of each line, from the line's middle."""

    @property
    def box(self) -> Box:
        """The ground that it covers."""
        x, y = self.at
        return x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2

    @property
    def parts(self) -> tuple[Box, ...]:
        """The rows of signs and lines of letters, each with the ground that it covers."""
        return _parts(self)

    def sign_at(self, number: int) -> Point:
        """The middle of a sign."""
        row, column = divmod(number, self.row)
        beside = min(self.row, self.count - row * self.row)
        left = self.at[0] - (beside - 1) * self.sign / 2
        return left + column * self.sign, self.at[1] - self.height / 2 + (row + 0.5) * self.sign

    def line_at(self, number: int) -> Point:
        """The middle of a line of the name."""
        top = self.at[1] + self.height / 2 - self.size * LEAD * len(self.lines)
        return self.at[0], top + (number + 0.5) * self.size * LEAD


@lru_cache(maxsize=1024)
def _parts(label: Label) -> tuple[Box, ...]:
    x, y = label.at
    top = y - label.height / 2
    boxes = list[Box]()
    for row in range(math.ceil(label.count / label.row)):
        half = min(label.row, label.count - row * label.row) * label.sign / 2
        boxes.append((x - half, top, x + half, top + label.sign))
        top += label.sign
    for number, ink in enumerate(label.inks):
        x, y = label.line_at(number)
        boxes.append((x + ink[0], y + ink[1], x + ink[2], y + ink[3]))
    return tuple(boxes)


class Room(NamedTuple):
    """The places in one area."""

    label: Label
    seats: list[Point]
    """Places for counters, the best first, then by their distance from it."""
    ground: Grid


def room(site: Site, frame: Frame, sizes: Sequence[int] = SIZES, *, least: float = 0.0) -> Room | None:
    """Places for name and counters inside an area; None where its visible part is too small.

    :param least: the share of an average stack that must have room beside the name.
    """
    grid = Grid(site.outline, frame)
    if grid.empty or grid.ground < least * STACK[0] * STACK[1] * frame.counter**2:
        return None
    places = _Places(grid, site.at, frame)
    best: tuple[float, Label] | None = None
    tried = 0
    for size in sizes:
        fitting = [label for shape in _shapes(site, size * frame.size, frame) for label in _fit(grid, shape)]
        for label in fitting:
            if best and _worth(label, None, site.at, frame) <= best[0]:
                continue
            worth = _worth(label, places, site.at, frame)
            if best is None or worth > best[0]:
                best = worth, label
        tried += bool(fitting)
        if tried == 2:
            break
    if best is None or places.best(best[1].box)[1] < least:
        return None
    return Room(best[1], places.seats(best[1].box), places.grid)


def across(site: Site, taken: Iterable[Box], frame: Frame) -> Room | None:
    """Places for a name across its area's border, clear of all taken ground, and for counters."""
    grid = Grid(site.outline, frame, BEYOND * frame.size)
    if grid.empty:
        return None
    near = [box for box in taken if overlap(box, grid.box)]
    places = _Places(Grid(site.outline, frame), site.at, frame)
    best: tuple[float, Label] | None = None
    for size in SIZES[1:]:
        for shape in _shapes(site, size * frame.size, frame):
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
                    lies = share * WITHIN / least * 90
                    if best and lies + _worth(label, None, site.at, frame) <= best[0]:
                        continue
                    if any(overlap(part, box) for part in label.parts for box in near):
                        continue
                    worth = lies + _worth(label, places, site.at, frame)
                    if best is None or worth > best[0]:
                        best = worth, label
    return None if best is None else Room(best[1], places.seats(best[1].box), places.grid)


def _worth(label: Label, places: _Places | None, place: Point, frame: Frame) -> float:
    """The quality of a label: first the room that it leaves for counters, then its size; without places
    to ask for that room, its most.
    """
    free = min(places.best(label.box)[1], ROOMY) if places else ROOMY
    hides = 9 if _covers(label.box, place) else 0
    return free * 50 + label.size / frame.size * 2.6 + label.sign / frame.size - hides


def beside(site: Site, others: Iterable[Site], frame: Frame) -> Room | None:
    """A place next to an island for the name that it has no room for, clear of all other land."""
    left, top, right, bottom = island = bounds((x, y, x, y) for x, y in site.outline)
    label = next(_shapes(site, 18 * frame.size, frame))
    reach = (right - left + label.width) / 2 + 5, (bottom - top + label.height) / 2 + 5
    # Only the land about the island is asked whether it holds a corner of the name.
    about = grown(island, 2 * max(reach))
    rings = [tuple(other.outline) for other in others]
    rings = [ring for ring in rings if meet(bounds((x, y, x, y) for x, y in ring), about)]
    for across, down in BESIDE:
        at = (left + right) / 2 + across * reach[0], (top + bottom) / 2 + down * reach[1]
        placed = msgspec.structs.replace(label, at=at)
        if within(placed.box, frame.map) and not any(
            holds(ring, at) for ring in rings for at in _edge(placed.box)
        ):
            return Room(placed, _offshore(site.at, frame), Grid(site.outline, frame))
    return None


def _edge(box: Box) -> list[Point]:
    """Points all round a box."""
    left, top, right, bottom = box
    edge = [(left + (right - left) * n / 8, y) for n in range(9) for y in (top, bottom)]
    return edge + [(x, top + (bottom - top) * n / 4) for n in range(5) for x in (left, right)]


def _offshore(place: Point, frame: Frame) -> list[Point]:
    """Places on a small island and off it, where counters cover only the sea."""
    step = SEAT_STEP * frame.size * 1.5
    spots = [(place[0] + n * step, place[1] + m * step) for n in range(-7, 8) for m in range(-7, 8)]
    return sorted(spots, key=lambda spot: math.dist(spot, place))


def _shapes(site: Site, size: float, frame: Frame) -> Iterator[Label]:
    role: Role = "bold" if site.bold else "text"
    font, marks = face(role, round(size)), site.marks
    count = len(marks) + site.flags
    for lines in _broken(site.name):
        inks = tuple(font.getbbox(line, anchor="mm") for line in lines)
        for side in SIGNS if marks else SIGNS[:1]:
            for row in (count, 2) if count > 2 else (count,):
                sign = side * frame.size
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
    parts, down, _ = _cells(grid, label)
    tables = [(left, low, grid.fits(wide, high)) for left, low, wide, high in parts]
    for rows in (range(grid.down - down + 1), range(grid.down - down, -1, -1)):
        for row in rows:
            fitting = -1
            for left, low, table in tables:
                bits = table[row + low] if row + low >= 0 else 0
                fitting &= bits >> left if left >= 0 else bits << -left
            if fitting:
                columns = [column for column in range(grid.across) if fitting >> column & 1]
                corner = columns[len(columns) // 2]
                at = (
                    grid.left + corner * grid.cell + label.width / 2,
                    grid.top + row * grid.cell + label.height / 2,
                )
                yield msgspec.structs.replace(label, at=at)
                break


class _Places:
    """Places for an average stack in an area, computed once and then weighed against each name's ground."""

    def __init__(self, grid: Grid, place: Point, frame: Frame) -> None:
        self.grid, self._frame, self._place = grid, frame, place
        wide, high = STACK[0] * frame.counter, STACK[1] * frame.counter
        self._room = wide * high
        across, down = grid.cells(wide, high)
        across, down = min(across, grid.across), min(down, grid.down)
        wide, high = wide / 2, high / 2
        places: list[tuple[float, Point, float, Box]] = []
        for row in range(0, grid.down - down + 1, 2):
            for column in range(0, grid.across - across + 1, 2):
                x, y = middle = grid.middle(column, row, across, down)
                share = grid.inside(column, row, across, down) * grid.cell**2 / self._room
                worth = share - math.dist(middle, place) / (1200 * frame.size)
                places.append((worth, middle, share, (x - wide, y - high, x + wide, y + high)))
        self._found = sorted(places, reverse=True)

    def best(self, taken: Box) -> tuple[Point, float]:
        """The best place for a stack clear of the name, and the share of it that is inside."""
        most, best, free = -math.inf, self._place, 0.0
        left, top, right, bottom = taken
        for worth, at, share, (start, low, end, high) in self._found:
            if worth <= most:
                break
            # Called a hundred thousand times for a whole map: comparisons are quicker than min and max.
            across = (right if right < end else end) - (left if left > start else start)
            down = (bottom if bottom < high else high) - (top if top > low else low)
            if across <= 0 or down <= 0:
                return at, share
            lost = across * down / self._room
            if worth - lost > most:
                most, best, free = worth - lost, at, share - lost
        return best, free

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
