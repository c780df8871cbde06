"""Path search, for areas and hexes alike.

Of equal ways the first found is kept, so that every run is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, Protocol, TypeVar, overload

import msgspec


class Comparable(Protocol):
    """A cost: a whole number, or a tuple of them, the weightiest first."""

    def __lt__(self, other: Any, /) -> bool: ...


N = TypeVar("N")
H = TypeVar("H", bound=Hashable)
C = TypeVar("C", bound=Comparable)


class Path(msgspec.Struct, Generic[N, C], frozen=True, eq=False):
    """A way from a start to an end."""

    end: N
    cost: C
    """The cost of the whole way."""
    before: Path[N, C] | None
    """The way without its last step; None at the start."""

    @property
    def stops(self) -> tuple[N, ...]:
        """All of the way, the start first."""
        stops = [self.end]
        path = self.before
        while path is not None:
            stops.append(path.end)
            path = path.before
        return tuple(reversed(stops))


Step = Callable[[Path[N, C]], Iterable[tuple[N, C]]]
"""The next steps of a way, each with the cost of the whole way to there."""


def distances(neighbours: Mapping[H, Iterable[H]], starts: Iterable[H]) -> dict[H, int]:
    """Steps to the nearest of the starts from all that they reach, the nearest first."""
    steps = dict.fromkeys(starts, 0)
    order = list(steps)
    for here in order:
        onward = steps[here] + 1
        for near in neighbours[here]:
            if near not in steps:
                steps[near] = onward
                order.append(near)
    return steps


def reaches(
    neighbours: Mapping[H, Iterable[H]], starts: Iterable[H], goals: Container[H], cut: Container[H] = ()
) -> bool:
    """Whether a chain leads from a start to a goal.

    :param cut: nodes that no chain may enter; a start may be one of them.
    """
    order = list(starts)
    seen = set(order)
    for here in order:
        if here in goals:
            return True
        for near in neighbours[here]:
            if near not in seen and near not in cut:
                seen.add(near)
                order.append(near)
    return False


@overload
def cheapest(start: H, cost: C, step: Step[H, C]) -> dict[H, Path[H, C]]: ...
@overload
def cheapest(start: N, cost: C, step: Step[N, C], key: Callable[[N], H]) -> dict[H, Path[N, C]]: ...
def cheapest(start: Any, cost: Any, step: Step[Any, Any], key: Callable[[Any], Any] | None = None) -> Any:
    """The cheapest way to each reachable end, in the order in which the ends were found.

    :param cost: the cost of the start, as a rule 0.
    :param step: the next steps of a way; it is called once for each end, the cheapest first.
        No way may cost less than the way that it goes on from.
    :param key: identifies an end, where that is more than its place.
    """
    first: Path[Any, Any] = Path(start, cost, None)
    best = {start if key is None else key(start): first}
    order = count()
    queue = [(cost, next(order), first)]
    while queue:
        here = heappop(queue)[2]
        if best[here.end if key is None else key(here.end)] is not here:
            continue
        for end, spent in step(here):
            known = end if key is None else key(end)
            if known not in best or spent < best[known].cost:
                best[known] = path = Path(end, spent, here)
                heappush(queue, (spent, next(order), path))
    return best


def along(ways: Mapping[H, Iterable[tuple[H, int]]], most: int | None = None) -> Step[H, int]:
    """Steps whose prices add up.

    :param ways: neighbours, each with the price of the step to it.
    :param most: the highest price of a whole way.
    """

    def step(here: Path[H, int]) -> Iterable[tuple[H, int]]:
        ends = ((near, here.cost + price) for near, price in ways[here.end])
        return ends if most is None else (end for end in ends if end[1] <= most)

    return step
