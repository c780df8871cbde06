"""What happened in lines, told on as more happens: what stands is not told again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engines.core.events import Event


class Told(NamedTuple):
    """What happened, in lines."""

    lines: list[str]
    events: int
    """How many of the first events are told for good: what follows them makes lines of its own."""
    settled: int
    """How many of the first lines those have come to."""


def one_by_one(tell: Callable[[Event], str | None], events: Sequence[Event]) -> Told:
    """Events that are told each by itself, where it has a line."""
    lines = [line for line in map(tell, events) if line]
    return Told(lines, len(events), len(lines))


class Telling:
    """The lines of a chapter that grows.

    :param tell: tells events, a presenter's.
    """

    def __init__(self, tell: Callable[[Sequence[Event]], Told]) -> None:
        self._tell = tell
        self._lines: list[str] = []
        self._settled = 0
        """How many events have come to these lines for good."""

    def lines(self, events: Sequence[Event]) -> list[str]:
        """All lines of a chapter that has only grown since it was told last."""
        new = self._tell(events[self._settled :])
        lines = self._lines + new.lines
        self._lines += new.lines[: new.settled]
        self._settled += new.events
        return lines
