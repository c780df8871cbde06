"""What is being resolved in combat: frames on a stack, as outside it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from data.valmy.tables import Side
from engines.core.procedure import Frame

Kind = Literal["minor", "major"]


class Combat(Frame, frozen=True, tag="combat"):
    """The Combat phase of an activation (4.2, 9.0)."""

    side: Side
    touched: tuple[str, ...] = ()
    """Boxes that units of either side entered in this activation."""
    units: tuple[str, ...] = ()
    """Units activated with a leader, who may attack where they stand (A-9.0-2)."""
    fought: tuple[str, ...] = ()

    @property
    def in_hand(self) -> Side:
        return self.side


class Battle(Frame, frozen=True, tag="battle"):
    """A battle in a box (9.1, 9.2)."""

    box: str
    attacker: Side
    overrun: bool = False
    kind: Kind | None = None
    step: int = 0
    """Which of the steps of its kind comes next."""
    boosts: dict[str, int] = msgspec.field(default_factory=dict)
    """Points by which leaders have raised units, to its end (A-8.1-1)."""
    exposed: tuple[str, ...] = ()
    """Leaders who shared in a charge: any doubles kill them (Y-9.5.2-c)."""


class KindOfBattle(Frame, frozen=True, tag="kind"):
    """The defender chooses between a Minor and a Major Battle (Y-9.0-d)."""

    side: Side
    box: str


class Boosting(Frame, frozen=True, tag="boosting"):
    """Leaders may raise the morale of their units (8.1, 8.3)."""

    side: Side
    box: str
    attacks: bool


class Losses(Frame, frozen=True, tag="losses"):
    """The owner of what was hit chooses the units that lose steps (Y-9.3.4-b)."""

    side: Side
    owed: int
    units: tuple[str, ...]
    """Those that may be hit."""
    case: str


class Withdrawal(Frame, frozen=True, tag="withdrawal"):
    """A side withdraws from a battle or stays (A-9.1-3)."""

    side: Side
    box: str
    attacks: bool


class Retreat(Frame, frozen=True, tag="retreat"):
    """Units and leaders of a side leave a battle's box (9.7)."""

    side: Side
    box: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    attacks: bool
    passed: tuple[str, ...] = ()
    """Units that no box was open to and that passed their check (Y-9.7-d)."""


COMBAT_FRAMES: TypeAlias = Combat | Battle | KindOfBattle | Boosting | Losses | Withdrawal | Retreat
