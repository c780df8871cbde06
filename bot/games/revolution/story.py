"""Events of *La Révolution Française*, a line each; related events share one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from bot.games.parts.lines import joined
from bot.games.parts.story import TemplateStory, tells
from bot.games.revolution.labels import terms
from bot.games.revolution.names import TRACKS, Names
from bot.games.revolution.rows import brought, row
from bot.games.revolution.said import by_region, read
from bot.games.wording import signed
from data.catalogue import _
from data.nouns import labelled, listed, several, upper
from data.revolution import texts
from data.revolution.kinds import FORMS
from data.revolution.tables import SEATS
from data.sentences import rendered
from engines.core.events import Edited, Event
from engines.revolution import events as happened
from engines.revolution.box import GOVERNMENT
from engines.revolution.politics import events as politics
from engines.revolution.war import events as war

NAMED = 2
"""The most seats that a line of answers names."""


class RevolutionStory(TemplateStory):
    """Describes events as a reader may know them."""

    phases = texts.PHASES
    templates = texts.STORY

    def __init__(self, names: Names) -> None:
        self.names = names
        super().__init__(names.formatter)

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """An earlier sentence already says that a person goes free or stays."""
        match before, event:
            case politics.Judged(person), happened.PersonMoved(who) if person == who:
                return "second"
        return None

    def parts(self, event: Event) -> Mapping[str, Any]:  # noqa: C901, PLR0912 - a table by kinds of events
        """Derived facts of an event: the question and answer, the result of dice."""
        names = self.names
        match event:
            case happened.Skipped():
                return {"answer": read(names, event.action)}
            case happened.FormShut(form):
                return {"known": form in FORMS}
            case happened.Aimed() | happened.Settled():
                return {"goal": names.aim(event.aim, event.of)}
            case happened.Tossed(_, _, faces):
                pairs = zip(faces[::2], faces[1::2], strict=True)
                return {"pairs": ", ".join(f"{one}+{other}" for one, other in pairs)}
            case happened.Thrown():
                throws = [
                    f"**{one}+{other}**" if nth == event.kept else f"{one}+{other}"
                    for nth, (one, other) in enumerate(event.throws)
                ]
                return {"terms": terms(names, event.modifiers), "throws": ", ".join(throws)}
            case happened.RowCame():
                added = "".join(f" {signed(by)} ({rendered(label)})" for label, by in event.modifiers)
                one, other = event.faces
                brings = "" if event.void else row(names, event.row)
                return {"one": one, "other": other, "added": added, "brings": brings}
            case happened.NothingCame(came):
                return {"meant": upper(brought(names, names.box.effects(names.box.row[came].effects)))}
            case happened.Deposed(votes):
                return {"cast": ", ".join(cast(names, "vote", votes, event.held))}
            case happened.PersonMoved():
                whose = names.belonging(event.person, event.current)
                return {"belonging": whose, "way": (event.by, event.state)}
            case politics.Counted():
                asked = upper(question(names, event.kind, event.subject))
                return {"question": asked, "falls": event.yes < event.no}
            case politics.Cast(kind, subject, _, vote):
                return {"question": question(names, kind, subject), "vote": voted(kind, vote)}
            case politics.TieBroken(_, subject, yes):
                return {"vote": voted("verdict" if names.tried(subject) else "vote", yes)}
            case war.ArmyMoved():
                return {"route": names.path(event.path)}
            case war.CombatRolled(_, _, _, (one, other)):
                return {"one": one, "other": other, "sum": one + other}
            case war.Fought():
                added = terms(names, event.modifiers)
                total = f"{event.rolled}{added} = {event.total}" if added else event.total
                return {"sides": sides(names, event), "sum": total}
            case _:
                return {}

    @tells(happened.Answered)
    def _answered(self, run: list[happened.Answered]) -> str:
        """The seats that have answered; each sees its answer on its panel. The card says it of each seat."""
        seats = [*dict.fromkeys(event.seat for event in run)]
        return self.line(run[0], many=len(seats) > NAMED, number=len(seats), seats=seats)

    @tells(happened.Placed)
    def _placed(self, run: list[happened.Placed]) -> Iterator[str]:
        names = self.names
        for event in run:
            yield joined(f"📍 {names.head(event.seat)} ", by_region(names, event.where.items()))

    @tells(happened.OrderSet)
    def _order(self, run: list[happened.OrderSet]) -> Iterator[str]:
        names = self.names
        for event in run:
            ranks = []
            for seat in event.order:
                dice = event.dice.get(seat, [])
                rolled = f", 🎲 {'+'.join(map(str, dice))}" if dice else ""
                ranks.append(f"{names.name(seat)} ({event.sums[seat]}{rolled})")
            yield joined(_("**Turn order** "), ranks)

    @tells(happened.Income)
    def _income(self, run: list[happened.Income]) -> Iterator[str]:
        incomes = [f"{self.names.name(event.seat)} {self.names.money(event.amount)}" for event in run]
        yield joined(_("🪙 **Income** "), incomes)

    @tells(happened.FameChanged)
    def _fame(self, run: list[happened.FameChanged]) -> Iterator[str]:
        changes = []
        for event in run:
            name = _("Government") if event.actor == GOVERNMENT else self.names.name(event.actor)
            changes.append(
                f"{name} {signed(event.by)} ({event.now}, {self.names.why(event.why, event.case)})"
            )
        yield joined(_("⭐ **Fame** "), changes)

    @tells(happened.TrackMoved)
    def _tracks(self, run: list[happened.TrackMoved]) -> Iterator[str]:
        changes = [f"{TRACKS[event.track]} {signed(event.by)} ({event.now})" for event in run]
        yield joined(_("📊 **Tracks** "), changes)

    @tells(politics.Elected, lambda before, event: False)
    def _elected(self, run: list[politics.Elected]) -> Iterator[str]:
        deputies = run[0].deputies
        sits = [f"{self.names.name(seat)} {deputies[seat]}" for seat in SEATS if seat in deputies]
        yield joined(_("🗳️ **Election** "), sits)

    @tells(politics.Counted, lambda before, event: False)
    def _counted(self, run: list[politics.Counted]) -> Iterator[str]:
        """All votes in one line, shown when the last is in."""
        yield self.line(run[0])
        yield joined("-# ", cast(self.names, run[0].kind, run[0].cast, run[0].held))


def question(names: Names, kind: str, subject: str) -> str:
    """The subject of a vote."""
    return _("the Government") if kind == "critics" else names.question(subject)


def voted(kind: str, vote: int | None) -> str:
    """A vote in words."""
    if kind == "critics":
        return str(texts.STANDS[vote])
    if kind == "modify":
        return signed(vote or 0)
    votes = texts.GUILT if kind == "verdict" else texts.VOTES
    return str(votes[None if vote is None else bool(vote)])


def cast(names: Names, kind: str, votes: Mapping[str, int | None], held: Mapping[str, int]) -> list[str]:
    """The seats by vote, with their deputies: `yes: Marais 4 and Gironde 6`, and so on."""
    by_vote: dict[str, list[str]] = {}
    for seat, vote in votes.items():
        by_vote.setdefault(voted(kind, vote), []).append(f"{names.name(seat)} {held.get(seat, '')}".rstrip())
    return [labelled(vote, listed(seats)) for vote, seats in by_vote.items()]


def sides(names: Names, event: war.Fought) -> str:
    """The opponents in a combat, the attacker first: `Coburg and York against the Northern Army`."""
    ours = [names.name(id) for id in event.armies if names.box.army[id].side == "revolutionary"]
    theirs = [names.name(id) for id in event.armies if names.box.army[id].side != "revolutionary"]
    ours += [_("the Commune")] * (event.ours - len(ours))
    theirs += [_("the Commune")] * (event.theirs - len(theirs))
    one, other = (ours, theirs) if event.attacker == "revolutionary" else (theirs, ours)
    return _("{attackers} against {defenders}", attackers=several(one), defenders=several(other))


def edited(names: Names, edit: Edited) -> str:
    """A moderator's edit, in names."""
    return f"-# {names.told(edit.text)}"
