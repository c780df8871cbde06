"""Retreat and rout by the priorities of 4.5 on the true board, and what it costs to run through enemies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from data.vendee.schema import Side
from engines.core.events import Event
from engines.vendee.combat.events import BattleEnded, FellBack, Fought, GunsHeard, OutOfPowder, Pursued
from engines.vendee.events import Lost, Stepped
from engines.vendee.frames import Points
from tests.vendee.auditor.chart import other
from tests.vendee.auditor.scene import Law, Scene
from tests.vendee.auditor.stacking import quarrel, unwelcome

TOLL: dict[Side, dict[str, int]] = {
    "royalist": {"clear": 3, "mixed": 2, "bocage": 1, "marsh": 1},
    "republican": {"clear": 1, "mixed": 2, "bocage": 3, "marsh": 3},
}
"""Times the enemy's combat points that are lost where they are run into (4.6, A-58)."""


class Come(NamedTuple):
    """Counters that came to a combat."""

    side: Side
    origin: str
    kinds: frozenset[str]
    generals: frozenset[str]


class Fugitives(NamedTuple):
    """Who falls back from where."""

    side: Side
    start: str
    kinds: set[str]
    generals: set[str]
    armies: set[str]


def best(
    scene: Scene, who: Fugitives, near: Iterable[str], *, passing: bool, shunned: Iterable[str] = ()
) -> set[str]:
    """The areas between which they may choose: by class, then company (A-30), then the way home.

    :param shunned: areas that count as occupied.
    """
    shunned = set(shunned)
    ranks = {area: 2 if area in shunned else scene.rank(area, who.side) for area in near}
    found = [area for area in ranks if ranks[area] == min(ranks.values())]
    if who.side == "royalist":
        found = [area for area in found if _welcome(scene, who, area, passing=passing)] or found
    homes = {army: {area: scene.home(who.side, [army], area) for area in found} for army in who.armies}
    together = {area: scene.home(who.side, who.armies, area) for area in found}
    return {
        area
        for measure in (*homes.values(), together)
        for area in found
        if measure[area] == min(measure.values())
    }


def _welcome(scene: Scene, who: Fugitives, area: str, *, passing: bool) -> bool:
    if unwelcome(scene, who.kinds, who.generals, area):
        return False
    kinds = who.kinds | scene.force(area, "royalist").keys()
    return passing or not quarrel(scene, kinds, who.generals | scene.generals(area, "royalist"))


class Band(NamedTuple):
    """Counters of a losing force that keep together."""

    path: list[str]
    """Areas they were in, with that of the combat first."""
    points: Counter[str]

    def has(self, start: str, points: Points) -> bool:
        """Whether it may be these who are in that area."""
        return self.path[-1] == start and all(self.points[kind] >= n for kind, n in points.items())


class Retreats(Law):
    """Each step of a retreat is one of those that the priorities leave, and it is as long as it has to be."""

    def __init__(self) -> None:
        self._begin("", "republican", {})

    def _begin(self, area: str, attacker: Side, standing: Points) -> None:
        self.area, self.attacker = area, attacker
        self.came: list[Come] = []
        self.standing = set(standing)
        self.areas, self.withdrawal = 0, False
        self.bands: list[Band] = []
        self.path: list[str] = []
        """That of the band that falls back now."""
        self.side: Side = attacker
        self.tolls: dict[str, Counter[str]] = {}

    @property
    def barred(self) -> set[str]:
        """Areas that the attackers came from (A-53)."""
        return {come.origin for come in self.came if come.side == self.attacker}

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Stepped() | Pursued() if event.points and scene.strength(event.end, other(event.side)):
                self._begin(event.end, event.side, scene.force(event.end, other(event.side)))
                self._come(event.side, event.start, event.points, event.generals)
            case GunsHeard(success=True, side=side, start=start, points=points, generals=generals):
                self._come(side, start, points or {}, generals or ())
            case Fought(result=result, loser=loser):
                self.areas, self.side, self.withdrawal = int(result[2]), loser, False
            case OutOfPowder(areas=areas):
                self.areas, self.side, self.withdrawal = areas, "royalist", True
            case FellBack():
                yield from self._fell_back(scene, event)
            case Lost():
                yield from self._lost(scene, event)
            case BattleEnded():
                yield from self._ended(scene)
            case _:
                pass

    def _ended(self, scene: Scene) -> Iterator[str]:
        for band in self.bands:
            yield from self._arrived(scene, band)
        for area, toll in self.tolls.items():
            due = min(toll["came"], toll["due"])
            if toll["paid"] != due:
                yield f"4.6: {toll['paid']} were lost in {area}, and {due} should have been"
        self._begin("", "republican", {})

    def _band(self, start: str, points: Points) -> Band:
        """Those who are in an area now: whoever has run into the enemy waits there for the others (A-96)."""
        found = next((band for band in reversed(self.bands) if band.has(start, points)), None)
        if found is None:
            found = Band([self.area], Counter())
            self.bands.append(found)
        self.path = found.path
        found.points.clear()
        found.points.update(points)
        return found

    def _lost(self, scene: Scene, event: Lost) -> Iterator[str]:
        points = event.points or {}
        if event.case == "4.5":
            yield from self._trapped(scene, event.side, points, event.area or self.area)
        if event.case == "4.6" and event.area:
            for kind, count in points.items():
                self._pay(event.area, kind, count)
            self.tolls.setdefault(event.area, Counter())["paid"] += sum(points.values())

    def _pay(self, area: str, kind: str, count: int) -> None:
        for band in self.bands:
            if band.path[-1] == area:
                paid = min(count, band.points[kind])
                band.points[kind] -= paid
                count -= paid

    def _come(self, side: Side, origin: str, kinds: Iterable[str], generals: Iterable[str] | None) -> None:
        self.came.append(Come(side, origin, frozenset(kinds), frozenset(generals or ())))

    def _fell_back(self, scene: Scene, event: FellBack) -> Iterator[str]:
        side, end, foe = event.side, event.end, other(event.side)
        self._band(event.start, event.points)
        if event.start != self.path[-1]:
            yield f"4.5: they were in {self.path[-1]}, and went from {event.start}"
        gone = len(self.path) - 1
        if gone >= self.areas and not scene.strength(event.start, foe):
            yield f"4.5: they went on to {end} after {gone} areas, though {event.start} is free"
        who = self._fugitives(scene, event)
        origins = self._origins(side, who) if not gone else set()
        allowed = self._ways(scene, who)
        must = not gone and (side == self.attacker or self._all_came(side, who))
        if end not in (origins if must else allowed | origins):
            choice = sorted(origins if must else allowed | origins)
            yield f"4.5: {dict(event.points)} fell back from {event.start} to {end} and not to {choice}"
        self.path.append(end)
        foes = scene.strength(end, foe)
        if foes:
            toll = self.tolls.setdefault(end, Counter())
            toll["came"] += sum(event.points.values())
            toll["due"] = TOLL[side][scene.chart.area[end].terrain] * foes

    def _fugitives(self, scene: Scene, event: FellBack) -> Fugitives:
        armies = scene.armies(event.points, ()) or {"anjou"}
        return Fugitives(event.side, event.start, set(event.points), set(event.generals), armies)

    def _origins(self, side: Side, who: Fugitives) -> set[str]:
        """Where those who marched in, or attacked, came from, who may be among them."""
        return {come.origin for come in self.came if come.side == side and come.kinds & who.kinds}

    def _all_came(self, side: Side, who: Fugitives) -> bool:
        """Whether no combat point among them can have stood there from the first."""
        return not who.kinds & self.standing and bool(self._origins(side, who))

    def _ways(self, scene: Scene, who: Fugitives) -> set[str]:
        bars = self.barred if who.side != self.attacker else set()
        near = [area for area in scene.chart.dry(who.start) if area not in bars]
        fresh = [area for area in near if area not in self.path]
        if self.withdrawal:
            near = fresh = [area for area in fresh if not scene.strength(area, other(who.side))]
        if who.side == "royalist" and scene.turn == 1:
            armies = scene.armies(who.kinds, who.generals)
            home = [area for area in near if {scene.chart.zone(area, risen=False)} == armies]
            fresh = (
                [area for area in fresh if area in home]
                or [area for area in home if area != self.area]
                or fresh
            )
        left = self.areas - (len(self.path) - 1)
        # A free area is what they look for: nobody turns back from it.
        choice = fresh or (near if scene.strength(who.start, other(who.side)) else [])
        return best(scene, who, choice, passing=left > 1) if choice else set()

    def _arrived(self, scene: Scene, band: Band) -> Iterator[str]:
        """A band has come to its end, or is no more."""
        path = self.path = band.path
        if len(path) < 2 or not any(count > 0 for count in band.points.values()):
            return
        if scene.strength(path[-1], other(self.side)):
            yield f"4.5: a retreat ends in {path[-1]} with the enemy"
        if len(path) - 1 < self.areas:
            armies = scene.armies(band.points, ()) or {"anjou"}
            ways = self._ways(scene, Fugitives(self.side, path[-1], set(band.points), set(), armies))
            if ways:
                yield f"4.5: a retreat of {self.areas} areas ended in {path[-1]} after {len(path) - 1}"

    def _trapped(self, scene: Scene, side: Side, points: Points, area: str) -> Iterator[str]:
        band = self._band(area, points)
        band.points.clear()
        if side != self.attacker and scene.chart.area[self.area].bank == "island":
            return
        armies = scene.armies(points, ()) or {"anjou"}
        ways = self._ways(scene, Fugitives(side, area, set(points), set(), armies))
        if ways:
            yield f"4.5: {points} were lost in {area}, and could have gone to {sorted(ways)}"
