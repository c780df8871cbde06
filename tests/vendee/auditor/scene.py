"""The table as events leave it, one by one; and what a law is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from data.vendee.schema import RoyalArmy, Side
from engines.core.events import ChapterBegun, Event
from engines.vendee.combat.events import DesertersJoined, FellBack, GunsHeard, Pursued
from engines.vendee.events import (
    Deserted,
    EventPlayed,
    Fled,
    Lost,
    MoraleChanged,
    OfficerFate,
    Placed,
    PowderChanged,
    Sailed,
    Stepped,
)
from engines.vendee.frames import Kind, Points
from engines.vendee.state import State
from tests.vendee.auditor.chart import Chart, chart, other, side_of


class Scene:
    """Who is where, and the markers, as far as was told."""

    def __init__(self, state: State) -> None:
        self.chart: Chart = chart()
        self.points: dict[str, Counter[Kind]] = {}
        self.where: dict[str, str] = {}
        for area, kinds in state.forces.items():
            self.points[area] = Counter({kind: held.total for kind, held in kinds.items()})
        self.where = {id: officer.area for id, officer in state.officers.items() if officer.area}
        self.morale: dict[Side, int] = dict(state.morale)
        self.powder: dict[RoyalArmy, int] = dict(state.powder)
        self.turn = state.turn
        self.past = set(state.past)
        self.attend(state)

    def attend(self, state: State) -> None:
        """Take over what nobody tells: which army a general was given, and whom the Mayençais reinforce."""
        self.army = {id: officer.army for id, officer in state.officers.items()}
        self.attached = state.attached

    @property
    def risen(self) -> bool:
        """Whether la Gâtine is Anjou's."""
        return "e2" in self.past

    def force(self, area: str, side: Side) -> Points:
        """Combat points of a side in an area by kind."""
        found = self.points.get(area, Counter[Kind]())
        return {kind: count for kind, count in found.items() if count and side_of(kind) == side}

    def strength(self, area: str, side: Side) -> int:
        """Combat points of a side in an area."""
        return sum(self.force(area, side).values())

    def generals(self, area: str, side: Side) -> set[str]:
        """Generals of a side in an area."""
        return {id for id, at in self.where.items() if at == area and self.chart.general[id].side == side}

    def controlled(self, area: str, by: Side) -> bool:
        """Whether an area is in a side's zone of control (3.4)."""
        return any(area in self.chart.controls(near) for near in self.points if self.strength(near, by))

    def leads(self, general: str, kind: str) -> bool:
        """Whether a general is of the army of combat points; bands without one are anybody's (A-02)."""
        army = self.army[general]
        if kind in ("deserters", "emigres"):
            return self.chart.general[general].side == "royalist"
        return army == ("anjou" if kind == "chouans" else kind)

    def armies(self, kinds: Iterable[str], generals: Iterable[str]) -> set[str]:
        """Armies that counters belong to."""
        of = {"anjou" if kind == "chouans" else kind for kind in kinds} - {"deserters", "emigres"}
        return of | {army for general in generals if (army := self.army[general])}

    def follow(self, event: Event) -> None:
        """What an event does to the table."""
        match event:
            case Placed(area=area, points=points, generals=generals):
                self._come(area, points or {}, generals or ())
            case Lost(area=str() as area, points=points):
                self._go(area, points or {})
            case (
                Stepped(start=start, end=end, points=points, generals=generals)
                | FellBack(start=start, end=end, points=points, generals=generals)
                | Pursued(start=start, end=end, points=points, generals=generals)
                | GunsHeard(start=start, area=end, success=True, points=points, generals=generals)
            ):
                self._go(start, points or {})
                self._come(end, points or {}, generals or ())
            case Fled(end=end, generals=generals):
                self._come(end, {}, generals or ())
            case DesertersJoined(area=area, points=count):
                self._come(area, {"deserters": count}, ())
            case Deserted(area=area, gone=gone):
                self._go(area, gone or {})
            case Sailed(kind=kind, start=str() as area):
                self._go(area, {kind: 1})
            case OfficerFate(general=general):
                self.where.pop(general, None)
            case _:
                self._mark(event)

    def _mark(self, event: Event) -> None:
        match event:
            case MoraleChanged(side=side, after=after):
                self.morale[side] = after
            case PowderChanged(army=army, after=after):
                self.powder[army] = after
            case EventPlayed(event=marker):
                self.past.add(marker)
            case ChapterBegun(number=number):
                self.turn = number
            case _:
                pass

    def _come(self, area: str, points: Points, generals: Iterable[str]) -> None:
        there = self.points.setdefault(area, Counter[Kind]())
        there.update(points)
        self.where.update(dict.fromkeys(generals, area))

    def _go(self, area: str, points: Points) -> None:
        there = self.points.setdefault(area, Counter[Kind]())
        there.subtract(points)

    def differs(self, state: State) -> Iterator[str]:
        """Where the table of the program is another than what was told."""
        for area in {*self.points, *state.forces}:
            told = {kind: count for kind, count in self.points.get(area, Counter[Kind]()).items() if count}
            real = {kind: held.total for kind, held in state.forces.get(area, {}).items()}
            if told != real:
                yield f"{area} has {real}, and {told} was told"
        where = {id: officer.area for id, officer in state.officers.items() if officer.area}
        if where != self.where:
            yield f"generals are at {dict(where.items() - self.where.items())}, untold"
        if dict(state.morale) != self.morale or dict(state.powder) != self.powder:
            yield "a marker moved untold"

    def home(self, side: Side, armies: Iterable[str | None], area: str) -> tuple[int, int]:
        """Areas to the nearest home of these armies, and to any of their side's (4.5)."""
        map_ = self.chart
        if side == "republican":
            of = {self.attached if army == "mayence" else army for army in armies}
            own = [base for army in of if army for base in map_.bases(army)]
            return map_.distance(area, own), map_.distance(area, map_.bases(None))
        zones = {id: map_.zone(id, risen=self.risen) for id in map_.area}
        own = [id for id, zone in zones.items() if zone and zone in set(armies)]
        return map_.distance(area, own), map_.distance(area, [id for id, zone in zones.items() if zone])

    def rank(self, area: str, side: Side) -> int:
        """Class of an area for those of a side who fall back (4.5): 0 free, 1 controlled, 2 occupied."""
        foe = other(side)
        return 2 if self.strength(area, foe) else int(self.controlled(area, foe))


class Law:
    """A law: it looks at each event before and after it is followed, and at the table when all is at rest.

    Each method gives the faults that it finds, in words.
    """

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        """Judge an event on the table as it was when it happened."""
        yield from ()

    def after(self, scene: Scene, event: Event) -> Iterator[str]:
        """Judge what an event has made of the table."""
        yield from ()

    def at_rest(self, scene: Scene) -> Iterator[str]:
        """Judge the table when nothing is under way."""
        yield from ()
