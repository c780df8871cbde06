"""A game as the search sees it, where what counts in a position is weighed by a logistic model."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from math import exp
from statistics import fmean
from typing import Any, ClassVar, TypeVar

import msgspec

from data.catalogue import N_, _
from data.worth import weights
from engines.core.search import Branch, Worth
from engines.core.state import GameState
from engines.core.title import BoxTitle
from engines.core.title_model import TitleModel

S = TypeVar("S", bound=GameState)
A = TypeVar("A", bound=msgspec.Struct)
_LONGEST = 60
"""Characters of an action that a reason quotes."""


ADDS = "adds"
"""Begins the term of what a fact adds to a chance, beside the term of the fact itself."""


class Labelled(TitleModel[S, A]):
    """The adviser of a title whose reasons name the fact that tells two actions most apart."""

    labels: ClassVar[Mapping[str, tuple[str, N_]]]
    """The facts that may decide, each with the fact that a reason names for it, and its words."""

    def named(self, action: A) -> str:
        """An action as a reason names it."""
        written = self.title.notation(action)
        return f"`{written}`" if len(written) <= _LONGEST else f"`{written[:_LONGEST]}…`"

    def reason(self, state: S, seat: str, branch: Branch[A], other: Branch[A] | None, *, best: bool) -> str:
        """The fact that tells an action most from another, in the direction of their chances."""
        if other is None:
            return _("There is no other choice.")
        pairs = [*zip(branch.results, other.results, strict=False)]
        apart, better = branch.against(other), 1 if branch.chance >= other.chance else -1
        gains = {name: better * apart.get((ADDS, name), 0.0) for name in self.labels}
        name = max(gains, key=lambda known: gains[known])
        fact, label = self.labels[name]
        value, compared = (
            f"{fmean(worth.terms[fact] for worth in each):.1f}" for each in zip(*pairs, strict=True)
        )
        tries, named = len(pairs), self.named(other.action)
        if gains[name] <= 0 or value == compared:
            return _("In {tries} playouts it came to much the same as {other}.", tries=tries, other=named)
        return _(
            "In {tries} playouts it led to {value} {fact} on average, and {other} to {compared}.",
            tries=tries,
            value=value,
            fact=str(label),
            other=named,
            compared=compared,
        )


class Weighed(Labelled[S, A]):
    """The adviser of a title.

    Each seat's facts, by their weights in `worth.toml`, add up to its score; its chance to win is its share
    in the exponentials of all scores.
    """

    def __init__(self, title: BoxTitle[Any, Any, S, A, Any]) -> None:
        super().__init__(title)
        self.weights = weights(title.id)

    @abstractmethod
    def facts(self, state: S) -> Mapping[str, Mapping[str, float]]:
        """What counts in a position, by seat and by the names of the weights; also what reasons name."""

    def worth(self, state: S, seat: str) -> Worth:
        """The share of a seat's score; a draw is half a win."""
        facts, outcome = self.facts(state), self.title.outcome(state)
        own, others = facts[seat], [known for one, known in facts.items() if one != seat]
        terms: dict[Any, float] = {}
        for name, (fact, _label) in self.labels.items():
            terms[fact] = own[fact]
            terms[ADDS, name] = self.weights[name] * (own[name] - fmean(known[name] for known in others))
        if outcome is None:
            return Worth(shares(self.weights, facts)[seat], terms)
        return Worth(0.5 if outcome.winner is None else float(outcome.winner == seat), terms)


def shares(weights: Mapping[str, float], facts: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """The chance of each seat to win."""
    scores = {
        seat: sum(weight * known[name] for name, weight in weights.items()) for seat, known in facts.items()
    }
    most = max(scores.values())
    parts = {seat: exp(score - most) for seat, score in scores.items()}
    total = sum(parts.values())
    return {seat: part / total for seat, part in parts.items()}
