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


class Run(NamedTuple):
    """Events that follow each other, and how they are told in short where they have a post of their own."""

    events: list[Event]
    line: str | None = None
    decided: bool = False
    """Whether the line says how it came out, also while more belongs to it."""
    over: bool = False
    """Whether nothing more belongs to it."""


def one_by_one(tell: Callable[[Event], str | None], events: Sequence[Event]) -> Told:
    """Events that are told each by itself, where it has a line."""
    lines = [line for line in map(tell, events) if line]
    return Told(lines, len(events), len(lines))


class Lines(NamedTuple):
    """What happened in a chapter, and how much of that is told for good."""

    lines: list[str]
    settled: int


class Telling:
    """The lines of a chapter that grows.

    :param tell: tells events, a presenter's.
    """

    def __init__(self, tell: Callable[[Sequence[Event]], Told]) -> None:
        self._tell = tell
        self._lines: list[str] = []
        self._settled = 0
        """How many events have come to these lines for good."""

    def lines(self, events: Sequence[Event]) -> Lines:
        """All lines of a chapter that has only grown since it was told last."""
        new = self._tell(events[self._settled :])
        lines = self._lines + new.lines
        self._lines += new.lines[: new.settled]
        self._settled += new.events
        return Lines(lines, len(self._lines))
