"""What became of a Current's own orders, and what befell it: a phrase each, for its own panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.games.parts.story import tag_of
from bot.games.revolution.causes import Causes
from bot.games.revolution.names import Names
from bot.games.revolution.said import read, said, written
from bot.games.revolution.story import question, voted
from bot.games.wording import lower, signed
from data.catalogue import _
from data.nouns import clauses
from data.revolution.bills import proposal
from data.revolution.kinds import FORMS
from data.revolution.texts import OWN, SUMS
from engines.core.events import Event
from engines.revolution import actions
from engines.revolution import answers as a
from engines.revolution import events as happened
from engines.revolution.box import GOVERNMENT, ROYALIST
from engines.revolution.politics import events as politics
from engines.revolution.view import View
from engines.revolution.war import events as war
from engines.revolution.words import ALL, words_of

_LAW = ("law", ("actor",), ("law",))
_REGION = ("region", ("control", "was"), ("region",))
_ABOUT: Mapping[type[Event], tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    happened.Thrown: ("roll", ("actor",), ("actor", "purpose")),
    **dict.fromkeys((politics.Proposed, politics.LawPassed, politics.LawInForce, politics.LawRejected), _LAW),
    happened.Settled: ("aim", ("actor",), ("actor",)),
    happened.Confirmed: ("common", ("seats",), ("seats",)),
    happened.Allied: ("ally", ("seats",), ("seats",)),
    happened.Offered: ("common", ("seat",), ("to", "ally")),
    happened.Given: ("given", ("seat", "to"), ("seat", "to", "amount")),
    politics.DeputiesTurned: ("turned", ("seat", "of"), ("seat", "of")),
    happened.PersonMoved: ("person", ("current",), ("person",)),
    happened.PersonWon: ("person", ("current", "was"), ("person",)),
    **dict.fromkeys((happened.ControlChanged, happened.RevoltBegun), _REGION),
    happened.CommuneRaised: ("region", ("leader", "was"), ()),
    happened.Skipped: ("skipped", ("seat",), ("action",)),
}
"""The subject of each event, the fields with those whom it concerns, and those that identify it.

The first of the fields with people has who did it, or gained by it.
"""
_NOTHING: tuple[str, tuple[str, ...], tuple[str, ...]] = ("", (), ())
_ORDERS = ("roll", "law", "vote", "aim", "army", "fight")
"""What the results of orders are about, which are told first."""


class Own:
    """Tells one seat, from events and a view that are redacted for it."""

    def __init__(self, names: Names, view: View, seat: str) -> None:
        self.names = names
        self.seat = seat
        self.government = view.government
        self.actors: tuple[str, ...] = (seat,)
        """Whose deeds are the seat's: its own, and the Government's as long as it runs the Government."""

    def phrases(self, events: Sequence[Event]) -> list[str]:
        """Results of its orders, then what others did to it, then skipped lines, Fame and money."""
        lines, since = _last_form(self.names, events, self.seat)
        skipped = Counter(event.action for event in since if isinstance(event, happened.Skipped))
        fates: dict[tuple[Hashable, ...], Event] = {}
        for event in self._ruled(since):
            about = self._about(event)
            # A line that stands there again in case the first fails is not missed.
            spare = isinstance(event, happened.Skipped) and skipped[event.action] < lines[event.action]
            others = isinstance(event, politics.Vetoed) and event.seat != self.seat and about not in fates
            if about and not (spare or others):
                # Of several about the same only the last counts: a roll that was repeated, a person's fate.
                fates.pop(about, None)
                fates[about] = event
        self._causes = Causes(self.names, since)
        in_order = sorted(fates, key=_rank)
        rolls = Counter(_target(event) for event in fates.values())
        phrases = (self._phrase(about, fates[about], rolls[_target(fates[about])]) for about in in_order)
        return [*filter(None, phrases), *self._idle_vetoes(lines, since), *self._sums(since)]

    def _ruled(self, events: Sequence[Event]) -> Iterator[Event]:
        """The events in order, each while `actors` says who ran the Government at the time."""
        changes = [event for event in events if isinstance(event, politics.GovernmentChanged)]
        rules = changes[0].was if changes else self.government
        for event in events:
            if isinstance(event, politics.GovernmentChanged):
                rules = event.government
            self.actors = (self.seat, GOVERNMENT) if rules == self.seat else (self.seat,)
            yield event

    def _about(self, event: Event) -> tuple[Hashable, ...]:
        """What an event that concerns the seat is about; empty for any other."""
        match event:
            case politics.Vetoed(_, law):
                return "law", law
            case politics.Counted(kind, subject) if self.seat in event.cast:
                return "vote", kind, subject
            case happened.Thrown(actor, purpose) if purpose.kind == "law" and actor not in self.actors:
                return ("vote", "law", purpose.subject) if self.seat in dict(event.modifiers) else ()
            case war.ArmyMoved(army) | war.ArmyGone(army):
                return ("army", army) if self._leads(army) else ()
            case war.Fought(region):
                return ("fight", region) if any(map(self._leads, event.armies)) else ()
        what, whom, which = _ABOUT.get(type(event), _NOTHING)
        return (what, *_fields(event, which)) if {*_flat(_fields(event, whom))} & {*self.actors} else ()

    def _leads(self, army: str) -> bool:
        """Whether the seat moves an army: one of the Revolution, or the Royalist's own."""
        leader = {"revolutionary": GOVERNMENT, "catholic": ROYALIST}.get(self.names.box.army[army].side)
        return leader in self.actors

    def _phrase(self, about: tuple[Hashable, ...], event: Event, rolls: int) -> str:
        """An event for the seat that it is about; empty where it says nothing.

        :param rolls: how many have the same target: if it is the only one, nobody has to be named.
        """
        whom = _fields(event, _ABOUT.get(type(event), _NOTHING)[1])
        more: dict[str, Any] = {"mine": whom[:1] == [self.seat]}
        match event:
            case happened.Thrown():
                deed = self.names.deed(event.purpose) if rolls == 1 else self.names.purpose(event.purpose)
                one, other = event.throws[event.kept]
                part = self._causes.partly(event)
                more = {"deed": lower(deed), "one": one, "other": other, "part": part}
                more["question"] = self.names.name(event.purpose.subject)
                more["by"] = signed(dict(event.modifiers).get(self.seat, 0))
            case politics.Counted(kind, subject, cast):
                asked = question(self.names, kind, subject)
                more = {"question": asked, "vote": voted(kind, cast[self.seat])}
            case happened.ControlChanged() | happened.RevoltBegun() | happened.PersonMoved():
                more["why"] = self._causes.why(event)
            case happened.Skipped():
                more = {"answer": read(self.names, event.action)}
            case happened.Settled():
                more = {"goal": self.names.aim(event.aim, event.of)}
            case happened.Confirmed(seats) | happened.Allied(seats):
                more = {"others": [seat for seat in seats if seat != self.seat]}
            case war.ArmyMoved():
                more = {"route": self.names.path(event.path)}
        template = OWN["modified" if (about[0], tag_of(event)) == ("vote", "thrown") else tag_of(event)]
        return self.names.formatter.describe(template, event, **more)

    def _idle_vetoes(self, lines: Iterable[str], events: Sequence[Event]) -> Iterator[str]:
        """Vetoes on the form that met no law: nobody was asked for them, so that no line was skipped."""
        voided = {event.law for event in events if isinstance(event, politics.Vetoed)}
        met = {(event.law, event.actor) for event in events if isinstance(event, politics.LawPassed)}
        for line in lines:
            answer = actions.parse(words_of(self.names.box), line, list)
            if not isinstance(answer, a.Veto) or not answer.yes:
                continue
            what, by, _helped = proposal(answer.of)
            if not any(
                law in voided
                and what in (law, self.names.box.law[law].type, ALL)
                and (by in ("", actor) or actor == GOVERNMENT)
                for law, actor in met
            ):
                yield _(
                    "{answer}: nothing to veto (only Anti-Privilege and Anti-Clerical laws that pass)",
                    answer=said(self.names, answer),
                )

    def _sums(self, events: Sequence[Event]) -> Iterator[str]:
        """Changes of Fame, and money, each in one sum."""
        fame = [each for each in events if isinstance(each, happened.FameChanged) and each.actor == self.seat]
        if by := sum(each.by for each in fame):
            whys = clauses(dict.fromkeys(self.names.why(each.why, each.case) for each in fame))
            yield _("Fame {by} (now {now}: {whys})", by=signed(by), now=fame[-1].now, whys=whys)
        money: Counter[str] = Counter()
        for event in self._ruled(events):
            match event:
                case happened.Paid(actor, amount) if actor in self.actors:
                    money["paid" if actor == self.seat else "governed"] += amount
                case happened.Income(self.seat, amount):
                    money["income"] += amount
        for what, amount in money.items():
            yield SUMS[what](money=self.names.money(amount))


def _fields(event: Event, names: Sequence[str]) -> list[Any]:
    return [getattr(event, name) for name in names]


def _flat(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        yield from value if isinstance(value, tuple) else (value,)


def _rank(about: tuple[Hashable, ...]) -> int:
    """Results first, then what befell the seat; the story below says why a line was skipped."""
    return 0 if about[0] in _ORDERS else 2 if about[0] == "skipped" else 1


def _target(event: Event) -> tuple[str, str] | None:
    """What a roll is for, whoever is in charge; None for any other event."""
    return (event.purpose.kind, event.purpose.subject) if isinstance(event, happened.Thrown) else None


def _last_form(names: Names, events: Sequence[Event], seat: str) -> tuple[Counter[str], Sequence[Event]]:
    """The seat's entries on the last form that all have submitted, and what followed it.

    A form without entries has no results. Where there is no other, what followed the last form of all.
    """
    closed = [
        at for at, event in enumerate(events) if isinstance(event, happened.FormShut) and event.form in FORMS
    ]
    for begun, shut in reversed([*zip([0, *closed], closed, strict=False)]):
        said = [
            event.answer or ""
            for event in events[begun:shut]
            if isinstance(event, happened.Answered | happened.Altered)
            and (event.seat, event.form in FORMS) == (seat, True)
        ]
        if said and (lines := written(names, said[-1])):
            return lines, events[shut:]
    return Counter(), events[closed[-1] :] if closed else []
