"""Events outside combat in *The Valmy Campaign*, and who learns what of them."""

from __future__ import annotations

from data.valmy.tables import Side
from engines.core.events import Event, Learnt, Modifier
from engines.valmy.purposes import Purpose


class Checked(Learnt, frozen=True, tag="checked"):
    """Dice that succeed up to a number: activations, morale, armies."""

    purpose: Purpose | None
    """The subject of the test. The purpose and the sum are None for a viewer who may not know the subject."""
    faces: list[int]
    modifiers: list[Modifier] | None
    total: int | None
    highest: int | None
    success: bool
    case: str
    side: Side
    hidden: bool = False

    owner_only = ("purpose", "highest", "modifiers", "total")

    @property
    def owner(self) -> Side | None:
        return self.side if self.hidden else None


class Arranged(Event, frozen=True, tag="arranged"):
    """A side has spread its units over its leaders; the arrangement is secret (Y-2.3-b)."""

    side: Side
    boxes: dict[str, tuple[str, ...]] | None
    """Leaders with the units in their holding boxes."""

    owner_only = ("boxes",)

    @property
    def owner(self) -> Side:
        return self.side


class SetUpDone(Learnt, frozen=True, tag="set-up-done"):
    """Both sides have set up, and see counters openly on the map (A-3.0-3)."""


class ChitPlayed(Event, frozen=True, tag="chit-played"):
    """A side announced an initiative chit (Y-5.1-b)."""

    side: Side
    chit: int


class InitiativeWon(Event, frozen=True, tag="initiative-won"):
    """A side has the initiative for this turn; `chit` is what it has spent for it."""

    side: Side
    chit: int | None
    case: str


class InitiativeRolled(Learnt, frozen=True, tag="initiative-rolled"):
    """Both sides have rolled for the initiative (5.2)."""

    faces: dict[Side, int]
    ratings: dict[Side, int]


class Activated(Event, frozen=True, tag="activated"):
    """A leader or a single unit was activated; only his side learns whom he takes along."""

    side: Side
    who: str
    box: str
    free: bool
    """Whether no die was needed (Y-6.0-b)."""
    leaders: tuple[str, ...] | None
    units: tuple[str, ...] | None

    owner_only = ("leaders", "units")

    @property
    def owner(self) -> Side:
        return self.side


class Passed(Event, frozen=True, tag="passed"):
    """A side passed; `forced` where it has no counter left to activate."""

    side: Side
    forced: bool


class Moved(Event, frozen=True, tag="moved"):
    """Counters went from a box to the next; `seen` are those that every viewer sees on the map."""

    side: Side
    start: str
    end: str
    seen: tuple[str, ...]
    units: tuple[str, ...] | None
    leaders: tuple[str, ...] | None
    cost: int | None
    """Movement points; None for other seats, and for moves without a cost."""
    how: str
    """`movement`, `reaction`, `retreat`, `displacement`."""

    owner_only = ("units", "leaders", "cost")

    @property
    def owner(self) -> Side:
        return self.side


class HeldBack(Learnt, frozen=True, tag="held-back"):
    """Counters could not leave a box: more enemies are in it than they leave behind (A-7.1.6-2)."""

    side: Side
    box: str


class Barred(Learnt, frozen=True, tag="barred"):
    """Counters that had to go found a box barred: enemy units are there, or came from there (A-9.7-8)."""

    side: Side
    box: str


class CutOff(Learnt, frozen=True, tag="cut-off"):
    """A unit that would recover found no way to its base; only its side learns of it (Y-10.2-e)."""

    side: Side
    unit: str

    @property
    def owner(self) -> Side:
        return self.side


class Exited(Event, frozen=True, tag="exited"):
    """Counters left by the west edge (Y-11.1.1-b)."""

    side: Side
    start: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]


class Regrouped(Event, frozen=True, tag="regrouped"):
    """Counters went into a holding box or out of one; only its side learns of it (Y-2.3-h)."""

    side: Side
    who: tuple[str, ...]
    leader: str | None

    @property
    def owner(self) -> Side:
        return self.side


class Arrived(Event, frozen=True, tag="arrived"):
    """A force has come (A-3.0-4)."""

    side: Side
    force: str
    box: str


class StepLost(Event, frozen=True, tag="step-lost"):
    """A unit was flipped, or is gone (Y-9.3.4-d); `hidden` while only its owner may know it."""

    side: Side
    unit: str
    gone: bool
    case: str


class Recovered(Event, frozen=True, tag="recovered"):
    """A unit has its lost step back; only its side learns of it (Y-10.1-a)."""

    side: Side
    unit: str

    @property
    def owner(self) -> Side:
        return self.side


class Rejoined(Event, frozen=True, tag="rejoined"):
    """Pursuers have come back (A-9.4.5-3)."""

    side: Side
    unit: str
    box: str


class LeaderLost(Learnt, frozen=True, tag="leader-lost"):
    """A leader was killed and replaced, or a replacement was eliminated (9.5.2)."""

    side: Side
    leader: str
    replaced: bool


class BaseLost(Event, frozen=True, tag="base-lost"):
    """An army has lost its base: no recovery, and shaken for the rest of the game (Y-10.2-g)."""

    army: str
    box: str


class MoraleChanged(Event, frozen=True, tag="morale-changed"):
    """An army became shaken, broke, or is steady again (10.2)."""

    side: Side
    state: str


class CityTaken(Event, frozen=True, tag="city-taken"):
    """A city has another occupier (Y-11.2-e)."""

    side: Side
    city: str
