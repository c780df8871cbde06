"""Generals without escort flee to where no enemy counter is, by the priorities of a retreat (3.7)."""

from __future__ import annotations

from collections.abc import Iterator

from data.vendee.schema import Side
from engines.core.events import Event
from engines.vendee.combat.events import BattleEnded, FellBack, Fought, GunsHeard, Pursued
from engines.vendee.events import Fled, Placed, Stepped
from tests.vendee.auditor.chart import other
from tests.vendee.auditor.retreats import Fugitives, best
from tests.vendee.auditor.scene import Law, Scene


class Flight(Law):
    """They go as survivors would, not the way of who drives them off, and nobody stays with the enemy."""

    def __init__(self) -> None:
        self.drivers: dict[str, tuple[Side, set[str]]] = {}
        """Who came into an area last, and from where (A-53, A-95, A-101)."""
        self.came: dict[str, str] = {}
        """From where generals came to a combat, who have not fallen back since."""
        self.trail: dict[str, list[str]] = {}
        """Where generals were in the same retreat, before they are where they are (A-52)."""
        self.area = ""
        self.loser: Side | None = None
        self.path: list[str] = []
        self.fleeing: set[str] = set()
        self.bars: set[str] = set()

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Stepped() | Pursued():
                self.drivers[event.end] = (event.side, {event.start})
                self.came = dict.fromkeys(event.generals or (), event.start)
                self.area, self.loser, self.path, self.trail = event.end, None, [], {}
            case GunsHeard(success=True, side=side, start=start, area=area, generals=generals):
                self.came.update(dict.fromkeys(generals or (), start))
                if area in self.drivers and side == self.drivers[area][0]:
                    self.drivers[area][1].add(start)
            case FellBack(side=side, start=start, end=end, generals=generals):
                for general in generals:
                    self.came.pop(general, None)
                    self.trail.setdefault(general, []).append(start)
                if end != self.area:
                    self.drivers[end] = (side, {start})
            case Fought(area=area, loser=loser):
                self.area, self.loser = area, loser
            case BattleEnded():
                self.loser, self.trail = None, {}
            case Placed(area=area):
                # Nobody has marched there, and no combat of an earlier turn bars a way.
                self.drivers.pop(area, None)
                self.area = ""
            case Fled():
                yield from self._fled(scene, event)
            case _:
                pass

    def _fled(self, scene: Scene, event: Fled) -> Iterator[str]:
        side, generals = event.side, set(event.generals or ())
        if not self.path or self.path[-1] != event.start or not generals <= self.fleeing:
            trail = [area for general in sorted(generals) for area in self.trail.get(general, ())]
            self.path, self.bars = [*trail, event.start], self._barred(side, event.start)
        first = {self.came[general] for general in generals if general in self.came}
        if self.loser == side and self.path == [self.area] and first:
            allowed = first if len(first) == 1 else set()
        else:
            allowed = self._ways(scene, side, generals)
        if len(armies := scene.armies((), generals)) > 1:
            yield f"3.7: generals of {sorted(armies)} fled together from {event.start}"
        if event.end not in allowed:
            yield f"3.7: {sorted(generals)} fled from {event.start} to {event.end}, not to {sorted(allowed)}"
        self.path.append(event.end)
        self.fleeing = generals

    def _barred(self, side: Side, area: str) -> set[str]:
        """The ways of whoever drove them off, also where their own side ran into new enemies with them."""
        for place in (area, self.area):
            driver, entries = self.drivers.get(place, (side, set[str]()))
            if driver != side:
                return entries
        return set()

    def _ways(self, scene: Scene, side: Side, generals: set[str]) -> set[str]:
        here = self.path[-1]
        near = scene.chart.dry(here)
        near = [area for area in near if area not in self.bars] or near
        near = [area for area in near if area not in self.path] or near
        if side == "royalist" and scene.turn == 1:
            armies = scene.armies((), generals)
            near = [area for area in near if {scene.chart.zone(area, risen=False)} == armies] or near
        who = Fugitives(side, here, set(), generals, scene.armies((), generals))
        met = [area for area in near if scene.generals(area, other(side))]
        return best(scene, who, near, passing=False, shunned=met)

    def at_rest(self, scene: Scene) -> Iterator[str]:
        self.path = []
        for general, area in scene.where.items():
            side = scene.chart.general[general].side
            if scene.strength(area, other(side)) and not scene.strength(area, side):
                yield f"3.7: {general} is alone in {area} with the enemy"
