"""What a game must tell the bot so that it can be shown: prose, headings, controls, moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from engines.core.contract import AnyTitle
from engines.core.events import Event, Roll
from render.levee import Move


class Choice(NamedTuple):
    """One legal action as it is offered: what a button says and what it does."""

    notation: str
    label: str
    """Short words for a button, chance included."""
    detail: str
    """The same with its arithmetic, for a select's description or autocomplete."""
    tone: str = "secondary"
    """`primary`, `secondary`, `success` or `danger`."""

    @property
    def reason(self) -> str:
        """The arithmetic without the chance, which the label has already."""
        return self.detail.partition("%: ")[2] or self.detail


class Group(NamedTuple):
    """Choices of one kind, shown together."""

    id: str
    prompt: str
    choices: list[Choice]


class Heading(NamedTuple):
    """What a chapter's card begins with."""

    title: str
    line: str
    """Date, deck and the like, in small print."""
    text: str
    """History."""
    colour: int
    """Accent, 0xRRGGBB."""


class Presenter(ABC):
    """One title's words. Made from views and events only, so that no secret can leak."""

    def __init__(self, title: AnyTitle) -> None:
        self.title = title

    @abstractmethod
    def heading(self, chapter: int, events: Sequence[Event]) -> Heading:
        """The top of a chapter's card, from what happened in it."""

    @abstractmethod
    def story(self, events: Sequence[Event]) -> list[str]:
        """What happened, a line each, Markdown."""

    @abstractmethod
    def standing(self, view: Any) -> list[str]:
        """How things stand, a line each, Markdown."""

    @abstractmethod
    def groups(self, state: msgspec.Struct, seat: str) -> list[Group]:
        """The legal actions of the moment, grouped as they are offered."""

    @abstractmethod
    def moves(self, events: Sequence[Event]) -> list[Move]:
        """Pieces that changed place, for the arrows of the map."""

    @abstractmethod
    def chronicle(self, events: Sequence[Event]) -> str:
        """One chapter of the campaign's history as a paragraph."""

    def due(self, state: msgspec.Struct) -> str:
        """What the game waits for, in a phrase."""
        return "; ".join(decision.prompt for decision in self.title.decisions(state))


def arithmetic(roll: Roll, source: Callable[[str], str] = str) -> str:
    """A roll with every modifier: `🎲 4 +1 (French Army) = 5, needs 5: success`.

    `source` makes words of a modifier's label.
    """
    faces = "+".join(str(face) for face in roll.faces)
    terms = "".join(f" {signed(modifier.value)} ({source(modifier.label)})" for modifier in roll.modifiers)
    total = f" = {roll.total}" if roll.modifiers else ""
    verdict = "success" if roll.success else "failure"
    if roll.natural:
        verdict = f"a natural {roll.faces[0]} always {'succeeds' if roll.success else 'fails'}"
    return f"🎲 **{faces}**{terms}{total}, needs {roll.needed}: {verdict}"


def place(value: int) -> str:
    """A box of a track: `3`, `0`, `−1`."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """`+1`, `−2` with a real minus sign."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def direction(name: str, preposition: str = "to") -> str:
    """A place after `to` or `in`: `to Paris`, `to sea`, `at sea`."""
    if not name.startswith("At "):
        return f"{preposition} {name}"
    bare = name.removeprefix("At ").lower()
    return f"at {bare}" if preposition == "in" else f"{preposition} {bare}"


def counted(number: int, noun: str) -> str:
    """`1 action`, `2 actions`, `no actions`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
