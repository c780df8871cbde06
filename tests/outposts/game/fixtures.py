"""What the suites that run over every game are told of *Outposts*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.outposts.game.data.pack import UNITS, Units
from tests.outposts.game.engine.actions import Commit
from tests.outposts.game.engine.state import State, held
from tests.support.fixture import Fixture

_OTHER_UNITS: tuple[Units, ...] = ({"foot": 3, "horse": 0}, {"foot": 0, "horse": 2}, {"foot": 1, "horse": 1})


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
        for number, units in enumerate(_OTHER_UNITS):
            twin = state.copy()
            attack = twin.attack
            # A battle whose losses are being taken has been revealed.
            revealed = attack.target if attack is not None and twin.phase == "loss" else None
            for area, stack in twin.areas.items():
                if stack is not None and stack.seat != seat and area != revealed:
                    stack.units = {unit: units[unit] for unit in UNITS}
            if attack is not None and attack.seat != seat and revealed is None:
                attack.units = {unit: units[unit] for unit in UNITS}
            for side in twin.given:
                if side != seat:
                    chits, areas = twin.chits[side], held(twin, side)
                    twin.given[side] = Commit(chits[number % len(chits)], areas[number % len(areas)])
            yield twin

    def in_hand(self, state: Any) -> str | None:
        """Whose march it is."""
        return state.marching[0] if state.marching else None


FIXTURE = OutpostsFixture
