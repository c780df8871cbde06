"""Events of armies, of combat and of the King on the road."""

from __future__ import annotations

from engines.core.events import Event, Learnt


class ArmyCame(Event, frozen=True, tag="army-came"):
    """An army has come in (R-MIL-07)."""

    army: str
    region: str
    case: str


class ArmyMoved(Event, frozen=True, tag="army-moved"):
    """An army has marched (R-SEQ-19)."""

    army: str
    path: tuple[str, ...]
    box: bool = False
    general: str | None = None


class ArmyGone(Event, frozen=True, tag="army-gone"):
    """An army has left the map: beaten, unpaid, or by an event."""

    army: str
    region: str
    why: str
    """`combat`, `unpaid`, `event`, `peace`."""
    case: str


class Held(Event, frozen=True, tag="held"):
    """Whether enemies are kept from leaving a region (R-MIL-28)."""

    region: str
    by: str
    yes: bool


class Hidden(Event, frozen=True, tag="hidden"):
    """Catholic Royal armies refuse combat (R-MIL-36)."""

    region: str


class CombatRolled(Learnt, frozen=True, tag="combat-rolled"):
    """The dice of a combat, which may still be shifted (R-MIL-32)."""

    region: str
    box: bool
    attacker: str
    """`revolutionary` or `enemy`."""
    faces: tuple[int, int]


class Fought(Event, frozen=True, tag="fought"):
    """The result of a combat, with all of its arithmetic (R-MIL-30 to 35)."""

    region: str
    box: bool
    attacker: str
    ours: int
    """Revolutionary armies, and a Commune that fights with them."""
    theirs: int
    """The strength against them; in the Paris box that of the Commune."""
    rolled: int
    modifiers: list[tuple[str, int]]
    total: int
    result: str
    armies: tuple[str, ...] = ()
    """The armies of both sides; a Commune is counted only with its side's number."""


class CoalitionHolds(Event, frozen=True, tag="coalition-holds"):
    """A region is held by the Coalition, or no longer (R-MIL-41, R-MIL-44)."""

    region: str
    on: bool
    armies: tuple[str, ...] = ()
    """The Coalition's armies there; none where it no longer holds the region."""


class CapitalMoved(Event, frozen=True, tag="capital-moved"):
    """The capital has moved (R-MIL-47)."""

    region: str


class KingMoved(Event, frozen=True, tag="king-moved"):
    """The King has moved, or has another holder."""

    region: str
    how: str
    """`capital`, `kidnapped`, `army`, `recaptured`."""
    case: str
