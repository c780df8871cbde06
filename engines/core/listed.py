"""Long lists whose length is known at once, and whose members are made when they are looked at."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import TypeVar, overload

A = TypeVar("A")


class _Listed(Sequence[A]):
    """It equals each sequence of the same members."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    @overload
    def __getitem__(self, at: int) -> A: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[A]: ...
    def __getitem__(self, at: int | slice) -> A | Sequence[A]:
        if isinstance(at, slice):
            return [*self][at]
        place = at + len(self) if at < 0 else at
        if not 0 <= place < len(self):
            raise IndexError(at)
        return self._at(place)

    @abstractmethod
    def _at(self, place: int) -> A:
        """The member at a place that there is."""


class Later(_Listed[A]):
    """A list that is made when one of its members is looked at."""

    def __init__(self, length: int, make: Callable[[], list[A]]) -> None:
        self._length = length
        self._make = make

    @cached_property
    def _made(self) -> list[A]:
        return self._make()

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[A]:
        return iter(self._made)

    def _at(self, place: int) -> A:
        return self._made[place]


class Each(_Listed[A]):
    """A list each of whose members is made by itself when it is looked at."""

    def __init__(self, length: int, make: Callable[[int], A]) -> None:
        self._length = length
        self._make = make

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[A]:
        return map(self._make, range(self._length))

    def _at(self, place: int) -> A:
        return self._make(place)


class Joined(_Listed[A]):
    """Several lists in one."""

    def __init__(self, parts: Iterable[Sequence[A]]) -> None:
        self._parts = [*parts]
        self._ends = [*accumulate(map(len, self._parts))]

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[A]:
        return chain.from_iterable(self._parts)

    def _at(self, place: int) -> A:
        part = bisect_right(self._ends, place)
        return self._parts[part][place - self._ends[part]]
