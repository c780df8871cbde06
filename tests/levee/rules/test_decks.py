"""The next deck (5.6)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.levee.schema import COLOURS, Colour
from engines.core.dice import Dice
from engines.core.errors import DiceError
from engines.levee.title import SEAT
from tests.levee.builder import position, with_kit

FLAGS = {"blue": (1, 21), "white": (22, 45), "red": (46, 60)}


def revealed_of(colour: Colour, seed: str) -> list[int]:
    """Numbers of a deck's cards in the order in which a seed reveals them, from the turn before."""
    before = COLOURS[COLOURS.index(colour) - 1]
    start = position().deck(before, left=0).start()
    dice, state, numbers = Dice(seed), start.state, []
    for _ in start.title.box.decks[False][colour]:
        state = start.title.apply(state, SEAT, start.title.parse(state, "end"), dice).state
        assert state.colour == colour
        numbers.append(int(state.headline))
    assert state.pile == []
    return numbers


@pytest.mark.case("L-5.6-b", "E-5.6-a")
@given(seed=st.text(max_size=12))
def test_white_begins_with_22_and_ends_with_45(seed: str) -> None:
    first, *middle, last = revealed_of("white", seed)

    assert (first, last, len(middle)) == (22, 45, 15)
    assert len(set(middle)) == 15
    assert set(middle) <= {*range(23, 45)}


@pytest.mark.case("L-5.6-c", "E-5.6-b")
@given(seed=st.text(max_size=12))
def test_red_begins_with_46_and_ends_with_60(seed: str) -> None:
    first, *middle, last = revealed_of("red", seed)

    assert (first, last, len(middle)) == (46, 60, 10)
    assert len(set(middle)) == 10
    assert set(middle) <= {*range(47, 60)}


@pytest.mark.case("L-5.6-b", "L-5.6-c")
@pytest.mark.parametrize("colour", ["white", "red"])
def test_the_middle_is_shuffled(colour: Colour) -> None:
    orders = [tuple(revealed_of(colour, str(seed))) for seed in range(120)]
    middle = set(orders[0][1:-1])

    assert {order[1] for order in orders} == middle
    assert {order[-2] for order in orders} == middle
    assert len(set(orders)) == len(orders)


@pytest.mark.case("L-5.6-a")
def test_the_decks_follow_one_another() -> None:
    result = position().deck("blue", left=18).start()
    colours = [result.state.colour]
    while (following := result.play("end")).outcome is None:
        result = following
        colours.append(result.state.colour)

    assert colours == ["blue"] * 19 + ["white"] * 17 + ["red"] * 12


@pytest.mark.case("L-5.6-d")
@pytest.mark.parametrize("colour", ["blue", "white"])
def test_a_new_deck_changes_nothing_on_the_board(colour: Colour) -> None:
    here = position().deck(colour, left=0).army("austria", 3).army("prussia", 2).off("piedmont")
    here = here.rotated("prussia").disorder().liberated("brussels").holding().tracks(m=2, d=1, r=-1)
    before = here.start().state
    after = here.play("end").state

    kept = ("boxes", "rotated", "disorder", "markers", "tracks")
    assert {name: getattr(after, name) for name in kept} == {name: getattr(before, name) for name in kept}
    assert after.colour != before.colour


@pytest.mark.case("L-4.1-a")
def test_a_card_that_has_been_played_does_not_come_again() -> None:
    start = position().deck("blue", left=10).start()
    dice = Dice("any")
    dice.stack("headlines", ["2"])

    with pytest.raises(DiceError):
        start.title.apply(start.state, SEAT, start.title.parse(start.state, "end"), dice)
    assert "2" not in start.state.pile


def test_the_state_does_not_hold_the_order_of_the_pile() -> None:
    """Two seeds that will reveal different cards begin with the same state."""
    title = position().start().title
    one, two = (title.setup("base", {}, Dice(seed)).state for seed in ("one", "two"))

    assert msgspec.json.encode(one) == msgspec.json.encode(two)


@pytest.mark.case("L-3.0-f", "L-5.6-a")
def test_cards_that_may_come_are_of_the_pile_and_then_of_the_next_deck() -> None:
    start = position().deck("blue", left=2).start()
    title, state, deck = start.title, start.state, start.title.decks[0]
    assert {*title.may_come(state, deck)} == {*state.pile}
    assert {*title.may_come(state, deck, state.pile)} == {*title.box.decks[False]["white"]}
    # Before a scenario is chosen the kit may be in it.
    whole = with_kit().start().title
    assert {*whole.may_come(None, deck)} == {card for pile in whole.box.decks[True].values() for card in pile}
    assert start.view.deck.colours == {"blue": 2, "white": 17, "red": 12}
