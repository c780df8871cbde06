"""Supply of Republicans in combat (4.4)."""

from __future__ import annotations

import pytest

from engines.vendee.position.supply import supplied
from tests.vendee.builder import Given, given, title
from tests.vendee.rules.test_combat import level, sums


def fed(position: Given, area: str, **points: int) -> bool:
    """Whether such a force in an area is supplied."""
    named = {
        kind: points[kind.replace("-", "_")] for kind in title().box.army if kind.replace("-", "_") in points
    }
    return supplied(title().box, position.state, named, area)  # type: ignore[arg-type]


@pytest.mark.case("V-4.4-a")
def test_noirmoutier_is_always_supplied() -> None:
    assert fed(given(), "noirmoutier", saumur=3)


@pytest.mark.case("V-4.4-b")
def test_a_road_leads_to_a_base_of_the_army() -> None:
    assert fed(given(), "vihiers", saumur=3)
    assert fed(given(), "chantonnay", la_rochelle=3)


@pytest.mark.case("V-4.4-b")
def test_a_base_of_another_army_is_none() -> None:
    position = given().points("montreuil", anjou=1).points("doue", anjou=1).points("thouars", anjou=1)
    position.points("saumur", anjou=1).points("angers", anjou=1)
    assert not fed(position, "vihiers", saumur=3)


@pytest.mark.case("V-4.4-b")
def test_an_area_without_a_road_is_supplied_by_one_that_is_controlled() -> None:
    assert not title().box.ground.roads["gennes"]
    assert fed(given(), "gennes", saumur=3)


@pytest.mark.case("V-4.4-b", "V-4.4-c")
def test_royalist_combat_points_cut_the_line_in_every_area_that_it_crosses() -> None:
    position = given().points("concourson", anjou=1).points("coron", anjou=1)
    position.points("martigne", anjou=1).points("argenton", anjou=1).points("chanzeaux", anjou=1)
    assert not fed(position, "vihiers", saumur=3)


@pytest.mark.case("V-4.4-c")
def test_control_and_lone_generals_do_not_cut_it() -> None:
    assert fed(given().general("stofflet", "concourson").points("bouille", anjou=3), "vihiers", saumur=3)


@pytest.mark.case("V-4.4-b", "A-49")
def test_a_controlled_area_with_royalists_is_no_start() -> None:
    position = given().points("doue", anjou=1).points("saumur", anjou=1).points("brissac", anjou=1)
    position.points("martigne", anjou=1)
    assert not fed(position, "gennes", saumur=3)


@pytest.mark.case("V-4.4-b", "A-49")
def test_who_stands_in_his_base_is_supplied_though_it_is_attacked() -> None:
    assert fed(given().points("doue", anjou=1).points("saumur", anjou=5), "saumur", saumur=3)


@pytest.mark.case("V-4.4-d", "V-1.3-b")
def test_the_mayencais_use_the_bases_of_the_army_that_they_reinforce() -> None:
    assert fed(given().having(attached="saumur"), "vihiers", mayence=3)
    cut = given().having(attached="la-rochelle").points("concourson", anjou=1).points("coron", anjou=1)
    cut.points("martigne", anjou=1).points("argenton", anjou=1).points("chanzeaux", anjou=1)
    assert not fed(cut, "vihiers", mayence=3)


def split() -> Given:
    """Only Saumur's line is open: La Rochelle's bases are in royalist hands."""
    return given().points("lucon", anjou=1).points("fontenay", anjou=1).points("les-sables", anjou=1)


@pytest.mark.case("V-4.4-d", "A-50")
def test_the_army_with_most_combat_points_decides() -> None:
    assert fed(split(), "vihiers", saumur=4, la_rochelle=3)
    assert not fed(split(), "vihiers", saumur=3, la_rochelle=4)


@pytest.mark.case("V-4.4-d", "A-50", "I-19")
def test_of_a_tie_the_one_that_is_supplied_counts() -> None:
    assert fed(split(), "vihiers", saumur=3, la_rochelle=3)


@pytest.mark.case("V-4.4-d", "V-T-COL")
def test_no_supply_is_a_column_for_the_royalists() -> None:
    position = split().points("vihiers", anjou=4)
    assert sums(position, "vihiers", "concourson", la_rochelle=4).shift == -1
    position = split().points("vihiers", la_rochelle=4)
    assert sums(position, "vihiers", "coron", anjou=4).shift == 1


@pytest.mark.case("A-49")
def test_supply_is_traced_from_where_they_fight_and_not_from_where_they_came() -> None:
    """Noirmoutier, from where they came, is always supplied; Beauvoir is cut off."""
    position = level().points("beauvoir", bas_poitou=4)
    for area in title().box.ground.ways["beauvoir"]:
        if area != "noirmoutier":
            position.points(area, bas_poitou=1)
    found = sums(position, "beauvoir", "noirmoutier", nantes=4)
    assert "No supply" in {term.label for term in found.shifts}
