"""Ways to play *The Valmy Campaign* by rote, for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines.core.contract import Outcome, Title
from engines.core.simulate import Study, choose_random
from engines.valmy.actions import Action
from engines.valmy.box import as_side
from engines.valmy.player.greedy import greedy
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State
from engines.valmy.title import Valmy

LEVELS: tuple[str, ...] = (
    "exit",
    "french-broken",
    "allied-points",
    "draw",
    "french-points",
    "verdun",
    "allied-broken",
)
"""Ends of a game, from worst to best for the French."""


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The action that seems best to the side that is asked."""
    assert isinstance(title, Valmy)
    side = as_side(PROCEDURE.asked(title.box, state)[0].seat)
    return greedy(title.box, state, side, legal)


def level(outcome: Outcome) -> str:
    """An outcome with how it was won."""
    if outcome.level != "automatic":
        return "draw" if outcome.winner is None else f"{outcome.winner}-points"
    return {
        "The French army breaks": "french-broken",
        "The Allies march out on Paris": "exit",
        "The Allied army breaks": "allied-broken",
        "The French hold Verdun": "verdun",
    }[outcome.title]


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=LEVELS,
    level=level,
    stages=("approach", "argonne", "valmy"),
    stage=lambda state: "approach" if state.turn <= 4 else "argonne" if state.turn <= 8 else "valmy",
)
