"""The state of a game: plain data, JSON out and in without loss."""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.core.checks import require
from engines.core.procedure import Frame, Secret
from engines.core.state import GameState
from tests.outposts.game.data.pack import UNITS, Pack, Units
from tests.outposts.game.engine.actions import Commit

Phase = Literal["commit", "march", "answer", "loss", "over"]


class Commitment(msgspec.Struct, frozen=True):
    """What a side has committed for a turn."""

    chit: int
    area: str

    @classmethod
    def of(cls, given: Commit) -> Commitment:
        """As it was given."""
        return cls(given.chit, given.area)


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


class Committing(Secret[Commit], frozen=True, tag="commit"):
    """All sides commit at once (O-3.1-a), and may think again (O-3.1-b)."""

    changeable = True


class Marching(Frame, frozen=True, tag="march"):
    """Sides that have not marched this turn; the first is in hand (O-5.1-a)."""

    seats: tuple[str, ...]

    @property
    def in_hand(self) -> str:
        return self.seats[0]


class Answering(Frame, frozen=True, tag="answer"):
    """The side attacked answers (O-6.1-a)."""


class Losing(Frame, frozen=True, tag="loss"):
    """Losses are taken (O-7.3-a)."""


_PHASES: dict[type[Frame], Phase] = {
    Committing: "commit",
    Marching: "march",
    Answering: "answer",
    Losing: "loss",
}


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table and behind both screens."""

    turn: int
    stack: list[Committing | Marching | Answering | Losing]
    chits: dict[str, list[int]]
    guns: dict[str, int]
    pool: list[str]
    """Incidents that have not been drawn, in the pack's order."""
    incident: str
    areas: dict[str, Stack | None]
    attack: Attack | None
    owed: dict[str, int]
    """Losses still to be taken."""

    @property
    def phase(self) -> Phase:
        """What is waited for."""
        return _PHASES[type(self.stack[-1])] if self.stack else "over"

    @property
    def marching(self) -> tuple[str, ...]:
        """Sides that have not marched this turn; the first is in hand."""
        return next((frame.seats for frame in self.stack if isinstance(frame, Marching)), ())

    @property
    def given(self) -> dict[str, Commit]:
        """What was committed and is not revealed."""
        top = self.stack[-1] if self.stack else None
        return top.given if isinstance(top, Committing) else {}

    def copy(self) -> State:
        return msgspec.convert(msgspec.to_builtins(self), State)


def total(units: Units) -> int:
    """How many units there are."""
    return sum(units.values())


def held(state: State, seat: str) -> list[str]:
    """Areas that a side holds."""
    return [area for area, stack in state.areas.items() if stack is not None and stack.seat == seat]


def attacked(state: State) -> str:
    """The side whose area was entered."""
    assert state.attack is not None
    stack = state.areas[state.attack.target]
    assert stack is not None
    return stack.seat


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

    require(1 <= state.turn <= pack.turns, "turn", f"there are {pack.turns} turns")
    for field in ("chits", "guns", "owed"):
        require(
            set(getattr(state, field)) == set(pack.seats), field, f"the seats are {' and '.join(pack.seats)}"
        )
    require(set(state.areas) == set(pack.area), "areas", f"they are {', '.join(pack.area)}")
    stacks = [*state.areas.values(), state.attack]
    for stack in stacks:
        if stack is not None:
            require(stack.seat in pack.seats, "areas", f"nobody is called {stack.seat!r}")
            require(set(stack.units) == set(UNITS), "areas", f"the units are {' and '.join(UNITS)}")
            # While the attacker chooses his losses, the defenders may all be dead.
            least = 0 if state.phase == "loss" else 1
            fits = min(stack.units.values()) >= 0 and total(stack.units) >= least
            require(fits, "areas", "a stack has units")
    for seat, given in state.given.items():
        require(seat in pack.seats, "stack", f"nobody is called {seat!r}")
        require(given.chit in state.chits[seat], "stack", "the chit is not in hand")
        require(given.area in held(state, seat), "stack", "the area is not held")
    commits = state.phase == "commit"
    to_come = pack.turns - state.turn + commits if state.stack else 0
    for seat, chits in state.chits.items():
        fits = set(chits) <= set(pack.chits) and len(set(chits)) == len(chits) >= to_come
        require(fits, f"chits.{seat}", "a side has chits for the days to come")
    fits = set(state.pool) <= set(pack.incidents) and len(set(state.pool)) == len(state.pool) >= to_come
    require(fits, "pool", "it has incidents for the days to come")
    require(commits or state.incident in pack.incidents or not state.stack, "incident", "it is drawn")
    require(min(*state.guns.values(), *state.owed.values()) >= 0, "guns", "nothing is below 0")
    require((state.attack is not None) == (state.phase in ("answer", "loss")), "attack", "it is not the time")
    kinds = [type(frame) for frame in state.stack]
    fits = kinds in ([], [Committing], [Marching], [Marching, Answering], [Marching, Losing])
    require(fits, "stack", "an attack is made on a march")
    for frame in state.stack:
        if isinstance(frame, Committing):
            require(frame.seats == pack.seats and len(frame.given) < len(pack.seats), "stack", "all commit")
            require(
                list(frame.given) == [seat for seat in pack.seats if seat in frame.given], "stack", "in order"
            )
        if isinstance(frame, Marching):
            sides = set(frame.seats)
            require(
                bool(sides) and sides <= set(pack.seats) and len(sides) == len(frame.seats), "stack", "sides"
            )
    _attack(pack, state)
    every = all(held(state, seat) for seat in pack.seats)
    require(every or not state.stack or state.attack is not None, "areas", "all sides hold some")
    require(bool(state.stack) or not every or state.turn == pack.turns, "stack", "the game goes on")


def _attack(pack: Pack, state: State) -> None:
    attack = state.attack
    if attack is None:
        require(not any(state.owed.values()), "owed", "it is not the time")
        return
    require(attack.seat == state.marching[0], "attack", "it is made by the side in hand")
    fits = attack.origin in pack.area and attack.target in pack.area[attack.origin].borders
    require(fits, "attack", "it comes from next to it")
    stack = state.areas[attack.target]
    require(stack is not None and stack.seat != attack.seat, "attack", "it is on an enemy")
    origin = state.areas[attack.origin]
    require(origin is None or origin.seat == attack.seat, "attack", "it comes from no enemy")
    owed = [seat for seat in pack.seats if state.owed[seat]]
    require(bool(owed) == (state.phase == "loss"), "owed", "it is not the time")
    fits = all(state.owed[seat] <= total(units_in_battle(state, seat)) for seat in owed)
    require(fits, "owed", "no more is lost than there is")
