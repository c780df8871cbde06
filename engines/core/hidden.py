"""Redaction of an event for a seat; each event class says which of its fields are for its owner only."""

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
    """An event of the counters of a `side`, which owns it while they are `hidden`."""

    @property
    def owner(self: _OfSide) -> str | None:
        return self.side if self.hidden else None


def redact_for(event: Event, seat: str | None) -> Event | None:
    """An event as a seat, or the public (None), may know it; None where it learns nothing."""
    owner = event.owner
    if owner is None or owner == seat:
        return event
    if not event.owner_only:
        return None
    return msgspec.structs.replace(event, **dict.fromkeys(event.owner_only))
