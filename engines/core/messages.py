"""What people are told, as values: a template's key with typed parts, rendered once at the edge.

Records, refusals and prompts hold messages. The templates of a game stand in one module of its data; the
language is that of the moment at which a message is rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

import msgspec

from data.catalogue import N_
from data.nouns import listed


class Name(msgspec.Struct, frozen=True, tag="name", gc=False):
    """Something of the game that has a name."""

    of: str
    """What it is: `seat`, `unit`, `hex`."""
    id: str


class Ratio(msgspec.Struct, frozen=True, tag="ratio", gc=False):
    """An exact number."""

    numerator: int
    denominator: int


class Several(msgspec.Struct, frozen=True, tag="several"):
    """A list."""

    items: tuple[Part, ...]


class Message(msgspec.Struct, frozen=True, tag="message"):
    """A template and what is put into its braces."""

    key: str
    parts: dict[str, Part] = {}


Part: TypeAlias = int | Name | Ratio | Several | Message


def message(text: Enum, **parts: Part | Fraction) -> Message:
    """A message by the template that a member of a game's texts has."""
    return Message(text.name, {name: _part(part) for name, part in parts.items()})


def _part(part: Part | Fraction) -> Part:
    return Ratio(part.numerator, part.denominator) if isinstance(part, Fraction) else part


class Renderer:
    """Makes sentences of messages in the language of the moment.

    :param texts: the templates of a game.
    :param names: by what a name is of, the name of an id.
    """

    def __init__(self, texts: type[Enum], names: Mapping[str, Callable[[str], str]]) -> None:
        self._texts = texts
        self._names = names

    def __call__(self, message: Message) -> str:
        """The sentence."""
        template: N_ = self._texts[message.key].value
        return template(**{name: self._told(part) for name, part in message.parts.items()})

    def _told(self, part: Part) -> str:
        match part:
            case Message():
                return self(part)
            case Name():
                return self._names[part.of](part.id)
            case Several():
                return listed([self._told(item) for item in part.items])
            case Ratio():
                whole = part.denominator == 1
                return str(part.numerator) if whole else f"{part.numerator / part.denominator:.1f}"
            case _:
                return str(part)
