"""Combats of *For God and For the King* as posts of their own: cut out of a month, in words and a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.games.shown import Headline, Scene
from bot.games.vendee.moves import ENDS
from bot.games.vendee.names import Names
from bot.games.wording import place, signed
from data.catalogue import N_, _
from data.nouns import clauses, labelled, listed, numbered, several, upper
from data.sentences import rendered
from data.vendee.schema import Side
from data.vendee.texts import FATES, MORALE, NO_ONE, PEOPLE, TOO_FEW
from engines.core.events import Event
from engines.vendee import events as happened
from engines.vendee.combat import events as fights
from engines.vendee.combat.frames import Battle as Frame
from engines.vendee.frames import enemy
from engines.vendee.state import State, total
from render import Battle, Chief, CloseUp, Force

ACCENTS = {"republican": 0x2F5D9B, "royalist": 0xD9D2C0}


class Segment(NamedTuple):
    """Events of one combat, or, with no area, of the time between combats."""

    events: list[Event]
    area: str | None

    @property
    def over(self) -> bool:
        """Whether the combat has been fought out."""
        return isinstance(self.events[-1], fights.BattleEnded)

    @property
    def fought(self) -> fights.Fought | None:
        """The result, once there is one."""
        return next((event for event in self.events if isinstance(event, fights.Fought)), None)


def segments(events: Sequence[Event]) -> list[Segment]:
    """Events cut where combats begin and end; one that a pursuit begins is another."""
    parts: list[Segment] = []
    area: str | None = None
    for event in events:
        if isinstance(event, fights.GunsHeard | fights.IncidentsDrawn):
            area = event.area
        if not parts or parts[-1].area != area:
            parts.append(Segment([], area))
        parts[-1].events.append(event)
        if isinstance(event, fights.BattleEnded):
            area = None
    return parts


def is_under_way(state: State) -> bool:
    """Whether a combat is under way."""
    return any(isinstance(frame, Frame) for frame in state.stack)


def begins(events: Iterable[Event]) -> bool:
    """Whether the events begin a combat."""
    return any(isinstance(event, fights.GunsHeard | fights.IncidentsDrawn) for event in events)


def scenes(
    names: Names,
    events: Sequence[Event],
    tell: Callable[[Sequence[Event]], list[str]],
    history: Callable[[Sequence[Event]], str],
) -> list[Scene]:
    """The combats of a month, in order."""
    combats = []
    for segment in segments(events):
        if segment.area is None:
            continue
        fought, lines = segment.fought, tell(segment.events)
        shown = None if fought is None else battle(names, segment, fought, history)
        title = _("Combat in {area}", area=names.name(segment.area))
        colour = ACCENTS[fought.attacker if fought else "royalist"]
        combats.append(
            Scene(
                *(title, lines, CloseUp(segment.area, battle=shown), segment.over, colour, segment.events),
                headlines=list(headlines(names, segment)),
            )
        )
    return combats


def battle(
    names: Names, segment: Segment, fought: fights.Fought, history: Callable[[Sequence[Event]], str]
) -> Battle:
    """A combat for its picture."""
    attacker, foe = fought.attacker, enemy(fought.attacker)
    sizes = {side: total(points) for side, points in fought.points.items()}
    sums = [(f"{sizes[attacker]} : {sizes[foe]}", _("odds, column {ratio}", ratio=fought.ratio))]
    sums += [
        (signed(term.value), _("columns: {label}", label=rendered(term.label))) for term in fought.shifts
    ]
    sums += [(fought.column, _("column"))] if fought.shifts else []
    sums += [(str(fought.white + fought.coloured), _("dice"))]
    sums += [(signed(term.value), rendered(term.label)) for term in fought.modifiers]
    sums += [(place(fought.total), _("in all"))] if fought.modifiers else []
    how = N_("{result}: {they} are routed") if fought.rout else N_("{result}: {they} retreat")
    return Battle(
        title=_("Combat in {area}", area=names.name(fought.area)),
        forces=(_force(names, segment, fought, attacker), _force(names, segment, fought, foe)),
        dice=(fought.white, fought.coloured),
        sums=tuple(sums),
        result=how(result=fought.result, they=names.they(fought.loser)),
        told=history([fought]),
    )


def _force(names: Names, segment: Segment, fought: fights.Fought, side: Side) -> Force:
    ends = {
        event.general: ENDS[event.fate]
        for event in segment.events
        if isinstance(event, happened.OfficerFate) and event.fate in ENDS
    }
    lost = _points(segment, fought, side)
    return Force(
        side=side,
        name=str(PEOPLE[side]),
        points=tuple((str(kind), count) for kind, count in fought.points[side].items() if count),
        chiefs=tuple(Chief(names.name(id), ends.get(id)) for id in fought.generals[side]),
        total=total(fought.points[side]),
        lost=_("They lose {lost}.", lost=numbered(lost, "combat point")) if lost else _("They lose none."),
        went=_went(names, segment, side),
    )


def _went(names: Names, segment: Segment, side: Side) -> str:
    """The retreat of a side, party by party, or that it keeps the field."""
    steps = [event for event in segment.events if isinstance(event, fights.FellBack) and event.side == side]
    if not steps:
        ended = segment.events[-1]
        keeps = isinstance(ended, fights.BattleEnded) and ended.winner == side
        return _("They keep the field.") if keeps else ""
    # A step that begins where the one before it ends is of the same party.
    last = [step.end for step, after in pairwise(steps) if after.start != step.end]
    goals, rout = dict.fromkeys([*last, steps[-1].end]), any(step.rout for step in steps)
    return (N_("Routed to {goals}.") if rout else N_("Back to {goals}."))(
        goals=several(map(names.name, goals))
    )


def under_way(names: Names, segment: Segment) -> str | None:
    """A combat that is not decided, in one line; None for the time between combats."""
    area = segment.area
    return area and _("⚔️ **Combat in {area}**: it is being fought.", area=names.name(area))


_WON = N_("{winner} beat {loser} in {area}"), N_("{winner} rout {loser} in {area}")
"""The result of a combat, without and with a rout."""


def headlines(names: Names, segment: Segment) -> Iterator[Headline]:
    """The result of a combat, once it is decided, and towns that were taken elsewhere."""
    fought, ended = segment.fought, segment.events[-1]
    area = names.name(str(segment.area))
    if fought is not None:
        winner = enemy(fought.loser)
        title = _WON[fought.rout](winner=upper(names.they(winner)), loser=names.they(fought.loser), area=area)
        holder = (ended.winner or "") if isinstance(ended, fights.BattleEnded) else ""
        sentences = [_holds(names, holder, area)] if holder else []
        sentences += _cost(names, segment, fought)
        yield Headline("fight", title, winner, holder, " ".join(sentences))
    elif segment.area is not None and segment.over:
        # Only Royalists withdraw, for want of powder: from an attack, or from a place that is attacked.
        title = _("No fight in {area}: the Royalists withdraw", area=area)
        why = _("They are out of powder. {holds}", holds=_holds(names, "republican", area))
        yield Headline("fight", title, "", "republican", why)
    for event in segment.events:
        if isinstance(event, happened.PlaceTaken) and event.area != segment.area:
            side, town = upper(names.they(event.side)), names.name(event.area)
            yield Headline("march", _("{side} take {area}", side=side, area=town), event.side, event.side)


def _holds(names: Names, side: str, area: str) -> str:
    return _("{winner} hold {area}.", winner=upper(names.they(side)), area=area)


def _cost(names: Names, segment: Segment, fought: fights.Fought) -> Iterator[str]:
    """A combat's cost to both sides, also on the retreat, generals' fates, what morale did, and the odds."""
    charts, sizes = names.box.charts, {side: total(points) for side, points in fought.points.items()}
    shares = {
        fought.loser: (charts.results[fought.result].percent, sizes[fought.loser]),
        enemy(fought.loser): (charts.winner_percent(fought.white, fought.coloured), min(sizes.values())),
    }
    paid = {
        side: listed(_paid(names, segment, fought, side))
        or NO_ONE[side != fought.loser](percent=percent, size=size)
        for side, (percent, size) in shares.items()
    }
    lost = [_("{side} lose {paid}", side=names.they(side), paid=paid[side]) for side in fought.losses]
    yield f"{upper(clauses(lost))}."
    for event in segment.events:
        if isinstance(event, happened.OfficerFate) and event.fate in HURT:
            yield f"{labelled(names.name(event.general), FATES[event.fate]())}."
    for event in segment.events:
        if isinstance(event, happened.MoraleChanged):
            yield names.formatter.describe(MORALE, event, moved=event.before != event.after)
    if not any(charts.morale(sum(sizes.values()))):
        yield TOO_FEW(number=sum(sizes.values()))
    attacker = fought.attacker
    yield _(
        "{attacker} attacked with {mine} against {theirs} and rolled {total} in column {column}.",
        attacker=upper(names.they(attacker)),
        mine=sizes[attacker],
        theirs=sizes[enemy(attacker)],
        total=place(fought.total),
        column=fought.column,
    )


FALLEN, HURT = ("killed", "captured"), ("light", "serious", "removed", "tribunal")
"""Ends of generals who are part of a combat's losses, and of others whom it takes off the map."""


def _paid(names: Names, segment: Segment, fought: fights.Fought, side: Side) -> list[str]:
    """A side's losses in a combat: combat points, and generals who fell or were taken."""
    gone = [
        names.name(event.general)
        for event in segment.events
        if isinstance(event, happened.OfficerFate)
        and event.fate in FALLEN
        and event.general in fought.generals[side]
    ]
    points = _points(segment, fought, side)
    return [*([numbered(points, "combat point")] if points else []), *gone]


def _points(segment: Segment, fought: fights.Fought, side: Side) -> int:
    """Combat points that a side lost in a combat and after it."""
    return fought.losses[side] + sum(
        total(event.points or {})
        for event in segment.events
        if isinstance(event, happened.Lost) and event.side == side and event.reason != "combat"
    )
