"""What a side, or the public, may know."""

from __future__ import annotations

import msgspec

from tests.outposts.game.data.pack import Units
from tests.outposts.game.engine.state import Commitment, Phase, State


class StackView(msgspec.Struct, frozen=True):
    """A stack; `units` is None where they are not for this pair of eyes."""

    seat: str
    units: Units | None


class AttackView(msgspec.Struct, frozen=True):
    """An attack that is being answered or settled."""

    seat: str
    origin: str
    target: str
    units: Units | None


class View(msgspec.Struct, frozen=True):
    """What one pair of eyes sees."""

    turn: int
    phase: Phase
    given: list[str]
    """Sides whose commitment is in."""
    commitment: Commitment | None
    """The viewer's own, while it is not revealed."""
    chits: dict[str, list[int]]
    guns: dict[str, int]
    incident: str
    incidents_left: int
    areas: dict[str, StackView | None]
    attack: AttackView | None
    marching: list[str]
    owed: dict[str, int]


def view(state: State, seat: str | None) -> View:
    """The table as `seat` sees it; None is the public."""
    attack = state.attack
    return View(
        turn=state.turn,
        phase=state.phase,
        given=list(state.given),
        commitment=Commitment.of(state.given[seat]) if seat in state.given else None,
        chits={side: list(chits) for side, chits in state.chits.items()},
        guns=dict(state.guns),
        incident=state.incident,
        incidents_left=len(state.pool),
        areas={
            area: None
            if stack is None
            else StackView(stack.seat, dict(stack.units) if stack.seat == seat else None)
            for area, stack in state.areas.items()
        },
        attack=None
        if attack is None
        else AttackView(
            attack.seat,
            attack.origin,
            attack.target,
            dict(attack.units) if attack.seat == seat else None,
        ),
        marching=list(state.marching),
        owed=dict(state.owed),
    )
