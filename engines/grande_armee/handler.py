"""What handles a frame in this game: prompts and refusals are messages until they leave here."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, NamedTuple, TypeAlias, TypeVar

from data.cases import is_reading
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core import procedure
from engines.core.contract import Decision
from engines.core.messages import Message, Name, message
from engines.core.refusals import Refusal
from engines.grande_armee.actions import Action
from engines.grande_armee.box import Box
from engines.grande_armee.frames import Phased
from engines.grande_armee.places import place
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State

F = TypeVar("F", bound=Phased)
Automatic: TypeAlias = procedure.Automatic[Resolution, Box, State, F, Action]


class Forbidden(NamedTuple):
    """The statement that forbids an action, and why."""

    statement: str
    reason: Message


def unit(id: str) -> Name:
    """A unit as a part of a message."""
    return Name("unit", id)


def hex(id: str) -> Name:
    """A hex as a part of a message."""
    return Name("hex", id)


def told(box: Box, forbidden: Forbidden) -> Refusal:
    """A refusal in the language of the moment; one that rests on a reading says so."""
    statement, reason = forbidden
    if is_reading(statement):
        reading = Name("statement", statement)
        reason = message(Text.BY_READING, reason=reason, statement=reading)
    return Refusal(statement, box.tell(reason))


NOT_NOW = Forbidden("G-SEQ-2", message(Text.NOT_NOW))
"""For an action of another step; what is told of it `Handler.refusal` adds."""


class Handler(procedure.Handler[Resolution, Box, State, F, Action]):
    """A step in which one seat is asked."""

    kind: ClassVar[str]
    """Of the decision."""
    prompt: ClassVar[Text]
    case: ClassVar[str]

    def asked(self, state: State, frame: F) -> Message:
        """What is asked."""
        return message(self.prompt)

    def seat(self, box: Box, state: State, frame: F) -> Side:
        return frame.side

    def asks(self, box: Box, state: State, frame: F) -> Decision:
        prompt = box.tell(self.asked(state, frame))
        return Decision(self.seat(box, state, frame), self.kind, prompt, self.case)

    @abstractmethod
    def forbids(self, box: Box, state: State, frame: F, action: Action) -> Forbidden | None:
        """What forbids an action, or None."""

    def refusal(self, box: Box, state: State, frame: F, action: Action) -> Refusal | None:
        forbidden = self.forbids(box, state, frame, action)
        if forbidden is NOT_NOW:
            known = place(action)
            if known is None:
                forbidden = Forbidden("G-SEQ-2", message(Text.NOT_NOW, asked=self.asked(state, frame)))
            else:
                forbidden = Forbidden(known[0], message(known[1]))
        return None if forbidden is None else told(box, forbidden)
