"""Who goes home, and who answers to the Committee (2.5, 2.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.core.events import ChapterBegun, Event, PhaseBegun, Roll, TableRoll
from engines.vendee.combat.events import Fought
from engines.vendee.events import Deserted, OfficerFate, Spared, Tried
from engines.vendee.frames import Kind
from tests.vendee.auditor.chart import ROYAL_ARMIES, rounded
from tests.vendee.auditor.scene import Law, Scene

STATUS = {"noble": -2, "sans-culotte": 2}
SAVED = 7


class Desertion(Law):
    """As many go home as the table says, from the first class of areas that has any, and generals follow."""

    def __init__(self) -> None:
        self.owed: Counter[str] = Counter()
        self.left: dict[str, set[str]] = {}
        """Areas that each army has deserted from."""

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case TableRoll(purpose=purpose, faces=faces) if purpose.startswith("desertion of "):
                army = purpose.removeprefix("desertion of ")
                roll = sum(faces) + scene.morale["royalist"]
                percent = 20 if 6 <= roll <= 8 else 40 if 4 <= roll <= 10 else 60
                self.owed[army] = rounded(sum(_there(scene, army).values()), percent)
            case Deserted(area=area, gone=gone):
                for kind, count in (gone or {}).items():
                    self.owed[kind] -= count
                    self.left.setdefault(kind, set()).add(area)
            case PhaseBegun(phase="committee"):
                yield from self._over(scene)
            case _:
                pass

    def _over(self, scene: Scene) -> Iterator[str]:
        for army, count in self.owed.items():
            if count:
                yield f"2.5: {count} of {army} should still have gone home"
        for army, areas in self.left.items():
            last = max(_class(scene, army, area) for area in areas)
            for area in _there(scene, army):
                if _class(scene, army, area) < last:
                    yield f"2.5: {army} stays in {area}, and others went home before"
        for area in set().union(*self.left.values()):
            if scene.generals(area, "royalist") and not scene.strength(area, "royalist"):
                yield f"2.5: {scene.generals(area, 'royalist')} stay in {area} without men"
        self.owed.clear()
        self.left.clear()


def _there(scene: Scene, army: str) -> dict[str, int]:
    """Combat points of an army by area; of no band."""
    kinds: list[Kind] = [kind for kind in ROYAL_ARMIES if kind == army]
    return {area: count for area, held in scene.points.items() for kind in kinds if (count := held[kind]) > 0}


def _class(scene: Scene, army: str, area: str) -> int:
    if scene.chart.area[area].terrain == "clear":
        return 1
    zone = scene.chart.zone(area, risen=scene.risen)
    return 2 if zone is None else 4 if zone == army else 3


class Committee(Law):
    """All who neither fought nor stand with men in a zone are tried, but for one of each army."""

    def __init__(self) -> None:
        self.fought: set[str] = set()
        self.denounced: set[str] = set()
        self.idle: dict[str, set[str]] = {}
        self.spared: set[str] = set()
        self.tried: set[str] = set()

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case ChapterBegun():
                self.fought = set()
            case Fought(generals=generals):
                self.fought |= set(generals["republican"])
            case OfficerFate(general=general, fate="tribunal"):
                self.denounced.add(general)
            case PhaseBegun(phase="committee"):
                self._sit(scene)
            case PhaseBegun(phase="end"):
                yield from self._rose()
            case Spared(general=general):
                self.spared.add(general)
            case Tried(general=general):
                self.tried.add(general)
            case Roll(purpose=str(purpose)) if purpose.startswith("trial of "):
                status = scene.chart.general[purpose.removeprefix("trial of ")].status
                total = sum(event.faces) + STATUS.get(status or "", 0)
                if total != event.total or event.success != (total >= SAVED):
                    yield f"2.6: {purpose} comes to {total}, not {event.total}"
            case _:
                pass

    def _sit(self, scene: Scene) -> None:
        self.idle, self.spared, self.tried = {}, set(), set()
        for general, area in scene.where.items():
            army = scene.army[general]
            with_men = scene.chart.zone(area, risen=scene.risen) and scene.strength(area, "republican")
            blue = scene.chart.general[general].side == "republican"
            if blue and army and general not in self.fought and not with_men:
                self.idle.setdefault(army, set()).add(general)

    def _rose(self) -> Iterator[str]:
        due = set(self.denounced)
        for army, idle in self.idle.items():
            if len(idle & self.spared) != 1:
                yield f"2.6: of {army} {idle & self.spared} were spared"
            due |= idle - self.spared
        if due != self.tried:
            yield f"2.6: {sorted(self.tried)} were tried, and {sorted(due)} should have been"
        self.denounced = set()
