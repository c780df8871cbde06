"""The ways of arrows over a map: clear of names, and of other stacks where there is room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from PIL import Image, ImageDraw

from render.geo import dense, spline
from render.once import cached
from render.parts.placing.boxes import bounds, grown, holds, meet
from render.pen import Box, Point

LIFTS = (0.12, -0.12, 0.24, -0.24)
"""The bends of an arrow from stop to stop to its left, as shares of its length; the first is preferred."""
CLEAR = 8.0
"""The least distance between the middle of an arrow and names."""
GRAIN = 2.0
"""Fineness of the table of taken places."""
CELL = 8.0
"""Fineness of the search for a way round names."""
AROUND = 90.0
"""The longest detour of a way."""
TOLL = 200.0
"""The cost of a step over a name, where one past it costs 1."""
EAGER = 1.3
"""The weight of the remaining way: above 1 the search is quicker and the way a little longer."""
FAR, BEND = 180.0, 0.3
"""How far from the stops of a way names matter: as far as it may go round them, and its bend."""
PASSES = 8
"""How often a way that was searched is drawn taut."""
RINGS = 9
"""Rings of places round a stop, of which the nearest free one is taken."""

Course = list[Point]


def course(names: Iterable[Box], size: float, stops: Sequence[Point]) -> Course:
    """The way of an arrow through its stops, past all names; a short one is bent a little."""
    return _found(_near(names, size, stops), size, tuple(stops))


@cached(1024)
def _found(names: tuple[Box, ...], size: float, stops: tuple[Point, ...]) -> Course:
    return _Ground(names, size, stops).course()


@cached(1024)
def _searched(names: tuple[Box, ...], size: float, start: Point, end: Point) -> Course:
    """A stretch of a way, which those of other arrows often share."""
    return _Ground(names, size, (start, end)).searched()


def _about(stops: Sequence[Point], size: float) -> Box:
    """The ground on which a way through these stops is looked for, and more."""
    box = bounds((x, y, x, y) for x, y in stops)
    return grown(box, FAR * size + BEND * math.dist(box[:2], box[2:]))


def _near(names: Iterable[Box], size: float, stops: Sequence[Point]) -> tuple[Box, ...]:
    """The names that matter to a way: when others move, it stays as it was found."""
    about = _about(stops, size)
    return tuple([box for box in names if meet(box, about)])


class _Ground:
    """The map about some stops with its names, on which arrows may not lie."""

    def __init__(self, names: tuple[Box, ...], size: float, stops: Sequence[Point]) -> None:
        self._names, self._size, self._grain, self._stops = names, size, GRAIN * size, stops
        self._left, self._top, right, low = _about(stops, size)
        self._across = math.ceil((right - self._left) / self._grain) + 1
        mask = Image.new("L", (self._across, math.ceil((low - self._top) / self._grain) + 1), 0)
        pen = ImageDraw.Draw(mask)
        for box in names:
            left, top, right, low = grown(box, CLEAR * size)
            corner = (left - self._left) / self._grain, (top - self._top) / self._grain
            end = (right - self._left) / self._grain, (low - self._top) / self._grain
            pen.rectangle((corner, end), fill=1)
        self._mask = mask.tobytes()

    def _at(self, at: Point) -> int:
        """The place of a point in the table."""
        column, row = int((at[0] - self._left) / self._grain), int((at[1] - self._top) / self._grain)
        return row * self._across + column

    def _named(self, at: Point) -> int:
        """Whether a name lies at a point."""
        return self._mask[self._at(at)]

    def course(self) -> Course:
        """The way of an arrow through the stops."""
        step = 2 * self._size
        for way in _drawn_free(self._stops, step):
            if not any(self._named(at) for at in way):
                return way
        free = [self._freed(stop) for stop in self._stops]
        rough = [at for start, end in pairwise(free) for at in self._stretch(start, end)[:-1]]
        return spline(self._taut(dense([*rough, free[-1]], CELL * self._size)), step)

    def _freed(self, stop: Point) -> Point:
        """The nearest place to a stop that no name covers."""
        if not self._named(stop):
            return stop
        pace = CELL * self._size
        spots = (
            (stop[0] + ring * pace * math.cos(turn), stop[1] + ring * pace * math.sin(turn))
            for ring in range(1, RINGS)
            for turn in (n * math.pi / 8 for n in range(16))
        )
        return next((at for at in spots if not self._named(at)), stop)

    def _stretch(self, start: Point, end: Point) -> Course:
        """The way from place to place: straight, if no name is in between."""
        straight = dense([start, end], 2 * self._grain)
        if not any(self._named(at) for at in straight):
            return straight
        return _searched(_near(self._names, self._size, (start, end)), self._size, start, end)

    def searched(self) -> Course:
        """The cheapest way from the first stop to the last (A*), on a grid that begins at the first."""
        start, end = self._stops[0], self._stops[-1]
        cell, far = CELL * self._size, math.ceil(AROUND / CELL)
        goal = (round((end[0] - start[0]) / cell), round((end[1] - start[1]) / cell))
        west, north = min(0, goal[0]) - far, min(0, goal[1]) - far
        wide, high = abs(goal[0]) + 2 * far + 1, abs(goal[1]) + 2 * far + 1
        # A node is a number, row by row; the outermost ones count as searched, so that none is left.
        edge = bytes([1]) * wide
        done = bytearray(edge + (b"\1" + bytes(wide - 2) + b"\1") * (high - 2) + edge)
        first, every = self._at((start[0] + west * cell, start[1] + north * cell)), round(cell / self._grain)
        lines = [first + row * every * self._across for row in range(high)]
        names = b"".join([self._mask[line : line + wide * every : every] for line in lines])
        begin, sought = -north * wide - west, (goal[1] - north) * wide + goal[0] - west
        steps = [(down * wide + across, away, away * TOLL) for across, down, away in NEXT]
        spent, came = [math.inf] * len(done), [begin] * len(done)
        spent[begin] = 0.0
        waiting = [(0.0, begin)]
        while waiting:
            node = heappop(waiting)[1]
            if node == sought:
                break
            if done[node]:
                continue
            done[node] = 1
            so_far = spent[node]
            for step, away, dear in steps:
                other = node + step
                if done[other]:
                    continue
                cost = so_far + (dear if names[other] else away)
                if cost < spent[other]:
                    spent[other], came[other] = cost, node
                    row, column = divmod(other, wide)
                    left = math.hypot(column + west - goal[0], row + north - goal[1])
                    heappush(waiting, (cost + EAGER * left, other))
        nodes = [sought]
        while nodes[-1] != begin:
            nodes.append(came[nodes[-1]])
        way = [(start[0] + (n % wide + west) * cell, start[1] + (n // wide + north) * cell) for n in nodes]
        return [start, *way[-2:0:-1], end]

    def _taut(self, way: Course) -> Course:
        """The way smoothed, each place as long as it does not come onto a name by it."""
        mask, left, top, grain, across = self._mask, self._left, self._top, self._grain, self._across
        for _ in range(PASSES):
            x, y = way[0]
            for n in range(1, len(way) - 1):
                after = way[n + 1]
                at = (x + after[0]) / 2, (y + after[1]) / 2
                # As `_named` has it: its calls would take as long as everything else.
                if not mask[int((at[1] - top) / grain) * across + int((at[0] - left) / grain)]:
                    way[n] = at
                x, y = way[n]
        return way


NEXT = tuple((a, b, math.hypot(a, b)) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
"""Steps to the nodes about one, each with its length."""


def _drawn_free(stops: Sequence[Point], step: float) -> Iterator[Course]:
    """Ways as if nothing were in the way, the best first."""
    if len(stops) > 2:
        yield dense(spline(list(stops)), step)
        return
    (x0, y0), (x1, y1) = stops
    for lift in LIFTS:
        middle = ((x0 + x1) / 2 + (y1 - y0) * lift, (y0 + y1) / 2 - (x1 - x0) * lift)
        yield dense(spline([(x0, y0), middle, (x1, y1)]), step)


def short_of(way: Course, boxes: Sequence[Box]) -> Course:
    """The course up to where it meets one of the boxes, at least a third of it."""
    last = next((n for n, at in enumerate(way) if any(holds(box, at) for box in boxes)), len(way) - 1)
    return way[: max(last, len(way) // 3, 1) + 1]
