"""The catalogue of all texts that people read: English in the code, other languages in `locale/`, by gettext.

What records and the referee write is English: they speak no language, and without one nothing is looked up.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import ClassVar

DOMAIN = "tocsin"
FOLDER = Path(__file__).parent / "locale"

_spoken: ContextVar[gettext.NullTranslations | None] = ContextVar("spoken", default=None)
"""None for English, which needs no look-up."""
_language: ContextVar[str] = ContextVar("language", default="")


def _(message: str, /, **named: object) -> str:
    """A text in the language that is spoken, with what is named put into its braces."""
    spoken = _spoken.get()
    if spoken is not None:
        message = spoken.gettext(message)
    return message.format_map(named) if named else message


def ngettext(one: str, many: str, n: int, /, **named: object) -> str:
    """A text for a number of things, which is `{n}` in it."""
    return Plural(one, many).of(n).format_map({"n": n, **named})


class N_:  # noqa: N801 - the name by which gettext's tools know what is translated later
    """A text that is known before anybody says in which language: a constant of a module, mostly."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message

    def __call__(self, **named: object) -> str:
        return _(self.message, **named)

    __str__ = __call__


class Recorded:
    """A text that records and events keep in English; `retold` tells it in the language of the moment.

    :param patterns: what can stand in some of its braces, where anything would be too much.
    """

    __slots__ = ("form", "message")
    every: ClassVar[list[Recorded]] = []
    """Those with the most letters of their own first: of several forms of a text the closest is its own."""

    def __init__(self, message: str, /, **patterns: str) -> None:
        self.message = message
        # Names stand at every other place.
        parts = re.split(r"\{(\w+)\}", message)
        self.form = re.compile(
            "".join(
                f"(?P<{part}>{patterns.get(part, '.+')})" if at % 2 else re.escape(part)
                for at, part in enumerate(parts)
            )
        )
        self.every.append(self)
        self.every.sort(key=lambda each: len(re.sub(r"\{\w+\}", "", each.message)), reverse=True)

    def __call__(self, **named: object) -> str:
        return self.message.format_map(named)

    def read(self, text: str) -> dict[str, str]:
        """What was put into the braces of a text that this has written; nothing of any other."""
        match = self.form.fullmatch(text)
        return match.groupdict() if match else {}


def marked(message: str) -> str:
    """A text that is told later, by `retold`, of what can hold nothing but a text."""
    return message


def retold(text: str) -> str:
    """What was kept or marked in English, in the language that is spoken."""
    spoken = _spoken.get()
    if spoken is None or not text:
        return text
    whole = spoken.gettext(text)
    if whole != text:
        return whole
    for each in Recorded.every:
        if named := each.read(text):
            return spoken.gettext(each.message).format_map(
                {name: retold(part) for name, part in named.items()}
            )
    return text


class Retold(Mapping[str, str]):
    """Texts by id, each in the language that is spoken when it is looked up."""

    def __init__(self, marked: Mapping[str, str]) -> None:
        self._marked = marked

    def __getitem__(self, id: str) -> str:
        return retold(self._marked[id])

    def __iter__(self) -> Iterator[str]:
        return iter(self._marked)

    def __len__(self) -> int:
        return len(self._marked)


class Plural:
    """The same for a number of things."""

    __slots__ = ("many", "one")

    def __init__(self, one: str, many: str) -> None:
        self.one = one
        self.many = many

    def __call__(self, n: int, /, **named: object) -> str:
        return ngettext(self.one, self.many, n, **named)

    def of(self, n: int) -> str:
        """The form for a number, its braces not filled yet."""
        spoken = _spoken.get()
        if spoken is None:
            return self.one if n == 1 else self.many
        return spoken.ngettext(self.one, self.many, n)


@cache
def translations(language: str) -> gettext.NullTranslations | None:
    """The texts of a language, `fr` or `fr-CA`; None where there are none, so that it is told in English."""
    tag = language.replace("-", "_")
    tags = [tag, tag.partition("_")[0]]
    return gettext.translation(DOMAIN, FOLDER, tags) if gettext.find(DOMAIN, FOLDER, tags) else None


def translation() -> gettext.NullTranslations | None:
    """The texts of the language of the moment; None for English."""
    return _spoken.get()


def in_english() -> bool:
    """Whether nothing has to be looked up."""
    return _spoken.get() is None


def spoken() -> str:
    """The language of the moment, for what keeps texts or tells them elsewhere; empty for English."""
    return "" if in_english() else _language.get()


class english:  # noqa: N801 - called as `speaking` is; a class, as each action goes through it
    """Make here what is kept: records speak no other language."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = None if in_english() else _spoken.set(None)

    def __exit__(self, *_failed: object) -> None:
        if self._before is not None:
            _spoken.reset(self._before)


class speaking_by:  # noqa: N801 - called as `speaking` is; a class, as each refusal that is kept goes through it
    """Make here what is made of these texts."""

    __slots__ = ("_before", "_texts")

    def __init__(self, texts: gettext.NullTranslations) -> None:
        self._texts = texts

    def __enter__(self) -> None:
        self._before = _spoken.set(self._texts)

    def __exit__(self, *_failed: object) -> None:
        _spoken.reset(self._before)


def speak(language: object) -> None:
    """Tell in a language from here to the end of the task."""
    _spoken.set(translations(str(language)))
    _language.set(str(language))


@contextmanager
def speaking(language: object) -> Iterator[None]:
    """Tell in a language what is told here."""
    before, called = _spoken.set(translations(str(language))), _language.set(str(language))
    try:
        yield
    finally:
        _spoken.reset(before)
        _language.reset(called)
