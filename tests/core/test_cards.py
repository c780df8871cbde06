"""Cards: none is lost or made, hands are their owners', and a journal gives the same cards again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.cards import (
    CardDrawn,
    Cards,
    Deck,
    draw,
    left_after,
    told,
    view,
)
from engines.core.dice import Dice, ReplayedDice
from engines.core.errors import DiceError, StateError
from engines.core.events import Event

SEATS = ("royalist", "feuillant", "montagnard")
DECK = Deck("affairs", ("bread", "bread", "oath", "flight", "war", "camp", "veto", "clubs"))
MOVES = st.lists(
    st.tuples(
        st.sampled_from(["draw", "turn up", "play", "discard", "reshuffle"]),
        st.sampled_from(SEATS),
        st.integers(0, 20),
    ),
    max_size=25,
)
Moves = list[tuple[str, str, int]]


def play(moves: Moves, dice: Dice) -> tuple[Cards, list[Event]]:
    """Carry out those of the moves that the cards allow."""
    cards, events = DECK.shuffled(SEATS), list[Event]()
    for verb, seat, number in moves:
        hand = cards.hands[seat]
        match verb:
            case "draw" if cards.pile:
                events.append(DECK.draw(cards, seat, dice, f"a card for {seat}"))
            case "turn up" if cards.pile:
                events.append(DECK.turn_up(cards, dice, "an event"))
            case "play" if hand:
                events.append(DECK.play(cards, seat, hand[number % len(hand)]))
            case "discard" if hand:
                events.append(DECK.discard(cards, seat, hand[number % len(hand)]))
            case "reshuffle":
                events.append(DECK.reshuffle(cards))
    return cards, events


@given(MOVES, st.text(max_size=5))
def test_no_card_is_lost_or_made(moves: Moves, seed: str) -> None:
    cards, _ = play(moves, Dice(seed))
    DECK.check(cards)
    assert DECK.canonical(cards) == cards
    assert msgspec.json.decode(msgspec.json.encode(cards), type=Cards) == cards


@given(MOVES, st.text(max_size=5))
def test_a_journal_gives_the_same_cards_again(moves: Moves, seed: str) -> None:
    dice = Dice(seed)
    played = play(moves, dice)
    replayed = ReplayedDice(dice.take(), seed)
    assert play(moves, replayed) == played
    assert replayed.left == 0


@given(MOVES, st.text(max_size=5), st.sampled_from([*SEATS, None]))
def test_nobody_sees_into_the_hand_of_another_or_into_the_pile(
    moves: Moves, seed: str, seat: str | None
) -> None:
    """What lies hidden from a seat, dealt out anew in any way, looks the same."""
    cards, _ = play(moves, Dice(seed))
    hidden = [*cards.pile, *(card for owner in SEATS if owner != seat for card in cards.hands[owner])]
    other = cards.copy()
    hidden.reverse()
    for owner, hand in other.hands.items():
        if owner != seat:
            other.hands[owner] = [hidden.pop() for _ in hand]
    other.pile = hidden
    assert view(other, seat) == view(cards, seat)
    if seat is not None:
        assert view(cards, seat).hands[seat].cards == tuple(cards.hands[seat])


@given(MOVES, st.text(max_size=5))
def test_of_a_card_that_is_drawn_others_learn_the_number_left_alone(moves: Moves, seed: str) -> None:
    for event in play(moves, Dice(seed))[1]:
        for seat in (*SEATS, None):
            if not isinstance(event, CardDrawn) or event.seat == seat:
                assert told(event, seat) == event
            else:
                assert told(event, seat) == CardDrawn(DECK.id, event.seat, None, event.left)


def test_a_card_that_was_fed_comes_next_and_must_be_in_the_pile() -> None:
    dice = Dice(None)
    dice.stack("affairs", ["war", "bread", "bread", "bread"])
    cards = DECK.shuffled(SEATS)
    drawn = [DECK.draw(cards, "royalist", dice, "a card").card for _ in range(3)]
    assert drawn == ["war", "bread", "bread"]
    assert cards.hands["royalist"] == ["bread", "bread", "war"]
    with pytest.raises(DiceError, match="no card bread"):
        DECK.draw(cards, "royalist", dice, "a card")


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


def test_nobody_plays_what_he_does_not_have() -> None:
    for way in (DECK.play, DECK.discard):
        with pytest.raises(ValueError, match="not in list"):
            way(DECK.shuffled(SEATS), "royalist", "war")


def test_cards_from_outside_are_counted() -> None:
    changes: list[tuple[dict[str, Any], str]] = [
        ({"pile": list(DECK.cards[1:])}, "affairs: 1 of 'bread' are missing"),
        ({"discards": ["war"]}, "affairs: 1 of 'war' are too many"),
        ({"hands": {"royalist": ["peace"]}}, "affairs: 1 of 'peace' are too many"),
    ]
    for change, reason in changes:
        with pytest.raises(StateError, match=reason):
            DECK.check(msgspec.structs.replace(DECK.shuffled(SEATS), **change))
