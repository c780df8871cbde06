"""Long lists whose length is known at once, and whose members are made when they are looked at."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Generic, TypeVar, overload

A = TypeVar("A")
B = TypeVar("B")


class Listed(Sequence[A]):
    """A sequence that is made when it is read; it equals each sequence of the same members."""

    __hash__ = None  # type: ignore[assignment]
    _length: int

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    @overload
    def __getitem__(self, at: int) -> A: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[A]: ...
    def __getitem__(self, at: int | slice) -> A | Sequence[A]:
        if isinstance(at, slice):
            return [*self][at]
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError(at)
        return self._at(place)

    @abstractmethod
    def _at(self, place: int) -> A:
        """The member at a place that there is."""


class Each(Listed[A], Generic[A, B]):
    """The results of a function for each member of another sequence."""

    def __init__(self, members: Sequence[B], make: Callable[[B], A]) -> None:
        self._members = members
        self._make = make
        self._length = len(members)

    def __iter__(self) -> Iterator[A]:
        return map(self._make, self._members)

    def _at(self, place: int) -> A:
        return self._make(self._members[place])


class Joined(Listed[A]):
    """Several lists in one.

    :param lengths: of the parts, where they are known.
    """

    def __init__(self, parts: Iterable[Sequence[A]], lengths: Iterable[int] | None = None) -> None:
        self._parts = [*parts]
        self._ends = [*accumulate(map(len, self._parts) if lengths is None else lengths)]
        self._length = self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[A]:
        return chain.from_iterable(self._parts)

    def _at(self, place: int) -> A:
        part = bisect_right(self._ends, place)
        return self._parts[part][place - self._ends[part]]
