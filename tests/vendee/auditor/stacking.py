"""Who is where with whom (3.5): on entering, and at rest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from data.vendee.schema import Side
from engines.core.events import Event, Roll
from engines.vendee.combat.events import FellBack, GunsHeard, Pursued
from engines.vendee.events import Fled, Placed, Stepped
from tests.vendee.auditor.chart import side_of
from tests.vendee.auditor.scene import Law, Scene

LONER = "la-catheliniere"
BOLD = {"charette", "joly"}
FREED = ("lescure",)
"""Whom E3 places in Bressuire, whoever is there."""
SIDES: tuple[Side, ...] = ("republican", "royalist")


def discord(scene: Scene, area: str) -> set[str]:
    """Why counters in an area may not rest there together; in words, one for each reason."""
    return {
        reason
        for side in SIDES
        for reason in quarrel(scene, set(scene.force(area, side)), scene.generals(area, side))
    }


def quarrel(scene: Scene, kinds: set[str], generals: set[str]) -> set[str]:
    """Why counters of one side may not rest together."""
    found: set[str] = set()
    armies = scene.armies(kinds, generals)
    blue = {scene.attached if army == "mayence" else army for army in armies if side_of(army) != "royalist"}
    if "e13" not in scene.past:
        found.update(f"{one} and {two}" for one, two in combinations(sorted(map(str, blue)), 2))
    if {"centre", "loroux"} <= armies and "anjou" not in armies:
        found.add("Centre and Loroux without Anjou")
    if LONER in generals and (len(generals) > 1 or "loroux" in kinds):
        found.add("La Cathelinière and others")
    return found


def unwelcome(scene: Scene, kinds: set[str], generals: set[str], area: str) -> bool:
    """Whether Royalists may not go where others of theirs are, but for a test."""
    coming = scene.armies(kinds, generals)
    there = scene.armies(scene.force(area, "royalist"), scene.generals(area, "royalist"))
    quiet = {"anjou", "centre"}
    return bool((coming & quiet and "bas-poitou" in there) or ("bas-poitou" in coming and there & quiet))


def _newcomers(event: Placed | GunsHeard) -> bool:
    """Whether who comes may stay away: E3 names the place."""
    return isinstance(event, GunsHeard) or event.generals != FREED


class Stacking(Law):
    """Only a retreat, or the going of others, leaves those together who may not be; entering has laws too."""

    def __init__(self) -> None:
        self.known: dict[str, set[str]] = {}
        """Discord that is not the doing of whoever came last."""
        self.came: dict[str, str] = {}
        """Who has brought new discord, by area, and may still go on."""
        self.tested = False

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Placed(area="bressuire", generals=generals) if generals == FREED:
                pass
            case Roll(purpose="join", success=success):
                self.tested = success
            case (
                Stepped(side="royalist", end=area, points=points, generals=generals)
                | Pursued(side="royalist", end=area, points=points, generals=generals)
                | GunsHeard(side="royalist", area=area, success=True, points=points, generals=generals)
                | Placed(side="royalist", area=area, points=points, generals=generals)
            ):
                yield from self._enter(scene, area, set(points or ()), set(generals or ()))
            case _:
                pass

    def _enter(self, scene: Scene, area: str, kinds: set[str], generals: set[str]) -> Iterator[str]:
        coming = scene.armies(kinds, generals)
        there = scene.armies(scene.force(area, "royalist"), scene.generals(area, "royalist"))
        if coming & {"anjou", "centre"} and "bas-poitou" in there:
            yield f"3.5: {coming} entered {area}, where Bas-Poitou is"
        if "bas-poitou" in coming and there & {"anjou", "centre"}:
            if not self.tested or not generals & BOLD:
                yield f"3.5: Bas-Poitou entered {area}, where {there} are, without a test passed"
            self.tested = False

    def after(self, scene: Scene, event: Event) -> Iterator[str]:
        named = [getattr(event, field, None) for field in ("area", "start", "end")]
        for area in [area for area in scene.chart.area if area in named]:
            now = discord(scene, area)
            known = self.known.get(area, set()) & now
            match event:
                case Stepped(end=end) | Pursued(end=end) if end == area:
                    if now - known:
                        self.came[area] = f"{event}"
                case Placed() | GunsHeard() if now - known and _newcomers(event) and event.area == area:
                    yield f"3.5: {now} in {area} by {event}"
                case FellBack() | Fled():
                    known = now
                case _:
                    # Others have gone, or were lost.
                    if area not in self.came:
                        known = now
            self.known[area] = known
            if not now - known:
                self.came.pop(area, None)

    def at_rest(self, scene: Scene) -> Iterator[str]:
        for area, cause in self.came.items():
            yield f"3.5: {discord(scene, area)} rest in {area} after {cause}"
        self.came.clear()
