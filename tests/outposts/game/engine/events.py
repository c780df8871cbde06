"""What can happen in *Outposts*, and what of it is told to whom."""

from __future__ import annotations

from typing import ClassVar

from engines.core.events import Event
from tests.outposts.game.data.pack import Unit, Units
from tests.outposts.game.engine.state import Commitment


class Committed(Event, frozen=True, tag="committed"):
    """A side has committed; what, only that side is told (O-3.1-b)."""

    seat: str
    commitment: Commitment | None

    owner_only = ("commitment",)

    @property
    def owner(self) -> str:
        return self.seat


class Revealed(Event, frozen=True, tag="revealed"):
    """All commitments, in the order of the seats (O-3.4-a)."""

    commitments: dict[str, Commitment]
    first: str
    """The side that marches first."""

    reveals: ClassVar[bool] = True


class IncidentDrawn(Event, frozen=True, tag="incident-drawn"):
    """An incident came up (O-4.1-a)."""

    id: str
    title: str
    reach: int

    reveals: ClassVar[bool] = True


class Marched(Event, frozen=True, tag="marched"):
    """Units went along a path; how many, only their owner is told."""

    seat: str
    path: list[str]
    units: Units | None

    owner_only = ("units",)

    @property
    def owner(self) -> str:
        return self.seat


class Passed(Event, frozen=True, tag="passed"):
    """A side did not march."""

    seat: str


class Attacked(Event, frozen=True, tag="attacked"):
    """A march has entered an enemy's area."""

    seat: str
    origin: str
    target: str

    reveals: ClassVar[bool] = True


class Answered(Event, frozen=True, tag="answered"):
    """The side attacked has answered."""

    seat: str
    answer: str


class Fought(Event, frozen=True, tag="fought"):
    """Both strengths were revealed, and losses are due (O-7.1-a)."""

    area: str
    attackers: Units
    defenders: Units
    losses: dict[str, int]

    reveals: ClassVar[bool] = True


class UnitLost(Event, frozen=True, tag="unit-lost"):
    """One unit was lost; of which kind, only its owner is told."""

    seat: str
    area: str
    unit: Unit | None

    owner_only = ("unit",)

    @property
    def owner(self) -> str:
        return self.seat


class Settled(Event, frozen=True, tag="settled"):
    """A battle is over; None when nobody is left in the area."""

    area: str
    holder: str | None
