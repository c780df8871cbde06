"""Morale moves by the exhaustive list and by nothing else (5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from data.vendee.schema import Side
from engines.core.events import Event, TableRoll
from engines.vendee.combat.events import Fought, IncidentsDrawn
from engines.vendee.events import (
    EventPlayed,
    FleetCame,
    MessengersRolled,
    MoraleChanged,
    OfficerFate,
    PlaceTaken,
)
from tests.vendee.auditor.chart import other
from tests.vendee.auditor.scene import Law, Scene

END = 2
"""The ends of the track are this far from 0."""
PLAYED: dict[str, dict[Side, int]] = {"e4": {"royalist": 1}, "e12": {"republican": 1, "royalist": -1}}


class Morale(Law):
    """Every change has its cause, and every cause its change."""

    def __init__(self) -> None:
        self.due: list[tuple[Side, int, str]] = []
        self.beaten = self.objective = False
        self.incidents: tuple[str, ...] = ()

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case IncidentsDrawn(drawn=drawn):
                self.incidents = drawn
            case Fought():
                self._fought(event)
            case EventPlayed(event=marker):
                for side, change in PLAYED.get(marker, {}).items():
                    self._owe(side, change, marker)
            case FleetCame() | MessengersRolled() | TableRoll(purpose="fraud"):
                self._abroad(event)
            case PlaceTaken(area=area, side="royalist") if scene.chart.area[area].stronghold:
                self._owe("royalist", 1, f"{area} taken")
            case OfficerFate():
                self._fallen(scene, event)
            case MoraleChanged():
                yield from self._changed(scene, event)
            case _:
                pass

    def _abroad(self, event: FleetCame | MessengersRolled | TableRoll) -> None:
        match event:
            case FleetCame(result=result):
                self._owe("royalist", 2 if result == "landed" else -2, "the English")
            case MessengersRolled(result="accepted"):
                self._owe("royalist", 1, "England agrees")
            case MessengersRolled(result="captured"):
                self._owe("republican", 1, "messengers caught")
            case TableRoll(faces=[face]):
                self._owe("royalist", -2 if face <= 2 else -1 if face <= 5 else 0, "the bishop")
            case _:
                pass

    def _fallen(self, scene: Scene, event: OfficerFate) -> None:
        general = scene.chart.general[event.general]
        if event.fate == "captured" and general.side == "royalist":
            self._owe("republican", 1, f"{general.id} captured")
        if event.fate == "killed" and event.case == "4.3 T1" and general.tactical == 3:
            self._owe("royalist", -1, f"{general.id} killed")

    def _owe(self, side: Side, change: int, cause: str) -> None:
        if change:
            self.due.append((side, change, cause))

    def _fought(self, event: Fought) -> None:
        size = sum(sum(points.values()) for points in event.points.values())
        moved = (size >= 10) + (size >= 20) + (size >= 30)
        self._owe(other(event.loser), moved, "victory")
        if event.rout:
            self._owe(event.loser, -moved, "rout")
            if event.loser == "republican" and "t5" in self.incidents:
                self._owe("royalist", 1, "the Marie-Jeanne")
        if event.points[event.loser].get("mayence") and not self.beaten:
            self.beaten = True
            self._owe("royalist", 1, "the Mayençais beaten")

    def _changed(self, scene: Scene, event: MoraleChanged) -> Iterator[str]:
        found = next((due for due in self.due if due[:2] == (event.side, event.change)), None)
        if found:
            self.due.remove(found)
        elif (event.side, event.change) == ("royalist", -2) and not self.objective:
            self.objective = True
            if not any(_occupied(scene)):
                yield "5.1: no primary objective is occupied"
        else:
            yield f"5.1: nothing moves morale of {event.side} by {event.change}: {event.reason}"
        if event.before != scene.morale[event.side]:
            yield f"5.1: morale was {scene.morale[event.side]}, not {event.before}"
        if event.after != max(-END, min(END, event.before + event.change)):
            yield f"5.1: {event.before} and {event.change} do not come to {event.after}"

    def at_rest(self, scene: Scene) -> Iterator[str]:
        for side, change, cause in self.due:
            yield f"5.1: morale of {side} should have moved by {change}: {cause}"
        self.due.clear()
        if not self.objective and any(_occupied(scene)):
            self.objective = True
            yield "5.1: a primary objective is occupied for the first time, and morale stayed"


def _occupied(scene: Scene) -> Iterator[str]:
    """Primary objectives that Republicans hold."""
    for id, area in scene.chart.area.items():
        if area.objective == "primary" and scene.strength(id, "republican"):
            yield id
