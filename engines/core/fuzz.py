"""Random legal play, which finds what no test was written for, and keeps a record that reproduces it."""

from __future__ import annotations

import random

from data.catalogue import _
from engines.core.contract import AnyTitle
from engines.core.game import Game
from engines.core.record import Record
from engines.core.table import MOST_DICE

LIMIT = 20_000
"""Actions after which a game counts as having run away."""


class Crash(Exception):
    """Random play found a fault; `record` reproduces it."""

    def __init__(self, reason: str, record: Record, action: str | None) -> None:
        super().__init__(reason)
        self.record = record
        self.action = action
        """The action that crashed and is not in the record, if any."""


MEDDLING = 0.15
"""How often an undo, an edit or a roll for the table comes between actions, where that is asked for."""
FAR_BACK = 6
"""Entries that an undo takes back at most."""


def random_game(
    title: AnyTitle,
    seed: str,
    *,
    limit: int = LIMIT,
    options: dict[str, bool] | None = None,
    meddle: bool = False,
) -> Game:
    """Play a game to its end with random legal actions; the same seed gives the same game.

    :param meddle: undo, edit and roll dice for the table between the actions.
    :raises Crash: an action failed, no seat could act, or the game ran away.
    """
    chooser = random.Random(seed)  # noqa: S311 - repeatable choice, not secrecy
    game = Game(title, chooser.choice(title.scenarios).id, options, seed=seed)
    for _taken in range(limit):
        action = None
        try:
            if meddle and chooser.random() < MEDDLING:
                meddled(game, chooser)
            # Only games with `meddle` need the text of the questions; the others need just the seats.
            seats = [owed.seat for owed in game.decisions] if meddle else title.deciding(game.state)
            outcome = None if seats else game.outcome
            if seats:
                seat = chooser.choice(seats)
                legal = title.legal_actions(game.state, seat)
                if legal:
                    action = chooser.choice(legal)
                    game.act(seat, action)
        except Exception as error:
            notation = None if action is None else title.notation(action)
            raise Crash(f"{type(error).__name__}: {error}", game.record(), notation) from error
        if not seats:
            if outcome is None:
                raise Crash(_("The game has no decision left and no outcome"), game.record(), None)
            return game
        if not legal:
            raise Crash(_("{seat} has to decide and has no legal action", seat=seat), game.record(), None)
    raise Crash(_("The game did not end within {limit} actions", limit=limit), game.record(), None)


def random_options(title: AnyTitle, seed: str) -> dict[str, bool]:
    """Options to play a game with, each as likely on as off but where one excludes another.

    The same seed gives the same options.
    """
    chooser = random.Random(f"options {seed}")  # noqa: S311 - repeatable choice, not secrecy
    drawn = {option.id: chooser.random() < 1 / 2 for option in title.options}
    for option in title.options:
        if drawn[option.id]:
            drawn |= dict.fromkeys(option.excludes, False)
    return drawn


def meddled(game: Game, chooser: random.Random) -> None:
    """Do one thing that is no action: take entries back, edit the table, or roll for it."""
    match chooser.choice(("undo", "edit", "roll")):
        case "undo":
            back = game.line.numbers[-FAR_BACK - 1 : -1]
            if back:
                game.undo(chooser.choice(back))
        case "edit":
            verbs = [form.verb for form in game.title.edit_forms]
            choices = game.title.edit_choices(game.state, chooser.choice(verbs)) if verbs else []
            if choices:
                game.edit(chooser.choice(choices))
        case _:
            game.roll(chooser.randint(1, MOST_DICE), chooser.choice(("", "the weather")))
