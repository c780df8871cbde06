"""What happens in *La Révolution Française*, a line each; what belongs together shares one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from bot.games.parts.lines import packed
from bot.games.parts.story import Line, Story, tells
from bot.games.revolution import story_politics, story_war
from bot.games.revolution.kinds import FORMS
from bot.games.revolution.labels import terms
from bot.games.revolution.names import TRACKS, Names, cause
from bot.games.revolution.rows import brought, row
from bot.games.revolution.said import read
from bot.games.wording import lower, signed
from data.catalogue import N_, _, ngettext, retold
from data.nouns import listed, upper
from data.seams import whole
from engines.core.events import Edited, Event
from engines.revolution import events as happened
from engines.revolution.box import GOVERNMENT
from engines.revolution.politics import events as politics
from engines.revolution.war import events as war

PHASES = {
    "negotiation": N_("1 Negotiation"),
    "events": N_("2 Events"),
    "order": N_("3 Turn order"),
    "objectives": N_("4 Objectives"),
    "placement": N_("5 Placement"),
    "personality": N_("6 Personalities"),
    "regional": N_("7 Regions"),
    "politics": N_("8 Politics"),
    "justice": N_("9 Justice"),
    "debates": N_("10 Debates"),
    "reinforcement": N_("11 Reinforcement"),
    "movement": N_("12 Movement"),
    "combat": N_("13 Combat"),
    "economy": N_("14 Economy"),
    "income": N_("15 Income"),
    "fame": N_("16 Fame"),
}
FATES = {
    "prison": N_("⛓️ {who} is in prison ({case})."),
    "away": N_("💨 {who} is off the map ({case})."),
    "free": N_("🔓 {who} is free ({case})."),
    "dead": N_("☠️ {who} is dead ({case})."),
}
"""What becomes of somebody, where the next table does not say how."""
MOVED = {
    ("arrest", "prison"): N_("⛓️ {who} is arrested, and is in prison."),
    ("arrest", "away"): N_("💨 {who} escapes an arrest, and is off the map until next turn."),
    ("removal", "away"): N_("💨 {who} is driven out, and is off the map until next turn."),
    ("convincing", "away"): N_("💨 {who} wavers, goes over to nobody, and is off the map until next turn."),
    ("release", "away"): N_(
        "🔓 {who} is let out of prison as no outlaw, and is off the map until next turn."
    ),
    ("pardon", "free"): N_("🔓 {who} is pardoned by the King."),
    ("outlawry", "prison"): N_("⛓️ {who} has become an outlaw, and is imprisoned in Paris ({case})."),
    ("monarchy", "prison"): N_("⛓️ {who} is imprisoned, as the monarchy ends."),
    ("amnesty", "free"): N_("🔓 {who} is let out of prison by the new regime."),
    ("event", "dead"): N_("☠️ {who} dies ({case})."),
    ("massacre", "dead"): N_("☠️ {who} is killed in prison ({case})."),
    ("desertion", "away"): N_("💨 {who} deserts, and is off the map until there is peace ({case})."),
    ("return", "free"): N_("↩️ {who} is back."),
}
WON = {
    "free": N_("✋ {who} goes over from {was} to {to} ({case})."),
    "prison": N_("✋ {who} goes over from {was} to {to}, in prison ({case})."),
    "away": N_("✋ {who} goes over from {was} to {to}, off the map as he is ({case})."),
}
"""By where he was, and stays."""
NAMED = 2
"""So many who have answered are named."""
RESULTS = {"A": N_("**A**, in full"), "B": N_("**B**, in part"), "C": N_("C, nothing")}


class RevolutionStory(Story):
    """Tells events as a reader may know them."""

    phases = PHASES

    def __init__(self, names: Names) -> None:
        self.names = names

    def line(self, event: Event) -> Line:
        """What is told by itself."""
        if type(event).__module__ == politics.__name__:
            return story_politics.line(self.names, event)
        if type(event).__module__ == war.__name__:
            return story_war.line(self.names, event)
        return self._said(event) or self._dice(event) or self._board(event)

    # The form, and what is said.

    def _said(self, event: Event) -> Line:
        names = self.names
        match event:
            case happened.Skipped(seat, action, reason, case, parts):
                return _(
                    "⏭️ {seat}, for you alone: **{action}** was passed over. {reason} ({case}).",
                    seat=names.head(seat),
                    action=read(names, action),
                    reason=whole(parts or reason),
                    case=cause(case),
                )
            case happened.Given(seat, to, amount):
                return _(
                    "💰 {seat} gives {to} {money} (R-SEQ-08).",
                    seat=names.head(seat),
                    to=names.who(to),
                    money=names.money(amount),
                )
            case happened.Allied(seats):
                one, other = seats
                return _(
                    "🤝 {one} and {other} declare an alliance.", one=names.head(one), other=names.head(other)
                )
            case happened.Confirmed(seats, law_type, proposer):
                return _(
                    "🎯 {who} have a common objective: {law}, proposed by {proposer} (R-FAME-09).",
                    who=listed([names.head(seat) for seat in seats]),
                    law=names.question(law_type),
                    proposer=names.who(proposer),
                )
            case happened.Offered(seat, to):
                return _(
                    "{seat}, for you alone: {to} did not confirm the common objective.",
                    seat=names.head(seat),
                    to=names.who(to),
                )
        return None

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """A sentence says already that somebody goes free or stays."""
        match before, event:
            case politics.Judged(person), happened.PersonMoved(who) if person == who:
                return "second"
        return None

    @tells(happened.Answered)
    def _answered(self, run: list[happened.Answered]) -> str:
        """Who has answered; what, whoever it is sees on the panel. The card says of each whether it has."""
        seats = dict.fromkeys(event.seat for event in run)
        if len(seats) > NAMED:
            return _("✉️ {number} have answered.", number=len(seats))
        return ngettext(
            "✉️ {who} has answered.",
            "✉️ {who} have answered.",
            len(seats),
            who=listed([self.names.head(seat) for seat in seats]),
        )

    @tells(happened.FormShut)
    def _shut(self, run: list[happened.FormShut]) -> Iterator[str]:
        """A form is closed; of a vote its count says so."""
        for event in run:
            if event.form in FORMS:
                yield _("📨 **{form}**: all are in.", form=FORMS[event.form]())

    @tells(happened.Aimed)
    def _aimed(self, run: list[happened.Aimed]) -> Iterator[str]:
        for event in run:
            yield _(
                "🎯 {actor} means {aim}.",
                actor=self.names.head(event.actor),
                aim=self.names.aim(event.aim, event.of),
            )

    @tells(happened.Placed)
    def _placed(self, run: list[happened.Placed]) -> Iterator[str]:
        names = self.names
        for event in run:
            by_region: dict[str, list[str]] = {}
            for person, region in event.where.items():
                by_region.setdefault(region, []).append(names.name(person))
            places = [f"{names.name(region)}: {', '.join(people)}" for region, people in by_region.items()]
            yield from packed(f"📍 {names.head(event.seat)} ", places)

    @tells(happened.OrderSet)
    def _order(self, run: list[happened.OrderSet]) -> Iterator[str]:
        names = self.names
        for event in run:
            ranks = []
            for seat in event.order:
                dice = event.dice.get(seat, [])
                rolled = f", 🎲 {'+'.join(map(str, dice))}" if dice else ""
                ranks.append(f"{names.name(seat)} ({event.sums[seat]}{rolled})")
            yield from packed(_("**Turn order** "), ranks)

    # Dice and money.

    def _dice(self, event: Event) -> Line:
        names = self.names
        match event:
            case happened.Tossed(actor, purpose, faces):
                pairs = ", ".join(
                    f"{one}+{other}" for one, other in zip(faces[::2], faces[1::2], strict=True)
                )
                return _(
                    "🎲 {actor}: {purpose}: {pairs} lie on the table; one is kept.",
                    actor=names.head(actor),
                    purpose=lower(names.purpose(purpose)),
                    pairs=pairs,
                )
            case happened.Thrown():
                return self._thrown(event)
            case happened.RowCame():
                return self._row(event)
            case happened.NothingCame(came):
                meant = brought(names, names.box.effects(names.box.row[came].effects))
                return _("-# The event says “{meant}”; nothing changes.", meant=upper(meant))
            case happened.Lost(actor, amount):
                return _("📉 {actor} loses {money}.", actor=names.head(actor), money=names.money(amount))
            case happened.Bankrupt(government, fame, case):
                text = (
                    N_("💸 The Government of {who} is **bankrupt** ({case}).")
                    if fame
                    else N_("💸 The Government of {who} can't pay ({case}).")
                )
                return text(who=names.who(government), case=cause(case))
            case happened.Funded(returned, amount):
                return _(
                    "🏦 The Government gives back {returned} and is given {money} (R-ECON-11).",
                    returned=names.money(returned),
                    money=names.money(amount),
                )
        return None

    def _thrown(self, event: happened.Thrown) -> Line:
        names = self.names
        shown = [
            f"**{one}+{other}**" if nth == event.kept else f"{one}+{other}"
            for nth, (one, other) in enumerate(event.throws)
        ]
        return _(
            "🎲 {actor}: {purpose} on Fame {fame}{terms}: {dice} → {result}",
            actor=names.head(event.actor),
            purpose=lower(names.purpose(event.purpose)),
            fame=event.fame,
            terms=terms(names, [(label, by) for label, by in event.modifiers]),
            dice=", ".join(shown),
            result=RESULTS[event.result](),
        )

    def _row(self, event: happened.RowCame) -> Line:
        one, other = event.faces
        added = "".join(f" {signed(by)} ({retold(label)})" for label, by in event.modifiers)
        came = _(
            "🗞️ **{title}** · 🎲 {one}+{other}{added} = {roll}",
            title=retold(event.title),
            one=one,
            other=other,
            added=added,
            roll=event.roll,
        )
        if event.void:
            return _("{came}: nothing comes of it, {why}.", came=came, why=retold(event.void))
        effects = row(self.names, event.row)
        return _("{came}: {brings}.", came=came, brings=effects) if effects else came

    @tells(happened.Paid)
    def _paid(self, run: list[happened.Paid]) -> None:
        # The price of an action is known; purses are told with how things stand.
        return None

    @tells(happened.Income)
    def _income(self, run: list[happened.Income]) -> Iterator[str]:
        incomes = [f"{self.names.name(event.seat)} {self.names.money(event.amount)}" for event in run]
        yield from packed(_("🪙 **Income** "), incomes)

    @tells(happened.FameChanged)
    def _fame(self, run: list[happened.FameChanged]) -> Iterator[str]:
        changes = []
        for event in run:
            name = _("Government") if event.actor == GOVERNMENT else self.names.name(event.actor)
            changes.append(
                f"{name} {signed(event.by)} ({event.now}, {self.names.why(event.why, event.case)})"
            )
        yield from packed(_("⭐ **Fame** "), changes)

    @tells(happened.TrackMoved)
    def _tracks(self, run: list[happened.TrackMoved]) -> Iterator[str]:
        changes = [f"{TRACKS[event.track]} {signed(event.by)} ({event.now})" for event in run]
        yield from packed(_("📊 **Tracks** "), changes)

    @tells(happened.Settled)
    def _settled(self, run: list[happened.Settled]) -> Iterator[str]:
        for event in run:
            text = N_("✅ {actor}: {aim}, done.") if event.met else N_("✖️ {actor}: {aim}, not done.")
            yield text(actor=self.names.head(event.actor), aim=self.names.aim(event.aim, event.of))

    # The board.

    def _board(self, event: Event) -> Line:
        names = self.names
        match event:
            case happened.Deposed(votes, yes, no, passed):
                text = (
                    N_("👑 The King's deposition: {yes} for, {no} against, {who}; **he is deposed**.")
                    if passed
                    else N_("👑 The King's deposition: {yes} for, {no} against, {who}; he stays.")
                )
                return text(yes=yes, no=no, who=", ".join(story_politics.said(names, "vote", votes)))
            case happened.ControlChanged(region, control, case):
                if control is None:
                    return _(
                        "🏳️ **{region}** is neutral ({case}).", region=names.name(region), case=cause(case)
                    )
                return _(
                    "🚩 **{region}** goes to {who} ({case}).",
                    region=names.name(region),
                    who=names.head(control),
                    case=cause(case),
                )
            case happened.RevoltBegun(region, control, case):
                whose = names.head(control) if control else _("nobody")
                return _(
                    "🔥 **{region}** is in revolt, controlled by {whose} ({case}).",
                    region=names.name(region),
                    whose=whose,
                    case=cause(case),
                )
            case happened.RevoltEnded(region, case):
                return _(
                    "🕊️ **{region}** is calm again ({case}).", region=names.name(region), case=cause(case)
                )
            case happened.PersonMoved(person, state, current, case, by):
                sentence = MOVED.get((by, state), FATES[state])
                return sentence(who=names.belonging(person, current), case=cause(case))
            case happened.PersonWon(person, was, current, state, case):
                return WON[state](
                    who=f"**{names.name(person)}**",
                    was=names.who(was),
                    to=names.head(current),
                    case=cause(case),
                )
        return self._paris(event)

    def _paris(self, event: Event) -> Line:
        names = self.names
        match event:
            case happened.CommuneRaised(leader, case):
                if leader is None:
                    return _("🔔 The **Commune** is raised, and nobody leads it ({case}).", case=cause(case))
                return _(
                    "🔔 The **Commune** is raised, led by {who} ({case}).",
                    who=names.head(leader),
                    case=cause(case),
                )
            case happened.CommuneEnded(control, case):
                who = names.head(control) if control else _("nobody")
                return _("🔕 The **Commune** is down; Paris is {who}'s ({case}).", who=who, case=cause(case))
            case happened.WarChanged(war_, on, case):
                text = WARS[war_, on]
                return text(case=cause(case))
        return None


WARS: Mapping[tuple[str, bool], N_] = {
    ("foreign", True): N_("⚔️ **War with the Coalition** ({case})."),
    ("foreign", False): N_("🕊️ **Peace with the Coalition** ({case})."),
    ("civil", True): N_("⚔️ **Civil war** ({case})."),
    ("civil", False): N_("🕊️ The civil war is over ({case})."),
}


def edited(names: Names, edit: Edited) -> str:
    """What a moderator has typed, in names."""
    return f"-# {names.told(edit.text)}"
