"""Battles of La Grande Armée on the map: units in supply, strengths that count, supply that is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest
from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.box import Box
from engines.grande_armee.combat.attack import Attack, Fate, Spent, Use, kept
from engines.grande_armee.combat.field import Field
from tests.grande_armee.builder import plain, stand

FORTRESS = plain(fortresses=["0612"])


def spent(hex: str, side: Side = "french", *hexes: str, use: Use = "combat", stacking: bool = False) -> Spent:
    """A supply unit that was spent where it stands."""
    return Spent(
        side=side, use=use, hex=Hex(hex), hexes=tuple(Hex(each) for each in hexes) or None, stacking=stacking
    )


def field(
    units: Mapping[str, str | tuple[str, int]] | Mapping[str, str],
    box: Box | None = None,
    supplies: Mapping[str, Spent] | None = None,
    first: Iterable[str] = (),
) -> Field:
    return Field(stand(box or plain(), units), supplies or {}, tuple(first))


def attack(
    on: Field, targets: str, by: str, leaders: str = "", *, side: Side = "french", fate: Fate = "declared"
) -> Attack:
    """An attack by units that stand on the field."""
    attackers = tuple(by.split())
    stands = tuple(sorted({on.position.pieces[id].hex for id in attackers}))
    return Attack(
        side=side,
        targets=tuple(Hex(hex) for hex in targets.split()),
        units=attackers,
        leaders=tuple(leaders.split()),
        stands=stands,
        state=fate,
    )


@pytest.mark.case("G-COM-D-2", "A-64", "A-65", "A-122")
def test_a_spent_supply_unit_feeds_its_reach_or_what_it_was_limited_to() -> None:
    units = {"french-5-4-1": "0611", "french-5-4-2": "0613", "austrian-5-4-1": "0612"}
    both = field(units, supplies={"french-supply-1": spent("0511")})
    assert both.feeders(Hex("0611"), "french") == ["french-supply-1"]
    assert both.attacking(attack(both, "0612", "french-5-4-2")) == 2  # 0511 is not beside 0613
    one = field(units, supplies={"french-supply-1": spent("0612", "french", "0613")})
    assert one.attacking(attack(one, "0612", "french-5-4-1")) == 2
    assert one.attacking(attack(one, "0612", "french-5-4-2")) == 5
    assert one.defending(attack(one, "0612", "french-5-4-2")) == 2  # the enemy's supply feeds no unit here


@pytest.mark.case("E-v-23", "G-COM-J-1", "A-39")
def test_a_river_drowns_an_attack_once_the_defender_is_fed() -> None:
    box = plain(rivers=["0611/0612"])
    units = {
        "french-5-4-1": "0612",
        "french-3-7-1": "0612",
        "austrian-5-4-1": "0611",
        "austrian-5-4-2": "0611",
    }
    own = {"french-supply-1": spent("0612")}
    before = field(units, box, own)
    over = attack(before, "0611", "french-5-4-1 french-3-7-1")
    assert before.odds(over).percent == 200
    assert not before.drowned(over, before.odds(over))
    after = field(units, box, {**own, "austrian-supply-1": spent("0610", "allied")})
    assert after.odds(over).percent == 80
    assert after.drowned(over, after.odds(over))
    bridged = field(units, plain(bridges=["0611/0612"]), after.spent)
    assert not bridged.drowned(over, bridged.odds(over))


@pytest.mark.case("E-v-24", "G-DIS-A-3", "G-COM-G-1")
def test_a_disrupted_leader_costs_the_crossing() -> None:
    box = plain(rivers=["0611/0612"])
    troops = {f"russian-4-4-{nth}": "0612" for nth in (1, 2, 3)}
    units = {**troops, "kutuzov": "0612", "french-5-4-1": "0611", "french-5-4-2": "0611"}
    fed = {"russian-supply-1": spent("0612", "allied"), "french-supply-1": spent("0611")}
    led = field(units, box, fed)
    battle = attack(led, "0611", " ".join(troops), "kutuzov", side="allied")
    assert led.odds(battle).percent == 160
    assert not led.drowned(battle, led.odds(battle))
    alone = field({**units, "kutuzov": ("0612", 9)}, box, fed)
    assert alone.odds(battle).percent == 120
    assert alone.drowned(battle, alone.odds(battle))


@pytest.mark.case("E-v-28", "G-FOR-B-1", "A-71", "I-04")
def test_a_fortress_feeds_eighteen_and_its_owner_names_whom() -> None:
    units = {"austrian-18-2-1": "0612", "austrian-5-4-1": "0612", "french-5-4-1": "0611"}
    free = field(units, FORTRESS)
    battle = attack(free, "0612", "french-5-4-1")
    assert free.defending(battle) == 60
    named = field(units, FORTRESS, first=["austrian-5-4-1"])
    assert named.defending(battle) == (9 + 5) * 3
    fed = field(units, FORTRESS, {"austrian-supply-1": spent("0612", "allied")})
    assert fed.defending(battle) == 69


@pytest.mark.case("E-v-29", "G-FOR-E-2", "A-119", "E-d-32")
def test_an_assault_adds_up_its_hexes_before_the_leaders() -> None:
    units = {
        "french-18-2-1": "0611",
        "french-5-4-1": "0613",
        "french-5-4-2": "0613",
        "napoleon": "0613",
        "austrian-18-2-1": "0612",
    }
    on = field(units, FORTRESS, {"french-supply-1": spent("0511", "french", "0611")})
    assault = attack(on, "0612", "french-18-2-1 french-5-4-1 french-5-4-2", "napoleon")
    assert on.odds(assault) == (44, 54)
    assert assault.stands == ("0611", "0613")


@pytest.mark.case("E-v-31", "G-FOR-F-4", "A-33")
def test_a_sortie_meets_each_hex_with_its_own_terrain_and_all_their_printed_strength() -> None:
    units = {
        **{f"french-5-4-{nth}": "0612" for nth in (1, 2, 3)},
        "louis": "0612",
        "austrian-4-3-1": "0611",
        **{f"austrian-1-5-{nth}": "0613" for nth in (1, 2, 3)},
    }
    box = plain(fortresses=["0612"], passes=["0611"])
    on = field(units, box, {"austrian-supply-1": spent("0610", "allied")})
    sortie = attack(on, "0611 0613", "french-5-4-1 french-5-4-2 french-5-4-3", "louis")
    assert on.odds(sortie) == (18, 11)
    assert on.printed(sortie).percent == Fraction(1800, 7)


@pytest.mark.case("E-d-19", "G-COM-E-4", "E-d-17")
def test_the_test_of_five_hundred_per_cent_knows_no_terrain() -> None:
    units = {**{f"french-5-4-{nth}": "0612" for nth in range(1, 6)}, "austrian-5-4-1": "0611"}
    on = field(units, plain(passes=["0611"]), {"french-supply-1": spent("0612")})
    battle = attack(on, "0611", " ".join(f"french-5-4-{nth}" for nth in range(1, 6)))
    assert on.printed(battle).percent == 500
    assert on.odds(battle, fed=True).percent == 250


@pytest.mark.case("G-SUP-B-3", "A-42", "E-v-48", "E-d-36")
def test_a_supply_unit_is_kept_where_no_battle_that_it_served_was_fought() -> None:
    units = {
        "french-5-4-1": "0611",
        "french-5-4-2": "0613",
        "austrian-5-4-1": "0612",
        "austrian-5-4-2": "0710",
    }
    limited = {"french-supply-1": spent("0612", "french", "0611")}
    on = field(units, supplies=limited)
    gone = replace(attack(on, "0710", "french-5-4-1"), state="lapsed")
    fought = replace(attack(on, "0612", "french-5-4-2"), state="fought")
    assert kept(limited, [gone, fought]) == ["french-supply-1"]
    assert kept({"french-supply-1": spent("0612")}, [gone, fought]) == []
    assert kept({"french-supply-1": spent("0612", stacking=True)}, [gone]) == []
    assert kept({"french-supply-1": spent("0612")}, [replace(fought, state="moot")]) == ["french-supply-1"]
    theirs = {"austrian-supply-1": spent("0710", "allied")}
    assert kept(theirs, [fought]) == ["austrian-supply-1"]
    assert kept({"austrian-supply-1": spent("0711", "allied")}, [fought]) == []
