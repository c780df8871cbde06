"""Whole games by chance, and what is true in every position of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engines.core.contract import Step
from engines.core.dice import Dice
from engines.core.fuzz import random_options
from engines.revolution.state import State
from tests.revolution.laws import TITLE, check
from tests.support.depth import seed

TABLES: tuple[dict[str, bool], ...] = ({}, {"letter": True}, {"fast": True})


def played(name: str, options: dict[str, bool], sense: float = 0) -> Iterator[tuple[State, Step[State]]]:
    """The steps of a random game, each with the state before it.

    :param sense: how often the automatic player chooses, so that more of the game is seen.
    """
    chooser, dice = random.Random(name), Dice(name)
    state = TITLE.setup("historical", options, dice).state
    while owed := TITLE.decisions(state):
        seat = chooser.choice(owed).seat
        sensible = TITLE.suggest(state, seat, chooser) if chooser.random() < sense else None
        step = TITLE.apply(state, seat, sensible or chooser.choice(TITLE.legal_actions(state, seat)), dice)
        yield state, step
        state = step.state


@pytest.mark.parametrize("options", TABLES, ids=lambda options: next(iter(options), "usual"))
def test_a_random_game_keeps_the_laws(options: dict[str, bool]) -> None:
    steps = 0
    for before, step in played(seed("random"), options):
        check(before, step)
        steps += 1
    assert 100 < steps < 10_000


@pytest.mark.nightly(seconds=120)
def test_many_random_games_keep_the_laws() -> None:
    for number in range(300):
        name = seed(f"many-{number}")
        for before, step in played(name, random_options(TITLE, name), (0, 0.5, 0.9)[number % 3]):
            check(before, step)
