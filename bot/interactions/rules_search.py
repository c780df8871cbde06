"""Finds answers and statements of a rulebook for `/rules`: by id, by case number or by words."""

from __future__ import annotations

import re

import msgspec

from data.answers import Answer, answers, asked
from data.cases import Statement, load
from data.glossary import spelled
from data.search import search

_A_CASE = re.compile(r"\d+(\.\d+)+")
STATEMENTS = 8
"""Most statements that answer a search by words; later ones have nothing to do with the question."""
ANSWERS = 4
"""Most answers to one question; the others after the first are only named."""
LABEL_LENGTH = 100
"""Discord's limit for the name of an autocomplete choice, in characters."""


class Suggestion(msgspec.Struct, frozen=True):
    """One autocomplete choice: `label` is shown, `value` is the id of an answer or a statement."""

    label: str
    value: str


def answered(title_id: str, query: str) -> list[Answer]:
    """Answers in players' words, best first; none where a statement or a case is asked for by its number.

    :raises KeyError: if no title has this id.
    """
    replies = asked(title_id, query, ANSWERS)
    by_id = bool(replies) and replies[0].id == query
    return replies if by_id or _numbered(title_id, query) is None else []


def behind(title_id: str, answer: Answer) -> list[Statement]:
    """The statements that an answer rests on."""
    statements = load(title_id)
    return [statements[case] for case in answer.cases]


def find(title_id: str, query: str, limit: int = 5) -> list[Statement]:
    """Statements that answer `query`, best first: the one with that id, those of that case, else by words.

    :raises KeyError: if no title has this id.
    """
    numbered = _numbered(title_id, query)
    return search(title_id, query, min(limit, STATEMENTS)) if numbered is None else numbered[:limit]


def _numbered(title_id: str, query: str) -> list[Statement] | None:
    """Statements that `query` names by number; empty for a case that is not there, None for words."""
    statements = load(title_id)
    if exact := statements.get(query):
        return [exact]
    # A search by words for a case number that does not exist would only find other rules.
    return statements.by_case(query) or ([] if _A_CASE.fullmatch(query.strip()) else None)


def suggest(title_id: str, typed: str, limit: int = 25) -> list[Suggestion]:
    """Autocomplete choices for a search: answers, then statements.

    With no text typed, what a beginner asks, or the first statement of each case where a game has no answers.

    :raises KeyError: if no title has this id.
    """
    statements = load(title_id)
    if not typed.strip():
        if known := answers(title_id).answer:
            return [Suggestion(answer.ask, answer.id) for answer in known[:limit]]
        openings = {s.case: s for s in reversed(list(statements)) if s.kind == "rule" and s.scope == "base"}
        return [_suggestion(title_id, statement) for statement in list(reversed(openings.values()))[:limit]]
    questions = [Suggestion(answer.ask, answer.id) for answer in answered(title_id, typed)]
    begun = [s for s in statements if s.id.casefold().startswith(typed.strip().casefold())]
    exact = statements.get(typed)
    offered = {s.id: s for s in (*([exact] if exact else []), *begun, *find(title_id, typed, limit))}
    return [*questions, *(_suggestion(title_id, statement) for statement in offered.values())][:limit]


def _suggestion(title_id: str, statement: Statement) -> Suggestion:
    words = " ".join(spelled(title_id, statement.text).split())
    label = f"{statement.id} · {words}"
    if len(label) > LABEL_LENGTH:
        label = label[: LABEL_LENGTH - 1].rstrip() + "…"
    return Suggestion(label, statement.id)
