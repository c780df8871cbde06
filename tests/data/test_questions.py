"""Fifty questions of each game, in plain words: the statement that answers comes first."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bot.interactions.rules_search import answered, find
from data import glossary
from data.cases import load

TESTS = Path(__file__).parents[1]
QUESTIONS = {
    file.parents[1].name: tomllib.loads(file.read_text("utf-8"))
    for file in sorted(TESTS.glob("*/data/questions.toml"))
}
PROGRAM = re.compile(
    r"\b(?:engine|implement\w*|assert\w*|validation|seed|placeholder|stored?|configur\w*|vectors?|API|UI)\b"
)
"""Words of whoever writes a program."""


@pytest.mark.parametrize("title", QUESTIONS)
def test_a_question_finds_its_answer_first(title: str) -> None:
    assert len(QUESTIONS[title]) >= 50
    wrong = {}
    assert all(statement in load(title) for statement in glossary.index(title))
    for question, answers in QUESTIONS[title].items():
        if answers == ["win"]:
            assert answered(title, question)[0].id == "win", question
            continue
        assert all(answer in load(title) for answer in answers if answer != "win")
        found = [statement.id for statement in find(title, question)]
        if found[0] not in answers:
            wrong[question] = found
    assert wrong == {}


@pytest.mark.parametrize("title", QUESTIONS)
def test_the_statements_are_sentences_about_the_game(title: str) -> None:
    for statement in load(title):
        if statement.kind not in ("gap", "data"):
            said = PROGRAM.search(f"{statement.section} {statement.text} {statement.reading}")
            assert said is None, (statement.id, said)
