"""The country of the base pack as the tests walk it: places on the earth, costs of a step, marches."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import data.grande_armee
from data.grande_armee.hexes import Hex, hexside, neighbours, place
from data.grande_armee.links import regions, terrain

PACK = data.grande_armee.load()
BOARD, TABLES = PACK.board, PACK.tables
TERRAIN = terrain(BOARD)
REGION = regions(BOARD)
TOWN = {town.id: town for town in PACK.towns.town}
RIVERS: Mapping[str, frozenset[str]] = {river.id: frozenset(river.sides) for river in PACK.rivers.river}
BRIDGED = {bridge.side for bridge in PACK.rivers.bridge}
LAKES = frozenset(BOARD.lakes)
WET = frozenset().union(*RIVERS.values())
EARTH = 6371.0
"""Kilometres."""

Level = Literal["normal", "double", "triple"]
LEGS: Mapping[Level, tuple[int, ...]] = {"normal": (1,), "double": (1, 1), "triple": (2, 1)}
"""In allowances: legs of a forced march by the tables are apart (A-07)."""


def neighbours_in_play(hex: Hex) -> list[Hex]:
    return [near for near in neighbours(hex).values() if near in TERRAIN]


def _tangent(degrees: float) -> float:
    return math.tan(math.pi / 4 + math.radians(degrees) / 2)


class Projected:
    """Lambert's projection with the figures of the board."""

    def __init__(self) -> None:
        p = BOARD.projection
        low, high = p.parallels
        ratio = math.log(math.cos(math.radians(low)) / math.cos(math.radians(high)))
        self.n = ratio / math.log(_tangent(high) / _tangent(low))
        self.f = math.cos(math.radians(low)) * math.pow(_tangent(low), self.n) / self.n

    def rho(self, latitude: float) -> float:
        return BOARD.projection.radius * self.f / math.pow(_tangent(latitude), self.n)

    def at(self, longitude: float, latitude: float) -> tuple[float, float]:
        """Kilometres east and north of the middle."""
        p = BOARD.projection
        angle = self.n * math.radians(longitude - p.longitude)
        rho = self.rho(latitude)
        return rho * math.sin(angle), self.rho(p.latitude) - rho * math.cos(angle)

    def earth(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude of a point."""
        p = BOARD.projection
        down = self.rho(p.latitude) - y
        rho = math.copysign(math.hypot(x, down), self.n)
        longitude = p.longitude + math.degrees(math.atan2(x, down)) / self.n
        latitude = 2 * math.degrees(math.atan((p.radius * self.f / rho) ** (1 / self.n))) - 90
        return longitude, latitude


LAMBERT = Projected()


def middle(hex: Hex) -> tuple[float, float]:
    """Kilometres east and north of the middle of the map to that of a hex."""
    column, row = place(hex)
    east, north = BOARD.projection.origin
    spacing = BOARD.projection.spacing
    return east + column * spacing * math.sqrt(3) / 2, north - spacing * (row + column % 2 / 2)


def great_circle(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Kilometres between two places by longitude and latitude."""
    (west, south), (east, north) = one, other
    half = math.sin(math.radians(north - south) / 2) ** 2
    turn = math.sin(math.radians(east - west) / 2) ** 2
    return (
        2
        * EARTH
        * math.asin(math.sqrt(half + turn * math.cos(math.radians(south)) * math.cos(math.radians(north))))
    )


def step(start: Hex, end: Hex, *, cavalry: bool = False, closed: Collection[Hex] = ()) -> int | None:
    """Movement points of a step, None where none leads there."""
    side = hexside(start, end)
    if end not in TERRAIN or end in closed or side in LAKES or (cavalry and TERRAIN[end] == "mountain"):
        return None
    over = 0
    if side in WET:
        over = TABLES.sides.bridge if side in BRIDGED else TABLES.sides.river
    return TABLES.terrain[TERRAIN[end]].cost + over


def reached(start: Hex, *, cavalry: bool = False) -> set[Hex]:
    """Every hex to which a chain of steps leads."""
    seen, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for near in neighbours(here).values():
            if near not in seen and step(here, near, cavalry=cavalry) is not None:
                seen.add(near)
                queue.append(near)
    return seen


def cost(start: str, end: str, closed: Collection[Hex] = ()) -> int:
    """Fewest movement points from town to town."""
    best = {TOWN[start].hex: 0}
    queue = [(0, TOWN[start].hex)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == TOWN[end].hex:
            return spent
        for near in neighbours(here).values():
            more = step(here, near, closed=closed)
            if more is not None and spent + more < best.get(near, 9999):
                best[near] = spent + more
                heapq.heappush(queue, (spent + more, near))
    raise KeyError(end)


def turns(
    stops: Sequence[Hex],
    allowance: int,
    level: Level,
    *,
    cavalry: bool = False,
    closed: Collection[Hex] = (),
    spent: int = 0,
    most: int = 15,
) -> int | None:
    """Fewest turns through hexes in their order, by the same forced march each turn and without an enemy.

    :param spent: movement points that the unit has spent when it begins.
    """
    barred = set(closed).difference(stops)
    front = {(stops[0], 1)}
    for turn in range(1, most + 1):
        for leg in LEGS[level]:
            front = set(_leg(front, leg * allowance - spent, stops, cavalry, barred))
            spent = 0
        if any(passed == len(stops) for _, passed in front):
            return turn
        furthest = max(passed for _, passed in front)
        front = {at for at in front if at[1] >= furthest - 1}
    return None


def _leg(
    front: Iterable[tuple[Hex, int]], points: int, stops: Sequence[Hex], cavalry: bool, closed: set[Hex]
) -> Iterator[tuple[Hex, int]]:
    best = dict.fromkeys(front, 0)
    queue = [(0, at) for at in best]
    heapq.heapify(queue)
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > best[at]:
            continue
        here, passed = at
        for near in neighbours(here).values():
            more = step(here, near, cavalry=cavalry, closed=closed)
            if more is None or spent + more > points:
                continue
            then = (near, passed + (passed < len(stops) and near == stops[passed]))
            if spent + more < best.get(then, 9999):
                best[then] = spent + more
                heapq.heappush(queue, (spent + more, then))
    yield from best


def land(*ids: str) -> set[Hex]:
    """The hexes of regions."""
    return {hex for hex, region in REGION.items() if region in ids}
