"""How *Sprint* is played by rote, for simulation."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines.core.contract import Title
from engines.core.simulate import Study, choose_random

from ..actions import Action
from ..state import State


def choose_last(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The boldest: the highest stake, and always a run."""
    return legal[-1]


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_last},
    levels=("south-wins", "tie", "north-wins"),
    stages=("race",),
    stage=lambda state: "race",
)
