"""Lots: which person gets which free seat. The result depends only on the arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bot.store import Guest
from engines.core.dice import below

T = TypeVar("T")


def draw(
    free: Sequence[str], reserved: Mapping[str, int], waiting: Iterable[Guest], seed: str
) -> dict[str, int]:
    """User by seat; each person gets one seat at most.

    A person who waits gets the seat that is reserved for them. Then each gets the seat that they prefer,
    by lot if several prefer it; the others draw for the seats that are left.

    :param free: seats without a holder.
    :param reserved: the only person who may get such a seat, by seat.
    :param waiting: the people who draw; their order makes no difference.
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
    """Whether the waiting people can fill every seat; this does not depend on how the lots fall."""
    return len(draw(free, reserved, waiting, "")) == len(free)


def _shuffled(things: Iterable[T], seed: str) -> list[T]:
    rest = list(things)
    return [rest.pop(below(seed, counter, len(rest))) for counter in range(len(rest))]
