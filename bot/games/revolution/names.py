"""Names of *La Révolution Française* as people read them: Currents, laws, questions, rolls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice

from bot.games.parts import names as parts
from bot.games.wording import lower, signed
from data.catalogue import N_, _
from data.nouns import clauses
from data.revolution.bills import proposal
from data.revolution.kinds import FORMS
from data.revolution.tables import SEATS, Regime
from data.revolution.texts import CAUSES, CLAUSES, TYPES
from data.sentences import rendered
from data.templates import Formatter, Together
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.politics.votes import TRIAL
from engines.revolution.purposes import Purpose
from engines.revolution.words import ALL, LAW_TYPES

SIGNS = {
    "royalist": "⚜️",
    "feuillant": "🏛️",
    "marais": "🌾",
    "gironde": "⚓",
    "mountain": "⛰️",
    "sans-culotte": "🥖",
    GOVERNMENT: "🖋️",
}
"""A sign for each Current and the Government, at the head of a line."""
ACCENTS: dict[Regime, int] = {
    "legislative": 0x2F5D9B,
    "convention": 0xC9A227,
    "terror": 0xA63A2E,
    "thermidor": 0x6E6A86,
}
TRACKS = {
    "economy": N_("Economy"),
    "clergy": N_("Clergy"),
    "coalition": N_("Coalition"),
    "commune": N_("Commune"),
}
LEVELS = ("I", "II", "III")
DEEDS = {
    "arrest": N_("Arrest of {whom}"),
    "remove": N_("Removal of {whom}"),
    "convince": N_("Convincing {whom}"),
    "plot": N_("Plot for {whom}"),
    "revolt": N_("Revolt in {whom}"),
    "suppress": N_("Suppression in {whom}"),
    "pacify": N_("Suppression in {whom} by the Government"),
    "raise": N_("Raising the Commune: {whom}"),
    "quell": N_("Putting the Commune down: {whom}"),
    "turn": N_("Turning deputies of {whom}"),
    "verdict": N_("Verdict on {whom}"),
    "law": N_("Roll for {whom}"),
    "kidnapping": N_("Kidnapping the King"),
}
"""Deeds that are rolled for."""
AIMS = {
    "convince": N_("to win {of} over"),
    "revolt": N_("to raise {of} in revolt"),
    "suppress": N_("to suppress the revolt of {of}"),
    "plot": N_("to take {of} by a plot"),
    "raise": N_("to raise the Commune"),
    "quell": N_("to put the Commune down"),
    "law": N_("to pass {of}"),
    "common": N_("the common objective"),
    "regime": N_("to install the {of}"),
    "arrest": N_("to arrest {of}"),
    "defeat": N_("to beat an enemy army in {of}"),
    "none": N_("no objective"),
}
"""Objectives of Currents and of the Government."""
WHYS = {
    "own-aim": N_("objective"),
    "government-aim": N_("the Government's objective"),
    "two-ones": N_("two ones"),
    "two-sixes": N_("two sixes"),
    "rejected": N_("its law was rejected"),
    "danger": N_("the Fatherland is in danger"),
    "veto": N_("the veto"),
    "bankrupt": N_("bankrupt"),
    "trial": N_("the King's trial"),
    "beaten": N_("Government beaten without the Coalition"),
}
"""Reasons for changes of Fame, besides laws and events."""
FEW = 3
"""Most entries of a form that a sentence names."""


def some(phrases: Sequence[str]) -> str:
    """The first few of several phrases."""
    first = [*islice(phrases, FEW)]
    return clauses(first if len(first) == len(phrases) else [*first, "…"])


def cause(case: str) -> str:
    """The cause of an event, in words; a numbered case stays as it is."""
    return str(CAUSES.get(case, case))


class Names(parts.Names):
    """The names of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.turns = next(iter(box.scenario.values())).turn
        known: dict[str, str] = {
            **{id: region.name for id, region in box.region.items()},
            **{id: person.name for id, person in box.person.items()},
            **{id: army.name for id, army in box.army.items()},
            **{id: law.name for id, law in box.law.items()},
            **{str(id): regime.name for id, regime in box.regime.items()},
            **{id: row.title for id, row in box.row.items()},
            **{str(seat): box.current[seat].name for seat in SEATS},
        }
        super().__init__(known)

    @cached_property
    def formatter(self) -> Formatter:
        """Fills templates with these names."""
        return Formatter(
            {
                **CLAUSES,
                **dict.fromkeys(("region", "army", "person", "law", "general", "regime"), self.name),
                **dict.fromkeys(("seat", "actor", "control"), self.head),
                "who": self.who,
                "money": self.money,
                "question": self.question,
                "case": cause,
                "path": Together(self.path),
                "signed": signed,
                "some": Together(some),
                "form": FORMS,
                "known": rendered,
                "purpose": lambda purpose: lower(self.purpose(purpose)),
                "or_all": lambda region: _("all regions") if region == ALL else self.name(region),
            }
        )

    def who(self, actor: str) -> str:
        """`the Gironde`, `the Government`, inside a sentence."""
        return self.box.name(actor)

    def head(self, actor: str) -> str:
        """`⚓ **Gironde**`, at the head of a line."""
        name = _("Government") if actor == GOVERNMENT else self.name(actor)
        return f"{SIGNS[actor]} **{name}**"

    def belonging(self, person: str, current: str) -> str:
        """`🌾 **Barère** (Marais)`: a personality and his Current."""
        return f"{SIGNS[current]} **{self.name(person)}** ({self.name(current)})"

    def why(self, why: str, case: str) -> str:
        """The reason for a change of Fame: `two ones`, `Civic Oath`, else its cause."""
        if why in WHYS:
            return str(WHYS[why])
        return self.name(why) if why else cause(case)

    def dates(self, turn: int) -> str:
        """The half-year of a turn."""
        return self.turns[turn - 1].dates

    def question(self, of: str) -> str:
        """The subject of a vote: `Civic Oath`, `Civic Oath (Marais)`, `the King's guilt`, `all`."""
        if of == TRIAL:
            return _("the King's guilt")
        if of == ALL:
            return _("all")
        if of in LAW_TYPES:
            return str(TYPES[of])
        if of in SEATS:
            return _("all prisoners of {seat}", seat=self.who(of))
        law, proposer, _helped = proposal(of)
        if not proposer:
            return self.name(law)
        if law == ALL:
            return _("all laws of {seat}", seat=self.who(proposer))
        by = _("Government") if proposer == GOVERNMENT else self.name(proposer)
        return f"{self.question(law)} ({by})"

    def tried(self, of: str) -> bool:
        """Whether a vote is on a person's guilt."""
        return of in (*SEATS, TRIAL) or of in self.box.person

    def aim(self, aim: str, of: str) -> str:
        """`to take Nîmes by a plot`."""
        named = str(TYPES[of]) if aim == "law" else self.name(of)
        return AIMS[aim](of=named)

    def deed(self, purpose: Purpose) -> str:
        """What a roll is for, without who is in charge."""
        return DEEDS[purpose.kind](whom=self.name(purpose.subject))

    def purpose(self, purpose: Purpose) -> str:
        """The purpose of a roll in words."""
        phrase = self.deed(purpose)
        if not purpose.person:
            return phrase
        return _("{deed}, by {person}", deed=phrase, person=self.name(purpose.person))

    def money(self, amount: int | None) -> str:
        """`300 ₶`; a purse that the viewer may not see is a question mark."""
        return "?" if amount is None else f"{amount} ₶"

    def level(self, at: int) -> str:
        """`II`."""
        return LEVELS[self.box.level(at)]

    def path(self, areas: tuple[str, ...]) -> str:
        """`Metz → Reims → Paris`."""
        return " → ".join(map(self.name, areas))
