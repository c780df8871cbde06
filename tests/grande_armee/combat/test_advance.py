"""Advance after combat, and supply creation, of La Grande Armée at the table."""

from __future__ import annotations

import pytest

from engines.grande_armee.events import Created
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, Units

STRONG = {"french-18-2-1": "0612", "davout": "0612", "austrian-1-5-1": "0611"}


def after(table: Table, by: str = "french-18-2-1", die: int = 6) -> Table:
    return table.do(f"attack 0611 by {by}", "end").stand().do("resolve 0611", faces=[die])


@pytest.mark.case("G-COM-K-1", "G-COM-K-2", "A-41", "E-d-36", "G-SEQ-9")
def test_an_advance_wants_a_river_a_fortress_or_a_hex_that_was_left() -> None:
    for box, may in (
        (plain(), False),
        (plain(rivers=["0611/0612"]), True),
        (plain(bridges=["0611/0612"]), True),
        (plain(fortresses=["0611"]), True),
    ):
        table = after(Table(STRONG, box, allied=["0611"]))
        assert table.battles[-1].result == "De"
        assert (table.asked == ("french", "advance")) is may


@pytest.mark.case("G-COM-K-4", "A-49", "A-115", "A-68")
def test_any_of_the_attackers_advance_and_nobody_else() -> None:
    units = {**STRONG, "french-1-8-1": "0612", "french-supply-1": "0612", "ney": "0612"}
    table = Table(units, plain(bridges=["0611/0612"])).do("spend french-supply-1")
    table.do("attack 0611 by french-18-2-1 under davout", "end").stand().do("resolve 0611", faces=[6])
    assert table.refused("advance french-1-8-1 > 0611") == "G-COM-K-4"
    assert table.refused("advance ney > 0611") == "G-COM-K-4"
    assert table.refused("advance davout > 0613") == "G-COM-K-4"
    table.do("advance davout > 0611", "end")
    assert table.at("davout") == "0611"
    assert table.at("french-18-2-1") == "0612"


@pytest.mark.case("A-115", "A-73", "G-FOR-H-1")
def test_a_leader_alone_takes_a_fortress() -> None:
    table = Table({**STRONG, "davout": "0612"}, plain(fortresses=["0611"]), allied=["0611"])
    table.do("attack 0611 by french-18-2-1 under davout", "end").stand().do("resolve 0611", faces=[6])
    table.do("advance davout > 0611")
    assert table.state.control == {"f0611": "french"}


@pytest.mark.case("A-49", "G-MOV-F-1", "A-48")
def test_cavalry_attacks_into_mountains_and_does_not_advance_there() -> None:
    units = {
        "french-3-7-1": "0612",
        "french-18-2-1": "0612",
        "french-supply-1": "0612",
        "austrian-1-5-1": "0611",
    }
    table = Table(units, plain(mountains=["0611"], bridges=["0611/0612"])).do("spend french-supply-1")
    table.do("attack 0611 by french-18-2-1, french-3-7-1", "end").stand().do("resolve 0611", faces=[6])
    assert table.refused("advance french-3-7-1 > 0611") == "G-MOV-F-1"
    table.do("advance french-18-2-1 > 0611")
    assert table.at("french-18-2-1") == "0611"


@pytest.mark.case("G-COM-K-1", "G-COM-K-4", "A-77")
def test_a_sortie_advances_into_the_hexes_that_were_left() -> None:
    units = {"french-18-2-1": "0612", "austrian-1-8-1": "0611", "austrian-1-5-1": "0613"}
    table = Table(units, plain(fortresses=["0612"])).do("attack 0611, 0613 by french-18-2-1", "end")
    table.do("retreat austrian-1-8-1 > 0603", "resolve 0613", faces=[6])
    assert table.battles[-1].result == "De"
    assert table.battles[-1].defenders == ("austrian-1-5-1",)
    assert table.refused("advance french-18-2-1 > 0613") == "G-COM-K-2"
    table.do("advance french-18-2-1 > 0611")
    assert table.at("french-18-2-1") == "0611"


# ---- supply creation

DEPOTS = {"french-depot-1": "0612", "french-depot-2": "0612", "french-depot-3": "0616"}


@pytest.mark.case("G-SUP-C-1", "A-67", "G-SEQ-10", "E-08", "G-SUP-C-4")
def test_each_depot_may_place_one_supply_unit_on_its_hex() -> None:
    table = Table({**DEPOTS, "austrian-depot-1": "0905"})
    assert table.asked == ("french", "create")
    assert table.refused("create austrian-depot-1") == "G-SUP-C-2"
    assert table.refused("create french-depot-1, french-depot-1") == "G-SUP-C-1"
    table.do("create french-depot-1")
    assert table.refused("create french-depot-1") == "G-SUP-C-1"
    table.do("create all")
    assert table.on("0612") == ["french-depot-1", "french-depot-2", "french-supply-1", "french-supply-2"]
    assert table.at("french-supply-3") == "0616"
    assert table.asked != ("french", "create")


@pytest.mark.case("G-SUP-C-1")
def test_creation_is_optional() -> None:
    table = Table(DEPOTS).do("end")
    assert not table.told(Created)
    assert "french-supply-1" not in table.state.pieces


@pytest.mark.case("G-SUP-C-2", "G-SUP-C-3", "G-DIS-A-3", "E-d-29")
def test_depots_that_are_disrupted_or_surrounded_create_nothing() -> None:
    units: Units = {
        **DEPOTS,
        "french-depot-2": ("0712", 14),
        "french-depot-3": "0616",
        "austrian-1-5-1": "0615",
        "austrian-1-5-2": "0617",
        "french-5-4-1": "0716",
    }
    table = Table(units).do("end")
    assert table.asked == ("french", "create")
    assert table.refused("create french-depot-2") == "G-DIS-A-3"
    assert table.refused("create french-depot-3") == "G-SUP-C-3"
    assert table.refused("create french-5-4-1") == "G-SUP-C-1"
    assert table.legal() == ["create all", "create french-depot-1", "end"]
