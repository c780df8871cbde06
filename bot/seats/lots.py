"""Lots: who gets which of the seats that nobody has taken. Nothing but its arguments decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bot.store import Guest
from engines.core.dice import below

T = TypeVar("T")


def draw(
    free: Sequence[str], reserved: Mapping[str, int], waiting: Iterable[Guest], seed: str
) -> dict[str, int]:
    """User by seat, one seat for each at most.

    A seat that is reserved for somebody who waits is theirs. Then everybody gets the seat that they would
    rather have, by lot where several would; those who are left draw for what is left.

    :param free: seats that nobody holds.
    :param reserved: whom alone some of them may go to.
    :param waiting: those who draw; in whatever order, it decides nothing.
    """
    people = _shuffled(sorted(waiting, key=lambda guest: guest.user_id), f"people {seed}")
    drawn: dict[str, int] = {}
    for guest in people:
        own = [seat for seat in free if reserved.get(seat) == guest.user_id]
        if own:
            drawn[guest.preference if guest.preference in own else own[0]] = guest.user_id
    left = _shuffled([seat for seat in free if seat not in reserved], f"seats {seed}")
    without = [guest for guest in people if guest.user_id not in drawn.values()]
    for guest in without:
        if guest.preference in left:
            left.remove(guest.preference)
            drawn[guest.preference] = guest.user_id
    for guest in without:
        if left and guest.user_id not in drawn.values():
            drawn[left.pop(0)] = guest.user_id
    return drawn


def fill(free: Sequence[str], reserved: Mapping[str, int], waiting: Iterable[Guest]) -> bool:
    """Whether those who wait can fill every seat; how the lot falls makes no difference to it."""
    return len(draw(free, reserved, waiting, "")) == len(free)


def _shuffled(things: Iterable[T], seed: str) -> list[T]:
    rest = list(things)
    return [rest.pop(below(seed, counter, len(rest))) for counter in range(len(rest))]
