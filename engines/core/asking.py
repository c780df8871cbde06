"""Handlers whose questions and refusals are messages until they leave the handler."""

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
    """A box that renders the messages of its game as sentences."""

    @property
    def tell(self) -> Renderer: ...


A = TypeVar("A")
B = TypeVar("B", bound=Tells)
F = TypeVar("F", bound=Frame)
S = TypeVar("S", bound=Stacked)
R = TypeVar("R", bound=StackedResolution[Any, Any, Any])


class Forbidden(NamedTuple):
    """The statement that forbids an action, and the reason."""

    statement: str
    reason: Message


def told(box: Tells, forbidden: Forbidden) -> Refusal:
    """The refusal in the current language; one that rests on a reading of the rules says so."""
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
        """The question for the seat."""
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
        """Whether the seat still has a choice; the handler first does what needs none."""
        return True

    def close(self, ctx: R, frame: F) -> None:
        """End a step in which no choice is left."""
        ctx.pop()

    @abstractmethod
    def forbids(self, box: B, state: S, frame: F, action: A) -> Forbidden | None:
        """The statement that forbids an action, with the reason, or None."""

    def refusal(self, box: B, state: S, frame: F, action: A) -> Refusal | None:
        forbidden = self.forbids(box, state, frame, action)
        return None if forbidden is None else told(box, forbidden)
