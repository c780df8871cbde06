"""Retreats of La Grande Armée: what bars them, where they may end, and what the priorities leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from data.grande_armee.hexes import Hex, distance, neighbours
from engines.grande_armee.combat.routes import Manner, Retreat, Routes
from tests.grande_armee.builder import CENTRE, RING, plain, stand

BY_HEXES: dict[int, Manner] = {1: "hexes", 2: "hexes"}


def routes(
    units: Mapping[str, str],
    id: str,
    manner: Manner = "hexes",
    points: int = 1,
    own: Iterable[str] = (),
    **ground: Iterable[str],
) -> Routes:
    """The routes of a unit; `own` are Fortresses of its side."""
    fortresses = [*own, *ground.pop("fortresses", ())]
    position = stand(plain(fortresses=fortresses, **ground), units)
    return Routes(position, Retreat(id, manner, points, frozenset(Hex(hex) for hex in own)))


def ends(*args: object, **named: object) -> set[str]:
    """Where a retreat may end."""
    return set(routes(*args, **named).ends)  # type: ignore[arg-type]


# ---- results by hexes


@pytest.mark.case("G-RET-8", "A-56", "E-v-38")
def test_two_hexes_towards_the_fortress_away_from_zones() -> None:
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    found = routes(units, "french-5-4-1", points=2, own=["0615"]).ends
    assert found == {Hex("0614"): (Hex("0613"), Hex("0614"))}


@pytest.mark.case("G-RET-3", "G-CRT-11", "E-v-38")
def test_an_adjacent_fortress_ends_the_retreat() -> None:
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    assert ends(units, "french-5-4-1", points=2, own=["0613"]) == {"0613"}


@pytest.mark.case("G-RET-5", "E-v-39")
def test_a_river_on_the_way_leaves_the_ends_that_are_as_near() -> None:
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    found = ends(units, "french-5-4-1", points=2, own=["0615"], rivers=["0612/0613"])
    assert found == {"0513", "0613", "0713"}


@pytest.mark.case("G-RET-3", "G-RET-8", "A-111")
@pytest.mark.parametrize("unit", ["napoleon", "french-5-4-1"])
def test_a_scattered_unit_goes_straight_into_its_fortress(unit: str) -> None:
    units = {unit: "0612", "austrian-4-3-1": "0611"}
    found = routes(units, unit, "scattered", 10, own=["0615"]).ends
    assert found == {Hex("0615"): (Hex("0613"), Hex("0614"), Hex("0615"))}


@pytest.mark.case("E-v-40", "A-114")
def test_one_controlled_hex_where_there_is_no_free_one() -> None:
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611", "austrian-1-8-1": "0613"}
    assert ends(units, "french-5-4-1", own=["0912"]) == {"0711", "0712"}
    held = {**units, "french-2-5-1": "0512"}
    assert ends(held, "french-5-4-1", own=["0912"]) == {"0512"}


@pytest.mark.case("E-v-44", "A-56")
def test_the_fortress_that_is_left_is_no_aim() -> None:
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    assert ends(units, "french-5-4-1", own=["0612", "0912"]) == {"0712"}
    assert ends(units, "french-5-4-1", own=["0612"]) == {"0712", "0613", "0512"}


@pytest.mark.case("G-RET-6", "A-58", "G-RET-5")
def test_a_unit_that_is_shut_in_has_no_end() -> None:
    units = {"french-5-4-1": "0612", **{f"austrian-1-5-{at}": hex for at, hex in enumerate(RING)}}
    assert ends(units, "french-5-4-1") == set()
    assert ends({"french-5-4-1": "0612"}, "french-5-4-1", mountains=RING) == set()


@pytest.mark.case("A-113")
@pytest.mark.parametrize("enemy", ["mack", "austrian-supply-1", "austrian-depot-1"])
def test_enemies_that_do_not_fight_bar_a_retreat_too(enemy: str) -> None:
    assert "0613" not in ends({"french-5-4-1": "0612", enemy: "0613"}, "french-5-4-1")


@pytest.mark.case("G-RET-7", "G-RET-10", "G-RET-9", "E-v-43")
def test_hexes_are_counted_and_neither_cost_nor_stacks_matter() -> None:
    units = {"french-18-2-1": "0612", "french-2-5-1": "0612", "french-2-5-2": "0613"}
    assert ends(units, "french-18-2-1", passes=RING) == set(RING)
    assert ends(units, "french-18-2-1", "before-combat", 2, passes=RING) == set()


@pytest.mark.case("A-59")
def test_two_steps_may_end_next_to_the_start() -> None:
    assert "0711" in ends({"french-5-4-1": "0612"}, "french-5-4-1", points=2)


@pytest.mark.case("A-57")
def test_an_enemy_fortress_is_passed_like_any_hex() -> None:
    units = {
        "french-5-4-1": "0612",
        **{f"austrian-1-5-{at}": hex for at, hex in enumerate(RING) if hex != "0613"},
    }
    assert "0614" in ends(units, "french-5-4-1", points=2, fortresses=["0613"])


# ---- before combat


@pytest.mark.case("E-v-41", "G-COM-E-2", "G-COM-F-1")
def test_total_zones_bar_a_retreat_before_combat_and_partial_ones_do_not() -> None:
    horse = {"french-5-4-1": "0612", "austrian-1-8-1": "0611", "austrian-1-8-2": "0613"}
    assert ends(horse, "french-5-4-1", "before-combat", 2) == set()
    through = {**horse, "french-supply-1": "0712"}
    assert {route[0] for route in routes(through, "french-5-4-1", "before-combat", 2).ends.values()} == {
        "0712"
    }
    assert ends(through, "french-5-4-1", "before-combat", 2) == {"0812", "0813"}
    foot = {"french-5-4-1": "0612", "austrian-1-5-1": "0611", "austrian-1-5-2": "0613"}
    assert ends(foot, "french-5-4-1", "before-combat", 1)


@pytest.mark.case("A-34", "A-101")
def test_a_retreat_before_combat_goes_on_while_a_step_can_be_paid() -> None:
    assert {distance(CENTRE, Hex(hex)) for hex in ends({"davout": "0612"}, "davout", "before-combat", 3)} == {
        1,
        2,
        3,
    }
    dear = ends({"french-5-4-1": "0612"}, "french-5-4-1", "before-combat", 2, passes=RING)
    assert dear == set(RING)


@pytest.mark.case("A-36")
def test_a_retreat_before_combat_may_end_in_an_own_fortress_and_need_not() -> None:
    found = ends({"french-5-4-1": "0612"}, "french-5-4-1", "before-combat", 4, own=["0613"])
    assert "0613" in found
    assert len(found) > 20


@pytest.mark.case("A-101")
def test_a_retreat_before_combat_pays_for_stacks() -> None:
    alone, stacked = {"french-2-5-1": "0612"}, {"french-2-5-1": "0612", "french-2-5-2": "0612"}
    far = max(distance(CENTRE, Hex(hex)) for hex in ends(alone, "french-2-5-1", "before-combat", 4))
    less = max(distance(CENTRE, Hex(hex)) for hex in ends(stacked, "french-2-5-1", "before-combat", 4))
    assert (far, less) == (4, 3)


# ---- scattered


@pytest.mark.case("E-v-42", "A-110", "A-111", "G-CRT-9", "G-CRT-10")
def test_scattered_pieces_go_into_the_fortress_that_they_reach() -> None:
    units = {"french-2-5-1": "0612", "french-2-5-2": "0612", "austrian-4-3-1": "0611"}
    assert ends(units, "french-2-5-1", "scattered", 5, own=["0616"]) == {"0616"}
    inside = {**units, "french-2-5-1": "0616"}
    assert ends(inside, "french-2-5-2", "scattered", 5, own=["0616"]) == {"0616"}


@pytest.mark.case("E-v-42")
def test_the_second_piece_may_not_afford_to_pass_the_first() -> None:
    units = {"french-2-5-1": "0612", "french-2-5-2": "0612", "austrian-4-3-1": "0611"}
    assert ends(units, "french-2-5-1", "scattered", 5, own=["0617"]) == {"0616"}
    after = {**units, "french-2-5-1": "0616"}
    assert ends(after, "french-2-5-2", "scattered", 5, own=["0617"]) == {"0516", "0716"}


@pytest.mark.case("A-54", "G-CRT-10")
def test_a_scattered_piece_ends_on_a_hex_of_its_own() -> None:
    taken = ends({"french-2-5-1": "0612", "davout": "0610"}, "french-2-5-1", "scattered", 2)
    assert Hex("0610") not in taken
    assert taken


def test_a_leader_with_ten_points_finds_every_end_and_a_route_to_it() -> None:
    searched = routes({"davout": "1012", "austrian-1-8-1": "1011"}, "davout", "before-combat", 10)
    found = searched.ends
    assert len(found) > 200
    for end, route in found.items():
        assert route[-1] == end
        assert len(set(route)) == len(route)
        assert searched.allows(route)


@pytest.mark.parametrize("points", [1, 2])
def test_ends_are_those_of_all_routes_tried_one_by_one(points: int) -> None:
    units = {"french-5-4-1": "0612", "austrian-1-8-1": "0610", "austrian-4-3-1": "0513", "davout": "0712"}
    searched = routes(units, "french-5-4-1", points=points, own=["0812"], rivers=["0612/0712"])
    tried = [chain for chain in chains(CENTRE, points) if searched.allows(chain)]
    assert {chain[-1] for chain in tried} == set(searched.ends)


def chains(start: Hex, most: int) -> list[tuple[Hex, ...]]:
    """All chains of hexes up to a length."""
    found: list[tuple[Hex, ...]] = []
    queue: list[tuple[Hex, ...]] = [(start,)]
    for trail in queue:
        if len(trail) > 1:
            found.append(trail[1:])
        if len(trail) <= most:
            queue += [(*trail, near) for near in neighbours(trail[-1]).values()]
    return found
