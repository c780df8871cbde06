"""Automatic elimination on the table (COM L to Q)."""

from __future__ import annotations

import pytest

from engines.core.errors import IllegalAction
from engines.grande_armee.events import Controlled, Doomed, Eliminated
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, moving


def gone(table: Table) -> list[str]:
    """The units that went off the map."""
    return [event.unit for event in table.told(Eliminated)]


@pytest.mark.case("G-COM-L-1", "G-COM-L-2", "A-94", "E-v-16")
@pytest.mark.parametrize(
    ("attacker", "fed", "on_pass", "fits"),
    [
        ("french-5-4-1", True, False, True),
        ("french-5-4-1", False, False, False),
        ("french-5-4-1", True, True, False),
        ("french-18-2-1", False, False, True),
        ("french-18-2-1", False, True, False),
    ],
)
def test_500_percent_eliminate_with_the_defender_in_supply(
    attacker: str, fed: bool, on_pass: bool, fits: bool
) -> None:
    units = {attacker: "0612", "french-supply-1": "0613", "austrian-1-5-1": "0611"}
    table = moving(units, plain(passes=["0611"] if on_pass else []), scenario="1805")
    action = f"eliminate 0611 by {attacker}" + (" with french-supply-1" if fed else "")
    if fits:
        table.do(action)
        assert table.state.doomed == ("austrian-1-5-1",)
        assert table.at("austrian-1-5-1") == "0611"
    else:
        assert table.refused(action) == "G-COM-L-1"
        assert table.state.spent == {}


@pytest.mark.case("G-COM-L-1", "E-d-17", "A-43")
@pytest.mark.parametrize(("troops", "fits"), [(["5-4"] * 5, True), (["5-4"] * 4 + ["2-5", "2-5"], False)])
def test_the_odds_of_several_units_add_up(troops: list[str], fits: bool) -> None:
    units = {f"french-{kind}-{at}": "0612" for at, kind in enumerate(troops, 1)}
    table = moving({**units, "french-supply-1": "0613", "prussian-3-3-1": "0611", "austrian-5-4-1": "0811"})
    action = f"eliminate 0811 by {', '.join(units)} with french-supply-1"
    assert table.refused(action) == "G-COM-A-1"
    table = moving({**units, "french-supply-1": "0613", "austrian-5-4-1": "0611"}, scenario="1809")
    action = f"eliminate 0611 by {', '.join(units)} with french-supply-1"
    if fits:
        table.do(action)
        (event,) = table.told(Doomed)
        assert (event.attack, event.defence) == (25, 5)
    else:
        assert table.refused(action) == "G-COM-L-1"
    assert table.refused(action.partition(" with")[0]) == ("A-43" if fits else "G-COM-L-1")


@pytest.mark.case("G-LDR-0-1", "E-v-17")
def test_a_leader_adds_his_bonus_once_units_are_supplied() -> None:
    units = {"french-5-4-1": "0612", "soult": "0612", "french-supply-1": "0613", "austrian-2-5-1": "0611"}
    table = moving(units, scenario="1809")
    assert table.refused("eliminate 0611 by french-5-4-1 with french-supply-1") == "G-COM-L-1"
    table.do("eliminate 0611 by french-5-4-1 under soult with french-supply-1")
    assert table.state.bound == ("french-5-4-1", "soult")
    units["austrian-1-5-1"] = units.pop("austrian-2-5-1")
    table = moving(units, scenario="1805")
    assert table.refused("eliminate 0611 by french-5-4-1 under soult") == "G-COM-L-1"


@pytest.mark.case("G-COM-O-1", "A-47", "E-v-18", "E-d-18")
def test_depots_and_supply_units_go_at_once_and_leave_the_hex_free() -> None:
    units = {
        "russian-10-2-1": "0612",
        "russian-4-4-1": "0511",
        "russian-supply-1": "0512",
        "french-depot-1": "0611",
        "french-supply-1": "0611",
        "kutuzov": "0613",
    }
    table = moving(units, side="allied")
    assert table.refused("eliminate 0611 by russian-4-4-1 with russian-supply-1") == "G-COM-L-1"
    table.do("eliminate 0611 by russian-10-2-1")
    assert gone(table) == ["french-depot-1", "french-supply-1"]
    table.do("move kutuzov > 0612 > 0611")
    assert table.state.marches["kutuzov"].spent == 2


@pytest.mark.case("G-COM-Q-1", "A-44", "E-d-17")
@pytest.mark.parametrize("shield", ["austrian-1-8-1", "mack", "disrupted"])
def test_cavalry_and_leaders_shield_a_hex(shield: str) -> None:
    units = {"french-18-2-1": "0612", "french-supply-1": "0612", "austrian-1-5-1": "0611"}
    where: dict[str, str | tuple[str, int]] = (
        {"mack": ("0611", 20)} if shield == "disrupted" else {shield: ("0611", 20)}
    )
    table = moving({**units, **where}, scenario="1805")
    assert table.refused("eliminate 0611 by french-18-2-1 with french-supply-1") == "A-44"
    assert table.legal("eliminate") == []
    table = moving({**units, **where}, scenario="1805", ae_spares_mixed=False)
    if shield == "mack":
        table.do("eliminate 0611 by french-18-2-1 with french-supply-1")
        assert table.state.doomed == ("austrian-1-5-1",)


@pytest.mark.case("G-COM-Q-1")
@pytest.mark.parametrize("alone", ["austrian-1-8-1", "mack"])
@pytest.mark.parametrize("spares", [True, False])
def test_cavalry_and_leaders_by_themselves_are_never_eliminated(alone: str, spares: bool) -> None:
    units = {"french-18-2-1": "0612", alone: "0611"}
    table = moving(units, scenario="1805", ae_spares_mixed=spares)
    assert table.refused("eliminate 0611 by french-18-2-1") == "G-COM-Q-1"


@pytest.mark.case("G-LDR-C-1", "G-SUP-0-1", "G-SUP-A-1", "G-SUP-B-1", "G-DIS-A-3", "A-94")
@pytest.mark.parametrize(
    ("by", "statement"),
    [
        ("davout", "G-LDR-C-1"),
        ("french-18-2-1 with davout", "G-SUP-0-1"),
        ("french-18-2-1 with french-supply-7", "G-SUP-0-1"),
        ("french-18-2-1 with austrian-supply-1", "G-SUP-0-1"),
        ("french-18-2-1 with french-supply-3, french-supply-3", "G-SUP-A-1"),
        ("french-18-2-1 with french-supply-1", "G-DIS-A-3"),
        ("french-18-2-1 with french-supply-2", "G-SUP-B-1"),
        ("french-18-2-1 under french-supply-1", "G-LDR-0-1"),
    ],
)
def test_an_elimination_says_who_can_take_no_part(by: str, statement: str) -> None:
    units: dict[str, str | tuple[str, int]] = {
        "french-18-2-1": "0612",
        "davout": "0612",
        "prussian-3-3-1": "0611",
        "french-supply-1": ("0613", 20),
        "french-supply-2": "0614",
        "french-supply-3": "0612",
        "austrian-supply-1": "0510",
    }
    assert moving(units).refused(f"eliminate 0611 by {by}") == statement


@pytest.mark.case("A-43", "G-DIS-A-1")
def test_who_gave_odds_stands_still_and_gives_none_again() -> None:
    units: dict[str, str | tuple[str, int]] = {
        "french-18-2-1": "0612",
        "davout": "0612",
        "french-5-4-1": ("0510", 20),
        "french-5-4-2": "0710",
        "french-supply-1": "0613",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0711",
    }
    table = moving(units, scenario="1805")
    assert table.refused("eliminate 0611 by french-5-4-1") == "G-DIS-A-1"
    assert table.refused("eliminate 0611 by davout") == "G-LDR-C-1"
    table.do("eliminate 0611 by french-18-2-1 under davout with french-supply-1")
    with pytest.raises(IllegalAction, match=r", by a reading of the rules") as refusal:
        table.do("move french-18-2-1 > 0613")
    assert refusal.value.case == "A-43"
    assert table.refused("move davout > 0613") == "A-43"
    assert table.refused("eliminate 0711 by french-18-2-1") == "A-43"
    assert table.refused("move french-supply-1 > 0614") == "A-43"
    table.do("end")
    assert "french-supply-1" not in table.state.pieces
    assert table.refused("attack 0711 by french-18-2-1") == "A-43"


@pytest.mark.case("A-43")
def test_an_option_lets_them_go_on() -> None:
    units = {"french-18-2-1": "0612", "austrian-1-5-1": "0611", "austrian-1-5-2": "0711"}
    table = moving(units, scenario="1805", ae_binds=False)
    table.do(
        "eliminate 0611 by french-18-2-1", "eliminate 0711 by french-18-2-1", "move french-18-2-1 > 0613"
    )


@pytest.mark.case("G-COM-L-3", "A-96")
def test_nothing_is_eliminated_without_a_declaration() -> None:
    units = {
        "french-18-2-1": "0613",
        "french-5-4-1": "0511",
        "prussian-3-3-1": "0911",
        "prussian-depot-1": "0611",
    }
    table = moving(units)
    table.do("move french-18-2-1 > 0612")
    assert gone(table) == []
    assert table.refused("move french-5-4-1 > 0611") == "G-MOV-D-1"
    table.do("eliminate 0611 by french-18-2-1", "move french-5-4-1 > 0611")
    assert table.on("0611") == ["french-5-4-1"]


@pytest.mark.case("G-COM-M-1", "A-30", "E-d-18")
def test_doomed_units_lose_their_zone_and_stay_to_the_end_of_the_phase() -> None:
    units = {
        "french-18-2-1": "0612",
        "french-5-4-1": "0609",
        "french-5-4-2": "0410",
        "austrian-1-5-1": "0611",
    }
    table = moving(units, scenario="1805")
    table.do("move french-5-4-1 > 0610")
    table.do("eliminate 0611 by french-18-2-1")
    # It was stopped before, and stays so.
    assert table.refused("move french-5-4-1 > 0510") == "G-ZOC-B-1"
    table.do("move french-5-4-2 > 0510 > 0611")
    assert table.state.marches["french-5-4-2"].spent == 1 + 2
    table.do("end")
    assert "austrian-1-5-1" in gone(table)


@pytest.mark.case("G-COM-N-1", "E-v-21")
def test_troops_sweep_supply_units_away_in_passing() -> None:
    units = {
        "french-3-7-1": "0612",
        "davout": "0612",
        "austrian-supply-1": "0611",
        "austrian-supply-2": "0611",
    }
    table = moving(units, scenario="1805")
    assert table.refused("move davout > 0611") == "G-MOV-D-1"
    table.do("move french-3-7-1 > 0611 > 0610", "move davout > 0611")
    assert table.state.marches["french-3-7-1"].spent == 2
    assert {"austrian-supply-1", "austrian-supply-2"}.isdisjoint(table.state.pieces)


@pytest.mark.case("G-COM-N-2", "E-v-21")
def test_a_unit_that_was_stopped_eliminates_supply_units_beside_it() -> None:
    units = {
        "french-2-5-1": "0613",
        "austrian-1-5-1": "0711",
        "austrian-supply-1": "0611",
        "austrian-supply-2": "0611",
    }
    box = plain(rivers=["0611/0612"])
    table = moving(units, box, scenario="1805").do("move french-2-5-1 > 0612")
    assert table.refused("move french-2-5-1 > 0611") == "G-ZOC-B-1"
    table.do("eliminate 0611 by french-2-5-1")
    assert gone(table) == ["austrian-supply-1", "austrian-supply-2"]
    assert table.state.bound == ("french-2-5-1",)
    box = plain(lakes=["0611/0612"])
    assert moving(units, box, scenario="1805").do("move french-2-5-1 > 0612").refused(
        "eliminate 0611 by french-2-5-1"
    ) == ("G-COM-A-1")


@pytest.mark.case("G-SUP-A-2")
def test_what_fed_a_march_feeds_no_elimination_and_the_reverse() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-5-4-2": "0513",
        "french-supply-1": "0613",
        "austrian-1-5-1": "0611",
    }
    table = moving(units, scenario="1805")
    fed = table.state
    table.do("move french-5-4-2 > 0520 with french-supply-1")
    assert table.refused("eliminate 0611 by french-5-4-1 with french-supply-1") == "G-SUP-A-2"
    table.state = fed
    table.do("eliminate 0611 by french-5-4-1 with french-supply-1")
    assert table.refused("move french-5-4-2 > 0520 with french-supply-1") == "G-SUP-A-2"


@pytest.mark.case("A-45", "E-v-19")
@pytest.mark.parametrize("lasts", [False, True])
def test_the_supply_of_an_elimination_is_gone_when_the_stack_needs_it(lasts: bool) -> None:
    units = {
        "french-2-5-1": "0612",
        "french-3-7-1": "0612",
        "french-supply-1": "0612",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0911",
    }
    table = moving(units, scenario="1805", ae_supply_lasts=lasts)
    table.do("eliminate 0611 by french-2-5-1, french-3-7-1 with french-supply-1", "end")
    while table.asked is not None and table.asked[1] == "destroy":
        table.do(table.legal()[0])
    assert len(table.on("0612")) == (2 if lasts else 1)


@pytest.mark.case("A-45", "G-SUP-A-2", "G-SUP-B-1")
def test_supply_that_lasts_feeds_each_stack_that_spent_it_within_its_reach() -> None:
    units = {
        "french-18-2-1": "0611",
        "french-18-2-2": "0611",
        "french-2-5-1": "0613",
        "french-2-5-2": "0613",
        "french-3-7-1": "0610",
        "french-3-7-2": "0610",
        "french-supply-1": "0510",
        "austrian-1-5-1": "0612",
        "austrian-1-5-2": "0609",
    }
    box = plain(fortresses=["0612"])
    table = moving(units, box, scenario="1805", allied=["0612"], ae_supply_lasts=True)
    ring = "french-18-2-1, french-18-2-2, french-2-5-1, french-2-5-2"
    table.do(f"eliminate 0612 by {ring} with french-supply-1")
    # The second stack has spent it too; 0613 is out of its reach.
    table.do("eliminate 0609 by french-3-7-1, french-3-7-2 with french-supply-1", "end", "end")
    assert len(table.on("0611")) == len(table.on("0610")) == 2
    assert len(table.on("0613")) == 1


@pytest.mark.case("A-76", "G-FOR-E-1", "G-FOR-E-2")
def test_an_assault_on_a_fortress_from_several_hexes_is_listed() -> None:
    ring = {"french-18-2-1": "0611", "french-18-2-2": "0613"}
    units = {**ring, "french-supply-1": "0610", "french-supply-2": "0614", "austrian-2-5-1": "0612"}
    table = moving(units, plain(fortresses=["0612"]), scenario="1809", allied=["0612"])
    both = "eliminate 0612 by french-18-2-1, french-18-2-2 with french-supply-1, french-supply-2"
    assert table.legal("eliminate") == [both]
    table.do(both)
    (event,) = table.told(Doomed)
    assert (event.attack, event.defence) == (36, 6)


@pytest.mark.case("A-93", "A-73", "A-91", "E-v-20")
def test_a_fortress_falls_at_once_to_who_enters_it() -> None:
    ring = {"french-5-4-1": "0611", "french-5-4-2": "0711", "french-5-4-3": "0712"}
    feeders = {"french-supply-1": "0710", "french-supply-2": "0812"}
    units = {**ring, **feeders, "french-2-5-1": "0613", "austrian-1-5-1": "0612"}
    box = plain(fortresses=["0612"])
    table = moving(units, box, scenario="1805", allied=["0612"])
    action = "eliminate 0612 by french-5-4-1, french-5-4-2, french-5-4-3"
    assert table.refused(f"{action} with french-supply-1") == "G-COM-L-1"
    table.do(f"{action} with french-supply-1, french-supply-2", "move french-2-5-1 > 0612")
    assert table.state.marches["french-2-5-1"].spent == 1 + 1
    (event,) = table.told(Controlled)
    assert (event.fortress, event.side) == ("f0612", "french")
    assert table.at("austrian-1-5-1") == "0612"
    table.do("end")
    assert table.at("austrian-1-5-1") is None
    assert table.state.control["f0612"] == "french"
    shielded = moving({**units, "mack": "0612"}, box, scenario="1805", allied=["0612"])
    assert shielded.refused(f"{action} with french-supply-1, french-supply-2") == "A-44"


@pytest.mark.case("A-76", "G-FOR-B-1")
def test_out_of_a_fortress_all_round_it_are_eliminated_together_or_none() -> None:
    units = {
        "french-18-2-1": "0612",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0613",
        "austrian-1-5-3": "0712",
    }
    table = moving(units, plain(fortresses=["0612"]), scenario="1805")
    assert table.refused("eliminate 0611 by french-18-2-1") == "G-FOR-F-1"
    assert table.refused("eliminate 0611, 0613, 0712, 0611 by french-18-2-1") == "G-COM-C-1"
    table.do("eliminate 0611, 0613, 0712 by french-18-2-1")
    (event,) = table.told(Doomed)
    assert (event.attack, event.defence) == (18, 3)


@pytest.mark.case("G-COM-C-1", "G-COM-B-1", "A-43", "A-76")
def test_in_the_open_one_hex_is_eliminated_from_one_hex() -> None:
    units = {
        "french-18-2-1": "0612",
        "french-18-2-2": "0710",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0613",
    }
    table = moving(units, scenario="1805")
    assert table.refused("eliminate 0611, 0613 by french-18-2-1") == "G-COM-C-1"
    assert table.refused("eliminate 0611 by french-18-2-1, french-18-2-2") == "G-COM-B-1"


@pytest.mark.case("A-40")
def test_an_unbridged_river_hinders_no_elimination() -> None:
    units = {"french-18-2-1": "0612", "austrian-1-5-1": "0611"}
    moving(units, plain(rivers=["0611/0612"]), scenario="1805").do("eliminate 0611 by french-18-2-1")


@pytest.mark.case("A-92", "A-90")
def test_newcomers_strike_on_from_a_doomed_hex() -> None:
    units = {
        "french-18-2-1": "0612",
        "french-18-2-2": "0510",
        "french-supply-1": "0510",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0711",
    }
    table = moving(units, scenario="1805")
    table.do("eliminate 0611 by french-18-2-1", "move french-18-2-2 > 0511 with french-supply-1")
    table.do("move french-18-2-2 > 0611", "eliminate 0711 by french-18-2-2")
    assert table.state.doomed == ("austrian-1-5-1", "austrian-1-5-2")


@pytest.mark.case("G-COM-L-3", "A-94")
def test_what_is_listed_is_taken() -> None:
    units = {
        "french-18-2-1": "0612",
        "french-5-4-1": "0612",
        "davout": "0612",
        "french-supply-1": "0613",
        "austrian-1-5-1": "0611",
        "austrian-2-5-1": "0711",
        "austrian-supply-1": "0712",
    }
    table = moving(units, scenario="1809")
    before, listed = table.state, table.legal("eliminate")
    assert "eliminate 0611 by french-18-2-1" in listed
    assert "eliminate 0611 by french-5-4-1 with french-supply-1" in listed
    assert "eliminate 0712 by french-5-4-1" in listed
    for text in listed:
        table.state = before
        table.do(text)
