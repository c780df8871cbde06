"""Answers to what players ask, in their own words: `answers.toml` of each game that has some."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data import glossary
from data.catalogue import spoken
from data.games import module_of
from data.nearest import Entry, Nearest
from data.reading import of_language, words
from data.schema import Text
from data.told import told

_LEAST = 0.2
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
    same = _wordings(title_id, spoken()).get(tuple(words(query)))
    like = [known[place] for place in _index(title_id, spoken()).search(query, limit, _LEAST)]
    first = [] if same is None else [known[same]]
    return [*first, *(answer for answer in like if answer not in first)][:limit]


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
def _wordings(title_id: str, language: str) -> dict[tuple[str, ...], int]:
    """The places of the answers by the words of their questions."""
    also = _also(title_id, language)
    return {
        tuple(words(wording)): place
        for place, answer in enumerate(answers(title_id).answer)
        for wording in (answer.ask, *also.get(answer.id, ()))
    }


@cache
def _index(title_id: str, language: str) -> Nearest:
    also = _also(title_id, language)
    entries = [
        Entry([answer.ask, *also.get(answer.id, ())], answer.text) for answer in answers(title_id).answer
    ]
    return Nearest(entries, glossary.load(title_id).same, language)
