"""Decisions judged by playouts of the automatic player, from states that look to the seat like its own."""

from __future__ import annotations

import random
from collections.abc import Mapping
from statistics import fmean
from typing import Generic, TypeVar

import msgspec

from engines.core.advice import Known
from engines.core.dice import Dice
from engines.core.hindsight import Better, Case, Hindsight
from engines.core.record import digest
from engines.core.search import Budget, play_out, search
from engines.core.state import GameState
from engines.core.title_model import TitleModel

A = TypeVar("A", bound=msgspec.Struct)
G = TypeVar("G", bound=GameState)

_SAMPLES = 6
"""States of which a chance is the mean where something is hidden."""


class Playouts(Hindsight[G, A]):
    """Judges decisions by playouts from states that look to the seat like its own."""

    budget = Budget(positions=3000, breadth=4)
    """The budget of the search for a better action."""

    def __init__(self, model: TitleModel[G, A]) -> None:
        self.model = model
        self.title = model.title

    def chances(self, state: G) -> Mapping[str, float]:
        """What the adviser's model reads from the position."""
        return {seat: self.model.worth(state, seat).chance for seat in self.title.seats}

    def seen(self, state: G, seat: str) -> float:
        """A seat's chance as the model reads it, on average over states that look alike to the seat."""
        if self.title.outcome(state) is not None:
            return self.model.worth(state, seat).chance
        known = self.model.known(state, seat)
        rng = random.Random(digest(self.title.view(state, seat)))  # noqa: S311 - repeatable choice
        samples = [self.model.sample(known, seat, rng) for _number in range(_SAMPLES)]
        return fmean(self.model.worth(sample, seat).chance for sample in samples)

    def case(self, state: G, seat: str, action: A) -> Case[A] | None:
        """A decision, unless the automatic player would have decided the same in what the seat knew."""
        known, seed = self.model.asked(state, seat), digest(self.title.view(state, seat))
        sample = self.model.sample(known.state, seat, random.Random(f"{seed}:0"))  # noqa: S311 - repeatable
        usual, *_others = (*self.model.candidates(sample, seat, known.listed), action)
        if usual == action:
            return None
        return _Played(self.model, known, seat, action, usual, seed)


class _Played(Case[A], Generic[G, A]):
    def __init__(
        self, model: TitleModel[G, A], known: Known[G, A], seat: str, action: A, usual: A, seed: str
    ) -> None:
        self.model, self.known, self.seat = model, known, seat
        self.action, self.usual, self.seed = action, usual, seed

    def lost(self, number: int) -> tuple[float, int]:
        """The difference of two playouts from one state with the same dice."""
        seed = f"{self.seed}:{number}"
        start = self.model.sample(self.known.state, self.seat, random.Random(seed))  # noqa: S311 - repeatable
        better, one = play_out(self.model, start, self.seat, self.usual, Dice(seed))
        played, two = play_out(self.model, start, self.seat, self.action, Dice(seed))
        return better.chance - played.chance, one + two

    def better(self) -> Better[A] | None:
        """A search in which others have to beat the action that was played beyond their error."""
        seed, first = f"{self.seed}:better", (self.action, self.usual)
        best, *others = search(self.model, self.known, self.seat, seed, Playouts.budget, first)
        if best.action == self.action:
            return None
        played = next(branch for branch in others if branch.action == self.action)
        shown = self.model.sample(self.known.state, self.seat, random.Random(seed))  # noqa: S311 - repeatable
        reason = self.model.reason(shown, self.seat, played, best, best=False)
        return Better(best.action, best.chance, best.chance - played.chance, reason)
