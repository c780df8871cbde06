"""Whose dice were whose in a game in which six decide at once."""

from __future__ import annotations

import random
from collections import Counter

import engines
from engines.core.game import Game
from engines.core.record import replay
from engines.core.statistics import seat_dice
from engines.revolution.box import GOVERNMENT
from engines.revolution.events import Thrown
from engines.revolution.state import State

TITLE = engines.find("revolution")


def test_each_current_has_its_own_dice_and_who_governs_the_government_s() -> None:
    game, chooser = Game(TITLE, "historical", seed="dice 2"), random.Random("dice 2")
    governing = set()
    while game.decisions:
        assert isinstance(game.state, State)
        governing.add(game.state.government)
        seat = game.decisions[0].seat
        action = TITLE.suggest(game.state, seat, chooser)
        assert action is not None
        game.act(seat, action)
        if game.state.turn > 3:
            break
    thrown: Counter[str] = Counter()
    for step in replay(TITLE, game.record()):
        for event in step.events:
            if isinstance(event, Thrown):
                thrown[event.actor] += 2 * len(event.throws)
    found = {seat: dice.dice for seat, dice in seat_dice(TITLE, game.record()).items()}
    others = set(TITLE.seats) - governing
    assert min(thrown[seat] for seat in TITLE.seats) > 0 < thrown[GOVERNMENT]
    assert {seat: found[seat] for seat in others} == {seat: thrown[seat] for seat in others}
    assert all(found[seat] > thrown[seat] for seat in governing)
