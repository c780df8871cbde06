"""The numbered statements of each rulebook: one text for `/rules`, refusals and the coverage of the tests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from data.cases_parser import Entry, parse
from data.folding import fold
from data.games import games, module_of

Kind = Literal["rule", "ambiguity", "example", "derived", "interrupt", "data", "gap"]
Scope = Literal["base", "expansion"]

_KINDS: dict[str, Kind] = {
    "A": "ambiguity",
    "D": "derived",
    "E": "example",
    "I": "interrupt",
    "F": "data",
    "M": "gap",
    "T": "data",
}


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


def _id_key(text: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", fold(text).strip())


class Statements:
    """The statements of one title in the rulebook's order, found by id or by case number."""

    def __init__(self, title_id: str, statements: tuple[Statement, ...]) -> None:
        self.title_id = title_id
        self._statements = statements
        self._by_id = {statement.id: statement for statement in statements}
        self._by_key = {_id_key(statement.id): statement for statement in statements}
        self._of_case: dict[str, list[int]] = defaultdict(list)
        for place, statement in enumerate(statements):
            for case in (statement.case, *statement.also):
                self._of_case[fold(case)].append(place)

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
        """The statement of a typed id, in either case and with or without zeros (`a-7` for `A-07`)."""
        return self._by_key.get(_id_key(typed))

    def by_case(self, number: str) -> list[Statement]:
        """Statements of a case and of those below it (`7` gives 7.0 to 7.5), rules first.

        The expansion's case of the same number follows the base game's.
        """
        wanted = fold(number).strip().removesuffix(".")
        if not wanted:
            return []
        statements = self._within(wanted)
        statements += [s for s in self._within(f"x-{wanted}") if s not in statements]
        return sorted(statements, key=lambda s: (s.scope == "expansion", s.kind != "rule"))

    def _within(self, wanted: str) -> list[Statement]:
        places = {
            place
            for case, of_it in self._of_case.items()
            if case.startswith(wanted) and _is_within(case, wanted)
            for place in of_it
        }
        return [self._statements[place] for place in sorted(places)]


def _is_within(case: str, wanted: str) -> bool:
    """Whether `case`, which begins so, is in `wanted`: 7.2 and 9.5F are in 7 and 9.5, 70 is not in 7."""
    rest = case[len(wanted) :]
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
    """For each first letter of statements' ids the title; if several titles have it, the first in `books`."""
    by_letter: dict[str, str] = {}
    for title_id in books():
        for statement in load(title_id):
            if statement.kind == "rule":
                by_letter.setdefault(statement.id[0], title_id)
    return by_letter


def is_reading(statement_id: str) -> bool:
    """Whether a statement is the reading adopted where a rulebook is unclear, by the letter of its id."""
    return statement_id.startswith("A-")


def _statements(entries: list[Entry]) -> tuple[Statement, ...]:
    expansion = {entry.id for entry in entries if _in_expansion(entry)}
    statements = []
    for entry in entries:
        leans_on_expansion = entry.id.startswith(("E-d-", "E-v-")) and (
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
    if entry.id.startswith(("E-d-", "E-v-")) or (prefix == "E" and "derived" in entry.tags):
        return "derived"
    if prefix == "G":
        return "gap" if re.fullmatch(r"G-\d+", entry.id) else "rule"
    return _KINDS.get(prefix, "rule")
