"""Forced marches on the table: legs, rolls, supply, and what a march costs (MOV G to J, FM)."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.grande_armee.actions import HALT, ROLL
from engines.grande_armee.events import Disrupted, Eliminated, Halted, Moved, SupplySpent
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, moving

ROW = [f"06{row:02}" for row in range(1, 28)]
"""A column of hexes going south: each is the neighbour of the next."""


def south(start: int, steps: int) -> str:
    """A chain of hexes that goes south from a row."""
    return " > ".join(f"06{row:02}" for row in range(start + 1, start + steps + 1))


@pytest.mark.case("G-MOV-0-1")
def test_what_never_moves_keeps_no_movement_open() -> None:
    units = {"prussian-depot-1": "0612", "prussian-3-3-1": "0608", "french-depot-9": "1526"}
    table = Table(units, phase="movement", side="allied").march()
    assert table.refused("move prussian-depot-1 > 0613") == "G-MOV-0-1"
    assert table.refused("march prussian-depot-1 > 0612") == "G-MOV-0-1"
    assert table.legal("march prussian-depot-1") == []
    table = Table({**units, "prussian-3-3-1": ("0608", 99)}, phase="movement", side="allied")
    assert table.asked is not None
    assert table.asked[1] != "movement"


# ---- the table


@pytest.mark.case("G-MOV-I-1", "G-FM-6", "E-v-01")
def test_a_double_march_goes_one_allowance_and_again() -> None:
    table = moving({"french-5-4-1": "0602"})
    table.do(f"march french-5-4-1 > {south(2, 4)} / {south(6, 4)}", faces=[4])
    assert table.asked == ("french", "option")
    table.do("roll", faces=[2])
    assert table.at("french-5-4-1") == "0610"
    assert table.disrupted() == []


@pytest.mark.case("G-FM-8", "A-21", "E-v-02")
def test_a_march_that_disrupts_goes_its_leg_and_disrupts_after_it() -> None:
    table = moving({"french-5-4-1": "0602"}, turn=3)
    table.do(f"march french-5-4-1 > {south(2, 4)} / {south(6, 4)}", faces=[5])
    table.do("roll", faces=[2])
    assert table.at("french-5-4-1") == "0610"
    (event,) = table.told(Disrupted)
    assert (event.until, event.cause) == (21, "march")


@pytest.mark.case("A-21", "A-88")
def test_a_march_that_disrupts_does_so_also_where_the_unit_rests() -> None:
    table = moving({"french-5-4-1": "0602"}).do(f"march french-5-4-1 > {south(2, 4)}", faces=[6])
    assert table.asked == ("french", "onward")
    table.do("rest")
    assert table.at("french-5-4-1") == "0606"
    assert table.disrupted() == ["french-5-4-1"]


@pytest.mark.case("G-FM-9", "E-v-03")
def test_a_march_that_kills_removes_the_unit_where_it_stands() -> None:
    table = moving({"french-5-4-1": "0602", "davout": "0602"})
    table.do(f"march french-5-4-1 > {south(2, 4)} / {south(6, 4)}", faces=[5]).do("roll", faces=[6])
    assert [(event.unit, event.hex, event.cause) for event in table.told(Eliminated)] == [
        ("french-5-4-1", "0606", "march")
    ]


@pytest.mark.case("G-FM-7", "A-86", "E-v-04")
def test_op_lets_the_unit_halt_unharmed_and_nothing_else_meanwhile() -> None:
    table = moving({"austrian-1-5-1": "0602", "austrian-1-5-2": "0802"}, side="allied", scenario="1805")
    table.do(f"march austrian-1-5-1 > {south(2, 5)}", faces=[3])
    assert table.legal() == ["halt", "roll"]
    assert table.refused("move austrian-1-5-2 > 0803") == "A-86"
    assert table.refused("end") == "A-86"
    owed = table.title.decisions(table.state)[0]
    assert owed.prompt == "Austrian 1-5 (1) at 0607: halt, or roll again"
    answers = [table.title.answered(table.state, owed, order) for order in ("halt", "roll")]
    assert answers == [HALT, ROLL]
    table.do("halt")
    assert (table.at("austrian-1-5-1"), table.disrupted()) == ("0607", [])
    assert table.told(Halted)
    assert table.refused("move austrian-1-5-1 > 0608") == "G-FM-7"
    table.do(f"march austrian-1-5-2 > {south(2, 0) or '0803 > 0804'}", faces=[6])
    assert table.at("austrian-1-5-2") is None


@pytest.mark.case("G-MOV-J-1", "E-v-05")
def test_a_triple_march_goes_two_allowances_before_the_roll_and_one_after_it() -> None:
    table = moving({"russian-4-4-1": "0602"}, side="allied")
    table.do(f"triple russian-4-4-1 > {south(2, 8)} / {south(10, 4)}", faces=[2]).do("roll", faces=[2])
    assert table.at("russian-4-4-1") == "0614"
    assert table.disrupted() == ["russian-4-4-1"]


@pytest.mark.case("E-v-06")
@pytest.mark.parametrize(("again", "end"), [(1, "0611"), (3, None)])
def test_a_prussian_never_ends_a_triple_march_clean(again: int, end: str | None) -> None:
    table = moving({"prussian-3-3-1": "0602", "blucher": "0602"}, side="allied")
    table.do(f"triple prussian-3-3-1 > {south(2, 6)} / {south(8, 3)}", faces=[2]).do("roll", faces=[again])
    assert table.at("prussian-3-3-1") == end
    assert table.disrupted() == (["prussian-3-3-1"] if end else [])


@pytest.mark.case("G-MOV-I-2")
def test_units_that_march_together_roll_each_for_itself() -> None:
    table = moving({"french-5-4-1": "0602", "davout": "0602"})
    table.do("march french-5-4-1 > 0604 / 0605", faces=[1]).do("march davout > 0604 / 0605", faces=[6])
    assert table.disrupted() == ["davout"]


@pytest.mark.case("A-08", "A-88")
def test_no_leg_has_to_be_gone_in_full() -> None:
    table = moving({"french-5-4-1": "0602"}).do("march french-5-4-1 > 0603 / 0604", faces=[1])
    assert table.at("french-5-4-1") == "0604"
    assert table.refused("move french-5-4-1 > 0605") == "G-FM-7"


@pytest.mark.case("A-08")
def test_a_unit_that_has_moved_may_still_march_from_where_it_stands() -> None:
    table = moving({"french-5-4-1": "0602"}).do(f"move french-5-4-1 > {south(2, 4)}")
    assert "march french-5-4-1 > 0606" in table.legal("march")
    table.do(f"march french-5-4-1 > 0606 / {south(6, 4)}", faces=[1])
    assert table.at("french-5-4-1") == "0610"


@pytest.mark.case("G-ZOC-B-3")
def test_a_leg_of_no_steps_leads_out_of_a_zone_as_a_first_step_does() -> None:
    units = {"french-5-4-1": "0511", "austrian-1-5-1": "0611"}
    table = moving(units, scenario="1805")
    assert table.refused("march french-5-4-1 > 0511 / 0510 > 0509") == "G-ZOC-B-3"
    table.do("march french-5-4-1 > 0511 / 0411", faces=[1])
    assert table.at("french-5-4-1") == "0411"


@pytest.mark.case("A-07", "E-d-09")
def test_points_of_a_leg_are_of_no_use_in_the_next() -> None:
    box = plain(passes=["0606"])
    table = moving({"french-5-4-1": "0602"}, box=box)
    assert table.refused(f"march french-5-4-1 > {south(2, 4)}") == "G-MOV-0-2"
    table.do(f"march french-5-4-1 > {south(2, 3)}", faces=[1])
    assert table.refused(f"onward french-5-4-1 > {south(5, 4)}") == "G-MOV-0-2"
    table.do(f"onward french-5-4-1 > {south(5, 3)}")
    assert table.at("french-5-4-1") == "0608"


@pytest.mark.case("A-26")
def test_a_zone_entered_in_one_leg_is_paid_for_when_it_is_left_in_the_next() -> None:
    units = {"french-3-7-1": "0603", "austrian-1-5-1": "0709"}
    table = moving(units, scenario="1805")
    table.do("march french-3-7-1 > 0604 > 0605 > 0606 > 0607 > 0608 > 0609", faces=[1])
    table.do("onward french-3-7-1 > 0610")
    (event,) = table.told(Moved)
    assert event.cost == 1 + 2


@pytest.mark.case("G-MOV-G-1", "E-d-10", "G-FM-10")
@pytest.mark.parametrize("unit", ["french-3-7-1", "davout", "french-supply-1", "french-depot-1"])
def test_infantry_alone_marches_triple_and_every_kind_double(unit: str) -> None:
    table = moving({unit: "0602"})
    assert table.refused(f"triple {unit} > 0603") == "G-MOV-G-1"
    table.do(f"march {unit} > 0603 / 0604", faces=[1])
    assert table.at(unit) == "0604"


@pytest.mark.case("E-d-10")
def test_a_leader_may_die_on_the_road() -> None:
    table = moving({"mack": "0602", "austrian-1-5-1": "0802"}, side="allied", scenario="1805")
    table.do("march mack > 0603 / 0604", faces=[5])
    assert table.at("mack") is None


@pytest.mark.case("G-MOV-J-3", "A-85")
def test_points_beyond_the_allowance_want_a_verb_of_their_own() -> None:
    table = moving({"french-5-4-1": "0602"})
    assert table.refused(f"move french-5-4-1 > {south(2, 5)}") == "G-MOV-0-2"
    assert table.refused("move french-5-4-1 > 0607") == "G-MOV-0-1"
    table.do("march french-5-4-1 > 0603 / 0604", faces=[1])
    assert table.refused("triple french-5-4-1 > 0605") == "G-FM-7"


# ---- what a stop does to a march


@pytest.mark.case("A-10")
def test_a_double_march_that_is_stopped_is_an_ordinary_move() -> None:
    table = moving({"french-5-4-1": "0602", "austrian-1-5-1": "0606"}, scenario="1805")
    assert table.refused("march french-5-4-1 > 0603 > 0604 > 0605 / 0604") == "A-10"
    table.do("march french-5-4-1 > 0603 > 0604 > 0605")
    assert not [event for event in table.events if event.__struct_config__.tag == "table-roll"]
    assert table.refused("move french-5-4-1 > 0604") == "G-ZOC-B-1"


@pytest.mark.case("A-09", "A-10")
@pytest.mark.parametrize(("face", "disrupted"), [(1, []), (3, []), (5, ["french-5-4-1"])])
def test_a_triple_march_that_is_stopped_late_owes_its_roll_and_gains_nothing(
    face: int, disrupted: list[str]
) -> None:
    table = moving({"french-5-4-1": "0602", "austrian-1-5-1": "0608"}, scenario="1805")
    table.do(f"triple french-5-4-1 > {south(2, 5)}", faces=[face])
    assert table.asked != ("french", "option")
    assert (table.at("french-5-4-1"), table.disrupted()) == ("0607", disrupted)


@pytest.mark.case("A-10")
def test_a_triple_march_that_is_stopped_early_rolls_for_nothing() -> None:
    table = moving({"french-5-4-1": "0602", "austrian-1-5-1": "0607"}, scenario="1805")
    table.do(f"triple french-5-4-1 > {south(2, 4)}")
    assert table.disrupted() == []
    assert table.state.marches["french-5-4-1"].by is None


# ---- supply


@pytest.mark.case("G-MOV-H-2", "G-MOV-H-3", "G-SUP-B-2", "E-v-10")
def test_supply_doubles_the_allowance_of_many_without_a_die_and_is_spent_once() -> None:
    units = {"french-5-4-1": "0602", "french-5-4-2": "0502", "french-supply-1": "0602"}
    table = moving(units)
    table.do(
        f"move french-5-4-1 > {south(2, 8)} with french-supply-1",
        "move french-5-4-2 > 0508 with french-supply-1",
    )
    assert [event.unit for event in table.told(SupplySpent)] == ["french-supply-1"]
    assert table.at("french-supply-1") == "0602"
    table.do("end")
    assert table.at("french-supply-1") is None
    assert len(table.on("0610")) == 1


@pytest.mark.case("G-MOV-H-1", "A-87")
def test_a_unit_is_fed_where_it_began_beside_the_supply_unit() -> None:
    units = {"french-5-4-1": "0602", "french-supply-1": "0502", "french-supply-2": "0606"}
    table = moving(units)
    assert table.refused("move french-5-4-1 > 0610 with french-supply-2") == "G-MOV-H-1"
    table.do("move french-supply-1 > 0404", "move french-5-4-1 > 0610 with french-supply-1")
    assert table.at("french-5-4-1") == "0610"


@pytest.mark.case("G-MOV-H-1", "G-DIS-A-3", "E-v-08")
def test_a_disrupted_supply_unit_feeds_no_march() -> None:
    table = moving({"french-5-4-1": "0602", "french-supply-1": ("0602", 20)})
    assert table.refused("move french-5-4-1 > 0610 with french-supply-1") == "G-DIS-A-3"
    assert table.refused("move french-5-4-1 > 0610 with french-depot-9") == "G-MOV-H-1"


@pytest.mark.case("G-FM-8", "E-v-08")
def test_a_supply_unit_that_marched_too_hard_supplies_nothing() -> None:
    units = {"french-supply-1": "0602", "french-5-4-1": "0609", "austrian-1-5-1": "0611"}
    table = moving(units, scenario="1805")
    table.do(f"march french-supply-1 > {south(2, 4)} / {south(6, 3)}", faces=[6])
    assert table.disrupted() == ["french-supply-1"]
    table.do("move french-5-4-1 > 0610")
    assert table.refused("eliminate 0611 by french-5-4-1 with french-supply-1") == "G-DIS-A-3"


@pytest.mark.case("G-MOV-H-4")
def test_the_table_may_be_chosen_beside_a_supply_unit() -> None:
    table = moving({"french-5-4-1": "0602", "french-supply-1": "0602"})
    table.do("march french-5-4-1 > 0603 / 0604", faces=[1])
    assert table.state.spent == {}


@pytest.mark.case("A-11")
def test_a_supply_unit_does_not_feed_its_own_march_and_may_move_after_feeding() -> None:
    table = moving({"french-5-4-1": "0602", "french-supply-1": "0602"})
    assert table.refused("move french-supply-1 > 0603 with french-supply-1") == "A-11"
    table.do("move french-5-4-1 > 0610 with french-supply-1", "move french-supply-1 > 0603")
    assert table.at("french-supply-1") == "0603"


@pytest.mark.case("G-MOV-J-2", "G-MOV-J-3")
def test_a_unit_that_marches_on_supply_marches_not_by_a_table() -> None:
    table = moving({"french-5-4-1": "0602", "french-supply-1": "0602"})
    table.do("move french-5-4-1 > 0604 with french-supply-1")
    assert table.refused("triple french-5-4-1 > 0605") == "G-MOV-J-3"
    assert table.refused("march french-5-4-1 > 0605") == "G-MOV-J-3"
    table.do("move french-5-4-1 > 0610")
    assert table.refused("move french-5-4-1 > 0611") == "G-MOV-0-2"


@pytest.mark.case("G-MOV-H-2", "G-MOV-J-2")
def test_no_supply_is_spent_on_a_march_with_a_die() -> None:
    table = moving({"french-5-4-1": "0602", "french-supply-1": "0602"})
    assert table.refused("march french-5-4-1 > 0604 with french-supply-1") == "G-MOV-H-2"
    assert table.refused("march french-5-4-1 > 0604 / 0606 with french-supply-1") == "G-MOV-H-2"
    assert table.refused("triple french-5-4-1 > 0604 / with french-supply-1") == "G-MOV-J-2"


@pytest.mark.case("A-84", "E-d-09")
def test_supply_may_be_called_for_in_the_middle_of_a_move() -> None:
    box = plain(mountains=["0607"])
    table = moving({"french-5-4-1": "0602", "french-supply-1": "0602"}, box=box)
    table.do(
        "move french-5-4-1 > 0603 > 0604 > 0605 > 0606",
        "move french-5-4-1 > 0607 with french-supply-1",
    )
    assert table.refused("move french-5-4-1 > 0608 > 0609") == "G-MOV-0-2"
    table.do("move french-5-4-1 > 0608")


@pytest.mark.case("A-84")
def test_supply_comes_too_late_after_a_roll_or_a_stop() -> None:
    units = {"french-5-4-1": "0602", "french-supply-1": "0602", "austrian-1-5-1": "0606", "davout": "0702"}
    table = moving(units, scenario="1805")
    table.do("move french-5-4-1 > 0603 > 0604 > 0605")
    assert table.refused("move french-5-4-1 > 0604 with french-supply-1") == "G-ZOC-B-1"
    table.do("march davout > 0703", faces=[1])
    table.do("rest")
    assert table.refused("move davout > 0704 with french-supply-1") == "G-FM-7"


@pytest.mark.case("E-v-07")
def test_an_army_on_supply_crosses_a_mountain_and_by_the_table_does_not() -> None:
    box = plain(mountains=["0603"])
    table = moving({"french-18-2-1": "0602", "french-supply-1": "0602"}, box=box)
    assert table.refused("march french-18-2-1 > 0603") == "G-MOV-0-2"
    table.do("move french-18-2-1 > 0603 > 0604 with french-supply-1")


# ---- units out of a swap, and one after another


@pytest.mark.case("E-d-35", "A-12")
def test_a_piece_out_of_a_breakdown_has_spent_a_point_in_either_manner() -> None:
    table = Table({"french-5-4-1": "0602", "french-supply-1": "0602"}, phase="movement")
    table.do("break french-5-4-1", "end")
    table.do(f"march french-2-5-2 > {south(2, 3)} / {south(5, 4)} > 0709", faces=[1])
    assert table.at("french-2-5-2") == "0709"
    assert table.refused(f"move french-2-5-1 > {south(2, 10)} with french-supply-1") == "G-MOV-0-2"
    table.do(f"move french-2-5-1 > {south(2, 9)} with french-supply-1")


@pytest.mark.case("E-v-09")
def test_a_piece_that_leaves_its_twin_marches_triple_with_two_points_less() -> None:
    table = Table({"french-5-4-1": "0602"}, phase="movement").do("break french-5-4-1", "end")
    assert table.refused(f"triple french-2-5-1 > {south(2, 9)}") == "G-MOV-0-2"
    table.do(f"triple french-2-5-1 > {south(2, 8)} / {south(10, 5)}", faces=[1])
    assert table.at("french-2-5-1") == "0615"


@pytest.mark.case("G-MOV-0-3", "G-MOV-C-2")
def test_a_unit_is_done_once_another_has_started() -> None:
    table = moving({"french-5-4-1": "0602", "davout": "0802"})
    table.do("move french-5-4-1 > 0603", "move french-5-4-1 > 0604", "move davout > 0803")
    assert table.refused("move french-5-4-1 > 0605") == "G-MOV-0-3"


@pytest.mark.case("G-MOV-A-1", "G-MOV-B-1")
def test_nobody_has_to_move_and_the_enemy_may_not() -> None:
    table = moving({"french-5-4-1": "0602", "austrian-1-5-1": "0615"}, scenario="1805")
    assert table.refused("move austrian-1-5-1 > 0614") == "G-MOV-B-1"
    index = table.state.index
    table.do("end")
    assert table.state.index > index


@pytest.mark.case("G-MOV-0-3")
def test_what_is_listed_is_never_refused_and_leads_to_its_end() -> None:
    units = {
        "french-5-4-1": "0606",
        "french-3-7-1": "0606",
        "davout": "0607",
        "french-supply-1": "0507",
        "austrian-1-5-1": "0610",
        "austrian-1-8-1": "0809",
        "austrian-supply-1": "0909",
    }
    table = moving(
        units, scenario="1805", box=plain(passes=["0608"], mountains=["0508"], rivers=["0606/0706"])
    )
    before = table.state
    for text in table.legal("move"):
        table.state = before
        end, _, feeder = text.partition(" > ")[2].partition(" with ")
        table.do(text)
        assert table.at(text.split()[1]) == end
        assert not feeder


@pytest.mark.case("G-MOV-D-1", "G-MOV-F-1", "A-97")
@pytest.mark.parametrize(("end", "statement"), [("0608", "G-MOV-D-1"), ("0809", "G-MOV-F-1")])
def test_an_end_far_off_that_a_unit_never_enters_is_refused_for_what_it_is(end: str, statement: str) -> None:
    table = moving({"french-3-7-1": "0612", "austrian-5-4-1": "0608"}, plain(mountains=["0809"]))
    assert table.refused(f"move french-3-7-1 > {end}") == statement


@pytest.mark.case("A-97")
def test_neutral_ground_is_refused_as_such_however_far() -> None:
    title = GrandeArmee()
    state = title.setup("1805", {}, Dice("neutral")).state
    state = title.apply(state, "allied", title.parse(state, "end"), Dice("neutral")).state
    with pytest.raises(IllegalAction) as refusal:
        title.apply(state, "allied", title.parse(state, "move mack > berlin"), Dice("neutral"))
    assert refusal.value.case == "A-97"
