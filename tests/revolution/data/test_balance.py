"""The balance of six automatic players; `data/revolution/BALANCE.md` has the long run.

Of so few games a Current that wins a fifth may win one or ten by luck alone; so the band is wide, and what is
sharp is the comparison with play by chance, and that every end occurs.
"""

from __future__ import annotations

from statistics import fmean

import pytest

from data.revolution.tables import REGIMES, SEATS, Seat
from tests.revolution.balance import play
from tests.support.depth import seed

GAMES = 60
MOST = 30
"""Of them that one Current wins at most: none wins a third, so it is one case in many thousands."""
LONG = 300
"""Games in which every end occurs: the rarest final regime is one of twenty."""
ALONE = 6


@pytest.mark.nightly(seconds=40)
@pytest.mark.parametrize("options", [(), ("own-objectives",)])
def test_no_current_wins_them_all_and_the_king_is_tried_in_some(options: tuple[str, ...]) -> None:
    games = [play(seed(f"balance-{number}"), options=options) for number in range(GAMES)]
    for seat in SEATS:
        assert sum(game.winner == seat for game in games) <= MOST
    assert 0 < sum(game.tried for game in games) < GAMES
    assert len({game.winner for game in games}) >= 4
    assert len({game.regime for game in games}) >= 3


@pytest.mark.nightly(seconds=10)
@pytest.mark.parametrize("options", [(), ("own-objectives",)])
def test_every_current_wins_and_every_regime_is_a_last_one(options: tuple[str, ...]) -> None:
    winners: set[str] = {*SEATS}
    regimes: set[str] = {*REGIMES}
    for number in range(LONG):
        game = play(seed(f"ends-{number}"), options=options)
        winners.discard(game.winner)
        regimes.discard(game.regime)
        if not winners | regimes:
            break
    assert (winners, regimes) == (set(), set())


@pytest.mark.nightly(seconds=20)
@pytest.mark.parametrize("seat", SEATS)
def test_an_automatic_player_among_five_by_chance_does_better_than_chance(seat: Seat) -> None:
    names = [seed(f"alone-{number}") for number in range(ALONE)]
    alone = fmean(play(name, [seat]).points[seat] for name in names)
    by_chance = fmean(play(name, ()).points[seat] for name in names)
    assert alone > by_chance + 2
