"""How well the automatic player plays a seat.

`easy` takes the action of the game's quick player, but now and then one that it ranks lower: it errs in
what it chooses, never by other dice. `normal` and `hard` search, with two budgets.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, TypeVar, get_args

Strength = Literal["easy", "normal", "hard"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)
USUAL: Strength = "normal"
"""The strength where none is chosen."""

_SLIP = 0.25
"""The chance to pass an action over for the next in rank."""
_MOST = 3
"""How far down the ranks an error goes."""

A = TypeVar("A")


def slipped(ranked: Sequence[A], rng: random.Random) -> A:
    """One of the best actions of a ranking, each less likely than the one before."""
    best = ranked[:_MOST]
    return next((action for action in best[:-1] if rng.random() >= _SLIP), best[-1])
