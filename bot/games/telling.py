"""Lines of a growing list of events; final lines are not written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from bot.games.shown import Headline
from engines.core.events import Event

N = TypeVar("N")


class Part(Protocol):
    """A part of a chapter."""

    @property
    def events(self) -> list[Event]: ...
    @property
    def over(self) -> bool: ...


P = TypeVar("P", bound=Part)


class Told(NamedTuple):
    """Lines of events."""

    lines: list[str]
    events: int
    """How many of the first events are final: later events make lines of their own."""
    settled: int
    """How many of the first lines belong to those."""


class Run(NamedTuple):
    """Consecutive events, and their summary where they have a post of their own."""

    events: list[Event]
    headlines: Sequence[Headline] = ()
    """What they have decided, also while more events belong to them."""
    line: str | None = None
    """The summary while nothing is decided; None where they have no post of their own."""
    over: bool = False
    """Whether no further events belong to it."""

    @property
    def summary(self) -> list[str] | None:
        """The lines that stand for it where it has a post of its own."""
        if self.line is None:
            return None
        return [line for headline in self.headlines for line in headline.lines()] or [self.line]

    @property
    def on_card(self) -> list[str] | None:
        """The lines on a card: the titles alone, because a scene's own post says the rest."""
        if self.line is None:
            return None
        return [headline.lines()[0] for headline in self.headlines] or [self.line]


def runs(
    names: N,
    parts: Iterable[P],
    headlines: Callable[[N, P], Iterable[Headline]],
    under_way: Callable[[N, P], str | None],
) -> list[Run]:
    """Parts of a chapter, some of which have a post of their own.

    :param under_way: the summary while nothing is decided.
    """
    return [
        Run(part.events, list(headlines(names, part)), under_way(names, part), part.over) for part in parts
    ]


def one_by_one(tell: Callable[[Event], str | None], events: Sequence[Event]) -> Told:
    """The line of each event by itself, where it has one."""
    lines = [line for line in map(tell, events) if line]
    return Told(lines, len(events), len(lines))


class Lines(NamedTuple):
    """The lines of a chapter, and how many of them are final."""

    lines: list[str]
    settled: int


class Final(NamedTuple):
    """What is final of a growing chapter."""

    lines: Sequence[str] = ()
    events: int = 0
    """How many of the first events these lines tell."""


class Telling:
    """The lines of a chapter that grows.

    :param tell: describes events, a presenter's.
    :ivar final: the lines that are not written again; a telling that is given them goes on from there.
    """

    def __init__(self, tell: Callable[[Sequence[Event]], Told]) -> None:
        self._tell = tell
        self.final = Final()

    def lines(self, events: Sequence[Event]) -> Lines:
        """All lines of a chapter that has only grown since the last call."""
        new = self._tell(events[self.final.events :])
        lines = [*self.final.lines, *new.lines]
        final = lines[: len(self.final.lines) + new.settled]
        self.final = Final(final, self.final.events + new.events)
        return Lines(lines, len(final))
