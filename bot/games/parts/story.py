"""The telling of what happened, a line each: what belongs together is told together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from bot.games.parts.lines import LINE, within
from bot.games.telling import Told
from data.catalogue import N_
from data.templates import Template
from engines.core.events import Edited, Event, PhaseBegun
from engines.core.messages import Formatter, Name, Part, Ratio, Renderer, Several, message

Line = str | Iterable[str] | None
"""A line, lines, or nothing worth one."""
COVERED = N_("🛠️ Counters are put right; which ones is for their owner alone.")
S = TypeVar("S", bound="Story")
E = TypeVar("E", bound=Event)


class Teller(NamedTuple):
    """Tells a run of events of these kinds."""

    kinds: tuple[type[Event], ...]
    together: Callable[[Any, Any], bool]
    tell: Callable[..., Line]


def tells(
    kinds: type[E] | tuple[type[E], ...], together: Callable[[E, E], bool] = lambda before, event: True
) -> Callable[[Callable[[S, list[E]], Line]], Teller]:
    """Mark the method of a story that tells events of one kind, or of several that belong together.

    :param together: whether an event belongs to what is told of the one before it.
    """
    return lambda tell: Teller(kinds if isinstance(kinds, tuple) else (kinds,), together, tell)


class Story(ABC):
    """Tells events as a reader may know them; a subclass has the words."""

    phases: ClassVar[Mapping[str, str | N_]] = {}
    """Headings of phases; one in which nothing happened is left out, as is one without a heading."""
    longest: ClassVar[int | None] = LINE
    """Letters after which a line is broken, if any."""
    _tellers: ClassVar[dict[type[Event], Teller]] = {}

    def __init_subclass__(cls) -> None:
        marked = (value for value in vars(cls).values() if isinstance(value, Teller))
        cls._tellers = cls._tellers | {kind: teller for teller in marked for kind in teller.kinds}

    @abstractmethod
    def line(self, event: Event) -> Line:
        """The line or lines of an event that is told by itself; nothing where it is not worth one."""

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """Which of two events adds nothing to the other."""
        return None

    def told(self, events: Sequence[Event]) -> Told:
        """The story of events, and how much of it stands whatever follows: all but what is told last."""
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
        for line in filter(None, [lines] if isinstance(lines, str) else lines or ()):
            yield from [line] if self.longest is None else within(line, self.longest)

    def _runs(self, events: Sequence[Event]) -> Iterator[tuple[int, list[Event]]]:
        """What is told together, each with the number of its first event."""
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
        """Events without those that are said twice, each with its number."""
        silent: set[int] = set()
        for number, (before, event) in enumerate(pairwise(events)):
            which = self.said_twice(before, event)
            if which is not None:
                silent.add(number if which == "first" else number + 1)
        return [(number, event) for number, event in enumerate(events) if number not in silent]


def tag_of(thing: msgspec.Struct) -> str:
    """The word by which an event or an action is known."""
    return str(thing.__struct_config__.tag)


def edited(formatter: Formatter, forms: Mapping[str, tuple[Sequence[str], Template]], edit: Edited) -> str:
    """What a moderator has put right; of what is its owner's alone only the verb has come.

    :param forms: by its verb what the words of an edit are, and the template that tells it.
    """
    verb, *words = edit.words
    fields, template = forms[verb]
    if len(words) != len(fields):
        return str(COVERED)
    return formatter.fill(template, dict(zip(fields, words, strict=True)).__getitem__)


class TemplateStory(Story):
    """Tells each event by the template that its tag has, filled with what the event says."""

    templates: ClassVar[Mapping[str, Template | None]]
    """By the tags of events; others are not told."""

    def __init__(self, formatter: Formatter) -> None:
        self.formatter = formatter

    def line(self, event: Event, **more: Any) -> str:
        """An event by its template, with what is known besides; empty where it has none."""
        return self.fill(self.templates.get(tag_of(event)), event, **more)

    def parts(self, event: Event) -> Mapping[str, Any]:
        """What follows from an event beside its fields, by the name that templates have for it."""
        return {}

    def fill(self, template: Template | None, event: Event, **more: Any) -> str:
        """A template with what an event says; empty where it tells nothing."""
        return self.formatter.describe(template, event, **{**self.parts(event), **more})


class MessageStory(Story):
    """Tells events by templates, which are filled with what the events say."""

    templates: ClassVar[Mapping[type[Event], Enum | Callable[[Any], Enum]]]
    """By the type of an event the template that tells it, or what picks one; others are not told."""
    named: ClassVar[Mapping[str, str]]
    """What the fields of events name, as `Name` has it."""

    def __init__(self, tell: Renderer) -> None:
        self.tell = tell

    def line(self, event: Event) -> Line:
        """An event by its template; nothing where it has none."""
        template = self.templates.get(type(event))
        if template is None:
            return None
        text = template if isinstance(template, Enum) else template(event)
        return self.tell(message(text, **self.parts(event)))

    def parts(self, event: Event) -> dict[str, Part]:
        """What an event says: names and numbers."""
        fields = {field: getattr(event, field) for field in event.__struct_fields__}
        numbers: dict[str, Part] = {
            field: value for field, value in fields.items() if isinstance(value, int | Ratio)
        }
        return numbers | {field: self.name(field, fields[field]) for field in fields if field in self.named}

    def name(self, field: str, value: str | Sequence[str]) -> Part:
        """What a field of an event names, as a part of a message."""
        of = self.named[field]
        return Name(of, value) if isinstance(value, str) else Several(tuple(Name(of, each) for each in value))

    def filled(self, text: Enum, **named: str | Sequence[str]) -> str:
        """A template with what is named for its fields."""
        return self.tell(message(text, **{field: self.name(field, value) for field, value in named.items()}))
