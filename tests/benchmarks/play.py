"""Random legal play of each game against python-chess playing random moves, actions per second.

Ours is the fuzzer's own game, with its journal, its draws and a digest after each action, by turns with
and without the optional rules; theirs is a board on which random legal moves are pushed until the game
is over. On both sides the next choice is drawn from the whole list of what is legal, and what counts is the
time of the processor.
"""

from __future__ import annotations

import random
from time import process_time

import chess

import engines
from data.games import GAMES
from engines.core.contract import AnyTitle
from engines.core.fuzz import random_game
from tests.benchmarks.measure import Figure, Report, Stopwatch, by_turns
from tests.support.fixture import Pace, fixture_of

CHESS_GAMES = 4
"""Theirs in a round; one has some three hundred and fifty moves."""


def run() -> Report:
    """Measure."""
    paces = {game: fixture_of(game).pace for game in GAMES}
    return Report([_measured(game, pace) for game, pace in paces.items() if pace is not None])


def _measured(game: str, pace: Pace) -> Figure:
    title = engines.find(game)
    pair = by_turns(
        lambda number: actions_per_second(title, pace.games, number),
        moves_per_second,
        rounds=pace.rounds,
        warm_up=3,
    )
    return Figure(
        f"random play of {game}",
        f"{pair.ours:,.0f}/s",
        f"{pair.theirs:,.0f}/s",
        pair.ratio,
        pace.least,
        at_least=True,
    )


def actions_per_second(title: AnyTitle, games: int, number: int) -> float:
    """Some games of ours."""
    watch = Stopwatch(process_time)
    actions = 0
    with watch.timed():
        for game in range(games):
            options = {option.id: bool(game % 2) for option in title.options}
            for option in title.options:
                if options[option.id]:
                    options |= dict.fromkeys(option.excludes, False)
            actions += len(random_game(title, f"benchmark {number} {game}", options=options).journal)
    return actions / watch.spent


def moves_per_second(number: int) -> float:
    """Some games of chess."""
    chooser = random.Random(f"benchmark {number}")
    watch = Stopwatch(process_time)
    moves = 0
    with watch.timed():
        for _ in range(CHESS_GAMES):
            board = chess.Board()
            while not board.is_game_over():
                board.push(chooser.choice(list(board.legal_moves)))
            moves += len(board.move_stack)
    return moves / watch.spent
