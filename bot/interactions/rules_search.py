"""Finds the statements of a rulebook for `/rules`: by id, by case number or by words."""

from __future__ import annotations

import re

import msgspec

from data.cases import Statement, load
from data.glossary import spelled
from data.search import search

_A_CASE = re.compile(r"\d+(\.\d+)+")
ANSWERS = 8
"""Most statements that answer a search by words; later ones have nothing to do with the question."""
LABEL_LENGTH = 100
"""Discord's limit for the name of an autocomplete choice, in characters."""


class Suggestion(msgspec.Struct, frozen=True):
    """One autocomplete choice: `label` is shown, `value` is a statement's id."""

    label: str
    value: str


def find(title_id: str, query: str, limit: int = 5) -> list[Statement]:
    """Statements that answer `query`, best first: the one with that id, those of that case, else by words.

    :raises KeyError: if no title has this id.
    """
    statements = load(title_id)
    if exact := statements.get(query):
        return [exact]
    by_case = statements.by_case(query)
    if by_case or _A_CASE.fullmatch(query.strip()):
        # A search by words for a case number that does not exist would only find other rules.
        return by_case[:limit]
    return search(title_id, query, min(limit, ANSWERS))


def suggest(title_id: str, typed: str, limit: int = 25) -> list[Suggestion]:
    """Autocomplete choices for a search; with no text typed, the first statement of each case.

    :raises KeyError: if no title has this id.
    """
    statements = load(title_id)
    if not typed.strip():
        openings = {s.case: s for s in reversed(list(statements)) if s.kind == "rule" and s.scope == "base"}
        return [_suggestion(title_id, statement) for statement in list(reversed(openings.values()))[:limit]]
    begun = [s for s in statements if s.id.casefold().startswith(typed.strip().casefold())]
    exact = statements.get(typed)
    offered = {s.id: s for s in (*([exact] if exact else []), *begun, *find(title_id, typed, limit))}
    return [_suggestion(title_id, statement) for statement in list(offered.values())[:limit]]


def _suggestion(title_id: str, statement: Statement) -> Suggestion:
    words = " ".join(spelled(title_id, statement.text).split())
    label = f"{statement.id} · {words}"
    if len(label) > LABEL_LENGTH:
        label = label[: LABEL_LENGTH - 1].rstrip() + "…"
    return Suggestion(label, statement.id)
