"""The answers of a seat to questions, as values: one by one under option `letter`, or in a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec

from data.catalogue import N_
from engines.core.declared import Field
from engines.revolution import fields as f
from engines.revolution.fields import Answer
from engines.revolution.words import Words


class Done(Answer, frozen=True, tag="done"):
    """Nothing, or nothing more; answers every optional question."""

    question = ""


DONE = Done()


class Give(msgspec.Struct, frozen=True, tag="give", tag_field="kind", gc=False):
    """Hand assignats to another Current, at any time; it binds nobody (R-SEQ-08)."""

    wants: ClassVar = N_("give mountain 100")
    seat: Annotated[str, Field(f.SEAT_OF_ALL, about=N_("To whom"), option="to")]
    amount: Annotated[int, Field(f.MONEY, about=N_("How many"), option="assignats")]


_AIMS: Mapping[str, f.Read | None] = {
    "convince": Words.person,
    "revolt": Words.region,
    "suppress": Words.region,
    "plot": Words.region,
    "raise": None,
    "quell": None,
    "law": Words.law_type,
    "common": None,
    "regime": Words.regime,
    "none": None,
}
_PURPOSES: Mapping[str, f.Read | None] = {
    "arrest": Words.person,
    "suppress": Words.region,
    "defeat": Words.region,
    "law": Words.law_type,
    "none": None,
}


# Step 1, and the other questions of its form.


class Ally(Answer, frozen=True, tag="ally"):
    """Declare an alliance, which binds nobody (R-SEQ-06)."""

    question = "ally"
    wants: ClassVar = N_("a Current: ally gironde")
    seat: Annotated[str, Field(f.SEAT, about=N_("With whom"), option="current")]


class Common(Answer, frozen=True, tag="common"):
    """Offer a common objective: a type of law, and who proposes it (R-FAME-03)."""

    question = "common"
    wants: ClassVar = N_("with whom, on what, by whom: common gironde on economic by marais")
    seat: Annotated[str, Field(f.SEAT_OF_ALL, about=N_("With whom"), option="current")]
    law_type: Annotated[str, Field(f.LAW_TYPE, "on", N_("Which type"), option="law", optional=True)]
    proposer: Annotated[str, Field(f.SEAT_OF_ALL, "by", N_("Who proposes it"), option="by", optional=True)]


class Decide(Answer, frozen=True, tag="decide"):
    """What the Government answers if an event asks it (R-EVENT-12)."""

    question = "event"
    named = True
    wants: ClassVar = N_("an event, and yes or no")
    row: Annotated[str, Field(f.ROW, about=N_("Which, and how"), option="event")]
    yes: f.Yes


class Depose(Answer, frozen=True, tag="depose"):
    """For the King's deposition, or against it (R-EVENT-12)."""

    question = "deposition"
    wants: ClassVar = N_("yes or no")
    yes: f.YesAlone


class Sacrifice(Answer, frozen=True, tag="sacrifice"):
    """Which army is given up if an event costs one."""

    question = "event-army"
    wants: ClassVar = N_("an army: sacrifice regular-metz")
    army: f.Army


# Steps 4 and 5.


class Objective(Answer, frozen=True, tag="objective"):
    """Name your objective (R-FAME-03)."""

    question = "objective"
    wants: ClassVar = N_("what: objective raise")
    aim: Annotated[str, Field(f.AIM, about=N_("What you mean to bring about"), option="what")]
    """`convince`, `revolt`, `suppress`, `plot`, `raise`, `quell`, `law`, `common`, `regime`, `none`."""
    of: str = ""

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Objective:
        """Some aims have an object."""
        return cls(*f.named(words, texts["aim"], _AIMS))

    def written(self) -> str:
        """`convince danton`."""
        return f"{self.aim} {self.of}".strip()


class Purpose(Answer, frozen=True, tag="purpose"):
    """Name the Government's objective (R-FAME-04)."""

    question = "government-objective"
    wants: ClassVar = N_("what: purpose none")
    aim: Annotated[str, Field(f.AIM, about=N_("What it means to bring about"), option="what")]
    """`arrest`, `suppress`, `defeat`, `law`, `none`."""
    of: str = ""

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Purpose:
        """Some aims have an object."""
        return cls(*f.named(words, texts["aim"], _PURPOSES))

    def written(self) -> str:
        """`arrest danton`."""
        return f"{self.aim} {self.of}".strip()


class Place(Answer, frozen=True, tag="place"):
    """Put all available personalities on regions (R-SEQ-11)."""

    question = "placement"
    wants: ClassVar = N_("who goes where: place marat in paris")
    where: Annotated[tuple[tuple[str, str], ...], Field(f.PLACEMENT)]
    """Person and region, in the order of the pack."""


# Step 6.


class Arrest(Answer, frozen=True, tag="arrest"):
    """Arrest somebody for the Government (R-ACT-15)."""

    question = "arrest"
    wants: ClassVar = N_("whom: arrest marat x 2")
    person: f.Whom
    rolls: f.Rolls = 1


class Remove(Answer, frozen=True, tag="remove"):
    """Drive somebody out of a region of yours, unseated (R-ACT-26)."""

    question = "remove"
    wants: ClassVar = N_("whom: remove barbaroux")
    person: f.Whom
    rolls: f.Rolls = 1


class Convince(Answer, frozen=True, tag="convince"):
    """Win a personality over (R-ACT-31)."""

    question = "convince"
    wants: ClassVar = N_("whom: convince danton x 3")
    person: f.Whom
    rolls: f.Rolls = 1


# Step 7.


class Plot(Answer, frozen=True, tag="plot"):
    """Take a region over by a plot (R-ACT-40)."""

    question = "plot"
    wants: ClassVar = N_("where and by whom: plot nimes by barnave x 2")
    region: f.Where
    person: f.Doer
    rolls: f.Rolls = 1
    helpers: f.Helpers = ()
    """Named helpers, by option `influence-named` (A-43)."""


class Revolt(Answer, frozen=True, tag="revolt"):
    """Raise a region in revolt, unseated (R-ACT-44)."""

    question = "revolt"
    wants: ClassVar = N_("where and by whom: revolt caen by cadoudal")
    region: f.Where
    person: f.Doer
    rolls: f.Rolls = 1
    helpers: f.Helpers = ()


class Pacify(Answer, frozen=True, tag="pacify"):
    """Suppress a revolt for the Government (R-ACT-52)."""

    question = "pacify"
    wants: ClassVar = N_("where: pacify bourges x 2")
    region: f.Where
    rolls: f.Rolls = 1


class Suppress(Answer, frozen=True, tag="suppress"):
    """Suppress a revolt and take the region (R-ACT-54)."""

    question = "suppress"
    wants: ClassVar = N_("where and by whom: suppress bourges by sieyes")
    region: f.Where
    person: f.Doer
    rolls: f.Rolls = 1
    helpers: f.Helpers = ()


class Raise(Answer, frozen=True, tag="raise"):
    """Raise the Commune of Paris (R-ACT-56)."""

    question = "commune"
    wants: ClassVar = N_("by whom: raise by danton")
    person: f.Doer
    rolls: f.Rolls = 1
    helpers: f.Helpers = ()


class Quell(Answer, frozen=True, tag="quell"):
    """Put the Commune down (R-ACT-62)."""

    question = "commune"
    wants: ClassVar = N_("by whom: quell by la-fayette")
    person: f.Doer
    rolls: f.Rolls = 1
    helpers: f.Helpers = ()


class Keep(Answer, frozen=True, tag="keep"):
    """Which of several rolls is kept; the best by default (R-ACT-06)."""

    question = "keep"
    wants: ClassVar = N_("a roll: keep 2")
    roll: Annotated[int, Field(f.ROLL, about=N_("Its number"), needed=True, always=True)] = 0


# Step 8.


class Install(Answer, frozen=True, tag="install"):
    """Install another regime, as leader of the Commune (R-REGIME-07)."""

    question = "regime"
    wants: ClassVar = N_("a regime, or none: install convention")
    regime: Annotated[str, Field(f.REGIME, about=N_("Which"))]
    """`none` declines."""


class Turn(Answer, frozen=True, tag="turn"):
    """Turn deputies of another Current (R-POL-01)."""

    question = "deputies"
    wants: ClassVar = N_("whose and by whom: turn marais by barnave")
    seat: Annotated[str, Field(f.SEAT, about=N_("Whose, and by whom"), option="whose")]
    person: f.General


class Royal(Answer, frozen=True, tag="royal"):
    """Act with the King (R-KING-04)."""

    question = "king"
    wants: ClassVar = N_("with-marker or without")
    marker: Annotated[
        bool,
        Field(
            f.flag("with-marker", "without"), about=N_("With the Coalition's marker or without"), option="how"
        ),
    ]


class Propose(Answer, frozen=True, tag="propose"):
    """Propose a law (R-POL-08)."""

    question = "propose"
    wants: ClassVar = N_("a law: propose civic")
    law: Annotated[str, Field(f.LAW, about=N_("Which"))]
    helped: bool = False

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Propose:
        """The word `helped` may stand behind the law."""
        law = texts["law"]
        return cls(words.law(law.removesuffix(" helped")), law.endswith(" helped"))

    def written(self) -> str:
        """`civic helped`."""
        return self.law + " helped" * self.helped


class Decree(Answer, frozen=True, tag="decree"):
    """Propose a law for the Government, by option (A-28)."""

    question = "decree"
    wants: ClassVar = N_("a law: decree civic")
    law: Annotated[str, Field(f.LAW, about=N_("Which"))]


class Vote(Answer, frozen=True, tag="vote"):
    """Your deputies' vote (R-POL-11)."""

    question = "vote"
    named = True
    wants: ClassVar = N_("a question, and yes or no: vote civic yes")
    of: Annotated[str, Field(f.BILL, about=N_("On what, and yes or no"), option="question")]
    """A law's id, with `/seat` behind it where several propose it; `king`."""
    yes: f.Yes


class Modify(Answer, frozen=True, tag="modify"):
    """What you add to the roll for a law (R-REGIME-27)."""

    question = "modify"
    named = True
    wants: ClassVar = N_("a law, and a number: modify civic +1")
    of: Annotated[str, Field(f.BILL, about=N_("Which, and by how much"), option="law")]
    by: f.By


class Veto(Answer, frozen=True, tag="veto"):
    """The King's veto (R-POL-28)."""

    question = "veto"
    named = True
    wants: ClassVar = N_("a law, and yes or no: veto emigres yes")
    of: Annotated[str, Field(f.BILL, about=N_("Which, and yes or no"), option="law")]
    yes: f.Yes


class Tie(Answer, frozen=True, tag="tie"):
    """How you break a tie (R-REGIME-16)."""

    question = "tie"
    named = True
    wants: ClassVar = N_("a question, and yes or no: tie civic yes")
    of: Annotated[str, Field(f.TIED, about=N_("On what, and yes or no"), option="question")]
    yes: f.Yes


class Reaction(Answer, frozen=True, tag="thermidor"):
    """Install Thermidor once enough laws were rejected (R-REGIME-44)."""

    question = "thermidor"
    wants: ClassVar = N_("yes or no")
    yes: f.YesAlone


# Steps 9 and 10.


class Verdict(Answer, frozen=True, tag="verdict"):
    """Your deputies on a prisoner (R-JUSTICE-02)."""

    question = "verdict"
    named = True
    wants: ClassVar = N_("on whom: verdict marat guilty")
    person: Annotated[str, Field(f.EACH_PERSON, about=N_("On whom, and how"))]
    guilty: Annotated[bool, Field(f.flag("guilty", "innocent"))]


class Pardon(Answer, frozen=True, tag="pardon"):
    """Let the King free a prisoner of yours (R-KING-06)."""

    question = "pardon"
    wants: ClassVar = N_("whom: pardon charette")
    person: Annotated[str, Field(f.PERSONS, about=N_("Whom"))]


class Declare(Answer, frozen=True, tag="declare"):
    """Support the Government, criticise it, or neither (R-REGIME-10)."""

    question = "critics"
    wants: ClassVar = N_("support or criticise")
    stand: Annotated[str, Field(f.one_of("support", "criticise", "neutral"), about=N_("Which"))]
    """`support`, `criticise`, `neutral`."""
