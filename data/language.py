"""Another language: its texts, read from the files of translators, and what its grammar does to names."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

from data.french import French


class Grammar(Protocol):
    """What a language does to a value within a sentence."""

    def is_form(self, asked: str) -> bool:
        """Whether a text asks for a form by this word, rather than for a kind of value."""

    def form(self, value: object, asked: str) -> str:
        """A value in a form, or by a format of numbers."""

    def typeset(self, text: str) -> str:
        """A text of the translators with the spaces and apostrophes of the language."""


class Plain:
    """A grammar without forms; texts are set as they are written."""

    def is_form(self, _asked: str) -> bool:
        return False

    def form(self, value: object, asked: str) -> str:
        return format(value, asked)

    def typeset(self, text: str) -> str:
        return text


GRAMMARS: Mapping[str, Callable[[Path], Grammar]] = {"fr": French.read}
"""Made from the folder of a language; one without forms needs none."""


class Language(gettext.NullTranslations):
    """The texts of a language; what it lacks is English.

    :param plurals: the forms for a number of things, by the English for one and for many.
    :param number: which of them a number takes.
    """

    def __init__(
        self,
        texts: Mapping[str, str] | None = None,
        plurals: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
        number: Callable[[int], int] = lambda n: int(n != 1),
        grammar: Grammar | None = None,
    ) -> None:
        super().__init__()
        self._texts = texts or {}
        self._plurals = plurals or {}
        self._number = number
        self.grammar = grammar or Plain()

    def gettext(self, message: str) -> str:
        """A message in this language."""
        return self._texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A message for a number of things."""
        forms = self._plurals.get((msgid1, msgid2))
        return forms[self._number(n)] if forms else super().ngettext(msgid1, msgid2, n)

    def filled(self, text: str, parts: Mapping[str, object]) -> str:
        """A text of this language with its values, each in the form that it asks for."""
        return text.format_map({name: _Part(value, self.grammar) for name, value in parts.items()})

    def kind_and_form(self, asked: str) -> tuple[str, str]:
        """The kind of value that a template names, and the form that it asks for; either may be empty."""
        kind, _, form = asked.rpartition(":")
        return (kind, form) if self.grammar.is_form(form) else (asked, "")


class _Part:
    """A value that the braces of a text ask for."""

    __slots__ = ("_grammar", "_value")

    def __init__(self, value: object, grammar: Grammar) -> None:
        self._value, self._grammar = value, grammar

    def __repr__(self) -> str:
        return repr(self._value)

    def __format__(self, asked: str) -> str:
        return self._grammar.form(self._value, asked) if asked else str(self._value)


@cache
def read(folder: Path, *variants: Path) -> Language | None:
    """The language whose files of messages are in a folder; None where there are none.

    :param variants: folders with what a variant of it says otherwise.
    """
    # Whoever speaks English alone need not load it.
    from babel.messages.pofile import read_po  # noqa: PLC0415

    texts: dict[str, str] = {}
    plurals: dict[tuple[str, str], tuple[str, ...]] = {}
    grammar = GRAMMARS[folder.name](folder) if folder.name in GRAMMARS else Plain()
    rule = "n != 1"
    for file in (file for each in (folder, *variants) for file in sorted(each.glob("*.po"))):
        with file.open("rb") as source:
            catalogue = read_po(source, locale=folder.name)
        rule = catalogue.plural_expr
        for message in catalogue:
            if isinstance(message.id, str):
                if message.id and message.string:
                    texts[message.id] = grammar.typeset(str(message.string))
            elif isinstance(message.string, tuple) and all(message.string):
                one, many = message.id
                plurals[one, many] = tuple(map(grammar.typeset, message.string))
    if not texts:
        return None
    return Language(texts, plurals, gettext.c2py(rule), grammar)
