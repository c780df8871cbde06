"""The defence of La Grande Armée at the table: retreats before combat, supply, and when no seat is asked."""

from __future__ import annotations

import pytest

from data.grande_armee.hexes import Hex, distance
from engines.grande_armee.events import Retreated
from tests.grande_armee.builder import RING, plain
from tests.grande_armee.table import Table

BASE = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}


def attacked(units: dict[str, str], *more: str, **named: object) -> Table:
    return Table(units, **named).do("attack 0611 by french-5-4-1", *more, "end")  # type: ignore[arg-type]


@pytest.mark.case("G-SEQ-6", "G-COM-E-1", "G-COM-F-1", "G-COM-F-3", "G-DIS-0-1")
def test_the_defender_goes_over_his_whole_allowance_and_is_disrupted() -> None:
    table = attacked(BASE)
    assert table.asked == ("allied", "defence")
    assert {distance(Hex("0611"), Hex(text[-4:])) for text in table.legal("retreat")} == {1, 2, 3}
    table.do("retreat austrian-4-3-1 > 0608")
    assert table.at("austrian-4-3-1") == "0608"
    assert table.state.pieces["austrian-4-3-1"].disrupted == 16  # in phase 10
    assert table.told(Retreated)[0].before_combat


@pytest.mark.case("G-COM-C-2", "G-COM-E-1", "G-SEQ-7")
def test_part_of_a_stack_may_go_and_the_rest_stands() -> None:
    table = attacked({**BASE, "austrian-4-3-2": "0611", "austrian-supply-1": "0610"})
    table.do("retreat austrian-4-3-1 > 0609", "stand")  # a step is lost to the stack
    assert table.refused("retreat austrian-4-3-2 > 0608") == "G-SEQ-7"
    assert table.legal() == ["spend austrian-supply-1", "end"]
    table.do("spend austrian-supply-1")
    assert table.asked == ("french", "resolve")


@pytest.mark.case("G-FOR-B-1", "G-COM-E-3")
def test_nobody_is_asked_where_a_fortress_feeds_all_and_holds_them() -> None:
    corps = {f"french-5-4-{nth}": "0612" for nth in range(1, 5)}
    units = {**corps, "french-supply-1": "0612", "austrian-4-3-1": "0611", "austrian-supply-1": "0611"}
    for forts, asked in (["0611"], ("french", "resolve")), ([], ("allied", "defence")):
        table = Table(units, plain(fortresses=forts), allied=forts).do("spend french-supply-1")
        table.do(f"attack 0611 by {', '.join(corps)}", "end")
        assert table.asked == asked


@pytest.mark.case("G-COM-F-1")
def test_a_chain_that_is_barred_or_too_short_is_refused() -> None:
    table = attacked(BASE, box=plain(rivers=["0610/0611"]))
    assert table.refused("retreat austrian-4-3-1 > 0610 > 0609 > 0608") == "G-COM-F-1"
    assert table.refused("retreat austrian-4-3-1 > 0510 > 0509") == "G-COM-F-1"
    table.do("retreat austrian-4-3-1 > 0510 > 0509 > 0508")
    assert table.at("austrian-4-3-1") == "0508"


@pytest.mark.case("G-COM-E-1")
def test_units_that_are_not_attacked_or_not_own_are_refused() -> None:
    table = attacked({**BASE, "austrian-1-8-1": "0610"})
    assert table.refused("retreat austrian-1-8-1 > 0603") == "G-COM-E-1"
    assert table.refused("retreat french-5-4-1 > 0615") == "G-COM-E-1"


@pytest.mark.case("A-99", "G-SUP-B-3", "E-d-20", "G-COM-K-1")
def test_where_all_retreat_there_is_no_battle_and_the_attacker_keeps_his_supply() -> None:
    table = attacked({**BASE, "french-supply-1": "0612"}, "spend french-supply-1")
    table.do("retreat austrian-4-3-1 > 0608")
    assert table.asked == ("french", "advance")
    table.do("advance french-5-4-1 > 0611")
    assert table.at("french-5-4-1") == "0611"
    assert table.at("french-supply-1") == "0612"


@pytest.mark.case("E-v-33", "A-37", "A-99", "G-DIS-C-1", "A-61", "A-112")
def test_who_runs_onto_a_hex_that_is_attacked_defends_there_and_dies_of_a_second_disruption() -> None:
    units = {
        "austrian-5-4-1": "0611",
        "french-5-4-1": "0612",
        "austrian-5-4-2": "0608",
        "austrian-supply-1": "0607",
        **{f"french-5-4-{nth}": "0708" for nth in (2, 3, 4)},
        "french-supply-1": "0709",
    }
    table = Table(units, scenario="1809").do("spend french-supply-1", "attack 0611 by french-5-4-1")
    table.do("attack 0608 by french-5-4-2, french-5-4-3, french-5-4-4", "end")
    table.do("retreat austrian-5-4-1 > 0610 > 0609 > 0608", "spend austrian-supply-1")
    assert len(table.state.attacks) == 2
    assert table.state.attacks[0].state == "lapsed"
    table.do("resolve 0608", faces=[1])
    fought = table.state.attacks[1]
    assert (fought.odds, fought.result) == ((15, 10), "Drs")
    assert table.at("austrian-5-4-1") is None
    assert table.at("austrian-5-4-2") is None
    assert {"austrian-2-5-1", "austrian-2-5-2"} <= table.state.pieces.keys()


@pytest.mark.case("A-100")
def test_a_friend_that_has_left_opens_nothing_any_more() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-1-8-1": "0510",
        "french-1-8-2": "0711",
        "austrian-4-3-1": "0611",
        "austrian-1-8-1": "0610",
    }
    table = Table(units).do("attack 0611 by french-5-4-1", "attack 0610 by french-1-8-1", "end")
    assert any("austrian-4-3-1" in text for text in table.legal("retreat"))
    table.do("retreat austrian-1-8-1 > 0602")
    assert table.asked == (
        "french",
        "resolve",
    )  # 0611 is surrounded now, and the defender is not asked about it


@pytest.mark.case("E-v-45", "G-DIS-B-1", "G-DIS-A-1", "E-d-25")
def test_a_disrupted_unit_makes_no_second_retreat_before_combat() -> None:
    table = attacked({**BASE, "austrian-4-3-1": ("0611", 13), "austrian-supply-1": "0610"})  # type: ignore[dict-item]
    assert table.asked == ("allied", "defence")
    assert table.refused("retreat austrian-4-3-1 > 0608") == "G-COM-E-5"


@pytest.mark.case("G-COM-E-2", "E-d-16")
def test_nobody_is_asked_where_nobody_may_go_and_no_supply_is_near() -> None:
    shut = {**BASE, **{f"french-1-8-{nth}": hex for nth, hex in enumerate(("0610", "0510", "0710"), 1)}}
    assert attacked(shut).asked == ("french", "resolve")


@pytest.mark.case("I-01", "I-03")
def test_silence_makes_the_draft() -> None:
    table = attacked({**BASE, "austrian-supply-1": "0610"})
    owed = table.title.decisions(table.state)[0]
    drafted = table.title.fallback(table.state, owed)
    assert drafted is not None
    assert table.title.notation(drafted) == "spend austrian-supply-1"


@pytest.mark.case("G-COM-D-2", "A-64", "G-SEQ-7", "E-d-32")
def test_the_defenders_supply_counts_where_it_stands_when_it_is_spent() -> None:
    table = attacked({**BASE, "austrian-supply-1": "0610"}).do("spend austrian-supply-1")
    table.do("resolve 0611", faces=[1])
    assert table.state.attacks[0].odds == (2, 4)
    assert "austrian-supply-1" not in table.state.pieces or table.state.phase == "combat"


@pytest.mark.case("A-71", "E-v-28", "I-04")
def test_the_owner_of_an_over_full_fortress_names_whom_it_supplies() -> None:
    units = {"french-5-4-1": "0611", "austrian-18-2-1": "0612", "austrian-5-4-1": "0612"}
    box = plain(fortresses=["0612"], mountains=[hex for hex in RING if hex != "0611"])
    table = Table(units, box, allied=["0612"]).do("attack 0612 by french-5-4-1", "end")
    assert table.asked == ("allied", "defence")
    assert table.refused("supply-first french-5-4-1") == "A-71"
    assert table.refused("supply-first austrian-5-4-1, austrian-5-4-1") == "G-FOR-B-1"
    table.do("supply-first austrian-5-4-1", "end").do("resolve 0612", faces=[1])
    assert table.state.attacks[0].odds == (2, 42)


@pytest.mark.case("A-57", "A-73", "G-FOR-H-1")
def test_a_retreat_through_an_empty_fortress_takes_it() -> None:
    table = attacked(BASE, box=plain(fortresses=["0609"]))
    table.do("retreat austrian-4-3-1 > 0610 > 0609 > 0608")
    assert table.state.control == {"f0609": "allied"}


@pytest.mark.case("A-36")
def test_a_retreat_before_combat_may_end_in_an_own_fortress_at_once() -> None:
    table = attacked(BASE, box=plain(fortresses=["0610"]), allied=["0610"])
    table.do("retreat austrian-4-3-1 > 0610")
    assert table.at("austrian-4-3-1") == "0610"


@pytest.mark.case("G-COM-D-1")
def test_supply_is_not_offered_for_a_hex_of_nothing_but_supply_units() -> None:
    alone = {"austrian-supply-1": "0611", "austrian-supply-2": "0610"}
    table = Table({"french-5-4-1": "0612", **alone}).do("attack 0611 by french-5-4-1", "end")
    assert table.asked is None or table.asked[1] != "defence" or not table.legal("spend")
    fed = Table({"french-5-4-1": "0612", "austrian-4-3-1": "0611", **alone})
    fed.do("attack 0611 by french-5-4-1", "end")
    assert fed.legal("spend") == ["spend austrian-supply-1", "spend austrian-supply-2"]
