"""Policies of *Levée en Masse* for simulation: `random`, `greedy` and `adviser`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines.core.contract import Title
from engines.core.simulate import Study, choose_random
from engines.levee.actions import Action
from engines.levee.player.greedy import greedy
from engines.levee.score import LEVELS
from engines.levee.state import State
from engines.levee.title import SEAT, Levee


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The action that gains most; `end` when none gains."""
    assert isinstance(title, Levee)
    return greedy(title.box, state, legal)


def choose_advised(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The adviser's first recommendation."""
    return title.advise(state, SEAT, rng)[0].action


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy, "adviser": choose_advised},
    levels=LEVELS,
    stages=("blue", "white", "red"),
    stage=lambda state: state.colour,
)
