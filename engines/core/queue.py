"""Activations queued ahead, one after the other: what stops them, and what is left of them after a step.

A game declares how they are typed, in an order that is a plan; its steps are structs of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from data.catalogue import N_
from engines.core.events import Edited, Event, Undone
from engines.core.orders import Order

T = TypeVar("T")
SAYS: Mapping[str, N_] = {
    "none": N_("No activations are queued."),
    "NAME": N_("Activate {a}."),
    "to NAME": N_("Go to {a}."),
    "stop never": N_("Stop for nothing."),
    "stopped by an enemy in NAME": N_("**Stopped: the enemy has come to {a}.**"),
    "stopped by a correction": N_("**Stopped: something was taken back or corrected.**"),
}
"""The sentences of phrases that the queues of all games have."""


class Stop(msgspec.Struct, frozen=True):
    """What stops a queue; without any of these a battle, a failure, or an enemy beside those who go."""

    near: int = 0
    """Places within which an enemy stops it, who comes there."""
    battle: bool = False
    failure: bool = False


USUAL = Stop(near=1, battle=True, failure=True)
"""What stops a queue whose owner has not said."""


class Stopped(msgspec.Struct, frozen=True):
    """The queue has stopped, and its side is asked again."""

    place: str = ""


class Queue(NamedTuple, Generic[T]):
    """A stored queue, read."""

    steps: Sequence[T]
    stops: Stop
    stopped: bool


def read(order: Order[Any], text: str) -> Queue[Any]:
    """A stored queue of a kind of order."""
    clauses = order.read(text)
    stops = [clause for clause in clauses if isinstance(clause, Stop)]
    return Queue(
        [clause for clause in clauses if not isinstance(clause, Stop | Stopped)],
        Stop(
            max(stop.near for stop in stops),
            any(stop.battle for stop in stops),
            any(stop.failure for stop in stops),
        )
        if stops
        else USUAL,
        any(isinstance(clause, Stopped) for clause in clauses),
    )


def corrected(events: Sequence[Event]) -> Iterator[str]:
    """Why a queue stops when something was taken back or put right: its owner laid it for another board."""
    if any(isinstance(event, Undone | Edited) for event in events):
        yield "stopped by a correction"


def stopped_by(order: Order[Any], text: str, named: Callable[[str], str]) -> Iterator[str]:
    """What has stopped a queue, as a sentence."""
    if read(order, text).stopped:
        yield order.said(text.rpartition("; ")[2], named)


def left(order: Order[Any], text: str, over: Collection[int], why: str = "") -> str:
    """A stored queue without some of its steps; empty where no step is left of it.

    :param over: the places of these steps.
    :param why: what has stopped it.
    """
    kept: list[str] = []
    place, lasts = 0, False
    for clause in text.split("; "):
        step = order.one(clause)
        if step is not None and not isinstance(step, Stop | Stopped):
            place += 1
            if place - 1 in over:
                continue
            lasts = True
        kept.append(clause)
    return "; ".join([*kept, *([why] if why else [])]) if lasts or why else ""
