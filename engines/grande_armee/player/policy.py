"""Ways to play *La Grande Armée* by rote, for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines.core.contract import Title
from engines.core.simulate import Study, choose_random
from engines.grande_armee.actions import Action
from engines.grande_armee.player.greedy import greedy
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee, as_side

_STAGES = ("march", "battle", "decision")
_THIRD = 4
"""Turns of a part of the game."""


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The action that seems best to the side that is asked."""
    assert isinstance(title, GrandeArmee)
    return greedy(title.box, state, as_side(title.deciding(state)[0]), legal)


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=("french", "allied"),
    stages=_STAGES,
    stage=lambda state: _STAGES[min((state.turn - 1) // _THIRD, len(_STAGES) - 1)],
)
