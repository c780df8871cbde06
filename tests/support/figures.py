"""What is counted in whole games of the automatic players, as a table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from statistics import fmean, stdev
from typing import Any, Protocol

from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.events import Event


class Counted(Protocol):
    """A game with its figures."""

    def figures(self) -> Iterator[tuple[str, float]]:
        """Each figure with its name."""
        ...


def happenings(title: AnyTitle, scenario: str, name: str) -> Iterator[tuple[Any, Event]]:
    """The events of a game of automatic players, each with the state before the action that led to it."""
    dice, rng = Dice(name), random.Random(name)
    state = title.setup(scenario, title.chosen({}), dice).state
    while seats := title.deciding(state):
        action = title.suggest(state, seats[0], rng)
        assert action is not None
        step = title.apply(state, seats[0], action, dice)
        for event in step.events:
            yield state, event
        state = step.state


def table(games: Iterable[Counted]) -> Iterator[str]:
    """The mean of each figure, with its standard error."""
    played = [dict(each.figures()) for each in games]
    yield f"| a game, of {len(played)} | mean | error |\n|---|---|---|"
    for name in played[0]:
        values = [each[name] for each in played]
        yield f"| {name} | {fmean(values):.2f} | {stdev(values) / len(values) ** 0.5:.2f} |"
