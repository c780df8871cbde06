"""The door to an adviser, which every title can have."""

from __future__ import annotations

import random
from typing import Generic, NamedTuple, TypeVar

import msgspec

from data.catalogue import _
from engines.core.errors import UsageError

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Advice(NamedTuple, Generic[A]):
    """An action that an adviser recommends."""

    action: A
    expected: float
    """The seat's chance to win the game after it, from 0 to 1, with all the rest of the turn played well."""
    reason: str
    """Why, in a sentence for people."""


class Advised(Generic[S, A]):
    """What a title with an adviser answers; by default it has none, and says so."""

    name: str
    advises = False
    """Whether the title has an adviser."""

    def advise(self, state: S, seat: str, rng: random.Random) -> list[Advice[A]]:
        """The best legal actions, best first, with what they are expected to bring; none where none is owed.

        It looks at nothing that the seat may not know. It may think for up to a second, so that it is not
        asked where others wait; `suggest` answers at once.

        :raises UsageError: the title has no adviser.
        """
        raise UsageError(_("{name} has no adviser", name=self.name))
