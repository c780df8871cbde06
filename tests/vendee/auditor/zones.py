"""Zones of control bind combat points on the move, and in the first turn their homes do (3.4, 7.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.core.events import Event
from engines.vendee.combat.events import Fought, GunsHeard, Pursued
from engines.vendee.events import Announced, Stepped
from engines.vendee.frames import Kind
from tests.vendee.auditor.chart import other, side_of
from tests.vendee.auditor.scene import Law, Scene


class Zones(Law):
    """From one enemy zone of control to another only those pass who came by road and go on so at once."""

    def __init__(self) -> None:
        self.riding: Counter[Kind] = Counter()
        """Combat points that entered where they are by road, in the step before."""

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Announced() | Fought():
                self.riding = Counter()
            case Stepped():
                yield from self._stepped(scene, event)
            case _:
                pass
        match event:
            case (
                Stepped(end=end, points=points, generals=generals)
                | Pursued(end=end, points=points, generals=generals)
                | GunsHeard(area=end, success=True, points=points, generals=generals)
            ):
                armies = scene.armies(points or (), generals or ())
                royal = any(side_of(army) == "royalist" for army in armies)
                if royal and scene.turn == 1 and {scene.chart.zone(end, risen=False)} != armies:
                    yield f"7.1: {armies} left their zone for {end} in the first turn"
            case _:
                pass

    def _stepped(self, scene: Scene, event: Stepped) -> Iterator[str]:
        foe, points = other(event.side), Counter[Kind](event.points or {})
        road = frozenset((event.start, event.end)) in scene.chart.road
        bound = scene.controlled(event.start, foe) and scene.controlled(event.end, foe)
        if points and bound and not scene.strength(event.end, foe) and not (road and points <= self.riding):
            yield f"3.4: {dict(points)} passed from {event.start} to {event.end}, both controlled"
        self.riding = points if road else Counter[Kind]()
