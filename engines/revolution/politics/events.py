"""Events of the political phase, of Justice and of the debates."""

from __future__ import annotations

import msgspec

from engines.core.events import Event, Learnt


class RegimeInstalled(Event, frozen=True, tag="regime-installed"):
    """Another regime is in force (R-REGIME-02)."""

    regime: str
    government: str
    former: str | None
    """The Current that is outlawed because it governed before (R-REGIME-47)."""
    by: str = ""
    """The Current that has chosen it; empty in older entries."""
    why: str = ""
    """What allowed it to: `army`, `regions`, `war`, `rejected`."""


class GovernmentChanged(Event, frozen=True, tag="government-changed"):
    """Another Current runs the Government, whose objective lapses (R-REGIME-11)."""

    government: str
    case: str
    was: str | None = None
    """The Current that ran it before; None in older entries."""


class Elected(Event, frozen=True, tag="elected"):
    """An election was held (R-REGIME-13)."""

    deputies: dict[str, int]


class DeputiesTurned(Event, frozen=True, tag="deputies-turned"):
    """Deputies vote with another Current until the debates are over (R-POL-06)."""

    seat: str
    of: str
    number: int


class DeputiesReturned(Event, frozen=True, tag="deputies-returned"):
    """All deputies are back with their own (R-SEQ-18)."""


class Proposed(Event, frozen=True, tag="proposed"):
    """A law was proposed (R-POL-08, R-POL-09)."""

    actor: str
    law: str
    helped: bool


class Counted(Learnt, frozen=True, tag="counted"):
    """Votes are shown and counted (A-22)."""

    kind: str
    """`vote`, `verdict`, `critics`."""
    subject: str
    cast: dict[str, int | None]
    """The answer of each seat: 1 for, 0 against or neither, -1 to criticise; None if it gave none."""
    yes: int
    no: int
    added: int = 0
    """Votes among `yes` that belong to no Current (R-KING-14)."""
    held: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of deputies with which each Current sat there; turned ones count for their new Current."""


class Cast(Learnt, frozen=True, tag="cast"):
    """A seat's answer to a vote, which is public with the option `open-votes` (A-22)."""

    kind: str
    subject: str
    seat: str
    value: int | None


class TieBroken(Event, frozen=True, tag="tie-broken"):
    """A seat has broken a tie (R-REGIME-16)."""

    seat: str
    subject: str
    yes: bool


class LawPassed(Event, frozen=True, tag="law-passed"):
    """A law was passed; it can still be vetoed, or fail because the Government can't pay."""

    law: str
    actor: str


class LawRejected(Event, frozen=True, tag="law-rejected"):
    """A law was rejected; `count` of them under the Terror (R-REGIME-43)."""

    law: str
    actor: str
    count: int


class LawInForce(Event, frozen=True, tag="law-in-force"):
    """A law was paid and takes effect (R-POL-11)."""

    law: str
    actor: str
    price: int = 0
    """The price that the Government has paid for it."""


class Vetoed(Event, frozen=True, tag="vetoed"):
    """The King has vetoed a law (R-POL-28, R-POL-29)."""

    seat: str
    law: str


class KingActed(Event, frozen=True, tag="king-acted"):
    """The King's holder has paid for his action (R-KING-02, R-KING-03)."""

    seat: str
    price: int


class KingTried(Event, frozen=True, tag="king-tried"):
    """Louis XVI was judged (R-KING-15, R-KING-16)."""

    guilty: bool


class Judged(Event, frozen=True, tag="judged"):
    """A prisoner was judged (R-JUSTICE)."""

    person: str
    sentence: str
    """`dead`, `prison` or `free`."""
