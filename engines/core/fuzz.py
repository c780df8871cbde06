"""Random legal play, which finds what nobody thought of, and keeps a record that reproduces it."""

from __future__ import annotations

import random

from engines.core.contract import AnyTitle
from engines.core.game import Game
from engines.core.record import Record

LIMIT = 20_000
"""Actions after which a game counts as having run away."""


class Crash(Exception):
    """Random play met something that must not be; `record` reproduces it."""

    def __init__(self, reason: str, record: Record, action: str | None) -> None:
        super().__init__(reason)
        self.record = record
        self.action = action
        """The action that crashed and is not in the record, if any."""


def random_game(
    title: AnyTitle, seed: str, *, limit: int = LIMIT, options: dict[str, bool] | None = None
) -> Game:
    """Play a game to its end with random legal actions; the same seed gives the same game.

    :raises Crash: an action failed, nobody could act, or the game ran away.
    """
    chooser = random.Random(seed)  # noqa: S311 - repeatable choice, not secrecy
    game = Game(title, chooser.choice(title.scenarios).id, options, seed=seed)
    for _ in range(limit):
        action = None
        try:
            decisions, outcome = game.decisions, game.outcome
            if decisions:
                seat = chooser.choice(decisions).seat
                legal = title.legal_actions(game.state, seat)
                if legal:
                    action = chooser.choice(legal)
                    game.act(seat, action)
        except Exception as error:
            notation = None if action is None else title.notation(action)
            raise Crash(f"{type(error).__name__}: {error}", game.record(), notation) from error
        if not decisions:
            if outcome is None:
                raise Crash("The game has no decision left and no outcome", game.record(), None)
            return game
        if not legal:
            raise Crash(f"{seat} has to decide and has no legal action", game.record(), None)
    raise Crash(f"The game did not end within {limit} actions", game.record(), None)
