"""The catalogue of all texts that people read: English in the code, other languages in `locale/`, by gettext.

What records and the referee write is English: they speak no language, and without one nothing is looked up.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

DOMAIN = "tocsin"
FOLDER = Path(__file__).parent / "locale"

_spoken: ContextVar[gettext.NullTranslations | None] = ContextVar("spoken", default=None)
"""None for English, which needs no look-up."""


def _(message: str, /, **named: object) -> str:
    """A text in the language that is spoken, with what is named put into its braces."""
    spoken = _spoken.get()
    if spoken is not None:
        message = spoken.gettext(message)
    return message.format_map(named) if named else message


def ngettext(one: str, many: str, n: int, /, **named: object) -> str:
    """A text for a number of things, which is `{n}` in it."""
    spoken = _spoken.get()
    if spoken is not None:
        return spoken.ngettext(one, many, n).format_map({"n": n, **named})
    return (one if n == 1 else many).format_map({"n": n, **named})


class N_:  # noqa: N801 - the name by which gettext's tools know what is translated later
    """A text that is known before anybody says in which language: a constant of a module, mostly."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message

    def __call__(self, **named: object) -> str:
        return _(self.message, **named)

    __str__ = __call__


class Plural:
    """The same for a number of things."""

    __slots__ = ("many", "one")

    def __init__(self, one: str, many: str) -> None:
        self.one = one
        self.many = many

    def __call__(self, n: int, /, **named: object) -> str:
        return ngettext(self.one, self.many, n, **named)


@cache
def translations(language: str) -> gettext.NullTranslations | None:
    """The texts of a language, `fr` or `fr-CA`; None where there are none, so that it is told in English."""
    tag = language.replace("-", "_")
    tags = [tag, tag.partition("_")[0]]
    return gettext.translation(DOMAIN, FOLDER, tags) if gettext.find(DOMAIN, FOLDER, tags) else None


def speak(language: object) -> None:
    """Tell in a language from here to the end of the task."""
    _spoken.set(translations(str(language)))


@contextmanager
def speaking(language: object) -> Iterator[None]:
    """Tell in a language what is told here."""
    before = _spoken.set(translations(str(language)))
    try:
        yield
    finally:
        _spoken.reset(before)
