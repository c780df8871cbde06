"""The cost and chance of an answer in a position, beside its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from bot.games.parts.label import Label
from bot.games.parts.story import tag_of
from bot.games.revolution.names import TRACKS, Names
from bot.games.revolution.rows import brought
from bot.games.revolution.said import Either, agrees, deed, pair, placed, said
from bot.games.wording import percent, signed
from data.catalogue import N_, _
from data.nouns import clauses, numbered, upper
from data.revolution.bills import law_of, proposal
from data.revolution.choices import BRINGS, FOLLOWS, GAINS, INSTALLS, PRICES
from data.revolution.schema import Law
from data.revolution.texts import TYPES
from engines.revolution import answers as a
from engines.revolution import war_answers
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.box import GOVERNMENT, KING, Box
from engines.revolution.chances import Prospect, prospect
from engines.revolution.deeds.roll import cost
from engines.revolution.politics import king
from engines.revolution.politics.critics import rivals
from engines.revolution.politics.laws import ANTICLERICAL, VETO
from engines.revolution.politics.proposals import official
from engines.revolution.politics.regimes import TWELVE
from engines.revolution.politics.votes import TRIAL
from engines.revolution.state import State, factor, level
from engines.revolution.words import ALL

TONES = {"support": "success", "criticise": "danger", "neutral": "secondary"}
"""Tones of the attitudes to the Government."""
PRIMARY = ("keep", "land", "muster", "levy", "advance", "march", "capital")
"""Tags of other answers that do something, where all others change little."""
Follows: TypeAlias = tuple[str, str]
"""The consequences or the cost of an answer, and the tone of its button."""
Aim: TypeAlias = a.Objective | a.Purpose
EXPLAINED = (a.Common, a.Decide, a.Propose, a.Decree, a.Install, a.Royal)
"""Answers that a form tells with what they lead to."""
WHOSE: Mapping[type[a.Objective | a.Purpose], N_] = {
    a.Objective: N_("**Your objective:** {goal}"),
    a.Purpose: N_("**The Government's objective:** {goal}"),
}
ANYBODYS: Mapping[str, N_] = {
    "suppress": N_("Anyone's action counts, an army does not."),
    "revolt": N_("Anyone's action counts, an event does not."),
    **dict.fromkeys(("raise", "quell", "regime"), N_("It does not matter who does it.")),
}
"""Whose deed meets an objective that others can meet too (R-FAME-07, R-FAME-08)."""
TERMS = {
    "tracks": N_("tracks"),
    "influence": N_("influence"),
    "his Current's region": N_("his Current's region"),
    "outlaw in Paris": N_("outlaw in Paris"),
    "Terrorist": N_("a Terrorist there"),
    "event": N_("events"),
    "second Current": N_("second Current"),
    "neutral": N_("neutral region"),
    "hot": N_("hot region"),
    "suppression": N_("suppression"),
    "enemy armies": N_("enemy armies"),
    "its Current": N_("the street of its own"),
    "lawmaker": N_("a lawmaker"),
    "more armies": N_("more armies"),
    "Carnot": N_("Carnot"),
    "generals gone over": N_("generals gone over"),
}
"""The modifiers of a roll, by the engine's labels."""


def terms(names: Names, modifiers: list[tuple[str, int]]) -> str:
    """` +2 (influence) −2 (suppression) −1 (Marais)`."""
    return "".join(f" {signed(by)} ({TERMS.get(label) or names.name(label)})" for label, by in modifiers)


def _range(chances: Iterable[Fraction]) -> str:
    """`35%`, or from the lowest to the highest."""
    shown = list(dict.fromkeys(percent(each) for each in sorted(chances)))
    return shown[0] if len(shown) == 1 else _("{low} to {high}", low=shown[0], high=shown[-1])


class Labels:
    """The words of answers in one state, for one seat."""

    def __init__(self, names: Names, state: State, seat: str) -> None:
        self.names = names
        self.box: Box = names.box
        self.state = state
        self.seat = seat

    def prospect(self, answer: AnyAnswer) -> Prospect | None:
        """Cost and chances of an answer that is rolled for."""
        return prospect(self.box, self.state, self.seat, answer)

    def price(self, answer: AnyAnswer) -> tuple[str, int]:
        """The purse that pays for an answer at once, and the amount."""
        roll = self.prospect(answer)
        if roll is not None:
            return roll.actor, roll.price
        match answer:
            case a.Propose() if not official(self.box, self.state):
                return self.seat, cost(self.box, self.state, "propose")
            case a.Royal():
                return self.seat, king.price(self.box, self.state, self.seat)
            case war_answers.Kidnap(True):
                return self.seat, cost(self.box, self.state, "kidnap")
        return self.seat, 0

    def of(self, answer: AnyAnswer | File | a.Give) -> Label:
        """The label of an answer."""
        match answer:
            case File():
                return self._filed(answer)
            case a.Give(seat, amount):
                text = _("Give {money} to {seat}", money=self.names.money(amount), seat=self.names.who(seat))
                return Label(text, _("At any time; it is not binding (R-SEQ-08)"))
        roll = self.prospect(answer)
        if roll is not None:
            return self._rolled(answer, roll)
        text = said(self.names, answer)
        if isinstance(answer, a.Propose | a.Decree) and (of := self.box.law[answer.law].type) in TYPES:
            # An objective names a type of law.
            text = f"{text} ({TYPES[of]})"
        return Label(text, *self._follows(answer))

    def line(self, answer: AnyAnswer) -> str:
        """An answer as a line of a form, Markdown."""
        label, roll = self.of(answer), self.prospect(answer)
        # The rest was shown at the choice, and a telephone has two rows for a line.
        if roll is not None:
            return f"**{label.text}** · {self.names.money(roll.price)} · {self.chance(answer)}"
        explained = label.reason and isinstance(answer, EXPLAINED)
        return f"**{label.text}** · {label.reason}" if explained else f"**{label.text}**"

    def together(self, answers: Sequence[AnyAnswer], times: int) -> str:
        """Entries of one kind that stand equally often on a form, in one line of it, Markdown."""
        answer, *_others = answers
        if len(answers) == times == 1:
            return self.line(answer)
        roll = self.prospect(answer)
        if roll is None:
            return f"**{said(self.names, answer)}** × {times}"
        deeds = deed(self.names, answer, answers)
        price, chance = self.names.money(roll.price), self.chance(*answers)
        if times == 1:
            return _("**{deeds}** · {price} each · {chance}", deeds=deeds, price=price, chance=chance)
        return _(
            "**{deeds}**, up to {times} times · {price} each time · {chance}",
            deeds=deeds,
            times=times,
            price=price,
            chance=chance,
        )

    def aims(self, goals: Sequence[Aim]) -> str:
        """Objectives of one kind in a line, Markdown: of several the first that is possible is named."""
        first, *others = (self.names.aim(goal.aim, goal.of) for goal in goals)
        line = WHOSE[type(goals[0])](goal=first)
        return _("{line}; if impossible, {others}", line=line, others=clauses(others)) if others else line

    def _filed(self, form: File) -> Label:
        if not form.answers:
            return Label(_("Submit an empty form"), _("Nothing is done but what has to be"))
        first = self.of(form.answers[0]).text
        more = len(form.answers) - 1
        reason = clauses(self.of(answer).text for answer in form.answers[1:])
        text = _("Submit: {first}", first=first)
        if not more:
            return Label(text, _("Nothing else"), "primary")
        return Label(
            _("{text} and {number} more", text=text, number=more),
            _("Also: {reason}", reason=reason),
            "primary",
        )

    def _either(self, answer: Either, reason: str) -> Follows:
        both, about = pair(self.names, answer), answer.about
        if isinstance(answer, a.Vote) and agrees(answer) and (effects := self._bill(about)):
            reason = _("If it passes: {effects}", effects=effects)
        if isinstance(answer, a.Decide) and about != ALL:
            row = self.box.row[about]
            reason = _(
                "If it comes: {brings}",
                brings=brought(self.names, self.box.effects(row.yes if agrees(answer) else row.no)),
            )
        return reason, both.tones[not agrees(answer)]

    def stakes(self, goals: Sequence[Aim]) -> list[str]:
        """What objectives of the Government and of its Current are worth, in one sentence if met alike."""
        if len(goals) < 2 or self._meets(goals[0]) != self._meets(goals[1]):
            return [self.stake(goal) for goal in goals]
        both = _("Fame +1 for each that is met, −1 for each that is not; the Government's costs you 1 too.")
        return [f"{both} {self._meets(goals[0])}".rstrip()]

    def stake(self, goal: Aim) -> str:
        """What an objective is worth to its Current, and whose deed meets it (R-FAME-01 to 08)."""
        if goal.aim == "none":
            return _("no Fame")
        if isinstance(goal, a.Purpose):
            worth = _("The Government's Fame +1 if met, else −1, and −1 for you.")
        else:
            worth = _("Fame +1 if met at the turn's end, else −1.")
        return f"{worth} {self._meets(goal)}".rstrip()

    def _meets(self, goal: a.Objective | a.Purpose) -> str:
        """Whose deed meets an objective; empty where nobody else could do it."""
        options = self.state.options
        if goal.aim == "common":
            joint = next((each for each in self.state.joints if self.seat in each.seats), None)
            who = self.names.who(self.seat if joint is None else joint.proposer)
            return _("The law must be proposed by {who}.", who=who)
        if goal.aim == "law" and isinstance(goal, a.Purpose):
            return _("The Government must propose it.")
        if goal.aim == "law":
            anyones = options["law-objective-anyone"]
            return _("Anyone may propose it.") if anyones else _("You must propose it.")
        mine = goal.aim in ("plot", "convince") or options.get("own-objectives", False)
        if mine and isinstance(goal, a.Objective):
            return _("You must do it yourself.")
        return "" if mine else str(ANYBODYS.get(goal.aim, ""))

    # Rolls.

    def _rolled(self, answer: AnyAnswer, roll: Prospect) -> Label:
        names = self.names
        reason = _(
            "{rolls}, {money} · {chance} · Fame {fame}{terms}",
            rolls=numbered(getattr(answer, "rolls", 1), "roll"),
            money=names.money(roll.price),
            chance=self.chance(answer),
            fame=roll.fame,
            terms=terms(names, roll.terms),
        )
        tone = "danger" if roll.deed in ("arrest", "revolt", "raise", "remove") else "primary"
        return Label(said(names, answer), reason, tone, percent(roll.a))

    def odds(self, answers: Iterable[AnyAnswer]) -> str:
        """The chance of full success, of several rolls the range; empty where nothing is rolled for."""
        chances = [roll.a for answer in answers if (roll := self.prospect(answer)) is not None]
        return _range(chances) if chances else ""

    def chance(self, *answers: AnyAnswer) -> str:
        """The chances of what rolls can bring, of several the range: `35% yours, 20% neutral`."""
        rolls = [roll for answer in answers if (roll := self.prospect(answer)) is not None]
        full, part = self.brings(answers[0])
        if full == part:
            return f"{_range(roll.a + roll.b for roll in rolls)} {full}"
        first, rest = f"{self.odds(answers)} {full}", [roll.b for roll in rolls]
        return f"{first}, {_range(rest)} {part}" if part and any(rest) else first

    def brings(self, answer: AnyAnswer) -> tuple[str, str]:
        """What an A and a B of a deed bring; the latter is empty if it is nothing."""
        roll, state = self.prospect(answer), self.state
        assert roll is not None, answer
        full, part = map(str, BRINGS[roll.deed])
        if isinstance(answer, a.Convince):
            can_leave = state.people[answer.person].state == "free" and answer.person != KING
            return full, part if can_leave else ""
        if roll.deed == "arrest" and state.regime == "terror" and state.options["terror-b-prison"]:
            return full, full
        if roll.deed in ("raise", "quell"):
            results = self.box.tables.commune
            rows = results.raised if roll.deed == "raise" else results.quelled
            kind = rows[level(self.box, state, "commune")][1]
            return full, {"mine": full, "nothing": ""}.get(kind, part)
        return full, part

    def deed(self, answer: AnyAnswer) -> str:
        """The deed that is rolled for, without the number of rolls."""
        rolled = deed(self.names, answer)
        assert rolled is not None, answer
        return rolled

    # Consequences.

    def _follows(self, answer: AnyAnswer) -> Follows:
        loser, moves = king.EFFECTS.get(self.seat, ("", 0))
        known = self.box.law.get(law_of(answer.about))
        reason = self.names.formatter.describe(
            FOLLOWS.get(tag_of(answer)),
            answer,
            price=self.price(answer)[1],
            upkeep=self.box.tables.costs.army * factor(self.box, self.state),
            loser=loser,
            moves=moves,
            rivals=rivals(self.box, self.state),
            kind="" if known is None else known.type,
            commune=VETO["commune"],
            clergy=VETO["clergy"],
            fame=ANTICLERICAL,
            trial=answer.about == TRIAL,
            gains=self._trial(1 if getattr(answer, "yes", True) else -1),
        )
        match answer:
            case _ if isinstance(answer, Either):
                return self._either(answer, reason)
            case a.Purpose() | a.Objective():
                return self.stake(answer), "primary"
            case a.Place():
                return placed(self.names, answer), "secondary"
            case a.Propose(law) | a.Decree(law):
                officially = isinstance(answer, a.Decree) or official(self.box, self.state)
                whose = GOVERNMENT if officially else self.seat
                return self.law(self.box.law[law], whose, self.price(answer)[1]), "primary"
            case a.Modify(of, by):
                return self._bill(of), "success" if by > 0 else "danger" if by < 0 else "secondary"
            case a.Declare(stand):
                return reason, TONES[stand]
            case a.Install(regime) if regime != "none":
                wars = self.state.regime == "convention" and self.state.options["terror-from-convention"]
                ruler = next(each.government[0] for id, each in self.box.regime.items() if id == regime)
                takes = self.names.formatter.filled(INSTALLS, ruler=ruler, wars=wars, lost=TWELVE)
                return upper(takes), "danger"
            case war_answers.Kidnap(True):
                return reason, "danger"
        return reason, "primary" if tag_of(answer) in PRIMARY else "secondary"

    def law(self, law: Law, proposer: str = "", price: int = 0) -> str:
        """The cost and effects of a law: `50 ₶ of the Government · Fame +1 · Commune −3`."""
        effects = [_("{money} to propose", money=self.names.money(price))] if price else []
        if law.cost:
            cost_now = law.cost * factor(self.box, self.state)
            effects.append(_("{money} of the Government", money=self.names.money(cost_now)))
        if law.fame:
            mine = proposer == self.seat
            effects.append(self.names.formatter.filled(GAINS, mine=mine, who=proposer, by=law.fame))
        for track, by in law.tracks.items():
            moved = f"{TRACKS[track]} {signed(by)}"
            effects.append(PRICES[by > 0](track=moved) if track == "economy" else moved)
        return " · ".join(effects) or law.summary

    def _trial(self, sign: int) -> str:
        """What the King's trial moves, up if he is guilty and down if he is innocent."""
        moved = self.box.tables.trial
        tracks = [f"{TRACKS[track]} {signed(sign * by)}" for track, by in moved.tracks.items()]
        fame = [f"{self.names.name(seat)} {signed(sign * by)}" for seat, by in moved.fame.items()]
        return " · ".join([*tracks, _("Fame: {seats}", seats=", ".join(fame))])

    def _bill(self, of: str) -> str:
        id, proposer, _helped = proposal(of)
        law = self.box.law.get(id)
        return "" if law is None else self.law(law, proposer)
