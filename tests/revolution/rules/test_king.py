"""The King's action, his trial, and what he does at Justice (R-KING-01 to 06, 12 to 16)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.revolution.politics.events import Counted, KingTried, LawPassed, LawRejected, TieBroken
from engines.revolution.politics.proposals import law_refusal
from engines.revolution.score import points
from engines.revolution.view import view
from tests.revolution.builder import BOX, TITLE, At, Table


@pytest.mark.case("E-32", "R-KING-02", "R-KING-04", "R-KING-05", "R-SEQ-16")
@pytest.mark.parametrize(("text", "coalition"), [("royal with-marker", 3), ("royal without", 4)])
def test_the_feuillants_king(text: str, coalition: int) -> None:
    table = At("king").play()
    assert table.asked == [("feuillant", "king")]
    table.do("feuillant", text)
    state = table.state
    assert (state.purses["feuillant"], state.tracks["coalition"]) == (1300, coalition)
    assert (state.fame["gironde"], state.fame["feuillant"]) == (10, 12)
    # Laws come after it, and once a turn is all.
    assert table.asked[0][1] == "propose"


@pytest.mark.case("R-KING-03", "R-KING-04", "R-ACT-09", "A-33")
def test_the_royalists_king() -> None:
    at = At("king").person("louis", current="royalist").tracks(economy=9)
    table = at.play().do("royalist", "royal with-marker")
    state = table.state
    assert (state.purses["royalist"], state.tracks["coalition"], state.fame["feuillant"]) == (300, 5, 11)
    at = At("king").person("louis", current="royalist").set(war=True, entered=True)
    table = at.play().do("royalist", "royal with-marker")
    assert (table.state.tracks["coalition"], table.state.fame["feuillant"]) == (5, 11)
    locked = At("king", "-coalition-in-war").set(war=True, entered=True).tracks(coalition=9)
    assert locked.play().do("feuillant", "royal with-marker").state.war


@pytest.mark.case("R-KING-02", "R-MIL-02", "A-33", "A-84")
def test_the_feuillants_king_makes_peace() -> None:
    at = At("king").set(war=True, entered=True).tracks(coalition=9).army("coburg amiens")
    state = at.play().do("feuillant", "royal with-marker").state
    assert (state.war, state.armies["coburg"].region, state.fame["gironde"]) == (False, None, 10)


@pytest.mark.case("R-KING-05", "R-KING-01", "A-81", "A-82")
def test_when_the_king_does_nothing() -> None:
    def asked(**changes: Any) -> bool:
        return any(kind == "king" for _, kind in At("king").set(**changes).play().asked)

    assert asked()
    assert asked(king_at="lyon", capital="lyon")
    assert not asked(kidnapped=True)
    assert not asked(recaptured=1)
    for regime in ("convention", "terror", "thermidor"):
        assert not any(kind == "king" for _, kind in At("king").regime(regime).play().asked)
    assert not any(kind == "king" for _, kind in At("king").purse(feuillant=99).play().asked)
    for state in ("prison", "dead"):
        assert not any(kind == "king" for _, kind in At("king").person("louis", state=state).play().asked)
    table = At("deputies", "-letter").play()
    table.refused("gironde", "file royal without", "R-KING-05")
    table = At("plots", "-letter").regime("convention").play()
    table.refused("feuillant", "file royal without", "R-KING-05")


def may_be_tried(at: At) -> bool:
    return law_refusal(BOX, at.state, BOX.law["trial"]) is None


@pytest.mark.case("R-KING-13", "R-POL-26")
def test_when_he_may_be_tried() -> None:
    def at(regime: str, state: str = "prison", **changes: Any) -> At:
        return At("proposals").regime(regime, **changes).person("louis", state=state)

    assert may_be_tried(at("convention"))
    assert not may_be_tried(at("convention", "free"))
    assert not may_be_tried(at("convention", "dead"))
    assert not may_be_tried(at("convention", trials={"convention": 1}))
    # Under the Terror there is no limit but that he is in prison.
    assert may_be_tried(at("terror", trials={"convention": 1, "terror": 1}))
    assert not may_be_tried(at("terror", "free"))
    assert may_be_tried(at("thermidor"))
    # A second trial, of one who was released, where the Government voted guilty in the first.
    assert not may_be_tried(at("thermidor", "free", trials={"convention": 1}))
    assert may_be_tried(at("thermidor", "free", trials={"convention": 1}, government_guilty=True))
    assert not may_be_tried(at("thermidor", "free", trials={"thermidor": 1}, government_guilty=True))
    at("legislative").play().refused("feuillant", "propose trial", "R-KING-13")


def trial(*options: str, **changes: Any) -> At:
    """The Convention has proposed his trial."""
    at = At("laws", *options).regime("convention", bills=["trial/mountain"], **changes)
    return at.person("louis", state="prison").deputies(0, 4, 9, 8, 3, 1)


def passed(at: At) -> Table:
    """The proposal was passed by a roll."""
    table = at.play()
    for seat in [seat for seat, _ in table.asked[:-1]]:
        table.do(seat, "modify trial 0")
    return table.do(table.asked[0][0], "modify trial 0", 6, 5)


def vote(table: Table, *guilty: str, others: str = "no") -> Table:
    for seat in [seat for seat, kind in table.asked if kind == "vote"]:
        table.do(seat, f"vote king {'yes' if seat in guilty else others}")
    return table


@pytest.mark.case("E-42", "R-KING-14", "R-KING-15", "A-66", "R-REGIME-18")
def test_found_guilty() -> None:
    at = trial(bonuses={"trial": 2}).fame(mountain=10, sans_culotte=9)
    table = passed(at)
    # Hidden deputies vote too.
    assert {seat for seat, _ in table.asked} == {"feuillant", "gironde", "marais", "mountain", "sans-culotte"}
    assert table.told(LawPassed)
    vote(table, "gironde", "mountain", "sans-culotte")
    counted = table.last(Counted)
    assert (counted.yes, counted.no, counted.added) == (14, 13, 2)
    state = table.state
    assert state.people["louis"].state == "dead"
    assert (state.tracks["coalition"], state.tracks["clergy"]) == (9, 9)
    fame = {seat: state.fame[seat] for seat in TITLE.seats}
    assert (fame["sans-culotte"], fame["mountain"], fame["gironde"], fame["feuillant"]) == (12, 13, 9, 10)
    assert points(BOX, state, "sans-culotte") == 12 + 1 + 5
    assert points(BOX, state.copy(), "mountain") == 13 + 1 + 5
    assert view(BOX, state, None).king.state == "dead"


@pytest.mark.case("R-KING-16", "R-KING-13", "R-KING-14")
def test_found_innocent() -> None:
    table = vote(passed(trial()), "gironde")
    state = table.state
    assert (state.people["louis"].state, state.innocent, state.government_guilty) == ("free", True, True)
    assert (state.tracks["coalition"], state.tracks["clergy"]) == (1, 1)
    assert [state.fame[seat] for seat in ("sans-culotte", "mountain", "gironde", "feuillant")] == [
        5,
        6,
        13,
        14,
    ]
    assert state.trials == {"convention": 1}


@pytest.mark.case("R-KING-14", "A-20")
@pytest.mark.parametrize(
    ("yes", "guilty"), [(("gironde", "feuillant"), True), (("marais", "mountain", "sans-culotte"), False)]
)
def test_a_tie_is_the_governments(yes: tuple[str, ...], guilty: bool) -> None:
    at = trial().deputies(0, 4, 8, 8, 3, 1)
    # What is not said is innocent.
    table = vote(passed(at), *yes, others="no")
    assert table.last(TieBroken).seat == "gironde"
    assert table.last(KingTried).guilty == guilty


@pytest.mark.case("A-66", "A-79")
def test_a_trial_that_fails_its_roll_is_a_rejected_law() -> None:
    at = trial().regime("terror", bills=["trial/government"])
    table = at.play().do("marais", "modify trial -2").do("mountain", "modify trial 1", 1, 2)
    assert (table.last(LawRejected).count, table.state.rejected) == (1, 1)
    assert (table.state.people["louis"].state, table.state.trials) == ("prison", {})
    table = trial("-trial-needs-roll").play()
    assert {kind for _, kind in table.asked} == {"vote"}


@pytest.mark.case("R-KING-12", "A-82", "A-66", "A-79")
def test_a_recaptured_king_is_tried_by_himself_in_the_next_turn() -> None:
    at = At("laws").set(turn=3, recaptured=2, guilt=4, bills=["emigres/marais"])
    at.person("louis", current="royalist").deputies(2, 8, 10, 4, 1, 1)
    table = vote(at.play(), "feuillant", "mountain")
    # Nine deputies and the four votes against a King who was kidnapped, against seventeen.
    assert (table.told(Counted)[0].yes, table.told(Counted)[0].no) == (13, 17)
    assert table.state.people["louis"].state == "free"
    table = vote(at.play(), "feuillant", "gironde")
    assert table.told(Counted)[0].yes == 16
    assert (table.state.recaptured, table.state.guilt) == (0, 0)
    assert (table.state.people["louis"].state, table.state.tracks["coalition"]) == ("dead", 9)
    # The laws that were proposed come after it, and a dead King vetoes nothing.
    for seat in [seat for seat, kind in table.asked if kind == "vote"]:
        table.do(seat, "vote emigres yes")
    assert table.state.tracks["coalition"] == 12
    for turn, recaptured, retried in ((2, 2, False), (2, 1, True), (2, 0, False)):
        table = At("laws").set(turn=turn, recaptured=recaptured, guilt=4).play()
        assert (("feuillant", "vote") in table.asked) is retried
