"""How six automatic players get on: who wins under which regime, and what becomes of the King.

`python -m tests.revolution.balance 2000` plays as many games and prints the tables of `BALANCE.md`. Words
behind the number are options that are chosen; `silent` compares each Current that only hands in what its
forms begin with.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from data.revolution.tables import REGIMES, SEATS, Seat
from engines.core.dice import Dice
from engines.revolution.box import KING
from engines.revolution.score import scores
from engines.revolution.state import State
from engines.revolution.title import Revolution

TITLE = Revolution()


class Ended(NamedTuple):
    """A game that is over."""

    winner: str
    regime: str
    tried: bool
    dead: bool
    kidnapped: bool
    war: bool
    points: Mapping[Seat, int]


def play(
    name: str,
    automatic: Iterable[str] = SEATS,
    silent: Iterable[str] = (),
    options: Iterable[str] = (),
) -> Ended:
    """A game from a seed, as `tocsin simulate` plays it; seats that are not automatic play by chance.

    :param silent: seats that hand in what their forms begin with.
    """
    chosen, mute = frozenset(automatic), frozenset(silent)
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup("historical", dict.fromkeys(options, True), dice).state
    war = False
    while owed := TITLE.decisions(state):
        seat = owed[0].seat
        if seat in mute:
            action = TITLE.fallback(state, owed[0])
        else:
            action = TITLE.suggest(state, seat, rng) if seat in chosen else None
        state = TITLE.apply(state, seat, action or rng.choice(TITLE.legal_actions(state, seat)), dice).state
        war |= state.war
    return _ended(state, war)


def _ended(state: State, war: bool) -> Ended:
    outcome = TITLE.outcome(state)
    assert outcome is not None
    assert outcome.winner is not None
    return Ended(
        winner=outcome.winner,
        regime=state.regime,
        tried=bool(state.trials),
        dead=state.people[KING].state == "dead",
        kidnapped=state.kidnapped,
        war=war,
        points=scores(TITLE.box, state),
    )


def tables(games: list[Ended]) -> Iterator[str]:
    """What came of games, as tables."""
    wins = Counter((game.winner, game.regime) for game in games)
    finals = Counter(game.regime for game in games)
    yield f"| {len(games)} games | wins | {' | '.join(REGIMES)} | mean points |"
    yield "|---" * (len(REGIMES) + 3) + "|"
    for seat in SEATS:
        by_regime = [wins[seat, regime] for regime in REGIMES]
        points = sum(game.points[seat] for game in games) / len(games)
        counts = " | ".join(map(str, by_regime))
        yield f"| {TITLE.seat_names[seat]} | {_share(sum(by_regime), games)} | {counts} | {points:.1f} |"
    finally_ = " | ".join(_share(finals[regime], games) for regime in REGIMES)
    yield f"| final regime | | {finally_} | |"
    yield ""
    for text, met in (
        ("the King is tried", sum(game.tried for game in games)),
        ("he dies", sum(game.dead for game in games)),
        ("he is kidnapped", sum(game.kidnapped for game in games)),
        ("foreign war", sum(game.war for game in games)),
    ):
        yield f"- {text}: {_share(met, games)}"


def _share(number: int, games: list[Ended]) -> str:
    return f"{100 * number / len(games):.1f} %"


def compared(names: list[str]) -> Iterator[str]:
    """What each Current gets that only hands in what its forms begin with, and as the automatic player."""
    played = [play(name) for name in names]
    yield f"| {len(names)} games each | automatic | hands in | wins | wins |"
    yield "|---|---|---|---|---|"
    for seat in SEATS:
        mute = [play(name, silent=[seat]) for name in names]
        points, wins = [], []
        for games in (played, mute):
            points.append(f"{sum(game.points[seat] for game in games) / len(games):.1f}")
            wins.append(_share(sum(game.winner == seat for game in games), games))
        yield f"| {' | '.join([TITLE.seat_names[seat], *points, *wins])} |"


if __name__ == "__main__":
    number, *words = sys.argv[1:]
    names = [f"balance-{each}" for each in range(1, int(number) + 1)]
    lines = compared(names) if "silent" in words else tables([play(name, options=words) for name in names])
    print("\n".join(lines))
