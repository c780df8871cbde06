"""Who may sit where: the rules of seats, and what holds whatever people do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import PoliteError
from bot.seats.rules import SeatRules, lent, terms
from bot.store import Seat
from tests.support.depth import depth

NAMES = {name: name.title() for name in ("a", "b", "c")}


def test_who_plays_one_side_can_not_take_another_of_a_game_with_secrets() -> None:
    seating = {"a": Seat(seat="a", user_id=1), "b": Seat(seat="b"), "c": Seat(seat="c", user_id=2)}
    with pytest.raises(PoliteError, match="plays A and would see the secrets of B"):
        SeatRules(seating, NAMES, True).take("b", 1)
    assert SeatRules(seating, NAMES, False).take("b", 1) == {"b": Seat(seat="b", user_id=1)}


def test_what_the_leaver_has_offered_lapses() -> None:
    offered = {"a": Seat(seat="a", user_id=1, owner_id=1, reserved_for=2)}
    assert SeatRules(offered, NAMES, False).leave("a", 1) == {"a": Seat(seat="a")}


def test_whom_a_moderator_asked_in_can_still_sit_down_when_the_holder_has_left() -> None:
    awaited = {"a": Seat(seat="a", user_id=1, reserved_for=2)}
    assert SeatRules(awaited, NAMES, False).leave("a", 1) == {"a": Seat(seat="a", reserved_for=2)}


USERS = st.integers(1, 3)
ACTS = (
    *("take", "accept", "lend", "replace", "swap"),
    # Often enough that there is something to do the rest to.
    *("take", "accept", "take"),
    *("leave", "back", "decline", "returned", "seated", "swapped"),
)
Deed = tuple[str, str, str, int, int]
DEEDS = st.tuples(st.sampled_from(ACTS), st.sampled_from("abc"), st.sampled_from("abc"), USERS, USERS)
"""What is tried, with which seat and which other, by whom, and for whom."""


def done(table: SeatRules, deed: Deed) -> dict[str, Seat]:
    """The seats after somebody tried something."""
    act, name, other, user, second = deed
    ways = {
        "take": lambda: table.take(name, user),
        "leave": lambda: table.leave(name, user),
        "lend": lambda: table.lend(name, user, second, None),
        "back": lambda: table.back(name, user),
        "replace": lambda: table.replace(name, user),
        "seated": lambda: table.seated(name, user),
        "swap": lambda: table.swap(name, user, other),
        "swapped": lambda: table.swapped(name, other),
        "accept": lambda: table.accept(name, user),
        "decline": lambda: table.decline(name, user),
        "returned": lambda: table.returned(name) if lent(table.seating[name]) else {},
    }
    try:
        return {**table.seating, **ways[act]()}
    except PoliteError:
        return dict(table.seating)


@given(st.lists(DEEDS, min_size=5, max_size=40), st.booleans())
def test_whatever_people_do_every_seat_stays_sound(deeds: list[Deed], secrets: bool) -> None:
    seating = {name: Seat(seat=name) for name in NAMES}
    for deed in deeds:
        seating = done(SeatRules(seating, NAMES, secrets), deed)
        assert list(seating) == list(NAMES)
        for name, kept in seating.items():
            assert kept.seat == name
            # A seat that is owned is held, and nothing hangs over from what is settled.
            assert kept.owner_id is None or kept.user_id is not None
            assert kept.until is None or kept.owner_id is not None
            assert kept.in_exchange is None or terms(kept) == "swap"
            assert kept.reserved_for is None or kept.reserved_for != kept.user_id


@given(st.lists(DEEDS, min_size=5, max_size=40))
def test_nobody_loses_a_seat_but_by_their_own_deed_or_a_moderators(
    deeds: list[Deed],
) -> None:
    seating = {name: Seat(seat=name) for name in NAMES}
    for deed in deeds:
        before, (act, _, _, user, _) = seating, deed
        seating = done(SeatRules(seating, NAMES, False), deed)
        for name, kept in seating.items():
            owner = before[name].owner_id or before[name].user_id
            mine = {kept.user_id, kept.owner_id}
            if owner is None or owner in mine:
                continue
            # Moderators seat and swap at once; a newcomer whom they asked in accepts; the owner leaves.
            own_deed = act == "leave" and user == owner
            agreed = act == "accept" and terms(before[deed[1]]) in ("replace", "swap")
            assert act in ("seated", "swapped") or own_deed or agreed


@pytest.mark.deep(seconds=28)
@settings(max_examples=depth(100, 10_000))
@given(st.lists(DEEDS, min_size=5, max_size=40))
def test_nobody_knows_both_sides_unless_a_moderator_wished_it(
    deeds: list[Deed],
) -> None:
    seating = {name: Seat(seat=name) for name in NAMES}
    for deed in deeds:
        before = seating
        seating = done(SeatRules(seating, NAMES, True), deed)
        if deed[0] in ("seated", "swapped"):
            # A moderator wished it: it shall not have been.
            seating = before
        for name, kept in seating.items():
            if kept.user_id is None or kept.user_id == before[name].user_id:
                continue
            sides = [each for each in seating.values() if kept.user_id in (each.user_id, each.owner_id)]
            against = {each.user_id for each in seating.values()} - {None, kept.user_id}
            # A swap was agreed on by both, and an owner gets back what they had.
            excused = deed[0] in ("leave", "back", "returned") or terms(before[deed[1]]) == "swap"
            assert len(sides) == 1 or not against or excused
