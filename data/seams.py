"""Sentences stored in their parts, which can be translated into any language later."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from gettext import NullTranslations

from data.catalogue import _, ngettext, speaking_by

START, END, PART, MANY = "\x02", "\x03", "\x1f", "\x1e"
"""Around a sentence; before each part of it; between its forms for one thing and for many."""
_INNERMOST = re.compile(f"{START}([^{START}{END}]*){END}")


def in_parts(make: Callable[[], str]) -> str:
    """A sentence with its seams: the messages, and the values in their braces."""
    with speaking_by(_SEAMS):
        return str(make())


def whole(sentence: str) -> str:
    """A sentence that was stored in parts, in the current language."""
    while START in sentence:
        sentence, opened = _INNERMOST.subn(_told, sentence)
        if not opened:
            break
    return sentence


def _told(kept: re.Match[str]) -> str:
    message, *parts = kept[1].split(PART)
    named = dict(part.split("=", 1) for part in parts)
    one, many, more = message.partition(MANY)
    if many:
        return ngettext(one, more, int(named.pop("n")), **named)
    return _(message, **{name: part and _(part) for name, part in named.items()})


class _Seams(NullTranslations):
    """The language in which sentences are stored."""

    def gettext(self, message: str) -> str:
        return _Form(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return _Form(f"{one}{MANY}{many}")


class _Form(str):
    """A message that is to be put together later."""

    def __new__(cls, message: str) -> _Form:
        return super().__new__(cls, f"{START}{message}{END}")

    def format_map(self, named: Mapping[str, object]) -> str:  # type: ignore[override]
        parts = (f"{PART}{name}={part}" for name, part in named.items())
        return f"{self[:-1]}{''.join(parts)}{END}"


_SEAMS = _Seams()
