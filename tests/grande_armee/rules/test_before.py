"""Retreats before combat, and the defence plan that is drafted for a player who says nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from data.grande_armee.hexes import Hex, distance
from engines.grande_armee.box import Box
from engines.grande_armee.combat.attack import Attack, Spent
from engines.grande_armee.combat.before import Stands, attacked, must_stand, way_out
from engines.grande_armee.combat.draft import Ground, Plan, next_to_go, next_to_spend
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.odds import Odds
from tests.grande_armee.builder import RING, plain, stand

Units = Mapping[str, str] | Mapping[str, str | tuple[str, int]]


def upon(field: Field, target: str, by: str, *, strength: int | None = None) -> Attack:
    """An attack of the French when declarations have closed; `strength` is its total where that is said."""
    attackers = tuple(by.split())
    stands = tuple(sorted({field.position.pieces[id].hex for id in attackers}))
    attack = Attack(side="french", targets=(Hex(target),), units=attackers, stands=stands)
    odds = field.printed(attack)
    return replace(attack, printed=Odds(odds.attack if strength is None else strength, odds.defence))


def ground(
    units: Units,
    *attacks: tuple[str, str] | tuple[str, str, int],
    box: Box | None = None,
    own: Sequence[str] = (),
    scoring: Sequence[str] = (),
    spent: Mapping[str, Spent] | None = None,
) -> Ground:
    """What the Allies defend against attacks of the French."""
    field = Field(stand(box or plain(fortresses=own), units), spent or {})
    return Ground(
        field,
        [upon(field, each[0], each[1], strength=each[2] if len(each) > 2 else None) for each in attacks],
        "allied",
        frozenset(map(Hex, own)),
        frozenset(map(Hex, scoring)),
    )


def stands(on: Ground, unit: str) -> Stands | None:
    """Why a unit has to stand."""
    routes = way_out(on.position, unit, on.own, on.closed)
    return must_stand(on.position, on.attacks, unit, routes)


@pytest.mark.case("G-COM-E-1", "G-COM-E-5", "G-SEQ-6")
def test_attacked_units_go_and_neither_others_nor_disrupted_ones() -> None:
    units: Units = {
        "french-5-4-1": "0611",
        "austrian-4-3-1": "0612",
        "austrian-4-3-2": ("0612", 9),
        "mack": "0612",
        "austrian-4-3-3": "0613",
    }
    on = ground(units, ("0612", "french-5-4-1"))
    assert attacked(on.position, on.attacks) == ["austrian-4-3-1", "austrian-4-3-2", "mack"]
    assert stands(on, "austrian-4-3-1") is None
    assert stands(on, "mack") is None
    assert stands(on, "austrian-4-3-2") is Stands.DISRUPTED
    assert stands(on, "austrian-4-3-3") is Stands.UNATTACKED


@pytest.mark.case("E-v-30", "G-COM-E-3", "A-33", "A-117")
@pytest.mark.parametrize(
    ("horse", "strength", "staying"),
    [
        (False, 35, ["austrian-2-5-1", "austrian-5-4-1"]),
        (False, 34, []),
        (True, 49, []),
        (True, 50, ["austrian-2-5-1", "austrian-5-4-1"]),
    ],
)
def test_foot_stands_at_five_hundred_per_cent_of_what_is_printed(
    horse: bool, strength: int, staying: list[str]
) -> None:
    units = {"french-18-2-1": "0611", "austrian-5-4-1": "0612", "austrian-2-5-1": "0612"}
    if horse:
        units |= {"austrian-3-7-1": "0612"}
    on = ground(units, ("0612", "french-18-2-1", 5), ("0612", "french-18-2-1", strength))
    overwhelmed = [id for id in on.position.pieces if stands(on, id) is Stands.OVERWHELMED]
    assert sorted(overwhelmed) == staying
    if horse:
        assert stands(on, "austrian-3-7-1") is None


@pytest.mark.case("E-v-30")
def test_the_printed_strength_is_that_of_the_moment_when_declarations_closed() -> None:
    units = {
        "french-18-2-1": "0611",
        "austrian-5-4-1": "0612",
        "austrian-2-5-1": "0612",
        "austrian-3-7-1": "0612",
    }
    on = ground(units, ("0612", "french-18-2-1", 49))
    after = replace(
        on, field=replace(on.field, position=on.position.without(["austrian-3-7-1", "austrian-5-4-1"]))
    )
    assert stands(after, "austrian-2-5-1") is None


@pytest.mark.case("G-COM-E-3", "A-33")
@pytest.mark.parametrize("unit", ["austrian-supply-1", "austrian-depot-1"])
def test_supply_and_depots_are_overwhelmed_and_leaders_are_not(unit: str) -> None:
    on = ground({"french-18-2-1": "0611", unit: "0612", "mack": "0612"}, ("0612", "french-18-2-1", 10))
    assert stands(on, unit) is Stands.OVERWHELMED
    assert stands(on, "mack") is None


@pytest.mark.case("G-COM-E-2", "E-v-41", "A-102")
def test_the_surrounded_stand_unless_own_units_open_the_ring() -> None:
    horse = {"french-1-8-1": "0611", "french-1-8-2": "0613", "austrian-4-3-1": "0612"}
    assert stands(ground(horse, ("0612", "french-1-8-1")), "austrian-4-3-1") is Stands.SURROUNDED
    opened = ground({**horse, "austrian-supply-1": "0712"}, ("0612", "french-1-8-1"))
    assert stands(opened, "austrian-4-3-1") is None
    foot = {"french-2-5-1": "0611", "french-2-5-2": "0613", "austrian-4-3-1": "0612"}
    assert stands(ground(foot, ("0612", "french-2-5-1"), own=["0612"]), "austrian-4-3-1") is None


@pytest.mark.case("E-v-43", "A-34", "G-COM-F-2", "A-58")
def test_who_cannot_pay_a_first_step_defends() -> None:
    units = {
        "french-5-4-1": "0611",
        "austrian-18-2-1": "0612",
        "austrian-4-3-1": "0612",
        "prussian-depot-1": "0612",
    }
    on = ground(units, ("0612", "french-5-4-1"), box=plain(passes=RING))
    assert stands(on, "austrian-18-2-1") is Stands.NO_WAY
    assert stands(on, "prussian-depot-1") is Stands.NO_WAY
    assert stands(on, "austrian-4-3-1") is None


# ---- the plan


@pytest.mark.case("I-01")
def test_the_draft_takes_away_screens_and_lone_leaders_and_lets_infantry_stand() -> None:
    screen = ground(
        {"french-5-4-1": "0611", "austrian-1-8-1": "0612", "mack": "0612"}, ("0612", "french-5-4-1")
    )
    gone = next_to_go(screen, Plan())
    assert gone is not None
    assert gone[0] == "austrian-1-8-1"
    corps = ground(
        {"french-5-4-1": "0611", "austrian-1-8-1": "0612", "austrian-4-3-1": "0612"}, ("0612", "french-5-4-1")
    )
    assert next_to_go(corps, Plan()) is None
    assert next_to_go(corps, Plan(going="cavalry")) is not None
    assert next_to_go(screen, Plan(going="stand")) is None


@pytest.mark.case("I-01")
def test_the_draft_leaves_a_fortress_that_scores_to_whoever_is_in_it() -> None:
    units = {"french-5-4-1": "0611", "mack": "0612"}
    scoring = ground(units, ("0612", "french-5-4-1"), own=["0612"], scoring=["0612"])
    assert next_to_go(scoring, Plan()) is None
    assert next_to_go(ground(units, ("0612", "french-5-4-1"), own=["0612"]), Plan()) is not None


@pytest.mark.case("I-01")
def test_a_plan_goes_by_odds_and_all_or_none() -> None:
    units: Units = {"french-5-4-1": "0611", "austrian-4-3-1": "0612", "austrian-4-3-2": ("0612", 9)}
    on = ground(units, ("0612", "french-5-4-1"))
    assert next_to_go(on, Plan(going="always")) is not None
    assert next_to_go(on, Plan(going="always", together=True)) is None
    assert next_to_go(on, Plan(going="always", odds=50)) is not None  # 2 against 2 + 2
    assert next_to_go(on, Plan(going="always", odds=51)) is None


@pytest.mark.case("I-02", "A-37")
def test_units_go_home_out_of_battle_and_away_from_cavalry() -> None:
    units = {"french-5-4-1": "0611", "austrian-18-2-1": "0612"}
    home = next_to_go(ground(units, ("0612", "french-5-4-1"), own=["0615"]), Plan(going="always"))
    assert home == ("austrian-18-2-1", (Hex("0613"), Hex("0614")))
    wished = next_to_go(
        ground(units, ("0612", "french-5-4-1"), own=["0615"]), Plan(going="always", towards=(Hex("0412"),))
    )
    assert wished is not None
    assert wished[1][-1] == "0412"
    battle = {**units, "austrian-1-5-1": "0614", "french-5-4-2": "0714"}
    away = next_to_go(
        ground(battle, ("0612", "french-5-4-1"), ("0614", "french-5-4-2")), Plan(going="always")
    )
    assert away is not None
    assert away[1][-1] != "0614"
    horse = next_to_go(
        ground({**units, "french-1-8-1": "0609"}, ("0612", "french-5-4-1")), Plan(going="always")
    )
    assert horse is not None
    assert distance(horse[1][-1], Hex("0609")) == 5


@pytest.mark.case("I-03")
def test_supply_is_spent_where_it_changes_the_column() -> None:
    units = {"french-5-4-1": "0611", "austrian-4-3-1": "0612", "austrian-supply-1": "0613"}
    assert next_to_spend(ground(units, ("0612", "french-5-4-1")), Plan()) == "austrian-supply-1"  # 100 to 50
    lost = {**units, "french-18-2-1": "0611", "austrian-1-5-1": "0612"}
    del lost["austrian-4-3-1"]
    same = ground(lost, ("0612", "french-18-2-1"))
    assert next_to_spend(same, Plan()) is None
    assert next_to_spend(same, Plan(supply="always")) == "austrian-supply-1"
    assert next_to_spend(ground(units, ("0612", "french-5-4-1")), Plan(supply="never")) is None
    assert next_to_spend(ground(units, ("0612", "french-5-4-1")), Plan(back=1)) is None


@pytest.mark.case("I-03", "G-COM-J-1")
def test_supply_that_sinks_an_attack_is_spent_though_the_column_stays() -> None:
    units = {
        "french-3-7-1": "0612",
        "french-5-4-1": "0612",
        "austrian-5-4-1": "0611",
        "austrian-supply-1": "0611",
        "mack": "0611",
    }
    fed = {"french-supply-1": Spent(side="french", use="combat", hex=Hex("0612"))}
    on = ground(units, ("0611", "french-3-7-1 french-5-4-1"), box=plain(rivers=["0611/0612"]), spent=fed)
    assert next_to_spend(on, Plan()) == "austrian-supply-1"


@pytest.mark.case("I-03", "A-65")
def test_one_supply_unit_feeds_all_in_its_reach_and_a_second_is_kept() -> None:
    units = {
        "french-5-4-1": "0611",
        "austrian-4-3-1": "0612",
        "austrian-supply-1": "0613",
        "austrian-supply-2": "0613",
    }
    on = ground(units, ("0612", "french-5-4-1"))
    spent = {"austrian-supply-1": Spent(side="allied", use="combat", hex=Hex("0613"))}
    after = replace(on, field=replace(on.field, spent=spent))
    assert next_to_spend(after, Plan(supply="always")) is None
