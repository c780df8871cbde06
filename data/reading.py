"""How a question in plain words is read: its words, their stems, and what else they are called."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec
import snowballstemmer

from data.catalogue import folders_of
from data.folding import fold
from data.glossary import Same

LIKE = 75.0
"""Least likeness, of 100, of a mistyped word."""
_STEMS = 20_000
"""Words of a language whose stems are kept: more than its texts have, but not all that people may type."""


def words(text: str, apostrophe: str = "") -> list[str]:
    """The words of a text, without accents and in lower case.

    :param apostrophe: what is put in its place.
    """
    return re.findall(r"[a-z0-9]+", fold(text).replace("'", apostrophe))


def of_language(language: str, name: str) -> Path | None:
    """The file of a language by which `/rules` reads questions; None for English, or where there is none."""
    files_of = (folder / "rules" / f"{name}.toml" for folder in reversed(folders_of(language)))
    return next(filter(Path.is_file, files_of), None)


class _Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`search.toml`, and that of another language."""

    silent: str
    stems: str
    """The language whose endings are taken from words before they are kept."""
    same: list[Same]
    """Words for one thing."""
    near: list[Same] = []
    """Words that are near enough to find an answer by, and too far apart for statements."""
    elides: bool = False
    """Whether an apostrophe parts two words."""


@cache
def _reading(language: str) -> _Reading:
    file = of_language(language, "search") or files("data").joinpath("search.toml")
    return msgspec.toml.decode(file.read_bytes(), type=_Reading)


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    """What takes the endings from words; it is slow, and texts have the same words again and again."""
    return lru_cache(_STEMS)(snowballstemmer.stemmer(language).stemWord)


class Reader:
    """Reads questions of a language about a game."""

    def __init__(self, same: Iterable[Same], language: str = "", near: bool = False) -> None:
        """:param near: whether words that are only near count as other names too."""
        reading = _reading(language)
        self._apostrophe = " " if reading.elides else ""
        self.stem = _stemmer(reading.stems)
        self.silent = frozenset(self.words(reading.silent))
        self._same: dict[str, set[str]] = defaultdict(set)
        for each in (*reading.same, *(reading.near if near else ()), *same):
            names = {" ".join(self.stems(name)) for name in each.words}
            for name in names:
                self._same[name] |= names

    def words(self, text: str) -> list[str]:
        return words(text, self._apostrophe)

    def stems(self, text: str) -> list[str]:
        """The stems of a text's words."""
        return [self.stem(word) for word in self.words(text)]

    def others(self, word: str) -> set[str]:
        """The stems of what a word is also called, which may be several words."""
        return self._same.get(self.stem(word), set()) - {self.stem(word)}
