"""Winning personalities over (R-ACT-31 to 36)."""

from __future__ import annotations

import pytest

from engines.revolution.events import Thrown
from tests.revolution.builder import BOX, At


def turn_of(at: At, seat: str) -> At:
    """Let a Current be the first to act."""
    order = at.state.order
    return at.set(order=[seat, *(other for other in order if other != seat)])


@pytest.mark.case("E-18", "R-ACT-31", "R-ACT-33", "R-ACT-35")
def test_the_royalist_wins_the_king_over() -> None:
    table = turn_of(At("convincing"), "royalist").play().do("royalist", "convince louis", 5, 5)
    assert table.state.people["louis"].current == "royalist"
    assert (table.last(Thrown).modifiers, table.state.purses["royalist"]) == ([], 300)


@pytest.mark.case("E-18", "R-ACT-32", "R-ACT-33")
def test_a_second_current_pays_for_it_and_no_other_may_try() -> None:
    at = turn_of(At("convincing"), "marais").people("danton paris")
    table = at.play().do("marais", "convince danton", 1, 2)
    assert (table.last(Thrown).modifiers, table.last(Thrown).column) == (
        [("second Current", -2)],
        BOX.column(8),
    )
    turn_of(At("convincing"), "gironde").play().refused("gironde", "convince danton", "R-ACT-32")


@pytest.mark.case("R-ACT-34", "A-42", "A-40")
@pytest.mark.parametrize(("faces", "fate"), [((5, 4), "away"), ((2, 2), "free")])
def test_half_won_he_leaves_for_a_turn(faces: tuple[int, int], fate: str) -> None:
    table = turn_of(At("convincing"), "marais").people("danton paris").play()
    table.do("marais", "convince danton", *faces)
    assert (table.state.people["danton"].state, table.state.people["danton"].current) == (fate, "mountain")
    table.do("marais", "convince danton", 6, 5)
    assert table.state.people["danton"].current == "marais"


@pytest.mark.case("R-ACT-34", "R-ACT-35")
def test_the_king_stays_where_he_is_when_half_won() -> None:
    table = turn_of(At("convincing"), "royalist").play().do("royalist", "convince louis", 3, 4)
    assert (table.last(Thrown).result, table.state.people["louis"].state) == ("C", "free")
    table = turn_of(At("convincing").fame(royalist=10), "royalist").play()
    table.do("royalist", "convince louis", 3, 4)
    assert (table.last(Thrown).result, table.state.people["louis"].state) == ("B", "free")
    at = turn_of(At("convincing").set(kidnapped=True), "royalist").person("louis", current="feuillant")
    at.play().refused("royalist", "convince louis", "R-ACT-35")


@pytest.mark.case("R-ACT-36", "A-80")
@pytest.mark.parametrize(("regime", "state"), [("legislative", "prison"), ("convention", "away")])
def test_a_prisoner_is_free_when_he_leaves_an_outlawed_current(regime: str, state: str) -> None:
    at = turn_of(At("convincing").regime(regime), "gironde").person("laclos", state="prison")
    table = at.play().do("gironde", "convince laclos", 6, 6)
    assert (table.state.people["laclos"].current, table.state.people["laclos"].state) == ("gironde", state)
    at = turn_of(At("convincing"), "gironde").person("laclos", state="prison")
    table = at.play().do("gironde", "convince laclos", 5, 3)
    assert (table.last(Thrown).result, table.state.people["laclos"].state) == ("B", "prison")


@pytest.mark.case("A-44")
def test_who_was_won_acts_at_once_where_he_stands() -> None:
    at = turn_of(At("convincing"), "marais").people("danton nimes").purse(marais=200)
    for seat in at.state.order[1:]:
        at.purse(**{seat: 0})
    table = at.play().do("marais", "convince danton", 5, 6)
    table.done("marais")
    assert table.asked == [("marais", "plot")]
    table.do("marais", "plot nimes by danton", 1, 2)


@pytest.mark.case("R-ACT-13", "R-ECON-03", "R-ECON-04", "R-REGIME-28")
@pytest.mark.parametrize(
    ("seat", "person", "tracks", "bonus"),
    [
        *(("royalist", "dandre", {"clergy": 8}, 0), ("royalist", "dandre", {"clergy": 9}, 1)),
        *(("royalist", "dandre", {"clergy": 17}, 2), ("sans-culotte", "marat", {"commune": 9}, 1)),
        *(("sans-culotte", "marat", {"commune": 17}, 2), ("mountain", "carnot", {"commune": 9}, 0)),
        ("mountain", "carnot", {"commune": 17}, 1),
    ],
)
def test_tracks_help_on_rolls(seat: str, person: str, tracks: dict[str, int], bonus: int) -> None:
    table = turn_of(At("convincing").tracks(**tracks), seat).play().do(seat, f"convince {person}", 1, 2)
    assert [term for term in table.last(Thrown).modifiers if term[0] == "tracks"] == (
        [("tracks", bonus)] if bonus else []
    )
