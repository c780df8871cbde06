"""The automatic player at its strengths, in every title that has them."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import islice
from random import Random

import pytest

from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.core.record import digest
from engines.core.strength import slipped
from tests.core.play import TITLES, sample
from tests.support.depth import depth, seed
from tests.support.fixture import fixture_of
from tests.support.strengths import CHANCE, QUICK, of_seat, pairs

STRONG = sorted(game for game, title in TITLES.items() if title.strengths)


def test_a_title_without_strengths_says_so() -> None:
    title = next(title for title in TITLES.values() if not title.strengths)
    state = title.setup(title.scenarios[0].id, title.chosen({}), Dice("strengths")).state
    with pytest.raises(UsageError, match="has no strengths"):
        title.known(state, title.seats[0])


@pytest.mark.deep(seconds=20)
@pytest.mark.parametrize("game", STRONG)
def test_the_easy_player_decides_at_once_by_what_its_seat_knows(game: str) -> None:
    title, fixture, met = TITLES[game], fixture_of(game), 0
    for position in sample(title, depth(30, 600)):
        for seat in position.seats[:1]:
            known = title.known(position.state, seat)
            assert not title.searches(known, seat, "easy")
            action = title.decide(known, seat, "easy", digest(known))
            assert action is not None
            assert title.is_legal(position.state, seat, action)
            # It may go to another process, and it is the same whatever others hide.
            sent = pickle.loads(pickle.dumps(known))  # noqa: S301 - just pickled
            assert title.decide(sent, seat, "easy", digest(known)) == action
            for twin in islice(fixture.twins(position.state, seat), 2):
                met += 1
                assert digest(title.known(twin, seat)) == digest(known)
                assert title.decide(title.known(twin, seat), seat, "easy", digest(known)) == action
    assert met or not title.secrets


def test_errors_go_down_the_ranks_each_less_often_than_the_one_before() -> None:
    rng = Random("ranks")
    taken = Counter(slipped("abcdef", rng) for _ in range(4000))
    assert set(taken) == {"a", "b", "c"}
    assert 2900 < taken["a"] < 3100
    assert 650 < taken["b"] < 850
    assert slipped("a", rng) == "a"


@pytest.mark.nightly(seconds=600)
def test_normal_does_not_lose_to_the_quick_player_more_than_luck_allows() -> None:
    """Of twelve games between equals one side wins fewer than three in one night of fifty."""
    seeds = [seed(f"night-{number}") for number in range(6)]
    games = list(pairs(TITLES["valmy"], "normal", QUICK, seeds))
    assert sum(of_seat(game.outcome, seat) for game, seat in games) >= 3


@pytest.mark.nightly(seconds=120)
@pytest.mark.parametrize("game", [game for game in STRONG if len(TITLES[game].seats) == 2])
def test_easy_beats_play_by_chance(game: str) -> None:
    for ended, seat in pairs(TITLES[game], "easy", CHANCE, [seed("chance")]):
        assert ended.outcome.winner == seat
