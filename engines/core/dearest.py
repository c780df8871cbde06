"""Finds the decisions that cost a seat most: all are tried a little, and the costliest more and more."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from engines.core.hindsight import Better, Case

LEAST = 0.005
"""Chances that differ by less are told as equal."""
FINAL = 6
"""Decisions of a seat that are searched in full; those that cost most are told."""
_SCREENS = (2, 4)
"""Further pairs of playouts for each decision of a round; the costliest third goes on to each round."""
_MOST = 25_000
"""Actions of playouts for a seat, after which no further decision is looked at."""
_SEARCH = 8
"""How many pieces of work a full search counts as."""


def dearest(
    cases: Sequence[Callable[[], Case[Any] | None]], done: Callable[[int], None]
) -> tuple[dict[int, Better[Any]], int]:
    """What was better than a seat's costliest decisions, by their places, and how many were looked at.

    All are tried a little, then those that seem costly a little more. What is left is searched again with
    other samples, so that no decision seems costly because it was chosen for its bad luck.

    :param done: told of each piece of work, `work(len(cases))` at most in all.
    """
    opened: dict[int, Case[Any]] = {}
    lost: dict[int, list[float]] = {}
    order = list(range(len(cases)))
    # Where the time is up, those that were not looked at are spread over the game.
    random.Random(len(cases)).shuffle(order)  # noqa: S311 - repeatable choice
    looked = spent = 0
    for place in order:
        if spent >= _MOST:
            break
        case = cases[place]()
        looked += 1
        if case is not None:
            opened[place] = case
            value, actions = case.lost(0)
            lost[place], spent = [value], spent + actions
        done(1)
    for more in _SCREENS:
        left = _worst(lost, max(FINAL, len(lost) // 3))
        lost = {place: lost[place] for place in left}
        for place in left:
            first = len(lost[place])
            lost[place] += [opened[place].lost(number)[0] for number in range(first, first + more)]
            done(more)
    costly: dict[int, Better[Any]] = {}
    for place in _worst(lost, FINAL):
        better = opened[place].better()
        if better is not None and better.lost >= LEAST:
            costly[place] = better
        done(_SEARCH)
    return costly, looked


def work(decisions: int) -> int:
    """An upper bound for the pieces of work of `dearest`."""
    total, left = decisions, decisions
    for more in _SCREENS:
        left = min(left, max(FINAL, left // 3))
        total += more * left
    return total + _SEARCH * min(decisions, FINAL)


def _worst(lost: Mapping[int, Sequence[float]], most: int) -> list[int]:
    """The places where most was lost on average, none where nothing was."""
    mean = {place: fmean(values) for place, values in lost.items()}
    dear = [place for place in mean if mean[place] > 0]
    return sorted(dear, key=lambda place: (-mean[place], place))[:most]
