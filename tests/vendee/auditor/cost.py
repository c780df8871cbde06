"""Action points: how many there are, what a step takes, and who can pay for it (3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.events import Event
from engines.vendee.events import Announced, Dropped, PointsRolled, Stepped
from tests.vendee.auditor.chart import other
from tests.vendee.auditor.scene import Law, Scene

FLAT = 4
"""Half action points of combat points without a general of their army."""


class Cost(Law):
    """No step is cheaper or dearer than the chart, and none goes beyond what there is."""

    def __init__(self) -> None:
        self.ap = self.spent = self.steps = 0
        self.points: set[str] = set()
        self.generals: set[str] = set()
        self.led: set[str] = set()

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Announced(points=points, generals=generals):
                self.spent = self.steps = 0
                self.points, self.generals = set(points or ()), set(generals or ())
                self.led = self._led(scene)
            case PointsRolled():
                yield from self._rolled(scene, event)
            case Dropped(points=points, generals=generals, joined=True):
                led = any(scene.leads(general, kind) for general in self.generals for kind in self.points)
                if self.points and not led:
                    yield f"3.2: without a general of theirs {points} {generals} were picked up"
                self.generals |= set(generals or ())
                self.points |= set(points or ())
                if not self._led(scene) >= set(points or ()):
                    yield f"3.2: {points} were picked up by generals of other armies"
                self.led |= set(points or ())
            case Dropped(generals=generals):
                self.generals -= set(generals or ())
            case Stepped():
                yield from self._stepped(scene, event)
            case _:
                pass

    def _led(self, scene: Scene) -> set[str]:
        there = [general for general in self.generals if general in scene.where]
        return {kind for kind in self.points if any(scene.leads(general, kind) for general in there)}

    def _rolled(self, scene: Scene, event: PointsRolled) -> Iterator[str]:
        own = any(scene.leads(general, kind) for general in self.generals for kind in self.points)
        if own or not self.points:
            roll = sum(event.faces)
            best = max(scene.chart.general[general].strategic for general in self.generals)
            self.ap = 2 * (best + (2 if roll <= 5 else 3 if roll <= 8 else 4))
        else:
            self.ap = FLAT
        if (own or not self.points) != (len(event.faces) == 2) or event.halves != self.ap:
            yield f"3.1: {event} gives {event.halves} halves and not {self.ap}"

    def _stepped(self, scene: Scene, event: Stepped) -> Iterator[str]:
        side, foe = event.side, other(event.side)
        start, end, points, generals = event.start, event.end, event.points or {}, event.generals or ()
        sneaks = not points and (scene.controlled(end, foe) or bool(scene.generals(end, foe)))
        cost = scene.chart.cost(side, start, end, by_road=not sneaks)
        if cost is None:
            yield f"3.3: nobody goes from {start} to {end}"
            return
        if scene.chart.way[start, end] == "loire" and (
            scene.chart.zone(start, risen=scene.risen) or scene.strength(end, foe) or scene.generals(end, foe)
        ):
            yield f"3.3: the Loire was crossed from {start} to {end}"
        if not points and scene.strength(end, foe):
            yield f"3.7: {generals} went alone to {end}, where combat points are"
        if event.cost != cost:
            yield f"3.3: from {start} to {end} costs {cost} halves, not {event.cost}"
        spent = self.spent + cost
        if self.steps and spent > self.ap:
            yield f"3.2: {spent} of {self.ap} halves were spent to {end}"
        if self.steps and spent > FLAT and not self.led >= points.keys():
            yield f"3.1: {points.keys() - self.led} went on to {end} with nobody to lead them"
        self.spent, self.steps = min(self.ap, spent), self.steps + 1
        if event.left != self.ap - self.spent:
            yield f"3.2: {event.left} halves are left, and should be {self.ap - self.spent}"
        self.points, self.generals = set(points), set(generals)
