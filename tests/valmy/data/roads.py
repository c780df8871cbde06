"""Marches over the map by the bare rules of movement, so that the calendar can be held to history."""

from __future__ import annotations

import heapq
from collections.abc import Collection

import data.valmy
from data.valmy.links import neighbours

PACK = data.valmy.load()
BOX = {box.id: box for box in PACK.board.box}
JOINED = neighbours(PACK)
EXIT = "exit"


def distance(start: str, end: str) -> int:
    """Least sum of line costs."""
    found, queue = {start: 0}, [(0, start)]
    while queue:
        cost, box = heapq.heappop(queue)
        if box == end:
            return cost
        for other, more in JOINED[box].items():
            if cost + more < found.get(other, 999):
                found[other] = cost + more
                heapq.heappush(queue, (cost + more, other))
    raise KeyError(end)


def turns(start: str, *stops: str, allowance: int = 2, without: Collection[str] = ()) -> int:
    """Fewest turns by way of the stops; one box is allowed at any cost, as the only step (7.1.7).

    :param stops: the last may be EXIT, which is beyond the boxes of the west edge.
    """
    best: dict[tuple[str, int], tuple[int, int]] = {}
    queue = [(1, 0, start, 0)]
    while queue:
        turn, spent, box, passed = heapq.heappop(queue)
        while passed < len(stops) and box == stops[passed]:
            passed += 1
        if passed == len(stops):
            return turn
        if best.get((box, passed), (999, 0)) <= (turn, spent):
            continue
        best[box, passed] = turn, spent
        ways = [(other, cost) for other, cost in JOINED[box].items() if other not in without]
        if stops[passed] == EXIT and BOX[box].exit:
            ways.append((EXIT, PACK.tables.figures.exit))
        for other, cost in ways:
            if spent + cost <= allowance:
                heapq.heappush(queue, (turn, spent + cost, other, passed))
            else:
                later = turn + (spent > 0)
                heapq.heappush(queue, (later, min(cost, allowance), other, passed))
    raise KeyError(stops)
