"""Ways to play *For God and For the King* by rote, for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines.core.contract import Title
from engines.core.simulate import Study
from engines.vendee.actions import Action
from engines.vendee.greedy import greedy
from engines.vendee.procedure import side_asked
from engines.vendee.state import State
from engines.vendee.title import Vendee

LEVELS: tuple[str, ...] = ("political", "tactical", "strategic", "galerne")


def choose_random(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Any legal action, each equally likely."""
    return rng.choice(legal)


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The action that seems best to the side that is asked."""
    assert isinstance(title, Vendee)
    side = side_asked(title.box, state)
    assert side is not None
    return greedy(title.box, state, side, legal)


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=LEVELS,
    stages=("spring", "summer", "autumn"),
    stage=lambda state: "spring" if state.turn <= 3 else "summer" if state.turn <= 6 else "autumn",
)
