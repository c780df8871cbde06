"""Events of every step, and who learns what of them; war and politics have modules of their own."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from data.sentences import Phrase
from engines.core.events import Event, Learnt
from engines.revolution.purposes import Purpose


class FormShut(Learnt, frozen=True, tag="form-shut"):
    """All have answered a form, or a question, and it is carried out."""

    form: str
    subject: str = ""


class Answered(Event, frozen=True, tag="answered"):
    """A seat has answered; its answer is secret until all have."""

    seat: str
    form: str
    subject: str
    answer: str | None
    """The answer in its notation."""

    owner_only = ("answer",)

    @property
    def owner(self) -> str:
        return self.seat


class Altered(Event, frozen=True, tag="altered"):
    """A seat has changed its answer; only this seat learns of it."""

    seat: str
    form: str
    subject: str
    answer: str
    """The answer in its notation."""

    @property
    def owner(self) -> str:
        return self.seat


class Skipped(Event, frozen=True, tag="skipped"):
    """An answer in a form was illegal when its turn came; only its owner learns of it."""

    seat: str
    action: str
    reason: Phrase
    case: str

    @property
    def owner(self) -> str:
        return self.seat


class Given(Event, frozen=True, tag="given"):
    """Assignats went from one Current to another (R-SEQ-08)."""

    hands_over: ClassVar[bool] = True

    seat: str
    to: str
    amount: int
    teller: str | None = None
    """The only seat that learns of this, where cash is private (A-65)."""

    @property
    def owner(self) -> str | None:
        return self.teller


class Allied(Event, frozen=True, tag="allied"):
    """Two Currents have declared an alliance, which binds neither (R-SEQ-06)."""

    seats: tuple[str, str]


class Confirmed(Event, frozen=True, tag="confirmed"):
    """Two Currents have a common objective (R-FAME-09)."""

    seats: tuple[str, str]
    law_type: str
    proposer: str


class Offered(Event, frozen=True, tag="offered"):
    """A common objective or an alliance was not confirmed; only the seat that offered it learns of this."""

    seat: str
    to: str
    ally: bool = False
    """Whether it was an alliance."""

    @property
    def owner(self) -> str:
        return self.seat


class OrderSet(Learnt, frozen=True, tag="order-set"):
    """The turn order (R-SEQ-04)."""

    order: tuple[str, ...]
    sums: dict[str, int]
    """Fame and regions together."""
    dice: dict[str, list[int]]
    """The dice by which Currents that tied in both were put in order, throw by throw."""
    faces: list[int]
    """All of these dice as they fell."""


class Aimed(Event, frozen=True, tag="aimed"):
    """An objective was named (R-SEQ-10)."""

    actor: str
    aim: str
    of: str


class Placed(Event, frozen=True, tag="placed"):
    """A Current has placed its people (R-SEQ-11)."""

    seat: str
    where: dict[str, str]


class Paid(Event, frozen=True, tag="paid"):
    """Assignats were spent, and lie in the box (R-ACT-10, R-ACT-11)."""

    actor: str
    amount: int
    for_: str
    teller: str | None = None

    @property
    def owner(self) -> str | None:
        return self.teller


class Lost(Event, frozen=True, tag="lost"):
    """Assignats were lost to an event, as far as there were any (R-EVENT-10)."""

    actor: str
    amount: int
    teller: str | None = None
    """The only seat that learns of this, where cash is private: it shows what was left of a purse (A-65)."""

    @property
    def owner(self) -> str | None:
        return self.teller


class Bankrupt(Event, frozen=True, tag="bankrupt"):
    """The Government could not pay; `fame` where that costs its Current and itself (R-ECON-15)."""

    government: str
    fame: bool
    case: str


class FameChanged(Event, frozen=True, tag="fame-changed"):
    """Fame was won or lost."""

    actor: str
    by: int
    now: int
    case: str
    why: str = ""
    """A law or a row, or another reason by its name; empty where the case says enough."""


class TrackMoved(Event, frozen=True, tag="track-moved"):
    """A track has moved."""

    track: str
    by: int
    now: int
    case: str


class Tossed(Learnt, frozen=True, tag="tossed"):
    """Several rolls lie on the table, and one is still to be kept (R-ACT-06)."""

    actor: str
    purpose: Purpose
    faces: list[int]


class Thrown(Learnt, frozen=True, tag="thrown"):
    """Dice on the Action Resolution Table, with all modifiers of the column (R-ACT-01, R-ACT-02)."""

    actor: str
    purpose: Purpose
    fame: int
    modifiers: list[tuple[str, int]]
    column: int
    """The column of the result table, from 0."""
    faces: list[int]
    """The dice of every roll that was paid for, one by one; empty where `Tossed` showed them before."""
    throws: list[tuple[int, int]]
    """The same by rolls."""
    kept: int
    """Which of them counts, from 0."""
    result: str
    case: str


class RowCame(Learnt, frozen=True, tag="row-came"):
    """A row of an event table was rolled (R-EVENT-02)."""

    row: str
    title: str
    faces: tuple[int, int]
    modifiers: list[tuple[str, int]]
    roll: int
    void: Phrase = ""
    """The reason why the row has no effect; else empty."""


class NothingCame(Event, frozen=True, tag="nothing-came"):
    """A row came up, and left everything as it was (R-EVENT-07, R-EVENT-08)."""

    row: str


class Deposed(Event, frozen=True, tag="deposed"):
    """The deputies' vote on the King's deposition (R-EVENT-12)."""

    votes: dict[str, bool]
    yes: int
    no: int
    passed: bool
    held: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of deputies with which each Current sat there."""


class ControlChanged(Event, frozen=True, tag="control-changed"):
    """A region has another controller, or none."""

    region: str
    control: str | None
    case: str
    was: str | None = None
    """The controller before; None in older entries too."""


class RevoltBegun(Event, frozen=True, tag="revolt-begun"):
    """A region is in revolt."""

    region: str
    control: str | None
    case: str
    was: str | None = None
    """The controller before; None in older entries too."""


class RevoltEnded(Event, frozen=True, tag="revolt-ended"):
    """A region is calm again."""

    region: str
    case: str


class CommuneRaised(Event, frozen=True, tag="commune-raised"):
    """The Commune of Paris is up; None leads it, or a Current."""

    leader: str | None
    case: str
    was: str | None = None
    """The controller of Paris before; None in older entries too."""


class CommuneEnded(Event, frozen=True, tag="commune-ended"):
    """The Commune of Paris is put down, or calm."""

    control: str | None
    """The present controller of Paris."""
    case: str


class PersonMoved(Event, frozen=True, tag="person-moved"):
    """A personality went to prison, off the map, free, or out of the game."""

    person: str
    state: str
    current: str
    """His Current."""
    case: str
    by: str = ""
    """The cause: `arrest`, `removal`, `convincing` … (`resolution.Cause`)."""


class PersonWon(Event, frozen=True, tag="person-won"):
    """A personality went over to another Current, and stays where he was."""

    person: str
    was: str
    current: str
    state: str
    case: str


class WarChanged(Event, frozen=True, tag="war-changed"):
    """A war has begun or ended."""

    war: str
    """`foreign` or `civil`."""
    on: bool
    case: str


class Income(Event, frozen=True, tag="income"):
    """A Current has received its income (R-ECON-08, R-ECON-09)."""

    seat: str
    amount: int
    teller: str | None = None

    @property
    def owner(self) -> str | None:
        return self.teller


class Funded(Event, frozen=True, tag="funded"):
    """The Government has given back its cash, and received its money (R-ECON-11, R-ECON-12)."""

    returned: int
    amount: int


class Settled(Event, frozen=True, tag="settled"):
    """An objective was met, or not (R-FAME-01, R-FAME-02)."""

    actor: str
    aim: str
    of: str
    met: bool
