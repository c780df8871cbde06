"""What can happen in combat; battles are fought in the open (A-2.3-1)."""

from __future__ import annotations

from data.valmy.tables import Side
from engines.core.events import Event, Learnt, Modifier


class BattleBegun(Learnt, frozen=True, tag="battle-begun"):
    """A battle begins, with the number of units on each side."""

    box: str
    attacker: Side
    attackers: int
    defenders: int
    overrun: bool


class KindChosen(Event, frozen=True, tag="kind-chosen"):
    """It is a Minor or a Major Battle (9.0)."""

    box: str
    kind: str
    chosen: bool
    """Whether the defender had a choice."""


class Boosted(Event, frozen=True, tag="boosted"):
    """Leaders have raised the morale of units (8.1, 8.3)."""

    side: Side
    units: dict[str, int]


class Fired(Learnt, frozen=True, tag="fired"):
    """A unit fired (9.3)."""

    unit: str
    column: str
    faces: list[int]
    modifiers: list[Modifier]
    total: int
    hits: int
    case: str


class LossesTaken(Event, frozen=True, tag="losses-taken"):
    """So many hits fell on a side (Y-9.3.4-a); what goes beyond its last step is lost."""

    side: Side
    hits: int


class LeaderTested(Learnt, frozen=True, tag="leader-tested"):
    """Two dice for a leader who was in a battle (9.5.2)."""

    leader: str
    faces: list[int]
    above: int
    """Doubles kill above this; 0 where any do."""
    killed: bool


class Stayed(Event, frozen=True, tag="stayed"):
    """A side stays in a battle's box, or withdraws."""

    side: Side
    box: str
    withdraws: bool


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """A battle is over."""

    box: str
