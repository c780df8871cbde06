"""Events of the march, as short as a player who plays on needs them: the map beside them has the ways."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.vendee.story import goes_on
from engines.core.events import Event, TableRoll
from engines.vendee.events import Announced, Declined, Raised, Stepped


def in_short(events: Sequence[Event]) -> list[Event]:
    """Events with a march as one step, from its beginning to its end.

    It has no announcement of a group, nor a declined pre-emption: one press may bring all the marches of a
    month, and a telephone has room for a line each.
    """
    kept: list[Event] = []
    for event in events:
        last = kept[-1] if kept else None
        if isinstance(event, Stepped):
            if isinstance(last, Stepped) and goes_on(last, event) and last.backs == event.backs:
                kept[-1] = replace(event, start=last.start)
                continue
            kept = _unannounced(kept, event)
        if isinstance(event, Raised) and event.points is not None:
            kept = _beside(kept)
        kept.append(event)
    return kept


def _beside(events: list[Event]) -> list[Event]:
    """Events with the armies raised just before at their end, so that one line covers all of them."""
    first = next(
        (at for at in range(len(events), 0, -1) if not isinstance(events[at - 1], Raised | TableRoll)), 0
    )
    together = events[first:]
    return [
        *events[:first],
        *(each for each in together if not isinstance(each, Raised)),
        *(each for each in together if isinstance(each, Raised)),
    ]


def _unannounced(events: list[Event], step: Stepped) -> list[Event]:
    """Events without the last announcement, if its group moves, and without options declined after it."""
    called = [(at, event) for at, event in enumerate(events) if isinstance(event, Announced)]
    if not called:
        return events
    at, last = called[-1]
    if (last.side, last.area) != (step.side, step.start):
        return events
    return [*events[:at], *(each for each in events[at + 1 :] if not _lets_go(each))]


def _lets_go(event: Event) -> bool:
    return isinstance(event, Declined) and event.what == "preemption"
