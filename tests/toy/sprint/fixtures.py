"""What the suites that run over every game are told of *Sprint*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tests.support.fixture import Fixture

from .engine.title import STAKES


class SprintFixture(Fixture):
    """Two seats in turn, and two stakes that are hidden until the end."""

    kinds = {"stake", "race"}
    odds = 50
    rests = ("4", "5", "9")
    walks = 30

    def twins(self, state: Any, seat: str | None) -> Iterator[Any]:
        """Other stakes than those that a seat does not know."""
        for shift in range(1, len(STAKES)):
            stakes = {
                side: points
                if points is None or side == seat or not state.order
                else (points - 1 + shift) % 3 + 1
                for side, points in state.stakes.items()
            }
            yield msgspec.structs.replace(state, stakes=stakes)

    def in_hand(self, state: Any) -> str | None:
        """Whose turn it is."""
        return state.order[0] if state.order else None


FIXTURE = SprintFixture
