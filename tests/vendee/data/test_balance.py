"""The balance of the war in the Vendée between two greedy players; `data/vendee/BALANCE.md` has the long run.

Where the Republic wins about half of its games, 40 of them leave the band in one case of 50,000; where it
wins a tenth, or nine tenths, they stay in it in one case of 25. So a side that is crushed is seen, and luck
is not.
"""

from __future__ import annotations

import pytest

from engines.core.simulate import Played, play
from engines.vendee.player.policy import LEVELS, STUDY
from engines.vendee.title import Vendee
from tests.support.depth import seed

GAMES = 40
FEWEST, MOST = 8, 32
"""Of them that the Republic wins; in the others it has failed, by defeat or politically (7.2)."""
ENDS: dict[str, int] = {
    "royalist-strategic": 67,
    "royalist-tactical": 9,
    "political": 0,
    "republican-tactical": 1,
    "republican-strategic": 3,
    "galerne": 6,
}
"""A game of the long run for each level."""


def game(name: str) -> Played:
    return play(Vendee(), STUDY, "greedy", name)


@pytest.mark.nightly(seconds=60)
def test_neither_side_is_crushed() -> None:
    won = sum(game(seed(f"balance-{number}")).winner == "republican" for number in range(GAMES))
    assert FEWEST <= won <= MOST


@pytest.mark.nightly(seconds=3)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_of_victory_is_met(level: str) -> None:
    assert game(f"balance-{ENDS[level]}").level == level
