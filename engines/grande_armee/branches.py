"""Exact chances from the rules, which run once for every face that the dice may show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from engines.core.dice import Dice
from engines.core.errors import DiceError

T = TypeVar("T", bound=Hashable)
FACES = range(1, 7)


def branches(run: Callable[[Dice], T]) -> dict[T, Fraction]:
    """The exact chance of every result of a run of the rules.

    :param run: runs the rules with dice that show given faces; it is called again for each further die.
    """
    chances: defaultdict[T, Fraction] = defaultdict(Fraction)
    open_: list[tuple[int, ...]] = [()]
    for faces in open_:
        dice = Dice(None)
        dice.feed(faces)
        try:
            value = run(dice)
        except DiceError:
            open_ += [(*faces, face) for face in FACES]
        else:
            chances[value] += Fraction(1, len(FACES) ** len(faces))
    return dict(chances)
