"""Policies of *For God and For the King* for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines.core.contract import Outcome, Title
from engines.core.simulate import Study, choose_random
from engines.vendee.actions import Action
from engines.vendee.player.greedy import greedy
from engines.vendee.procedure import PROCEDURE
from engines.vendee.state import State
from engines.vendee.title import Vendee

LEVELS: tuple[str, ...] = (
    "royalist-strategic",
    "royalist-tactical",
    "political",
    "republican-tactical",
    "republican-strategic",
    "galerne",
)
"""Ends of a game, from worst to best for the Republic, whose political defeat the third is (V-7.2-e)."""


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The best action, by estimate, of the side that owes a decision."""
    assert isinstance(title, Vendee)
    side = PROCEDURE.side_asked(title.box, state)
    assert side is not None
    return greedy(title.box, state, side, legal)


def level(_state: State, outcome: Outcome) -> str:
    """The outcome with the side that won it, where both could win by it."""
    one_sided = outcome.winner is None or outcome.level == "galerne"
    return outcome.level if one_sided else f"{outcome.winner}-{outcome.level}"


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=LEVELS,
    level=level,
    stages=("spring", "summer", "autumn"),
    stage=lambda state: "spring" if state.turn <= 3 else "summer" if state.turn <= 6 else "autumn",
)
