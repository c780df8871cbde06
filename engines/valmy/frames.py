"""The frames of the stack outside combat, the topmost first, each with one handler."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from data.valmy.tables import Side
from engines.core.procedure import Frame, Secret
from engines.valmy.actions import Action


class Owned(Frame, frozen=True):
    """A step of a side's."""

    side: Side


class SetUp(Secret[Action], frozen=True, tag="set-up"):
    """Both sides spread their units over their leaders, at once and secretly (3.0, A-3.0-3)."""


class Bid(Owned, frozen=True, tag="bid"):
    """A chit may be played (5.1)."""

    against: int | None = None
    """The chit that the holder of the initiative has announced."""


class Activations(Frame, frozen=True, tag="activations"):
    """The active side activates a leader or unit, or passes (4.2, 4.3)."""

    hand: Side
    passed: bool = False
    """Whether the other side has passed just before."""

    @property
    def in_hand(self) -> Side:
        return self.hand


class Mover(msgspec.Struct, frozen=True):
    """Counters that move as one in an activation; their records say where they are."""

    at: str
    leaders: tuple[str, ...]
    units: tuple[str, ...]
    origin: str
    spent: int = 0
    steps: int = 0
    first: tuple[tuple[str, str], ...] = ()
    """Lines that only it has used this turn: they cost it no more when it comes back (A-7.1.8-2)."""
    done: bool = False


class Activation(Owned, frozen=True, tag="activation"):
    """A leader with his units, or a single unit, on the move (7)."""

    leader: str | None
    """The activated leader; None where a single unit was activated (Y-7.1.5-a)."""
    movers: tuple[Mover, ...]
    entered: tuple[str, ...] = ()
    """Boxes that units entered in this phase."""
    moving: int = 0
    """The mover that follows `plan`."""
    plan: tuple[str, ...] = ()
    """Boxes of a path that are still to be entered."""

    @property
    def in_hand(self) -> Side:
        return self.side


class Reaction(Owned, frozen=True, tag="reaction"):
    """The other side may move into boxes that were just entered (7.2)."""

    entered: tuple[str, ...]
    reacted: tuple[str, ...] = ()
    """Units and leaders that have reacted to this movement (Y-7.2-c)."""


class Overrun(Owned, frozen=True, tag="overrun"):
    """A stack of five or more has met a single unit: one round may be fought at once (7.3)."""

    box: str
    units: tuple[str, ...]


class Displaced(Owned, frozen=True, tag="displaced"):
    """A leader alone with enemy units goes to a box beside (A-8.0-1, I-25)."""

    leader: str
    box: str
    found: tuple[str, ...] = ()
    """Boxes that he tried and found held (A-9.7-8)."""


class Surplus(Owned, frozen=True, tag="surplus"):
    """A replacement has a lower rating: surplus units leave his holding box at once (9.5.2)."""

    leader: str


class Recovery(Owned, frozen=True, tag="recovery"):
    """Units that have lost a step may try to recover it (10.1)."""

    @property
    def in_hand(self) -> Side:
        return self.side


OWN_FRAMES: TypeAlias = (
    SetUp | Bid | Activations | Activation | Reaction | Overrun | Displaced | Surplus | Recovery
)
