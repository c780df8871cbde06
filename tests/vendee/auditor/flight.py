"""Generals without escort flee to where no enemy counter is, by the priorities of a retreat (3.7)."""

from __future__ import annotations

from collections.abc import Iterator

from data.vendee.schema import Side
from engines.core.events import Event
from engines.vendee.combat.events import BattleEnded, Fought, GunsHeard, Pursued
from engines.vendee.events import Fled, Stepped
from tests.vendee.auditor.chart import other
from tests.vendee.auditor.retreats import Fugitives, best
from tests.vendee.auditor.scene import Law, Scene


class Flight(Law):
    """They go as survivors would, not the way the attacker came, and nobody stays alone with the enemy."""

    def __init__(self) -> None:
        self.attacker: Side = "republican"
        self.loser: Side | None = None
        self.area = ""
        """That of the combat."""
        self.origins: set[str] = set()
        """Areas that the attackers came from (A-53)."""
        self.came: dict[str, str] = {}
        """From where generals came to the combat: there they flee first (A-95)."""
        self.path: list[str] = []

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Stepped() | Pursued():
                self.attacker, self.loser, self.origins, self.path = event.side, None, {event.start}, []
                self.came = dict.fromkeys(event.generals or (), event.start)
            case GunsHeard(success=True, side=side, start=start):
                self.path = []
                self.came.update(dict.fromkeys(event.generals or (), start))
                if side == self.attacker:
                    self.origins.add(start)
            case Fought(loser=loser, area=area):
                self.loser, self.area = loser, area
            case BattleEnded():
                self.loser = None
            case Fled():
                yield from self._fled(scene, event)
            case _:
                pass

    def _fled(self, scene: Scene, event: Fled) -> Iterator[str]:
        side, generals = event.side, set(event.generals or ())
        if not self.path or self.path[-1] != event.start:
            self.path = [event.start]
        near = scene.chart.dry(event.start)
        if side == self.loser != self.attacker:
            near = [area for area in near if area not in self.origins] or near
        near = [area for area in near if area not in self.path] or near
        who = Fugitives(side, event.start, set(), generals, scene.armies((), generals))
        met = [area for area in near if scene.generals(area, other(side))]
        first = {self.came[general] for general in generals if general in self.came}
        if side == self.loser and event.start == self.area and first:
            near, met = [area for area in near if area in first] or near, []
        allowed = best(scene, who, near, passing=False, shunned=met)
        if event.end not in allowed:
            yield f"3.7: {sorted(generals)} fled from {event.start} to {event.end}, not to {sorted(allowed)}"
        self.path.append(event.end)

    def at_rest(self, scene: Scene) -> Iterator[str]:
        self.path = []
        for general, area in scene.where.items():
            side = scene.chart.general[general].side
            if scene.strength(area, other(side)) and not scene.strength(area, side):
                yield f"3.7: {general} is alone in {area} with the enemy"
