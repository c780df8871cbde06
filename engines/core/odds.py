"""Exact chances: values weighted by the ways that lead to them, for dice that were not thrown yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Sum = tuple[int, ...]


class Ways(msgspec.Struct, Generic[T], frozen=True):
    """Values, each with the number of ways that lead to it; all ways are equally likely."""

    weights: Mapping[T, int]

    @property
    def total(self) -> int:
        """All ways."""
        return sum(self.weights.values())

    def map(self, made: Callable[[T], U]) -> Ways[U]:
        """The results of a function over the values."""
        return _summed((made(value), ways) for value, ways in self.weights.items())

    def beside(self, other: Ways[U]) -> Ways[tuple[T, U]]:
        """Pairs of values, where neither depends on the other."""
        pairs = product(self.weights.items(), other.weights.items())
        return _summed(((one, two), ways * more) for (one, ways), (two, more) in pairs)

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """Chance of the wanted values."""
        return Fraction(sum(ways for value, ways in self.weights.items() if wanted(value)), self.total)

    def exactly(self, value: T) -> Fraction:
        """Chance of one value."""
        return Fraction(self.weights.get(value, 0), self.total)

    def mean(self, worth: Callable[[T], int]) -> Fraction:
        """The mean of a function over the values."""
        return Fraction(sum(worth(value) * ways for value, ways in self.weights.items()), self.total)


def die() -> Ways[int]:
    """A die."""
    return Ways(dict.fromkeys(range(1, 7), 1))


def two_dice() -> Ways[tuple[int, int]]:
    """Two dice that can be told apart."""
    return die().beside(die())


def draws(pool: Sequence[T], count: int, worth: Callable[[T], Sum], nothing: Sum) -> Ways[Sum]:
    """Draws of a number of cards from a pool, by worth; a kind counts once however often it is drawn.

    :param nothing: the worth of no kind at all.
    """

    def added(one: Sum, other: Sum) -> Sum:
        return tuple(map(sum, zip(one, other, strict=True)))

    ways: Ways[tuple[int, Sum]] = Ways({(0, nothing): 1})
    for kind in dict.fromkeys(pool):
        copies, counts = pool.count(kind), worth(kind)
        ways = _summed(
            ((taken + more, added(sum_, counts) if more else sum_), number * comb(copies, more))
            for (taken, sum_), number in ways.weights.items()
            for more in range(min(copies, count - taken) + 1)
        )
    return _summed((sum_, number) for (taken, sum_), number in ways.weights.items() if taken == count)


def _summed(pairs: Iterable[tuple[Any, int]]) -> Ways[Any]:
    weights: dict[Any, int] = defaultdict(int)
    for value, ways in pairs:
        weights[value] += ways
    return Ways(dict(weights))
