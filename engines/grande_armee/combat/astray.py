"""What can be wrong with a retreat that somebody wants (RET; COM F; CRT 10)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from data.grande_armee.hexes import Hex
from data.grande_armee.texts import Text


class Amiss(Enum):
    """What is wrong: the statement of a retreat by a result, and the sentence; before combat it is F."""

    NO_STEP = "G-RET-5", Text.NO_STEP
    RIVER = "G-RET-5", Text.RETREAT_RIVER
    CLOSED = "A-97", Text.CLOSED
    MOUNTAIN = "G-RET-5", Text.RETREAT_MOUNTAIN
    ENEMY = "G-RET-5", Text.ENEMY
    TOTAL = "G-COM-F-1", Text.RETREAT_TOTAL
    AGAIN = "G-RET-5", Text.RETREAT_AGAIN
    ENDED = "G-RET-3", Text.RETREAT_ENDED
    DEAR = "G-CRT-10", Text.POINTS
    LONG = "G-RET-2", Text.RETREAT_LONG
    SHORT = "G-RET-2", Text.RETREAT_SHORT
    TAKEN = "G-CRT-10", Text.RETREAT_TAKEN
    NO_END = "G-RET-2", Text.RETREAT_NO_END
    DETOUR = "G-RET-8", Text.RETREAT_DETOUR
    PRIORITY = "G-RET-8", Text.RETREAT_PRIORITY


class Astray(NamedTuple):
    """Where a retreat goes wrong.

    :ivar start: the hex before it.
    :ivar left: points that are left there, or hexes.
    :ivar needed: points that the step costs.
    """

    amiss: Amiss
    hex: Hex
    start: Hex
    left: int = 0
    needed: int = 0
