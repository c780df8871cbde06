"""Events of *For God and For the King*, and who learns what of them."""

from __future__ import annotations

from typing import ClassVar

from data.sentences import Phrase
from data.vendee.schema import Army, EventId, RoyalArmy, Side
from engines.core.events import Event, Learnt
from engines.core.hidden import FaceDown
from engines.vendee.frames import ROYALIST, Kind, Points


class MoraleChanged(Event, frozen=True, tag="morale-changed"):
    """A side's morale moved by `change`, as far as its track goes (V-5-a)."""

    side: Side
    before: int
    after: int
    change: int
    reason: Phrase
    case: str


class PowderChanged(Event, frozen=True, tag="powder-changed"):
    """A marker of arms and powder moved (V-5-a)."""

    army: RoyalArmy
    before: int
    after: int
    reason: Phrase
    case: str


class OfficerFate(Learnt, frozen=True, tag="officer-fate"):
    """A general left the map or came nearer to it; `area` is where he was."""

    general: str
    area: str | None
    fate: str
    due: int | None
    case: str


class Raised(Event, frozen=True, tag="raised"):
    """An army receives combat points to be placed; only its side learns how many (2.2)."""

    kind: Kind
    points: int | None
    case: str

    owner_only = ("points",)

    @property
    def owner(self) -> Side:
        return "royalist" if self.kind in ROYALIST else "republican"


class Placed(FaceDown, frozen=True, tag="placed"):
    """Counters were placed in an area; `backs` is by how many counters its stack grew, as others see it."""

    side: Side
    area: str
    points: Points | None
    generals: tuple[str, ...] | None
    backs: int
    hidden: bool
    """Whether they lie face down to the other side."""

    owner_only = ("points", "generals")


class Lost(FaceDown, frozen=True, tag="lost"):
    """Combat points left the game, or could not be placed (`area` None); `reason` says how."""

    side: Side
    area: str | None
    points: Points | None
    reason: str
    case: str
    hidden: bool = False

    owner_only = ("points",)


class EventPlayed(Event, frozen=True, tag="event-played"):
    """An event marker was played (6)."""

    side: Side
    event: EventId
    title: str


class Attached(Event, frozen=True, tag="attached"):
    """The Mayençais reinforce an army (V-6-E12-b)."""

    army: Army


class Planned(Event, frozen=True, tag="planned"):
    """The Royalists have noted where and when the English land; only they know the note."""

    area: str | None
    turn: int | None

    owner_only = ("area", "turn")

    @property
    def owner(self) -> Side:
        return "royalist"


class FleetCame(Learnt, frozen=True, tag="fleet-came"):
    """The English have landed or have left, and the place is public now (V-6-E5-d, h)."""

    result: str
    area: str | None


class FleetWaits(Event, frozen=True, tag="fleet-waits"):
    """The English met no Royalists and wait for a turn; only the Royalists learn of it (V-6-E5-h)."""

    side: Side
    area: str

    @property
    def owner(self) -> Side:
        return self.side


class InitiativeWon(Learnt, frozen=True, tag="initiative-won"):
    """A side won the initiative (2.3); totals of both sides."""

    winner: Side
    totals: dict[Side, int]


class Opened(Event, frozen=True, tag="opened"):
    """The operations begin with a side; `yielded` when the other had the initiative and let it go first."""

    side: Side
    yielded: bool = False


class HandedOver(Event, frozen=True, tag="handed-over"):
    """A side handed over; `forced` when it had nothing left to activate (A-14)."""

    side: Side
    forced: bool
    ended: bool
    """Whether this ended the phase."""


class Announced(FaceDown, frozen=True, tag="announced"):
    """A side announced that it activates a group; others see its counters where it lies face up."""

    side: Side
    area: str
    points: Points | None
    generals: tuple[str, ...] | None
    hidden: bool

    owner_only = ("points", "generals")


class Preempted(Learnt, frozen=True, tag="preempted"):
    """A pre-emption was tried (V-2.4-f to j)."""

    side: Side
    area: str
    success: bool


class PointsRolled(FaceDown, frozen=True, tag="points-rolled"):
    """Action points of the group, in halves; of a face-down group others learn only the dice."""

    side: Side
    area: str
    faces: tuple[int, ...]
    strategic: int | None
    halves: int | None
    hidden: bool

    reveals: ClassVar[bool] = True
    owner_only = ("strategic", "halves")


class Stepped(FaceDown, frozen=True, tag="stepped"):
    """A group went from an area to the next."""

    side: Side
    start: str
    end: str
    points: Points | None
    generals: tuple[str, ...] | None
    backs: int
    cost: int | None
    """The cost in half action points."""
    left: int | None
    by_road: bool
    hidden: bool
    """Whether the group lies face down to the other side at both ends of the step."""

    owner_only = ("points", "generals", "left")


class Stopped(FaceDown, frozen=True, tag="stopped"):
    """An activation ended; only its owner knows whether a face-down group could have gone on (A-92)."""

    side: Side
    area: str
    reason: str | None
    hidden: bool = False

    owner_only = ("reason",)


class Dropped(FaceDown, frozen=True, tag="dropped"):
    """Counters left a group, or joined it (V-3.2-d)."""

    side: Side
    area: str
    points: Points | None
    generals: tuple[str, ...] | None
    joined: bool
    hidden: bool

    owner_only = ("points", "generals")


class Stated(Learnt, frozen=True, tag="stated"):
    """The owner of face-down counters had to say whether he controls, or holds, an area (V-3.6-e)."""

    side: Side
    """The side that asked."""
    area: str
    controlled: bool
    held: bool = False
    barred: bool = False
    """Whether a step into it is refused because of that."""


class Shown(Event, frozen=True, tag="shown"):
    """A side made change: its points in an area lie as another number of counters now (A-31)."""

    side: Side
    area: str
    backs: int


class Halted(Event, frozen=True, tag="halted"):
    """A path could not be followed further; only its owner learns the reason."""

    side: Side
    area: str
    next: str
    reason: Phrase
    case: str

    @property
    def owner(self) -> Side:
        return self.side


class Unveiled(Learnt, frozen=True, tag="unveiled"):
    """Counters came to an area where they lie face up (V-3.6-a)."""

    side: Side
    area: str


class Met(Learnt, frozen=True, tag="met"):
    """Counters of both sides are in an area: all are face up (V-3.6-b)."""

    area: str
    points: dict[Side, Points]
    generals: dict[Side, tuple[str, ...]]


class Fled(FaceDown, frozen=True, tag="fled"):
    """Generals without escort fled to the next area (V-3.7-e)."""

    side: Side
    generals: tuple[str, ...] | None
    start: str
    end: str
    hidden: bool

    owner_only = ("generals",)


class PlaceTaken(Event, frozen=True, tag="place-taken"):
    """A base or stronghold changed hands (A-60)."""

    area: str
    side: Side


class Risen(Event, frozen=True, tag="risen"):
    """La Gâtine joined the zone of Anjou (V-6-E2-c)."""


class BishopExposed(Learnt, frozen=True, tag="bishop-exposed"):
    """The bishop of Agra was exposed (V-6-E4-b)."""


class MessengersRolled(Event, frozen=True, tag="messengers-rolled"):
    """The messengers to England were rolled for (V-6-E5-b, c)."""

    faces: tuple[int, int]
    result: str


class Sailed(Event, frozen=True, tag="sailed"):
    """A combat point went by sea (V-6-E15-b)."""

    kind: Army
    result: str
    area: str | None
    """The area where it has landed."""
    start: str | None = None
    """The area where it left the map for its ship."""


class Deserted(Learnt, frozen=True, tag="deserted"):
    """Combat points went home from an area; others learn the army and number if face up (2.5).

    A face-down stack shows thereby that it was not only generals.
    """

    area: str
    hidden: bool
    gone: Points | None = None
    """The points of each army; None where they are secret."""

    owner_only = ("gone",)

    @property
    def owner(self) -> Side | None:
        return "royalist" if self.hidden else None


class Spared(Event, frozen=True, tag="spared"):
    """A general was not tried (V-2.6-c)."""

    general: str
    army: Army


class Tried(Event, frozen=True, tag="tried"):
    """A general was tried by the Committee (V-2.6-d)."""

    general: str
    acquitted: bool


class TestFailed(Event, frozen=True, tag="test-failed"):
    """Charette or Joly failed his test to join Anjou and Centre (V-3.5-o)."""

    general: str
    area: str
    hidden: bool = False
    """Whether he lies face down to the Republicans, who then do not learn of it (A-92)."""

    @property
    def owner(self) -> Side | None:
        return "royalist" if self.hidden else None


class Declined(Event, frozen=True, tag="declined"):
    """A side declined an option; others get the event only if they know of the option."""

    side: Side
    what: str
