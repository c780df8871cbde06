"""The frames of the stack, the topmost first. Each kind has one module that handles it.

A frame is a frozen value; a handler puts a changed one in its place. An interrupt is a frame on top of
the one it interrupts: a refuge within a move within an activation within the operations.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, UnsetType

from data.vendee.schema import Army, EventId, RoyalArmy, Side
from engines.core.procedure import Frame

Kind: TypeAlias = Literal[
    "anjou",
    "centre",
    "loroux",
    "bas-poitou",
    "chouans",
    "deserters",
    "emigres",
    "nantes",
    "saumur",
    "la-rochelle",
    "mayence",
]
"""The kinds of combat points: an army or a band."""
KINDS: tuple[Kind, ...] = get_args(Kind)
ROYALIST: tuple[Kind, ...] = KINDS[:7]
REPUBLICAN: tuple[Kind, ...] = KINDS[7:]
SIDES: tuple[Side, ...] = ("republican", "royalist")
"""Republicans first, as in most phases."""
Points: TypeAlias = dict[Kind, int]
"""Combat points by kind, without zeros, in the order of `KINDS`."""


def enemy(side: Side) -> Side:
    """The other side."""
    return "royalist" if side == "republican" else "republican"


class Condition(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Combat points of one kind by whether they were activated or routed in this phase."""

    fresh: int = 0
    activated: int = 0
    routed: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.fresh + self.activated + self.routed

    def plus(self, other: Condition, sign: int = 1) -> Condition:
        """Sum, or difference, of two."""
        return Condition(
            self.fresh + sign * other.fresh,
            self.activated + sign * other.activated,
            self.routed + sign * other.routed,
        )

    def worst(self, count: int) -> Condition:
        """The worst `count` of the points; any beyond their number count as the best."""
        routed = min(count, self.routed)
        activated = min(count - routed, self.activated)
        return Condition(count - routed - activated, activated, routed)


def as_side(seat: str) -> Side:
    """The side of a seat."""
    return "royalist" if seat == "royalist" else "republican"


class Wounded(Frame, frozen=True, tag="wounded"):
    """Phase 1: the wounded, the bishop and the messengers are rolled for (2.1)."""


class Plan(Frame, frozen=True, tag="plan"):
    """England has agreed: the Royalists note in secret where and when she lands (V-6-E5-c)."""


class Reinforce(Frame, frozen=True, tag="reinforce"):
    """Phase 2, one side's step: events, then counters are placed (2.2)."""

    side: Side
    begun: bool = False
    """Whether the automatic arrivals have come: the first rolls, points at sea, the English."""
    closed: bool = False
    """No more events: the gift of E2 was taken, or the side is done."""

    @property
    def in_hand(self) -> Side:
        return self.side


class Powder(Frame, frozen=True, tag="powder"):
    """The Royalists choose the second marker that the English fill (V-6-E5-f)."""


class Sail(Frame, frozen=True, tag="sail"):
    """A combat point at sea has come through: the Republicans choose its port (V-6-E15-b)."""

    kind: Army


class Lechelle(Frame, frozen=True, tag="lechelle"):
    """The Republicans choose the army of a general who has none (A-75)."""

    general: str


class Initiative(Frame, frozen=True, tag="initiative"):
    """Phase 3: its winner begins or yields (2.3)."""

    winner: Side


class Operations(Frame, frozen=True, tag="operations"):
    """Phase 4: the active side activates a stack or hands over (2.4)."""

    hand: Side
    passed: bool = False
    """Whether the side is active by a pass of the other."""
    acted: bool = False
    """Whether the side has activated a stack since it became active."""
    bound: str | None = None
    """The area of the stack that pre-empted and must be activated first (V-2.4-h)."""

    @property
    def in_hand(self) -> Side:
        return self.hand


class Preempt(Frame, frozen=True, tag="preempt"):
    """The winner of the initiative may pre-empt the activation that was announced (I-01)."""

    side: Side
    area: str
    """The area of the announced stack."""


class Activation(Frame, frozen=True, tag="activation"):
    """A group on the move. Its counters are in `State.forces` and `State.officers`; this frame names them."""

    side: Side
    at: str
    points: Points
    """Combat points of the group, all of them activated."""
    generals: tuple[str, ...]
    origin: str
    ap: int = 0
    """Action points in halves, fixed when the activation begins (V-3.1-e); 0 until they are rolled."""
    rolled: bool = False
    spent: int = 0
    led: tuple[Kind, ...] = ()
    """Kinds that may spend all of `ap`; the others have the flat allowance (A-20)."""
    steps: int = 0
    """Areas entered."""
    by_road: bool = False
    """Whether a road leads over the last border crossed, without a fight since (V-3.4-h)."""
    picked: Points | UnsetType = UNSET
    """Combat points picked up after such a step in enemy control, which did not come by road (A-100)."""
    plan: tuple[str, ...] = ()
    """Areas of a typed path that are still to be entered."""
    foes: tuple[str, ...] = ()
    """The areas of `plan` where enemies were seen when it was typed: the path leads into no other combat."""
    entering: str | None = None
    """The area that is about to be entered while E6 is asked for."""
    fortified: bool | None = None
    """Whether E6 is played for the area that is about to be entered; None: not asked."""
    stated: dict[str, bool] = msgspec.field(default_factory=dict)
    """Areas of which the enemy had to say whether he controls or holds them (V-3.6-e)."""
    barred: tuple[str, ...] = ()
    """Areas stated to be closed to lone generals, or without a way on from them (V-3.7-b, A-93)."""
    over: bool = False
    """Whether the group lost a combat or has stopped: the activation ends (V-2.4-b)."""


class Fortify(Frame, frozen=True, tag="fortify"):
    """I-03: the Royalists may play E6 before Republicans enter.

    The answer goes to `fortified` of the frame below, True or False.
    """

    area: str


class Refuge(Frame, frozen=True, tag="refuge"):
    """Generals without escort flee from enemy combat points, area by area (V-3.7-e, I-12)."""

    side: Side
    area: str
    generals: tuple[str, ...]
    crossed: tuple[str, ...] = ()
    """Areas left behind, which are not entered again while there is another way."""
    first: str | UnsetType = UNSET
    """The area that they came from to a combat, and flee to first (A-95)."""
    barred: tuple[str, ...] | UnsetType = UNSET
    """Areas from which the attackers came, closed while there is another way (A-95, A-101)."""


class Occupied(Frame, frozen=True, tag="occupied"):
    """Royalists are in Bressuire or Thouars for the first time; E3 or E4 may be played (I-15)."""

    event: EventId
    area: str


class Leaders(Frame, frozen=True, tag="leaders"):
    """Armies tie for a place when powder is dealt; the Royalists choose which of them comes first (I-17)."""

    amount: int
    tied: tuple[RoyalArmy, ...]
    rest: tuple[RoyalArmy, ...]
    """Armies that come after them, in the order of dealing."""
    single: bool
    reason: str
    case: str
    before: tuple[RoyalArmy, ...] | UnsetType = UNSET
    """Armies that come before them, in that order; none where they tie for most combat points."""


class Desertion(Frame, frozen=True, tag="desertion"):
    """Phase 5: combat points go home (2.5)."""

    owed: dict[RoyalArmy, int]
    """Combat points still to be removed."""
    stripped: tuple[str, ...] = ()
    """Areas in which the last combat points of an army have gone."""


class Committee(Frame, frozen=True, tag="committee"):
    """Phase 6: generals who have not fought are tried (2.6)."""

    accused: dict[Army, tuple[str, ...]]
    """For each army the generals of whom the Republicans still choose the one who is spared."""
    tried: tuple[str, ...] = ()
    """The generals who will be tried."""


class EndOfTurn(Frame, frozen=True, tag="end"):
    """Phase 7: E14 may be played (V-6-E14-a)."""


OWN_FRAMES: TypeAlias = (
    Wounded
    | Plan
    | Reinforce
    | Powder
    | Sail
    | Lechelle
    | Initiative
    | Operations
    | Preempt
    | Activation
    | Fortify
    | Refuge
    | Occupied
    | Leaders
    | Desertion
    | Committee
    | EndOfTurn
)
