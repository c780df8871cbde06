"""The box of the Vendée opened for play: distances, zones, roads and control by area."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data.vendee
from engines.vendee.box import FAR, Box, share

BOX = Box(data.vendee.load())
G = BOX.ground
GATINE = {id for id, area in G.area.items() if area.zone == "gatine"}
AREAS = st.sampled_from(sorted(G.area))


@given(AREAS, AREAS)
def test_distances_are_symmetric_and_finite(a: str, b: str) -> None:
    assert G.distance[a][b] == G.distance[b][a] < FAR
    assert (G.distance[a][b] == 0) == (a == b)


@given(AREAS, AREAS)
def test_a_way_is_one_step(a: str, b: str) -> None:
    assert (b in G.ways[a]) == (G.distance[a][b] == 1)


@given(AREAS, AREAS, AREAS)
def test_no_detour_is_shorter(a: str, b: str, c: str) -> None:
    assert G.distance[a][c] <= G.distance[a][b] + G.distance[b][c]


@pytest.mark.case("A-51", title="vendee")
def test_distances_cross_the_loire_by_bridges_only() -> None:
    assert "varades" in G.neighbours["saint-florent"]
    assert "varades" not in G.ways["saint-florent"]
    assert G.distance["saint-florent"]["varades"] > 4


@pytest.mark.case("V-4.2-g", "A-38", title="vendee")
@pytest.mark.parametrize(
    ("area", "near"), [("nantes", "reze"), ("beauvoir", "noirmoutier"), ("nantes", "vertou")]
)
def test_nobody_marches_to_the_guns_over_the_loire_or_the_gois(area: str, near: str) -> None:
    assert near in G.neighbours[area]
    assert near not in G.guns[area]


@pytest.mark.case("V-4.5-g")
def test_retreats_may_use_a_bridge() -> None:
    assert "reze" in G.ways["nantes"]
    assert "vertou" not in G.ways["nantes"]


@pytest.mark.case("V-3.4-a")
def test_control_reaches_every_neighbour_by_land_and_not_the_area_itself() -> None:
    assert G.controls["cholet"] == set(G.guns["cholet"])
    assert "cholet" not in G.controls["cholet"]


@given(AREAS, AREAS)
def test_control_is_known_from_both_ends(a: str, b: str) -> None:
    assert (b in G.controls[a]) == (a in G.controlled_from[b])


@pytest.mark.case("V-0.2-e", "V-3.6-f", "V-6-E2-c")
def test_la_gatine_is_in_no_zone_until_it_rises() -> None:
    assert {G.zone_of(id, gatine=False) for id in GATINE} == {None}
    assert {G.zone_of(id, gatine=True) for id in GATINE} == {"anjou"}


def test_zones_hold_what_zone_of_says() -> None:
    for gatine in (False, True):
        for army, areas in G.zones(gatine).areas.items():
            assert {id for id in G.area if G.zone_of(id, gatine) == army} == set(areas)


@pytest.mark.case("V-4.5-f")
def test_distances_to_zones_follow_the_rising_of_la_gatine() -> None:
    assert G.zones(gatine=False).distance["anjou"]["bressuire"] > 0
    assert G.zones(gatine=True).distance["anjou"]["bressuire"] == 0
    assert (
        G.zones(gatine=False).nearest["sainte-hermine"]
        == G.zones(gatine=False).distance["centre"]["sainte-hermine"]
        == 1
    )


@pytest.mark.case("V-4.5-f")
def test_distances_to_bases() -> None:
    assert G.to_base["la-rochelle"]["chantonnay"] == 2
    assert G.to_any_base["chantonnay"] == 2
    assert G.to_base["saumur"]["vihiers"] == 2
    assert G.to_base["nantes"]["vihiers"] > 2
    assert {G.to_base["mayence"][id] for id in G.area} == {FAR}


@pytest.mark.case("V-3.3-b")
def test_a_road_counts_where_it_crosses_the_border() -> None:
    assert G.step["saint-fulgent", "les-herbiers"].road == "royal"
    assert G.step["les-herbiers", "tiffauges"].road is None
    assert "les-herbiers" in G.roads["saint-fulgent"]


@pytest.mark.case("V-4.4-b")
def test_supply_starts_in_the_area_or_in_one_that_it_controls() -> None:
    assert "chemille" in G.supply_starts["chemille"]
    assert "jallais" not in G.supply_starts["jallais"]
    assert {"chemille", "cholet", "trementines"} <= set(G.supply_starts["jallais"])
    assert not G.supply_starts["noirmoutier"]


def test_sequences_are_in_map_order() -> None:
    for areas in (*G.neighbours.values(), G.ports, *G.placement.values(), *G.supply_starts.values()):
        assert list(areas) == sorted(areas, key=G.order.__getitem__)


@pytest.mark.case("V-2.3-a", "A-11", title="vendee")
def test_without_generals_the_best_rating_is_nought() -> None:
    assert (BOX.best_strategic([]), BOX.best_tactical([])) == (0, 0)
    assert BOX.best_strategic(["charette", "d-elbee"]) == 2


def test_names_are_those_of_areas_and_generals() -> None:
    assert BOX.name("lege") == "Legé"
    assert BOX.name("d-elbee") == "d'Elbée"
    assert BOX.name("nowhere") == "nowhere"


@given(st.integers(0, 200), st.integers(0, 100))
def test_a_share_is_the_nearest_whole_number(points: int, percent: int) -> None:
    assert abs(100 * share(points, percent) - points * percent) <= 50


@given(st.integers(1, 200), st.integers(1, 200))
def test_more_attackers_never_make_a_worse_column(attackers: int, defenders: int) -> None:
    fewer, more = BOX.charts.odds(attackers, defenders), BOX.charts.odds(attackers + 1, defenders)
    assert fewer.column <= more.column
    assert fewer.long or not more.long


def test_ids_of_areas_and_generals_are_apart() -> None:
    assert not G.area.keys() & BOX.general.keys()
