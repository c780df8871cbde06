"""Sets of hexes as numbers."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from data.grande_armee.hexes import Direction, Hex, neighbours
from engines.grande_armee.hexes import Grid, Hexes
from tests.grande_armee.hexes import disc

RADIUS = 6


def test_a_set_of_hexes_as_a_number_moves_one_step_for_all_of_them() -> None:
    area = disc(Hex("2020"), RADIUS)
    grid = Grid(area)
    for direction in get_args(Direction):
        ends = {hex: neighbours(hex)[direction] for hex in disc(Hex("2020"), RADIUS - 1)}
        shifts = {grid.shift(hex, end) for hex, end in ends.items()}
        assert len(shifts) == 1
        shift, front = shifts.pop(), grid.number(ends)
        assert grid.hexes(front << shift if shift > 0 else front >> -shift) == sorted(ends.values())


AREA = sorted(disc(Hex("2020"), RADIUS))
GRID = Grid(AREA)


@given(st.sets(st.sampled_from(AREA)))
def test_a_set_of_hexes_as_a_number_is_read_back_in_the_order_of_ids(hexes: set[Hex]) -> None:
    assert GRID.hexes(GRID.number(hexes)) == sorted(hexes)


@given(st.lists(st.sets(st.sampled_from(AREA)), min_size=1, max_size=3))
def test_hexes_of_several_sets_are_counted_and_found_one_by_one_as_they_are_listed(
    sets: list[set[Hex]],
) -> None:
    listed = Hexes(GRID, *map(GRID.number, sets))
    expected = sorted((hex, nth) for nth, each in enumerate(sets) for hex in each)
    assert [*listed] == expected
    assert [listed[place] for place in range(len(listed))] == expected
