"""The state of a race."""

from __future__ import annotations

import msgspec

SEATS = ("north", "south")


class State(msgspec.Struct, forbid_unknown_fields=True):
    """Everything; the seat whose turn it is stands first in `order`, and nobody does when it is over."""

    scenario: str
    options: dict[str, bool]
    round: int
    """0 while stakes are made."""
    order: list[str]
    fields: dict[str, int]
    stakes: dict[str, int | None]
