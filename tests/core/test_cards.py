"""Piles of cards: none is lost or made, and a journal gives the same cards again."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.cards import draw, left_after
from engines.core.dice import Dice, ReplayedDice
from engines.core.errors import DiceError

AFFAIRS = ["bread", "bread", "oath", "flight", "war", "camp", "veto", "clubs"]
NUMBERS = st.integers(0, len(AFFAIRS))


def drawn(dice: Dice, number: int) -> tuple[list[str], list[str]]:
    """The first cards of the pile, and what is left of it."""
    pile = AFFAIRS[:]
    return [draw(dice, "affairs", "an affair", pile) for _ in range(number)], pile


@given(NUMBERS, st.text(max_size=5))
def test_no_card_is_lost_or_made(number: int, seed: str) -> None:
    cards, left = drawn(Dice(seed), number)
    assert Counter(cards + left) == Counter(AFFAIRS)
    assert left_after(AFFAIRS, cards) == left


@given(NUMBERS, st.text(max_size=5))
def test_a_journal_gives_the_same_cards_again(number: int, seed: str) -> None:
    dice = Dice(seed)
    cards = drawn(dice, number)
    replayed = ReplayedDice(dice.take(), seed)
    assert drawn(replayed, number) == cards
    assert replayed.left == 0


def test_a_card_that_was_fed_comes_next_and_must_be_in_the_pile() -> None:
    dice = Dice(None)
    dice.stack("affairs", ["war", "bread", "bread", "bread"])
    cards, left = drawn(dice, 3)
    assert cards == ["war", "bread", "bread"]
    with pytest.raises(DiceError, match="no card bread"):
        draw(dice, "affairs", "an affair", left)


def test_a_deck_may_say_what_can_come_next() -> None:
    dice = Dice("seed")
    pile = ["first", "a", "b", "last"]
    assert draw(dice, "headlines", "a headline", pile, among=["first"]) == "first"
    assert dice.take() == []
    assert draw(dice, "headlines", "a headline", pile, among=["a", "b"]) in {"a", "b"}
    assert [entry.of for entry in dice.take()] == ["headlines"]
    dice.stack("headlines", ["last"])
    assert draw(dice, "headlines", "a headline", pile, among=[pile[0]]) == "last"
    assert len(pile) == 1


def test_the_last_card_of_a_pile_without_such_a_rule_is_drawn_like_the_others() -> None:
    dice = Dice("seed")
    pile = ["t1"]
    assert draw(dice, "incidents", "incident", pile) == "t1"
    assert len(dice.take()) == 1
    assert pile == []


def test_copies_come_off_a_pile_one_by_one() -> None:
    assert left_after(["t1", "t1", "t2"], ["t1", "t9"]) == ["t1", "t2"]
