"""The frames of combat; they lie on the same stack as the others."""

from __future__ import annotations

from enum import Enum, StrEnum
from itertools import chain, product
from typing import Literal, Self, TypeAlias

import msgspec

from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.procedure import Frame
from engines.valmy.frames import Owned

Kind = Literal["minor", "major"]
Place = Literal["skirmish", "main", "left", "right", "reserve"]
FLANKS: tuple[Place, Place] = ("left", "right")


class Stage(Enum):
    """A stage of the charges of a side, or of its melee, by its word in stored states."""

    COUNTER = "True"
    COUNTER_ATTACKER = "True attacker"
    COUNTER_DEFENDER = "True defender"
    FIRE = "fired"
    CHARGE = "False"
    CHARGE_ATTACKER = "False attacker"
    CHARGE_DEFENDER = "False defender"
    PURSUER = "pursuit"
    PURSUIT = "pursued"
    LEAD = "lead"


class Note(StrEnum):
    """A note on the battle board: a stage of a side, and for charges the box that they start from.

    Its text is the key in stored states.
    """

    _ignore_ = ["_each"]  # noqa: RUF012
    for _each in chain(
        ((side, Stage.LEAD) for side in SIDES),
        product(SIDES, (stage for stage in Stage if stage is not Stage.LEAD), FLANKS),
        # Riders whose flank is free strike Main, and may meet a counter-charge there (9.2.9).
        product(SIDES, (Stage.COUNTER, Stage.COUNTER_ATTACKER, Stage.COUNTER_DEFENDER), ("main",)),
    ):
        vars()["_".join(part.name if isinstance(part, Stage) else part for part in _each)] = _each

    side: Side
    stage: Stage
    place: Place | None

    def __new__(cls, side: Side, stage: Stage, place: Place | None = None) -> Self:
        text = f"{stage.value} {side}" if place is None else f"{side} {place} {stage.value}"
        note = str.__new__(cls, text)
        note._value_ = text
        note.side, note.stage, note.place = side, stage, place
        return note


NOTES = {(note.side, note.stage, note.place): note for note in Note}


class Combat(Owned, frozen=True, tag="combat"):
    """The Combat phase of an activation (4.2, 9.0)."""

    touched: tuple[str, ...] = ()
    """Boxes that units of either side entered in this activation."""
    entered: tuple[str, ...] = ()
    """The boxes that the movement entered, and where activated counters stood at its end (A-7.2-1)."""
    units: tuple[str, ...] = ()
    """Units activated with a leader, who may attack where they stand (A-9.0-2)."""
    fought: tuple[str, ...] = ()
    """Boxes in which there was a battle."""
    tired: tuple[str, ...] = ()
    """Units of the other side that have fought, in any box (A-9.5-10)."""
    drawn: tuple[str, ...] = ()
    """Units and leaders that have reacted in this activation, to the movement or into a battle (A-9.5-3)."""

    @property
    def in_hand(self) -> Side:
        return self.side


class Board(msgspec.Struct, frozen=True):
    """The battle board of a Major Battle (9.2); left faces left, as the attacker looks at it."""

    round: int = 1
    places: dict[str, Place] = msgspec.field(default_factory=dict)
    """Units and leaders of both sides by the box of their own half."""
    declared: dict[Side, tuple[tuple[Place, tuple[str, ...]], ...]] = msgspec.field(default_factory=dict)
    """Charges of this round: the box, and the units; a leader who is named lends his rating."""
    riding: dict[Side, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The charging units that passed the check and were not called off."""
    named: dict[Note, str] = msgspec.field(default_factory=dict)
    """Units that an owner has named: for comparisons, for pursuit, to lead; results; `yes` for fire."""
    joined: dict[str, int] = msgspec.field(default_factory=dict)
    """Cavalry in this round's melee, with the factor of its strength."""
    doubled: tuple[str, ...] = ()
    """Cavalry that has charged a flank and counts double from the next round (A-9.4.5-1)."""
    ready: tuple[str, ...] = ()
    """The doubled cavalry that charged in the round before."""
    from_flank: tuple[str, ...] = ()
    """Units that came from a flank into this round's melee."""
    melee: Side | None = None
    """The attacker in this round's melee (A-9.2.11-1)."""
    flipped: tuple[str, ...] = ()
    """Units that lost their first step in this melee and have not checked yet."""
    halted: bool = False


class Battle(Frame, frozen=True, tag="battle"):
    """A battle in a box (9.1, 9.2)."""

    box: str
    attacker: Side
    overrun: bool = False
    kind: Kind | None = None
    step: int = 0
    """The next of the steps of its kind."""
    boosts: dict[str, int] = msgspec.field(default_factory=dict)
    """Points by which leaders have raised units, to its end (A-8.1-1)."""
    board: Board | None = None
    fought: bool = False
    """Whether a shot was fired, or a charge or melee resolved (A-9.5.2-5)."""
    exposed: tuple[str, ...] = ()
    """Leaders who shared in a charge: any doubles kill them (Y-9.5.2-c)."""


class KindOfBattle(Owned, frozen=True, tag="kind"):
    """The defender chooses between a Minor and a Major Battle (Y-9.0-d)."""

    box: str


class Boosting(Owned, frozen=True, tag="boosting"):
    """Leaders may raise the morale of their units (8.1, 8.3)."""

    box: str
    attacks: bool


class Losses(Owned, frozen=True, tag="losses"):
    """The owner of the units that were hit chooses those that lose steps (Y-9.3.4-b)."""

    owed: int
    units: tuple[str, ...]
    """The units that may be hit."""
    case: str
    lead: str | None = None
    """The unit that loses the first step of a melee (Y-9.5H-a); checks then follow both sides' losses."""


class Withdrawal(Owned, frozen=True, tag="withdrawal"):
    """A side withdraws from a battle or stays (A-9.1-3)."""

    box: str
    attacks: bool


class Retreat(Owned, frozen=True, tag="retreat"):
    """Units and leaders of a side leave a battle's box (9.7)."""

    box: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    attacks: bool
    passed: tuple[str, ...] = ()
    """Units that had no open box and passed their check (Y-9.7-d)."""
    found: tuple[str, ...] = ()
    """Boxes that they tried and found barred (A-9.7-8)."""


class Deploying(Owned, frozen=True, tag="deploying"):
    """A side puts its units on the battle board (Y-9.2.1-a, b)."""


class Announcing(Owned, frozen=True, tag="announcing"):
    """A side announces its charges, the defender his counter-charges too (Y-9.2.5-a, Y-9.2.6-a)."""


class CallingOff(Owned, frozen=True, tag="calling-off"):
    """A side may call its charges off after their check (Y-9.4.4-a)."""


class Naming(Owned, frozen=True, tag="naming"):
    """A side names one of its units (A-9.4.2-4, Y-9.4.5-b, Y-9.5A-a)."""

    units: tuple[str, ...]
    what: Note
    case: str


class Sacrifice(Owned, frozen=True, tag="sacrifice"):
    """Units are Shattered to a sum of strength (A-9.4.3-1)."""

    units: tuple[str, ...]
    strength: int
    least: bool
    """Whether the sum is a minimum (EX), or a maximum (half)."""


class Aftermath(Owned, frozen=True, tag="aftermath"):
    """Chargers who did not pursue: into the melee, or where they stay (Y-9.4.5-c)."""

    units: tuple[str, ...]


class Deciding(Owned, frozen=True, tag="deciding"):
    """The attacker attacks or not; if not, the defender does or halts the battle (Y-9.2.11-a)."""

    answers: bool


class Adding(Owned, frozen=True, tag="adding"):
    """Flank units that face an empty flank may come into the melee (Y-9.2.12-a)."""


class Reinforcing(Owned, frozen=True, tag="reinforcing"):
    """The inactive side may bring units from adjacent boxes into its Reserve (Y-9.5B-a)."""

    box: str


class Committing(Owned, frozen=True, tag="committing"):
    """Units may go from Reserve to Main (Y-9.5C-a, Y-9.5D-a, Y-9.3.1-c)."""

    units: tuple[str, ...]
    most: int
    empty: bool
    """Whether Main is empty: if no unit goes in, the side withdraws (A-9.2.1-3)."""
    case: str


COMBAT_FRAMES: TypeAlias = (
    Combat
    | Battle
    | KindOfBattle
    | Boosting
    | Losses
    | Withdrawal
    | Retreat
    | Deploying
    | Announcing
    | CallingOff
    | Naming
    | Sacrifice
    | Aftermath
    | Deciding
    | Adding
    | Reinforcing
    | Committing
)
