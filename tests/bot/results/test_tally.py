"""Results counted: shares with their error, fates of people, and the course of a season."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.results.tally import Share, Wish, by_game, chosen, course, fates
from bot.store import Result
from tests.bot.results.test_ratings import CAMILLE, DAY, LUCIEN, MAXIME, duel, ended, part


def test_an_interval_is_wilsons() -> None:
    # Newcombe 1998, table I: 81 of 263 and 15 of 148, method 3.
    assert Share(81, 263).interval == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert Share(15, 148).interval == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert Share(0, 0).interval == (0.0, 1.0)
    low, high = Share(0, 20).interval
    assert (low, round(high, 4)) == (0.0, 0.1611)


def test_shares_count_what_had_a_result() -> None:
    results = [duel(), duel(), duel("white"), duel(None, how="drawn"), duel(None, how="abandoned")]
    (shares,) = by_game(results)
    assert (shares.campaigns, shares.abandoned) == (5, 1)
    assert shares.sides == {"blue": Share(2, 4), "white": Share(1, 4)}
    assert shares.nobody == Share(1, 4)
    assert fates(results, MAXIME) == {"lost": 2, "won": 1, "drawn": 1, "abandoned": 1}


def test_who_plays_alone_loses_what_is_not_won() -> None:
    alone = [ended(winner, part("france", CAMILLE)) for winner in ("france", None)]
    assert fates(alone, CAMILLE) == {"won": 1, "lost": 1}


def test_a_wish_is_for_a_person_a_pair_a_game_and_a_time() -> None:
    other = ended("blue", part("blue", CAMILLE), part("white", LUCIEN), title="valmy", channel_id=2)
    both = ended("blue", part("blue", CAMILLE), part("white", CAMILLE))
    results = [duel(), other, both]

    def found(**wish: object) -> list[int]:
        seen = chosen(results, Wish(**wish))  # type: ignore[arg-type]
        return [results.index(each) for each in seen]

    assert found() == [0, 1, 2]
    assert found(player=LUCIEN) == [1]
    assert found(player=CAMILLE, against=MAXIME) == [0]
    # Against oneself nobody plays.
    assert found(player=CAMILLE, against=CAMILLE) == []
    assert found(title="valmy") == [1]
    assert found(since=DAY + timedelta(days=10)) == []


def test_a_course_of_one_game_is_shares_and_of_several_numbers() -> None:
    def at(days: int, winner: str | None, title: str = "outposts") -> Result:
        return duel(winner, title=title, ended_at=DAY + timedelta(days=days))

    short = course([at(0, "blue"), at(0, "white"), at(2, "blue")])
    assert short is not None
    assert not short.months
    assert short.lines == {
        "blue": [50.0, 50.0, pytest.approx(200 / 3)],
        "white": [50.0, 50.0, pytest.approx(100 / 3)],
    }
    long = course([at(0, "blue"), at(40, "white"), at(95, "blue", "valmy")])
    assert long is not None
    assert long.months
    assert long.lines == {"outposts": [1, 2, 2, 2], "valmy": [0, 0, 0, 1]}
    assert course([at(0, "blue")]) is None
