"""Combination and breakdown on the table (MOV Q to T, CB)."""

from __future__ import annotations

from typing import Any

import pytest

from data.grande_armee.hexes import Hex
from engines.core.errors import IllegalAction
from engines.grande_armee.events import Broken, Combined
from engines.grande_armee.state import Progress
from tests.grande_armee.table import FAR, Table, Units, moving

SIX = {f"french-2-5-{each}": "0612" for each in range(1, 7)}


def starting(units: Units, **others: Any) -> Table:
    """A French Movement Phase at its swaps."""
    return Table({**units, "french-depot-9": FAR}, phase="movement", **others)


def combined(table: Table) -> tuple[str, int]:
    """What units have become, and what it has left."""
    (event,) = table.told(Combined)
    return event.into, event.left


@pytest.mark.case("G-SEQ-11")
@pytest.mark.parametrize(
    "march", ["move french-5-4-1 > 0611", "march french-5-4-1 > 0610 /", "triple french-5-4-1 > 0608"]
)
def test_who_marches_before_the_swaps_are_over_is_told_to_end_them(march: str) -> None:
    table = starting({"french-5-4-1": "0612"})
    with pytest.raises(IllegalAction, match="End the step of combining and breaking down first"):
        table.do(march)
    table.do("end", march)


@pytest.mark.case("G-MOV-Q-1", "A-15", "E-01")
def test_a_unit_breaks_down_at_the_start_of_the_phase_and_not_later() -> None:
    table = starting({"french-5-4-1": "0612"})
    assert table.legal() == ["break french-5-4-1", "end"]
    table.do("break french-5-4-1")
    (event,) = table.told(Broken)
    assert event.into == ("french-2-5-1", "french-2-5-2")
    assert {table.state.marches[id].spent for id in event.into} == {1}
    table.do("end")
    assert table.refused("combine french-2-5-1, french-2-5-2") == "G-MOV-Q-1"
    table.do("end")
    assert table.asked == ("french", "combine")
    assert table.refused("break french-2-5-1") == "G-MOV-Q-1"


@pytest.mark.case("G-MOV-R-2", "E-01")
def test_the_first_to_leave_pays_for_the_pile_and_the_last_does_not() -> None:
    table = starting({"french-5-4-1": "0612"}).do("break french-5-4-1", "end")
    assert table.refused("move french-2-5-1 > 0613 > 0614 > 0615 > 0616") == "G-MOV-0-2"
    table.do("move french-2-5-1 > 0613 > 0614 > 0615")
    table.do("move french-2-5-2 > 0611 > 0610 > 0609 > 0608")


@pytest.mark.case("A-17", "E-v-12")
def test_swaps_may_be_chained_as_long_as_points_last() -> None:
    table = starting({"french-18-2-1": "0612"}).do("break french-18-2-1")
    first = [f"french-5-4-{each}" for each in (1, 2, 3)]
    table.do(f"combine {', '.join(first)}")
    assert combined(table) == ("french-18-2-2", 0)
    table.do("break french-18-2-2")
    second = [f"french-5-4-{each}" for each in (4, 5, 6)]
    assert {table.state.marches[id].spent for id in second} == {3}
    assert table.refused(f"combine {', '.join(second)}") == "A-17"


@pytest.mark.case("A-17", "E-d-13")
def test_a_piece_of_a_piece_has_spent_two_points_and_pays_to_leave() -> None:
    table = starting({"french-18-2-1": "0612"}).do("break french-18-2-1", "break french-5-4-1", "end")
    assert table.refused("move french-2-5-1 > 0613 > 0614 > 0615") == "G-MOV-0-2"
    table.do("move french-2-5-1 > 0613 > 0614")


@pytest.mark.case("G-MOV-S-1", "A-16", "E-d-12")
@pytest.mark.parametrize(("start", "left"), [("0609", 0), ("0608", None)])
def test_units_combine_at_the_end_with_a_point_left(start: str, left: int | None) -> None:
    table = moving({"french-2-5-1": start, "french-2-5-2": "0612"})
    table.do("move french-2-5-1 > 0612", "end")
    if left is None:
        assert table.asked != ("french", "combine")
    else:
        table.do("combine french-2-5-1, french-2-5-2")
        assert combined(table) == ("french-5-4-1", left)


@pytest.mark.case("G-MOV-S-2")
def test_units_that_did_not_move_combine_at_the_end() -> None:
    table = moving({"french-2-5-1": "0612", "french-2-5-2": "0612"})
    table.do("end", "combine french-2-5-1, french-2-5-2")
    assert combined(table) == ("french-5-4-1", 4)


@pytest.mark.case("A-17")
def test_a_combination_has_no_more_points_left_than_its_own_allowance() -> None:
    table = moving({f"french-5-4-{each}": "0612" for each in (1, 2, 3)})
    table.do("end", "combine french-5-4-1, french-5-4-2, french-5-4-3")
    assert combined(table) == ("french-18-2-1", 2)
    assert table.state.marches["french-18-2-1"].spent == 0


@pytest.mark.case("A-17", "E-v-11")
@pytest.mark.parametrize("short", [False, True])
def test_what_a_combination_has_left_is_the_least_of_its_pieces(short: bool) -> None:
    table = moving(SIX)
    for id in SIX:
        less = short and id == "french-2-5-1"
        table.state.marches[id] = Progress(Hex("0612"), spent=4 if less else 3, stepped=True)
    table.do("end")
    for pair in ((1, 2), (3, 4), (5, 6)):
        table.do(f"combine french-2-5-{pair[0]}, french-2-5-{pair[1]}")
        assert combined(table)[1] == (0 if short and pair == (1, 2) else 1)
    whole = "combine french-5-4-1, french-5-4-2, french-5-4-3"
    if not short:
        assert combined(table.do(whole)) == ("french-18-2-1", 0)
    elif table.asked == ("french", "combine"):
        assert table.refused(whole) == "G-MOV-S-2"
    assert ("french-18-2-1" in table.state.pieces) is not short


@pytest.mark.case("A-19")
def test_units_that_were_stopped_or_halted_may_combine() -> None:
    units = {"french-2-5-1": "0609", "french-2-5-2": "0610", "austrian-1-5-1": "0612"}
    table = moving(units, scenario="1809")
    table.do("move french-2-5-1 > 0711", "move french-2-5-2 > 0711", "end")
    table.do("combine french-2-5-1, french-2-5-2")
    assert combined(table)[0] == "french-5-4-1"


@pytest.mark.case("G-MOV-T-1")
def test_a_disrupted_unit_takes_no_part_in_a_swap() -> None:
    units = {"french-2-5-1": ("0612", 20), "french-2-5-2": ("0612", 20), "french-2-5-3": ("0612", 20)}
    table = starting({**units, "french-5-4-1": ("0712", 20), "french-5-4-2": ("0802", 99)})
    assert table.asked != ("french", "swap")
    table = starting({**units, "french-2-5-4": "0612", "french-5-4-1": ("0712", 20), "french-5-4-2": "1212"})
    assert table.refused("combine french-2-5-1, french-2-5-4") == "G-MOV-T-1"
    assert table.refused("break french-5-4-1") == "G-MOV-T-1"


@pytest.mark.case("G-MOV-Q-2", "G-CB-2")
def test_only_lines_of_the_chart_are_swapped_on_one_hex() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-2-5-1": "0612",
        "french-2-5-2": "0612",
        "french-2-5-3": "0613",
        "davout": "0612",
        "austrian-1-5-1": "0602",
    }
    table = starting(units, scenario="1805")
    assert table.refused("combine french-5-4-1, french-2-5-1") == "G-MOV-Q-2"
    assert table.refused("combine french-2-5-1, french-2-5-3") == "G-MOV-Q-2"
    assert table.refused("combine french-2-5-1, french-2-5-1") == "G-MOV-Q-2"
    assert table.refused("break french-2-5-1") == "G-CB-2"
    assert table.refused("break davout") == "G-CB-2"
    assert table.refused("break austrian-1-5-1") == "G-MOV-Q-2"


@pytest.mark.case("A-81", "A-82")
def test_austrians_of_1809_swap_as_the_french_and_horse_with_them() -> None:
    units = {"austrian-3-7-1": "0612", "austrian-18-2-1": "0712", "austrian-depot-9": FAR}
    table = Table(units, phase="movement", side="allied", scenario="1809")
    table.do("break austrian-3-7-1", "break austrian-18-2-1")
    assert table.on("0612") == ["austrian-1-8-1", "austrian-1-8-2"]
    assert len(table.on("0712")) == 3


@pytest.mark.case("A-18")
def test_no_number_of_counters_limits_swaps() -> None:
    table = starting({f"french-5-4-{each}": f"06{each:02}" for each in range(1, 28)})
    for each in range(1, 28):
        table.do(f"break french-5-4-{each}")
    assert len(table.state.pieces) == 27 * 2 + 1


@pytest.mark.case("A-89")
def test_the_pile_counts_as_it_stands_when_each_unit_steps_out() -> None:
    table = starting({"french-5-4-1": "0612"}).do("break french-5-4-1", "end", "move french-2-5-1 > 0613")
    assert table.state.marches["french-2-5-1"].spent == 1 + 1 + 1
    table.do("move french-2-5-2 > 0611")
    assert table.state.marches["french-2-5-2"].spent == 1 + 1


@pytest.mark.case("A-83")
def test_prussians_of_1805_swap_by_the_printed_chart() -> None:
    units = {"prussian-18-2-1": "0612", "austrian-depot-9": FAR}
    table = Table(units, phase="movement", side="allied", scenario="1805").do("break prussian-18-2-1")
    assert table.on("0612") == [f"prussian-3-3-{each}" for each in range(1, 7)]
