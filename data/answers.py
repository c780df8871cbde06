"""Answers to what players ask, in their own words: `answers.toml` of each game that has some."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data import glossary
from data.catalogue import spoken
from data.games import module_of
from data.schema import Text
from data.search import Entry, Index, of_language, words
from data.told import told

_TEXT = 0.5
"""The weight of a match with an answer's text: the question is what a reader's words are compared with."""
_LEAST = 0.5
"""The least share of a question's words that an answer must have: another one is no answer to it."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question and its answer in two or three sentences."""

    id: str
    ask: Text
    """The question as a player would put it."""
    text: Text
    cases: list[str]
    """Statements of `cases.md` that the answer rests on, the most important one first."""
    also: list[str] = []
    """Other ways to put the question in English; another language has its own."""


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`answers.toml`, in the order in which a beginner meets the questions."""

    answer: list[Answer] = []


def answers(title_id: str) -> Answers:
    """The answers of a game in the current language; empty where it has none."""
    return told(_answers(title_id))


def asked(title_id: str, query: str, limit: int) -> list[Answer]:
    """Answers to a question, best first: the one with that id, with these very words, then like ones."""
    known = answers(title_id).answer
    if exact := [answer for answer in known if answer.id == query]:
        return exact
    typed, also = words(query), _also(title_id, spoken())
    same = [answer for answer in known if typed in map(words, (answer.ask, *also.get(answer.id, ())))]
    like = [known[place] for place in _index(title_id, spoken()).search(query, limit, _LEAST)]
    return [*same, *(answer for answer in like if answer not in same)][:limit]


@cache
def _answers(title_id: str) -> Answers:
    file = files(module_of(title_id, "data")).joinpath("answers.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Answers) if file.is_file() else Answers()


@cache
def _also(title_id: str, language: str) -> dict[str, list[str]]:
    """Other ways to put the questions in a language, by the ids of their answers."""
    if not language:
        return {answer.id: answer.also for answer in _answers(title_id).answer}
    file = of_language(language, title_id)
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, list[str]]) if file else {}


@cache
def _index(title_id: str, language: str) -> Index:
    entries = []
    for answer in answers(title_id).answer:
        also = _also(title_id, language).get(answer.id, [])
        entries.append(Entry(("", answer.ask, answer.text, " ".join(also)), [answer.ask, *also], _TEXT))
    return Index(entries, glossary.load(title_id).same, language)
