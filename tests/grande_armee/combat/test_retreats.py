"""Retreats of La Grande Armée at the table: by hexes and scattered, in their owner's order."""

from __future__ import annotations

from typing import Any

import pytest

from engines.grande_armee.events import Broken, Eliminated, Retreated, Scattered
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table

EVEN = {"french-5-4-1": "0612", "austrian-5-4-1": "0611"}
"""100 %, both without supply: 1 and 2 are Ars and Ars, 3 is Ar1Drs, 4 is Dr1, 6 is Dr2."""


def beaten(units: Any, die: int, by: str = "french-5-4-1", target: str = "0611", **named: Any) -> Table:
    """A table after one battle; all units stand, and no supply is spent."""
    table = Table(units, **named)
    return table.do(f"attack {target} by {by}", "end").stand().do(f"resolve {target}", faces=[die])


@pytest.mark.case("G-RET-1", "G-CRT-11", "G-RET-11", "A-59")
def test_the_owner_retreats_his_units_and_they_are_disrupted() -> None:
    table = beaten(EVEN, 6)
    assert table.battles[-1].result == "Dr2"
    assert table.asked == ("allied", "retreat")
    assert table.refused("retreat french-5-4-1 > 0614") == "G-RET-1"
    assert table.refused("retreat austrian-5-4-1 > 0608") == "G-RET-2"
    assert table.refused("end") == "G-SEQ-2"
    table.do("retreat austrian-5-4-1 > 0610 > 0609")
    assert table.at("austrian-5-4-1") == "0609"
    assert table.state.pieces["austrian-5-4-1"].disrupted == 16


@pytest.mark.case("G-RET-8")
@pytest.mark.parametrize(("around", "end"), [("0511", "0510"), ("0711", "0710")])
def test_of_two_ways_to_an_end_the_one_through_fewer_controlled_hexes_is_taken(around: str, end: str) -> None:
    table = beaten({**EVEN, "french-1-8-1": "0406"}, 6)
    # The way around leads past the victors.
    assert table.refused(f"retreat austrian-5-4-1 > {around} > {end}") == "G-RET-8"
    assert table.do(f"retreat austrian-5-4-1 > 0610 > {end}").at("austrian-5-4-1") == end


@pytest.mark.case("E-v-38", "G-RET-8", "G-CRT-12")
@pytest.mark.parametrize(("die", "end"), [(6, "0609"), (4, "0610")])
def test_a_single_end_that_the_priorities_leave_is_taken_without_asking(die: int, end: str) -> None:
    table = beaten(EVEN, die, box=plain(fortresses=["0607"]), allied=["0607"])
    assert table.at("austrian-5-4-1") == end


@pytest.mark.case("A-55", "G-RET-10")
@pytest.mark.parametrize("together", [False, True])
def test_a_stack_retreats_unit_by_unit_or_as_one_by_the_option(together: bool) -> None:
    table = beaten({**EVEN, "austrian-supply-1": "0611"}, 4, retreat_as_stack=together)
    assert table.battles[-1].result == "Dr1"
    table.do("retreat austrian-supply-1 > 0610")
    assert table.at("austrian-supply-1") == "0610"
    assert (table.at("austrian-5-4-1") == "0610") is together
    assert (table.asked == ("allied", "retreat")) is not together


@pytest.mark.case("G-RET-2", "G-RET-6", "A-58")
def test_who_is_shut_in_is_eliminated() -> None:
    ring = ("0610", "0710", "0510", "0711", "0511")
    table = beaten({**EVEN, **{f"french-2-5-{nth}": hex for nth, hex in enumerate(ring, 1)}}, 6)
    assert table.at("austrian-5-4-1") is None
    assert [event.cause for event in table.told(Eliminated)] == ["retreat"]


@pytest.mark.case("G-DIS-C-1", "A-112", "E-d-25", "E-v-46")
def test_a_disrupted_unit_that_has_to_retreat_is_destroyed_where_it_stands() -> None:
    table = beaten({**EVEN, "austrian-5-4-1": ("0611", 13)}, 6)
    assert table.at("austrian-5-4-1") is None
    assert [event.cause for event in table.told(Eliminated)] == ["disruption"]
    assert not table.told(Retreated)


@pytest.mark.case("G-CRT-9", "G-CRT-10", "E-d-23", "A-110", "G-MOV-Q-3", "A-54", "G-RET-9", "I-08")
def test_an_army_scatters_in_its_smallest_pieces_each_to_a_hex_of_its_own() -> None:
    units = {
        "austrian-18-2-1": "0611",
        "mack": "0611",
        "austrian-supply-1": "0611",
        "french-18-2-1": "0612",
        "french-18-2-2": "0612",
        "french-supply-1": "0612",
    }
    table = Table(units, scenario="1805").do("spend french-supply-1")
    table.do("attack 0611 by french-18-2-1, french-18-2-2", "end", "spend austrian-supply-1")
    table.do("resolve 0611", faces=[1])
    assert (table.battles[-1].attack, table.battles[-1].defence, table.battles[-1].result) == (36, 20, "Drs")
    assert table.asked == ("allied", "retreat")
    assert table.told(Broken)[0].unit == "austrian-18-2-1"
    assert table.told(Broken)[0].forced
    table.do("retreat auto")
    gone = [event.unit for event in table.told(Scattered)]
    assert len([id for id in gone if id.startswith("austrian-1-5")]) == 12
    assert {"mack", "austrian-supply-1"} < set(gone)
    ends = [event.route[-1] for event in table.told(Scattered)]
    assert len(set(ends)) == len(ends)
    assert set(gone) - {"austrian-supply-1"} == set(table.disrupted())


@pytest.mark.case("A-60", "G-RET-1", "G-CRT-9", "G-CRT-10")
def test_the_owner_says_who_of_those_that_scatter_takes_the_one_end() -> None:
    units = {
        "french-5-4-1": "0613",
        "french-3-7-1": "0613",
        "french-supply-1": "0613",
        "austrian-5-4-1": "0612",
        "austrian-supply-1": "0612",
    }
    table = Table(units, plain(fortresses=["0606"]), allied=["0606"], scenario="1809")
    table.do("spend french-supply-1", "attack 0612 by french-5-4-1, french-3-7-1", "end")
    table.do("spend austrian-supply-1", "resolve 0612", faces=[1])
    one = [f"retreat {id} > 0608" for id in ("austrian-2-5-1", "austrian-2-5-2", "austrian-supply-1")]
    assert table.asked == ("allied", "retreat")
    assert table.legal() == ["retreat auto", *one]
    table.do("retreat austrian-supply-1 > 0608")
    # That end is taken, and others are as near to the Fortress as each other.
    assert len(table.legal("retreat austrian-2-5-1")) > 1


@pytest.mark.case("A-111", "G-RET-4", "E-v-42")
def test_scattered_pieces_all_enter_the_fortress_that_they_reach() -> None:
    units = {
        "austrian-5-4-1": "0611",
        "french-5-4-1": "0612",
        "french-2-5-1": "0612",
        "french-supply-1": "0612",
    }
    table = Table(units, plain(fortresses=["0608"]), scenario="1809", allied=["0608"])
    table.do("spend french-supply-1", "attack 0611 by french-2-5-1", "end").stand()
    table.do("resolve 0611", faces=[3])
    assert table.battles[-1].result == "Ar1Drs"
    table.do("retreat auto")
    assert table.on("0608") == ["austrian-2-5-1", "austrian-2-5-2"]


@pytest.mark.case("G-CRT-5", "E-v-35", "G-COM-K-3")
def test_the_attackers_leave_first_and_the_scattering_may_use_their_hex() -> None:
    ring = ("0610", "0710", "0711", "0511", "0510")
    units = {**EVEN, **{f"french-2-5-{nth}": hex for nth, hex in enumerate(ring, 1)}}
    table = beaten(units, 3, scenario="1809", box=plain(bridges=["0611/0612"]))
    assert table.battles[-1].result == "Ar1Drs"
    assert table.asked == ("french", "falling-back")
    table.do("retreat french-5-4-1 > 0613")
    if table.asked == ("allied", "retreat"):
        table.do("retreat auto")
    assert [event.unit for event in table.told(Eliminated)] != ["austrian-2-5-1", "austrian-2-5-2"]
    assert {event.route[0] for event in table.told(Scattered)} == {"0612"}
    assert table.asked != ("french", "advance")


@pytest.mark.case("A-108", "A-107")
def test_attackers_of_several_hexes_scatter_each_from_its_own() -> None:
    units = {"french-5-4-1": "0611", "french-5-4-2": "0613", "austrian-5-4-1": "0612"}
    table = beaten(
        units,
        1,
        "french-5-4-1, french-5-4-2",
        "0612",
        box=plain(fortresses=["0612"]),
        allied=["0612"],
        scenario="1809",
    )
    assert table.battles[-1].result == "Ars"
    table.do("retreat auto")
    assert {event.start for event in table.told(Scattered)} == {"0611", "0613"}


@pytest.mark.case("A-107", "E-v-44")
def test_a_beaten_sortie_is_driven_out_of_its_fortress() -> None:
    units = {"french-5-4-1": "0612", "austrian-5-4-1": "0611", "austrian-5-4-2": "0611"}
    table = beaten(units, 2, box=plain(fortresses=["0612"]))
    assert (table.battles[-1].attack, table.battles[-1].defence) == (5, 4)
    assert table.battles[-1].result == "Dr2"
    table.do("retreat auto")
    lost = beaten(
        {**units, "mack": "0611", "john": "0611", "austrian-5-4-3": "0611"}, 2, box=plain(fortresses=["0612"])
    )
    assert lost.battles[-1].result == "Ars"
    lost.do("retreat auto")
    assert lost.on("0612") == []


@pytest.mark.case("A-73", "G-RET-3", "G-FOR-H-1")
def test_a_retreat_into_an_enemy_fortress_takes_it_and_goes_on() -> None:
    table = beaten(EVEN, 6, box=plain(fortresses=["0610"]))
    table.do("retreat austrian-5-4-1 > 0610 > 0609")
    assert table.state.control == {"f0610": "allied"}
    assert table.at("austrian-5-4-1") == "0609"


@pytest.mark.case("I-06", "I-07")
def test_by_default_the_beaten_go_home_the_strongest_first() -> None:
    table = beaten({**EVEN, "austrian-supply-1": "0611"}, 6)
    owed = table.title.decisions(table.state)[0]
    assert owed.interrupt
    usual = table.title.fallback(table.state, owed)
    assert usual is not None
    assert table.title.notation(usual) == "retreat auto"
    table.do("retreat auto")
    moved = [event.unit for event in table.told(Retreated)]
    assert moved == ["austrian-5-4-1", "austrian-supply-1"]


@pytest.mark.case("G-RET-8", "A-73", "G-FOR-H-1")
@pytest.mark.parametrize("empty", ["0610", "0710"])
def test_of_the_ways_to_an_end_that_which_takes_a_fortress_is_gone_by_default(empty: str) -> None:
    units = {"french-5-4-1": "0612", "austrian-2-5-1": "0611"}
    table = beaten(units, 1, box=plain(fortresses=["0708", empty]), allied=["0708"], scenario="1809")
    assert table.battles[-1].result == "Drs"
    assert table.at("austrian-2-5-1") == "0708"
    assert table.state.control[f"f{empty}"] == "allied"


@pytest.mark.case("A-60", "A-108")
def test_of_two_alike_that_scatter_from_two_hexes_the_owner_says_who_goes_first() -> None:
    units = {
        "french-2-5-1": "0611",
        "french-2-5-2": "0613",
        "austrian-5-4-1": "0612",
        "austrian-5-4-2": "0612",
    }
    # The Fortress is five hexes from both; whoever comes second can't pay to enter the stack there.
    ground = plain(fortresses=["0612", "1112"])
    table = beaten(
        units, 1, "french-2-5-1, french-2-5-2", "0612", box=ground, allied=["0612"], scenario="1809"
    )
    assert table.battles[-1].result == "Ars"
    assert table.asked == ("french", "falling-back")
    assert table.legal("retreat french") == ["retreat french-2-5-1 > 1112", "retreat french-2-5-2 > 1112"]
    table.do("retreat french-2-5-2 > 1112")
    assert table.on("1112") == ["french-2-5-2"]
    assert "1112" not in [way.rpartition(" ")[2] for way in table.legal("retreat french-2-5-1")]
