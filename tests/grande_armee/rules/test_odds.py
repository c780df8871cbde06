"""Strengths and odds of La Grande Armée, by the examples of the book and the vectors of the checklist."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engines.grande_armee.box import Box, Kind
from engines.grande_armee.combat.odds import (
    Defended,
    Fighter,
    Odds,
    attack_total,
    defence_total,
    fed_free,
    printed,
    strength,
)
from tests.grande_armee.builder import plain

BOX: Box = plain()
TABLES = BOX.tables


def kind(id: str) -> Kind:
    return BOX.kinds[id]


def fed(*ids: str) -> tuple[Fighter, ...]:
    return tuple(Fighter(kind(id), supplied=True) for id in ids)


def starved(*ids: str) -> tuple[Fighter, ...]:
    return tuple(Fighter(kind(id), supplied=False) for id in ids)


def leader(offence: int = 0, defence: int = 0) -> Kind:
    """A leader of those figures."""
    return Kind(
        id="leader", nation="french", side="french", arm="leader", strength=1, allowance=10,
        offence=offence, defence=defence, march=-1,
    )  # fmt: skip


def on(fighters: tuple[Fighter, ...], factor: int = 1) -> int:
    return defence_total([Defended(fighters, factor)])


@pytest.mark.case("G-COM-D-1", "A-32", "E-d-03")
def test_a_unit_without_supply_has_half_its_strength_and_one_at_least() -> None:
    halves = {18: 9, 5: 2, 3: 1, 1: 1}
    for full, half in halves.items():
        id = {18: "french-18-2", 5: "french-5-4", 3: "french-3-7", 1: "french-1-8"}[full]
        assert (strength(kind(id), supplied=True), strength(kind(id), supplied=False)) == (full, half)
    assert attack_total(starved("french-5-4", "french-5-4"), ()) == 4
    assert attack_total(starved("french-18-2", "french-3-7"), ()) == 10
    assert strength(kind("french-supply"), supplied=False) == 0


@pytest.mark.case("E-02", "G-LDR-A-1", "G-LDR-B-1", "F-02")
def test_napoleon_on_a_pass_adds_no_more_than_the_halved_strength() -> None:
    assert on((*starved("french-18-2"), Fighter(kind("napoleon"), supplied=False)), 2) == 36


@pytest.mark.case("E-d-04", "G-LDR-B-1")
def test_an_offensive_bonus_is_capped_by_the_strength() -> None:
    ten = [kind("davout")]
    assert attack_total(starved("french-5-4"), ten) == 4
    assert attack_total(fed("french-5-4"), ten) == 10


@pytest.mark.case("E-v-25")
def test_a_leader_on_a_pass_in_supply_and_without() -> None:
    led = (Fighter(leader(defence=8), supplied=True),)
    assert on((*fed("french-5-4"), *led), 2) == 20
    assert Odds(32, 20).percent == 160
    assert on((*starved("french-5-4"), *led), 2) == 8


@pytest.mark.case("E-v-26", "G-LDR-B-1")
def test_two_leaders_share_the_cap() -> None:
    both = [leader(9), leader(8)]
    assert attack_total(fed("french-5-4", "french-5-4"), both) == 20
    assert attack_total(starved("french-5-4", "french-5-4"), both) == 8


@pytest.mark.case("G-DIS-A-3")
def test_a_disrupted_leader_adds_nothing() -> None:
    led = Fighter(leader(defence=8), supplied=True, disrupted=True)
    assert on((*fed("french-5-4"), led)) == 5


@pytest.mark.case("E-v-27", "A-104", "G-COM-H-1", "G-LDR-C-2")
def test_parentheses_add_up_where_no_troops_are() -> None:
    lone = starved("austrian-depot", "mack")
    assert on(lone) == 2
    assert Odds(4, on(lone)).percent == 200
    assert printed([kind("austrian-depot"), kind("mack")]) == 2
    assert on(starved("austrian-supply")) == 0


@pytest.mark.case("G-COM-H-1", "G-LDR-C-1")
def test_parentheses_count_nothing_beside_troops() -> None:
    assert on(fed("austrian-5-4", "austrian-depot", "austrian-supply")) == 5
    assert printed([kind("austrian-5-4"), kind("austrian-depot"), kind("mack")]) == 5


@pytest.mark.case("E-d-26", "G-FOR-D-1")
def test_a_fortress_trebles_the_bonus_too() -> None:
    assert on((*fed("french-2-5"), Fighter(kind("napoleon"), supplied=True)), 3) == 12


@pytest.mark.case("E-v-29", "G-FOR-E-2", "A-119")
def test_the_bonus_of_an_assault_is_capped_by_its_grand_total() -> None:
    attackers = (*fed("french-18-2"), *starved("french-5-4", "french-5-4"))
    odds = Odds(attack_total(attackers, [kind("napoleon")]), on(fed("austrian-18-2"), 3))
    assert (odds.attack, odds.defence, odds.column(TABLES)) == (44, 54, 80)


@pytest.mark.case("E-d-32", "G-FOR-E-1")
def test_a_combined_assault_with_one_leader() -> None:
    attack = attack_total(fed(*["french-5-4"] * 2, *["french-3-7"] * 2), [leader(10)])
    odds = Odds(attack, on(fed("austrian-5-4"), 3))
    assert (attack, odds.defence, odds.column(TABLES)) == (26, 15, 160)


@pytest.mark.case("E-v-31", "G-FOR-F-4")
def test_a_sortie_meets_the_sum_of_its_hexes() -> None:
    attack = attack_total(fed(*["french-5-4"] * 3), [leader(3)])
    pass_ = Defended(fed("austrian-4-3"), 2)
    clear = Defended(starved(*["austrian-1-5"] * 3), 1)
    odds = Odds(attack, defence_total([pass_, clear]))
    assert (odds.attack, odds.defence, odds.column(TABLES)) == (18, 11, 160)


@pytest.mark.case("E-03", "E-04", "E-05", "A-38", "G-COM-I-1")
@pytest.mark.parametrize(
    ("attack", "defence", "percent", "column"), [(6, 4, 150, 140), (4, 4, 100, 100), (8, 4, 200, 200)]
)
def test_odds_of_the_book(attack: int, defence: int, percent: int, column: int) -> None:
    odds = Odds(attack, defence)
    assert odds.percent == percent
    assert odds.column(TABLES) == column


@pytest.mark.case("E-d-01", "E-v-22", "G-CRT-2", "A-51")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        *((79, 100, 0), (4, 5, 80), (99, 100, 80), (11, 10, 110), (6, 5, 120), (7, 5, 140), (159, 100, 140)),
        *((8, 5, 160), (9, 5, 180), (199, 100, 180), (10, 5, 200), (15, 5, 300), (19, 5, 300), (20, 5, 400)),
        *((5, 3, 160), (11, 14, 0), (8, 10, 80)),
    ],
)
def test_a_column_has_its_lower_bound(attack: int, defence: int, column: int) -> None:
    assert Odds(attack, defence).column(TABLES) == column


@pytest.mark.case("A-50")
def test_nothing_is_the_last_column() -> None:
    odds = Odds(1, 0)
    assert odds.percent is None
    assert (odds.column(TABLES), odds.at_least(500)) == (400, True)


@pytest.mark.case("E-06", "G-CRT-3")
def test_a_two_at_equal_strengths_on_the_table() -> None:
    assert Odds(4, 4).result(TABLES, 2) == "Ar1Drs"
    assert Odds(11, 14).result(TABLES, 6) == "Ae"


@pytest.mark.case("E-v-16", "E-d-17", "G-COM-L-1", "G-COM-L-2")
@pytest.mark.parametrize(
    ("attackers", "supplied", "target", "factor", "enough"),
    [
        (["french-5-4"], True, "austrian-1-5", 1, True),
        (["french-5-4"], False, "austrian-1-5", 1, False),
        (["french-5-4"], True, "austrian-1-5", 2, False),
        (["french-18-2"], False, "austrian-1-5", 1, True),
        (["french-18-2"], False, "austrian-1-5", 2, False),
        (["french-5-4"] * 5, True, "austrian-5-4", 1, True),
        (["french-5-4"] * 5, True, "austrian-5-4", 2, False),
        (["french-5-4"] * 5, False, "austrian-5-4", 1, False),
    ],
)
def test_the_odds_of_an_automatic_elimination(
    attackers: list[str], supplied: bool, target: str, factor: int, enough: bool
) -> None:
    attack = attack_total([Fighter(kind(id), supplied) for id in attackers], ())
    assert Odds(attack, on(fed(target), factor)).at_least(BOX.figures.elimination) == enough


@pytest.mark.case("E-v-17")
def test_a_leader_in_an_automatic_elimination() -> None:
    eight = [leader(8)]
    assert Odds(attack_total(fed("french-5-4"), eight), on(fed("french-2-5"))).percent == 500
    assert Odds(attack_total(starved("french-5-4"), eight), on(fed("austrian-1-5"))).percent == 400


@pytest.mark.case("E-v-24", "G-COM-J-1")
@pytest.mark.parametrize(("bonus", "enough"), [(4, True), (0, False)])
def test_the_floor_of_an_unbridged_river(bonus: int, enough: bool) -> None:
    led = [leader(bonus)] if bonus else []
    attack = attack_total(fed("french-5-4", "french-5-4", "french-2-5"), led)
    assert Odds(attack, 10).at_least(BOX.figures.river) == enough


@pytest.mark.case("G-FOR-B-1", "A-71", "E-v-28")
def test_a_fortress_feeds_eighteen_points_for_the_best() -> None:
    garrison = [kind("austrian-5-4"), kind("austrian-18-2")]
    free = fed_free(garrison, BOX.figures.fortress)
    assert free == {1}
    fighters = tuple(Fighter(unit, place in free) for place, unit in enumerate(garrison))
    assert on(fighters, 3) == 60
    assert on(fed("austrian-5-4", "austrian-18-2"), 3) == 69
    assert Odds(60, 69).percent == Fraction(6000, 69)
    # For as many points two alone lose nothing without supply: the larger unit is fed, whatever the order.
    small = [kind(id) for id in ("austrian-2-5", "austrian-1-5", "austrian-1-5")]
    assert fed_free(small, 2) == {0}
    assert fed_free(small[::-1], 2) == {2}
    five = [kind("austrian-5-4")] * 4
    assert len(fed_free(five, BOX.figures.fortress)) == 3


@pytest.mark.case("E-v-20", "E-v-37")
def test_the_odds_against_a_small_garrison() -> None:
    alone = on(fed("austrian-1-5"), 3)
    assert Odds(15, alone).at_least(500)
    assert not Odds(14, alone).at_least(500)
    led = on((*fed("austrian-1-5"), Fighter(leader(defence=5), supplied=True)), 3)
    assert Odds(15, led).percent == 250


@pytest.mark.case("E-d-19", "E-v-30", "A-33")
def test_the_test_of_five_hundred_uses_what_is_printed() -> None:
    hex = [kind("austrian-5-4"), kind("austrian-2-5")]
    assert Odds(35, printed(hex)).at_least(500)
    assert not Odds(34, printed(hex)).at_least(500)
    joined = [*hex, kind("austrian-3-7")]
    assert not Odds(49, printed(joined)).at_least(500)
    assert Odds(50, printed(joined)).at_least(500)
