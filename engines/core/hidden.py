"""What of an event is told to whom; which of its fields are its owner's alone, each event says itself."""

from __future__ import annotations

from typing import Protocol

import msgspec

from engines.core.events import Event


class _OfSide(Protocol):
    @property
    def side(self) -> str: ...

    @property
    def hidden(self) -> bool: ...


class FaceDown(Event, frozen=True):
    """An event of the counters of a `side`, whose own it is where they lie `hidden`."""

    @property
    def owner(self: _OfSide) -> str | None:
        return self.side if self.hidden else None


def redact_for(event: Event, seat: str | None) -> Event | None:
    """An event as a seat may know it; None is the public, and None where nothing is learnt."""
    owner = event.owner
    if owner is None or owner == seat:
        return event
    if not event.owner_only:
        return None
    return msgspec.structs.replace(event, **dict.fromkeys(event.owner_only))
