"""The story of events, a line each; related events share one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from bot.games.telling import Told
from data.catalogue import N_
from data.templates import Formatter, Template
from engines.core.events import Edited, Event, PhaseBegun

Line = str | Iterable[str] | None
"""A line, lines, or None."""
COVERED = N_("🛠️ A moderator corrects counters. Only their owner sees which ones.")
S = TypeVar("S", bound="Story")
E = TypeVar("E", bound=Event)


class Teller(NamedTuple):
    """Describes a run of events of these kinds."""

    kinds: tuple[type[Event], ...]
    together: Callable[[Any, Any], bool]
    tell: Callable[..., Line]


def tells(
    kinds: type[E] | tuple[type[E], ...], together: Callable[[E, E], bool] = lambda before, event: True
) -> Callable[[Callable[[S, list[E]], Line]], Teller]:
    """Mark the method of a story that describes events of one kind, or of several that belong together.

    :param together: whether an event belongs to the run of the one before it.
    """
    return lambda tell: Teller(kinds if isinstance(kinds, tuple) else (kinds,), together, tell)


class Story(ABC):
    """Describes redacted events; a subclass has the words."""

    phases: ClassVar[Mapping[str, str | N_]] = {}
    """Headings of phases; a phase without lines is left out, as is one without a heading."""
    _tellers: ClassVar[dict[type[Event], Teller]] = {}

    def __init_subclass__(cls) -> None:
        marked = (value for value in vars(cls).values() if isinstance(value, Teller))
        cls._tellers = cls._tellers | {kind: teller for teller in marked for kind in teller.kinds}

    @abstractmethod
    def line(self, event: Event) -> Line:
        """The line or lines of a single event; None where it deserves none."""

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """Which of two events adds nothing to the other."""
        return None

    def told(self, events: Sequence[Event]) -> Told:
        """The story of events, and how much of it is final: all but the last run."""
        story: list[str] = []
        heading, settled = "", (0, 0)
        for begun, run in self._runs(events):
            # A heading still waits for its first line, or an event adds to the one before: no cut there.
            if not heading and (not begun or self.said_twice(events[begun - 1], events[begun]) is None):
                settled = begun, len(story)
            if isinstance(run[0], PhaseBegun):
                heading = str(self.phases.get(run[0].phase, ""))
                continue
            lines = list(self._told_together(run))
            if lines and heading:
                story.append(f"__{heading}__")
                heading = ""
            story += lines
        return Told(story, *settled)

    def _told_together(self, run: list[Event]) -> Iterator[str]:
        teller = self._tellers.get(type(run[0]))
        lines = self.line(run[0]) if teller is None else teller.tell(self, run)
        yield from filter(None, [lines] if isinstance(lines, str) else lines or ())

    def _runs(self, events: Sequence[Event]) -> Iterator[tuple[int, list[Event]]]:
        """The runs of events, each with the number of its first event."""
        begun, run = 0, list[Event]()
        for number, event in self._heard(events):
            teller = self._tellers.get(type(event))
            goes_on = run and teller and teller is self._tellers.get(type(run[-1]))
            if run and not (teller and goes_on and teller.together(run[-1], event)):
                yield begun, run
                run = []
            begun = begun if run else number
            run.append(event)
        if run:
            yield begun, run

    def _heard(self, events: Sequence[Event]) -> list[tuple[int, Event]]:
        """Events without redundant ones, each with its number."""
        silent: set[int] = set()
        for number, (before, event) in enumerate(pairwise(events)):
            which = self.said_twice(before, event)
            if which is not None:
                silent.add(number if which == "first" else number + 1)
        return [(number, event) for number, event in enumerate(events) if number not in silent]


def tag_of(thing: msgspec.Struct) -> str:
    """The tag of an event or an action."""
    return str(thing.__struct_config__.tag)


def edited(formatter: Formatter, forms: Mapping[str, tuple[Sequence[str], Template]], edit: Edited) -> str:
    """A moderator's edit in words; where only the owner may know it, the event has only the verb.

    :param forms: by verb the kinds of an edit's words, and the template that describes it.
    """
    verb, *words = edit.words
    fields, template = forms[verb]
    if len(words) != len(fields):
        return str(COVERED)
    return formatter.fill(template, dict(zip(fields, words, strict=True)).__getitem__)


class TemplateStory(Story):
    """Describes each event by the template of its tag, filled with the event's fields."""

    templates: ClassVar[Mapping[str, Template | None]]
    """The templates by the tags of events; other events have no line."""

    def __init__(self, formatter: Formatter) -> None:
        self.formatter = formatter

    def line(self, event: Event, **more: Any) -> str:
        """An event by its template; empty where it has none."""
        return self.fill(self.templates.get(tag_of(event)), event, **more)

    def parts(self, event: Event) -> Mapping[str, Any]:
        """Derived facts of an event beside its fields, by their names in templates."""
        return {}

    def fill(self, template: Template | None, event: Event, **more: Any) -> str:
        """A template with an event's facts; empty where it says nothing."""
        return self.formatter.describe(template, event, **{**self.parts(event), **more})
