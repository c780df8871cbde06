"""What was better than an action that was played, judged from what its seat knew, not from what came."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Better(NamedTuple, Generic[A]):
    """What was better than an action."""

    action: A
    chance: float
    """The chance to win after it."""
    lost: float
    """The loss of that chance by the action that was played."""
    reason: str
    """What the two led to, in a sentence whose subject is the action that was played."""


class Case(ABC, Generic[A]):
    """A decision that may have been a mistake."""

    @abstractmethod
    def lost(self, number: int) -> tuple[float, int]:
        """An estimate of what the decision cost, another for each number; and the actions that it took."""

    @abstractmethod
    def better(self) -> Better[A] | None:
        """What was better, found independently of the estimates; None where nothing was."""


class Hindsight(ABC, Generic[S, A]):
    """What judges the decisions of a title that were made."""

    @abstractmethod
    def chances(self, state: S) -> Mapping[str, float]:
        """Each seat's chance to win, read from all that there is in a position."""

    @abstractmethod
    def seen(self, state: S, seat: str) -> float:
        """A seat's chance to win, as far as it may know."""

    @abstractmethod
    def case(self, state: S, seat: str, action: A) -> Case[A] | None:
        """A decision of a seat; None where the automatic player would have decided the same."""
