"""The state of a game: plain data, JSON out and in without loss."""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.core.errors import StateError
from tests.titles.outposts.pack import SEATS, UNITS, Pack, Units

Phase = Literal["commit", "march", "answer", "loss", "over"]


class Commitment(msgspec.Struct, frozen=True):
    """What a side has committed for a turn."""

    chit: int
    area: str


class Stack(msgspec.Struct):
    """Units of one side in one place."""

    seat: str
    units: Units


class Attack(msgspec.Struct):
    """A march that has entered an enemy's area: its units are in neither area until it is settled."""

    seat: str
    origin: str
    target: str
    units: Units


class State(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table and behind both screens."""

    scenario: str
    options: dict[str, bool]
    turn: int
    phase: Phase
    commitments: dict[str, Commitment | None]
    chits: dict[str, list[int]]
    guns: dict[str, int]
    pool: list[str]
    """Incidents that have not been drawn, in the pack's order."""
    incident: str
    areas: dict[str, Stack | None]
    marching: list[str]
    """Sides that have not marched this turn; the first is in hand."""
    attack: Attack | None
    owed: dict[str, int]
    """Losses still to be taken."""


def copy(state: State) -> State:
    """A copy that shares nothing that changes."""
    return msgspec.convert(msgspec.to_builtins(state), State)


def total(units: Units) -> int:
    """How many units there are."""
    return sum(units.values())


def held(state: State, seat: str) -> list[str]:
    """Areas that a side holds."""
    return [area for area, stack in state.areas.items() if stack is not None and stack.seat == seat]


def enemy(seat: str) -> str:
    """The other side."""
    return SEATS[1 - SEATS.index(seat)]


def asked(state: State) -> list[str]:
    """Sides that owe a decision."""
    match state.phase:
        case "over":
            return []
        case "commit":
            return [seat for seat in SEATS if state.commitments[seat] is None]
        case "march":
            return state.marching[:1]
        case "answer":
            return [enemy(state.marching[0])]
        case "loss":
            order = (enemy(state.marching[0]), state.marching[0])
            return [next(seat for seat in order if state.owed[seat])]


def units_in_battle(state: State, seat: str) -> Units:
    """The units of a side in the battle under way."""
    assert state.attack is not None
    if seat == state.attack.seat:
        return state.attack.units
    stack = state.areas[state.attack.target]
    assert stack is not None
    return stack.units


def check(pack: Pack, state: State) -> None:
    """Check a state from outside.

    :raises StateError: names the field.
    """

    def require(fits: bool, field: str, expected: str) -> None:
        if not fits:
            raise StateError(f"{field}: {expected}")

    require(1 <= state.turn <= pack.turns, "turn", f"there are {pack.turns} turns")
    for field in ("commitments", "chits", "guns", "owed"):
        require(set(getattr(state, field)) == set(SEATS), field, f"the seats are {' and '.join(SEATS)}")
    require(set(state.areas) == set(pack.area), "areas", f"they are {', '.join(pack.area)}")
    stacks = [*state.areas.values(), state.attack]
    for stack in stacks:
        if stack is not None:
            require(stack.seat in SEATS, "areas", f"nobody is called {stack.seat!r}")
            require(set(stack.units) == set(UNITS), "areas", f"the units are {' and '.join(UNITS)}")
            # While the attacker chooses his losses, the defenders may all be dead.
            least = 0 if state.phase == "loss" else 1
            fits = min(stack.units.values()) >= 0 and total(stack.units) >= least
            require(fits, "areas", "a stack has units")
    for seat, commitment in state.commitments.items():
        if commitment is not None:
            require(state.phase == "commit", "commitments", "they are taken in when they are revealed")
            require(commitment.chit in state.chits[seat], "commitments", "the chit is not in hand")
            require(commitment.area in held(state, seat), "commitments", "the area is not held")
    require(set(state.pool) <= set(pack.incidents), "pool", "there is no such incident")
    require((state.attack is not None) == (state.phase in ("answer", "loss")), "attack", "it is not the time")
    require((state.phase in ("commit", "over")) or bool(state.marching), "marching", "nobody is in hand")
    require(state.phase != "commit" or bool(asked(state)), "commitments", "both are given")
    require((state.phase == "loss") == any(state.owed.values()), "owed", "it is not the time")
