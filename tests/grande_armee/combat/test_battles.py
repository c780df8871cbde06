"""Battles of La Grande Armée at the table: odds, dice, and what each result does."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.events import TableRoll
from engines.grande_armee.events import Eliminated
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, half_exchange

FORTRESS = plain(fortresses=["0612"])
EVEN = {"french-5-4-1": "0612", "austrian-5-4-1": "0611"}


def fought(units: Any, by: str, die: int | None, target: str = "0611", **named: Any) -> Table:
    """A table on which one battle is fought; all units stand, and French supply is spent."""
    table = Table(units, **named)
    supplies = [f"spend {id}" for id in units if id.startswith("french-supply")]
    if table.asked == ("french", "stacking"):
        table.do(*supplies)
        supplies = []
    table.do(f"attack {target} by {by}", *supplies, "end").stand()
    return table.do(f"resolve {target.split(',', maxsplit=1)[0]}", faces=[] if die is None else [die])


def battle(table: Table) -> tuple[int, int, int | None, str]:
    """Attack, defence, die and result of the last battle."""
    last = table.battles[-1]
    return last.attack, last.defence, last.die, last.result


@pytest.mark.case("G-CRT-3", "G-COM-I-1", "G-SEQ-8", "A-98")
def test_one_die_is_read_in_the_column_of_exact_odds() -> None:
    units = {"french-18-2-1": "0612", "french-supply-1": "0612", "austrian-5-4-1": "0611"}
    table = fought(units, "french-18-2-1", 1)
    assert battle(table) == (18, 2, 1, "De")
    roll = table.told(TableRoll)[0]
    assert (roll.purpose, roll.faces, roll.column, roll.result) == ("combat", [1], "400", "De")


@pytest.mark.case("G-CRT-6", "G-CRT-13", "A-106", "A-98")
def test_de_eliminates_everything_on_the_hex_even_where_all_dice_agree() -> None:
    units = {
        "french-18-2-1": "0612",
        "austrian-1-5-1": "0611",
        "mack": "0611",
        "austrian-depot-1": "0611",
        "austrian-supply-1": "0611",
    }
    table = fought(units, "french-18-2-1", 3)
    assert table.on("0611") == []
    assert len(table.told(TableRoll)) == 1


@pytest.mark.case("G-COM-J-1", "A-39", "E-d-21", "G-CRT-4", "G-CRT-6", "A-68")
def test_below_a_hundred_and_sixty_across_a_river_the_attackers_are_eliminated_without_a_die() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-2-5-1": "0612",
        "french-supply-1": "0613",
        "davout": "0612",
        "ney": "0612",
        "austrian-5-4-1": "0611",
        "austrian-supply-1": "0611",
    }
    table = Table(units, plain(rivers=["0611/0612"])).do("spend french-supply-1")
    table.do("attack 0611 by french-5-4-1 under ney", "end", "spend austrian-supply-1")
    table.stand().do("resolve 0611", faces=[1])
    assert battle(table) == (10, 5, 1, "Drs")
    weak = Table(units, plain(rivers=["0611/0612"])).do("spend french-supply-1")
    weak.do("attack 0611 by french-5-4-1", "end", "spend austrian-supply-1", "resolve 0611")
    assert battle(weak) == (5, 5, None, "Ae")
    assert weak.told(TableRoll) == []
    # Idle units and leaders who gave no bonus are not involved.
    assert weak.on("0612") == ["davout", "french-2-5-1", "ney"]


@pytest.mark.case("G-CRT-7", "G-CRT-8", "E-v-36", "A-53", "A-106")
def test_the_attacker_pays_for_a_half_exchange_as_he_likes() -> None:
    table = half_exchange()
    assert battle(table) == (25, 7, 1, "1/2ex")
    assert table.asked == ("french", "exchange")
    assert table.on("0611") == []
    assert table.refused("lose french-2-5-1") == "G-CRT-7"
    assert table.refused("lose davout") == "G-CRT-7"
    assert table.refused("lose french-3-7-1, french-3-7-1") == "G-CRT-7"
    assert table.legal()[0] == "lose auto"
    table.do("lose auto")
    assert [event.unit for event in table.told(Eliminated) if event.cause == "battle"] == ["french-3-7-1"]
    assert table.at("davout") == "0612"


@pytest.mark.case("G-CRT-7")
def test_no_payment_is_listed_twice() -> None:
    attackers = ("french-18-2-1", "french-5-4-1", "french-5-4-2", "french-1-8-1")
    units = {**dict.fromkeys(attackers, "0612"), "french-supply-1": "0612", "austrian-18-2-1": "0611"}
    table = Table(units, scenario="1809").do("spend french-supply-1")
    table.do(f"attack 0611 by {', '.join(attackers)}", "end").stand().do("resolve 0611", faces=[1])
    both = "french-5-4-1, french-5-4-2"
    ways = ["lose auto", "lose french-18-2-1", f"lose {both}", f"lose french-1-8-1, {both}"]
    assert table.legal() == ways


@pytest.mark.case("E-v-27", "A-104", "A-105", "G-COM-H-1", "G-LDR-C-2")
def test_a_leader_with_a_depot_fights_by_what_stands_in_parentheses() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-supply-1": "0612",
        "austrian-depot-1": "0611",
        "mack": "0611",
        "john": "0611",
    }
    table = fought(units, "french-5-4-1", 3)
    assert battle(table) == (5, 3, 3, "Drs")
    half = fought({**units, "ferdinand": "0611"} | {"french-2-5-1": "0612"}, "french-5-4-1", 1)
    assert battle(half) == (5, 4, 1, "Dr1")
    two = {id: hex for id, hex in units.items() if id != "john"}
    table = fought(two, "french-5-4-1", 2)
    assert battle(table) == (5, 2, 2, "1/2ex")
    assert table.on("0611") == []
    assert table.at("french-5-4-1") is None  # at least 1 is owed, and there is nothing smaller


@pytest.mark.case("A-50", "A-105")
def test_supply_alone_defends_with_nothing_and_costs_nothing() -> None:
    table = fought({"french-5-4-1": "0612", "austrian-supply-1": "0611"}, "french-5-4-1", 6)
    assert battle(table) == (2, 0, 6, "De")
    assert table.on("0611") == []


@pytest.mark.case("G-FOR-D-1", "G-FOR-D-2", "G-DIS-C-2", "E-v-46", "E-d-25")
def test_a_garrison_neither_retreats_nor_is_disrupted() -> None:
    units = {"french-18-2-1": "0611", "french-supply-1": "0611", "austrian-5-4-1": ("0612", 13)}
    table = fought(units, "french-18-2-1", 1, "0612", box=FORTRESS, allied=["0612"])
    assert battle(table) == (18, 15, 1, "Dr1")
    assert table.at("austrian-5-4-1") == "0612"


@pytest.mark.case("G-FOR-D-2", "E-d-26", "G-CRT-5", "E-d-32", "G-FOR-E-1")
def test_ar1drs_upon_a_fortress_drives_the_attackers_alone() -> None:
    units = {
        "french-5-4-1": "0611",
        "french-5-4-2": "0711",
        "french-5-4-3": "0711",
        "french-supply-1": "0611",
        "austrian-5-4-1": "0612",
    }
    table = fought(
        units, "french-5-4-1, french-5-4-2, french-5-4-3", 2, "0612", box=FORTRESS, allied=["0612"]
    )
    assert battle(table) == (15, 15, 2, "Ar1Drs")
    assert table.asked == ("french", "falling-back")
    table.do("retreat auto")
    assert {"french-5-4-1", "french-5-4-2", "french-5-4-3"} <= set(table.disrupted())
    assert table.at("austrian-5-4-1") == "0612"
    assert "austrian-5-4-1" not in table.disrupted()


@pytest.mark.case("G-FOR-D-3", "E-v-37")
def test_a_half_exchange_upon_a_fortress_costs_the_attackers_alone() -> None:
    units = {
        "french-18-2-1": "0611",
        "french-18-2-2": "0611",
        "french-supply-1": "0611",
        "austrian-5-4-1": "0612",
    }
    table = fought(units, "french-18-2-1, french-18-2-2", 2, "0612", box=FORTRESS, allied=["0612"])
    assert battle(table) == (36, 15, 2, "1/2ex")
    assert table.at("austrian-5-4-1") == "0612"
    assert len(table.on("0611")) == 1


@pytest.mark.case("G-FOR-D-4", "E-v-34", "A-42", "E-d-36", "A-98", "G-COM-C-3")
def test_a_second_assault_upon_a_fortress_that_has_fallen_is_moot() -> None:
    units = {
        "french-18-2-1": "0611",
        "french-supply-1": "0611",
        "french-18-2-2": "0613",
        "french-supply-2": "0614",
        "austrian-1-5-1": "0612",
    }
    table = Table(units, FORTRESS, allied=["0612"])
    table.do("attack 0612 by french-18-2-1", "attack 0612 by french-18-2-2")
    table.do("spend french-supply-1 for 0611", "spend french-supply-2 for 0613", "end").stand()
    assert table.legal() == ["resolve 0612 1", "resolve 0612 2"]
    table.do("resolve 0612 1", faces=[6])
    assert [attack.state for attack in table.state.attacks] == ["fought", "moot"]
    assert table.asked == ("french", "advance")
    assert table.refused("advance french-18-2-2 > 0612") == "G-COM-K-4"
    table.do("advance french-18-2-1 > 0612")
    assert table.state.control == {"f0612": "french"}
    assert "french-supply-2" in table.state.pieces
    assert "french-supply-1" not in table.state.pieces


@pytest.mark.case("E-v-31", "G-FOR-F-4")
def test_a_sortie_is_one_battle_against_all_its_targets() -> None:
    units = {
        **{f"french-5-4-{nth}": "0612" for nth in (1, 2, 3)},
        "austrian-4-3-1": "0611",
        "austrian-supply-1": "0610",
        **{f"austrian-1-5-{nth}": "0613" for nth in (1, 2, 3)},
    }
    table = Table(units, plain(fortresses=["0612"], passes=["0611"]), scenario="1805")
    table.do("attack 0611, 0613 by french-5-4-1, french-5-4-2, french-5-4-3", "end")
    table.do("spend austrian-supply-1").stand().do("resolve 0613", faces=[6])
    assert battle(table) == (15, 11, 6, "Drs")
    table.do("retreat auto")
    assert {id for id in table.state.pieces if id.startswith("austrian-1-5")} <= set(table.disrupted())


@pytest.mark.case("G-COM-0-1", "A-103", "G-SEQ-8")
def test_the_order_is_the_attackers_and_a_battle_is_fought_once() -> None:
    units = {**EVEN, "french-5-4-2": "0616", "austrian-5-4-2": "0615"}
    table = Table(units, scenario="1809")
    table.do("attack 0611 by french-5-4-1", "attack 0615 by french-5-4-2", "end").stand()
    assert table.legal() == ["resolve 0611", "resolve 0615"]
    assert table.refused("resolve 0613") == "G-SEQ-8"
    table.do("resolve 0615", faces=[6])
    assert table.battles[-1].result == "Dr2"
    table.do("retreat austrian-5-4-2 > 0713")
    assert table.legal() == ["resolve 0611"]
    assert table.refused("resolve 0615") == "G-SEQ-8"


@pytest.mark.case("A-103")
def test_units_that_are_driven_onto_a_battle_hex_raise_its_defence() -> None:
    units = {**EVEN, "austrian-5-4-2": "0609", "french-5-4-2": "0608"}
    table = Table(units, plain(mountains=["0710", "0711", "0510", "0511", "0709", "0509"]), scenario="1809")
    table.do("attack 0611 by french-5-4-1", "attack 0609 by french-5-4-2", "end").stand()
    table.do("resolve 0609", faces=[6])
    assert table.at("austrian-5-4-2") == "0611"  # the only way for two hexes
    table.do("resolve 0611", faces=[1])
    assert battle(table)[:2] == (2, 4)


@pytest.mark.case("I-05", "G-COM-G-2", "E-v-25", "E-02", "G-LDR-B-1")
def test_a_leader_on_a_defended_hex_adds_his_bonus_without_being_asked() -> None:
    units = {"austrian-5-4-1": "0612", "napoleon": "0611", "french-18-2-1": "0611"}
    table = Table(units, plain(passes=["0611"]), side="allied", scenario="1809")
    table.do("attack 0611 by austrian-5-4-1", "end").stand().do("resolve 0611", faces=[1])
    assert battle(table)[:2] == (2, 36)
