"""Handlers that keep what they ask, and why they refuse, as messages until it leaves them."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from data.cases import is_reading
from data.catalogue import _
from engines.core import procedure
from engines.core.decisions import Decision
from engines.core.messages import Message, Renderer, message
from engines.core.procedure import Frame
from engines.core.refusals import Refusal
from engines.core.resolution import Stacked, StackedResolution


class Tells(Protocol):
    """A box that makes sentences of the messages of its game."""

    @property
    def tell(self) -> Renderer: ...


A = TypeVar("A")
B = TypeVar("B", bound=Tells)
F = TypeVar("F", bound=Frame)
S = TypeVar("S", bound=Stacked)
R = TypeVar("R", bound=StackedResolution[Any, Any, Any])


class Forbidden(NamedTuple):
    """The statement that forbids an action, and why."""

    statement: str
    reason: Message


def told(box: Tells, forbidden: Forbidden) -> Refusal:
    """A refusal in the language of the moment; one that rests on a reading says so."""
    statement, reason = forbidden.statement, box.tell(forbidden.reason)
    if is_reading(statement):
        reason = _("{reason}, by the reading {statement}", reason=reason, statement=statement)
    return Refusal(statement, reason)


class Handler(procedure.Handler[R, B, S, F, A]):
    """A step in which one seat is asked."""

    kind: ClassVar[str]
    """Of the decision."""
    prompt: ClassVar[Enum]
    case: ClassVar[str]

    def asked(self, state: S, frame: F) -> Message:
        """What is asked."""
        return message(self.prompt)

    @abstractmethod
    def seat(self, box: B, state: S, frame: F) -> str: ...

    def asks(self, box: B, state: S, frame: F) -> Decision:
        prompt = box.tell(self.asked(state, frame))
        return Decision(self.seat(box, state, frame), self.kind, prompt, self.case)

    def go_on(self, ctx: R, frame: F) -> bool:
        if self.waits(ctx, frame):
            return True
        self.close(ctx, frame)
        return False

    def waits(self, ctx: R, frame: F) -> bool:
        """Whether anything is left to choose; what needs no choice is done before that is looked at."""
        return True

    def close(self, ctx: R, frame: F) -> None:
        """End a step in which nothing is left to choose."""
        ctx.pop()

    @abstractmethod
    def forbids(self, box: B, state: S, frame: F, action: A) -> Forbidden | None:
        """What forbids an action, or None."""

    def refusal(self, box: B, state: S, frame: F, action: A) -> Refusal | None:
        forbidden = self.forbids(box, state, frame, action)
        return None if forbidden is None else told(box, forbidden)
