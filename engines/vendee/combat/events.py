"""Events of a combat. All counters in the area of a combat lie face up (V-3.6-b)."""

from __future__ import annotations

from typing import ClassVar

from data.vendee.schema import IncidentId, Side
from engines.core.events import Event, Learnt, Modifier
from engines.core.hidden import FaceDown
from engines.vendee.frames import Points


class GunsHeard(FaceDown, frozen=True, tag="guns-heard"):
    """A stack tried to march to the guns (V-4.2-c); the die has to be below `below`.

    A stack that fails stays face down, so that others learn only the die.
    """

    side: Side
    start: str
    area: str
    face: int
    below: int | None
    success: bool
    points: Points | None
    generals: tuple[str, ...] | None
    hidden: bool
    """Whether they lie face down to the other side."""
    case: str = "4.2"

    reveals: ClassVar[bool] = True
    owner_only = ("below", "points", "generals")


class IncidentsDrawn(Learnt, frozen=True, tag="incidents-drawn"):
    """Tactical incidents were drawn, in this order (V-4.3-a); `idle` change nothing in the combat."""

    area: str
    drawn: tuple[IncidentId, ...]
    idle: tuple[IncidentId, ...]
    case: str = "4.3"


class OutOfPowder(Event, frozen=True, tag="out-of-powder"):
    """The Royalists withdraw some areas for lack of powder, or fight anyway with 0 (V-4.3-T6-a)."""

    area: str
    areas: int
    forced: bool = False
    """Whether there was no way out (A-88)."""
    case: str = "4.3 T6"


class Fought(Learnt, frozen=True, tag="fought"):
    """A combat was decided, with its whole arithmetic (4.1)."""

    area: str
    attacker: Side
    points: dict[Side, Points]
    generals: dict[Side, tuple[str, ...]]
    ratio: str
    """Column of the true odds, rounded for the defender (V-4.1-e)."""
    shifts: list[Modifier]
    """Columns to the right, by reason."""
    column: str
    white: int
    coloured: int
    modifiers: list[Modifier]
    total: int
    result: str
    """The result as the table prints it: `AR2-40`."""
    loser: Side
    rout: bool
    losses: dict[Side, int]
    case: str = "4.1"


class FellBack(Learnt, frozen=True, tag="fell-back"):
    """Losers of a combat, or Royalists without powder, went to the next area (4.5)."""

    side: Side
    start: str
    end: str
    points: Points
    generals: tuple[str, ...]
    rout: bool
    withdrawal: bool
    case: str = "4.5"


class Pursued(Learnt, frozen=True, tag="pursued"):
    """Victors followed the routed to the next area (V-4.5-m)."""

    side: Side
    start: str
    end: str
    points: Points
    generals: tuple[str, ...]
    case: str = "4.5"


class DesertersJoined(Learnt, frozen=True, tag="deserters-joined"):
    """Republicans went over to the Royalists (V-4.3-T2-c)."""

    area: str
    points: int
    case: str = "4.3 T2"


class IncidentSpent(Event, frozen=True, tag="incident-spent"):
    """An incident left the pool for good (V-4.3-d)."""

    incident: IncidentId
    case: str = "4.3"


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """A combat is over; no winner where the Royalists withdrew (V-4.3-T6-d)."""

    area: str
    winner: Side | None
