"""The numbered statements of each rulebook: one text for `/rules`, refusals and the coverage of the tests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import log
from typing import Literal

import msgspec
from rapidfuzz import fuzz, process

from data.cases_parser import Entry, parse
from data.folding import fold
from data.games import games, module_of

Kind = Literal["rule", "ambiguity", "example", "derived", "interrupt", "data"]
Scope = Literal["base", "expansion"]

_KINDS: dict[str, Kind] = {
    "A": "ambiguity",
    "D": "derived",
    "E": "example",
    "I": "interrupt",
    "F": "data",
    "M": "data",
    "T": "data",
}
_STANDING: dict[Kind, float] = {
    "rule": 1.0,
    "ambiguity": 0.95,
    "example": 0.8,
    "interrupt": 0.75,
    "derived": 0.7,
    "data": 0.6,
}
"""How much a match counts: a player who asks wants the rule before its examples."""
_CUTOFF = 75.0
"""Least likeness, of 100, of a mistyped word."""
_SURE_CUTOFF = 85.0
"""The same for another form of a word that is known."""
_SUBJECT_WORDS = 5
"""A statement says in its first words what it is about."""


class Statement(msgspec.Struct, frozen=True):
    """One numbered statement of a rulebook, in our words.

    `case` is the rulebook's number (`7.2`, `X-10.6.1`, `MOV A`), empty where it has none, and `also` has
    other cases that it touches; `reading` is the adopted answer of an ambiguity; `section` is the heading
    above; `tags` say how far the text is printed (`inf`, `rules`, `published`, `book`, `derived`).
    """

    id: str
    case: str
    kind: Kind
    text: str
    reading: str = ""
    section: str = ""
    scope: Scope = "base"
    also: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", fold(text))


def _id_key(text: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", fold(text).strip())


class Statements:
    """The statements of one title in the rulebook's order, found by id, by case number or by words."""

    def __init__(self, title_id: str, statements: tuple[Statement, ...]) -> None:
        self.title_id = title_id
        self._statements = statements
        self._by_id = {statement.id: statement for statement in statements}
        self._by_key = {_id_key(statement.id): statement for statement in statements}
        self._weights: dict[str, dict[int, float]] = defaultdict(dict)
        for position, statement in enumerate(statements):
            subject = _words(statement.text)[:_SUBJECT_WORDS]
            for words, weight in (
                (_words(statement.section), 0.5),
                (_words(statement.text), 1.0),
                (_words(statement.reading), 1.0),
                (subject, 1.5),
            ):
                for word in words:
                    self._weights[word][position] = max(weight, self._weights[word].get(position, 0.0))
        self._vocabulary = sorted(self._weights)
        lengths = [len(_words(statement.text)) for statement in statements]
        mean = sum(lengths) / max(1, len(lengths))
        self._standing = [
            _STANDING[statement.kind] / (0.7 + 0.3 * length / mean)
            for statement, length in zip(statements, lengths, strict=True)
        ]

    def __iter__(self) -> Iterator[Statement]:
        return iter(self._statements)

    def __len__(self) -> int:
        return len(self._statements)

    def __contains__(self, statement_id: object) -> bool:
        return statement_id in self._by_id

    def __getitem__(self, statement_id: str) -> Statement:
        """The statement of exactly this id.

        :raises KeyError: if there is none.
        """
        return self._by_id[statement_id]

    def get(self, typed: str) -> Statement | None:
        """The statement whose id was typed, in either case and with or without zeros (`a-7` for `A-07`)."""
        return self._by_key.get(_id_key(typed))

    def by_case(self, number: str) -> list[Statement]:
        """Statements of a case and of those below it (`7` gives 7.0 to 7.5), rules first.

        The expansion's case of the same number follows the base game's.
        """
        wanted = fold(number).strip().removesuffix(".")
        if not wanted:
            return []
        found = [s for s in self._statements if _concerns(s, wanted)]
        found += [s for s in self._statements if s not in found and _concerns(s, f"x-{wanted}")]
        return sorted(found, key=lambda s: (s.scope == "expansion", s.kind != "rule"))

    def search(self, query: str, limit: int = 5) -> list[Statement]:
        """Statements that hold the words of `query`, best first; accents, case and slips are forgiven."""
        scores: dict[int, float] = defaultdict(float)
        for word in _words(query):
            best: dict[int, float] = {}
            for match, likeness in self._near(word):
                for position, weight in self._weights[match].items():
                    best[position] = max(best.get(position, 0.0), likeness * weight)
            for position, weight in best.items():
                scores[position] += (
                    weight * log(1 + len(self._statements) / len(best)) * self._standing[position]
                )
        ranked = sorted(scores, key=lambda position: (-scores[position], position))
        return [self._statements[position] for position in ranked[:limit]]

    def _near(self, word: str) -> list[tuple[str, float]]:
        """Words of the rulebook like `word`, with a likeness from 0 to 1."""
        exact = [(word, 1.0)] if word in self._weights else []
        begun = [(w, 0.9) for w in self._vocabulary if len(word) >= 3 and w.startswith(word) and w != word]
        if len(word) < 4:
            return exact + begun
        cutoff = _SURE_CUTOFF if exact or begun else _CUTOFF
        close = process.extract(word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=cutoff, limit=5)
        return exact + begun + [(match, (score / 100) ** 2 * 0.8) for match, score, _ in close]


def _concerns(statement: Statement, wanted: str) -> bool:
    return any(_is_within(fold(case), wanted) for case in (statement.case, *statement.also))


def _is_within(case: str, wanted: str) -> bool:
    """Whether `case` is `wanted` or lies below it: 7.2 and 9.5F are in 7 and 9.5, 70 is not in 7."""
    rest = case.removeprefix(wanted)
    if rest == case or not case:
        return False
    return not rest or rest[0] in ". -" or (wanted[-1].isdigit() and rest[0].isalpha())


@cache
def books() -> tuple[str, ...]:
    """Ids of the titles whose rulebook has been read: the games, and games of ours that are still to come."""
    read = [
        folder.name.replace("_", "-")
        for folder in files("data").iterdir()
        if folder.joinpath("cases.md").is_file()
    ]
    return (*games(), *sorted(set(read).difference(games())))


@cache
def load(title_id: str) -> Statements:
    """The statements of a title, read once.

    :raises KeyError: if no title has this id.
    """
    if title_id not in books():
        raise KeyError(title_id)
    source = files(module_of(title_id, "data")).joinpath("cases.md")
    entries = parse(source.read_text(encoding="utf-8"))
    return Statements(title_id, _statements(entries))


@cache
def initials() -> Mapping[str, str]:
    """The title whose rules have ids that begin with a letter; of several that come first in `books`."""
    found: dict[str, str] = {}
    for title_id in books():
        for statement in load(title_id):
            if statement.kind == "rule":
                found.setdefault(statement.id[0], title_id)
    return found


def _statements(entries: list[Entry]) -> tuple[Statement, ...]:
    expansion = {entry.id for entry in entries if _in_expansion(entry)}
    statements = []
    for entry in entries:
        leans_on_expansion = entry.id.startswith("E-d-") and (
            re.search(r"\bX-\d", entry.text) or any(cited in expansion for cited in _cited(entry.text))
        )
        statements.append(
            Statement(
                id=entry.id,
                case=entry.cases[0] if entry.cases else "",
                also=entry.cases[1:],
                kind=_kind(entry),
                text=entry.text,
                reading=entry.reading,
                section=entry.section,
                scope="expansion" if entry.id in expansion or leans_on_expansion else "base",
                tags=entry.tags,
            )
        )
    return tuple(statements)


def _cited(text: str) -> list[str]:
    return re.findall(r"\bA-\d+", text)


def _in_expansion(entry: Entry) -> bool:
    return entry.part == "Expansion Kit" or any(case.startswith("X-") for case in entry.cases)


def _kind(entry: Entry) -> Kind:
    prefix = entry.id.partition("-")[0]
    if entry.id.startswith("E-d-") or (prefix == "E" and "derived" in entry.tags):
        return "derived"
    if prefix == "G":
        return "data" if re.fullmatch(r"G-\d+", entry.id) else "rule"
    return _KINDS.get(prefix, "rule")
