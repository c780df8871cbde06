"""The map of the Vendée: held to every statement of the rulebook, and sound by itself."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest

import data.vendee
from data.rings import area as doubled_area
from data.rings import holds, ring
from data.vendee.schema import BlueArmy, Place
from engines.vendee.box import Ground, Step

PACK = data.vendee.load()
G = Ground(PACK)
GATINE = {id for id, area in G.area.items() if area.zone == "gatine"}
AREA = G.area
OUTLINES = data.vendee.outlines(PACK.borders)
BASES: dict[BlueArmy, set[str]] = {
    "nantes": {"nantes", "paimboeuf"},
    "saumur": {"angers", "saumur", "thouars"},
    "la-rochelle": {"les-sables", "lucon", "fontenay"},
}
EVERY_BASE = {id for areas in BASES.values() for id in areas}


def zone(*names: str) -> set[str]:
    return {id for id, area in AREA.items() if area.zone in names}


def km(a: Place, b: Place) -> float:
    east = (a[0] - b[0]) * 111.32 * math.cos(math.radians((a[1] + b[1]) / 2))
    return math.hypot(east, (a[1] - b[1]) * 111.2)


def reach(start: str, fits: Callable[[Step], bool], inside: Iterable[str] = AREA) -> dict[str, int]:
    """Steps to every area that can be reached by steps that fit."""
    inside = set(inside)
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for near in G.neighbours[here]:
            if near in inside and near not in steps and fits(G.step[here, near]):
                steps[near] = steps[here] + 1
                queue.append(near)
    return steps


def passable(step: Step) -> bool:
    return step.way != "loire"


def by_land(step: Step) -> bool:
    return step.way == "land"


def by_road(step: Step) -> bool:
    return step.road is not None


# 0.1, 0.2


@pytest.mark.case("V-0.1-a")
def test_areas_lie_ten_to_fifteen_kilometres_apart() -> None:
    apart = [km(AREA[a].at, AREA[b].at) for (a, b), step in G.step.items() if step.way == "land"]
    assert 10 <= sum(apart) / len(apart) <= 15
    assert min(apart) >= 8
    assert max(apart) < 25


@pytest.mark.case("V-0.2-a")
def test_every_terrain_occurs() -> None:
    assert {area.terrain for area in AREA.values()} == {"clear", "mixed", "bocage", "marsh"}


def test_the_map_is_one_piece() -> None:
    assert len(reach("nantes", passable)) == len(AREA)


@pytest.mark.parametrize(("start", "bank"), [("cholet", "left"), ("nantes", "right")])
def test_each_bank_is_one_piece(start: str, bank: str) -> None:
    assert set(reach(start, by_land)) == {id for id, area in AREA.items() if area.bank == bank}


@pytest.mark.case("V-0.2-b")
def test_the_loire_bounds_areas_everywhere() -> None:
    for (a, b), step in G.step.items():
        assert (AREA[a].bank == AREA[b].bank) == (step.way == "land"), (a, b)


@pytest.mark.case("V-0.2-d")
@pytest.mark.parametrize("name", ["anjou", "centre", "loroux", "bas-poitou", "gatine"])
def test_each_zone_is_one_piece(name: str) -> None:
    areas = zone(name)
    assert areas
    assert set(reach(min(areas), by_land, areas)) == areas


@pytest.mark.case("V-0.2-e")
def test_gatine_is_the_south_of_anjou() -> None:
    both = zone("anjou", "gatine")

    def mean(areas: set[str]) -> float:
        return sum(AREA[id].at[1] for id in areas) / len(areas)

    assert set(reach("cholet", by_land, both)) == both
    assert mean(zone("gatine")) < mean(zone("anjou"))


def test_zones_lie_on_the_left_bank() -> None:
    assert {area.bank for area in AREA.values() if area.zone} == {"left"}


@pytest.mark.case("V-0.2-f", "V-CL-1")
@pytest.mark.parametrize("army", BASES)
def test_bases(army: BlueArmy) -> None:
    assert {id for id, area in AREA.items() if area.base == army} == BASES[army]


@pytest.mark.case("V-0.2-g", "V-CL-2")
def test_primary_objectives() -> None:
    assert set(G.primary) == {"mortagne", "chatillon", "cholet"}


@pytest.mark.case("V-0.2-h")
@pytest.mark.parametrize(("name", "count"), [("anjou", 2), ("centre", 2), ("loroux", 2), ("bas-poitou", 3)])
def test_secondary_objectives_by_zone(name: str, count: int) -> None:
    assert sum(AREA[id].zone == name for id in G.secondary) == count
    assert len(G.secondary) == 9


@pytest.mark.case("V-0.2-c")
def test_strongholds_are_towns_with_walls() -> None:
    assert {id for id, area in G.area.items() if area.stronghold} == {
        "nantes",
        "angers",
        "saumur",
        "thouars",
        "parthenay",
        "les-sables",
        "noirmoutier",
    }


# 2.2, 3.3


@pytest.mark.parametrize("base", sorted(EVERY_BASE))
def test_every_base_has_an_area_beside_it(base: str) -> None:
    assert G.ways[base]


@pytest.mark.case("V-3.3-e")
def test_bridges() -> None:
    assert set(G.bridge) == {"nantes", "angers", "saumur"}
    for town, far in G.bridge.items():
        assert {AREA[town].bank, AREA[far].bank} == {"left", "right"}


@pytest.mark.case("V-3.3-f")
def test_noirmoutier_is_reached_by_the_gois_alone() -> None:
    assert [(near, G.step["noirmoutier", near].way) for near in G.neighbours["noirmoutier"]] == [
        ("beauvoir", "gois")
    ]


def test_republicans_have_places_to_cross_the_loire_from() -> None:
    starts = {a for (a, b), step in G.step.items() if step.way == "loire" and AREA[a].zone is None}
    assert {AREA[id].bank for id in starts} == {"left", "right"}


MENOU = ("saumur", "doue", "concourson", "vihiers", "chanzeaux")


@pytest.mark.case("E-07", title="vendee")
def test_the_march_of_menou_costs_four_and_a_half_points() -> None:
    costs = [G.step[step].republican for step in pairwise(MENOU)]
    assert costs == [1, 1, 1, 6]


@pytest.mark.case("E-07", title="vendee")
def test_menou_leaves_the_royal_road_for_bocage_in_the_north_west() -> None:
    vihiers, end = AREA["vihiers"], AREA["chanzeaux"]
    assert end.terrain == "bocage"
    assert end.at[1] > vihiers.at[1]
    assert end.at[0] < vihiers.at[0]
    assert G.step["vihiers", "chanzeaux"].road is None
    assert [G.step[a, b].road for a, b in pairwise(MENOU[:-1])] == ["royal"] * 3
    assert AREA["saumur"].zone is None


def menou_controls() -> set[str]:
    return {*G.controls["chanzeaux"], *G.controls["vihiers"]}


@pytest.mark.case("E-09", title="vendee")
def test_chalonnes_and_chemille_touch_and_are_both_controlled_by_menou() -> None:
    assert "chemille" in G.neighbours["chalonnes"]
    assert {"chalonnes", "chemille"} <= menou_controls()
    assert AREA["chalonnes"].zone == "anjou"


@pytest.mark.case("E-08", title="vendee")
def test_angevins_of_chalonnes_reach_the_south_of_chemille_for_two_points() -> None:
    ways = {
        (via, end)
        for via in G.neighbours["chalonnes"]
        for end in G.neighbours[via]
        if via not in menou_controls() | {"chanzeaux"}
        and end not in ("chalonnes", "chemille", "chanzeaux")
        and end in G.neighbours["chemille"]
        and AREA[end].at[1] < AREA["chemille"].at[1] - 0.05
    }
    assert ("jallais", "trementines") in ways
    costs = [G.step[step].royalist for step in pairwise(("chalonnes", "jallais", "trementines"))]
    assert costs == [2, 2]


# 3.4


@pytest.mark.case("V-3.4-d", "V-3.4-e")
def test_control_crosses_the_loire_from_the_three_towns_only() -> None:
    over = {(a, b) for a in AREA for b in G.controls[a] if AREA[a].bank != AREA[b].bank}
    assert over == set(G.bridge.items())


@pytest.mark.case("E-10", title="vendee")
def test_nantes_controls_the_far_end_of_its_bridge_and_not_the_reverse() -> None:
    assert "reze" in G.controls["nantes"]
    assert "nantes" not in G.controls["reze"]


@pytest.mark.case("V-3.4-c")
def test_noirmoutier_neither_controls_nor_is_controlled() -> None:
    assert not G.controls["noirmoutier"]
    assert not G.controlled_from["noirmoutier"]


# 4.4, 4.6


def test_the_roads_are_one_net_with_every_base_church_and_bridge() -> None:
    net = reach("nantes", by_road)
    assert EVERY_BASE | set(G.primary) <= set(net)
    assert all(id in net for ends in G.bridge.items() for id in ends)
    assert {id for id in AREA if G.roads[id]} == set(net)


@pytest.mark.case("V-4.4-b")
def test_nearly_every_area_is_on_a_road_or_beside_one() -> None:
    off = {id for id in AREA if not G.supply_starts[id]}
    assert off == {"noirmoutier", "champtoceaux", "saint-florent", "montrevault"}


@pytest.mark.parametrize("army", BASES)
def test_each_army_is_supplied_in_every_primary_objective(army: BlueArmy) -> None:
    for base in BASES[army]:
        assert set(G.primary) <= set(reach(base, by_road))


@pytest.mark.case("E-16", title="vendee")
def test_chantonnay_is_bocage_of_the_centre_beside_saint_fulgent() -> None:
    assert (AREA["chantonnay"].terrain, AREA["chantonnay"].zone) == ("bocage", "centre")
    assert "saint-fulgent" in G.guns["chantonnay"]


@pytest.mark.case("E-16", title="vendee")
def test_another_area_of_the_centre_touches_chantonnay() -> None:
    others = {id for id in G.guns["chantonnay"] if AREA[id].zone == "centre"} - {"saint-fulgent"}
    assert others


@pytest.mark.case("E-20", title="vendee")
def test_chalbos_can_retreat_two_areas_into_clear_country() -> None:
    ways = {
        (first, second)
        for first in G.ways["chantonnay"]
        for second in G.ways[first]
        if AREA[first].terrain == AREA[second].terrain == "clear" and second not in G.ways["chantonnay"]
    }
    assert ("sainte-hermine", "lucon") in ways


# 6, 7


@pytest.mark.case("V-6-E2-c", "A-67", title="vendee")
def test_gatine_is_bressuire_and_four_areas_that_touch_it() -> None:
    assert len(GATINE) == 5
    assert GATINE - {"bressuire"} <= set(G.guns["bressuire"])


@pytest.mark.case("V-6-E3-a", "V-6-E4-a")
def test_bressuire_and_thouars_are_on_the_map() -> None:
    assert {"bressuire", "thouars"} <= set(AREA)


@pytest.mark.case("V-6-E5-e", "V-6-E5-f")
def test_ports_are_those_of_the_rulebook_and_on_the_coast() -> None:
    assert {id: AREA[id].port for id in G.ports} == {
        "les-sables": "great",
        "paimboeuf": "great",
        "saint-gilles": "lesser",
        "noirmoutier": "lesser",
        "pornic": "lesser",
    }
    assert set(G.ports) <= G.coastal


@pytest.mark.case("V-6-E5-g", "A-68", title="vendee")
def test_marsh_is_coastal_and_no_port() -> None:
    marsh = {id for id, area in AREA.items() if area.terrain == "marsh"}
    assert marsh
    assert marsh <= G.coastal
    assert not marsh & set(G.ports)
    assert set(G.landing) == marsh | set(G.ports)


@pytest.mark.case("V-7.1-d")
def test_every_base_lies_outside_the_zones() -> None:
    assert all(AREA[id].zone is None for id in EVERY_BASE)


@pytest.mark.case("V-7.1-h", "A-78", title="vendee")
def test_each_royal_army_has_objectives_to_rise_in() -> None:
    assert {army: set(areas) for army, areas in G.objectives.items()} == {
        "anjou": {"cholet", "chatillon", "beaupreau", "saint-florent"},
        "centre": {"mortagne", "montaigu", "les-herbiers"},
        "loroux": {"le-loroux", "vallet"},
        "bas-poitou": {"machecoul", "lege", "challans"},
    }


@pytest.mark.case("V-7.2-b")
def test_access_to_the_south() -> None:
    assert set(G.south) == {"lucon", "fontenay"}


@pytest.mark.case("V-7.2-f")
def test_objectives_are_worth_eighteen_points() -> None:
    victory = PACK.tables.victory
    assert len(G.primary) * victory.primary + len(G.secondary) * victory.secondary == 18


@pytest.mark.case("E-25", "V-CL-6", title="vendee")
def test_no_army_of_nantes_in_les_sables() -> None:
    assert [army for army in BASES if "les-sables" in G.placement[army]] == ["la-rochelle"]


@pytest.mark.case("V-7.1-d", "A-82", title="vendee")
@pytest.mark.parametrize("army", BASES)
def test_each_army_has_places_of_its_own_at_the_start(army: BlueArmy) -> None:
    others = {id for other in BASES if other != army for id in G.placement[other]}
    assert len(set(G.placement[army]) - others) >= 6


def test_every_area_of_the_gatine_may_be_held_at_the_start() -> None:
    assert {id for army in BASES for id in G.placement[army]} >= GATINE


# The map by itself


def test_there_are_about_ninety_areas_in_the_zones_of_history() -> None:
    counts = {name: len(zone(name)) for name in ("anjou", "centre", "loroux", "bas-poitou", "gatine")}
    assert counts == {"anjou": 14, "centre": 11, "loroux": 5, "bas-poitou": 16, "gatine": 5}
    assert len(AREA) == 92


def test_steps_go_both_ways() -> None:
    for (a, b), step in G.step.items():
        assert (G.step[b, a].way, G.step[b, a].road) == (step.way, step.road)


def test_every_area_has_two_neighbours_at_least_but_the_island() -> None:
    assert {id for id in AREA if len(G.neighbours[id]) < 2} == {"noirmoutier"}


@pytest.mark.parametrize("id", [*G.primary, *G.secondary])
def test_every_church_and_cross_can_be_reached_by_both_sides(id: str) -> None:
    assert set(BASES["nantes"]) <= set(reach(id, lambda step: passable(step) and step.royalist is not None))
    assert G.distance["saumur"][id] < 99


def test_neighbours_are_those_that_share_a_border() -> None:
    edges: dict[frozenset[Place], set[str]] = {}
    for id, outline in OUTLINES.items():
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            edges.setdefault(frozenset((a, b)), set()).add(id)
    touching = {frozenset(areas) for areas in edges.values() if len(areas) == 2}
    assert touching == {frozenset(pair) for pair, step in G.step.items() if step.way != "gois"}


def test_a_common_border_is_long_enough_to_be_seen() -> None:
    lengths: dict[frozenset[str], float] = {}
    for border in PACK.borders.border:
        if border.outer is None:
            pair = frozenset(border.between)
            lengths[pair] = lengths.get(pair, 0) + sum(km(a, b) for a, b in pairwise(border.line))
    assert min(lengths.values()) >= 2.5


def test_outlines_tile_without_gap_or_overlap() -> None:
    rims = [border.line for border in PACK.borders.border if border.outer]
    island = [border.line for border in PACK.borders.border if border.between == ["noirmoutier"]]
    mainland = ring([line for line in rims if line not in island])
    covered = sum(doubled_area(outline) for outline in OUTLINES.values())
    assert covered == pytest.approx(doubled_area(mainland) + doubled_area(ring(island)), abs=1e-9)


def test_no_outline_crosses_itself() -> None:
    for id, outline in OUTLINES.items():
        assert len(set(outline)) == len(outline), id
        sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
        for index, first in enumerate(sides):
            for second in sides[index + 2 :]:
                assert first[0] in second or not _cross(first, second), (id, first, second)


def _cross(first: tuple[Place, Place], second: tuple[Place, Place]) -> bool:
    def turn(a: Place, b: Place, c: Place) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = first, second
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def test_every_point_of_a_grid_lies_in_one_area_at_most() -> None:
    points = [(-2.3 + 0.0501 * x, 46.3 + 0.0501 * y) for x in range(48) for y in range(26)]
    owners = [sum(holds(outline, point) for outline in OUTLINES.values()) for point in points]
    assert set(owners) == {0, 1}
    assert sum(owners) > len(points) / 3


def test_every_area_has_its_place_inside() -> None:
    assert all(holds(OUTLINES[id], area.at) for id, area in AREA.items())


def test_every_reconstruction_says_how_sure_it_is() -> None:
    for area in AREA.values():
        for name, provenance in area.source.items():
            assert provenance.origin != "reconstructed" or provenance.confidence, (area.id, name)


@pytest.mark.parametrize(
    "id",
    [
        "nantes",
        "paimboeuf",
        "les-sables",
        "cholet",
        "chatillon",
        "mortagne",
        "chantonnay",
        "vihiers",
        "chalonnes",
    ],
)
def test_areas_of_the_rulebook_are_named_by_it(id: str) -> None:
    assert AREA[id].source["name"].origin == "rulebook"
