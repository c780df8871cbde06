"""Stacking Supply of La Grande Armée at the table: what it saves, and what is destroyed without it."""

from __future__ import annotations

import pytest

from engines.grande_armee.events import Eliminated
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, Units, moving

THREE = {f"french-5-4-{nth}": "0612" for nth in (1, 2, 3)}
FORTRESS = plain(fortresses=["0612"])


@pytest.mark.case("G-MOV-M-2", "G-MOV-M-1", "A-04", "G-SUP-0-1")
def test_a_stack_is_paid_for_when_combat_opens() -> None:
    table = Table({**THREE, "french-supply-1": "0613"})
    assert table.asked == ("french", "stacking")
    table.do("spend french-supply-1")
    assert len(table.on("0612")) == 3
    assert "french-supply-1" not in table.state.pieces  # the phase is over, and it was used


@pytest.mark.case("A-14", "A-13", "E-d-30", "G-MOV-M-3", "I-09")
def test_without_it_the_enemy_spares_one_of_his_choice() -> None:
    table = Table({**THREE, "french-18-2-1": "0612", "french-supply-1": "0613"}).do("end")
    assert table.asked == ("allied", "destroy")
    assert table.refused("destroy french-5-4-1, french-5-4-2") == "A-13"
    assert table.refused("destroy french-5-4-1, french-5-4-1, french-5-4-2") == "G-MOV-M-3"
    assert table.legal("destroy")[0] == "destroy french-18-2-1, french-5-4-1, french-5-4-2"
    table.do("destroy french-5-4-1, french-5-4-2, french-5-4-3")
    assert table.on("0612") == ["french-18-2-1"]
    assert {event.cause for event in table.told(Eliminated)} == {"stacking"}


@pytest.mark.case("A-13", "E-d-30")
def test_where_all_are_alike_nobody_is_asked() -> None:
    table = Table(THREE)
    assert len(table.on("0612")) == 1


@pytest.mark.case("A-13", "G-MOV-M-3", "A-43")
def test_a_unit_that_may_attack_yet_is_not_like_one_that_gave_odds_to_an_elimination() -> None:
    units = {"french-18-2-1": "0612", "french-18-2-2": "0612"}
    table = moving({**units, "austrian-1-5-1": "0611", "austrian-4-3-1": "0711"}, scenario="1805")
    table.do("eliminate 0611 by french-18-2-1", "end")
    assert table.asked == ("allied", "destroy")
    assert table.legal() == ["destroy french-18-2-1", "destroy french-18-2-2"]


@pytest.mark.case("A-13", "G-MOV-M-3")
def test_no_choice_of_the_destroyed_is_listed_twice() -> None:
    units = {"french-2-5-1": "0612", "french-1-8-1": "0612", "french-1-8-2": "0612"}
    listed = [sorted(text.split(" ", 1)[1].split(", ")) for text in Table(units).legal("destroy")]
    assert len(listed) == 3
    assert all(listed.count(each) == 1 for each in listed)


@pytest.mark.case("G-SUP-0-2", "E-d-30", "A-123")
def test_the_stacks_of_the_other_player_are_not_looked_at() -> None:
    table = Table({f"austrian-4-3-{nth}": "0612" for nth in (1, 2, 3)})
    assert len(table.on("0612")) == 3


@pytest.mark.case("E-d-33", "A-55", "G-MOV-M-5")
def test_a_stack_that_was_driven_together_starves_at_its_own_check() -> None:
    # Disrupted in the Allied Combat Phase of turn 2 (7), looked at in the French one (10).
    table = Table({"french-5-4-1": ("0612", 13), "french-5-4-2": ("0612", 13)})
    assert len(table.on("0612")) == 1


@pytest.mark.case("G-MOV-O-1", "E-d-34")
def test_leaders_supply_and_depots_need_none() -> None:
    units = {"french-5-4-1": "0612", "davout": "0612", "french-supply-1": "0612", "french-depot-1": "0612"}
    assert len(Table(units).on("0612")) == 4


@pytest.mark.case("G-MOV-N-1", "G-SUP-A-1")
def test_one_supply_unit_feeds_any_number() -> None:
    many = {f"french-2-5-{nth}": "0612" for nth in range(1, 13)}
    table = Table({**many, "french-supply-1": "0613"}).do("spend french-supply-1")
    assert len(table.on("0612")) == 12


@pytest.mark.case("G-FOR-A-1", "G-FOR-A-2", "A-70", "E-d-27", "E-v-54", "I-10")
def test_a_fortress_holds_eighteen_and_loses_the_fewest() -> None:
    held = {**THREE, "french-3-7-1": "0612", "davout": "0612"}
    assert len(Table(held, FORTRESS).on("0612")) == 5
    over = Table({"french-18-2-1": "0612", "french-1-8-1": "0612"}, FORTRESS)
    assert over.asked == ("allied", "destroy")
    assert over.legal() == ["destroy french-18-2-1", "destroy french-1-8-1"]
    assert over.refused("destroy french-18-2-1, french-1-8-1") == "G-FOR-A-2"
    over.do("destroy french-1-8-1")
    assert over.on("0612") == ["french-18-2-1"]


@pytest.mark.case("G-FOR-A-2", "I-10")
def test_an_over_full_fortress_is_saved_by_a_supply_unit() -> None:
    units = {"french-18-2-1": "0612", "french-1-8-1": "0612", "french-supply-1": "0611"}
    table = Table(units, FORTRESS).do("spend french-supply-1")
    assert table.on("0612") == ["french-1-8-1", "french-18-2-1"]


@pytest.mark.case("G-SUP-B-1", "G-DIS-A-3", "A-63", "G-SUP-A-2")
def test_supply_out_of_reach_disrupted_or_the_enemys_is_refused() -> None:
    units: Units = {
        **THREE,
        "french-supply-1": "0611",
        "french-supply-2": "0614",
        "french-supply-3": ("0613", 13),
        "austrian-supply-1": "0412",
        "davout": "0612",
    }
    table = Table(units, plain(rivers=["0611/0612"]))
    assert table.legal("spend") == ["spend french-supply-1"]
    assert table.refused("spend french-supply-2") == "G-SUP-B-1"
    assert table.refused("spend french-supply-3") == "G-DIS-A-3"
    assert table.refused("spend austrian-supply-1") == "G-SUP-0-1"
    assert table.refused("spend davout") == "G-SUP-0-1"
    assert table.refused("spend french-supply-1 for 0613") == "G-SUP-B-1"
    assert table.refused("spend french-supply-1 for 0710") == "G-SUP-B-1"
    assert table.refused("spend french-supply-1 for 0612, 0612") == "G-SUP-B-1"


@pytest.mark.case("G-SUP-A-3", "A-62", "G-SUP-B-3")
def test_supply_for_a_stack_feeds_its_attack_too_and_is_used_up() -> None:
    units = {**THREE, "french-supply-1": "0612", "austrian-1-8-1": "0611"}
    table = Table(units).do("spend french-supply-1", "attack 0611 by french-5-4-1")
    assert table.refused("spend french-supply-1") == "G-SUP-A-2"
    table.do("end", "retreat austrian-1-8-1 > 0603")
    assert table.state.attacks[0].printed == (5, 1)
    assert table.state.attacks[0].state == "lapsed"
    table.do("end")
    assert "french-supply-1" not in table.state.pieces


@pytest.mark.case("G-SEQ-4", "G-COM-M-1", "A-04")
def test_doomed_units_go_before_anything_else() -> None:
    table = Table({"french-5-4-1": "0612", "austrian-1-5-1": "0611"}, doomed=["austrian-1-5-1"])
    assert table.at("austrian-1-5-1") is None
    assert not table.state.doomed


@pytest.mark.case("E-v-10", "E-v-19", "A-45")
def test_supply_that_was_spent_on_a_march_feeds_no_stack() -> None:
    units = {"french-5-4-1": "0612", "french-3-7-1": "0612"}
    table = Table(units)
    assert table.asked == ("allied", "destroy")
