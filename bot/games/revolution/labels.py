"""What an answer says as a button, as an entry of a list, and as a line on a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from bot.games.parts.label import Label
from bot.games.revolution.names import TRACKS, Names
from bot.games.revolution.rows import brought
from bot.games.wording import percent, signed
from data.catalogue import N_, _
from data.nouns import numbered, upper
from data.revolution.bills import law_of
from data.revolution.schema import Law
from data.revolution.tables import Seat
from engines.revolution import answers as a
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.box import Box
from engines.revolution.chances import Prospect, prospect
from engines.revolution.deeds.roll import cost
from engines.revolution.politics.proposals import official
from engines.revolution.state import State, factor

STANDS = {
    "support": (N_("Support the Government"), "success"),
    "criticise": (N_("Criticise the Government"), "danger"),
    "neutral": (N_("Neither support nor criticise"), "secondary"),
}
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
"""What is added to a roll, by the engine's label."""


def terms(names: Names, modifiers: list[tuple[str, int]]) -> str:
    """` +2 (influence) −2 (suppression) −1 (Marais)`."""
    return "".join(f" {signed(by)} ({TERMS.get(label) or names.name(label)})" for label, by in modifiers)


Either: TypeAlias = a.Decide | a.Vote | a.Veto | a.Tie | a.Verdict | a.Escort | a.Pin | a.Hide | a.Wish
"""Yes or no to one question, or to all."""


class Pair(NamedTuple):
    """What yes and no say, and what follows."""

    yes: N_
    no: N_
    reason: N_ | str = ""
    tones: tuple[str, str] = ("secondary", "secondary")


FOR = ("success", "danger")
GUILT = Pair(
    N_("Break a tie on {of}: guilty"), N_("Break a tie on {of}: innocent"), N_("Where the votes are even")
)
EITHER: Mapping[type, Pair] = {
    a.Decide: Pair(N_("Give way: {of}"), N_("Stand firm: {of}"), N_("If that event comes (R-EVENT-12)"), FOR),
    a.Vote: Pair(N_("Yes to {of}"), N_("No to {of}"), tones=FOR),
    a.Veto: Pair(N_("Veto {of}"), N_("No veto of {of}"), N_("Where it has passed (R-POL-28)")),
    a.Tie: Pair(
        N_("Break a tie on {of}: yes"), N_("Break a tie on {of}: no"), N_("Where the votes are even")
    ),
    a.Verdict: Pair(N_("Guilty: {of}"), N_("Innocent: {of}"), tones=FOR[::-1]),
    a.Escort: Pair(N_("The King goes with the {of}"), N_("The King does not go with the {of}")),
    a.Pin: Pair(N_("Hold the enemy in {of}"), N_("Let the enemy leave {of}"), N_("R-MIL-28")),
    a.Hide: Pair(
        N_("Refuse combat in {of}"), N_("Stand and fight in {of}"), N_("Who hides gives it up (R-MIL-36)")
    ),
    a.Wish: Pair(N_("Attack in {of}"), N_("Wait in {of}"), N_("Who wants to fight attacks (R-MIL-31)")),
}


def deed(names: Names, answer: AnyAnswer) -> str | None:
    """What is rolled for, without the number of rolls; None where nothing is."""
    name = names.name
    match answer:
        case a.Arrest(person):
            return _("Arrest {person}", person=name(person))
        case a.Remove(person):
            return _("Drive {person} out", person=name(person))
        case a.Convince(person):
            return _("Win {person} over", person=name(person))
        case a.Plot(region, person):
            return _("Plot for {region} by {person}", region=name(region), person=name(person))
        case a.Revolt(region, person):
            return _("Revolt in {region} by {person}", region=name(region), person=name(person))
        case a.Suppress(region, person):
            return _("Suppress {region} by {person}", region=name(region), person=name(person))
        case a.Pacify(region):
            return _("Suppress {region} for the Government", region=name(region))
        case a.Raise(person):
            return _("Raise the Commune by {person}", person=name(person))
        case a.Quell(person):
            return _("Put the Commune down by {person}", person=name(person))
        case a.Turn(seat, person):
            return _("Turn deputies of {seat} by {person}", seat=names.who(seat), person=name(person))
    return None


class Labels:
    """What answers say in one state, to one seat."""

    def __init__(self, names: Names, state: State, seat: str) -> None:
        self.names = names
        self.box: Box = names.box
        self.state = state
        self.seat = seat

    def prospect(self, answer: AnyAnswer) -> Prospect | None:
        """What an answer that is rolled for would come to now."""
        return prospect(self.box, self.state, self.seat, answer)

    def price(self, answer: AnyAnswer) -> tuple[str, int]:
        """Whose purse an answer is paid from at once, and how much it takes."""
        roll = self.prospect(answer)
        if roll is not None:
            return roll.actor, roll.price
        match answer:
            case a.Propose() if not official(self.box, self.state):
                return self.seat, cost(self.box, self.state, "propose")
            case a.Royal():
                holder: Seat = "royalist" if self.seat == "royalist" else "feuillant"
                return self.seat, self.box.tables.costs.king[holder] * factor(self.box, self.state)
            case a.Kidnap(True):
                return self.seat, cost(self.box, self.state, "kidnap")
        return self.seat, 0

    def of(self, answer: AnyAnswer | File | a.Give) -> Label:
        """The label of an answer."""
        match answer:
            case File():
                return self._filed(answer)
            case a.Give(seat, amount):
                text = _("Give {money} to {seat}", money=self.names.money(amount), seat=self.names.who(seat))
                return Label(text, _("At any time, and it binds nobody (R-SEQ-08)"))
            case a.Done():
                return Label(_("Nothing more"), _("Leave it at that"))
        if isinstance(answer, Either):
            return self._either(answer)
        roll = self.prospect(answer)
        return self._rolled(answer, roll) if roll is not None else self._said(answer)

    def line(self, answer: AnyAnswer) -> str:
        """An answer as it stands on a form, Markdown."""
        label = self.of(answer)
        return f"**{label.text}** · {label.reason}" if label.reason else f"**{label.text}**"

    def _filed(self, form: File) -> Label:
        if not form.answers:
            return Label(_("Hand in an empty form"), _("Each question is answered as is usual"))
        first = self.of(form.answers[0]).text
        more = len(form.answers) - 1
        reason = "; ".join(self.of(answer).text for answer in form.answers[1:])
        text = _("Hand in: {first}", first=first)
        if not more:
            return Label(text, _("Nothing else"), "primary")
        return Label(
            _("{text} and {number} more", text=text, number=more),
            _("Also: {reason}", reason=reason),
            "primary",
        )

    def _either(self, answer: Either) -> Label:
        said, about = EITHER[type(answer)], answer.about
        yes = bool(msgspec.structs.astuple(answer)[-1])
        if isinstance(answer, a.Tie) and self.names.tried(about):
            said = GUILT
        text = (said.yes if yes else said.no)(of=self.names.question(about))
        reason = self._bill(about) if isinstance(answer, a.Vote) else str(said.reason)
        if isinstance(answer, a.Decide) and about != a.ALL:
            row = self.box.row[about]
            reason = _(
                "If it comes: {brings}",
                brings=brought(self.names, self.box.effects(row.yes if yes else row.no)),
            )
        return Label(text, reason, said.tones[not yes])

    # What is rolled for.

    def _rolled(self, answer: AnyAnswer, roll: Prospect) -> Label:
        names = self.names
        rolls = getattr(answer, "rolls", 1)
        times = "" if rolls == 1 else f" × {rolls}"
        chance = self.chance(roll)
        reason = _(
            "{rolls}, {money} · {chance} · Fame {fame}{terms}",
            rolls=numbered(rolls, "roll"),
            money=names.money(roll.price),
            chance=chance,
            fame=roll.fame,
            terms=terms(names, roll.terms),
        )
        tone = "danger" if roll.deed in ("arrest", "revolt", "raise", "remove") else "primary"
        return Label(f"{self.deed(answer)}{times}", reason, tone, percent(roll.a))

    def chance(self, roll: Prospect) -> str:
        """How likely full success is, and a part of it."""
        return _("A {a}, B {b}", a=percent(roll.a), b=percent(roll.b))

    def deed(self, answer: AnyAnswer) -> str:
        """What is rolled for, without the number of rolls."""
        said = deed(self.names, answer)
        assert said is not None, answer
        return said

    # What is said.

    def _said(self, answer: AnyAnswer) -> Label:
        name = self.names.name
        match answer:
            case a.Ally(seat):
                return Label(
                    _("Alliance with {seat}", seat=self.names.who(seat)),
                    _("Stands where both declare it, and binds nobody (R-SEQ-06)"),
                )
            case a.Common(seat, law_type, proposer):
                return Label(
                    _(
                        "Common objective with {seat}: {law}",
                        seat=self.names.who(seat),
                        law=self.names.question(law_type),
                    ),
                    _("Proposed by {proposer}, where both offer the same", proposer=self.names.who(proposer)),
                )
            case a.Depose(yes):
                return Label(
                    _("If voted on: depose the King") if yes else _("If voted on: keep the King"),
                    _("If an event asks for it (R-EVENT-12)"),
                )
            case a.Sacrifice(army):
                return Label(_("Give up the {army}", army=name(army)), _("If an event costs an army"))
            case a.Purpose(aim, of):
                return Label(
                    upper(self.names.aim(aim, of)), _("The Government's objective (R-FAME-04)"), "primary"
                )
            case a.Objective(aim, of):
                return Label(upper(self.names.aim(aim, of)), _("Your objective (R-FAME-03)"), "primary")
            case a.Place(where):
                placed = ", ".join(f"{name(person)}: {name(region)}" for person, region in where)
                return Label(_("Your people"), placed)
            case a.Keep(roll):
                text = _("Keep roll {roll}", roll=roll) if roll else _("Keep the best roll")
                return Label(text, _("One of the rolls counts (R-ACT-06)"), "primary")
        return self._politics(answer)

    def _politics(self, answer: AnyAnswer) -> Label:
        names = self.names
        match answer:
            case a.Install("none"):
                return Label(_("Install no regime"), _("The regime stays"))
            case a.Install(regime):
                return Label(
                    _("Install the {regime}", regime=names.name(regime)),
                    self._summary(regime),
                    "danger",
                )
            case a.Royal(marker):
                text = _("Act with the King, and move the Coalition") if marker else _("Act with the King")
                return Label(text, _("{money} (R-KING-04)", money=names.money(self.price(answer)[1])))
            case a.Propose(law, helped):
                text = _("Propose: {law}", law=names.name(law))
                helps = _(", with a lawmaker's help") if helped else ""
                return Label(f"{text}{helps}", self.law(self.box.law[law], answer), "primary")
            case a.Decree(law):
                return Label(
                    _("Propose for the Government: {law}", law=names.name(law)),
                    self.law(self.box.law[law], answer),
                    "primary",
                )
            case a.Modify(of, by):
                return Label(
                    _("{by} to the roll for {of}", by=signed(by), of=names.question(of)),
                    self._bill(of),
                    "success" if by > 0 else "danger" if by < 0 else "secondary",
                )
            case a.Reaction(yes):
                text = _("Install Thermidor") if yes else _("No Thermidor")
                return Label(text, _("Where enough laws were rejected (R-REGIME-44)"))
            case a.Pardon(person):
                return Label(_("Pardon {person}", person=names.name(person)), _("By the King (R-KING-06)"))
            case a.Declare(stand):
                said, tone = STANDS[stand]
                return Label(str(said), _("With all your deputies (R-REGIME-10)"), tone)
        return self._war(answer)

    def _war(self, answer: AnyAnswer) -> Label:
        name = self.names.name
        match answer:
            case a.Land(army, region):
                return Label(
                    _("{army} lands in {region}", army=name(army), region=name(region)), "", "primary"
                )
            case a.Muster(army, general):
                text = _("Raise the {army} by {general}", army=name(army), general=name(general))
                return Label(text, self._upkeep(), "primary")
            case a.Levy(region):
                return Label(_("Volunteers in {region}", region=name(region)), self._upkeep(), "primary")
            case a.Disband(army):
                return Label(
                    _("Leave the {army} unpaid", army=name(army)), _("It goes off the map (R-MIL-17)")
                )
            case a.Advance(army, path, general, king):
                led = _("led by {general}", general=name(general)) if general else _("without a general")
                with_ = _("{led}, with the King", led=led) if king else led
                return Label(f"{name(army)}: {self.names.path(path)}", with_, "primary")
            case a.March(army, path, box):
                into = _("Into the Paris box, against the Commune (R-MIL-29)") if box else ""
                return Label(f"{name(army)}: {self.names.path(path)}", into, "primary")
            case a.Capital(region):
                return Label(_("The Government goes to {region}", region=name(region)), "", "primary")
            case a.Spare(commune):
                text = (
                    _("If Paris falls: save the Commune") if commune else _("If Paris falls: save the armies")
                )
                return Label(text, _("If a fight for Paris is lost (R-MIL-38)"))
            case a.Kidnap(yes):
                if not yes:
                    return Label(_("Leave the King where he is"), "")
                price = self.names.money(self.price(answer)[1])
                return Label(_("Try to kidnap the King"), price, "danger")
        return self._fight(answer)

    def _fight(self, answer: AnyAnswer) -> Label:
        about = answer.about
        where = _("all regions") if about == a.ALL else self.names.name(about)
        match answer:
            case a.Shift(_region, by):
                return Label(
                    _("Shift the roll in {region} by {by}", region=where, by=signed(by)),
                    _("One for each army more (R-MIL-32)"),
                )
            case a.Carry(_region, by):
                return Label(_("Carnot: {by} in {region}", region=where, by=signed(by)), "")
        raise AssertionError(answer)

    def law(self, law: Law, answer: AnyAnswer | None = None) -> str:
        """What a law costs and does: `50 ₶ of the Government · Fame +1 · Commune −3`."""
        price = self.price(answer)[1] if answer is not None else 0
        effects = [_("{money} to propose", money=self.names.money(price))] if price else []
        if law.cost:
            cost_now = law.cost * factor(self.box, self.state)
            effects.append(_("{money} of the Government", money=self.names.money(cost_now)))
        if law.fame:
            effects.append(_("Fame {by}", by=signed(law.fame)))
        from_tracks = [f"{TRACKS[track]} {signed(by)}" for track, by in law.tracks.items()]
        return " · ".join([*effects, *from_tracks]) or law.summary

    def _summary(self, regime: str) -> str:
        return next((order.summary for id, order in self.box.regime.items() if id == regime), "")

    def _bill(self, of: str) -> str:
        law = self.box.law.get(law_of(of))
        return "" if law is None else self.law(law)

    def _upkeep(self) -> str:
        price = self.box.tables.costs.army * factor(self.box, self.state)
        return _("{money} a turn to keep (R-MIL-14)", money=self.names.money(price))
