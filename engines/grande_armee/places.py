"""Where each action has its place: why it is none of the step that is being played."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from data.grande_armee.texts import Text
from engines.grande_armee import actions
from engines.grande_armee.actions import Action

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


def place(action: Action) -> tuple[str, Text] | None:
    """The statement that gives an action its place, and the sentence about it; None for `end` and `pass`."""
    return _OF_WORDS.get(action) if isinstance(action, actions.Plain) else _OF_KINDS[type(action)]
