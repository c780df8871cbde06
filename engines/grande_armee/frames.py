"""What is being resolved: frames on a stack, the topmost first, each with one handler."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.core.procedure import Frame
from engines.grande_armee.movement.forced import Forced
from engines.grande_armee.position import UnitId

Step = Literal[
    "arrivals",
    "swap",
    "move",
    "combine",
    "stacking",
    "declare",
    "defence",
    "resolve",
    "advance",
    "create",
    "over",
]


class Phased(Frame, frozen=True, kw_only=True):
    """A step of the phasing player's."""

    step: ClassVar[Step]
    side: Side

    @property
    def in_hand(self) -> Side | None:
        return self.side


class Swapping(Phased, frozen=True, tag="swap"):
    """Combination and breakdown at the start of the Movement Phase (G-MOV-Q-1, A-15)."""

    step: ClassVar[Step] = "swap"


class Moving(Phased, frozen=True, tag="move"):
    """Units move one by one (G-MOV-0-3)."""

    step: ClassVar[Step] = "move"
    unit: UnitId | None = None
    """The one on the move, which is done when another starts."""


class Option(Phased, frozen=True, tag="option"):
    """A roll for a forced march has come to `Op` (G-FM-7)."""

    step: ClassVar[Step] = "move"
    unit: UnitId
    march: Forced
    die: int
    """Natural face of the first roll."""
    onward: tuple[Hex, ...] | None = None
    """The leg after the roll, where it was given with the march."""


class NextLeg(Phased, frozen=True, tag="onward"):
    """The next leg of a forced march that was rolled for (G-FM-6, G-FM-8)."""

    step: ClassVar[Step] = "move"
    unit: UnitId


class Combining(Phased, frozen=True, tag="combine"):
    """Combination at the end of the Movement Phase (A-16)."""

    step: ClassVar[Step] = "combine"


MovementFrame: TypeAlias = Swapping | Moving | Option | NextLeg | Combining
