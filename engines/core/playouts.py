"""Decisions judged by playouts of the automatic player, from states that look to the seat like its own."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Generic, TypeVar

import msgspec

from engines.core.dice import Dice
from engines.core.hindsight import Better, Case, Hindsight
from engines.core.record import digest
from engines.core.search import Branch, Budget, Model, Worth, search
from engines.core.state import GameState
from engines.core.title_model import TitleModel

A = TypeVar("A", bound=msgspec.Struct)
G = TypeVar("G", bound=GameState)

_SAMPLES = 6
"""States of which a chance is the mean where something is hidden."""


class Playouts(Hindsight[G, A]):
    """By playouts of the automatic player, from states that look to the seat like its own."""

    budget = Budget(positions=3000, breadth=4)
    """Of the search for what was better."""

    def __init__(self, model: TitleModel[G, A]) -> None:
        self.model = model
        self.title = model.title

    def chances(self, state: G) -> Mapping[str, float]:
        """What the adviser's model reads from the position."""
        return {seat: self.model.worth(state, seat).chance for seat in self.title.seats}

    def seen(self, state: G, seat: str) -> float:
        """The same, over states that look alike to the seat."""
        if self.title.outcome(state) is not None:
            return self.model.worth(state, seat).chance
        known = self.model.known(state, seat)
        rng = random.Random(digest(self.title.view(state, seat)))  # noqa: S311 - repeatable choice
        samples = [self.model.sample(known, seat, rng) for _number in range(_SAMPLES)]
        return fmean(self.model.worth(sample, seat).chance for sample in samples)

    def case(self, state: G, seat: str, action: A) -> Case[A] | None:
        """A decision, unless the automatic player would have decided the same in what the seat knew."""
        known, seed = self.model.known(state, seat), digest(self.title.view(state, seat))
        sample = self.model.sample(known, seat, random.Random(f"{seed}:0"))  # noqa: S311 - repeatable choice
        usual = self.title.suggest(sample, seat, random.Random(0))  # noqa: S311 - it needs no chance
        if usual is None or usual == action:
            return None
        return _Played(self.model, known, seat, action, usual, seed)


class _Played(Case[A], Generic[G, A]):
    def __init__(self, model: TitleModel[G, A], known: G, seat: str, action: A, usual: A, seed: str) -> None:
        self.model, self.known, self.seat = model, known, seat
        self.action, self.usual, self.seed = action, usual, seed

    def lost(self, number: int) -> tuple[float, int]:
        """The difference of two playouts from one state with the same dice."""
        seed = f"{self.seed}:{number}"
        start = self.model.sample(self.known, self.seat, random.Random(seed))  # noqa: S311 - repeatable
        better, one = self._played_out(start, self.usual, seed)
        played, two = self._played_out(start, self.action, seed)
        return better - played, one + two

    def _played_out(self, start: G, action: A, seed: str) -> tuple[float, int]:
        model, dice = self.model, Dice(seed)
        state, count = model.act(model.copy(start), self.seat, action, dice), 1
        while not model.settled(start, state, self.seat):
            follows = model.follow(state)
            if follows is None:
                break
            state = model.act(state, *follows, dice)
            count += 1
        return model.worth(state, self.seat).chance, count

    def better(self) -> Better[A] | None:
        """A search in which others have to beat the action that was played beyond their error."""
        beside = _Beside(self.model, self.action, self.usual)
        seed = f"{self.seed}:better"
        best, *others = search(beside, self.known, self.seat, seed, Playouts.budget)
        if best.action == self.action:
            return None
        played = next(branch for branch in others if branch.action == self.action)
        shown = self.model.sample(self.known, self.seat, random.Random(seed))  # noqa: S311 - repeatable choice
        reason = self.model.reason(shown, self.seat, played, best, best=False)
        return Better(best.action, best.chance, best.chance - played.chance, reason)


class _Beside(Model[G, A]):
    """A model whose first candidate is the action that was played."""

    def __init__(self, model: Model[G, A], action: A, usual: A) -> None:
        self.model, self.action, self.usual = model, action, usual

    def candidates(self, state: G, seat: str) -> Sequence[A]:
        return list(dict.fromkeys((self.action, self.usual, *self.model.candidates(state, seat))))

    def known(self, state: G, seat: str) -> G:
        return self.model.known(state, seat)

    def sample(self, known: G, seat: str, rng: random.Random) -> G:
        return self.model.sample(known, seat, rng)

    def follow(self, state: G) -> tuple[str, A] | None:
        return self.model.follow(state)

    def act(self, state: G, seat: str, action: A, dice: Dice) -> G:
        return self.model.act(state, seat, action, dice)

    def copy(self, state: G) -> G:
        return self.model.copy(state)

    def settled(self, start: G, state: G, seat: str) -> bool:
        return self.model.settled(start, state, seat)

    def worth(self, state: G, seat: str) -> Worth:
        return self.model.worth(state, seat)

    def reason(self, state: G, seat: str, branch: Branch[A], other: Branch[A] | None, *, best: bool) -> str:
        return self.model.reason(state, seat, branch, other, best=best)
