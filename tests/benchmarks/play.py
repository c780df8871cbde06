"""Random legal play of each game against python-chess playing random moves, actions per second.

Ours is the fuzzer's own game, with its journal, its draws and a digest after each action, by turns with
and without the optional rules; theirs is a board on which random legal moves are pushed until the game
is over. On both sides the next choice is drawn from the whole list of what is legal.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import chess

import engines
from engines.core.contract import AnyTitle
from engines.core.fuzz import random_game
from tests.benchmarks.measure import Figure, Report, Stopwatch, by_turns

CHESS_GAMES = 4
"""Theirs in a round; one has some three hundred and fifty moves."""


class Ours(NamedTuple):
    """How one of our games is measured."""

    title: str
    games: int
    """In a round."""
    rounds: int
    least: float
    """Of their moves per second."""


OURS = (
    # A game has about thirty actions.
    Ours("levee", games=40, rounds=31, least=1.0),
    # A game has about a thousand, and each group may take any of some eighty areas' ways.
    Ours("vendee", games=2, rounds=9, least=0.2),
)


def run() -> Report:
    """Measure."""
    return Report([_measured(ours) for ours in OURS])


def _measured(ours: Ours) -> Figure:
    title = engines.find(ours.title)
    pair = by_turns(
        lambda number: actions_per_second(title, ours.games, number),
        moves_per_second,
        rounds=ours.rounds,
        warm_up=3,
    )
    return Figure(
        f"random play of {ours.title}",
        f"{pair.ours:,.0f}/s",
        f"{pair.theirs:,.0f}/s",
        pair.ratio,
        ours.least,
        at_least=True,
    )


def actions_per_second(title: AnyTitle, games: int, number: int) -> float:
    """Some games of ours."""
    watch = Stopwatch()
    actions = 0
    with watch.timed():
        for game in range(games):
            options = {option.id: bool(game % 2) for option in title.options}
            actions += len(random_game(title, f"benchmark {number} {game}", options=options).journal)
    return actions / watch.spent


def moves_per_second(number: int) -> float:
    """Some games of chess."""
    chooser = random.Random(f"benchmark {number}")
    watch = Stopwatch()
    moves = 0
    with watch.timed():
        for _ in range(CHESS_GAMES):
            board = chess.Board()
            while not board.is_game_over():
                board.push(chooser.choice(list(board.legal_moves)))
            moves += len(board.move_stack)
    return moves / watch.spent
