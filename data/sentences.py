"""Sentences as values: a message and what fills it, told in the language of whoever reads it later."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias, TypeVar, cast

import msgspec

from data.catalogue import N_, Plural, _, english, ngettext, retold
from data.nouns import listed, several, upper

T = TypeVar("T")


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of the catalogue with its parts; one for a number of things has a form for many."""

    text: str
    parts: dict[str, Part] = {}
    many: str = ""
    begins: bool = False
    """Whether it stands where a sentence begins."""

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        # Numbers stay numbers, so that a text may say how they are written: `{value:+d}`.
        parts = {name: _filling(part) for name, part in self.parts.items()}
        if self.many:
            return ngettext(self.text, self.many, int(str(parts.pop("n"))), **parts)
        return upper(_(self.text, **parts)) if self.begins else _(self.text, **parts)


Phrase: TypeAlias = str | Sentence
"""A text of the catalogue without parts, or a sentence; events stored before have whole texts."""
Part: TypeAlias = int | Phrase | tuple[Phrase, ...]
"""A number, a name of a pack or another phrase, or several that are listed."""


def _l(text: str, /, **parts: Part) -> Sentence:
    """A sentence that is kept until it is told."""
    return Sentence(text, parts)


def say_by(form: N_ | Plural, /, **parts: Part) -> Sentence:
    """A sentence from a form; `n` is the number of things of a plural form."""
    return Sentence(form.message, parts) if isinstance(form, N_) else Sentence(form.one, parts, form.many)


def first(name: str) -> Sentence:
    """A name where a sentence begins."""
    return Sentence(name, begins=True)


def series(sentences: Iterable[Sentence]) -> Sentence:
    """Sentences one after another, with commas."""
    return reduce(lambda before, after: _l("{before}, {after}", before=before, after=after), sentences)


def by_text(phrases: Iterable[Phrase]) -> dict[Phrase, Phrase]:
    """Phrases by the English text that events stored before have in their place."""
    with english():
        return {str(phrase): phrase for phrase in phrases}


def rendered(part: Part) -> str:
    """A phrase in the current language."""
    if isinstance(part, tuple):
        return listed(map(rendered, part))
    return retold(part) if isinstance(part, str) else str(part)


def _filling(part: Part) -> object:
    match part:
        case int():
            return part
        case tuple():
            return several(map(rendered, part))
        case _:
            return rendered(part)


def written(thing: T) -> T:
    """A value with the text of each sentence in its place, for programs that read texts."""
    match thing:
        case Sentence():
            return cast(T, str(thing))
        case msgspec.Struct():
            fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
            changed = {name: new for name, value in fields.items() if (new := written(value)) is not value}
            return msgspec.structs.replace(thing, **changed) if changed else thing
        case list() | tuple():
            new = [written(each) for each in thing]
            same = all(one is other for one, other in zip(new, thing, strict=True))
            return thing if same else cast(T, type(thing)(new))
        case _:
            return thing
