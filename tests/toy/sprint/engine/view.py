"""What a seat sees of a race, and how text and picture tell a stake."""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True):
    """The race with only the stakes that a seat, or the public, may know."""

    round: int
    order: list[str]
    fields: dict[str, int]
    stakes: dict[str, int | None]


def told(view: View, seat: str) -> str:
    """The stake of a runner as far as it is known."""
    points = view.stakes[seat]
    return "its stake unknown" if points is None else f"its stake {points}"
