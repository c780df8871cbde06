"""Sentences as values: a message and what fills it, told in the language of whoever reads it later."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from data.catalogue import N_, Plural, _, ngettext
from data.nouns import listed, upper


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of the catalogue with its parts; one for a number of things has a form for many."""

    text: str
    parts: dict[str, Part] = {}
    many: str = ""
    begins: bool = False
    """Whether it stands where a sentence begins."""

    def __str__(self) -> str:
        parts = {name: _told(part) for name, part in self.parts.items()}
        if self.many:
            return ngettext(self.text, self.many, int(parts.pop("n")), **parts)
        return upper(_(self.text, **parts)) if self.begins else _(self.text, **parts)


Part: TypeAlias = int | str | Sentence | tuple[str, ...]
"""A number, a name of a pack or another text of the catalogue, a sentence, or names that are listed."""


def _l(text: str, /, **parts: Part) -> Sentence:
    """A sentence that is kept until it is told."""
    return Sentence(text, parts)


def say_by(form: N_ | Plural, /, **parts: Part) -> Sentence:
    """The same by a form that is known before; `n` is the number of things."""
    return Sentence(form.message, parts) if isinstance(form, N_) else Sentence(form.one, parts, form.many)


def first(name: str) -> Sentence:
    """A name where a sentence begins."""
    return Sentence(name, begins=True)


def _told(part: Part) -> str:
    if isinstance(part, tuple):
        return listed(map(_told, part))
    return _(part) if isinstance(part, str) and part else str(part)
