"""Several seats at one table: simultaneous decisions, actions beside them, and private talks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

import msgspec

from engines.core.refusals import Refusal

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A decision that one seat owes the game now."""

    seat: str
    kind: str
    """Stable word for the kind of decision; standing orders are kept by it."""
    prompt: str
    case: str
    interrupt: bool = False
    """True when it interrupts the other side's turn."""


class Together(Generic[S, A]):
    """The part of the contract about several seats at once; by default there are no private talks."""

    collects: bool = False
    """True where the clock closes simultaneous decisions, whichever rule for late turns applies."""

    @abstractmethod
    def decisions(self, state: S) -> list[Decision]:
        """The decisions that seats owe now; empty when the game is over.

        All seats may read them, so no prompt tells a secret. Several at once are simultaneous: their order
        makes no difference, and they stay secret until the last is in.
        """

    def deciding(self, state: S) -> list[str]:
        """The seats of `decisions`, in their order, for a caller that does not need the questions."""
        return [decision.seat for decision in self.decisions(state)]

    def given(self, state: S) -> list[Decision]:
        """Decisions that were made and stay secret until the others of `decisions` are made too."""
        return []

    def changeable(self, state: S) -> Sequence[Decision]:
        """The decisions of `given` that may still be changed: `apply` takes a new answer; none is listed."""
        return []

    def at_once(self, state: S) -> bool:
        """Whether several seats decide at once, also when some have decided already."""
        return bool(self.given(state)) or len(self.decisions(state)) > 1

    def beside(self, action: A) -> bool:
        """Whether an action answers no question and can be taken at any time."""
        return False

    def talks(self, state: S) -> bool:
        """Whether seats may talk in private now."""
        return False

    def talk_refusal(self, state: S, seats: Collection[str]) -> Refusal | None:
        """The reason why these seats may not talk in private with one another, or None."""
        return None
