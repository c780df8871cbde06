"""Who may be where with whom (3.5)."""

from __future__ import annotations

import pytest

from tests.vendee.builder import given


@pytest.mark.case("V-3.5-a", "V-QA-14")
def test_there_is_no_limit_of_numbers() -> None:
    table = given().more().hand("royalist").points("cholet", anjou=90).points("beaupreau", anjou=10).table()
    table.act("move beaupreau > cholet with all").act("stop")
    assert table.points("cholet") == {"anjou": 100}


@pytest.mark.case("V-3.5-b", "V-3.5-c", "V-CL-4")
def test_armies_of_the_republic_pass_through_one_another_but_do_not_stay() -> None:
    position = given().more().points("sainte-hermine", la_rochelle=2).points("lucon", nantes=3)
    table = position.general("canclaux", "lucon").table()
    table.act("activate lucon with all", 4, 4)
    table.act("move lucon > sainte-hermine")
    assert table.refused("stop") == "3.5"
    assert table.refused("drop 1") == "3.5"
    table.act("move sainte-hermine > mareuil")
    table.act("stop")
    assert table.points("sainte-hermine") == {"la-rochelle": 2}


@pytest.mark.case("V-3.5-c")
def test_without_points_to_go_on_another_army_is_not_entered() -> None:
    position = given().more().points("bournezeau", la_rochelle=2).points("lucon", nantes=3)
    table = position.table()
    table.act("activate lucon with all").act("move lucon > sainte-hermine")
    assert table.refused("move sainte-hermine > bournezeau") in ("3.5", "T-COST")


@pytest.mark.case("V-3.5-f")
def test_e13_lifts_the_limits() -> None:
    position = given().more().past("e13").points("sainte-hermine", la_rochelle=2).points("lucon", nantes=3)
    table = position.table().act("move lucon > sainte-hermine with all").act("stop")
    assert table.points("sainte-hermine") == {"nantes": 3, "la-rochelle": 2}


@pytest.mark.case("V-3.5-e")
@pytest.mark.parametrize(("attached", "stays"), [("la-rochelle", True), ("nantes", False)])
def test_the_mayencais_stay_with_the_army_they_reinforce(attached: str, stays: bool) -> None:
    position = given().more().having(attached=attached)
    table = position.points("sainte-hermine", la_rochelle=2).points("lucon", mayence=3).table()
    table.act("activate lucon with all").act("move lucon > sainte-hermine")
    if stays:
        table.act("stop")
        assert table.points("sainte-hermine") == {"la-rochelle": 2, "mayence": 3}
    else:
        assert table.refused("stop") == "3.5"


@pytest.mark.case("V-3.5-g", "V-3.5-h")
def test_anjou_joins_the_centre_and_the_loroux_freely() -> None:
    position = given().more().hand("royalist").points("cholet", anjou=4).points("mortagne", centre=2)
    table = position.points("montfaucon", loroux=2).table()
    table.act("move cholet > mortagne with all").act("stop")
    assert table.points("mortagne") == {"anjou": 4, "centre": 2}


@pytest.mark.case("V-3.5-i")
@pytest.mark.parametrize("with_anjou", [True, False])
def test_the_centre_stays_with_the_loroux_only_if_anjou_is_there(with_anjou: bool) -> None:
    position = given().more().hand("royalist").points("tiffauges", centre=4).points("clisson", loroux=2)
    if with_anjou:
        position.points("clisson", anjou=1)
    table = position.table().act("activate tiffauges with all")
    table.act("move tiffauges > clisson")
    if with_anjou:
        table.act("stop")
    else:
        assert table.refused("stop") == "3.5"


@pytest.mark.case("V-3.5-j")
def test_the_loroux_joins_bas_poitou_but_not_la_catheliniere() -> None:
    free = (
        given()
        .more()
        .hand("royalist")
        .points("aigrefeuille", loroux=4)
        .points("saint-philbert", bas_poitou=2)
    )
    free.table().act("move aigrefeuille > saint-philbert with all").act("stop")
    alone = given().more().hand("royalist").points("aigrefeuille", loroux=4)
    alone.points("saint-philbert", bas_poitou=2).general("la-catheliniere", "saint-philbert")
    table = alone.table().act("activate aigrefeuille with all").act("move aigrefeuille > saint-philbert")
    assert table.refused("stop") == "3.5"


@pytest.mark.case("V-3.5-k", "A-89")
def test_anjou_and_the_centre_never_enter_where_bas_poitou_is() -> None:
    position = given().hand("royalist").points("montaigu", centre=4).points("rocheserviere", bas_poitou=2)
    assert position.table().refused("move montaigu > rocheserviere with all") == "3.5"


@pytest.mark.case("V-3.5-l", "A-28")
def test_bas_poitou_enters_where_the_centre_is_only_with_charette_or_joly() -> None:
    position = given().hand("royalist").points("rocheserviere", bas_poitou=4).points("montaigu", centre=2)
    assert position.table().refused("move rocheserviere > montaigu with all") == "3.5"


@pytest.mark.case("V-3.5-o", "V-3.5-p")
@pytest.mark.parametrize(("face", "joins"), [(4, False), (5, True), (6, True)])
def test_charette_joins_on_five_or_six_once_a_phase(face: int, joins: bool) -> None:
    position = given().more().hand("royalist").points("rocheserviere", bas_poitou=4)
    table = position.points("montaigu", centre=2).general("charette", "rocheserviere").table()
    table.act("activate rocheserviere with all", 1, 1).act("move rocheserviere > montaigu", face)
    assert table.state.tested == ["charette"]
    if joins:
        assert table.points("montaigu") == {"centre": 2, "bas-poitou": 4}
    else:
        assert table.group.spent == 0
        assert table.refused("move rocheserviere > montaigu") == "3.5"
        table.act("move rocheserviere > aigrefeuille")


@pytest.mark.case("A-29")
def test_they_do_not_march_as_one_group() -> None:
    table = given().hand("royalist").points("montaigu", centre=2, bas_poitou=3).table()
    assert table.refused("activate montaigu with all") == "3.5"
    table.act("activate montaigu with bas-poitou:3")


@pytest.mark.case("V-3.5-m")
def test_la_catheliniere_stays_with_no_other_general() -> None:
    position = given().more().hand("royalist").general("joly", "machecoul").points("machecoul", bas_poitou=3)
    table = position.general("la-catheliniere", "bourgneuf").table()
    table.act("activate bourgneuf with all", 6, 6).act("move bourgneuf > machecoul")
    assert table.refused("stop") == "3.5"


@pytest.mark.case("V-3.5-d", "A-90", "A-81")
def test_armies_thrown_together_part_with_the_first_activation() -> None:
    table = given().more().points("lucon", la_rochelle=2, nantes=3).general("canclaux", "lucon").table()
    assert table.refused("activate lucon with all") == "3.5"
    assert table.refused("activate lucon with nantes:2 canclaux") == "3.5"
    assert [text for text in table.legal if text.startswith("activate lucon")] == [
        "activate lucon with nantes:3 canclaux",
        "activate lucon with la-rochelle:2",
    ]
    table.act("activate lucon with nantes:3 canclaux", 1, 1)
    assert table.refused("stop") == "3.5"
    table.act("move lucon > angles").act("stop") if "end" in table.legal else table.act("move lucon > angles")
    assert table.points("lucon") == {"la-rochelle": 2}
