"""The map as the box's data has it: ways, roads, what controls what, and how far it is (0.2, 3.3, 3.4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache

from data.vendee.pack import LIBRARY
from data.vendee.schema import Area, General, Pack, RoyalArmy, Side

FAR = 99
ROYAL_ARMIES: tuple[RoyalArmy, ...] = ("anjou", "centre", "loroux", "bas-poitou")
BANDS = ("chouans", "deserters", "emigres")
_TERRAIN: dict[Side, dict[str, int]] = {
    "republican": {"clear": 2, "mixed": 4, "marsh": 6, "bocage": 6},
    "royalist": {"clear": 2, "mixed": 2, "marsh": 2, "bocage": 2},
}
"""Action costs in halves, as printed; so with all costs here."""
_ROAD = {"royal": 1, "major": 2}
_GOIS, _LOIRE = 4, 8


class Chart:
    """Areas and what joins them."""

    def __init__(self, pack: Pack) -> None:
        board = pack.board
        self.area: dict[str, Area] = {area.id: area for area in board.area}
        self.general: dict[str, General] = {general.id: general for general in pack.generals.general}
        self.pools = {army.id: army.pool for army in pack.armies.army}
        self.road: dict[frozenset[str], str] = {}
        for road in board.road:
            for pair in zip(road.through, road.through[1:], strict=False):
                if self.road.get(frozenset(pair)) != "royal":
                    self.road[frozenset(pair)] = road.rank
        self.bridge = {frozenset((bridge.town, bridge.far)) for bridge in board.bridge}
        self.way: dict[tuple[str, str], str] = {}
        for border in pack.borders.border:
            if border.outer is None and not border.closed:
                a, b = border.between
                self.way[a, b] = self.way[b, a] = self._over(a, b)
        for causeway in board.causeway:
            a, b = causeway.island, causeway.mainland
            self.way[a, b] = self.way[b, a] = "gois"
        self.towns = {bridge.town: bridge.far for bridge in board.bridge}

    def _over(self, a: str, b: str) -> str:
        if self.area[a].bank == self.area[b].bank:
            return "land"
        return "bridge" if frozenset((a, b)) in self.bridge else "loire"

    def near(self, area: str, *ways: str) -> list[str]:
        """Neighbours that are joined in one of these ways."""
        return [end for (start, end), way in self.way.items() if start == area and way in ways]

    def dry(self, area: str) -> list[str]:
        """Neighbours without a swim over the Loire."""
        return self.near(area, "land", "bridge", "gois")

    def controls(self, area: str) -> set[str]:
        """Where combat points in an area have their zone of control (3.4)."""
        if self.area[area].bank == "island":
            return set()
        return {*self.near(area, "land"), *([self.towns[area]] if area in self.towns else [])}

    def cost(self, side: Side, start: str, end: str, *, by_road: bool = True) -> int | None:
        """What entering an area costs, in half action points; None: nobody may."""
        match self.way.get((start, end)):
            case None:
                return None
            case "gois":
                return _GOIS
            case "loire":
                return _LOIRE if side == "republican" else None
            case _:
                ground = _TERRAIN[side][self.area[end].terrain]
                rank = self.road.get(frozenset((start, end))) if by_road else None
                return ground if rank is None else min(ground, _ROAD[rank])

    def zone(self, area: str, *, risen: bool) -> str | None:
        """The army in whose influence zone an area lies; la Gâtine is Anjou's once it has risen."""
        zone = self.area[area].zone
        if zone == "gatine":
            return "anjou" if risen else None
        return zone

    def distance(self, area: str, ends: Iterable[str]) -> int:
        """Areas to the nearest of some, the Loire by bridges only."""
        return min((_distances(self, area).get(end, FAR) for end in ends), default=FAR)

    def pool(self, kind: str) -> int | None:
        """Counters of an army, in combat points; None: as many as are wanted."""
        return next((pool for army, pool in self.pools.items() if army == kind), None)

    def bases(self, army: str | None) -> list[str]:
        """Supply bases of an army; of all, with None."""
        return [id for id, area in self.area.items() if area.base and army in (None, area.base)]


@cache
def chart() -> Chart:
    """The project's own map."""
    return Chart(LIBRARY.load())


@cache
def _distances(chart: Chart, start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for near in chart.dry(here):
            if near not in found:
                found[near] = found[here] + 1
                queue.append(near)
    return found


def side_of(kind: str) -> Side:
    """The side of an army or band."""
    return "royalist" if kind in ROYAL_ARMIES or kind in BANDS else "republican"


def other(side: Side) -> Side:
    """The enemy."""
    return "royalist" if side == "republican" else "republican"


def rounded(points: int, percent: int) -> int:
    """A percentage of combat points, halves up."""
    return (2 * points * percent + 100) // 200
