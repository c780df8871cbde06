"""One player for all games: playouts from states that a seat can't tell from its own, with a fixed budget.

Every action is tried on the same sampled states with the same dice, so that what differs between two actions
is what they do and not their luck. The weaker half is dropped after each round (sequential halving, Karnin,
Koren and Somekh, 2013), and another action is put before the automatic player's only where the paired
difference is beyond its error. Positions are counted, never time: the same position, seed and budget give the
same answer on every machine.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from engines.core.advice import Advice, Known
from engines.core.dice import Dice

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)

BEST = 3
"""Actions that are recommended."""
_ROUND = 4
"""Playouts of each action that is left in a round."""
_DIGITS = 9
"""Digits of a chance that count: the last bits of a float depend on the machine's mathematics library."""


class Worth(NamedTuple):
    """The worth of a position to a seat."""

    chance: float
    """The chance to win, 0 to 1."""
    terms: Mapping[Any, float]
    """What it was read from, in units that people know; a term that is missing is 0."""


class Budget(NamedTuple):
    """How much a search may do, in units that are the same on every machine."""

    positions: int
    """Actions that are carried out in playouts, over all candidates."""
    breadth: int
    """Candidates that are tried, the automatic player's among them."""
    doubt: float = 1.0
    """Standard errors by which an action has to be better than the automatic player's to be put before it."""


class Branch(NamedTuple, Generic[A]):
    """What the search found about an action."""

    action: A
    chance: float
    """The chance to win, 0 to 1, by the rule of succession: a few games that are all won are no certainty.

    That of the automatic player's action is set right by the difference, as it has most playouts.
    """
    results: tuple[Worth, ...]
    """The worth at the end of each playout; the n-th ones of all actions began alike."""

    def against(self, other: Branch[A]) -> dict[Any, float]:
        """The mean difference of each term from another action's, on the playouts that both have.

        Differences within their standard error are left out.
        """
        pairs = [*zip(self.results, other.results, strict=False)]
        terms = dict.fromkeys(term for pair in pairs for worth in pair for term in worth.terms)
        differences: dict[Any, float] = {}
        for term in terms:
            by = [one.terms.get(term, 0.0) - two.terms.get(term, 0.0) for one, two in pairs]
            if abs(fmean(by)) > _error(by):
                differences[term] = fmean(by)
        return differences


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean; of a single value nothing is known."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


class Model(ABC, Generic[S, A]):
    """A game as the search sees it. States are whole ones; what a seat may not know in them was sampled."""

    @abstractmethod
    def known(self, state: S, seat: str) -> S:
        """The state without what the seat may not know, the same for all states that look alike to it."""

    @abstractmethod
    def sample(self, known: S, seat: str, rng: random.Random) -> S:
        """A whole state, drawn from those that look to the seat like the known part."""

    @abstractmethod
    def candidates(self, state: S, seat: str, listed: Sequence[A]) -> Sequence[A]:
        """Actions that are worth a look, the automatic player's first; empty where none is owed.

        :param state: a sampled state.
        :param listed: what the seat may choose in the true one. The rules sometimes list what follows from
            hidden facts, as the best ways of a retreat.
        """

    @abstractmethod
    def follow(self, state: S) -> tuple[str, A] | None:
        """The seat that decides first and its automatic player's action; None where the game is over."""

    @abstractmethod
    def act(self, state: S, seat: str, action: A, dice: Dice) -> S:
        """The state after an action, up to the next choice; `state` itself may be changed."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """A copy that `act` may change."""

    @abstractmethod
    def settled(self, start: S, state: S, seat: str) -> bool:
        """Whether a playout that began in one state may end in another: `worth` can be trusted there."""

    @abstractmethod
    def worth(self, state: S, seat: str) -> Worth:
        """The worth of a whole state to a seat; when the game is over its result, 1.0 or 0.0."""

    @abstractmethod
    def reason(self, state: S, seat: str, branch: Branch[A], other: Branch[A] | None, *, best: bool) -> str:
        """Why an action is as good as it is, in a sentence for people.

        :param state: a sampled state; only what the seat knows of it may be told.
        :param other: the branch to compare with: for the best one the next best, for others the best one;
            None where there is no choice.
        :param best: whether the branch is the best one.
        """


class _Tried(Generic[A]):
    """An action with the results of its playouts, in the order of the samples."""

    def __init__(self, action: A) -> None:
        self.action = action
        self.results: list[Worth] = []

    def ahead(self, usual: _Tried[A], doubt: float = 0.0) -> float:
        """The gain over the automatic player's action, less some standard errors."""
        by = [one.chance - two.chance for one, two in zip(self.results, usual.results, strict=False)]
        return round(fmean(by) - (doubt * _error(by) if doubt else 0.0), _DIGITS)

    def branch(self, usual: _Tried[A]) -> Branch[A]:
        count = len(usual.results)
        won = sum(worth.chance for worth in usual.results) + count * self.ahead(usual)
        # A worth that was estimated needs no such caution.
        decided = sum(worth.chance in (0.0, 1.0) for worth in usual.results) / count
        chance = (won + decided) / (count + 2 * decided)
        return Branch(self.action, round(min(1.0, max(0.0, chance)), _DIGITS), tuple(self.results))


def search(
    model: Model[S, A], known: Known[S, A], seat: str, seed: str, budget: Budget, first: Sequence[A] = ()
) -> list[Branch[A]]:
    """What a seat can do, best first; empty where it owes nothing.

    :param first: actions to be tried before the model's candidates. Others have to beat the first action of
        all beyond their error.
    """
    rng = random.Random(seed)  # noqa: S311 - repeatable choice, not secrecy
    samples = [model.sample(known.state, seat, rng)]
    candidates = list(dict.fromkeys(first))
    candidates += [each for each in model.candidates(samples[0], seat, known.listed) if each not in first]
    tried = [_Tried(action) for action in candidates[: budget.breadth]]
    if not tried:
        return []
    usual, left, rest = tried[0], budget.positions, tried
    while True:
        goal = len(usual.results) + _ROUND
        samples += [model.sample(known.state, seat, rng) for _ in range(goal - len(samples))]
        for each in rest:
            for number in range(len(each.results), goal):
                worth, count = play_out(model, samples[number], seat, each.action, Dice(f"{seed}:{number}"))
                each.results.append(worth)
                left -= count
        if left <= 0 or len(rest) == 1:
            break
        others = sorted(rest[1:], key=lambda each: -each.ahead(usual))
        # The automatic player's action stays: the others are measured by it.
        rest = [usual, *others[: max(1, len(others) // 2)]]
    best = max(rest, key=lambda each: 0.0 if each is usual else each.ahead(usual, budget.doubt))
    return [
        each.branch(usual) for each in sorted(tried, key=lambda each: (each is not best, -each.ahead(usual)))
    ]


def play_out(model: Model[S, A], start: S, seat: str, action: A, dice: Dice) -> tuple[Worth, int]:
    """Carry an action out and go on by the automatic players; returns the worth at the end, and the number of
    actions."""
    state = model.act(model.copy(start), seat, action, dice)
    count = 1
    while not model.settled(start, state, seat):
        follows = model.follow(state)
        if follows is None:
            break
        state = model.act(state, *follows, dice)
        count += 1
    return model.worth(state, seat), count


def advice(model: Model[S, A], known: Known[S, A], seat: str, seed: str, budget: Budget) -> list[Advice[A]]:
    """The best actions of a seat, best first, with a reason from what the search found.

    :param seed: any text that depends on nothing that the seat may not know.
    """
    branches = search(model, known, seat, seed, budget)[:BEST]
    if not branches:
        return []
    shown = model.sample(known.state, seat, random.Random(seed))  # noqa: S311 - as in the search
    best, *others = branches
    reasons = [model.reason(shown, seat, best, others[0] if others else None, best=True)]
    reasons += [model.reason(shown, seat, each, best, best=False) for each in others]
    # An action that is better only within its error stands below, and is not told to be better.
    return [
        Advice(each.action, min(each.chance, best.chance), reason)
        for each, reason in zip(branches, reasons, strict=True)
    ]
