"""How what is being resolved goes on: each frame has one handler, and the topmost frame is asked.

After an action, and whenever a frame has come to the top, its `go_on` does what needs no choice, until
it either waits for a choice, has pushed another frame, or has popped itself. With an empty stack the
phase is over. Handlers change the stack and return; they never call one another's `go_on`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from data.vendee.schema import Side
from engines.core.contract import Decision
from engines.vendee import (
    activation,
    anytime,
    choices,
    combat,
    committee,
    desertion,
    english,
    event_play,
    fortify,
    frames,
    initiative,
    isolated,
    operations,
    reinforcement,
    wounded,
)
from engines.vendee.actions import Action, Play
from engines.vendee.box import Box
from engines.vendee.refusals import OUT_OF_PLACE, Refusal
from engines.vendee.sequence import next_phase
from engines.vendee.state import AnyFrame, State
from engines.vendee.turn import Turn


class Handler(Protocol):
    """What a phase, or an interrupt, is made of: a module or an object."""

    def asks(self, box: Box, state: State, frame: Any) -> Decision:
        """Whom a frame that waits is waiting for."""

    def legal(self, box: Box, state: State, frame: Any) -> list[Action]:
        """What may be chosen; never empty. What the side may not know makes no difference."""

    def refusal(self, box: Box, state: State, frame: Any, action: Action) -> Refusal | None:
        """Why an action may not be taken, or None; by the rules, also for what is not listed."""

    def act(self, turn: Turn, frame: Any, action: Action) -> None:
        """Carry out an action that was not refused; the frame is the topmost."""

    def go_on(self, turn: Turn, frame: Any) -> bool:
        """Do what needs no choice; True when the frame waits for one."""

    def fallback(self, box: Box, state: State, frame: Any) -> Action | None:
        """What silence means; an interrupt always has an answer."""

    def ordered(self, box: Box, state: State, frame: Any, order: str) -> Action | None:
        """What a standing order comes to; None where it has no answer."""


_HANDLERS: Mapping[type, Handler] = {
    frames.Wounded: wounded,
    frames.Plan: english,
    frames.Powder: english.POWDER,
    frames.Reinforce: reinforcement,
    frames.Sail: choices.Port(),
    frames.Lechelle: choices.Commander(),
    frames.Initiative: initiative,
    frames.Operations: operations,
    frames.Preempt: operations.PREEMPTION,
    frames.Activation: activation,
    frames.Fortify: fortify,
    frames.Refuge: isolated,
    frames.Occupied: choices.FirstOccupation(),
    frames.Leaders: choices.Tie(),
    frames.Desertion: desertion,
    frames.Committee: committee,
    frames.EndOfTurn: choices.Galerne(),
    **combat.HANDLERS,
}


def handler(frame: AnyFrame) -> Handler:
    """The handler of a frame."""
    return _HANDLERS[type(frame)]


def resolve(turn: Turn) -> None:
    """Go on until somebody has to choose or the game is over."""
    state = turn.state
    while state.phase != "over":
        if not state.stack:
            next_phase(turn)
            continue
        frame = state.stack[-1]
        if handler(frame).go_on(turn, frame):
            return


def asked(box: Box, state: State) -> Decision | None:
    """What is to be decided now; None when the game is over."""
    if not state.stack:
        return None
    frame = state.stack[-1]
    return handler(frame).asks(box, state, frame)


def side_asked(box: Box, state: State) -> Side | None:
    """Who has to decide."""
    decision = asked(box, state)
    if decision is None:
        return None
    return "royalist" if decision.seat == "royalist" else "republican"


def legal(box: Box, state: State, side: Side) -> list[Action]:
    """What a side may choose now."""
    if side_asked(box, state) != side:
        return []
    frame = state.stack[-1]
    return [*handler(frame).legal(box, state, frame), *anytime.legal(box, state, side)]


def refusal(box: Box, state: State, side: Side, action: Action) -> Refusal | None:
    """Why a side may not take an action now, or None."""
    if not state.stack:
        return Refusal("V-2.7-a", "The game is over")
    waiting = side_asked(box, state)
    if waiting != side:
        return Refusal(
            "V-2.4-a", f"The game waits for the {'royalists' if waiting == 'royalist' else 'Republicans'}"
        )
    if anytime.is_anytime(action):
        return anytime.refusal(box, state, side, action)
    frame = state.stack[-1]
    reason = handler(frame).refusal(box, state, frame, action)
    if reason is not None and reason.statement == OUT_OF_PLACE and isinstance(action, Play):
        return event_play.timing(box, state, side, action.event)
    return reason


def act(turn: Turn, side: Side, action: Action) -> None:
    """Carry out an action that was not refused, up to the next choice."""
    frame = turn.state.stack[-1]
    if anytime.is_anytime(action):
        anytime.act(turn, side, action)
        return
    handler(frame).act(turn, frame, action)
    resolve(turn)
