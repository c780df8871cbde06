"""Texts for people, as facts: a template's key with typed parts, rendered once at the edge.

Records, refusals and prompts hold messages. The templates of a game are in one module of its data. The
language is the one that is current when a message is rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import msgspec

from data.catalogue import N_
from data.nouns import listed
from data.templates import Count, Either, Select, Template


class Name(msgspec.Struct, frozen=True, tag="name", gc=False):
    """A thing of the game that has a name."""

    of: str
    """The kind of thing: `seat`, `unit`, `hex`."""
    id: str


class Ratio(msgspec.Struct, frozen=True, tag="ratio", gc=False):
    """An exact number."""

    numerator: int
    denominator: int


def shown(number: Ratio) -> str:
    """`12`, or `12.5`."""
    whole = number.denominator == 1
    return str(number.numerator) if whole else f"{number.numerator / number.denominator:.1f}"


class Several(msgspec.Struct, frozen=True, tag="several"):
    """A list."""

    items: tuple[Part, ...]


class Message(msgspec.Struct, frozen=True, tag="message"):
    """A template and the values for its braces."""

    key: str
    parts: dict[str, Part] = {}


Part: TypeAlias = int | Name | Ratio | Several | Message


def message(text: Enum, **parts: Part | Fraction) -> Message:
    """A message with the template of a member of a game's texts."""
    return Message(text.name, {name: _part(part) for name, part in parts.items()})


def _part(part: Part | Fraction) -> Part:
    return Ratio(part.numerator, part.denominator) if isinstance(part, Fraction) else part


class Together(NamedTuple):
    """One function that describes several things."""

    tell: Callable[[Any], str]


Kind: TypeAlias = Callable[[Any], str] | Together | Mapping[Any, Template] | Template
"""The way to describe a kind of value: a function, a template by value, or one template for all values."""
Facts: TypeAlias = Callable[[str], Any]
"""The facts of an event or a message, by name."""


class Formatter:
    """Fills templates in the language of the moment.

    :param kinds: describes values by the kind named in braces after a colon, or by the name if it is alone.
        Several values are described one by one in a list, or by one function if `Together`; a value without a
        kind is shown as it is.
    """

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._kinds = kinds

    def fill(self, template: Template | None, facts: Facts) -> str:
        """A template with its facts filled in; empty where it says nothing."""
        while isinstance(template, Either | Select):
            template = template.form(facts(template.by))
        if template is None:
            return ""
        form = template.form(facts(template.by)) if isinstance(template, Count) else str(template)
        return form.format_map(_Shown(self, facts))

    def describe(self, template: Template | None, thing: object, **more: Any) -> str:
        """A template with the attributes of something, and what is known besides."""
        return self.fill(template, lambda name: more[name] if name in more else getattr(thing, name))

    def filled(self, template: Template, **facts: Any) -> str:
        """A template with facts by their names."""
        return self.fill(template, facts.__getitem__)

    def shown(self, kind: str, name: str, facts: Facts) -> str:
        """The text for one pair of braces."""
        match self._kinds.get(kind, str):
            case N_() | Either() | Select() | Count() as clause:
                return self.fill(clause, facts)
            case Mapping() as forms:
                return self.fill(forms[facts(name)], facts)
            case Together(tell):
                return tell(facts(name))
            case tell:
                fact = facts(name)
                return listed(map(tell, fact)) if isinstance(fact, tuple | list) else tell(fact)


class _Brace:
    """A pair of braces, with what a text says about its value."""

    __slots__ = ("_facts", "_formatter", "_name")

    def __init__(self, formatter: Formatter, name: str, facts: Facts) -> None:
        self._formatter, self._name, self._facts = formatter, name, facts

    def __format__(self, kind: str) -> str:
        return self._formatter.shown(kind or self._name, self._name, self._facts)


class _Shown(dict[str, _Brace]):
    """The values for the braces of a template."""

    def __init__(self, formatter: Formatter, facts: Facts) -> None:
        self._formatter, self._facts = formatter, facts

    def __missing__(self, name: str) -> _Brace:
        return _Brace(self._formatter, name, self._facts)


class Renderer:
    """Renders messages as sentences in the language of the moment.

    :param texts: the templates of a game.
    :param names: for each kind of thing, a function from an id to its name.
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
                return shown(part)
            case _:
                return str(part)
