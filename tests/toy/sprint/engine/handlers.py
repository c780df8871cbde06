"""What each verb of a runner allows and does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engines.core.dice import Dice
from engines.core.events import Event, Roll

from ..data import Board
from .actions import Run, Stake, Walk
from .events import Advanced, Staked
from .state import State


class Handler(NamedTuple):
    """One verb in the rules."""

    legal: Callable[[State], list[Any]]
    """Its actions for the runner whose turn it is."""
    act: Callable[[Board, State, str, Any, Dice], list[Event]]
    """Carries one out on a state of its own."""


def advance(state: State, seat: str, gained: int) -> Event:
    """A runner gains fields."""
    start = state.fields[seat]
    state.fields[seat] += gained
    return Advanced(seat, start, state.fields[seat])


def _stake(board: Board, state: State, seat: str, action: Stake, dice: Dice) -> list[Event]:
    state.stakes[seat] = action.points
    return [Staked(seat, action.points)]


def _walk(board: Board, state: State, seat: str, action: Walk, dice: Dice) -> list[Event]:
    return [advance(state, seat, 1)]


def _run(board: Board, state: State, seat: str, action: Run, dice: Dice) -> list[Event]:
    face, needed = dice.roll("run"), board.needed
    roll = Roll("run", [face], [], face, needed, face >= needed, "2.3")
    return [roll, advance(state, seat, board.stride if face >= needed else 0)]


STAKES = (1, 2, 3)
HANDLERS: Mapping[type[Any], Handler] = {
    Stake: Handler(lambda state: [] if state.round else [*map(Stake, STAKES)], _stake),
    Walk: Handler(lambda state: [Walk()] if state.round else [], _walk),
    Run: Handler(lambda state: [Run()] if state.round else [], _run),
}
