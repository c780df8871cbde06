"""A title whose adviser is a search, by which its automatic player has strengths."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Generic, TypeVar

import msgspec

from engines.core.advice import Advice, Advised, Known
from engines.core.state import GameState
from engines.core.strength import STRENGTHS, Strength
from engines.core.title_model import TitleModel

S = TypeVar("S", bound=GameState)
A = TypeVar("A", bound=msgspec.Struct)


class Searched(Advised[S, A], Generic[S, A]):
    """The part of a title that follows from its adviser."""

    advises = True
    deliberates = False
    strengths = STRENGTHS

    @cached_property
    def adviser(self) -> TitleModel[S, A]:
        """The game as the search sees it."""
        raise NotImplementedError

    def advise(self, state: S, seat: str, rng: random.Random) -> list[Advice[A]]:
        """What the search finds in states that look to the seat like this one."""
        return self.adviser.advise(state, seat)

    def known(self, state: S, seat: str) -> Known[S, A]:
        """What the seat knows, from which the search begins."""
        return self.adviser.asked(state, seat)

    def searches(self, known: Known[S, A], seat: str, strength: Strength) -> bool:
        """Whether a decision is searched: the strength has a budget, and the decision matters."""
        return strength in self.adviser.budgets and self.adviser.matters(known.state, seat, strength)

    def decide(self, known: Known[S, A], seat: str, strength: Strength, seed: str) -> A | None:
        """The automatic player's action, found by the search or without it."""
        return self.adviser.decide(known, seat, strength, seed)
