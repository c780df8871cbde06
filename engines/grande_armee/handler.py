"""What handles a frame in this game, and the step in which each action has its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core import asking
from engines.core.asking import Forbidden
from engines.core.messages import Name, message
from engines.core.refusals import Refusal
from engines.grande_armee import actions
from engines.grande_armee.actions import Action
from engines.grande_armee.box import Box
from engines.grande_armee.frames import Phased
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State

__all__ = ["NOT_NOW", "F", "Forbidden", "Handler", "hex", "unit"]

F = TypeVar("F", bound=Phased)

_OF_KINDS: Mapping[type[msgspec.Struct], tuple[str, Text]] = {
    actions.Combine: ("G-MOV-Q-1", Text.PLACE_COMBINE),
    actions.Break: ("G-MOV-Q-1", Text.PLACE_BREAK),
    **dict.fromkeys((actions.Move, actions.March, actions.Triple), ("G-SEQ-11", Text.PLACE_MOVE)),
    actions.Onward: ("G-FM-6", Text.PLACE_ONWARD),
    actions.Eliminate: ("G-COM-L-3", Text.PLACE_ELIMINATE),
    actions.Spend: ("G-SUP-0-1", Text.PLACE_SPEND),
    actions.Destroy: ("G-MOV-M-3", Text.PLACE_DESTROY),
    **dict.fromkeys((actions.Attack, actions.CallOff), ("G-SEQ-5", Text.PLACE_ATTACK)),
    actions.Retreat: ("G-RET-1", Text.PLACE_RETREAT),
    actions.SupplyFirst: ("A-71", Text.PLACE_SUPPLY_FIRST),
    actions.Resolve: ("G-SEQ-8", Text.PLACE_RESOLVE),
    actions.Lose: ("G-CRT-7", Text.PLACE_LOSE),
    actions.Advance: ("G-SEQ-9", Text.PLACE_ADVANCE),
    actions.Create: ("G-SEQ-10", Text.PLACE_CREATE),
}
_OF_WORDS: Mapping[Action, tuple[str, Text]] = {
    actions.ROLL: ("G-FM-7", Text.PLACE_OPTION),
    actions.HALT: ("G-FM-7", Text.PLACE_OPTION),
    actions.REST: ("G-FM-6", Text.PLACE_ONWARD),
    actions.STAND: ("G-SEQ-6", Text.PLACE_STAND),
}


def unit(id: str) -> Name:
    """A unit as a part of a message."""
    return Name("unit", id)


def hex(id: str) -> Name:
    """A hex as a part of a message."""
    return Name("hex", id)


NOT_NOW = Forbidden("G-SEQ-2", message(Text.NOT_NOW))
"""For an action of another step; what is told of it `Handler.refusal` adds."""


class Handler(asking.Handler[Resolution, Box, State, F, Action]):
    """A step in which one side is asked."""

    def seat(self, box: Box, state: State, frame: F) -> Side:
        return frame.side

    def refusal(self, box: Box, state: State, frame: F, action: Action) -> Refusal | None:
        forbidden = self.forbids(box, state, frame, action)
        if forbidden is NOT_NOW:
            forbidden = self._misplaced(state, frame, action)
        return None if forbidden is None else asking.told(box, forbidden)

    def _misplaced(self, state: State, frame: F, action: Action) -> Forbidden:
        """Why an action is none of this step: where it has its place, or what it leaves open."""
        place = _OF_WORDS.get(action) if isinstance(action, actions.Plain) else _OF_KINDS[type(action)]
        if place is None:
            return Forbidden("G-SEQ-2", message(Text.NOT_NOW, asked=self.asked(state, frame)))
        statement, text = place
        return Forbidden(statement, message(text))
