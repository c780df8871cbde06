"""The shorthand of a game's cases, and its spelling for people."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from data.catalogue import retold
from data.games import module_of


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A regular expression and its replacement; `\\1` is its first group."""

    pattern: str
    long: str


class Same(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for one thing: a search for one also finds the others."""

    words: list[str]


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`glossary.toml` of a game."""

    word: list[Word] = []
    same: list[Same] = []


@cache
def load(title_id: str) -> Glossary:
    """A game's glossary; empty where the game has none."""
    file = files(module_of(title_id, "data")).joinpath("glossary.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Glossary) if file.is_file() else Glossary()


@cache
def index(title_id: str) -> dict[str, str]:
    """The subject index of a game, `index.toml`: subjects of statements by their ids; or empty."""
    file = files(module_of(title_id, "data")).joinpath("index.toml")
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else {}


def spelled(title_id: str, text: str) -> str:
    """A statement's text with its shorthand spelled out, for people, in the current language."""
    for pattern, long in _patterns(title_id):
        text = pattern.sub(long, text)
    return retold(text[:1].upper() + text[1:])


@cache
def _patterns(title_id: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(word.pattern), word.long) for word in load(title_id).word)
