"""Who is in hand while something is resolved."""

from __future__ import annotations

from data.vendee.schema import Side
from engines.vendee.frames import Operations
from engines.vendee.state import State


def interrupts(state: State, side: Side) -> bool:
    """Whether a choice of a side interrupts the other side's turn in hand."""
    hand = next((frame.hand for frame in state.stack if isinstance(frame, Operations)), None)
    return hand is not None and hand != side
