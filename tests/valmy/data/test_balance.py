"""The balance of the campaign between two greedy players; `data/valmy/BALANCE.md` has the long run.

Where each side wins about half of its games, 40 of them leave the band in one case of 50,000; where one wins
a tenth they stay in it in one case of 25. So a side that is crushed is seen, and luck is not.
"""

from __future__ import annotations

import pytest

from engines.core.simulate import Played, play
from engines.valmy.player.policy import STUDY
from engines.valmy.title import Valmy
from tests.support.depth import seed

GAMES = 40
FEWEST, MOST = 8, 32
"""Of them that the French win."""
ENDS: dict[str, int] = {
    "exit": 21,
    "french-broken": 62,
    "allied-points": 206,
    "draw": 232,
    "french-points": 181,
    "verdun": 28,
}
"""A game for each level of victory that was met under the rules and the policy as they are."""


def game(name: str) -> Played:
    return play(Valmy(), STUDY, "greedy", name)


@pytest.mark.nightly(seconds=100)
def test_neither_side_is_crushed() -> None:
    won = sum(game(seed(f"balance-{number}")).winner == "french" for number in range(GAMES))
    assert FEWEST <= won <= MOST


@pytest.mark.nightly(seconds=4)
@pytest.mark.parametrize("level", ENDS)
def test_a_level_of_victory_is_met(level: str) -> None:
    assert game(f"balance-{ENDS[level]}").level == level
