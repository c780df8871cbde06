"""The counters of La Grande Armée: the chart to the letter, and the armies of history in their sums."""

from __future__ import annotations

from collections import Counter

import pytest

from data.grande_armee.links import sides
from data.grande_armee.schema import NATIONS, Force, Leader
from tests.grande_armee.data.country import PACK

UNITS = PACK.units
TROOP = {troop.id: troop for troop in UNITS.troop}
LEADER = {leader.id: leader for leader in UNITS.leader}
ARMY = {army.id: army for army in UNITS.nation}
FORCES = PACK.scenarios.force
SCENARIOS = [scenario.id for scenario in PACK.scenarios.scenario]
MEN = 4500
"""Men to a point of strength: a 10-2 stands for 40 to 50 thousand, an 18-2 for 75 to 100 thousand."""


def of(scenario: str) -> list[Force]:
    return [force for force in FORCES if force.scenario == scenario]


def points(force: Force) -> int:
    return sum(TROOP[id].strength for post in force.place for id in post.troops)


def smallest(id: str, scenario: str) -> Counter[str]:
    """What a unit comes to when it is broken down as far as it goes."""
    for swap in UNITS.swap:
        if swap.whole == id and scenario in swap.scenarios:
            pieces: Counter[str] = Counter()
            for piece, number in smallest(swap.piece, scenario).items():
                pieces[piece] = number * swap.number
            return pieces
    return Counter({id: 1})


@pytest.mark.case("G-CB-1", "G-CB-2", "F-12")
def test_the_chart_has_ten_lines() -> None:
    lines = {(swap.whole, swap.number, swap.piece, tuple(swap.scenarios)) for swap in UNITS.swap}
    assert lines == {
        ("french-18-2", 3, "french-5-4", ("1805", "1806", "1809")),
        ("french-5-4", 2, "french-2-5", ("1805", "1806", "1809")),
        ("french-3-7", 2, "french-1-8", ("1805", "1806", "1809")),
        ("austrian-18-2", 3, "austrian-5-4", ("1809",)),
        ("austrian-5-4", 2, "austrian-2-5", ("1809",)),
        ("austrian-3-7", 2, "austrian-1-8", ("1809",)),
        ("austrian-18-2", 4, "austrian-4-3", ("1805",)),
        ("austrian-4-3", 3, "austrian-1-5", ("1805",)),
        ("prussian-18-2", 6, "prussian-3-3", ("1805", "1806")),
        ("russian-10-2", 2, "russian-4-4", ("1805", "1806")),
    }


@pytest.mark.case("G-CB-3")
def test_pieces_are_faster_and_together_no_stronger() -> None:
    for swap in UNITS.swap:
        whole, piece = TROOP[swap.whole], TROOP[swap.piece]
        assert swap.number * piece.strength <= whole.strength
        assert piece.allowance > whole.allowance


@pytest.mark.case("E-d-23")
@pytest.mark.parametrize(
    ("whole", "scenario", "pieces"),
    [
        ("french-18-2", "1805", {"french-2-5": 6}),
        ("austrian-18-2", "1805", {"austrian-1-5": 12}),
        ("austrian-18-2", "1809", {"austrian-2-5": 6}),
        ("prussian-18-2", "1806", {"prussian-3-3": 6}),
        ("russian-10-2", "1806", {"russian-4-4": 2}),
        ("french-3-7", "1809", {"french-1-8": 2}),
        ("austrian-1-8", "1805", {"austrian-1-8": 1}),
    ],
)
def test_a_unit_that_scatters_comes_to_its_smallest_pieces(
    whole: str, scenario: str, pieces: dict[str, int]
) -> None:
    assert smallest(whole, scenario) == pieces


@pytest.mark.case("F-01", "F-16")
def test_napoleon_is_above_all_and_davout_first_of_the_marshals() -> None:
    assert LEADER["napoleon"].defence == 25
    others = [leader for leader in UNITS.leader if leader.id != "napoleon"]
    assert len(others) == 39
    assert all(leader.offence < 25 and leader.defence < 25 for leader in others)
    marshals = [leader for leader in others if leader.nation == "french"]
    assert max(marshals, key=lambda leader: leader.offence).id == "davout"
    mean = {nation: _mean([leader for leader in others if leader.nation == nation]) for nation in NATIONS}
    assert mean["french"] > max(mean["austrian"], mean["prussian"], mean["russian"])
    assert all(marshal.offence >= 5 for marshal in marshals)


def _mean(leaders: list[Leader]) -> float:
    return sum(leader.offence + leader.defence for leader in leaders) / len(leaders)


def test_the_counters_are_no_more_than_the_printed_four_hundred() -> None:
    counted = sum(troop.count for troop in UNITS.troop) + len(UNITS.leader)
    assert counted + sum(army.supplies + army.depots for army in UNITS.nation) <= 400


@pytest.mark.case("F-13", "F-18")
def test_supply_has_no_strength_and_prussian_depots_stay() -> None:
    assert UNITS.supply.strength == 0
    assert {id: army.depot_allowance for id, army in ARMY.items()} == {
        **dict.fromkeys(("french", "austrian", "russian"), 2),
        "prussian": 0,
    }


@pytest.mark.case("G-FM-1", "A-22")
def test_the_modifiers_of_forced_marches() -> None:
    assert {id: army.march for id, army in ARMY.items()} == {
        "french": -1,
        "austrian": 1,
        "prussian": 1,
        "russian": 0,
    }
    assert sides(PACK) == {"french": "french", **dict.fromkeys(("austrian", "prussian", "russian"), "allied")}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_leader_of_the_year_is_placed_once(scenario: str) -> None:
    placed = Counter(id for force in of(scenario) for post in force.place for id in post.leaders)
    assert placed == dict.fromkeys((id for id, each in LEADER.items() if scenario in each.scenarios), 1)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_counters_suffice_also_when_all_is_broken_down(scenario: str) -> None:
    placed = Counter(id for force in of(scenario) for post in force.place for id in post.troops)
    assert [id for id, number in placed.items() if number > TROOP[id].count] == []
    pieces: Counter[str] = Counter()
    for id, number in placed.items():
        for piece, each in smallest(id, scenario).items():
            pieces[piece] += number * each
    assert [id for id, number in pieces.items() if number > TROOP[id].count] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bases_and_trains_are_no_more_than_the_counters(scenario: str) -> None:
    for nation, army in ARMY.items():
        posts = [post for force in of(scenario) if force.nation == nation for post in force.place]
        assert sum(post.supplies for post in posts) <= army.supplies
        assert sum(post.depots for post in posts) <= army.depots


@pytest.mark.case("F-15", "F-18")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("nation", NATIONS)
def test_an_army_has_its_strength_in_history_within_a_tenth(scenario: str, nation: str) -> None:
    all_ = [force for force in of(scenario) if force.nation == nation and force.men is not None]
    at_start = [force for force in all_ if force.turn == 0 and not force.called]
    for forces in (all_, at_start):
        men = sum(force.men or 0 for force in forces)
        assert abs(sum(map(points, forces)) * MEN - men) <= 0.1 * men


@pytest.mark.parametrize("force", [force for force in FORCES if force.men], ids=lambda force: force.id)
def test_a_formation_is_within_a_point_of_its_men(force: Force) -> None:
    assert force.men is not None
    by_men = force.men / MEN
    assert abs(points(force) - by_men) <= max(1, 0.1 * by_men) + 0.05
