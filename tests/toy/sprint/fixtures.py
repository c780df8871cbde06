"""What the suites that run over every game are told of *Sprint*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.fixture import Fixture

from .engine.title import Sprint

TITLE = Sprint()


class SprintFixture(Fixture):
    """Two seats in turn, and two stakes that are hidden until the end."""

    kinds = {"stake", "race"}
    odds = 50
    rests = ("4", "5", "9")
    walks = 30

    def twins(self, state: Any, seat: str | None) -> Iterator[Any]:
        """Other stakes than those that a seat does not know."""
        return TITLE.alike(state, seat)

    def in_hand(self, state: Any) -> str | None:
        """Whose turn it is."""
        return state.order[0] if state.order else None


FIXTURE = SprintFixture
