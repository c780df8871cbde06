"""Votes, combats and days of *La Révolution Française* as posts of their own, cut out of a turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from bot.games.revolution.causes import Cause, came_of, cause_of
from bot.games.revolution.labels import TERMS
from bot.games.revolution.names import ACCENTS, Names
from bot.games.revolution.story import question, sides
from bot.games.shown import Headline, Scene
from bot.games.wording import lower, signed
from data.catalogue import N_, _, ngettext
from data.nouns import labelled, listed, upper
from data.revolution.choices import LED
from data.revolution.texts import COMBAT, INSTALLED
from engines.core.events import TABLE_EVENTS, Event, PhaseBegun
from engines.revolution import events as happened
from engines.revolution.box import KING, PARIS
from engines.revolution.politics import events as politics
from engines.revolution.politics.regimes import TWELVE
from engines.revolution.politics.votes import TRIAL
from engines.revolution.war import events as war
from render import WHOLE, Battle, CloseUp, Force
from render.revolution import VOTE

Kind = Literal["", "vote", "justice", "fight", "day"]
"""The kind of a part of a turn; empty where it has no post of its own."""
COLOURS: dict[Kind, int] = {"vote": 0x2F5D9B, "justice": 0x6B5B3A, "fight": 0xA63A2E, "day": 0xC9A227}
BALLOTS = ("vote", "verdict", "tie", "veto", "critics", "modify")
"""Forms whose closing needs no line, because the count has one."""
DECISIVE = (
    *(politics.Counted, politics.TieBroken, politics.LawInForce, politics.LawRejected, politics.Vetoed),
    *(politics.KingTried, politics.Judged, politics.GovernmentChanged, politics.RegimeInstalled),
    *(happened.Deposed, happened.CommuneRaised, happened.CommuneEnded),
    *(war.CombatRolled, war.Fought, war.ArmyGone, war.CapitalMoved, war.KingMoved),
)
"""Events that begin a part with a post of its own, or decide it."""
_ENDS: tuple[type[Event], ...] = (
    PhaseBegun,
    happened.Answered,
    happened.Thrown,
    happened.Tossed,
    happened.RowCame,
    politics.DeputiesReturned,
    politics.Proposed,
    *TABLE_EVENTS,
)
"""Events that end a part with a post of its own."""


class Segment(NamedTuple):
    """Events of one vote, combat or day, or of the time between them."""

    events: list[Event]
    kind: Kind
    cause: Cause | None = None
    """The roll or the row of an event table just before it, of which it came."""

    @property
    def over(self) -> bool:
        """Whether it is complete: a combat is not before it is decided."""
        return self.kind != "fight" or any(isinstance(event, war.Fought) for event in self.events)


def segments(events: Sequence[Event]) -> list[Segment]:
    """Events cut where a part with a post of its own begins or ends."""
    parts: list[Segment] = []
    cause: Cause | None = None
    for event in events:
        present = parts[-1] if parts else Segment([], "")
        kind = _begins(event)
        if kind and not _goes_on(present, event, kind):
            parts.append(Segment([], kind, cause))
        elif not parts or (present.kind and _is_over(present, event)):
            parts.append(Segment([], "", cause))
        parts[-1].events.append(event)
        cause = cause_of(cause, event)
    return parts


def _begins(event: Event) -> Kind:
    match event:
        case politics.Counted(kind="verdict"):
            return "justice"
        case politics.Counted() | happened.Deposed():
            return "vote"
        case war.CombatRolled() | war.Fought():
            return "fight"
        case politics.RegimeInstalled() | war.CapitalMoved() | war.KingMoved(how="kidnapped" | "recaptured"):
            return "day"
        case happened.CommuneRaised() | happened.CommuneEnded():
            return "day"
    return ""


def _goes_on(present: Segment, event: Event, kind: Kind) -> bool:
    """Whether an event that could begin a part belongs to the present one."""
    match event:
        case war.Fought():
            return present.kind == "fight" and not present.over
        case happened.CommuneEnded() | happened.CommuneRaised() | war.KingMoved():
            return present.kind in ("vote", "fight", "day")
        case politics.RegimeInstalled():
            return present.kind == "vote"
    return kind == present.kind == "justice"


def _is_over(present: Segment, event: Event) -> bool:
    match event:
        case happened.FormShut(form):
            return form not in BALLOTS
        case war.ArmyGone(region=region) | happened.ControlChanged(region=region) if present.kind == "fight":
            fought = present.events[0]
            return isinstance(fought, war.CombatRolled) and fought.region != region
        case war.CoalitionHolds() | war.ArmyMoved() | war.ArmyCame():
            return True
    return isinstance(event, _ENDS)


def scenes(
    names: Names, events: Sequence[Event], tell: Callable[[Sequence[Event]], list[str]]
) -> list[Scene]:
    """The parts of a turn with posts of their own, in order."""
    return [
        Scene(
            title=_title(names, part),
            lines=tell(part.events),
            close=_close(names, part),
            over=part.over,
            colour=_colour(part),
            events=part.events,
            headlines=list(headlines(names, part)),
        )
        for part in segments(events)
        if part.kind
    ]


def _colour(part: Segment) -> int:
    installed = [event.regime for event in part.events if isinstance(event, politics.RegimeInstalled)]
    return next((ACCENTS[regime] for regime in ACCENTS if regime in installed), COLOURS[part.kind])


def _close(names: Names, part: Segment) -> CloseUp:
    """The picture for it."""
    first = part.events[0]
    match first:
        case politics.Counted() | happened.Deposed():
            return CloseUp(sheet=VOTE)
        case war.CombatRolled(region=region) | war.Fought(region=region):
            return CloseUp(region, battle=battle(names, part))
        case happened.CommuneRaised() | happened.CommuneEnded():
            return CloseUp(PARIS)
        case war.KingMoved(region=region):
            return CloseUp(region)
    return WHOLE


def _title(names: Names, part: Segment) -> str:
    match part.events[0]:
        case politics.Counted(kind="verdict"):
            return _("Justice: the prisoners are judged")
        case politics.Counted(subject=subject) if subject == TRIAL:
            return _("The trial of the King")
        case politics.Counted(kind, subject):
            return _("The Assembly votes: {question}", question=question(names, kind, subject))
        case happened.Deposed():
            return _("The Assembly votes: the King's deposition")
        case war.CombatRolled() | war.Fought() as fought:
            where = _("the Paris box") if fought.box else names.name(fought.region)
            return _("Combat in {region}", region=where)
        case politics.RegimeInstalled(regime):
            return _("A new regime: {regime}", regime=names.name(regime))
        case war.CapitalMoved(region):
            return _("The Government is back in Paris") if region == PARIS else _("Paris has fallen")
        case war.KingMoved(how="kidnapped"):
            return _("The flight of the King")
        case war.KingMoved():
            return _("The King is taken again")
        case happened.CommuneRaised():
            return _("The Commune rises")
    return _("The end of the Commune")


# As headlines.

_VOTED = {
    "law": N_("The Assembly passes {question}, {yes} to {no}"),
    "vetoed": N_("The King vetoes {question}, passed {yes} to {no}"),
    "passed": N_("The Assembly passes {question}, {yes} to {no}"),
    "rejected": N_("The Assembly rejects {question}, {yes} to {no}"),
    "guilty": N_("Louis XVI is found guilty, {yes} to {no}"),
    "innocent": N_("Louis XVI is found innocent, {yes} to {no}"),
    "falls": N_("The Government falls, {yes} for and {no} against"),
    "stays": N_("The Government stays, {yes} for and {no} against"),
}
_CARRIED = ("law", "passed", "guilty", "stays")
"""Results of a vote in which those who said yes have won."""
_SENTENCED = {
    "dead": N_("{who} goes to the guillotine, {guilty} to {innocent}"),
    "prison": N_("{who} stays in prison, {guilty} to {innocent}"),
    "free": N_("{who} goes free, {guilty} to {innocent}"),
}
_ROLLED = {
    "dead": N_("{who} goes to the guillotine"),
    "prison": N_("{who} stays in prison"),
    "free": N_("{who} goes free"),
}
"""The same where no deputies vote: the dice judge, above all under the Terror."""


_SHUT: Mapping[str, N_] = {
    "talk": N_("The negotiation is over."),
    "plan": N_("All have placed their people."),
    **dict.fromkeys(("people", "regions", "politics"), N_("All have acted.")),
    "votes": N_("All have voted."),
    "war": N_("The Government's armies have acted."),
}
"""What has ended, by the form that all have submitted."""


def milestone(event: Event) -> str:
    """What all have just submitted; empty for any other event."""
    ended = _SHUT.get(event.form) if isinstance(event, happened.FormShut) else None
    return "" if ended is None else str(ended)


def under_way(names: Names, part: Segment) -> str | None:
    """A combat that is not decided, in one line; None for a part that is told in full."""
    if part.kind == "fight":
        return _("⚔️ **{where}**: it is being fought.", where=_title(names, part))
    return "" if _is_summed_up(part) else None


def _is_summed_up(part: Segment) -> bool:
    """Whether headlines stand for a part elsewhere than in its own post."""
    judged = any(isinstance(event, politics.Judged) for event in part.events)
    first = part.events[0]
    return part.kind == "fight" or (
        isinstance(first, politics.Counted) and (first.kind in ("vote", "critics") or judged)
    )


def headlines(names: Names, part: Segment) -> Iterator[Headline]:
    """The results of a vote, of the prisoners' trials, of a combat or of a day, alliances and regions."""
    first = part.events[0]
    match first:
        case politics.Counted(kind="verdict"):
            yield from _verdicts(names, part)
        case politics.Counted(kind, subject):
            outcome = _outcome(part, first)
            title = _VOTED[outcome](question=question(names, kind, subject), yes=first.yes, no=first.no)
            ties = [event.seat for event in part.events if isinstance(event, politics.TieBroken)]
            after = [_("{who} broke the tie.", who=upper(names.who(seat))) for seat in ties]
            changes = [event for event in part.events if isinstance(event, politics.GovernmentChanged)]
            after += [_governs(names, event.government) for event in changes]
            yield Headline("vote", title, "yes" if outcome in _CARRIED else "no", told=" ".join(after))
        case war.CombatRolled() | war.Fought():
            fought = next((event for event in part.events if isinstance(event, war.Fought)), None)
            if fought is not None:
                yield _fought(names, part, fought)
        case _ if part.kind:
            yield Headline("day", _title(names, part), told=_followed(names, part))
    counted = {event.subject for event in part.events if isinstance(event, politics.Counted)}
    judged = {event.person for event in part.events if isinstance(event, politics.Judged)}
    cause = part.cause
    for event in part.events:
        cause = cause_of(cause, event)
        yield from _decided(names, event, counted, judged, cause)
        yield from _held(names, event, cause)


def _decided(
    names: Names, event: Event, counted: Collection[str], judged: Collection[str], came: Cause | None
) -> Iterator[Headline]:
    """A decision without a vote of the Assembly: under later regimes dice decide on laws and prisoners.

    :param counted: subjects of votes in the same part of the turn; who is `judged` in it died of that.
    :param came: the roll or the event that it came of.
    """
    match event:
        case politics.Judged(person, sentence) if person not in counted:
            yield Headline(
                "vote",
                _ROLLED[sentence](who=names.name(person)),
                _judged(sentence),
                told=came_of(names, came),
            )
        case politics.LawInForce(law, actor) if (subject := f"{law}/{actor}") not in counted:
            title = _("{law} is in force", law=question(names, "vote", subject))
            yield Headline("vote", title, "yes", told=came_of(names, came))
        case politics.LawRejected(law, actor) if (subject := f"{law}/{actor}") not in counted:
            yield Headline(
                "vote",
                _("{law} fails", law=question(names, "vote", subject)),
                "no",
                told=came_of(names, came),
            )
        case politics.Elected(deputies):
            ranked = sorted(deputies, key=lambda seat: -deputies[seat])
            won = [f"{names.name(seat)} {deputies[seat]}" for seat in ranked if deputies[seat]]
            yield Headline("vote", _("The election: {deputies}", deputies=", ".join(won)), ranked[0])
        case happened.PersonMoved(person, "dead") if person not in judged and person != KING:
            yield Headline("day", _("{who} dies", who=names.name(person)), told=came_of(names, came))
        case politics.DeputiesTurned(seat, of, number) if number:
            yield Headline("vote", _turned(names, seat, of, number), seat)
        case happened.Settled(actor, aim, of, True):
            who, goal = upper(names.who(actor)), names.aim(aim, of)
            yield Headline("day", _("{who} meets its objective: {goal}", who=who, goal=goal), actor)
        case happened.Allied(seats):
            yield Headline("day", _("{seats} declare an alliance", seats=names.listed(seats)))


def _turned(names: Names, seat: str, of: str, number: int) -> str:
    return ngettext(
        "{n} deputy of {of} votes with {seat} this turn",
        "{n} deputies of {of} vote with {seat} this turn",
        number,
        of=names.who(of),
        seat=names.who(seat),
    )


def _held(names: Names, event: Event, came: Cause | None) -> Iterator[Headline]:
    """A region that the Coalition takes or loses, and an army that is gone without a combat."""
    match event:
        case war.CoalitionHolds(region, on, armies):
            whose = _("Its army there: {armies}.", armies=names.listed(armies)) if armies else ""
            how = N_("The Coalition takes {region}") if on else N_("The Coalition loses {region}")
            side = "allied" if on else ""
            yield Headline("march", how(region=names.name(region)), side, side, whose)
        case war.ArmyGone(army, region, "unpaid" | "event" as how):
            title = _("{army} lost in {region}", region=names.name(region), army=names.name(army))
            why = _("It was not paid.") if how == "unpaid" else came_of(names, came)
            yield Headline("march", title, told=why)


def _governs(names: Names, seat: str) -> str:
    return _("{who} governs.", who=upper(names.who(seat)))


def _followed(names: Names, part: Segment) -> str:
    """The Currents that lead, control or govern after a day, and what it came of."""
    return " ".join(filter(None, (_led_to(names, part), came_of(names, part.cause))))


def _led_to(names: Names, part: Segment) -> str:
    for event in part.events:
        match event:
            case happened.CommuneRaised(leader, _, was):
                led = upper(names.formatter.filled(LED, leader=leader))
                lost = _("{who} loses Paris.", who=upper(names.who(was))) if was not in (None, leader) else ""
                return " ".join(filter(None, (led, lost)))
            case happened.CommuneEnded(control):
                nobody = _("Nobody controls Paris.")
                return _("{who} controls Paris.", who=upper(names.who(control))) if control else nobody
            case politics.RegimeInstalled(government=government):
                why = names.formatter.describe(INSTALLED, event, enough=TWELVE)
                return " ".join(filter(None, (upper(why), _governs(names, government))))
            case war.CapitalMoved(region) if region != PARIS:
                return _("The capital is {region} now.", region=names.name(region))
            case _:
                pass
    return ""


def _verdicts(names: Names, part: Segment) -> Iterator[Headline]:
    """The verdict on each prisoner, with the votes."""
    votes = {
        event.subject: (event.yes, event.no) for event in part.events if isinstance(event, politics.Counted)
    }
    for event in part.events:
        if isinstance(event, politics.Judged) and event.person in votes:
            guilty, innocent = votes[event.person]
            title = _SENTENCED[event.sentence](who=names.name(event.person), guilty=guilty, innocent=innocent)
            yield Headline("vote", title, _judged(event.sentence))


def _judged(sentence: str) -> str:
    """Which side of a verdict has won."""
    return "no" if sentence == "free" else "yes"


def _fought(names: Names, part: Segment, fought: war.Fought) -> Headline:
    """The result of a combat, with the armies that it cost."""
    ours, theirs = ("revolutionary", SIDES["revolutionary"]), _enemy(names, fought)
    attacker, defender = (ours, theirs) if fought.attacker == "revolutionary" else (theirs, ours)
    winner, loser = (defender, attacker) if fought.result == "C" else (attacker, defender)
    region = _("the Paris box") if fought.box else names.name(fought.region)
    gone = [names.name(event.army) for event in part.events if isinstance(event, war.ArmyGone)]
    gone += [_COMMUNE() for event in part.events if isinstance(event, happened.CommuneEnded)]
    lost = _("Lost: {armies}.", armies=listed(gone)) if gone else _("No army is lost.")
    rolled = _(
        "{attacker} attacked and rolled {total}; {enough} or more wins, less than {few} loses.",
        attacker=attacker[1](),
        total=fought.total,
        enough=_least(names, "A"),
        few=_least(names, "B"),
    )
    sentences = f"{upper(sides(names, fought))}. {lost} {rolled}"
    if fought.result == "B":
        return Headline("fight", _("Neither side gives way in {region}", region=region), told=sentences)
    title = _(
        "{winner} beats {loser} in {region}", winner=winner[1](), loser=lower(loser[1]()), region=region
    )
    return Headline("fight", title, winner[0], told=sentences)


def _least(names: Names, wanted: Literal["A", "B"]) -> int:
    """The least roll in combat with a result or a better one."""
    column = names.box.tables.result.combat
    return next(roll for roll in range(2, 13) if names.box.result(column, roll) <= wanted)


def _enemy(names: Names, fought: war.Fought) -> tuple[str, N_]:
    """The side against the armies of the Revolution, with its name."""
    if fought.box:
        return "commune", _COMMUNE
    against = (names.box.army[id].side for id in fought.armies)
    side = next((side for side in against if side != "revolutionary"), "allied")
    return side, SIDES[side]


def _outcome(part: Segment, counted: politics.Counted) -> str:
    if counted.kind == "critics":
        return "falls" if counted.yes < counted.no else "stays"
    for event in reversed(part.events):
        match event:
            case politics.KingTried(guilty):
                return "guilty" if guilty else "innocent"
            case politics.LawInForce():
                return "law"
            case politics.Vetoed():
                return "vetoed"
            case politics.LawRejected():
                return "rejected"
    return "passed"


# A combat for its picture.


def battle(names: Names, part: Segment) -> Battle | None:
    """A combat that is decided, for its picture."""
    fought = next((event for event in part.events if isinstance(event, war.Fought)), None)
    if fought is None:
        return None
    rolled = next((event.faces for event in part.events if isinstance(event, war.CombatRolled)), ())
    ours, theirs = _force(names, part, fought, ours=True), _force(names, part, fought, ours=False)
    sums = [(str(fought.rolled), _("dice"))]
    sums += [(signed(by), str(TERMS.get(label, label))) for label, by in fought.modifiers]
    sums += [(str(fought.total), _("in all"))] if fought.modifiers else []
    return Battle(
        title=_title(names, part),
        forces=(ours, theirs) if fought.attacker == "revolutionary" else (theirs, ours),
        dice=rolled,
        sums=tuple(sums),
        result=labelled(fought.result, COMBAT[fought.result]),
        told=upper(_came(names, fought)),
    )


def _came(names: Names, fought: war.Fought) -> str:
    """The result of a combat, in a sentence."""
    return _("{sides}: {result}.", sides=sides(names, fought), result=COMBAT[fought.result]())


def _force(names: Names, part: Segment, fought: war.Fought, *, ours: bool) -> Force:
    armies = [id for id in fought.armies if (names.box.army[id].side == "revolutionary") == ours]
    count = fought.ours if ours else fought.theirs
    communes = count - len(armies)
    kinds = dict.fromkeys(names.box.army[id].side for id in armies)
    points = [(kind, sum(names.box.army[id].side == kind for id in armies)) for kind in kinds]
    points += [("revolutionary", communes)] if communes else []
    gone = [event.army for event in part.events if isinstance(event, war.ArmyGone) and event.army in armies]
    side = points[0][0] if points else "revolutionary"
    return Force(
        side=side,
        name=str(SIDES["revolutionary"] if ours else _COMMUNE if fought.box else SIDES[side]),
        points=tuple(points),
        total=count,
        lost=_("Lost: {armies}", armies=names.listed(gone)) if gone else "",
        went=names.listed([id for id in armies if id not in gone]) if armies else _("The Commune of Paris"),
    )


SIDES = {
    "allied": N_("The Coalition"),
    "catholic": N_("The Catholic Royal army"),
    "revolutionary": N_("The Revolution"),
}
_COMMUNE = N_("The Commune")
