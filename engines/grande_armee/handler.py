"""What handles a frame in this game, and the step in which each action has its place."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from data.catalogue import N_
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.sentences import Part, Sentence, say_by
from engines.core import procedure
from engines.core.refusals import Refusal
from engines.grande_armee import actions
from engines.grande_armee.actions import Action
from engines.grande_armee.box import Box
from engines.grande_armee.frames import Phased
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State

F = TypeVar("F", bound=Phased)

_OF_KINDS: Mapping[type[msgspec.Struct], tuple[str, N_]] = {
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
_OF_WORDS: Mapping[Action, tuple[str, N_]] = {
    actions.ROLL: ("G-FM-7", Text.PLACE_OPTION),
    actions.HALT: ("G-FM-7", Text.PLACE_OPTION),
    actions.REST: ("G-FM-6", Text.PLACE_ONWARD),
    actions.STAND: ("G-SEQ-6", Text.PLACE_STAND),
}


def forbidden(statement: str, text: N_, /, **parts: Part) -> Refusal:
    """The statement that forbids an action, and the reason."""
    return Refusal(statement, say_by(text, **parts))


def foreign(at: Position, side: Side, id: UnitId, statement: str) -> Refusal | None:
    """Why a unit is none that a side has on the map, or None."""
    if id in at.pieces and at.kind(id).side == side:
        return None
    return forbidden(statement, Text.NOT_OWN if id in at.pieces else Text.NO_UNIT, unit=at.box.unit(id))


def no_supply(at: Position, side: Side, id: UnitId, statement: str = "G-SUP-0-1") -> Refusal | None:
    """Why a unit is none that a side could spend as supply, or None."""
    if id not in at.pieces:
        return forbidden(statement, Text.NO_UNIT, unit=at.box.unit(id))
    if (at.kind(id).arm, at.kind(id).side) != ("supply", side):
        return forbidden(statement, Text.NO_SUPPLY, supply=at.box.unit(id))
    hurt = at.pieces[id].disrupted is not None
    return forbidden("G-DIS-A-3", Text.SUPPLY_DISRUPTED, supply=at.box.unit(id)) if hurt else None


class Handler(procedure.Handler[Resolution, Box, State, F, Action]):
    """A step in which one side is asked."""

    def asked(self, box: Box, state: State, frame: F) -> Sentence:
        """The question for the side."""
        return say_by(self.prompt)

    def seat(self, box: Box, state: State, frame: F) -> Side:
        return frame.side

    def question(self, box: Box, state: State, frame: F) -> str:
        return str(self.asked(box, state, frame))

    @abstractmethod
    def refusal(self, box: Box, state: State, frame: F, action: Action) -> Refusal | None: ...

    def misplaced(self, box: Box, state: State, frame: F, action: Action) -> Refusal:
        """Why an action is none of this step: where it has its place, or what it leaves open."""
        place = _OF_WORDS.get(action) if isinstance(action, actions.Plain) else _OF_KINDS[type(action)]
        if place is None:
            return forbidden("G-SEQ-2", Text.NOT_NOW, asked=self.asked(box, state, frame))
        return forbidden(*place)
