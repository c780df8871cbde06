"""What follows from a value that nobody changes in place, worked out once while it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """A function that keeps its last result, as one position is looked at many times before the next.

    :param work: what comes of a value, and of others that always go with it.
    """

    def __init__(self, work: Callable[..., V]) -> None:
        self._work = work
        self._last: tuple[K, V] | None = None

    def __call__(self, value: K, *others: Any) -> V:
        last = self._last
        if last is None or last[0] is not value:
            last = self._last = (value, self._work(value, *others))
        return last[1]

    def still(self, before: K, after: K) -> None:
        """Keep the result for the value that took the place of another: it follows from both."""
        if self._last is not None and self._last[0] is before:
            self._last = (after, self._last[1])
