"""The base pack's balance. Bands are wide for the number of games, yet a card or two too many breaks them.

With 400 games a share of one third has a standard error of 2.4 points.
"""

from __future__ import annotations

from functools import cache

import pytest

from engines.core.simulate import Setup, simulate
from engines.core.summary import Summary
from engines.levee.player.policy import STUDY
from engines.levee.score import VICTORIES
from engines.levee.title import Levee
from tests.levee.balance import DIFFICULTY, tally


@cache
def played(policy: str) -> Summary:
    return simulate(Levee(), STUDY, policy, 400, "balance")


def test_random_play_hardly_ever_reaches_the_end() -> None:
    summary = played("random")
    assert summary.share(sum(summary.scores.values())) < 0.02
    assert summary.won == 0


def test_sensible_play_wins_a_quarter_to_two_fifths_of_its_games() -> None:
    assert 0.25 <= played("greedy").share(played("greedy").won) <= 0.42


def test_every_deck_has_its_share_of_the_losses() -> None:
    summary = played("greedy")
    lost = summary.games - summary.won
    assert sum(summary.losses.values()) == lost
    assert min(summary.losses.values()) >= 0.10 * lost
    assert max(summary.losses.values()) <= 0.60 * lost


def test_every_level_of_victory_and_defeat_is_met() -> None:
    summary = played("greedy")
    assert all(count >= 10 for count in summary.levels.values())
    assert sum(summary.levels[level] for level in VICTORIES) == summary.won


def test_scores_lie_around_the_historical_one() -> None:
    scores = [score for score, count in played("greedy").scores.items() for _ in range(count)]
    assert -20 <= sorted(scores)[len(scores) // 2] <= 0


def test_no_printed_change_is_idle_more_often_than_not() -> None:
    # A restored Prussia that was never turned is idle in just half of the orders of two cards, so the
    # bound has three standard errors of so many reveals above that.
    idle = tally(250).idleness()
    assert max(idle.values()) <= 0.6, max(idle, key=lambda key: idle[key])
    assert sum(share > 0.5 for share in idle.values()) <= 0.05 * len(idle)


@pytest.mark.nightly(seconds=150)
def test_no_card_decides_the_game_and_every_order_of_play_can_be_won() -> None:
    counted = tally(6000)
    # Two hundred games at each place have a standard error of some 3.5 points, both ends of the spread.
    assert max(counted.spread().values()) < 0.25 + 0.08
    assert 0.08 <= counted.royal() <= 0.5
    title = Levee()
    for scenario in title.scenarios:
        games = simulate(title, STUDY, "greedy", 500, "balance", setup=Setup(scenario.id))
        # Of 500 games a share has a standard error of some 2 points.
        assert 0.13 <= games.share(games.won) <= 0.47, scenario.id


@pytest.mark.nightly(seconds=120)
def test_difficulty_moves_victories_the_right_way_in_every_scenario() -> None:
    title = Levee()
    for scenario in title.scenarios:
        easier, normal, harder = (
            simulate(title, STUDY, "greedy", 300, "balance", setup=Setup(scenario.id, options)).won
            for options in DIFFICULTY.values()
        )
        assert harder < normal < easier, scenario.id
