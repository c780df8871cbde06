"""Words and actions as they are typed: cut short, mistyped, and written so that they are read again."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.declared import NUMBER, Field, Kind, verbs
from engines.core.errors import AmbiguousNotation, NotationError
from engines.core.notation import AUTO, Alone, Grammar, Vocabulary, fold, joined

FRUIT = Vocabulary.named([("pear", "poire"), ("peach", "peche"), ("red-plum", "prune rouge")], "a fruit")


A_FRUIT = Kind(lambda _, typed: FRUIT.meant(joined(typed)))
A_KNIFE = Kind(lambda _, typed: typed)


class Eat(msgspec.Struct, frozen=True, tag="eat-up"):
    """Eat so many."""

    count: Annotated[int, Field(NUMBER)]
    fruit: Annotated[str, Field(A_FRUIT)]
    knife: Annotated[str | None, Field(A_KNIFE, "with")] = None


class Peel(msgspec.Struct, frozen=True, tag="peel"):
    """Peel one, or all of them."""

    wants: ClassVar = "a fruit after it"
    fruit: Annotated[str | None, Field(A_FRUIT._replace(nothing=AUTO))]


class Rest(msgspec.Struct, frozen=True):
    """Do nothing, or less."""

    deeply: bool = False


GRAMMAR: Grammar[None, Eat | Peel | Rest] = Grammar(
    (*verbs(Eat, Peel), Alone("rest", Rest(), ("sit-down",)), Alone("sleep", Rest(True), whole=True)),
    longest=40,
)


def refused(typed: str, legal: tuple[str, ...] = ()) -> NotationError:
    """The error for what can't be read."""
    with pytest.raises(NotationError) as refusal:
        GRAMMAR.parse(None, typed, lambda: list(legal))
    return refusal.value


def test_letters_are_compared_without_case_accents_and_ligatures() -> None:
    assert (
        fold("  Œufs  À LA\tcrème \N{MINUS SIGN}1 d\N{RIGHT SINGLE QUOTATION MARK}or")
        == "oeufs a la creme -1 d'or"
    )


def test_a_word_may_be_cut_short_and_be_an_id_or_a_name() -> None:
    for typed, meant in (
        ("pear", "pear"),
        ("pea", None),
        ("peac", "peach"),
        ("poi", "pear"),
        ("prune-r", "red-plum"),
    ):
        if meant is None:
            with pytest.raises(AmbiguousNotation, match="'pea' could be pear or peach") as refusal:
                FRUIT.meant(typed)
            assert refusal.value.choices == ("pear", "peach")
        else:
            assert FRUIT.meant(typed) == meant
    assert FRUIT.shortest("pear") == "pear"
    assert FRUIT.shortest("peach") == "peac"
    assert FRUIT.shortest("red-plum") == "r"


def test_a_word_that_means_nothing_is_refused_with_the_nearest_or_with_all() -> None:
    with pytest.raises(NotationError, match="'paech' is not a fruit, perhaps 'peach'"):
        FRUIT.meant("paech")
    with pytest.raises(NotationError, match="'' is not a fruit"):
        FRUIT.meant("")
    with pytest.raises(NotationError, match="'up' is none of on, off"):
        Vocabulary.of(("on", "off")).meant("up")


def test_of_very_many_words_the_nearest_alone_are_named() -> None:
    hexes = Vocabulary.of([str(number) for number in range(1000, 3500)])
    with pytest.raises(NotationError) as refusal:
        hexes.meant("9123")
    told = "'9123' is none of the 2500 words that may stand here; near to it are "
    assert refusal.value.message.startswith(told)
    assert "1123" in refusal.value.message
    assert len(refusal.value.message) < 150


def test_of_many_words_some_are_told_by_the_alphabet() -> None:
    places = Vocabulary.of([f"saint-{letter}" for letter in "hgfedcba"], "a place", many=True)
    with pytest.raises(AmbiguousNotation) as refusal:
        places.meant("saint")
    assert refusal.value.choices == tuple(f"saint-{letter}" for letter in "abcdefgh")
    assert refusal.value.message.endswith("saint-a, saint-b, saint-c, saint-d, saint-e or saint-f")


def test_what_is_typed_is_read_and_written_in_full() -> None:
    for typed, action, written in (
        ("Eat up 3 prune rouge", None, ""),
        ("Eat up 3 poire", Eat(3, "pear"), "eat-up 3 pear"),
        ("eat-up 12 peac with a spoon", Eat(12, "peach", "a spoon"), "eat-up 12 peach with a spoon"),
        ("e 1 red-plum", Eat(1, "red-plum"), "eat-up 1 red-plum"),
        ("peel prune rouge", Peel("red-plum"), "peel red-plum"),
        ("peel auto", Peel(None), "peel auto"),
        ("res", Rest(), "rest"),
        ("sit down", Rest(), "rest"),
        ("sleep", Rest(True), "sleep"),
    ):
        if action is None:
            assert "'3 prune' is not a number" in refused(typed).message
        else:
            assert GRAMMAR.parse(None, typed, list) == action
            assert GRAMMAR.notation(action) == written
            assert GRAMMAR.parse(None, written, list) == action


def test_what_can_t_be_read_is_refused_with_the_nearest_legal_actions() -> None:
    legal = ("peel pear", "peel peach", "rest", "eat-up 1 pear")
    for typed, message in (
        ("", "Nothing was typed"),
        ("x" * 41, "'xxxxxxxxxxxxxxxxxxxx'… is longer than any action"),
        ("rust", "'rust' is not an action, perhaps 'rest'"),
        ("rest now", "'rest' stands alone, without 'now'"),
        ("slee", "'slee' is not an action"),
        ("peel", "'peel' wants a fruit after it"),
        ("eat-up", "'eat-up' wants more after it: eat-up …"),
        ("eat-up 0 pear", "'0' is not a number of 1 or more"),
    ):
        error = refused(typed, legal)
        assert error.message == message
        assert len(error.choices) == 3
    assert refused("peel paech", legal).choices[0] == "peel peach"


def test_where_actions_are_few_all_are_named_to_who_has_typed_nothing() -> None:
    few: Grammar[None, Rest] = Grammar((Alone("rest", Rest()),), few=True)
    for typed in ("", "x" * 300):
        with pytest.raises(NotationError) as refusal:
            few.parse(None, typed, lambda: ["a", "b", "c", "d"])
        assert refusal.value.choices == ("a", "b", "c", "d")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(typed: str) -> None:
    try:
        action = GRAMMAR.parse(None, typed, list)
    except NotationError:
        return
    assert GRAMMAR.parse(None, GRAMMAR.notation(action), list) == action
