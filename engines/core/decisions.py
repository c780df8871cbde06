"""Several seats at one table: what they decide at once, what is done beside that, who may talk to whom."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

import msgspec

from engines.core.refusals import Refusal

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What one seat owes the game now."""

    seat: str
    kind: str
    """Stable word for the kind of decision; standing orders are kept by it."""
    prompt: str
    case: str
    interrupt: bool = False
    """True when it interrupts the other side's turn."""


class Together(Generic[S, A]):
    """What of the contract is about several seats at once; by default nobody talks in private."""

    collects: bool = False
    """True where the clock closes what several decide at once, whatever a campaign has for late turns."""

    @abstractmethod
    def decisions(self, state: S) -> list[Decision]:
        """Who must decide what now; empty when the game is over.

        Everybody may read them, so no prompt tells a secret. Several at once are simultaneous: they
        are given in any order, to the same end, and stay secret until the last is in.
        """

    def deciding(self, state: S) -> list[str]:
        """The seats of `decisions`, in their order, for whoever need not know what is asked."""
        return [decision.seat for decision in self.decisions(state)]

    def given(self, state: S) -> list[Decision]:
        """Decisions that were made and stay secret until the others of `decisions` are made too."""
        return []

    def changeable(self, state: S) -> Sequence[Decision]:
        """Those of `given` that their seats may make otherwise: `apply` takes it, and nothing is listed."""
        return []

    def at_once(self, state: S) -> bool:
        """Whether several seats decide at once, be it that some have."""
        return bool(self.given(state)) or len(self.decisions(state)) > 1

    def beside(self, action: A) -> bool:
        """Whether an action answers nothing that is asked, and can be taken at any time beside it."""
        return False

    def talks(self, state: S) -> bool:
        """Whether seats may talk in private now."""
        return False

    def talk_refusal(self, state: S, seats: Collection[str]) -> Refusal | None:
        """Why these seats may not talk in private with one another, or None."""
        return None
