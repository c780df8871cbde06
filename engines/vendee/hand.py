"""Who is in hand while something is resolved."""

from __future__ import annotations

from data.vendee.schema import Side
from engines.vendee.frames import Operations, Reinforce
from engines.vendee.state import State


def interrupts(state: State, side: Side) -> bool:
    """Whether a choice of a side interrupts the other side's turn in hand."""
    hand = _in_hand(state)
    return hand is not None and hand != side


def _in_hand(state: State) -> Side | None:
    """Whose operations or reinforcements are under way; None in a phase that is nobody's."""
    for frame in reversed(state.stack):
        match frame:
            case Operations(hand):
                return hand
            case Reinforce(side):
                return side
            case _:
                pass
    return None
