"""The base pack's balance. Bands are wide for the number of games, yet a card or two too many breaks them.

With 400 games a share of one third has a standard error of 2.4 points.
"""

from __future__ import annotations

from functools import cache

from engines.core.simulate import simulate
from engines.core.summary import Summary
from engines.levee.player.policy import STUDY
from engines.levee.score import VICTORIES
from engines.levee.title import Levee


@cache
def played(policy: str) -> Summary:
    return simulate(Levee(), STUDY, policy, 400, "balance")


def test_random_play_hardly_ever_reaches_the_end() -> None:
    summary = played("random")
    assert summary.share(sum(summary.scores.values())) < 0.02
    assert summary.won == 0


def test_sensible_play_wins_a_quarter_to_two_fifths_of_its_games() -> None:
    assert 0.25 <= played("greedy").share(played("greedy").won) <= 0.40


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
