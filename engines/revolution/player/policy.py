"""Policies of *La Révolution Française* for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from data.revolution.tables import REGIMES
from engines.core.contract import Outcome, Title
from engines.core.simulate import Study, choose_random
from engines.revolution.actions import Action
from engines.revolution.player.greedy import greedy
from engines.revolution.state import State
from engines.revolution.title import Revolution

LEVELS: tuple[str, ...] = (
    "restoration",
    *(f"{camp}-{regime}" for camp in ("reaction", "revolution") for regime in REGIMES),
)
"""Ends of a game: the throne, or a camp under a regime."""


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The best action, by estimate, of the seat that owes a decision."""
    assert isinstance(title, Revolution)
    chosen = greedy(title.box, state, title.decisions(state)[0].seat)
    assert chosen is not None
    return chosen


def level(outcome: Outcome) -> str:
    """The level under which an outcome is counted."""
    return outcome.level


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=LEVELS,
    stages=("legislative", "convention", "terror", "thermidor"),
    stage=lambda state: state.regime,
)
