"""Hexes: ids as they are printed, a metric that is the length of the shortest way, one name for each side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.grande_armee.hexes import Hex, Hexside, distance, hex_at, hexside, neighbours, place, sharers
from engines.core.graph import distances
from tests.grande_armee.hexes import disc

OPPOSITE = {"n": "s", "ne": "sw", "se": "nw", "s": "n", "sw": "ne", "nw": "se"}
RADIUS = 6
ANYWHERE = st.builds(hex_at, st.integers(0, 99), st.integers(0, 99))
INLAND = st.builds(hex_at, st.integers(40, 59), st.integers(40, 59))
"""Far enough from where ids end."""


def test_an_id_is_the_column_and_then_the_row() -> None:
    assert (hex_at(7, 12), place(Hex("0712"))) == ("0712", (7, 12))


def test_odd_columns_lie_half_a_hex_lower() -> None:
    around = {
        "0612": {"n": "0611", "ne": "0711", "se": "0712", "s": "0613", "sw": "0512", "nw": "0511"},
        "0712": {"n": "0711", "ne": "0812", "se": "0813", "s": "0713", "sw": "0613", "nw": "0612"},
        "0000": {"se": "0100", "s": "0001"},
    }
    for hex, near in around.items():
        assert neighbours(Hex(hex)) == near
        assert list(neighbours(Hex(hex))) == list(near)


def test_what_is_no_id_is_refused() -> None:
    for id in ("", "712", "07120", "07-1", "O712", "٠٧١٢"):
        with pytest.raises(ValueError, match="no hex"):
            place(Hex(id))
    for column, row in ((-1, 0), (0, 100)):
        with pytest.raises(ValueError, match="No hex has"):
            hex_at(column, row)


@given(ANYWHERE)
def test_neighbours_are_neighbours_of_each_other_by_the_opposite_way(hex: Hex) -> None:
    for direction, near in neighbours(hex).items():
        assert neighbours(near)[OPPOSITE[direction]] == hex  # type: ignore[index]


@given(ANYWHERE)
def test_a_side_has_one_name_whichever_hex_names_it(hex: Hex) -> None:
    sides = [hexside(hex, near) for near in neighbours(hex).values()]
    assert len(set(sides)) == len(sides)
    for side, near in zip(sides, neighbours(hex).values(), strict=True):
        assert side == hexside(near, hex)
        assert set(sharers(side)) == {hex, near}


@given(ANYWHERE, ANYWHERE)
def test_only_neighbours_share_a_side(one: Hex, other: Hex) -> None:
    if distance(one, other) != 1:
        with pytest.raises(ValueError, match="share no side"):
            hexside(one, other)


@given(INLAND)
def test_distance_is_the_length_of_the_shortest_way(centre: Hex) -> None:
    around = disc(centre, RADIUS)
    steps = {hex: [near for near in neighbours(hex).values() if near in around] for hex in around}
    assert distances(steps, [centre]) == {hex: distance(centre, hex) for hex in around}


@given(ANYWHERE, ANYWHERE, ANYWHERE)
def test_distance_is_a_metric(one: Hex, other: Hex, third: Hex) -> None:
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, other) == distance(other, one)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@pytest.mark.parametrize(
    ("side", "reason"),
    [
        ("1010/1011/1012", "share no side"),
        ("1011/1010", "is called 1010/1011"),
        ("1010/1012", "share no side"),
    ],
)
def test_a_side_has_to_have_its_name(side: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        sharers(Hexside(side))
