"""The search's view of a title: its automatic player plays on, and its view is what a seat knows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from engines.core.advice import Advice, Known
from engines.core.dice import Dice
from engines.core.record import digest
from engines.core.search import Budget, Model, advice, search
from engines.core.state import GameState
from engines.core.strength import Strength, slipped
from engines.core.title import BoxTitle

S = TypeVar("S", bound=GameState)
A = TypeVar("A", bound=msgspec.Struct)


class TitleModel(Model[S, A]):
    """The part of an adviser that follows from its title."""

    budget: ClassVar[Budget]
    """The budget for advice."""

    def __init__(self, title: BoxTitle[Any, Any, S, A, Any]) -> None:
        self.title = title
        self.box = title.box

    @property
    def budgets(self) -> Mapping[Strength, Budget]:
        """The budget of each strength that searches."""
        return {"normal": self.budget, "hard": self.budget._replace(positions=5 * self.budget.positions)}

    def asked(self, state: S, seat: str) -> Known[S, A]:
        """What a seat knows when it owes a decision."""
        return Known(self.known(state, seat), tuple(self.title.legal_actions(state, seat)))

    def advise(self, state: S, seat: str) -> list[Advice[A]]:
        """The best actions, best first; empty where the seat owes none."""
        self.title.seated(seat)
        if seat not in self.title.deciding(state):
            return []
        # The seed follows from the view, so that what the seat may not know changes nothing.
        return advice(self, self.asked(state, seat), seat, digest(self.title.view(state, seat)), self.budget)

    def matters(self, known: S, seat: str, strength: Strength) -> bool:
        """Whether a strength with a budget searches for a decision, or takes the first candidate."""
        return True

    def decide(self, known: Known[S, A], seat: str, strength: Strength, seed: str) -> A | None:
        """The action of the automatic player; the seed follows from what the seat knows."""
        rng = random.Random(seed)  # noqa: S311 - repeatable choice, not secrecy
        candidates = self.candidates(self.sample(known.state, seat, rng), seat, known.listed)
        if not candidates:
            return None
        if strength not in self.budgets:
            return slipped(candidates, rng)
        if len(candidates) == 1 or not self.matters(known.state, seat, strength):
            return candidates[0]
        return search(self, known, seat, seed, self.budgets[strength])[0].action

    def follow(self, state: S) -> tuple[str, A] | None:
        """The automatic player of the game."""
        for seat in self.title.deciding(state)[:1]:
            action = self.title.suggest(state, seat, random.Random(0))  # noqa: S311 - it needs no chance
            return None if action is None else (seat, action)
        return None

    def act(self, state: S, seat: str, action: A, dice: Dice) -> S:
        """Carry an action out, without another look at whether it is legal."""
        ctx = self.title.resolution(state, dice)
        self.title.carry_out(ctx, seat, action)
        after: S = ctx.state
        return after

    def copy(self, state: S) -> S:
        """A copy, which shares what is never changed in place."""
        return state.copy()
