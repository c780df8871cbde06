"""A combat's whole arithmetic: who is in it, odds, columns, modifiers, result and losses (4.1 to 4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from data.vendee.schema import RoyalArmy, Side
from engines.core.events import Event
from engines.vendee.combat.events import (
    BattleEnded,
    FellBack,
    Fought,
    GunsHeard,
    IncidentsDrawn,
    Pursued,
)
from engines.vendee.events import EventPlayed, Lost, Stepped
from engines.vendee.frames import Kind
from tests.vendee.auditor.chart import other, rounded
from tests.vendee.auditor.scene import Law, Scene

COLUMNS = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1")
ROWS = (2, 4, 6, 7, 9, 11)
RESULTS = (
    "AD4-60 AD4-50 AD3-40 AR2-40 AR2-40 AR2-30 AR1-20 AR1-20",
    "AD4-50 AD3-40 AR2-40 AR2-30 AR2-30 AR1-20 DR1-20 DR1-20",
    "AD3-40 AR2-40 AR2-30 AR1-30 AR1-20 DR1-20 DR2-30 DR2-30",
    "AR2-40 AR2-30 AR1-30 AR1-20 DR1-20 DR1-30 DR2-40 DD3-40",
    "AR1-30 AR1-30 AR1-20 DR1-20 DR2-30 DR2-40 DD3-40 DD4-50",
    "AR1-20 AR1-20 DR1-20 DR1-30 DR2-40 DD3-40 DD4-50 DD4-60",
    "DR1-20 DR1-30 DR2-30 DR2-40 DD3-40 DD4-50 DD4-60 DD4-70",
)
MARKERS: tuple[RoyalArmy, ...] = ("anjou", "centre", "bas-poitou")
GUESTS: tuple[Kind, ...] = ("loroux", "deserters", "emigres")
"""Combat points that go by the marker of whom they are with."""
SIDES: tuple[Side, ...] = ("republican", "royalist")


def shares(force: Mapping[Kind, int]) -> list[dict[RoyalArmy, int]]:
    """Combat points by marker of powder, for each host that the Loroux and bands can have with them (5.2)."""
    own: Counter[RoyalArmy] = Counter()
    for army in MARKERS:
        count = force.get(army, 0) + (force.get("chouans", 0) if army == "anjou" else 0)
        own.update({army: count} if count else {})
    guests = sum(force.get(kind, 0) for kind in GUESTS)
    hosts: Iterable[RoyalArmy] = own or ("anjou",)
    return [{**own, host: own[host] + guests} for host in hosts]


class Combat(Law):
    """The printed result follows from who is there, the ground, the markers and the dice."""

    def __init__(self) -> None:
        self.ways: list[str] = []
        self.incidents: tuple[str, ...] = ()
        self.fortified = False

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case EventPlayed(event="e6"):
                self.fortified = True
            case Stepped() | Pursued() if event.points and scene.strength(event.end, other(event.side)):
                self.ways = [scene.chart.way[event.start, event.end]]
                self.attacker: Side = event.side
                self.incidents = ()
            case GunsHeard(success=True, side=side, start=start, area=area):
                if side == self.attacker:
                    self.ways.append(scene.chart.way[start, area])
            case IncidentsDrawn(area=area, drawn=drawn):
                self.incidents = drawn
                size = sum(scene.strength(area, side) for side in SIDES)
                wanted = 1 + (size >= 10) + (size >= 20) + (size >= 30)
                if len(drawn) != wanted:
                    yield f"4.3: {len(drawn)} incidents were drawn for {size} combat points"
            case Fought():
                yield from self._fought(scene, event)
            case BattleEnded():
                self.fortified = False
            case _:
                pass

    def _fought(self, scene: Scene, event: Fought) -> Iterator[str]:
        area, attacker = event.area, event.attacker
        for side in SIDES:
            if scene.force(area, side) != dict(event.points[side]):
                yield f"4.1: {event.points[side]} fight in {area}, where {scene.force(area, side)} are"
            if scene.generals(area, side) != set(event.generals[side]):
                yield f"4.1: {event.generals[side]} fight in {area}"
        ours, theirs = scene.strength(area, attacker), scene.strength(area, other(attacker))
        if not ours or not theirs:
            yield f"4.1: {ours} and {theirs} fight in {area}"
            return
        odds = [(int(column[0]), int(column[2])) for column in COLUMNS]
        fitting = [at for at, (high, low) in enumerate(odds) if ours * low >= theirs * high]
        column = max(0, min(7, max(fitting, default=0) + self._shift(scene, area, attacker)))
        if event.ratio != COLUMNS[max(fitting, default=0)] or event.column != COLUMNS[column]:
            yield f"4.1: {ours} to {theirs} is {event.column}, and should be {COLUMNS[column]}"
        sums = {
            event.white + event.coloured + self._modifier(scene, area, attacker, powder) - 2 * (not fitting)
            for powder in self._powder(scene, scene.force(area, "royalist"))
        }
        if event.total not in sums:
            yield f"4.1: the dice come to {event.total}, and should to {sorted(sums)}"
        row = sum(event.total > end for end in ROWS)
        result = RESULTS[row].split()[column]
        loser = attacker if result[0] == "A" else other(attacker)
        percent = (
            30 if event.white == event.coloured else 10 if event.coloured > event.white else 20
        )  # of the smaller force
        losses = {
            side: rounded(scene.strength(area, side), int(result[4:]))
            if side == loser
            else rounded(min(ours, theirs), percent)
            for side in SIDES
        }
        if (event.result, event.loser, event.rout) != (result, loser, result[1] == "D"):
            yield f"4.1: the result is {event.result}, and should be {result}"
        if dict(event.losses) != losses:
            yield f"4.1: {event.losses} are to be lost, and should be {losses}"

    def _shift(self, scene: Scene, area: str, attacker: Side) -> int:
        """Columns to the right."""
        royal = 1 if attacker == "royalist" else -1
        terrain = scene.chart.area[area].terrain
        shift = royal * {"bocage": 1, "marsh": 1, "clear": -1, "mixed": 0}[terrain]
        blue = scene.force(area, "republican")
        if not supplied(scene, blue, area):
            shift += royal
        if "gois" in self.ways:
            shift -= 2
        elif "bridge" in self.ways:
            shift -= 2 if set(self.ways) == {"bridge"} else 1
        if "t4" in self.incidents:
            shift -= 2 * royal
        if "t12" in self.incidents and 2 * blue.get("mayence", 0) < sum(blue.values()):
            shift += 2 * royal
        return shift

    def _modifier(self, scene: Scene, area: str, attacker: Side, powder: int) -> int:
        """All that is added to the dice but for hopeless odds."""
        royal = 1 if attacker == "royalist" else -1
        found = self._tactics(scene, area, attacker) - self._tactics(scene, area, other(attacker))
        lead = scene.morale["royalist"] - scene.morale["republican"]
        found += royal * ((lead > 0) - (lead < 0)) - royal * max(0, -powder)
        found -= scene.chart.area[area].stronghold + self.fortified
        clear = scene.chart.area[area].terrain == "clear"
        worth = {"t3": 1, "t6": -2, "t9": -2 if clear else -1, "t10": -1}
        worth["t11"] = -1 if scene.force(area, "republican").get("mayence") else 0
        return found + royal * sum(worth.get(id, 0) for id in set(self.incidents))

    def _tactics(self, scene: Scene, area: str, side: Side) -> int:
        led = [
            scene.chart.general[general].tactical
            for general in scene.generals(area, side)
            if any(scene.leads(general, kind) for kind in scene.force(area, side))
        ]
        return max(led, default=0)

    def _powder(self, scene: Scene, force: Mapping[Kind, int]) -> set[int]:
        """Marker of the most numerous; of those that tie the Royalists take the better (A-36)."""
        return {
            max(scene.powder[army] for army in one if one[army] == max(one.values())) for one in shares(force)
        }


def supplied(scene: Scene, blue: Mapping[Kind, int], area: str) -> bool:
    """Whether the army with most Republicans has a road to a base of its own (4.4, A-49, A-50)."""
    chart = scene.chart
    if chart.area[area].bank == "island":
        return True
    hosts = {scene.attached if kind == "mayence" else kind for kind in most(blue)}
    starts = [near for near in {area} | chart.controls(area) if _roads(scene, near)]
    starts = [near for near in starts if near == area or not scene.strength(near, "royalist")]
    reached = set(starts)
    while starts:
        here = starts.pop()
        for near in _roads(scene, here):
            if near not in reached and not scene.strength(near, "royalist"):
                reached.add(near)
                starts.append(near)
    return any(chart.area[base].base in hosts for base in reached & set(chart.bases(None)))


def most(force: Mapping[Kind, int]) -> Collection[str]:
    """Kinds with most combat points."""
    return [kind for kind in force if force[kind] == max(force.values())]


def _roads(scene: Scene, area: str) -> Iterable[str]:
    return [near for near in scene.chart.dry(area) if frozenset((area, near)) in scene.chart.road]


class Losses(Law):
    """Each side pays what the result says, of those who fought, before anybody falls back (4.1, A-37)."""

    def __init__(self) -> None:
        self.owed: Counter[Side] = Counter()

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Fought(losses=losses):
                self.owed = Counter(losses)
            case Lost(case="4.1", side=side, points=points):
                self.owed[side] -= sum((points or {}).values())
            case FellBack() | BattleEnded():
                for side, left in self.owed.items():
                    if left:
                        yield f"4.1: {side} has still {left} to lose, or has lost too many"
                self.owed.clear()
            case _:
                pass
