"""Edits as they are typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.contract import EditForm
from engines.core.edits import EditGrammar
from engines.core.errors import AmbiguousNotation, NotationError

PUT = EditForm("put", "put COLOUR BOX", "Put a piece into a box.")
FLAG = EditForm("flag", "flag on|off", "Hoist the flag or strike it.")
GRAMMAR = EditGrammar({PUT: [("red", "rose", "blue"), ("-1", "1", "10")], FLAG: [("on", "off")]})


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("put red 10", ("put", "red", "10")),
        ("  PUT  Réd 1 ", ("put", "red", "1")),
        ("p b -1", ("put", "blue", "-1")),
        ("p b \N{MINUS SIGN}1", ("put", "blue", "-1")),
        ("f of", ("flag", "off")),
    ],
)
def test_words_may_be_cut_short(typed: str, words: tuple[str, ...]) -> None:
    assert GRAMMAR.parse(typed) == words


@pytest.mark.parametrize(
    ("typed", "reason", "choice"),
    [
        ("", "Nothing was typed", "put COLOUR BOX"),
        ("x" * 201, "is no edit", "put COLOUR BOX"),
        ("dance", "'dance' is none of put, flag", None),
        ("put green 1", "'green' is none of red, rose, blue", None),
        ("put red", "'put' is typed as 'put COLOUR BOX'", "put red -1"),
        ("put red 1 1", "'put' is typed as 'put COLOUR BOX'", None),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_nearest(typed: str, reason: str, choice: str | None) -> None:
    with pytest.raises(NotationError, match=reason) as refusal:
        GRAMMAR.parse(typed)
    assert refusal.value.choices
    assert choice is None or refusal.value.choices[0] == choice


def test_a_word_that_could_be_two_is_refused_with_both() -> None:
    with pytest.raises(AmbiguousNotation) as refusal:
        GRAMMAR.parse("put r 1")
    assert refusal.value.choices == ("red", "rose")


def test_what_begins_as_was_typed_is_offered_one_of_each_kind_first() -> None:
    assert [*GRAMMAR.near("")] == [
        *("put red -1", "put rose -1", "put blue -1", "flag on"),
        *("put red 1", "put rose 1", "put blue 1", "flag off"),
        *("put red 10", "put rose 10", "put blue 10"),
    ]
    assert [*GRAMMAR.near("put b")] == ["put blue -1", "put blue 1", "put blue 10"]


def test_the_likest_is_offered_where_nothing_begins_as_was_typed() -> None:
    assert next(GRAMMAR.near("putt bleu 10")) == "put blue 10"


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(typed: str) -> None:
    known = set(GRAMMAR.near(""))
    assert set(GRAMMAR.near(typed)) <= known
    try:
        read = GRAMMAR.parse(typed)
    except NotationError:
        return
    assert " ".join(read) in known
