"""How often *La Grande Armée* changes hands within a Game-Turn, without orders and with each set of them.

Both sides play as the automatic player would; what orders answer nobody is asked. A hand is a run of one
person's decisions: a Game-Turn has two of them where nobody is asked in the other's player turn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from statistics import mean

from engines.core.game import Game
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.benchmarks.measure import Figure, Report

TITLE = GrandeArmee()
GAMES = 2
MOST = 2.0
"""Hands of a Game-Turn with battle orders: each side's own player turn."""


def hands(scenario: str, orders: Mapping[str, str], seed: str) -> list[int]:
    """The hands of each Game-Turn of a game in which both sides have the same orders."""
    game, chance = Game(TITLE, scenario=scenario, seed=seed), random.Random(seed)
    counted, last = Counter[int](), ""
    while game.decisions:
        decision, state = game.decisions[0], game.state
        assert isinstance(state, State)
        action = TITLE.forced(state, decision) or TITLE.by_orders(state, decision, orders)
        if action is None:
            counted[state.turn] += decision.seat != last
            last = decision.seat
            action = TITLE.suggest(state, decision.seat, chance)
            assert action is not None
        game.act(decision.seat, action)
    return list(counted.values())


def run() -> Report:
    """Measure."""
    figures: list[Figure] = []
    notes: list[str] = []
    ways: dict[str, Mapping[str, str]] = {"without orders": {}} | {
        str(each.name): TITLE.orders_in(each, TITLE.seats[0]) for each in TITLE.order_sets
    }
    for scenario in TITLE.scenarios:
        for name, orders in ways.items():
            counted = [each for nth in range(GAMES) for each in hands(scenario.id, orders, f"hands {nth}")]
            turns = f"{len(counted)} turns"
            if orders:
                what = f"changes of hand of a Game-Turn, {scenario.id}, {name}"
                figures.append(Figure(what, f"mean {mean(counted):.2f}", turns, float(max(counted)), MOST))
            else:
                notes.append(
                    f"{scenario.id}, {name}: changes of hand of a Game-Turn {mean(counted):.2f}, "
                    f"{max(counted)} at worst, of {turns}"
                )
    return Report(figures, tuple(notes))
