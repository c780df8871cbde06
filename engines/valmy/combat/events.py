"""Events of combat; battles are fought in the open (A-2.3-1)."""

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
    """A battle became a Minor or a Major Battle (9.0)."""

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
    """A side took hits (Y-9.3.4-a); hits beyond its last step are lost."""

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
    holds: tuple[Side, ...] | None = None
    """Sides with units in the box; None in a record older than this field."""
    hand: Side | None = None
    """The side that acts next: on the march or in another combat, or with the next activation."""


class Deployed(Event, frozen=True, tag="deployed"):
    """A side stands on the battle board (9.2.1)."""

    side: Side
    places: dict[str, str]


class Announced(Event, frozen=True, tag="charges-announced"):
    """A side announced its charges by the box they start from (9.2.5, 9.2.6)."""

    side: Side
    boxes: dict[str, tuple[str, ...]]


class ChargeChecked(Learnt, frozen=True, tag="charge-checked"):
    """Two dice for all chargers: units whose morale they don't exceed ride (Y-9.4-c)."""

    side: Side
    faces: list[int]
    passed: tuple[str, ...]
    failed: tuple[str, ...]


class CalledOff(Event, frozen=True, tag="called-off"):
    """Charges were called off (9.4.4)."""

    side: Side
    units: tuple[str, ...]


class Charged(Learnt, frozen=True, tag="charged"):
    """A charge or counter-charge was resolved (9.4.3)."""

    side: Side
    counter: bool
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strengths: tuple[int, int]
    column: str
    face: int
    modifiers: list[Modifier]
    total: int
    result: str


class Pursued(Learnt, frozen=True, tag="pursued"):
    """Whether chargers who have won can be held (9.4.5)."""

    side: Side
    unit: str
    faces: list[int]
    highest: int
    pursues: bool


class Stands(Event, frozen=True, tag="stands"):
    """Units went from one box of the board to another."""

    side: Side
    units: tuple[str, ...]
    place: str


class ReserveRolled(Learnt, frozen=True, tag="reserve-rolled"):
    """How many units of the Reserve may go into Main (Y-9.5C-a)."""

    side: Side
    face: int


class Fought(Learnt, frozen=True, tag="fought"):
    """A melee (9.5)."""

    attacker: Side
    leads: dict[Side, str]
    strengths: tuple[int, int]
    column: str
    faces: list[int]
    modifiers: list[Modifier]
    total: int
    losses: tuple[int, int]
