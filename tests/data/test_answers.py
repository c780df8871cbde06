"""Answers in players' words: they rest on statements, and beginners' questions find them first."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import data
from bot.interactions.rules_search import LABEL_LENGTH, answered, suggest
from data.answers import answers
from data.cases import load
from data.catalogue import speaking
from data.reading import words
from tests.support.depth import depth

TESTS = Path(__file__).parents[1]
ASKED = {
    file.parents[1].name.replace("_", "-"): tomllib.loads(file.read_text("utf-8"))
    for file in sorted(TESTS.glob("*/data/asked.toml"))
}
"""Of each game questions that were written before its answers, with the answers that fit."""
ASKED_IN_FRENCH = {
    file.parents[1].name.replace("_", "-"): tomllib.loads(file.read_text("utf-8"))
    for file in sorted(TESTS.glob("*/data/asked_fr.toml"))
}
FRENCH = Path(data.__file__).parent / "locale" / "fr" / "rules"


@pytest.mark.parametrize("title", ASKED)
def test_an_answer_is_short_and_rests_on_statements_of_the_rules(title: str) -> None:
    known = answers(title).answer
    assert len(known) >= 55
    assert len({answer.id for answer in known}) == len(known) == len({answer.ask for answer in known})
    for answer in known:
        assert load(title).get(answer.id) is None, answer.id
        assert answer.cases, answer.id
        assert [case for case in answer.cases if case not in load(title)] == [], answer.id
        assert answer.ask.endswith("?"), answer.id
        assert len(answer.ask) <= LABEL_LENGTH, answer.id
        assert len(answer.text.split()) <= 80, answer.id


@pytest.mark.parametrize("title", ASKED)
def test_no_two_answers_have_the_same_wording(title: str) -> None:
    every = [
        (wording, answer.id) for answer in answers(title).answer for wording in (answer.ask, *answer.also)
    ]
    known: dict[tuple[str, ...], str] = {}
    assert [(w, key) for w, key in every if known.setdefault(tuple(words(w)), key) != key] == []
    ids = {answer.id for answer in answers(title).answer}
    assert [(wording, key) for wording, key in every if wording in ids - {key}] == []


def test_nine_of_ten_questions_of_beginners_find_their_answer_first() -> None:
    missed = _missed(ASKED)
    assert len(missed) <= sum(map(len, ASKED.values())) / 10, missed


def test_nine_of_ten_questions_of_french_beginners_find_their_answer_first() -> None:
    assert ASKED_IN_FRENCH.keys() == ASKED.keys()
    with speaking("fr"):
        missed = _missed(ASKED_IN_FRENCH)
    assert len(missed) <= sum(map(len, ASKED_IN_FRENCH.values())) / 10, missed


def test_what_the_map_of_the_levee_writes_is_explained() -> None:
    asked = ("what is the holding box", "what does army -1 mean", "what does army +1 mean")
    assert [answered("levee", each)[0].id for each in asked] == ["holding", "army-marker", "army-marker"]


@pytest.mark.deep(seconds=3)
@pytest.mark.parametrize("title", ASKED)
def test_other_french_wordings_find_their_own_answer_first(title: str) -> None:
    wordings = tomllib.loads((FRENCH / f"{title}.toml").read_text("utf-8"))
    assert wordings.keys() == {answer.id for answer in answers(title).answer}
    assert [key for key, asked in wordings.items() if not 6 <= len(asked) <= 12] == []
    every = [(wording, key) for key, asked in wordings.items() for wording in asked]
    assert len({tuple(words(wording)) for wording, _ in every}) == len(every)
    with speaking("fr"):
        # The very words find their answer by equality; in another order the index has to find it.
        for turned, some, least in ((False, every, 1.0), (True, every[:: depth(3, 1)], 0.95)):
            found = [
                answered(title, " ".join(reversed(words(wording, " "))) if turned else wording)
                for wording, _ in some
            ]
            missed = [
                asked
                for asked, first in zip(some, found, strict=True)
                if [a.id for a in first[:1]] != [asked[1]]
            ]
            assert len(missed) <= (1 - least) * len(some), missed


def test_no_french_word_is_both_silent_and_like_another() -> None:
    reading = tomllib.loads((FRENCH / "search.toml").read_text("utf-8"))
    like = {word for each in reading["same"] for word in each["words"]}
    assert like.isdisjoint(words(reading["silent"]))


@pytest.mark.parametrize("title", ASKED)
def test_a_question_finds_its_own_answer_first(title: str) -> None:
    for answer in answers(title).answer:
        assert answered(title, answer.ask)[0].id == answer.id
        assert answered(title, answer.id) == [answer]


@pytest.mark.parametrize("title", ASKED)
def test_with_nothing_typed_the_first_questions_of_a_beginner_are_offered(title: str) -> None:
    offered = suggest(title, "")
    assert [each.value for each in offered] == [answer.id for answer in answers(title).answer[:25]]


@pytest.mark.parametrize("title", ASKED)
def test_a_number_is_answered_by_its_statements_alone(title: str) -> None:
    rule = next(statement for statement in load(title) if statement.kind == "rule")
    for typed in (rule.id, rule.case, "99.9"):
        assert answered(title, typed) == []


def _missed(asked: dict[str, dict[str, list[str]]]) -> dict[str, list[str]]:
    """The questions that did not find a fitting answer first, with what they found."""
    missed = {}
    for title, questions in asked.items():
        known = {answer.id for answer in answers(title).answer}
        for question, wanted in questions.items():
            assert known.issuperset(wanted), question
            found = [answer.id for answer in answered(title, question)]
            if not found or found[0] not in wanted:
                missed[question] = found
    return missed
