"""The balance of the war in the Vendée between two greedy players; `data/vendee/BALANCE.md` has the long run.

Where the Republic wins 58 of 100 games, 40 of them leave the band in one case of 950; where it wins a
tenth, or nine tenths, they stay in it in one case of 25. So a side that is crushed is seen, and luck is not.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import data.vendee
from engines.core.simulate import Played, play
from engines.vendee.player.policy import LEVELS, STUDY
from engines.vendee.title import Vendee
from tests.support.depth import seed

GAMES = 40
FEWEST, MOST = 8, 32
"""Of them that the Republic wins; in the others it has failed, by defeat or politically (7.2)."""
ENDS: dict[str, int] = {
    "royalist-tactical": 4,
    "political": 1,
    "republican-tactical": 3,
    "republican-strategic": 12,
    "galerne": 7,
}
"""A game of the long run for each level that was met there."""


LONG_RUN = 120
"""Games that the page tells of."""
PAGE = Path(data.vendee.__file__).with_name("BALANCE.md").read_text()


def test_the_page_adds_up() -> None:
    """Each level has its share of the long run; the Republic succeeds by points or E14, or fails."""
    rows = [row for row in PAGE.splitlines() if row.startswith("|")]
    told = re.findall(r"([0-9.]+) % \(([0-9]+)\) \|$", "\n".join(rows), re.MULTILINE)
    *levels, republic = [(float(share), int(games)) for share, games in told]
    assert len(levels) == len(LEVELS)
    assert sum(games for _, games in levels) == LONG_RUN
    assert sum(games for _, games in levels[3:]) == republic[1]
    assert all(share == round(100 * games / LONG_RUN, 1) for share, games in (*levels, republic))
    reached = re.findall(r"\| 40 to 60 % \| ([0-9.]+) % \|", PAGE)
    failed = round(100 * (LONG_RUN - republic[1]) / LONG_RUN, 1)
    assert [*map(float, reached)] == [republic[0], failed]
    assert all(40 <= share <= 60 for share in (republic[0], failed))


def game(name: str) -> Played:
    return play(Vendee(), STUDY, "greedy", name)


@pytest.mark.nightly(seconds=60)
def test_neither_side_is_crushed() -> None:
    won = sum(game(seed(f"balance-{number}")).winner == "republican" for number in range(GAMES))
    assert FEWEST <= won <= MOST


@pytest.mark.nightly(seconds=3)
@pytest.mark.parametrize("level", ENDS)
def test_every_level_of_victory_is_met(level: str) -> None:
    assert game(f"balance-{ENDS[level]}").level == level
