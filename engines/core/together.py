"""Several seats at one table: what they decide at once, what is done beside that, who may talk to whom."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

import msgspec

from engines.core.refusals import Refusal

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)
D = TypeVar("D")


class Together(Generic[S, A, D]):
    """What of the contract is about several seats at once; by default nobody talks in private."""

    collects: bool = False
    """True where the clock closes what several decide at once, whatever a campaign has for late turns."""

    @abstractmethod
    def decisions(self, state: S) -> list[D]:
        """Who must decide what now."""

    def given(self, state: S) -> list[D]:
        """Decisions that were made and stay secret until the others of `decisions` are made too."""
        return []

    def changeable(self, state: S) -> Sequence[D]:
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
