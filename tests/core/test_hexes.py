"""Hexes: ids as they are printed, a metric that is the length of the shortest way, one name for each side."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.hexes import Hex, Hexside, hex_at, hexside, neighbours, place, sharers
from engines.core.graph import along, cheapest, distances
from engines.core.hexes import Grid, disc, distance, line, ring

OPPOSITE = {"n": "s", "ne": "sw", "se": "nw", "s": "n", "sw": "ne", "nw": "se"}
RADIUS = 6
ANYWHERE = st.builds(hex_at, st.integers(0, 99), st.integers(0, 99))
INLAND = st.builds(hex_at, st.integers(40, 59), st.integers(40, 59))
"""Far enough from where ids end."""

Ground = Literal["clear", "mountain", "lake"]
Barrier = Literal["river", "bridge"]
MARCH: Grid[Ground, Barrier] = Grid(
    {hex: "mountain" if hex == "1009" else "clear" for hex in disc(Hex("1010"), 2)},
    {
        hexside(Hex("1010"), Hex("1011")): ("river",),
        hexside(Hex("1010"), Hex("1110")): ("river", "bridge"),
    },
)


def price(ground: Ground, on_side: tuple[Barrier, ...]) -> int | None:
    if ground == "lake":
        return None
    return {"clear": 1, "mountain": 3}[ground] + (on_side == ("river",))


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
    grid: Grid[str, str] = Grid(dict.fromkeys(around, "clear"), {})
    assert distances(grid.neighbours, [centre]) == {hex: distance(centre, hex) for hex in around}


@given(ANYWHERE, ANYWHERE, ANYWHERE)
def test_distance_is_a_metric(one: Hex, other: Hex, third: Hex) -> None:
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, other) == distance(other, one)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@given(INLAND, st.integers(1, RADIUS))
def test_a_ring_has_six_hexes_for_each_step_of_its_radius(centre: Hex, radius: int) -> None:
    hexes = ring(centre, radius)
    assert len(set(hexes)) == len(hexes) == 6 * radius
    assert all(distance(centre, hex) == radius for hex in hexes)
    assert all(distance(*pair) == 1 for pair in zip(hexes, (*hexes[1:], hexes[0]), strict=True))
    assert place(hexes[0]) == (place(centre)[0], place(centre)[1] - radius)
    assert len(disc(centre, radius)) == 1 + 3 * radius * (radius + 1)


@given(ANYWHERE, ANYWHERE)
def test_a_line_has_one_step_for_each_distance_and_is_the_same_there_and_back(start: Hex, end: Hex) -> None:
    steps = line(start, end)
    assert len(steps) == distance(start, end) + 1
    for number, hexes in enumerate(steps):
        assert hexes
        assert {distance(start, hex) for hex in hexes} == {number}
        assert {distance(hex, end) for hex in hexes} == {len(steps) - 1 - number}
    assert [set(hexes) for hexes in line(end, start)] == [set(hexes) for hexes in reversed(steps)]


def test_a_line_along_a_hexspine_touches_the_hexes_on_both_sides() -> None:
    assert line(Hex("1010"), Hex("1210")) == (("1010",), ("1109", "1110"), ("1210",))
    assert line(Hex("1010"), Hex("1111")) == (("1010",), ("1110", "1011"), ("1111",))
    assert line(Hex("1010"), Hex("0911")) == (("1010",), ("0910", "1011"), ("0911",))
    assert line(Hex("1010"), Hex("1013")) == (("1010",), ("1011",), ("1012",), ("1013",))
    assert line(Hex("0000"), Hex("0200")) == (("0000",), ("0100",), ("0200",))


def test_a_march_pays_for_terrain_and_for_rivers_without_a_bridge() -> None:
    paths = cheapest(Hex("1010"), 0, along(MARCH.ways(price), most=3))
    costs: dict[str, int] = {hex: path.cost for hex, path in paths.items()}
    assert costs["1110"] == 1
    assert costs["1011"] == 2
    assert costs["1009"] == 3
    assert costs["1012"] == 3
    assert "1008" in costs  # round the mountain
    assert set(costs) == set(MARCH.terrain)
    assert set(cheapest(Hex("1010"), 0, along(MARCH.ways(price), most=1))) == {
        "1010", "0909", "0910", "1109", "1110",
    }  # fmt: skip


def test_nobody_marches_where_there_is_no_price() -> None:
    grid = msgspec.structs.replace(MARCH, terrain={**MARCH.terrain, Hex("1109"): "lake"})
    ways = grid.ways(price)
    assert all("1109" not in dict(ways[hex]) for hex in ways)
    assert "1109" in grid.neighbours[Hex("1010")]


def test_what_lies_on_a_side_is_seen_from_both() -> None:
    for one, other in (("1010", "1110"), ("1110", "1010")):
        assert MARCH.between(Hex(one), Hex(other)) == ("river", "bridge")
    assert MARCH.between(Hex("1010"), Hex("1009")) == ()


def test_a_grid_is_the_same_in_json() -> None:
    encoded = msgspec.json.encode(MARCH)
    assert msgspec.json.decode(encoded, type=Grid[Ground, Barrier]) == MARCH
    for faulty, reason in (
        ({"0712": "clear", "712": "clear"}, "no hex"),
        ({"0712": "sea"}, "Invalid enum value"),
    ):
        with pytest.raises(msgspec.ValidationError, match=reason):
            msgspec.convert({"terrain": faulty, "sides": {}}, type=Grid[Ground, Barrier])


def test_a_side_must_be_on_the_map_and_have_its_name() -> None:
    ground = dict.fromkeys(disc(Hex("1010"), 1), "clear")
    for side, reason in (
        ("1010/1011/1012", "share no side"),
        ("1011/1010", "is called 1010/1011"),
        ("1010/1012", "share no side"),
        ("1011/1012", "no hex 1012"),
    ):
        with pytest.raises(ValueError, match=reason):
            Grid(ground, {Hexside(side): ("river",)})
