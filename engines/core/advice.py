"""The interface of an adviser, which a title may offer."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec

from data.catalogue import _
from engines.core.errors import UsageError
from engines.core.strength import Strength

if TYPE_CHECKING:
    from engines.core.hindsight import Hindsight

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Advice(NamedTuple, Generic[A]):
    """An action that an adviser recommends."""

    action: A
    expected: float
    """The seat's chance to win the game after it, from 0 to 1, with all the rest of the turn played well."""
    reason: str
    """Why, in a sentence for people."""


class Known(msgspec.Struct, Generic[S, A], frozen=True):
    """All that a seat decides from."""

    state: S
    """The state without what the seat may not know."""
    listed: tuple[A, ...]
    """The actions that the seat may choose, which a state that was drawn may list otherwise."""


class Advised(Generic[S, A]):
    """The adviser of a title. By default a title has none, and says so."""

    name: str
    advises = False
    """Whether the title has an adviser."""
    deliberates = True
    """Whether the automatic player takes the adviser's best; else it plays by `suggest`, which is quicker."""
    strengths: tuple[Strength, ...] = ()
    """How well the automatic player can play a seat; empty: it has one way only, `suggest`."""

    def advise(self, state: S, seat: str, rng: random.Random) -> list[Advice[A]]:
        """The best legal actions, best first, with the seat's expected chance; empty where it owes none.

        It uses nothing that the seat may not know. It may take up to a second, so callers must not let
        other players wait for it; `suggest` answers at once.

        :raises UsageError: the title has no adviser.
        """
        raise UsageError(_("{name} has no adviser", name=self.name))

    @property
    def adviser(self) -> Any:
        """What plays actions on for the title, a `TitleModel`; None where nothing does."""
        return None

    def hindsight(self) -> Hindsight[S, A] | None:
        """What judges decisions that were made where no playouts of the adviser do; by default nothing."""
        return None

    def aim(self, seat: str) -> str:
        """What `expected` is the chance of, after a number of percent."""
        return _("to win the game")

    def known(self, state: S, seat: str) -> Known[S, A]:
        """What a seat knows when it owes a decision: all that `decide` is given.

        :raises UsageError: the title has no strengths.
        """
        raise UsageError(_("{name} has no strengths", name=self.name))

    def searches(self, known: Known[S, A], seat: str, strength: Strength) -> bool:
        """Whether `decide` takes more than a moment, so that it belongs in another process."""
        return False

    def decide(self, known: Known[S, A], seat: str, strength: Strength, seed: str) -> A | None:
        """The action of the automatic player at a strength, the same on every machine; None if there is none.

        :param known: what the seat knows, from `known`.
        :param seed: the digest of that. It is taken where the state is at home: one that comes from
            another process may be written otherwise.
        """
        raise UsageError(_("{name} has no strengths", name=self.name))
