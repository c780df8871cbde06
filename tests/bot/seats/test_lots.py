"""Lots: what holds however they fall."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.seats import lots
from bot.store import Guest

SEATS = ("a", "b", "c", "d", "e")
USERS = st.integers(1, 8)
Case = tuple[list[str], dict[str, int], list[Guest], str]
"""Free seats, reservations, those who wait, and a seed."""


@st.composite
def draws(draw: st.DrawFn) -> Case:
    free = draw(st.lists(st.sampled_from(SEATS), unique=True))
    reserved = draw(st.dictionaries(st.sampled_from(SEATS), USERS))
    waiting = draw(
        st.lists(
            st.builds(
                Guest, user_id=USERS, waiting=st.just(True), preference=st.none() | st.sampled_from(SEATS)
            ),
            unique_by=lambda guest: guest.user_id,
        )
    )
    return free, {seat: user for seat, user in reserved.items() if seat in free}, waiting, draw(st.text())


@given(draws())
def test_nobody_gets_two_seats_by_lot(case: Case) -> None:
    drawn = lots.draw(*case)
    assert len(set(drawn.values())) == len(drawn)


@given(draws())
def test_only_free_seats_go_only_to_those_who_wait(
    case: Case,
) -> None:
    free, _, waiting, _ = case
    drawn = lots.draw(*case)
    assert set(drawn) <= set(free)
    assert set(drawn.values()) <= {guest.user_id for guest in waiting}


@given(draws())
def test_a_reserved_seat_goes_to_nobody_else(
    case: Case,
) -> None:
    reserved = case[1]
    assert all(reserved.get(seat, user) == user for seat, user in lots.draw(*case).items())


@given(draws())
def test_the_only_one_who_would_have_a_seat_has_it(
    case: Case,
) -> None:
    free, reserved, waiting, _ = case
    drawn = lots.draw(*case)
    open_to_all = [seat for seat in free if seat not in reserved]
    drawing = [guest for guest in waiting if guest.user_id not in reserved.values()]
    for seat in open_to_all:
        wanting = [guest.user_id for guest in drawing if guest.preference == seat]
        if len(wanting) == 1:
            assert drawn[seat] == wanting[0]


@given(draws())
def test_a_contested_seat_goes_to_one_who_wanted_it(
    case: Case,
) -> None:
    free, reserved, waiting, _ = case
    drawn = lots.draw(*case)
    drawing = [guest for guest in waiting if guest.user_id not in reserved.values()]
    for seat in [seat for seat in free if seat not in reserved]:
        wanting = [guest.user_id for guest in drawing if guest.preference == seat]
        assert not wanting or drawn[seat] in wanting


@given(draws())
def test_no_seat_stays_free_while_somebody_could_have_it(
    case: Case,
) -> None:
    free, reserved, waiting, _ = case
    drawn = lots.draw(*case)
    without = {guest.user_id for guest in waiting} - set(drawn.values())
    left = [seat for seat in free if seat not in drawn]
    assert not any(reserved.get(seat, user) == user for seat in left for user in without)


@given(draws(), st.text())
def test_how_many_get_a_seat_does_not_hang_on_the_lot(case: Case, other: str) -> None:
    assert len(lots.draw(*case)) == len(lots.draw(*case[:3], other))


@given(draws())
def test_the_order_in_which_they_came_decides_nothing(
    case: Case,
) -> None:
    free, reserved, waiting, seed = case
    assert lots.draw(free, reserved, waiting, seed) == lots.draw(free, reserved, waiting[::-1], seed)


def test_the_lot_falls_either_way() -> None:
    waiting = [Guest(user_id=user, waiting=True, preference="a") for user in (1, 2)]
    winners = {lots.draw(["a"], {}, waiting, f"seed {number}")["a"] for number in range(40)}
    assert winners == {1, 2}
