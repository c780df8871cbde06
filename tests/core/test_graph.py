"""Path search: as good as trying every way, lawful, and the same in every run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engines.core.graph import Path, along, cheapest, distances, reaches

NODES = range(5)
Ways = dict[int, list[tuple[int, int]]]
"""Neighbours with the price of the step to each."""

SOME = st.sets(st.sampled_from(NODES))
WAYS = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), st.integers(0, 5), max_size=12
).map(lambda prices: {n: [(b, price) for (a, b), price in prices.items() if a == n] for n in NODES})


def both_ways(ways: Ways) -> Ways:
    """The same prices there and back."""
    prices = {frozenset((a, b)): price for a in ways for b, price in ways[a]}
    return {n: [(m, prices[frozenset((n, m))]) for m in NODES if frozenset((n, m)) in prices] for n in NODES}


def near(ways: Ways) -> dict[int, list[int]]:
    return {n: [end for end, _ in ways[n]] for n in ways}


def every_way(ways: Ways, path: tuple[int, ...], cost: int = 0) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way from where a path is, without going in circles."""
    yield path, cost
    for end, price in ways[path[-1]]:
        if end not in path:
            yield from every_way(ways, (*path, end), cost + price)


@given(WAYS, SOME)
def test_distances_are_those_of_the_shortest_of_all_ways(ways: Ways, starts: set[int]) -> None:
    found = distances(near(ways), starts)
    shortest: dict[int, int] = {}
    for start in starts:
        for path, _ in every_way(ways, (start,)):
            shortest[path[-1]] = min(shortest.get(path[-1], len(NODES)), len(path) - 1)
    assert found == shortest
    assert list(found.values()) == sorted(found.values())


@given(WAYS)
def test_distances_both_ways_are_a_metric(ways: Ways) -> None:
    links = near(both_ways(ways))
    far = {n: distances(links, [n]) for n in NODES}
    for a in NODES:
        assert far[a][a] == 0
        for b in far[a]:
            assert far[a][b] == far[b][a]
            assert all(far[a][c] <= far[a][b] + far[b][c] for c in far[b])


@given(WAYS, st.sampled_from(NODES), st.none() | st.integers(0, 12))
def test_the_cheapest_is_the_cheapest_of_all_ways(ways: Ways, start: int, most: int | None) -> None:
    paths = cheapest(start, 0, along(ways, most))
    lowest: dict[int, int] = {}
    for path, cost in every_way(ways, (start,)):
        if most is None or cost <= most:
            lowest[path[-1]] = min(lowest.get(path[-1], cost), cost)
    assert {end: path.cost for end, path in paths.items()} == lowest
    for end, way in paths.items():
        walked = sum(min(price for to, price in ways[a] if to == b) for a, b in pairwise(way.stops))
        assert (way.end, way.stops[0], way.stops[-1], walked) == (end, start, end, way.cost)


@given(WAYS, SOME, SOME, SOME)
def test_a_goal_is_reached_where_some_way_is_not_cut(
    ways: Ways, starts: set[int], goals: set[int], cut: set[int]
) -> None:
    leads = any(
        path[-1] in goals and not cut.intersection(path[1:])
        for start in starts
        for path, _ in every_way(ways, (start,))
    )
    assert reaches(near(ways), starts, goals, cut) == leads


def test_of_ways_that_cost_the_same_the_first_to_be_come_upon_is_kept() -> None:
    diamond: Mapping[str, list[tuple[str, int]]] = {
        "a": [("c", 1), ("b", 1)],
        "b": [("d", 1)],
        "c": [("d", 1)],
        "d": [],
    }
    paths = cheapest("a", 0, along(diamond))
    assert list(paths) == ["a", "c", "b", "d"]
    assert paths["d"].stops == ("a", "c", "d")


def test_a_cost_may_be_weighed_by_more_than_its_sum() -> None:
    """Of two ways that cost the same, the one with fewer steps."""
    prices = {"a": [("b", 1), ("d", 3)], "b": [("c", 1)], "c": [("d", 1)], "d": []}

    def step(here: Path[str, tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
        spent, steps = here.cost
        for end, price in prices[here.end]:
            yield end, (spent + price, steps + 1)

    assert cheapest("a", (0, 0), step)["d"].stops == ("a", "d")


def test_an_end_may_be_more_than_its_place() -> None:
    """A wagon that has left the road does not find it again: by the field it gets to town, but no further."""
    ends = {"camp": ["road", "field"], "field": ["town"], "road": ["town"], "town": ["gate"], "gate": []}

    def step(here: Path[tuple[str, bool], int]) -> Iterator[tuple[tuple[str, bool], int]]:
        place, by_road = here.end
        for end in ends[place]:
            stays = by_road and end != "field"
            if stays or end != "gate":
                yield (end, stays), here.cost + (3 if end == "road" else 1)

    paths = cheapest(("camp", True), 0, step)
    assert paths["town", False].cost == 2
    assert paths["gate", True].stops[1] == ("road", True)
    by_place = cheapest(("camp", True), 0, step, key=lambda end: end[0])
    assert "gate" not in by_place
