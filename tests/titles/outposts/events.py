"""What can happen in *Outposts*, and what of it is told to whom."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from engines.core.events import Edited, Event
from tests.titles.outposts.pack import Unit, Units
from tests.titles.outposts.state import Commitment


class Committed(Event, frozen=True, tag="committed"):
    """A side has committed; what, only that side is told (O-3.1-b)."""

    seat: str
    commitment: Commitment | None


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


class Settled(Event, frozen=True, tag="settled"):
    """A battle is over; None when nobody is left in the area."""

    area: str
    holder: str | None


_SECRET: dict[type[Event], str] = {Committed: "commitment", Marched: "units", UnitLost: "unit"}
"""For each event that is one side's own: the field that only this side may know."""


def told(event: Event, seat: str | None) -> Event:
    """An event as a seat may know it; None is the public."""
    if isinstance(event, Edited):
        return Edited(_without_units(event.text, seat))
    secret = _SECRET.get(type(event))
    if secret is None or seat == event.seat:  # type: ignore[attr-defined]
        return event
    hidden: dict[str, Any] = {secret: None}
    return msgspec.structs.replace(event, **hidden)


def _without_units(edit: str, seat: str | None) -> str:
    """An edit as a seat may read it: what is in a stack, only its owner is told."""
    verb, *words = edit.split()
    return edit if verb != "stack" or words[0] == seat else " ".join((verb, *words[:2]))
