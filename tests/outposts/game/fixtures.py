"""What the suites that run over every game are told of *Outposts*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.outposts.game.engine.state import State
from tests.outposts.game.engine.title import Outposts
from tests.support.fixture import Fixture

TITLE = Outposts()


class OutpostsFixture(Fixture):
    """Two seats that commit at once, and hide units behind screens."""

    kinds = {"commit", "march", "answer", "loss"}
    at_once = True
    interrupts = True
    odds = 50
    for_me = {"lose auto": "lose "}
    ordered = {"N": "6"}
    rests = (
        "9 nantes",
        "nantes > cholet with foot:1",
        "nantes > clisson > nantes with foot:1",
        "nantes > clisson > montaigu > mortagne > cholet with horse:1",
        "clisson > vallet with foot:99",
    )
    walks = 12

    def twins(self, state: Any, seat: str | None) -> Iterator[State]:
        """Units and commitments are hidden: others behind every screen but the seat's own."""
        return TITLE.alike(state, seat)

    def in_hand(self, state: Any) -> str | None:
        """Whose march it is."""
        return state.marching[0] if state.marching else None


FIXTURE = OutpostsFixture
