"""The answers of a seat to questions, as values: one by one under option `letter`, or in a form."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

ALL = "all"
"""Stands for every law, prisoner, region or event that can be the subject."""


class Answer(msgspec.Struct, frozen=True, tag_field="kind", gc=False, cache_hash=True):
    """An answer to one kind of question."""

    question: ClassVar[str]
    """The kind of question that it answers."""

    @property
    def about(self) -> str:
        """The subject of the question, where the answer names one; empty where it answers any.

        Where it stands for several, its first field is `ALL`, a type of laws, a proposer's or a Current.
        """
        return ""

    def on(self, subject: str) -> Self:
        """The answer to one question, where it was given for several."""
        field = msgspec.structs.fields(type(self))[0].name
        return msgspec.structs.replace(self, **{field: subject})


class Done(Answer, frozen=True, tag="done"):
    """Nothing, or nothing more; answers every optional question."""

    question = ""


DONE = Done()


class Give(msgspec.Struct, frozen=True, tag="give", tag_field="kind", gc=False):
    """Hand assignats to another Current, at any time (R-SEQ-08)."""

    seat: str
    amount: int


# Step 1, and the other questions of its form.


class Ally(Answer, frozen=True, tag="ally"):
    """Declare an alliance; it stands where the other declares it too (R-SEQ-06)."""

    question = "ally"
    seat: str


class Common(Answer, frozen=True, tag="common"):
    """Offer a common objective: a type of law, proposed by one of the two (R-FAME-03)."""

    question = "common"
    seat: str
    law_type: str
    proposer: str


class Decide(Answer, frozen=True, tag="decide"):
    """Yes or no to an event's question, by its row (R-EVENT-12)."""

    question = "event"
    row: str
    yes: bool

    @property
    def about(self) -> str:
        return self.row


class Depose(Answer, frozen=True, tag="depose"):
    """All the seat's deputies for the King's deposition, or against it (R-EVENT-12)."""

    question = "deposition"
    yes: bool


class Sacrifice(Answer, frozen=True, tag="sacrifice"):
    """The revolutionary army that an event costs, or that falls back."""

    question = "event-army"
    army: str


# Steps 4 and 5.


class Objective(Answer, frozen=True, tag="objective"):
    """Name an objective (R-FAME-03); the Government's has a kind of its own (R-FAME-04)."""

    question = "objective"
    aim: str
    """`convince`, `revolt`, `suppress`, `plot`, `raise`, `quell`, `law`, `common`, `regime`, `none`."""
    of: str = ""


class Purpose(Answer, frozen=True, tag="purpose"):
    """Name the Government's objective (R-FAME-04)."""

    question = "government-objective"
    aim: str
    """`arrest`, `suppress`, `defeat`, `law`, `none`."""
    of: str = ""


class Place(Answer, frozen=True, tag="place"):
    """Put all available personalities on regions (R-SEQ-11)."""

    question = "placement"
    where: tuple[tuple[str, str], ...]
    """Person and region, in the order of the pack."""


# Step 6.


class Arrest(Answer, frozen=True, tag="arrest"):
    """The Government tries to arrest a personality (R-ACT-15)."""

    question = "arrest"
    person: str
    rolls: int = 1


class Remove(Answer, frozen=True, tag="remove"):
    """An unseated Current tries to drive a personality out of a region of its own (R-ACT-26)."""

    question = "remove"
    person: str
    rolls: int = 1


class Convince(Answer, frozen=True, tag="convince"):
    """Try to win a personality over (R-ACT-31)."""

    question = "convince"
    person: str
    rolls: int = 1


# Step 7.


class Plot(Answer, frozen=True, tag="plot"):
    """Try to take a region over (R-ACT-40)."""

    question = "plot"
    region: str
    person: str
    rolls: int = 1
    helpers: tuple[str, ...] = ()
    """Named helpers, by option `influence-named` (A-43)."""


class Revolt(Answer, frozen=True, tag="revolt"):
    """Try to raise a region in revolt (R-ACT-44)."""

    question = "revolt"
    region: str
    person: str
    rolls: int = 1
    helpers: tuple[str, ...] = ()


class Pacify(Answer, frozen=True, tag="pacify"):
    """The Government tries to suppress a revolt (R-ACT-52)."""

    question = "pacify"
    region: str
    rolls: int = 1


class Suppress(Answer, frozen=True, tag="suppress"):
    """A Current tries to suppress a revolt, and to take the region (R-ACT-54)."""

    question = "suppress"
    region: str
    person: str
    rolls: int = 1
    helpers: tuple[str, ...] = ()


class Raise(Answer, frozen=True, tag="raise"):
    """Try to raise the Commune (R-ACT-56)."""

    question = "commune"
    person: str
    rolls: int = 1
    helpers: tuple[str, ...] = ()


class Quell(Answer, frozen=True, tag="quell"):
    """Try to put the Commune down (R-ACT-62)."""

    question = "commune"
    person: str
    rolls: int = 1
    helpers: tuple[str, ...] = ()


class Keep(Answer, frozen=True, tag="keep"):
    """Which of several rolls counts, from 1 (R-ACT-06); 0: the best."""

    question = "keep"
    roll: int = 0


# Step 8.


class Install(Answer, frozen=True, tag="install"):
    """Install a regime, or none (R-REGIME-07, R-REGIME-44)."""

    question = "regime"
    regime: str
    """`none` declines."""


class Turn(Answer, frozen=True, tag="turn"):
    """Try to turn deputies of a Current (R-POL-01)."""

    question = "deputies"
    seat: str
    person: str


class Royal(Answer, frozen=True, tag="royal"):
    """The King's action, with or without its effect on the Coalition (R-KING-02 to 04)."""

    question = "king"
    marker: bool


class Propose(Answer, frozen=True, tag="propose"):
    """Propose a law; `helped` where a lawmaker's bonus is for it (R-POL-08, R-REGIME-38)."""

    question = "propose"
    law: str
    helped: bool = False


class Decree(Answer, frozen=True, tag="decree"):
    """Propose a law for the Government under the Legislative, by option `gov-laws-in-legislative` (A-28)."""

    question = "decree"
    law: str


class Vote(Answer, frozen=True, tag="vote"):
    """All the seat's deputies for a question, or against it (A-20)."""

    question = "vote"
    of: str
    """A law's id, with `/seat` behind it where several propose it; `king`."""
    yes: bool

    @property
    def about(self) -> str:
        return self.of


class Modify(Answer, frozen=True, tag="modify"):
    """The seat's change to the roll for a law (R-REGIME-27)."""

    question = "modify"
    of: str
    by: int

    @property
    def about(self) -> str:
        return self.of


class Veto(Answer, frozen=True, tag="veto"):
    """The King's veto of a law that has passed (R-POL-28)."""

    question = "veto"
    of: str
    yes: bool

    @property
    def about(self) -> str:
        return self.of


class Tie(Answer, frozen=True, tag="tie"):
    """The decision of a tie by the seat that breaks it (R-REGIME-16, R-JUSTICE-03, R-KING-14)."""

    question = "tie"
    of: str
    yes: bool

    @property
    def about(self) -> str:
        return self.of


class Reaction(Answer, frozen=True, tag="thermidor"):
    """Install Thermidor once laws were rejected, or not (R-REGIME-44)."""

    question = "thermidor"
    yes: bool


# Steps 9 and 10.


class Verdict(Answer, frozen=True, tag="verdict"):
    """All the seat's deputies on a prisoner: guilty, or innocent (R-JUSTICE-02)."""

    question = "verdict"
    person: str
    guilty: bool

    @property
    def about(self) -> str:
        return self.person


class Pardon(Answer, frozen=True, tag="pardon"):
    """The King frees a prisoner of his holder's (R-KING-06)."""

    question = "pardon"
    person: str


class Declare(Answer, frozen=True, tag="declare"):
    """Support the Government, criticise it, or neither (R-REGIME-10, A-21)."""

    question = "critics"
    stand: str
    """`support`, `criticise`, `neutral`."""


# Steps 11 to 13.


class Land(Answer, frozen=True, tag="land"):
    """The entry of a Coalition army that has several (R-REGIME-21)."""

    question = "land"
    army: str
    region: str

    @property
    def about(self) -> str:
        return self.army


class Muster(Answer, frozen=True, tag="muster"):
    """Raise a Catholic Royal army by a general where he is (R-MIL-12)."""

    question = "muster"
    army: str
    general: str


class Levy(Answer, frozen=True, tag="levy"):
    """Place the next volunteer army (R-MIL-16)."""

    question = "levy"
    region: str


class Disband(Answer, frozen=True, tag="disband"):
    """Leave an army unpaid (R-MIL-17, R-MIL-18)."""

    question = "disband"
    army: str


class Advance(Answer, frozen=True, tag="advance"):
    """Move a Catholic Royal army along a path, its general with it (R-MIL-26)."""

    question = "advance"
    army: str
    path: tuple[str, ...]
    general: str | None = None
    king: bool = False
    """Whether the kidnapped King goes along (R-KING-10)."""


class Escort(Answer, frozen=True, tag="escort"):
    """Whether the kidnapped King goes along with a Coalition army (R-KING-10)."""

    question = "escort"
    army: str
    yes: bool

    @property
    def about(self) -> str:
        return self.army


class March(Answer, frozen=True, tag="march"):
    """Move a revolutionary army along a path (R-MIL-27); `box`: into the Paris box (R-MIL-29)."""

    question = "march"
    army: str
    path: tuple[str, ...]
    box: bool = False


class Pin(Answer, frozen=True, tag="pin"):
    """Whether enemies that want to leave a region are held (R-MIL-28)."""

    question = "pin"
    region: str
    yes: bool

    @property
    def about(self) -> str:
        return self.region


class Hide(Answer, frozen=True, tag="hide"):
    """Whether Catholic Royal armies refuse combat in a region (R-MIL-36)."""

    question = "hide"
    region: str
    yes: bool

    @property
    def about(self) -> str:
        return self.region


class Wish(Answer, frozen=True, tag="wish"):
    """Whether the seat's side wants to fight in a region (R-MIL-31)."""

    question = "wish"
    region: str
    yes: bool

    @property
    def about(self) -> str:
        return self.region


class Shift(Answer, frozen=True, tag="shift"):
    """The attacker's shift of the dice (R-MIL-32)."""

    question = "shift"
    region: str
    by: int

    @property
    def about(self) -> str:
        return self.region


class Carry(Answer, frozen=True, tag="carnot"):
    """Carnot's shift of a combat roll (R-REGIME-39)."""

    question = "carnot"
    region: str
    by: int

    @property
    def about(self) -> str:
        return self.region


class Spare(Answer, frozen=True, tag="spare"):
    """What the Government saves when a fight in Paris is lost: the armies or the Commune (R-MIL-38)."""

    question = "spare"
    commune: bool


class Kidnap(Answer, frozen=True, tag="kidnap"):
    """Try to kidnap the King (R-KING-07)."""

    question = "kidnap"
    yes: bool


class Capital(Answer, frozen=True, tag="capital"):
    """The provisional capital (A-62)."""

    question = "capital"
    region: str
