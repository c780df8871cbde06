"""What a game comes to (R-WIN)."""

from __future__ import annotations

from typing import Any

import pytest

from data.revolution.tables import SEATS
from engines.revolution.score import places, points, scores, winner, working
from tests.revolution.builder import BOX, TITLE, At


def lines(at: At, seat: Any) -> dict[str, int]:
    return {str(line.label): line.value for line in working(BOX, at.state, seat)}


@pytest.mark.case("E-04", "A-01", "R-WIN-01")
def test_the_rulebooks_own_numbers() -> None:
    state = At("fame").state
    seen = {seat: dict(lines(At("fame"), seat)) for seat in SEATS}
    # It leaves out Paris, and the deputies of those who are not seated.
    hidden = BOX.regime["legislative"].hidden
    counted = [
        sum(value for label, value in seen[seat].items() if label != "Paris")
        - (seen[seat].get("deputies", 0) if seat in hidden else 0)
        for seat in SEATS
    ]
    assert counted == [12, 33, 25, 19, 10, 9]
    assert "government" not in scores(BOX, state)


@pytest.mark.case("R-WIN-02", "A-09")
def test_what_the_royalist_counts() -> None:
    at = At("fame").region("lille", "tours", coalition=True).region("paris", control="royalist")
    at.set(kidnapped=True)
    assert lines(at, "royalist") == {"regions": 5, "Fame": 8, "Paris": 5, "kidnapped King": 5, "Coalition": 2}


@pytest.mark.case("R-WIN-03", "R-WIN-04", "R-WIN-05")
def test_what_the_seated_count() -> None:
    at = At("fame")
    assert lines(at, "feuillant") == {"regions": 8, "Fame": 12, "regime": 5, "deputies": 8}
    assert lines(at, "marais") == {"regions": 5, "Fame": 10, "deputies": 10}
    assert lines(at.regime("convention"), "gironde") == {
        "regions": 4,
        "Fame": 11,
        "Paris": 5,
        "regime": 5,
        "deputies": 4,
    }
    assert "regime" not in lines(at, "feuillant")


@pytest.mark.case("R-WIN-06", "R-WIN-07", "E-42", "A-02")
@pytest.mark.parametrize(("dead", "deputies", "counted"), [(True, 1, 5), (True, 7, 7), (False, 3, 3)])
def test_the_kings_death_or_deputies(dead: bool, deputies: int, counted: int) -> None:
    at = At("fame").regime("terror", commune=True, leader="sans-culotte")
    at.deputies(0, 0, 0, 0, deputies, deputies).person("louis", state="dead" if dead else "free")
    label = "King dead" if dead and deputies < 5 else "deputies"
    assert lines(at, "mountain") == {"regions": 1, "Fame": 9, "regime": 5, label: counted}
    assert lines(at, "sans-culotte") == {
        "regions": 2,
        "Fame": 8,
        "Paris": 5,
        "regime": 5,
        "raised Commune": 5,
        label: counted,
    }


@pytest.mark.case("R-WIN-08", "R-WIN-09", "R-WIN-10", "R-WIN-11", "R-WIN-12", "R-WIN-13", "R-WIN-15")
@pytest.mark.case("E-52", "E-53", "E-54", "E-55", "E-56", "A-74", "A-75")
@pytest.mark.parametrize(
    ("regime", "score", "won", "ranks"),
    [
        ("legislative", (12, 30, 26, 25, 10, 9), "feuillant", (3, 1, 2, 4, 5, 6)),
        ("legislative", (12, 26, 26, 20, 10, 9), "feuillant", (3, 1, 2, 4, 5, 6)),
        ("legislative", (12, 26, 27, 20, 10, 9), "marais", (4, 2, 1, 3, 5, 6)),
        ("legislative", (12, 24, 24, 20, 25, 9), "gironde", (6, 4, 2, 1, 3, 5)),
        ("legislative", (25, 40, 24, 20, 25, 9), "royalist", (1, 5, 6, 6, 6, 6)),
        ("convention", (24, 35, 26, 20, 25, 9), "marais", (6, 5, 1, 2, 3, 4)),
        ("convention", (24, 24, 24, 28, 28, 9), "mountain", (6, 5, 3, 4, 1, 2)),
        ("convention", (24, 24, 24, 29, 28, 9), "gironde", (6, 5, 2, 1, 3, 4)),
        ("terror", (0, 10, 24, 25, 28, 28), "mountain", (6, 5, 3, 4, 1, 2)),
        ("terror", (0, 10, 24, 25, 28, 29), "sans-culotte", (6, 5, 3, 4, 2, 1)),
        ("terror", (0, 40, 24, 24, 28, 24), "marais", (6, 3, 1, 2, 5, 4)),
        ("thermidor", (0, 27, 26, 24, 20, 24), "feuillant", (3, 1, 2, 4, 6, 5)),
        ("thermidor", (0, 24, 24, 25, 25, 24), "gironde", (6, 5, 2, 1, 3, 4)),
    ],
)
def test_who_wins(regime: Any, score: tuple[int, ...], won: str, ranks: tuple[int, ...]) -> None:
    at = At("fame").regime(regime)
    assert winner(BOX, at.state, dict(zip(SEATS, score, strict=True)))[0] == won
    assert tuple(places(BOX, at.state, next(seat for seat in SEATS if seat == won)).values()) == ranks


@pytest.mark.case("R-WIN-14")
def test_under_which_regimes_each_can_win() -> None:
    can: dict[str, set[str]] = {}
    for line in BOX.winner.values():
        for seat in (*line.reaction, *line.revolution):
            can.setdefault(seat, set()).add(line.regime)
    assert can == {
        "feuillant": {"legislative", "thermidor"},
        "marais": {"legislative", "convention", "terror", "thermidor"},
        "gironde": {"legislative", "convention", "thermidor"},
        "mountain": {"convention", "terror"},
        "sans-culotte": {"terror"},
    }


@pytest.mark.case("R-SEQ-01")
def test_the_game_ends_after_the_last_step_of_the_eighth_turn() -> None:
    table = At("fame").set(turn=7).play()
    assert (table.state.turn, TITLE.outcome(table.state)) == (8, None)
    table = At("fame").set(turn=8).play()
    outcome = TITLE.outcome(table.state)
    assert outcome is not None
    assert (table.state.stage, outcome.winner, outcome.score) == ("over", "feuillant", 33)
    assert sum(line.value for line in outcome.working) == points(BOX, table.state, "feuillant")
    assert table.asked == []
