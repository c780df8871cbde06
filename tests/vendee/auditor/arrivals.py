"""Who arrives, how many, and where (2.2, 7.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.core.events import ChapterBegun, Event, TableRoll
from engines.vendee.events import EventPlayed, Lost, Placed, Raised, Sailed
from engines.vendee.frames import Kind
from tests.vendee.auditor.chart import side_of
from tests.vendee.auditor.scene import Law, Scene
from tests.vendee.auditor.stacking import FREED, quarrel, unwelcome

COLUMNS = {
    "anjou": (16, 20, 24, 28, 32),
    "centre": (8, 9, 10, 11, 12),
    "bas-poitou": (6, 7, 8, 9, 10),
    "loroux": (2, 3, 4, 5, 6),
    "guards": (4, 4, 5, 6, 6),
    "minor": (8, 9, 10, 11, 12),
    "major": (16, 20, 24, 28, 32),
}
CALLS = {
    "e9": {"nantes": "major", "saumur": "major", "la-rochelle": "minor"},
    "e10": {"nantes": "minor", "saumur": "minor", "la-rochelle": "major"},
    "e11": {"nantes": "minor", "saumur": "major", "la-rochelle": "minor"},
    "e12": {"mayence": "major"},
}
"""Columns that the Republic rolls on, by event."""
GIFT = 4
QUIET, LOST = -2, -4


class Arrivals(Law):
    """As many come as the table says, to bases or zones, or next to them where those are closed."""

    def __init__(self) -> None:
        self.waiting: Counter[str] = Counter()
        """Combat points that are still to be placed."""
        self.at_sea: Counter[str] = Counter()
        self.due: dict[str, int] = {}
        """Figures that were rolled and not raised yet."""
        self.played: list[str] = []
        self.landed: str | None = None
        """The port of the combat point that is placed next."""

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case ChapterBegun():
                self.waiting, self.played = Counter(), []
            case EventPlayed(event=marker):
                self.played.append(marker)
            case TableRoll(purpose=purpose, faces=faces) if purpose.startswith("reinforcements of "):
                army = purpose.removeprefix("reinforcements of ")
                self.due[army] = _figure(self._column(army), sum(faces) + _worse(scene, army))
            case TableRoll(purpose="Chouans", faces=faces):
                self.due["chouans"] = _figure("loroux", sum(faces))
            case Raised(kind=kind, points=points):
                yield from self._raised(scene, kind, points or 0)
            case Sailed():
                self._sail(event)
            case Lost(area=None):
                self.waiting = Counter()
            case Placed(generals=generals, points=points) if generals != FREED and "emigres" not in (
                points or {}
            ):
                yield from self._place(scene, event)
            case _:
                pass

    def _column(self, army: str) -> str:
        if side_of(army) == "royalist":
            return army
        calls = [marker for marker in self.played if marker in CALLS]
        return CALLS[calls[-1]][army] if calls else "guards"

    def _raised(self, scene: Scene, kind: Kind, points: int) -> Iterator[str]:
        due = self.due.pop(kind, None)
        if due is None:
            due = GIFT if kind == "anjou" and "e2" in self.played and "e1" not in self.played else 0
        elif kind in COLUMNS:
            due = max(0, due - self._used(scene, kind))
        pool = scene.chart.pool(kind)
        if pool is not None:
            due = max(0, min(due, pool - self._used(scene, kind)))
        if points != due:
            yield f"2.2: {points} of {kind} come, and {due} should"
        self.waiting[kind] += points

    def _used(self, scene: Scene, kind: Kind) -> int:
        there = sum(held[kind] for held in scene.points.values())
        return there + self.waiting[kind] + self.at_sea[kind]

    def _sail(self, event: Sailed) -> None:
        """A combat point that sails is at sea until it lands or is lost, also while no port is open."""
        kind = event.kind
        if event.area is not None:
            self.landed = event.area
            self.at_sea[kind] -= 1
            self.waiting[kind] += 1
            return
        if event.start is not None or self.played[-1:] == ["e15"]:
            self.waiting[kind] -= event.start is None
            self.at_sea[kind] += 1
        self.at_sea[kind] -= event.result == "lost"

    def _place(self, scene: Scene, event: Placed) -> Iterator[str]:
        ported, self.landed = self.landed == event.area, None
        for kind, count in (event.points or {}).items():
            self.waiting[kind] -= count
            if not ported and event.area not in places(scene, kind, None):
                yield f"2.2: {kind} arrives in {event.area}"
        for general in event.generals or ():
            army = scene.army[general]
            if army and event.area not in places(scene, army, general):
                yield f"2.2: {general} arrives in {event.area}"


def _worse(scene: Scene, army: str) -> int:
    """What makes the roll of a royalist army worse."""
    goals = [id for id, area in scene.chart.area.items() if area.zone == army and area.objective]
    lost = bool(goals) and all(scene.strength(id, "republican") for id in goals)
    return QUIET * (army == "anjou" and not scene.risen) + LOST * lost


def _figure(column: str, roll: int) -> int:
    return COLUMNS[column][sum(roll > most for most in (3, 5, 8, 10))]


def places(scene: Scene, kind: str, general: str | None) -> set[str]:
    """Areas where combat points of an army, or a general of it, may arrive."""
    army = "anjou" if kind == "chouans" else kind
    if side_of(army) == "royalist":
        return _royal(scene, army, kind, general)
    return _blue(scene, str(scene.attached) if army == "mayence" else army)


def _blue(scene: Scene, army: str) -> set[str]:
    chart = scene.chart
    if scene.turn == 1:
        free = {id for id in chart.area if chart.zone(id, risen=False) is None}
        return {
            id
            for id in free
            if chart.distance(id, chart.bases(army)) == chart.distance(id, chart.bases(None))
        }
    bases = set(chart.bases(army))
    lost = {base for base in bases if scene.strength(base, "royalist")}
    beside = {end for start, end in chart.way if start in lost}
    return {area for area in bases | beside if not scene.strength(area, "royalist")}


def _royal(scene: Scene, army: str, kind: str, general: str | None) -> set[str]:
    chart = scene.chart
    if scene.turn == 1:
        return {id for id, area in chart.area.items() if area.zone == army and area.objective}
    safe = {
        area
        for area in chart.area
        if not scene.strength(area, "republican") and not scene.controlled(area, "republican")
    }
    home = {area for area in chart.area if chart.zone(area, risen=scene.risen) == army}
    beside = {end for start, end in chart.way if start in home} - home
    friendly = {area for area in beside if chart.zone(area, risen=scene.risen)}
    for areas in (home, friendly, beside):
        if open_to := {area for area in areas & safe if _room(scene, area, kind, general)}:
            return open_to
    return set()


def _room(scene: Scene, area: str, kind: str, general: str | None) -> bool:
    """Whether the stacking rules let Royalists come there (3.5)."""
    kinds, generals = ({kind}, set[str]()) if general is None else (set[str](), {general})
    there, leaders = set[str](scene.force(area, "royalist")), scene.generals(area, "royalist")
    return not unwelcome(scene, kinds, generals, area) and not quarrel(
        scene, there | kinds, leaders | generals
    )
