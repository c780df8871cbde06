"""What can happen in *La Grande Armée*; rolls are `TableRoll`, all the rest is here."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Self

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.tables import Result
from data.nouns import figure
from engines.core.events import Event
from engines.grande_armee.position import UnitId

Cause = Literal[
    "march", "elimination", "overrun", "stacking", "battle", "retreat", "disruption", "siege", "spent"
]
"""Why a unit is off the map; `spent`: a supply unit that was used up."""


class Ratio(msgspec.Struct, frozen=True, tag="ratio", gc=False):
    """An exact number, shown as `12` or `12.5`."""

    numerator: int
    denominator: int

    @classmethod
    def of(cls, number: Fraction) -> Self:
        """A fraction as it is stored."""
        return cls(number.numerator, number.denominator)

    def __str__(self) -> str:
        return figure(self.numerator / self.denominator, ".0f" if self.denominator == 1 else ".1f")


class Arrived(Event, frozen=True, tag="arrived"):
    """A post of a force is on the map (A-95)."""

    side: Side
    force: str
    hex: Hex
    units: tuple[UnitId, ...]


class Delayed(Event, frozen=True, tag="delayed"):
    """A post of a force found no room, and arrives in the next turn (A-95)."""

    side: Side
    force: str
    hex: Hex


class Combined(Event, frozen=True, tag="combined"):
    """Units became one (G-MOV-Q-2)."""

    units: tuple[UnitId, ...]
    into: UnitId
    hex: Hex
    left: int
    """Movement points that the new unit has left."""


class Broken(Event, frozen=True, tag="broken"):
    """A unit broke down."""

    unit: UnitId
    into: tuple[UnitId, ...]
    hex: Hex
    forced: bool = False
    """Whether a result of combat ordered it (G-CRT-9)."""


class Moved(Event, frozen=True, tag="moved"):
    """A unit went along a chain of hexes."""

    unit: UnitId
    start: Hex
    route: tuple[Hex, ...]
    """The hexes entered."""
    cost: int
    by: Literal["supply", "double", "triple"] | None = None
    leg: int = 1
    stopped: bool = False
    """Whether a zone of control stopped it (G-ZOC-B-1)."""


class Halted(Event, frozen=True, tag="halted"):
    """A unit gave its forced march up unharmed, or takes no next leg (G-FM-7)."""

    unit: UnitId


class Doomed(Event, frozen=True, tag="doomed"):
    """Combat units were automatically eliminated: they go when combat opens (G-COM-M-1)."""

    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]
    by: tuple[UnitId, ...]
    leaders: tuple[UnitId, ...]
    attack: int
    defence: int


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit is off the map."""

    unit: UnitId
    hex: Hex
    cause: Cause


class SupplySpent(Event, frozen=True, tag="spent"):
    """A supply unit was used; it leaves at the end of the phase (G-SUP-B-2)."""

    unit: UnitId
    use: Literal["march", "elimination", "combat"]
    hexes: tuple[Hex, ...] | None = None
    """The hexes that it serves in combat, where that was limited (A-65)."""


class Disrupted(Event, frozen=True, tag="disrupted"):
    """A unit is disrupted to the end of a phase (G-DIS-B-1)."""

    unit: UnitId
    until: int
    cause: Literal["march", "retreat", "battle"]


class Recovered(Event, frozen=True, tag="recovered"):
    """Units are disrupted no more."""

    units: tuple[UnitId, ...]


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack was declared (G-SEQ-5)."""

    side: Side
    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]
    leaders: tuple[UnitId, ...] = ()


class AttackCalledOff(Event, frozen=True, tag="attack-called-off"):
    """An attack was taken back before declarations ended."""

    side: Side
    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]


class Stood(Event, frozen=True, tag="stood"):
    """All units still under attack stand: retreats before combat are over (G-SEQ-7)."""

    side: Side


class SuppliedFirst(Event, frozen=True, tag="supplied-first"):
    """The owner of an over-full Fortress named the units that it supplies first (A-71)."""

    side: Side
    units: tuple[UnitId, ...]


class BattleFought(Event, frozen=True, tag="battle", kw_only=True):
    """A battle was fought."""

    side: Side
    """The side that attacks."""
    targets: tuple[Hex, ...]
    stands: tuple[Hex, ...] = ()
    """The hexes of the attackers."""
    units: tuple[UnitId, ...]
    leaders: tuple[UnitId, ...] = ()
    defenders: tuple[UnitId, ...]
    attack: int
    defence: int
    die: int | None
    """The die of the battle; None where the river decided without one (G-COM-J-1)."""
    result: Result


class Retreated(Event, frozen=True, tag="retreated"):
    """A unit retreated, before combat or by a number of hexes."""

    unit: UnitId
    start: Hex
    route: tuple[Hex, ...]
    before_combat: bool = False


class Scattered(Event, frozen=True, tag="scattered"):
    """A unit retreated over its whole allowance (G-CRT-9)."""

    unit: UnitId
    start: Hex
    route: tuple[Hex, ...]


class Advanced(Event, frozen=True, tag="advanced"):
    """A unit advanced after combat (G-COM-K-1)."""

    unit: UnitId
    start: Hex
    end: Hex


class Created(Event, frozen=True, tag="created"):
    """A depot created a supply unit (G-SUP-C-1)."""

    depot: UnitId
    unit: UnitId
    hex: Hex


class Controlled(Event, frozen=True, tag="controlled"):
    """A Fortress has another controller (G-FOR-H-1)."""

    fortress: str
    side: Side
    by: UnitId


class Besieged(Event, frozen=True, tag="besieged"):
    """A Fortress is under siege (G-FOR-G-1)."""

    fortress: str


class Relieved(Event, frozen=True, tag="relieved"):
    """A siege is over."""

    fortress: str


class Scored(Event, frozen=True, tag="scored"):
    """The total has changed (G-VP-0-3)."""

    total: Ratio
    change: Ratio


class PrussiaEntered(Event, frozen=True, tag="prussia-entered"):
    """Prussia is in the war; her army is there at the start of a Game-Turn."""

    turn: int
