"""The counters of Valmy: the rulebook's fragments to the letter, and the armies of history in their sums."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from data.valmy.schema import SIDE, Kind, Leader, Unit
from tests.valmy.data.roads import PACK

KIND = {kind.id: kind for kind in PACK.units.kind}
UNIT = {unit.id: unit for unit in PACK.units.unit}
LEADER = {leader.id: leader for leader in PACK.leaders.leader}
COMMAND = {command.id: command for command in PACK.leaders.command}
FORCE = {force.id: force for force in PACK.setup.force}
FIGURES = PACK.tables.figures
EXITS = [id for id, command in COMMAND.items() if command.exits]


def kind(unit: Unit) -> Kind:
    return KIND[unit.kind]


def side(counter: Unit | Leader) -> str:
    return SIDE[COMMAND[counter.command].army]


def of(command: str, arm: str | None = None) -> list[Unit]:
    return [u for u in UNIT.values() if u.command == command and arm in (None, kind(u).arm)]


def rating(*commands: str) -> int:
    return sum(leader.face.command for leader in LEADER.values() if leader.command in commands)


@pytest.mark.case("Y-2.0-a")
def test_the_box_has_270_counters() -> None:
    assert (len(UNIT), len(LEADER), sum(PACK.tables.markers.values())) == (190, 43, 37)
    assert PACK.tables.markers["city-control"] == sum(box.city is not None for box in PACK.board.box)


@pytest.mark.case("A-2.1-2", "A-2.1-3", "F-2", "F-3", "F-13")
def test_the_samples_of_the_rulebook() -> None:
    light, hussars = UNIT["81-rli"], UNIT["5-vkohler"]
    assert (side(light), light.command, kind(light).position) == ("french", "nord-group", "S")
    assert (side(hussars), hussars.command, kind(hussars).position) == ("allied", "von-kohler", "F")
    shown = [(kind(u).strength, kind(u).morale, FIGURES.allowance[kind(u).arm]) for u in (light, hussars)]
    assert shown == [(1, 6, 2), (2, 8, 4)]
    dillon = LEADER["dillon"].face
    assert (dillon.offence, dillon.command, dillon.defence, dillon.initiative) == (1, 5, 1, 3)
    horse = {
        (COMMAND[unit.command].army, kind(unit).morale)
        for unit in UNIT.values()
        if (kind(unit).arm == "cavalry" and side(unit) == "french") or unit.command == "austrians"
    }
    assert {("adn", 7), ("adc", 7), ("allied", 8)} <= horse


@pytest.mark.case("E-3.0-1", "F-12")
def test_leveneurs_group_is_that_of_the_rulebook() -> None:
    leaders = [leader for leader in LEADER.values() if leader.force == "leveneur"]
    assert [leader.id for leader in leaders] == ["leveneur", "dietmann", "steinhoffen", "stengel"]
    assert {leader.face.command for leader in leaders} == {6}
    assert sum(unit.force == "leveneur" for unit in UNIT.values()) == 20


@pytest.mark.case("Y-2.1-d", "A-2.1-1", "Y-9.3.4-d")
def test_units_are_of_the_kinds_that_the_rules_speak_of() -> None:
    for troops in KIND.values():
        assert (troops.position == "F") == (troops.arm == "cavalry")
        assert 4 <= troops.morale <= FIGURES.morale_cap - 1
    two_steps = sum(kind(unit).reduced is not None for unit in UNIT.values())
    assert 0.7 * len(UNIT) < two_steps < len(UNIT)


@pytest.mark.case("Y-8.0-a", "Y-8.5-d")
def test_each_army_has_one_overall_leader_and_replacements_are_nowhere_better() -> None:
    assert {id for id, leader in LEADER.items() if leader.rank == 3} == {
        "dumouriez",
        "kellermann",
        "brunswick",
    }
    assert FIGURES.overall == {"french": "dumouriez", "allied": "brunswick"}
    for leader in LEADER.values():
        for name in leader.face.__struct_fields__:
            assert getattr(leader.replacement, name) <= getattr(leader.face, name), leader.id


@pytest.mark.case("F-5", "F-6", "F-7")
@pytest.mark.parametrize(
    ("whose", "abbreviations"),
    [
        ("french", "AG B Car Cav Cha Charnt GN Gren Hus LW Meuth R RL RLi RW Vsg"),
        ("allied", "An-Br D Drag Fledjag KC Kur Nrm Pr R RC Tsh AG/PF 1st 2nd Rank von Eben"),
    ],
)
def test_every_abbreviation_of_the_rulebook_is_used(whose: str, abbreviations: str) -> None:
    names = [unit.name for unit in UNIT.values() if side(unit) == whose]
    shorts = [command.short for command in COMMAND.values() if SIDE[command.army] == whose]
    assert set(abbreviations.split()) <= {word for name in names for word in re.split(r"[ /]", name)} | {
        word for short in shorts for word in (short, *short.split())
    }
    assert max(Counter(unit.name for unit in UNIT.values()).values()) == 1


def test_the_leaders_of_a_force_can_lead_its_units() -> None:
    groups = Counter((unit.force, unit.command) for unit in UNIT.values())
    for (force, command), units in groups.items():
        own = [x for x in LEADER.values() if x.force == force and x.command == command]
        assert sum(leader.face.command for leader in own) >= units, (force, command)


@pytest.mark.case("Y-11.1.1-c", "A-11.1.1-4")
def test_any_three_commands_can_leave_the_map_and_none_on_horseback_alone() -> None:
    assert len(EXITS) == 5
    for three in combinations(EXITS, PACK.tables.victory.exits):
        assert 2 * sum(len(of(command)) for command in three) >= rating(*three), three
        assert 2 * sum(len(of(command, "cavalry")) for command in three) < rating(*three), three


def test_the_armies_have_the_sizes_of_history() -> None:
    prussian = [u for u in UNIT.values() if side(u) == "allied" and u.command != "austrians"]
    foot = [u for u in prussian if kind(u).arm == "infantry"]
    assert len([u for u in foot if kind(u).id != "feldjager" and u.id != "depot-verdun"]) == 42, "battalions"
    squadrons = sum(3 if kind(u).id == "cuirassiers" else 2 for u in prussian if kind(u).arm == "cavalry")
    assert 65 <= squadrons <= 75, "of 70"
    kellermann = [u for u in UNIT.values() if u.force == "kellermann" and kind(u).arm == "infantry"]
    assert 23 <= len(kellermann) <= 28, "23 battalions, four of volunteers and the grenadiers"
    points = Counter({"french": 0, "allied": 0, "dumouriez": 0})
    for unit in UNIT.values():
        points[side(unit)] += kind(unit).strength
        first = FORCE[unit.force].turn == 1 and COMMAND[unit.command].army == "adn"
        points["dumouriez"] += first * kind(unit).strength
    assert 0.9 <= points["allied"] / points["french"] <= 1.3, "0.88 in men, better in quality"
    assert 2.5 <= points["allied"] / points["dumouriez"] <= 3.5, "about 57,000 to 23,000"


@pytest.mark.case("Y-3.0-a", "Y-11.2-f", "A-3.0-4")
def test_every_base_has_a_garrison_and_the_cities_leave_the_game_open() -> None:
    held = {force.box for force in FORCE.values() if force.turn == 1}
    assert {box.id for box in PACK.board.box if box.base} <= held
    cities = Counter(box.city for box in PACK.board.box if box.city)
    assert cities == {"french": 5, "allied": 1}, "the Allies are level with two of them"
