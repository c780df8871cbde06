"""The ways of arrows over a map: clear of names, and of other stacks where there is room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from PIL import Image, ImageDraw

from render.geo import dense, spline
from render.once import cached
from render.parts.placing.boxes import grown, holds
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
MOST = 512
"""Ways that a ground remembers."""
PASSES = 24
"""How often a way that was searched is drawn taut."""
RINGS = 9
"""Rings of places round a stop, of which the nearest free one is taken."""

Course = list[Point]
Node = tuple[int, int]


@cached(8)
def ground(map: Box, names: tuple[Box, ...], size: float) -> Ground:
    """The ground of a map, kept with the ways that were found: most names stay where they are."""
    return Ground(map, names, size)


class Ground:
    """A map with its names, on which arrows may not lie."""

    def __init__(self, map: Box, names: Iterable[Box], size: float = 1.0) -> None:
        self.size, self._grain = size, GRAIN * size
        self._left, self._top = map[0], map[1]
        self._across = math.ceil((map[2] - map[0]) / self._grain)
        self._down = math.ceil((map[3] - map[1]) / self._grain)
        mask = Image.new("L", (self._across, self._down), 0)
        pen = ImageDraw.Draw(mask)
        for left, top, right, low in (grown(box, CLEAR * size) for box in names):
            corner = (left - self._left) / self._grain, (top - self._top) / self._grain
            end = (right - self._left) / self._grain, (low - self._top) / self._grain
            pen.rectangle((corner, end), fill=1)
        self._mask = mask.tobytes()
        self._found: dict[tuple[Point, ...], Course] = {}

    def named(self, at: Point) -> int:
        """Whether a name lies at a point of the sheet; beyond the map there is none."""
        column, row = int((at[0] - self._left) / self._grain), int((at[1] - self._top) / self._grain)
        if 0 <= column < self._across and 0 <= row < self._down:
            return self._mask[row * self._across + column]
        return 0

    def course(self, stops: Sequence[Point]) -> Course:
        """The way of an arrow through its stops, past all names; a short one is bent a little."""
        key = tuple(stops)
        if key not in self._found:
            if len(self._found) >= MOST:
                self._found.clear()
            self._found[key] = self._course(key)
        return self._found[key]

    def _course(self, stops: Sequence[Point]) -> Course:
        step = 2 * self.size
        for way in _drawn_free(stops, step):
            if not any(self.named(at) for at in way):
                return way
        free = [self._freed(stop) for stop in stops]
        rough = [at for start, end in pairwise(free) for at in self._searched(start, end)[:-1]]
        return dense(self._taut(dense([*rough, free[-1]], 2 * step)), step)

    def _freed(self, stop: Point) -> Point:
        """The nearest place to a stop that no name covers."""
        if not self.named(stop):
            return stop
        pace = CELL * self.size
        spots = (
            (stop[0] + ring * pace * math.cos(turn), stop[1] + ring * pace * math.sin(turn))
            for ring in range(1, RINGS)
            for turn in (n * math.pi / 8 for n in range(16))
        )
        return next((at for at in spots if not self.named(at)), stop)

    def _searched(self, start: Point, end: Point) -> Course:
        """The cheapest way from place to place (A*), on a grid that begins at the first of them."""
        cell = CELL * self.size
        straight = dense([start, end], 2 * self._grain)
        if not any(self.named(at) for at in straight):
            return straight
        goal = (round((end[0] - start[0]) / cell), round((end[1] - start[1]) / cell))
        reach = grown((min(0, goal[0]), min(0, goal[1]), max(0, goal[0]), max(0, goal[1])), AROUND / CELL)
        begin: Node = (0, 0)
        spent, came, done = {begin: 0.0}, dict[Node, Node](), set[Node]()
        waiting = [(0.0, begin)]
        while waiting:
            node = heappop(waiting)[1]
            if node == goal:
                break
            if node in done:
                continue
            done.add(node)
            for across, down, far in NEXT:
                other = (node[0] + across, node[1] + down)
                known, cost = spent.get(other, math.inf), spent[node] + far
                # A name makes a step dearer: what is no cheaper without one need not be looked at.
                if cost >= known or other in done or not holds(reach, other):
                    continue
                if self.named((start[0] + other[0] * cell, start[1] + other[1] * cell)):
                    cost = spent[node] + far * TOLL
                if cost < known:
                    spent[other], came[other] = cost, node
                    heappush(waiting, (cost + EAGER * math.dist(other, goal), other))
        nodes = [goal]
        while nodes[-1] != begin:
            nodes.append(came[nodes[-1]])
        return [start, *((start[0] + a * cell, start[1] + b * cell) for a, b in nodes[-2:0:-1]), end]

    def _taut(self, way: Course) -> Course:
        """The way smoothed, each place as long as it does not come onto a name by it."""
        for _ in range(PASSES):
            for n in range(1, len(way) - 1):
                at = (way[n - 1][0] + way[n + 1][0]) / 2, (way[n - 1][1] + way[n + 1][1]) / 2
                if not self.named(at):
                    way[n] = at
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
