"""The steps of one unit in La Grande Armée: costs of terrain and stacks, zones that stop it or hold it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from data.grande_armee.hexes import Hex
from engines.grande_armee.movement.steps import Bar, Ground, Walk
from engines.grande_armee.position import Position, Zone
from tests.grande_armee.builder import CENTRE, RING, marcher, plain, reach, stand

PLAIN = plain()


def walk(
    units: Mapping[str, str], id: str, chain: str, points: int | None = None, **ground: Iterable[str]
) -> Walk:
    """A chain of hexes that a unit tries."""
    position = stand(plain(**ground) if ground else PLAIN, units)
    return Ground(position).walk(marcher(position, id, points), [Hex(hex) for hex in chain.split()])


# ---- terrain


@pytest.mark.case("G-MOV-C-1", "G-MOV-E-1", "G-MOV-0-1", "G-GEN-5")
def test_a_unit_goes_as_many_clear_hexes_as_its_allowance() -> None:
    costs = reach(stand(PLAIN, {"french-5-4-1": CENTRE}), "french-5-4-1")
    assert max(costs.values()) == 4
    assert len(costs) == 1 + 6 + 12 + 18 + 24


@pytest.mark.case("G-MOV-0-2", "E-v-07")
def test_an_army_enters_a_mountain_only_with_points_for_it() -> None:
    units = {"french-18-2-1": "0612"}
    assert walk(units, "french-18-2-1", "0611", 2, mountains=["0611"]).bar is Bar.POINTS
    fed = walk(units, "french-18-2-1", "0611 0610", 4, mountains=["0611"])
    assert (fed.bar, fed.spent) == (None, 4)


@pytest.mark.case("G-MOV-F-1", "F-03")
def test_cavalry_enters_a_pass_and_no_mountain() -> None:
    units = {"french-3-7-1": "0612"}
    assert walk(units, "french-3-7-1", "0611", mountains=["0611"]).bar is Bar.MOUNTAIN
    assert walk(units, "french-3-7-1", "0611", passes=["0611"]).spent == 2


@pytest.mark.case("A-06")
def test_rivers_cost_a_point_and_bridges_none_and_lakes_bar() -> None:
    units = {"french-5-4-1": "0612"}
    assert walk(units, "french-5-4-1", "0611", rivers=["0611/0612"]).spent == 2
    assert walk(units, "french-5-4-1", "0611", bridges=["0611/0612"]).spent == 1
    assert walk(units, "french-5-4-1", "0611", lakes=["0611/0612"]).bar is Bar.APART


@pytest.mark.case("G-MOV-D-1")
@pytest.mark.parametrize("enemy", ["austrian-1-5-1", "austrian-1-8-1", "mack", "austrian-depot-1"])
def test_a_hex_with_an_enemy_bars_also_where_he_is_alone(enemy: str) -> None:
    units = {"french-5-4-1": "0612", enemy: "0611"}
    assert walk(units, "french-5-4-1", "0611").bar is Bar.ENEMY


@pytest.mark.case("A-97")
def test_closed_ground_bars() -> None:
    position = stand(PLAIN, {"french-5-4-1": "0612"})
    ground = Ground(position, frozenset([Hex("0611")]))
    assert ground.walk(marcher(position, "french-5-4-1"), [Hex("0611")]).bar is Bar.CLOSED
    assert Hex("0611") not in ground.reach(marcher(position, "french-5-4-1"))


@pytest.mark.case("G-COM-N-1")
def test_troops_walk_over_supply_units_and_others_do_not() -> None:
    units = {"french-5-4-1": "0612", "french-supply-1": "0612", "davout": "0612", "austrian-supply-1": "0611"}
    assert walk(units, "french-5-4-1", "0611 0610").spent == 2
    assert walk(units, "french-supply-1", "0611").bar is Bar.ENEMY
    assert walk(units, "davout", "0611").bar is Bar.ENEMY


# ---- stacks


@pytest.mark.case("G-MOV-K-1", "G-MOV-L-1", "G-MOV-L-2", "E-d-11")
def test_through_an_own_stack_costs_two_more() -> None:
    units = {"french-5-4-1": "0612", "french-5-4-2": "0611", "french-2-5-1": "0611"}
    through = walk(units, "french-5-4-1", "0611 0610")
    assert (through.spent, through.bar) == (4, None)


@pytest.mark.case("G-MOV-L-1", "E-01")
def test_the_first_to_leave_pays_and_the_last_does_not() -> None:
    """Two 2-5 out of a breakdown: they have spent a point each."""
    units = {"french-2-5-1": "0612", "french-2-5-2": "0612"}
    assert walk(units, "french-2-5-1", "0611 0610 0609", 4).spent == 4
    alone = {"french-2-5-1": "0609", "french-2-5-2": "0612"}
    assert walk(alone, "french-2-5-2", "0613 0614 0615 0616", 4).spent == 4


@pytest.mark.case("G-MOV-O-1", "E-d-34")
def test_leaders_and_supply_neither_pay_nor_cause_the_cost_of_stacks() -> None:
    units = {"french-5-4-1": "0612", "davout": "0611", "french-supply-1": "0611", "french-2-5-1": "0610"}
    assert walk(units, "french-5-4-1", "0611").spent == 1
    assert walk(units, "davout", "0610 0609").spent == 2
    assert walk(units, "french-supply-1", "0610 0609").spent == 2


@pytest.mark.case("E-d-12")
def test_a_point_is_left_to_combine_after_three_hexes() -> None:
    units = {"french-2-5-1": "0612", "french-2-5-2": "0615"}
    assert walk(units, "french-2-5-1", "0613 0614 0615").spent == 4


# ---- zones


@pytest.mark.case("G-ZOC-0-1", "G-ZOC-A-1", "E-d-16")
def test_cavalry_controls_totally_and_infantry_partially() -> None:
    position = stand(PLAIN, {"austrian-1-5-1": "0611", "austrian-1-8-1": "0613", "mack": "1212"})
    assert position.zone(CENTRE, "french") is Zone.TOTAL
    assert position.zone(Hex("0610"), "french") is Zone.PARTIAL
    assert position.zone(Hex("0614"), "french") is Zone.TOTAL
    assert position.zone(Hex("1211"), "french") is Zone.NONE
    assert position.zone(CENTRE, "allied") is Zone.NONE


@pytest.mark.case("G-ZOC-0-2", "A-24")
def test_disrupted_troops_keep_their_zone_and_doomed_ones_lose_it() -> None:
    disrupted = stand(PLAIN, {"austrian-1-5-1": ("0611", 9)})
    assert disrupted.zone(CENTRE, "french") is Zone.PARTIAL
    doomed = stand(PLAIN, {"austrian-1-5-1": "0611"}, doomed=["austrian-1-5-1"])
    assert doomed.zone(CENTRE, "french") is Zone.NONE


def _in_combat(position: Position, hex: Hex) -> Zone:
    """How the Allies control a hex in the Combat Phase."""
    control, total = position.control_in_combat("french")
    bit = position.box.grid.bit[hex]
    return Zone.TOTAL if total & bit else Zone.PARTIAL if control & bit else Zone.NONE


@pytest.mark.case("G-ZOC-A-2", "G-ZOC-B-1")
def test_own_units_cancel_a_zone_in_combat_and_not_in_movement() -> None:
    position = stand(PLAIN, {"austrian-1-8-1": "0611", "french-supply-1": "0612"})
    assert position.zone(CENTRE, "french") is Zone.TOTAL
    assert _in_combat(position, CENTRE) is Zone.NONE
    assert _in_combat(position, Hex("0711")) is Zone.TOTAL


@pytest.mark.case("A-28")
def test_with_the_option_troops_alone_cancel_a_zone() -> None:
    position = stand(PLAIN, {"austrian-1-8-1": "0611", "davout": "0612"}, only_troops=True)
    assert _in_combat(position, CENTRE) is Zone.TOTAL


@pytest.mark.case("G-ZOC-B-1")
@pytest.mark.parametrize("id", ["french-5-4-1", "davout", "french-supply-1"])
def test_infantry_and_non_combat_units_stop_in_any_zone(id: str) -> None:
    units = {id: "0612", "austrian-1-5-1": "0609"}
    tried = walk(units, id, "0611 0610 0509")
    assert (tried.reached, tried.stopped, tried.bar) == ((Hex("0611"), Hex("0610")), True, Bar.STOPPED)


@pytest.mark.case("G-ZOC-B-2", "G-ZOC-C-1", "E-d-14")
def test_cavalry_rides_on_through_partial_zones_and_stops_in_total_ones() -> None:
    partial = walk({"french-3-7-1": "0612", "austrian-1-5-1": "0609"}, "french-3-7-1", "0611 0610 0510")
    assert (partial.spent, partial.stopped) == (1 + 1 + 1 + 2, False)
    total = walk({"french-3-7-1": "0612", "austrian-1-8-1": "0609"}, "french-3-7-1", "0611 0610 0510")
    assert total.bar is Bar.STOPPED


@pytest.mark.case("G-ZOC-C-3", "E-v-13")
def test_cavalry_pays_at_each_partial_hex_that_it_leaves() -> None:
    units = {"french-3-7-1": "0512", "austrian-1-5-1": "0611"}
    through = walk(units, "french-3-7-1", "0511 0510 0509")
    assert (through.spent, through.bar) == (1 + (1 + 2) + (1 + 2), None)
    lighter = {"french-1-8-1": "0512", "austrian-1-5-1": "0611"}
    assert 8 - walk(lighter, "french-1-8-1", "0511 0510 0509").spent == 1


@pytest.mark.case("G-ZOC-C-2", "E-d-14")
def test_the_hex_where_cavalry_began_is_free_to_leave_all_phase() -> None:
    units = {"french-3-7-1": "0612", "austrian-1-5-1": "0611"}
    assert walk(units, "french-3-7-1", "0613").spent == 1
    back = walk(units, "french-3-7-1", "0613 0612 0613")
    assert (back.spent, back.bar) == (3, None)


@pytest.mark.case("G-ZOC-B-3", "E-d-15", "E-v-14")
def test_infantry_leaves_a_zone_only_to_a_free_hex() -> None:
    units = {"french-5-4-1": "0511", "austrian-1-5-1": "0611"}
    for barred in ("0510", "0612"):
        assert walk(units, "french-5-4-1", barred).bar is Bar.FROM_ZONE
    for free in ("0512", "0412", "0411"):
        assert walk(units, "french-5-4-1", free).bar is None
    back = walk(units, "french-5-4-1", "0512 0612")
    assert (back.bar, back.stopped) == (None, True)


@pytest.mark.case("G-ZOC-B-4", "A-25")
def test_cavalry_leaves_a_total_zone_to_a_partial_one_and_enters_one_from_a_partial_one() -> None:
    units = {"french-3-7-1": "0612", "austrian-1-8-1": "0611", "austrian-1-5-1": "0614"}
    assert walk(units, "french-3-7-1", "0712").bar is None
    assert walk(units, "french-3-7-1", "0711").bar is Bar.FROM_ZONE
    begins = {"french-3-7-1": "0613", "austrian-1-8-1": "0611", "austrian-1-5-1": "0614"}
    into = walk(begins, "french-3-7-1", "0612")
    assert (into.bar, into.stopped) == (None, True)


@pytest.mark.case("G-ZOC-D-1", "E-v-15")
def test_a_zone_crosses_a_bridge_and_no_river() -> None:
    units = {"french-5-4-1": "0812", "austrian-1-5-1": "0611"}
    over = walk(units, "french-5-4-1", "0711 0710", rivers=["0611/0711"])
    assert (over.bar, over.stopped, len(over.reached)) == (None, True, 2)
    bridged = walk(units, "french-5-4-1", "0711 0710", bridges=["0611/0711"])
    assert (bridged.bar, bridged.reached) == (Bar.STOPPED, (Hex("0711"),))


@pytest.mark.case("A-27")
def test_a_zone_crosses_no_lake_and_reaches_mountains() -> None:
    box = plain(lakes=["0611/0612"], mountains=["0711"])
    position = stand(box, {"austrian-1-8-1": "0611"})
    assert position.zone(CENTRE, "french") is Zone.NONE
    assert position.zone(Hex("0711"), "french") is Zone.TOTAL


@pytest.mark.case("G-ZOC-E-1", "G-FOR-C-1")
def test_a_zone_goes_neither_into_a_fortress_nor_out_of_one() -> None:
    box = plain(fortresses=["0612"])
    assert stand(box, {"austrian-1-8-1": "0611"}).zone(CENTRE, "french") is Zone.NONE
    inside = stand(box, {"austrian-1-8-1": "0612"})
    assert all(inside.zone(Hex(hex), "french") is Zone.NONE for hex in RING)


@pytest.mark.case("A-91", "E-d-18", "G-COM-M-1")
@pytest.mark.parametrize("id", ["french-5-4-1", "davout"])
def test_doomed_troops_are_crossed_for_a_point_more(id: str) -> None:
    position = stand(PLAIN, {id: "0612", "austrian-5-4-1": "0611"}, doomed=["austrian-5-4-1"])
    chain = [Hex("0611"), Hex("0610")]
    assert Ground(position).walk(marcher(position, id), chain).spent == 3


@pytest.mark.case("A-90")
def test_newcomers_on_a_doomed_hex_are_a_stack_among_themselves_alone() -> None:
    units = {"french-5-4-1": "0612", "french-2-5-1": "0611", "austrian-5-4-1": "0611"}
    position = stand(PLAIN, units, doomed=["austrian-5-4-1"])
    assert Ground(position).walk(marcher(position, "french-5-4-1"), [Hex("0611")]).spent == 1 + 1 + 1


def test_the_search_agrees_with_the_walk_along_its_own_ways() -> None:
    units = {
        "french-3-7-1": "0612",
        "french-5-4-1": "0711",
        "austrian-1-5-1": "0610",
        "austrian-1-8-1": "0415",
        "austrian-supply-1": "0813",
    }
    box = plain(passes=["0712", "0613"], mountains=["0511"], rivers=["0512/0612", "0713/0812"])
    position = stand(box, units)
    for id in ("french-3-7-1", "french-5-4-1"):
        ground, mover = Ground(position), marcher(position, id)
        costs = ground.reach(mover)
        for end, cost in costs.items():
            tried = ground.walk(mover, ground.route(mover, costs, end))
            assert (tried.bar, tried.spent) == (None, cost), end


@pytest.mark.case("A-02")
def test_beyond_the_edge_is_no_hex() -> None:
    position = stand(PLAIN, {"french-5-4-1": "0005"})
    assert set(reach(position, "french-5-4-1", 1)) == {"0005", "0004", "0006", "0104", "0105"}
    assert walk({"french-5-4-1": "0005"}, "french-5-4-1", "9905").bar is Bar.APART


@pytest.mark.case("G-ZOC-F-1", "A-29")
def test_zones_bind_movement_and_own_units_negate_them_in_combat_alone() -> None:
    position = stand(plain(), {"austrian-1-8-1": "0612", "french-5-4-1": "0613"})
    assert position.zone(Hex("0613"), "french") is Zone.TOTAL
    assert _in_combat(position, Hex("0613")) is Zone.NONE
