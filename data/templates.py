"""Templates of texts for people: sentences whose braces name values and their kinds.

`{area}` is described as an area, `{start:area}` is the value `start` described as one. Where a sentence
branches, its forms stand beside one another, as ICU's `select` and `plural` have them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from typing import Any, NamedTuple, TypeAlias

from data.catalogue import N_, Plural, translation
from data.language import Language
from data.nouns import several


class Either(NamedTuple):
    """One form where a value is present and true, else another; None gives no text."""

    by: str
    yes: Template | None
    no: Template | None

    def form(self, value: object) -> Template | None:
        """The form for the deciding value."""
        return self.yes if value else self.no


class Select(NamedTuple):
    """A form for each value of the deciding field; None gives no text."""

    by: str
    forms: Mapping[object, Template | None]
    other: Template | None = None
    """The template for all other values."""

    def form(self, value: object) -> Template | None:
        """The form for the deciding value."""
        return self.forms.get(value, self.other)


class Count(NamedTuple):
    """The forms for one thing and for many; the counted value is a number, or has a length."""

    by: str
    forms: Plural

    def form(self, value: object) -> str:
        """The form for a number, in the current language."""
        if isinstance(value, Sized) and not isinstance(value, str):
            return self.forms.of(len(value))
        return self.forms.of(int(str(value)))


Template: TypeAlias = N_ | Either | Select | Count


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

    def is_bare(self, kind: str) -> bool:
        """Whether a value of that name is shown as it is."""
        return kind not in self._kinds

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
                return several(map(tell, fact)) if isinstance(fact, tuple | list) else tell(fact)


class _Brace:
    """A pair of braces, with what a text says about its value."""

    __slots__ = ("_facts", "_formatter", "_name")

    def __init__(self, formatter: Formatter, name: str, facts: Facts) -> None:
        self._formatter, self._name, self._facts = formatter, name, facts

    def __format__(self, asked: str) -> str:
        language = translation()
        if language is None or not asked:
            return self._formatter.shown(asked or self._name, self._name, self._facts)
        kind, form = language.kind_and_form(asked)
        return self._in_form(language, kind or self._name, form)

    def _in_form(self, language: Language, kind: str, form: str) -> str:
        if form and kind == self._name and self._formatter.is_bare(kind):
            fact = self._facts(self._name)
            if isinstance(fact, int):
                # A number agrees by what it is, everything else by how it is described.
                return language.grammar.form(fact, form)
        value = self._formatter.shown(kind, self._name, self._facts)
        return language.grammar.form(value, form) if form else value


class _Shown(dict[str, _Brace]):
    """The values for the braces of a template."""

    def __init__(self, formatter: Formatter, facts: Facts) -> None:
        self._formatter, self._facts = formatter, facts

    def __missing__(self, name: str) -> _Brace:
        return _Brace(self._formatter, name, self._facts)
