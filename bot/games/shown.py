"""What a game gives to be shown and pressed: choices and forms, headings and scenes, as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.core.events import Event
from render import WHOLE, CloseUp

THEN = " & "
"""In the notation of a choice, between an action and what is done at once after it where that can be done;
several follow one another so."""
MORE = "> "
"""What the notation of a choice begins with that does nothing: the key of further choices, which it opens."""
WRITE = ": "
"""What the notation of a choice begins with that does nothing but change what its seat is writing."""
ADD = "add"
"""What a change of what is written begins with that puts one part more there."""
HAND_IN = f"{WRITE}file"
"""The choice that takes the action which its seat has written."""


class Choice(NamedTuple):
    """One legal action as it is offered: what a button says and what it does."""

    notation: str
    label: str
    """Short words for a button, chance included."""
    reason: str
    """The arithmetic of the chance, or what follows."""
    tone: str = "secondary"
    """`primary`, `secondary`, `success` or `danger`."""
    chance: str = ""
    """`45%`, where there is one."""

    @property
    def detail(self) -> str:
        """The reason with the chance before it, for where the label is not told."""
        return f"{self.chance}: {self.reason}" if self.chance else self.reason


class Group(NamedTuple):
    """Choices of one kind, shown together; always in a list, where their reasons are to be weighed."""

    id: str
    prompt: str
    choices: list[Choice]
    weighed: bool = False


class Field(NamedTuple):
    """A line, or lines, that can be filled in."""

    id: str
    label: str
    value: str
    """What stands there to begin with."""
    hint: str = ""


class Form(NamedTuple):
    """An action that is written in fields, five at most, which begin with something sensible."""

    id: str
    label: str
    """What the button says that opens it."""
    title: str
    fields: list[Field]


class Sheet(NamedTuple):
    """An action of many parts that a seat writes one by one before it hands it in."""

    text: str
    """The action as it stands, in its notation."""
    lines: list[str]
    """What is on it, Markdown."""
    groups: list[Group]
    """What can be put on it or taken off; `HAND_IN` among them."""
    close: CloseUp | None = None
    """The part of the map that goes with it, with what is written; None: that of the choices."""
    due: str = ""
    """What its seat does with it, where that is not to hand it in."""


class Preview(NamedTuple):
    """What an action leads to, as far as its seat can know; told to it before it goes through with it."""

    lines: list[str]
    """Markdown."""
    label: str
    """What the button says that goes through with it."""
    close: CloseUp = WHOLE
    """The part of the map that goes with it; `WHOLE` is none."""


class Scene(NamedTuple):
    """Something that has a public post of its own, kept in place while it lasts: a battle, say."""

    title: str
    lines: list[str]
    """Markdown, oldest first."""
    close: CloseUp
    """The part of the map, or the sheet, that goes with it."""
    over: bool
    colour: int
    """Accent, 0xRRGGBB."""
    events: Sequence[Event] | None = None
    """What its arrows are of; None: of the whole chapter."""


class Heading(NamedTuple):
    """What a chapter's card begins with."""

    title: str
    line: str
    """Date, deck and the like, in small print."""
    text: str
    """History."""
    colour: int
    """Accent, 0xRRGGBB."""


class Awaited(NamedTuple):
    """One seat's part in a decision that several seats make at once, without its content."""

    seat: str
    given: bool
    phrase: str
    """What it is asked."""
