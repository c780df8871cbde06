"""Where each action has its place: why it is none of the step that is being played."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from data.grande_armee.texts import Text
from engines.grande_armee.actions import (
    HALT,
    REST,
    ROLL,
    STAND,
    Action,
    Advance,
    Attack,
    Break,
    CallOff,
    Combine,
    Create,
    Destroy,
    Eliminate,
    Lose,
    March,
    Move,
    Onward,
    Plain,
    Resolve,
    Retreat,
    Spend,
    SupplyFirst,
    Triple,
)

_OF_KINDS: Mapping[type[msgspec.Struct], tuple[str, Text]] = {
    Combine: ("G-MOV-Q-1", Text.PLACE_COMBINE),
    Break: ("G-MOV-Q-1", Text.PLACE_BREAK),
    **dict.fromkeys((Move, March, Triple), ("G-SEQ-11", Text.PLACE_MOVE)),
    Onward: ("G-FM-6", Text.PLACE_ONWARD),
    Eliminate: ("G-COM-L-3", Text.PLACE_ELIMINATE),
    Spend: ("G-SUP-0-1", Text.PLACE_SPEND),
    Destroy: ("G-MOV-M-3", Text.PLACE_DESTROY),
    **dict.fromkeys((Attack, CallOff), ("G-SEQ-5", Text.PLACE_ATTACK)),
    Retreat: ("G-RET-1", Text.PLACE_RETREAT),
    SupplyFirst: ("A-71", Text.PLACE_SUPPLY_FIRST),
    Resolve: ("G-SEQ-8", Text.PLACE_RESOLVE),
    Lose: ("G-CRT-7", Text.PLACE_LOSE),
    Advance: ("G-SEQ-9", Text.PLACE_ADVANCE),
    Create: ("G-SEQ-10", Text.PLACE_CREATE),
}
_OF_WORDS: Mapping[Action, tuple[str, Text]] = {
    ROLL: ("G-FM-7", Text.PLACE_OPTION),
    HALT: ("G-FM-7", Text.PLACE_OPTION),
    REST: ("G-FM-6", Text.PLACE_ONWARD),
    STAND: ("G-SEQ-6", Text.PLACE_STAND),
}


def place(action: Action) -> tuple[str, Text] | None:
    """The statement that gives an action its place, and the sentence about it; None for `end` and `pass`."""
    return _OF_WORDS.get(action) if isinstance(action, Plain) else _OF_KINDS[type(action)]
