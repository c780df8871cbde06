"""How the names in a standing order are read, and kept in full: areas, generals and armies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engines.core.errors import AmbiguousNotation, NotationError
from engines.vendee.words import Words

NAME = r"[a-z][a-z -]*?"
"""One name; several words of it are joined when it is read."""
NAMES = rf"{NAME}(?:, {NAME})*?"
"""One name or several, the most wanted first."""


def _place(words: Words, typed: str) -> str:
    """An area, or the general who is wherever he is."""
    try:
        return words.area(typed)
    except NotationError as unknown:
        try:
            return words.general(typed)
        except NotationError:
            raise unknown from None


_READERS: Mapping[str, Callable[[Words, str], str]] = {
    "areas": Words.area,
    "near": Words.area,
    "held": Words.area,
    "generals": Words.general,
    "armies": Words.kind,
    "stack": _place,
    "against": _place,
    "goal": _place,
}
"""What stands in the groups of a pattern that bear these names."""


def names(text: str | None) -> tuple[str, ...]:
    """The names of a list that was kept."""
    return tuple(text.split(", ")) if text else ()


def in_full(words: Words, read: re.Match[str]) -> str:
    """What was read with each name in full, so that it means the same whatever is added to the box.

    :raises NotationError: a name is none.
    """
    kept, done = "", 0
    for start, end, reader in sorted(
        (*read.span(group), reader)
        for group, reader in _READERS.items()
        if read.re.groupindex.get(group) and read[group]
    ):
        found = [name for part in read.string[start:end].split(",") for name in _meant(words, reader, part)]
        kept += read.string[done:start] + ", ".join(found)
        done = end
    return kept + read.string[done:]


def _meant(words: Words, reader: Callable[[Words, str], str], part: str) -> list[str]:
    """A name, or several without commas between them."""
    try:
        return [reader(words, part)]
    except AmbiguousNotation:
        raise
    except NotationError:
        if " " not in part.strip():
            raise
        return [reader(words, word) for word in part.split()]
