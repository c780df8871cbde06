"""The shorthand of a game's cases, and how it is spelled out for people."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data.games import module_of


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A regular expression and what stands in its place; `\\1` is its first group."""

    pattern: str
    long: str


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`glossary.toml` of a game."""

    word: list[Word]


@cache
def load(title_id: str) -> tuple[Word, ...]:
    """A game's glossary in its order; empty where the game has none."""
    file = files(module_of(title_id, "data")).joinpath("glossary.toml")
    if not file.is_file():
        return ()
    return tuple(msgspec.toml.decode(file.read_bytes(), type=Glossary).word)
