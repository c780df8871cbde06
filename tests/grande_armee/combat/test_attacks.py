"""Attacks of La Grande Armée as they are declared at the table."""

from __future__ import annotations

import pytest

from engines.core.errors import IllegalAction
from tests.grande_armee.builder import plain, stand
from tests.grande_armee.table import Table, Units

PAIR = {"french-5-4-1": "0612", "french-5-4-2": "0613", "austrian-1-5-1": "0611", "austrian-1-5-2": "0512"}


@pytest.mark.case("G-SEQ-5", "G-COM-A-1", "G-COM-0-1")
def test_the_phasing_player_declares_and_need_not() -> None:
    table = Table(PAIR)
    assert table.asked == ("french", "declare")
    table.do("end")
    assert table.state.phase != "combat"
    assert table.refused("attack 0611 by french-5-4-1")


@pytest.mark.case("G-COM-A-1")
def test_where_nobody_is_adjacent_nobody_is_asked() -> None:
    table = Table({"french-5-4-1": "0612", "austrian-1-5-1": "0610"})
    assert table.asked == ("allied", "movement")


@pytest.mark.case("G-COM-B-3", "G-COM-C-3", "G-MOV-P-2", "G-COM-B-2", "A-31")
def test_a_unit_attacks_once_and_a_hex_is_attacked_by_several() -> None:
    stack = {**PAIR, "french-2-5-1": "0612", "french-supply-1": "0612", "french-2-5-2": "0612"}
    table = Table(stack).do("spend french-supply-1", "attack 0611 by french-5-4-1")
    assert table.refused("attack 0512 by french-5-4-1") == "G-COM-B-3"
    table.do("attack 0611 by french-2-5-1")
    assert [attack.targets for attack in table.state.attacks] == [("0611",), ("0611",)]
    table.do("attack 0512 by french-2-5-2")
    assert len(table.state.attacks) == 3


@pytest.mark.case("G-COM-B-1", "G-COM-C-1", "G-DIS-A-1", "G-COM-A-1", "G-LDR-C-1")
def test_attacks_that_are_refused() -> None:
    units: Units = {
        **PAIR,
        "french-2-5-1": ("0511", 14),
        "davout": "0612",
        "french-supply-1": "0612",
        "french-supply-2": "0613",
    }
    table = Table(units)
    for text, case in {
        "attack 0512 by french-5-4-1, french-5-4-2": "G-COM-B-1",
        "attack 0611, 0512 by french-5-4-1": "G-COM-C-1",
        "attack 0611, 0611 by french-5-4-1": "G-COM-C-1",
        "attack 0611 by french-2-5-1": "G-DIS-A-1",
        "attack 0711 by french-5-4-1": "G-COM-A-1",
        "attack 0611 by french-5-4-2": "G-COM-A-1",
        "attack 0611 by davout": "G-LDR-C-1",
        "attack 0611 by french-supply-1": "G-LDR-C-1",
        "attack 0611 by austrian-1-5-2": "G-COM-A-1",
        "attack 0611 by french-5-4-1, french-5-4-1": "G-COM-B-3",
        "attack 0611 by french-5-4-1 under french-5-4-2": "G-LDR-0-1",
        "attack 0512 by french-5-4-2 under davout": "G-LDR-C-3",
    }.items():
        assert table.refused(text) == case, text


@pytest.mark.case("G-LDR-C-3", "A-118", "A-68", "G-DIS-A-3")
def test_each_leader_serves_one_attack() -> None:
    units = {**PAIR, "french-2-5-1": "0612", "french-supply-1": "0612", "davout": "0612", "ney": "0612"}
    table = Table(units).do("spend french-supply-1", "attack 0611 by french-5-4-1 under davout")
    assert table.refused("attack 0512 by french-2-5-1 under davout") == "G-LDR-C-3"
    table.do("attack 0512 by french-2-5-1 under ney")
    hurt = Table({**PAIR, "davout": ("0612", 14)})
    assert hurt.refused("attack 0611 by french-5-4-1 under davout") == "G-DIS-A-3"


@pytest.mark.case("A-05")
def test_an_attack_is_called_off_before_declarations_end_and_not_after() -> None:
    table = Table(PAIR).do("attack 0611 by french-5-4-1", "attack 0512 by french-5-4-2", "call off 0611")
    assert [attack.targets for attack in table.state.attacks] == [("0512",)]
    assert table.refused("call off 0611") == "G-SEQ-5"
    table.do("end")
    assert table.asked == ("allied", "defence")
    assert table.refused("call off 0512")


@pytest.mark.case("G-FOR-E-1", "A-75")
def test_one_attack_from_several_hexes_upon_a_fortress_and_others_beside_it() -> None:
    ring = {f"french-5-4-{nth}": hex for nth, hex in enumerate(("0611", "0711", "0712", "0613"), 1)}
    table = Table({**ring, "austrian-1-5-1": "0612"}, plain(fortresses=["0612"]), allied=["0612"])
    assert "attack 0612 by french-5-4-1, french-5-4-4, french-5-4-2, french-5-4-3" in table.legal()
    table.do("attack 0612 by french-5-4-1, french-5-4-2")
    assert table.refused("attack 0612 by french-5-4-3, french-5-4-4") == "A-75"
    table.do("attack 0612 by french-5-4-3", "attack 0612 by french-5-4-4")
    assert len(table.state.attacks) == 3


@pytest.mark.case("G-FOR-F-1", "G-FOR-F-2", "G-FOR-F-3", "E-v-32", "E-d-31")
def test_out_of_a_fortress_all_are_attacked_in_one_battle() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-5-4-2": "0612",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0512",
        "austrian-1-5-3": "0613",
    }
    table = Table(units, plain(fortresses=["0612"], bridges=["0612/0613"]))
    assert table.refused("attack 0611 by french-5-4-1") == "G-FOR-F-1"
    assert table.refused("attack 0611, 0613 by french-5-4-1") == "G-FOR-F-1"
    table.do("attack 0512, 0611 by french-5-4-1")
    assert table.state.attacks[0].units == ("french-5-4-1",)
    assert table.legal("attack") == []
    assert table.refused("attack 0512, 0611 by french-5-4-2") == "G-FOR-F-3"
    table.do("call off 0512", "attack 0512, 0611 by french-5-4-1, french-5-4-2")


@pytest.mark.case("A-65", "A-62")
def test_supply_serves_its_reach_unless_it_is_limited() -> None:
    units = {**PAIR, "french-supply-1": "0612"}
    table = Table(units).do("attack 0611 by french-5-4-1", "attack 0512 by french-5-4-2")
    table.do("spend french-supply-1 for 0612", "end")
    assert [attack.printed for attack in table.state.attacks] == [(5, 1), (2, 1)]
    both = Table(units).do("attack 0611 by french-5-4-1", "attack 0512 by french-5-4-2")
    both.do("spend french-supply-1", "end")
    assert [attack.printed for attack in both.state.attacks] == [(5, 1), (5, 1)]


@pytest.mark.case("G-SUP-B-1")
def test_supply_that_reaches_no_attack_is_refused() -> None:
    table = Table({**PAIR, "french-supply-1": "0614"}).do("attack 0611 by french-5-4-1")
    assert table.legal("spend") == []
    assert table.refused("spend french-supply-1") == "G-SUP-B-1"


@pytest.mark.case("A-01", "A-69")
def test_allies_of_two_nations_attack_together_under_either_leader() -> None:
    units = {
        "austrian-4-3-1": "0612",
        "russian-4-4-1": "0612",
        "kutuzov": "0612",
        "austrian-supply-1": "0612",
        "french-5-4-1": "0611",
    }
    table = Table(units, side="allied").do("spend austrian-supply-1")
    table.do("attack 0611 by austrian-4-3-1, russian-4-4-1 under kutuzov", "end")
    assert table.state.attacks[0].printed == (12, 5)


@pytest.mark.case("G-SUP-A-2", "G-COM-B-3")
def test_what_is_spent_or_attacks_is_shown_as_used() -> None:
    table = Table({**PAIR, "french-supply-1": "0612"})
    ids, seen = ("french-5-4-1", "french-5-4-2", "french-supply-1"), []
    for action in ("attack 0611 by french-5-4-1", "spend french-supply-1"):
        units = table.do(action).title.view(table.state, None).units
        seen.append([units[id].status for id in ids])
    assert seen == [["used", "ready", "ready"], ["used", "ready", "used"]]


@pytest.mark.case("G-SUP-0-1")
def test_supply_that_is_gone_is_not_spent() -> None:
    table = Table({**PAIR, "french-supply-1": "0612"})
    spend = table.title.parse(table.state, "spend french-supply-1", "french")
    table.state.pieces = stand(plain(), PAIR).pieces
    with pytest.raises(IllegalAction) as refusal:
        table.title.apply(table.state, "french", spend, table.dice)
    assert refusal.value.case == "G-SUP-0-1"
