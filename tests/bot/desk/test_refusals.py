"""What is told when something is refused."""

from __future__ import annotations

from bot.desk.refusals import sentence
from engines.core.errors import IllegalAction


def test_a_refusal_is_its_sentence_its_case_and_what_is_legal() -> None:
    error = IllegalAction("It cannot be", case="7.2", choices=("end", "naval"))
    assert sentence(error) == "It cannot be (7.2). Legal now: `end`, `naval`."


def test_a_refusal_formats_nothing_that_was_typed() -> None:
    assert sentence(IllegalAction("'**x**' is no space")) == r"'\*\*x\*\*' is no space."
