"""Arrests and removals (R-ACT-15 to 30), and what all rolls have in common (R-ACT-01 to 13)."""

from __future__ import annotations

import pytest

from engines.revolution.deeds.arrest import arrest_terms
from engines.revolution.events import Thrown, Tossed
from engines.revolution.procedure import REGISTRY
from tests.revolution.builder import BOX, TITLE, At, Table


def arresting(*options: str) -> At:
    return At("arrests", *options).people("marat lille")


def column(table: Table) -> int:
    return table.last(Thrown).column


@pytest.mark.case("E-09", "R-ACT-01", "R-ACT-03")
@pytest.mark.parametrize(
    ("fame", "roll", "letter"),
    [
        *((1, 12, "A"), (20, 2, "C"), (16, 5, "C"), (17, 5, "B"), (18, 7, "B"), (19, 7, "A"), (9, 8, "B")),
        *((10, 9, "B"), (11, 9, "A"), (12, 6, "C"), (13, 6, "B"), (0, 11, "B"), (25, 7, "A")),
    ],
)
def test_results(fame: int, roll: int, letter: str) -> None:
    assert BOX.result(BOX.column(fame), roll) == letter


@pytest.mark.case("E-11", "R-ACT-20", "R-ACT-24", "R-ACT-15", "R-ACT-17", "A-77")
def test_in_his_own_region_half_an_arrest_sends_him_away() -> None:
    table = arresting().play().do("feuillant", "arrest marat", 4, 5)
    thrown = table.last(Thrown)
    assert (thrown.fame, thrown.modifiers, thrown.column, thrown.result) == (
        *(10, [("his Current's region", -4)], 2, "B"),
    )
    assert thrown.faces == [4, 5]
    assert (table.state.people["marat"].state, table.state.purses["government"]) == ("away", 2200)
    assert table.state.spent == 100


@pytest.mark.case("A-77")
@pytest.mark.parametrize(("options", "state"), [((), "away"), (("terror-b-prison",), "prison")])
def test_under_the_terror_half_an_arrest_is_prison_where_the_table_says_so(
    options: tuple[str, ...], state: str
) -> None:
    at = At("arrests", *options).regime("terror").people("charette cholet")
    table = at.play().do("mountain", "arrest charette", 5, 5)
    assert table.last(Thrown).result == "B"
    assert table.state.people["charette"].state == state


@pytest.mark.case("E-12", "R-ACT-21", "R-ACT-23")
def test_influence_covers_him_in_paris() -> None:
    table = arresting().people("marat paris").play().do("feuillant", "arrest marat", 5, 5)
    assert (column(table), table.state.people["marat"].state) == (BOX.column(8), "prison")


@pytest.mark.case("E-13", "R-ACT-25")
@pytest.mark.parametrize(("faces", "state"), [((5, 6), "prison"), ((5, 5), "away"), ((4, 4), "free")])
def test_both_penalties_add_up(faces: tuple[int, int], state: str) -> None:
    table = At("arrests").people("charette cholet").play().do("feuillant", "arrest charette", *faces)
    assert (column(table), table.state.people["charette"].state) == (BOX.column(4), state)


@pytest.mark.case("E-14", "R-ACT-18", "R-ACT-19", "R-REGIME-12")
def test_who_may_not_be_arrested() -> None:
    table = arresting().people("robespierre paris").play()
    table.refused("feuillant", "arrest robespierre", "R-ACT-18")
    table.refused("feuillant", "arrest louis", "R-ACT-19")
    table.refused("feuillant", "arrest roux", "R-ACT-19")


@pytest.mark.case("E-15", "R-ACT-22", "R-REGIME-22", "R-REGIME-23")
def test_an_outlaw_in_paris_is_caught_easily_and_who_is_merely_arrestable_is_not() -> None:
    at = At("arrests").regime("convention").people("dantraigues marat paris")
    table = at.play().do("gironde", "arrest dantraigues", 4, 4)
    assert (column(table), table.state.people["dantraigues"].state) == (BOX.column(15), "prison")
    table.do("gironde", "arrest marat", 1, 2)
    assert column(table) == BOX.column(8)


@pytest.mark.case("E-16", "R-ACT-05", "R-ACT-06", "R-ACT-07", "R-ACT-09", "R-ACT-11")
@pytest.mark.parametrize(("kept", "letter", "fame"), [("keep 2", "A", 11), ("keep 3", "B", 10)])
def test_three_rolls_are_bought_and_one_is_kept(kept: str, letter: str, fame: int) -> None:
    table = arresting().people("marat nimes").tracks(economy=9).play()
    table.do("feuillant", "arrest marat x 3", 1, 3, 6, 6, 4, 4)
    assert (table.asked, table.state.purses["government"]) == ([("feuillant", "keep")], 1700)
    table.refused("feuillant", "keep 4", "R-ACT-06")
    table.do("feuillant", kept)
    # All have seen the dice when they were thrown.
    assert (table.last(Tossed).faces, table.last(Thrown).faces) == ([1, 3, 6, 6, 4, 4], [])
    assert (table.last(Thrown).result, table.state.fame["government"]) == (letter, fame)


@pytest.mark.case("R-ACT-04")
def test_two_ones_cost_fame() -> None:
    table = arresting().play().do("feuillant", "arrest marat", 1, 1)
    assert table.state.fame["government"] == 9


@pytest.mark.case("R-ACT-10", "R-ACT-16", "A-42")
def test_arrests_are_paid_and_are_as_many_as_are_paid() -> None:
    at = arresting().people("roux hebert paris").purse(government=250)
    table = at.play()
    assert "50 are missing" in table.refused("feuillant", "arrest marat x 3", "R-ACT-10")
    table.do("feuillant", "arrest marat", 1, 2)
    assert table.asked == [("feuillant", "arrest")]
    table.do("feuillant", "arrest marat", 6, 6)
    assert table.state.people["marat"].state == "prison"
    # What is left pays for nobody else, and so nobody is asked.
    assert ("feuillant", "arrest") not in table.asked


@pytest.mark.case("A-41")
def test_the_government_may_arrest_its_own() -> None:
    at = At("arrests").regime("terror", outlawed=["merciful"]).people("danton paris")
    table = at.play().do("mountain", "arrest danton", 6, 3)
    assert table.state.people["danton"].state == "prison"


@pytest.mark.case("R-REGIME-37", "R-REGIME-40")
def test_a_terrorist_helps_once_under_the_terror() -> None:
    at = At("arrests").regime("terror").people("roux billaud collot nevers")
    table = at.play().do("mountain", "arrest roux", 1, 2)
    assert table.last(Thrown).modifiers == [("Terrorist", 2)]


@pytest.mark.case("E-17", "R-ACT-26", "R-ACT-27", "R-ACT-28", "R-ACT-30", "A-39")
def test_a_removal_in_a_region_of_ones_own() -> None:
    at = At("removals").people("barbaroux brissot marseille", "roland lyon")
    table = at.play()
    assert table.asked == [("sans-culotte", "remove")]
    table.refused("sans-culotte", "remove roland", "R-ACT-26")
    table.do("sans-culotte", "remove barbaroux", 4, 4)
    assert (column(table), table.state.people["barbaroux"].state) == (BOX.column(6), "away")
    table.do("sans-culotte", "remove brissot", 1, 2)
    assert table.state.people["brissot"].state == "free"


@pytest.mark.case("R-ACT-29", "R-ACT-30")
def test_who_sits_in_the_assembly_removes_nobody_and_nobody_removes_the_king() -> None:
    table = At("arrests", "-letter").people("barbaroux lyon").play()
    assert {kind for _, kind in table.asked} == {"people"}
    table.refused("marais", "remove barbaroux", "R-ACT-26")
    at = At("removals").region("paris", control="mountain").people("barbaroux paris")
    at.play().refused("mountain", "remove louis", "R-ACT-19")


@pytest.mark.case("R-ACT-10", "R-ACT-15")
def test_two_rolls_are_offered_where_they_can_be_paid() -> None:
    for purse, offered in ((99, set()), (199, {"arrest marat"}), (200, {"arrest marat", "arrest marat x 2"})):
        state = At("arrests").people("marat lille").purse(government=purse).state
        legal = REGISTRY.of["arrest"].legal(BOX, state, "feuillant", "")
        assert {TITLE.notation(answer) for answer in legal if answer.question} == offered


@pytest.mark.case("R-EVENT-11")
def test_what_an_event_grants_against_outlaws_counts_for_the_outlawed_current_of_the_street_alone() -> None:
    at = At("arrests").regime("thermidor").set(former="mountain", bonuses={"arrest-outlawed": 2})
    state = at.people("danton lille", "roux lille", "charette cholet").state
    for person, granted in (("danton", True), ("roux", False), ("charette", False)):
        assert (("event", 2) in arrest_terms(BOX, state, person)) == granted, person


@pytest.mark.case("R-EVENT-11")
@pytest.mark.parametrize(
    ("bonus", "helped"), [("arrest-marat", {"marat"}), ("arrest-suppress", {"danton", "marat", "charette"})]
)
def test_what_an_event_grants_counts_for_those_whom_it_names(bonus: str, helped: set[str]) -> None:
    at = At("arrests").regime("convention").people("danton lille", "marat rouen", "charette cholet")
    state = at.set(bonuses={bonus: 2}).state
    people = ("danton", "marat", "charette")
    assert {person for person in people if ("event", 2) in arrest_terms(BOX, state, person)} == helped
