"""The balance of the war in the Vendée between two greedy players; `data/vendee/BALANCE.md` has the long run.

The games are the first of the seed `balance`, in chunks that workers share. Where the Republic wins about
half of its games, 15 of them leave the band of 3 to 12 in one case of 130; where it wins a tenth, or nine
tenths, the three chunks stay in it in one case of 160. So a side that is crushed is seen, and luck is not.
"""

from __future__ import annotations

from functools import cache

import pytest

from engines.core.simulate import Played, play
from engines.vendee.policy import LEVELS, STUDY
from engines.vendee.title import Vendee

CHUNK = 15
FEWEST, MOST = 3, 12
"""Games of a chunk that the Republic wins; in the others it has failed, by defeat or politically (7.2)."""
ENDS: dict[str, int] = {
    "royalist-strategic": 170,
    "royalist-tactical": 6,
    "political": 1,
    "republican-tactical": 5,
    "republican-strategic": 54,
    "galerne": 2,
}
"""A game of the long run for each level."""


@cache
def game(number: int) -> Played:
    return play(Vendee(), STUDY, "greedy", f"balance-{number}")


@pytest.mark.parametrize("chunk", range(3))
def test_neither_side_is_crushed(chunk: int) -> None:
    first = chunk * CHUNK + 1
    won = sum(game(number).winner == "republican" for number in range(first, first + CHUNK))
    assert FEWEST <= won <= MOST


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_of_victory_is_met(level: str) -> None:
    assert game(ENDS[level]).level == level
