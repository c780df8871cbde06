"""Marches one after another if dice fall well, and the proposals of the automatic player."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, NamedTuple, TypeAlias

import msgspec

from data.grande_armee.hexes import Hex
from engines.core.declared import Field, verbs
from engines.core.dice import Dice
from engines.core.notation import Alone, Grammar
from engines.core.refusals import Refusal
from engines.grande_armee.actions import Action, Eliminate, March, Move, Plain, Triple
from engines.grande_armee.events import Moved
from engines.grande_armee.frames import Moving, NextLeg, Option
from engines.grande_armee.orders.marches import next_move
from engines.grande_armee.position import UnitId
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from engines.grande_armee.words import HEX, Target, Unit, Words, fold

Written: TypeAlias = Move | March | Triple | Eliminate
"""Actions that a player can write on the sheet before they are done."""
CLEAR, PROPOSE = Plain("clear"), Plain("propose")
"""Take everything off the sheet, or add the automatic player's proposals."""


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """Take the marches of a unit off."""

    like: ClassVar = "drop davout"
    unit: Unit


class Stay(msgspec.Struct, frozen=True, tag="stay"):
    """Take the marches of a stack off, or of its part in a column."""

    like: ClassVar = "stay 0434 in 0440"
    hex: Target
    column: Annotated[Hex | None, Field(HEX, "in")] = None


class Stack(msgspec.Struct, frozen=True, tag="stack"):
    """March all of a stack, or its part in a column, to a hex; without one, look where it can go."""

    like: ClassVar = "stack 0434 > 0435 in 0440"
    hex: Target
    end: Annotated[Hex | None, Field(HEX, ">")] = None
    column: Annotated[Hex | None, Field(HEX, "in")] = None


class Along(msgspec.Struct, frozen=True, tag="column"):
    """Look at the units that march to a hex, or beside it."""

    like: ClassVar = "column 0435"
    end: Target


class Single(msgspec.Struct, frozen=True, tag="single"):
    """Look where one unit can go, also by a forced march."""

    like: ClassVar = "single davout"
    unit: Unit


Change: TypeAlias = Plain | Drop | Stay | Stack | Along | Single
CHANGES: Grammar[Words, Change] = Grammar(
    (
        Alone("clear", CLEAR, whole=True),
        Alone("propose", PROPOSE, whole=True),
        *verbs(Drop, Stay, Stack, Along, Single),
    ),
    fold=fold,
)
"""Changes of a sheet of marches beside the actions that can be written on it."""
FALLS = 1
"""The face of a die that is assumed ahead; the low ones let a march succeed."""


def bound(action: Written) -> tuple[UnitId, ...]:
    """The units that an action moves."""
    return action.units if isinstance(action, Eliminate) else (action.unit,)


class Line(NamedTuple):
    """An action on the sheet."""

    action: Written
    before: State
    """The state in which it would be taken."""
    start: Hex | None = None
    """The hex where its unit sets out; None for an action that is no march."""
    route: tuple[Hex, ...] = ()
    cost: int = 0
    stopped: bool = False
    refusal: Refusal | None = None
    """The refusal when it is due, or None."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units that it moves."""
        return bound(self.action)


class Course(NamedTuple):
    """Actions in the order in which they are to be taken."""

    lines: tuple[Line, ...]
    state: State
    """The state after the legal ones."""

    @property
    def able(self) -> list[Line]:
        """The lines that are legal."""
        return [line for line in self.lines if line.refusal is None]


def run(title: GrandeArmee, state: State, seat: str, actions: Iterable[Written]) -> Course:
    """Take actions one after another; a refused one is skipped."""
    lines: list[Line] = []
    for action in actions:
        line, state = _taken(title, state, seat, action)
        lines.append(line)
    return Course(tuple(lines), state)


def _taken(title: GrandeArmee, state: State, seat: str, action: Written) -> tuple[Line, State]:
    refusal = title.refusal(state, seat, action)
    if refusal is not None:
        return Line(action, state, refusal=refusal), state
    went: list[Moved] = []
    after = state
    answer: Action | None = action
    while answer is not None:
        dice = Dice(None)
        dice.feed((FALLS,))
        step = title.apply(after, seat, answer, dice)
        after = step.state
        went += [event for event in step.events if isinstance(event, Moved)]
        answer = _answer(after)
    route = tuple(hex for event in went for hex in event.route)
    cost = sum(event.cost for event in went)
    start = went[0].start if went else None
    return Line(action, state, start, route, cost, any(event.stopped for event in went)), after


def _answer(state: State) -> Action | None:
    """A roll that may be halted is; a leg that was not given is left until it is due."""
    top = state.stack[-1] if state.stack else None
    return PROCEDURE.handler(top).usual if isinstance(top, Option | NextLeg) else None


def proposed(title: GrandeArmee, state: State, seat: str) -> Iterator[Written]:
    """The automatic player's actions for the rest of the step."""
    chance = random.Random(seat)  # noqa: S311 - a way to play, no secret
    for _ in range(2 * len(state.pieces)):
        if not _moves(state, seat):
            return
        action = title.suggest(state, seat, chance)
        if not isinstance(action, Move | March | Triple | Eliminate):
            return
        yield action
        line, state = _taken(title, state, seat, action)
        assert line.refusal is None


def by_order(title: GrandeArmee, state: State, seat: str, order: str) -> Iterator[Written]:
    """The moves of this turn by an order to march, one for each unit."""
    while _moves(state, seat) and (move := next_move(title.box, state, order, None)) is not None:
        yield move
        line, state = _taken(title, state, seat, move)
        assert line.refusal is None


def _moves(state: State, seat: str) -> bool:
    """Whether a seat is in its movement still."""
    return bool(state.stack) and isinstance(state.stack[-1], Moving) and state.stack[-1].side == seat


def stacks(lines: Sequence[Line]) -> dict[Hex | None, list[list[Line]]]:
    """Legal lines by the hex where they set out, those of one end and manner together."""
    stacks: dict[Hex | None, dict[object, list[Line]]] = {}
    for line in lines:
        same = (type(line.action), line.route[-1:], line.stopped) if line.start else line.action
        stacks.setdefault(line.start, {}).setdefault(same, []).append(line)
    return {start: list(ends.values()) for start, ends in stacks.items()}


def units(lines: Iterable[Line]) -> list[UnitId]:
    """The units that lines move."""
    return [id for line in lines for id in line.units]
