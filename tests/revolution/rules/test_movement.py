"""Movement: fixed routes, Catholic Royal armies, the Government's (R-MIL-20 to 29)."""

from __future__ import annotations

import pytest

from engines.revolution.answers import Objective
from engines.revolution.events import CommuneRaised
from engines.revolution.hopes import decided
from engines.revolution.war.events import ArmyMoved, Held
from tests.revolution.builder import BOX, At, Table


def moved(table: Table) -> dict[str, tuple[str, ...]]:
    return {event.army: event.path for event in table.told(ArmyMoved)}


def coalition(*armies: str) -> At:
    """The Coalition is about to move, in foreign war; revolutionary armies are out of the way."""
    at = At("coalition-movement").tracks(coalition=20).set(war=True, entered=True)
    return at.army("regular-lille regular-metz regular-strasbourg regular-marseille bordeaux", *armies)


@pytest.mark.case("R-MIL-21", "R-MIL-23", "A-36", "A-108")
def test_an_army_leaves_wherever_it_is_and_enters_one_region_that_is_not_held() -> None:
    at = coalition("coburg lille", "brunswick metz", "wurmser strasbourg").region("lille", coalition=True)
    assert moved(at.play()) == {
        "coburg": ("lille", "amiens"),
        "brunswick": ("metz", "paris"),
        "wurmser": ("strasbourg", "dijon"),
    }
    through = at.region("amiens", coalition=True).set(commune=True).play()
    assert moved(through)["coburg"] == ("lille", "amiens", "paris")


@pytest.mark.case("R-MIL-20", "R-MIL-23")
def test_what_stops_an_army() -> None:
    stopped = coalition("coburg lille", "volunteer-1 amiens").region("lille", "amiens", coalition=True)
    assert moved(stopped.play())["coburg"] == ("lille", "amiens")
    revolt = coalition("coburg lille").region("lille", "amiens", coalition=True).region("amiens", revolt=True)
    assert moved(revolt.play())["coburg"] == ("lille", "amiens")
    royal = revolt.region("amiens", coalition=False, control="royalist")
    assert moved(royal.play())["coburg"] == ("lille", "amiens", "paris")


@pytest.mark.case("R-MIL-21", "A-103")
def test_routes_go_on_from_where_an_army_is_and_some_armies_stay() -> None:
    at = coalition("york lille", "sardinian fleet marseille", "spanish-1 montpellier")
    at.region("lille", "marseille", "montpellier", "dijon", "paris", coalition=True)
    assert moved(at.play()) == {}
    # By Dijon to Paris, and back by Dijon to Lyon: from where the engine itself leaves him.
    first = coalition("wurmser strasbourg").play()
    assert first.state.armies["wurmser"].leg == 2
    for reached in (1, 2):
        there = at.army("wurmser dijon", leg=reached).region("paris", coalition=False).play()
        assert moved(there)["wurmser"] == ("dijon", "paris")
        assert there.state.armies["wurmser"].leg == 3
    back = at.army("wurmser paris", leg=3).region("paris", coalition=True).play()
    assert moved(back)["wurmser"] == ("paris", "dijon", "lyon")
    end = at.army("wurmser lyon", leg=5).region("lyon", coalition=True).play()
    assert "wurmser" not in moved(end)


@pytest.mark.case("R-MIL-22")
@pytest.mark.parametrize(("changes", "marker"), [({"war": False}, 20), ({}, 8)])
def test_the_coalition_moves_in_war_and_from_level_two(changes: dict[str, bool], marker: int) -> None:
    at = coalition("coburg lille").region("lille", coalition=True).set(**changes).tracks(coalition=marker)
    assert moved(at.play()) == {}


@pytest.mark.case("R-MIL-24", "A-13")
def test_quiberon_waits_for_paris() -> None:
    at = coalition("quiberon brest").region("brest", coalition=True)
    assert moved(at.play()) == {}
    catholic = at.army("army-retz paris").region("paris", control="royalist")
    assert "quiberon" not in moved(catholic.play())
    fallen = coalition("quiberon brest", "brunswick paris").region("brest", "paris", coalition=True)
    assert moved(fallen.play()) == {"quiberon": ("brest", "angers", "tours", "orleans")}
    # His own coast is held, by whomever.
    landed = coalition("quiberon nantes", "brunswick paris").region("paris", coalition=True)
    assert moved(landed.play()) == {"quiberon": ("nantes", "angers", "tours", "orleans")}


@pytest.mark.case("A-99", "R-MIL-24", "R-MIL-28")
def test_nobody_sets_out_whom_the_government_was_not_asked_about() -> None:
    at = At("holding").tracks(coalition=20).set(war=True, entered=True).region("paris", control="royalist")
    at.army("regular-lille regular-metz regular-strasbourg bordeaux", "regular-marseille quiberon nantes")
    # Paris comes from the Catholics' hands into the Allies' in this very march.
    table = at.army("army-retz paris", "brunswick metz").play()
    assert table.asked[0][1] == "advance"
    assert moved(table) == {"brunswick": ("metz", "paris")}


@pytest.mark.case("R-MIL-46", "A-50", "A-86")
def test_the_commune_rises_when_an_enemy_comes_to_paris() -> None:
    at = coalition("brunswick metz").region("metz", coalition=True)
    table = at.play()
    assert [event.leader for event in table.told(CommuneRaised)] == [None]
    raised = at.set(commune=True, leader="mountain").play()
    assert raised.told(CommuneRaised) == []
    assert raised.state.leader == "mountain"
    fallen = at.set(commune=False, leader=None).army("coburg paris").region("paris", coalition=True)
    assert fallen.play().told(CommuneRaised) == []
    royal = At("catholic-movement").army("army-retz orleans").play()
    assert royal.do("royalist", "advance army-retz along orleans > paris").state.commune


@pytest.mark.case("R-FAME-08", "R-MIL-46", "A-109")
def test_a_commune_that_an_enemy_calls_forth_counts_for_whoever_has_named_that() -> None:
    at = coalition("brunswick metz").set(objectives={"mountain": Objective("raise")})
    assert decided(BOX, at.state) == {}
    assert decided(BOX, at.play().state) == {"mountain": True}


def vendee(stage: str = "catholic-movement") -> At:
    return At(stage).army("army-retz cholet").people("charette cholet", "chouan angers")


@pytest.mark.case("R-MIL-25", "R-MIL-26", "R-MIL-20", "A-38")
def test_catholic_armies_leave_their_country_with_a_general() -> None:
    table = vendee().play()
    assert table.asked == [("royalist", "advance")]
    table.refused("royalist", "advance army-retz along cholet > bourges", "R-MIL-26")
    table.refused("royalist", "advance army-retz along cholet > bourges led by chouan", "R-MIL-26")
    table.refused("royalist", "advance army-retz along cholet > paris led by charette", "R-MIL-20")
    table.refused("royalist", "advance army-retz along angers > tours", "R-MIL-20")
    table.refused("royalist", "advance coburg along lille > amiens", "R-MIL-25")
    # Tours is the Royalist's, Orléans is not: it stops there.
    table.refused("royalist", "advance army-retz along cholet > bourges > nevers led by charette", "R-MIL-20")
    table.do("royalist", "advance army-retz along cholet > tours > orleans led by charette")
    assert table.state.armies["army-retz"].region == "orleans"
    assert table.state.people["charette"].region == "orleans"
    assert ("royalist", "advance") not in table.asked
    within = vendee().play().do("royalist", "advance army-retz along cholet > angers")
    assert within.state.armies["army-retz"].region == "angers"
    abroad = At("catholic-movement").army("army-retz orleans").play()
    abroad.do("royalist", "advance army-retz along orleans > bourges")
    assert abroad.state.armies["army-retz"].region == "bourges"


@pytest.mark.case("R-MIL-26", "A-97")
def test_one_general_leads_all_armies_of_one_march() -> None:
    table = vendee().army("army-centre cholet").play()
    table.do("royalist", "advance army-retz along cholet > bourges led by charette")
    table.refused("royalist", "advance army-centre along cholet > limoges led by charette", "R-MIL-26")
    table.do("royalist", "advance army-centre along cholet > bourges led by charette")
    assert table.state.armies["army-centre"].region == "bourges"


@pytest.mark.case("R-MIL-27", "R-SEQ-19")
def test_a_government_army_marches_until_it_meets_an_enemy() -> None:
    at = At("government-movement").army("brunswick amiens")
    table = at.play()
    assert table.asked == [("feuillant", "march")]
    table.refused("feuillant", "march regular-lille along lille > amiens > paris", "R-MIL-27")
    table.refused("feuillant", "march brunswick along amiens > paris", "R-MIL-27")
    table.refused("feuillant", "march regular-lille along lille > paris", "R-MIL-20")
    table.do("feuillant", "march regular-lille along lille > amiens")
    table.refused("feuillant", "march regular-lille along amiens > lille", "R-MIL-20")
    table.do(
        "feuillant",
        "march regular-metz along metz > dijon > orleans > caen > nantes",
    )
    assert table.state.armies["regular-metz"].region == "nantes"
    at.forbids("government", "march regular-metz along metz > lyon", "R-MIL-20")


@pytest.mark.case("R-MIL-28", "R-MIL-23", "A-99", "A-108")
@pytest.mark.parametrize(("kept", "ways"), [("yes", {}), ("no", {"coburg": ("lille", "amiens")})])
def test_the_government_keeps_the_coalition_where_it_could_leave(
    kept: str, ways: dict[str, tuple[str, ...]]
) -> None:
    at = At("holding").tracks(coalition=20).set(war=True, entered=True)
    # York has no way to go, and Spain's army and the one at Metz neither share nor stay.
    table = at.army("coburg lille", "york lille", "sardinian marseille").play()
    assert table.asked == [("feuillant", "pin")]
    assert moved(table.do("feuillant", f"pin lille {kept}")) == ways
    # At the marker's first level nobody moves, and nobody is asked.
    assert at.tracks(coalition=8).play().told(Held) == []


@pytest.mark.case("R-MIL-28", "A-99")
def test_armies_are_kept_from_leaving_a_region_they_share() -> None:
    at = vendee("holding").army("regular-metz cholet")
    table = at.play()
    assert table.asked == [("feuillant", "pin")]
    table.do("feuillant", "pin cholet yes")
    assert ("royalist", "advance") not in table.asked
    vendee().set(held=["cholet"]).forbids("royalist", "advance army-retz along cholet > angers", "R-MIL-28")
    free = at.play().do("feuillant", "pin cholet no")
    assert (
        free.do("royalist", "advance army-retz along cholet > angers").state.armies["army-retz"].region
        == "angers"
    )
    ours = At("government-movement").army("coburg lille").play()
    assert ours.asked == [("royalist", "pin")]
    ours.do("royalist", "pin lille yes")
    ours.refused("feuillant", "march regular-lille along lille > amiens", "R-MIL-28")


@pytest.mark.case("R-MIL-29", "A-89", "A-99")
def test_into_paris_against_the_commune_or_past_it() -> None:
    at = At("government-movement").set(commune=True, leader="sans-culotte").army("regular-lille paris")
    at.play().refused("feuillant", "march regular-metz along metz > dijon box", "R-MIL-29")
    table = at.play().do("feuillant", "march regular-metz along metz > paris")
    assert (table.state.armies["regular-metz"].box, table.state.tracks["commune"]) == (False, 4)
    table.do("feuillant", "march regular-lille along paris box")
    assert (table.state.armies["regular-lille"].box, table.state.tracks["commune"]) == (True, 20)
    held = at.army("coburg paris").set(held=["paris"])
    held.forbids("government", "march regular-lille along paris box", "R-MIL-28")
    calm = At("government-movement")
    calm.forbids("government", "march regular-metz along metz > paris box", "R-MIL-29")


def test_the_royalists_war_is_filed_with_his_votes_and_the_governments_in_a_form_of_its_own() -> None:
    at = At("laws", "-letter").army("army-retz cholet", "regular-metz angers").people("charette cholet")
    table = at.play()
    table.refused("marais", "file advance army-retz along cholet > angers", "R-MIL-25")
    table.do("royalist", "file advance army-retz along cholet > angers ; wish all no ; hide all no")
    for seat in ("feuillant", "marais", "gironde", "mountain", "sans-culotte"):
        table.do(seat, "file auto")
    assert table.asked == [("feuillant", "war")]
    table.do("feuillant", "file march regular-metz along angers > tours ; pin all no", 1, 2)
    assert moved(table)["army-retz"] == ("cholet", "angers")
    # The Royalist keeps who shares his ground, as he has said nothing else.
    assert "regular-metz" not in moved(table)
