"""Random legal play of *Levée en Masse* against python-chess playing random moves, actions per second.

Ours is the fuzzer's own game, with its journal, its draws and a digest after each action, by turns with
and without the optional rules; theirs is a board on which random legal moves are pushed until the game
is over. On both sides the next choice is drawn from the whole list of what is legal.
"""

from __future__ import annotations

import random

import chess

import engines
from engines.core.contract import AnyTitle
from engines.core.fuzz import random_game
from tests.benchmarks.measure import Figure, Report, Stopwatch, by_turns

ROUNDS = 31
GAMES = 40
"""Our games in a round; one has about thirty actions."""
CHESS_GAMES = 4
"""Theirs; one has some three hundred and fifty moves."""
LEAST = 1.0


def run() -> Report:
    """Measure."""
    title = engines.find("levee")
    pair = by_turns(
        lambda number: actions_per_second(title, number), moves_per_second, rounds=ROUNDS, warm_up=3
    )
    figure = Figure(
        "random play",
        f"{pair.ours:,.0f}/s",
        f"{pair.theirs:,.0f}/s",
        pair.ratio,
        LEAST,
        at_least=True,
    )
    return Report([figure])


def actions_per_second(title: AnyTitle, number: int) -> float:
    """Some games of ours."""
    watch = Stopwatch()
    actions = 0
    with watch.timed():
        for game in range(GAMES):
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
