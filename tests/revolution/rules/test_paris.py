"""Military control, the fall of Paris, and the King on the road (R-MIL-41 to 47, R-KING-07 to 12)."""

from __future__ import annotations

import pytest

from engines.revolution.events import Paid, Thrown
from engines.revolution.state import paris_fallen
from engines.revolution.war.events import CapitalMoved, CoalitionHolds, KingMoved
from tests.revolution.builder import BOX, At, Table

CONTROL = "military-control"


def at_war(*armies: str, stage: str = CONTROL) -> At:
    """Foreign war, revolutionary armies out of the way, and armies where they are said to be."""
    at = At(stage).tracks(coalition=20).set(war=True, entered=True)
    at.army("regular-lille regular-metz regular-strasbourg regular-marseille bordeaux")
    return at.army(*armies)


def of(table: Table, region: str) -> tuple[str | None, bool, bool]:
    found = table.state.regions[region]
    return found.control, found.coalition, found.revolt


@pytest.mark.case("R-MIL-41", "R-MIL-42", "R-MIL-43", "A-09", "A-102")
def test_what_armies_alone_make_of_a_region() -> None:
    table = at_war("coburg lille", "wurmser nantes", "army-retz metz", "york army-centre dijon").play()
    assert of(table, "lille") == (None, True, False)
    assert of(table, "nantes") == ("royalist", True, False)
    assert of(table, "metz") == ("royalist", False, False)
    assert of(table, "dijon") == ("royalist", False, False)
    contested = at_war("coburg lille", "volunteer-1 lille").play()
    assert of(contested, "lille") == ("mountain", False, False)
    # A marker gives way to a Catholic army, and comes back when it has gone.
    shared = at_war("coburg army-retz lille").region("lille", coalition=True).play()
    assert of(shared, "lille") == ("royalist", False, False)


@pytest.mark.case("R-MIL-36", "R-MIL-41", "A-102")
def test_an_army_that_hides_holds_nothing() -> None:
    at = at_war().army("army-retz cholet", hidden=True).region("cholet", control=None, revolt=True)
    assert of(at.play(), "cholet") == (None, False, True)
    ours = at.army("volunteer-1 cholet").play()
    assert of(ours, "cholet") == (None, False, False)


@pytest.mark.case("R-MIL-44", "R-MIL-45", "A-89", "A-85")
def test_a_government_army_gives_nobody_control_and_ends_a_revolt() -> None:
    at = at_war("volunteer-1 lyon", "volunteer-2 metz", "volunteer-3 caen", "york caen")
    at.region("lyon", "caen", "nimes", revolt=True).region("metz", "dijon", coalition=True, control=None)
    table = at.play()
    assert of(table, "lyon") == ("marais", False, False)
    assert of(table, "metz") == (None, False, False)
    assert of(table, "caen") == ("gironde", False, True)
    # The marker stays where the army has gone on.
    assert of(table, "dijon") == (None, True, False)
    assert [event.region for event in table.told(CoalitionHolds)] == ["metz"]
    passing = at_war("volunteer-1 paris").set(commune=True, leader="mountain").play()
    assert passing.state.commune


@pytest.mark.case("R-MIL-47", "A-61", "A-62", "A-86", "R-KING-11")
def test_paris_falls_and_the_capital_moves() -> None:
    at = at_war("coburg paris", "york lille").regime("convention").person("louis", state="dead")
    table = at.play()
    assert table.asked == [("gironde", "capital")]
    table.refused("gironde", "capital lille", "R-MIL-47")
    table.refused("gironde", "capital paris", "R-MIL-47")
    held = at_war("coburg paris", "york lille").regime("convention").region("rouen", coalition=True)
    held.person("louis", state="dead").play().refused("gironde", "capital rouen", "R-MIL-47")
    table.do("gironde", "capital caen")
    assert (table.state.capital, of(table, "paris")) == ("caen", (None, True, False))
    for standing in (
        at_war("coburg paris").set(commune=True),
        at_war("coburg paris", "volunteer-1 paris"),
        at_war("coburg paris", "volunteer-1 paris").region("paris", coalition=True),
    ):
        assert not paris_fallen(BOX, standing.state)
        assert standing.play().told(CapitalMoved) == []
    held_out = at_war("coburg paris").set(commune=True, leader="mountain").play()
    assert of(held_out, "paris") == ("gironde", False, False)
    fallen = At("commune").army("coburg paris").people("roux paris")
    fallen.forbids("sans-culotte", "raise by roux", "R-ACT-57")


@pytest.mark.case("R-MIL-47", "A-86", "R-KING-11", "A-104")
def test_a_free_paris_is_the_capital_again() -> None:
    at = at_war("volunteer-1 paris").set(capital="caen", king_at="caen", kidnap_tried=True)
    table = at.region("paris", coalition=True, control=None).play()
    assert (table.state.capital, table.state.king_at) == ("paris", "paris")
    taken = at_war("coburg paris", "york caen").set(capital="caen", king_at="caen")
    table = taken.region("paris", coalition=True, control=None).play().do("feuillant", "capital rouen")
    assert (table.state.capital, table.state.king_at) == ("rouen", "rouen")


def kidnapping(*options: str) -> At:
    at = At("kidnapping", *options).army("coburg paris").region("paris", coalition=True, control=None)
    return at.set(capital="caen", war=True, entered=True).tracks(clergy=17)


@pytest.mark.case("E-43", "R-KING-07", "R-KING-08", "R-KING-10", "A-59", "R-ECON-03")
def test_the_king_is_kidnapped_for_a_price() -> None:
    table = kidnapping().tracks(economy=9).play()
    assert table.asked == [("royalist", "kidnap")]
    table.do("royalist", "kidnap yes", 4, 3)
    thrown = table.told(Thrown)[0]
    assert (thrown.column, thrown.result) == (BOX.column(10), "B")
    assert table.told(Paid)[0].amount == 400


@pytest.mark.case("E-43", "R-KING-10", "A-83")
@pytest.mark.parametrize(("faces", "taken"), [((4, 3), True), ((4, 2), False)])
def test_a_seven_takes_him_and_a_six_does_not(faces: tuple[int, int], taken: bool) -> None:
    table = kidnapping().play().do("royalist", "kidnap yes", *faces)
    assert (table.state.kidnapped, table.state.kidnap_tried) == (taken, True)
    assert table.state.people["louis"].current == ("royalist" if taken else "feuillant")
    assert table.state.king_at == ("paris" if taken else "caen")
    again = kidnapping().set(kidnap_tried=True).play()
    assert ("royalist", "kidnap") not in again.asked
    assert again.state.king_at == "caen"


@pytest.mark.case("R-KING-07", "R-KING-11")
def test_who_does_not_try_or_cannot_pay_lets_him_go() -> None:
    table = kidnapping().play().do("royalist", "kidnap no")
    assert (table.state.kidnap_tried, table.state.king_at) == (False, "caen")
    poor = kidnapping().purse(royalist=199).play()
    assert (("royalist", "kidnap") in poor.asked, poor.state.king_at) == (False, "caen")
    form = At("laws", "-letter").play()
    form.refused("marais", "file kidnap yes", "R-KING-07")


@pytest.mark.case("E-43", "R-KING-09", "A-60")
def test_under_another_regime_he_is_taken_for_nothing() -> None:
    def at(*options: str) -> At:
        return kidnapping(*options).regime("convention").person("louis", state="prison")

    table = at().play()
    king = table.state.people["louis"]
    assert (table.state.kidnapped, king.state, king.current) == (True, "free", "royalist")
    assert table.told(Paid) == []
    rolled = at("kidnap-roll-outside-legislative").play(1, 2)
    assert not rolled.state.kidnapped
    # One who is dead, or gone with the Government before, is not.
    for other in (at().person("louis", state="dead"), at().set(king_at="caen")):
        assert not other.play().state.kidnapped


@pytest.mark.case("R-KING-10", "A-103")
def test_he_leaves_paris_with_a_friendly_army() -> None:
    at = At("catholic-movement").army("army-retz paris").set(kidnapped=True)
    at.region("paris", control="royalist").person("louis", current="royalist")
    table = at.play().do("royalist", "advance army-retz along paris > orleans with the king")
    assert table.state.king_at == "orleans"
    at.set(king_at="lyon").forbids(
        "royalist", "advance army-retz along paris > orleans with the king", "R-KING-10"
    )
    marching = at_war("coburg paris", stage="coalition-movement").set(kidnapped=True, king_at="paris")
    marching.region("paris", coalition=True).person("louis", current="royalist")
    table = marching.play()
    assert table.asked == [("royalist", "escort")]
    assert table.do("royalist", "escort coburg yes").state.king_at == "orleans"
    assert marching.play().do("royalist", "escort coburg no").state.king_at == "paris"


@pytest.mark.case("R-KING-12", "A-83")
def test_he_is_taken_again_by_an_army_alone_with_him() -> None:
    def at(*armies: str) -> At:
        return (
            at_war("volunteer-1 orleans", *armies)
            .set(kidnapped=True, king_at="orleans")
            .person("louis", current="royalist")
        )

    table = at().play()
    king = table.state.people["louis"]
    assert (king.state, king.current, table.state.kidnapped) == ("prison", "royalist", False)
    assert (table.state.recaptured, table.state.guilt) == (1, 4)
    assert [event.how for event in table.told(KingMoved)] == ["recaptured", "capital"]
    assert at("york orleans").play().state.kidnapped
    left = at().army("volunteer-1 lyon").play()
    assert (left.state.kidnapped, left.state.king_at) == (True, "orleans")
    peace = at("coburg lille").army("volunteer-1 lyon").set(war=False).play()
    assert peace.state.kidnapped
