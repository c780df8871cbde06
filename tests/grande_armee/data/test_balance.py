"""The balance of the campaigns between two automatic players; `data/grande_armee/BALANCE.md` has the run.

Where each side wins about half of its games, 20 of them leave the band in one case of 400; where one wins a
tenth they stay in it in one case of eight. So a side that is crushed is seen, and luck is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engines.core.simulate import Played, Setup, play
from engines.grande_armee.player.policy import STUDY
from engines.grande_armee.title import GrandeArmee
from tests.support.depth import depth, seed

GAMES = 20
FEWEST, MOST = 4, 16
"""Of them that the French win."""
ENDS: dict[str, dict[str, int]] = {
    "1805": {"french": 4, "allied": 3},
    "1806": {"french": 1, "allied": 4},
    "1809": {"french": 2, "allied": 3},
}
"""For each campaign a game that each side wins, under the rules and the policy as they are.

Those that the French win take the course of history.
"""


@cache
def game(scenario: str, name: str) -> Played:
    return play(GrandeArmee(), STUDY, "greedy", name, Setup(scenario))


def each() -> Iterator[tuple[str, str, int]]:
    """Campaign, winner, and the number of a game."""
    for scenario, ends in ENDS.items():
        for winner, number in ends.items():
            yield scenario, winner, number


@pytest.mark.nightly(seconds=240)
@pytest.mark.parametrize("scenario", ENDS)
def test_neither_side_is_crushed(scenario: str) -> None:
    won = sum(game(scenario, seed(f"balance-{number}")).winner == "french" for number in range(GAMES))
    assert FEWEST <= won <= MOST


@pytest.mark.deep(seconds=5)
@pytest.mark.parametrize(("scenario", "winner", "number"), [*each()][:: depth(3, 1)])
def test_each_side_can_win(scenario: str, winner: str, number: int) -> None:
    assert game(scenario, f"balance-{number}").winner == winner


@pytest.mark.deep(seconds=5)
@pytest.mark.parametrize("scenario", [*ENDS][: depth(1, 3)])
def test_the_course_of_history_is_met(scenario: str) -> None:
    assert game(scenario, f"balance-{ENDS[scenario]['french']}").historical
