"""The fixed features of a pack's map: the hexes, rivers, ranges, frontiers and towns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import msgspec

from data.grande_armee.hexes import Hex, Hexside, neighbours, sharers
from data.grande_armee.links import regions, terrain
from data.grande_armee.schema import Board, Pack, Rivers, Town, Towns
from data.grande_armee.tables import Terrain
from render.grande_armee.hexes import Bank, Corner, chains, ends
from render.grande_armee.layout import Extent, extent
from render.once import once, told_once


class Chart(msgspec.Struct, frozen=True):
    """The data of a pack that the map is drawn from."""

    scenario: str
    """The scenario, which selects the frontiers of its year."""
    board: Board
    rivers: Rivers
    towns: Towns


class Country(msgspec.Struct, frozen=True, eq=False):
    """The same, prepared for drawing; what is kept of it is found by its identity."""

    terrain: dict[Hex, Terrain]
    sides: dict[Hexside, Bank]
    region: dict[Hex, str]
    ridges: list[list[Hex]]
    """Lines along the mountains: each mountain hex is on one of them."""
    spurs: list[tuple[Hex, Hex]]
    """Neighbours in the mountains between which no ridge runs."""
    roads: list[list[Hex]]
    """Over the passes, each from a neighbour to the pass and on to another."""
    rivers: list[tuple[str, list[list[Corner]]]]
    """Their names, and their lines of corners."""
    towns: list[Town]
    """Fortresses first, then fields of battle, then towns."""
    lands: list[tuple[str, list[Hex]]]
    """Names of countries, and the hexes that they have."""
    extent: Extent


@once
def _keys(pack: Pack) -> dict[str, bytes]:
    return {
        scenario.id: msgspec.json.encode(Chart(scenario.id, pack.board, pack.rivers, pack.towns))
        for scenario in pack.scenarios.scenario
    }


def key(pack: Pack, scenario: str) -> bytes:
    """The chart of a scenario as a cache key."""
    return _keys(pack)[scenario]


@told_once(6)
def country(encoded: bytes) -> Country:
    """The country of a cache key."""
    chart = msgspec.json.decode(encoded, type=Chart)
    ground = terrain(chart.board)
    sides: dict[Hexside, Bank] = {side: "river" for river in chart.rivers.river for side in river.sides}
    sides |= {bridge.side: "bridge" for bridge in chart.rivers.bridge}
    sides |= dict.fromkeys(chart.board.lakes, "lake")
    cessions = [each for each in chart.board.cession if chart.scenario in each.scenarios]
    region = {
        hex: next((each.to for each in cessions if each.has(hex, land)), land)
        for hex, land in regions(chart.board).items()
    }
    called = {land.id: land.name for land in chart.board.region} | {each.to: each.name for each in cessions}
    mountains = {hex for hex, kind in ground.items() if kind == "mountain"}
    ridges = list(_ridges(mountains))
    rank = {"fortress": 0, "battlefield": 1, "town": 2}
    return Country(
        terrain=ground,
        sides=sides,
        region=region,
        ridges=ridges,
        spurs=list(_spurs(ridges, mountains)),
        roads=list(_tracks([road.hexes for road in chart.board.road], ground)),
        rivers=[
            (river.name, chains(sorted(ends(side) for side in river.sides))) for river in chart.rivers.river
        ],
        towns=sorted(chart.towns.town, key=lambda town: rank[town.kind]),
        lands=[
            (called[land], [hex for hex, id in region.items() if id == land])
            for land in dict.fromkeys(region.values())
        ],
        extent=extent(ground),
    )


def _ridges(mountains: set[Hex]) -> Iterator[list[Hex]]:
    """Lines of neighbours that have every mountain hex once, as long and straight as possible."""
    left = set(mountains)

    def onward(line: list[Hex]) -> Hex | None:
        """The next hex: straight on, or a little to one side."""
        turns = list(neighbours(line[-2]))
        along = turns.index(next(way for way, hex in neighbours(line[-2]).items() if hex == line[-1]))
        near = neighbours(line[-1])
        fitting = [
            (bend, near[way])
            for number, way in enumerate(turns)
            if (bend := min((number - along) % 6, (along - number) % 6)) <= 1 and near.get(way) in left
        ]
        return min(fitting)[1] if fitting else None

    for hex in sorted(mountains):
        if hex not in left:
            continue
        left.discard(hex)
        near = neighbours(hex)
        start = next((near[way] for way in ("se", "ne", "s") if near.get(way) in left), None)
        line = [hex]
        if start is not None:
            line.append(start)
            left.discard(start)
            while (end := onward(line)) is not None:
                line.append(end)
                left.discard(end)
        yield line


def _tracks(roads: Iterable[Iterable[Hex]], ground: Mapping[Hex, Terrain]) -> Iterator[list[Hex]]:
    """The ways over passes, hex by hex: each from a neighbour to the pass, and on to another."""
    for hexes in roads:
        road = set(hexes)
        for hex in sorted(road):
            near = list(neighbours(hex).values())
            ends = [way for way, other in enumerate(near) if other in road]
            open_country = [
                way for way, other in enumerate(near) if ground.get(other, "mountain") != "mountain"
            ]
            doors = [*open_country] if len({*open_country, *ends}) > 1 else range(6)
            while len(ends) < 2 and (free := [way for way in doors if way not in ends]):
                # As far round the hex from the other end as possible, so that the road goes through.
                first = ends[0] if ends else 0
                ends.append(max(free, key=lambda way: 3 - abs(3 - abs(way - first))))
            for one, other in pairwise(ends):
                yield [near[one], hex, near[other]]


def _spurs(ridges: Iterable[list[Hex]], mountains: set[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """Neighbours in the mountains that no ridge joins: lower ground between two crests."""
    joined = {frozenset(pair) for ridge in ridges for pair in pairwise(ridge)}
    for hex in sorted(mountains):
        for near in neighbours(hex).values():
            if hex < near and near in mountains and frozenset((hex, near)) not in joined:
                yield hex, near


def frontiers(region: Mapping[Hex, str], hexes: Iterable[Hex]) -> list[tuple[Corner, Corner]]:
    """The sides on which two lands meet, or a land and neutral ground."""
    shown = set(hexes)
    return [
        ends(Hexside(f"{hex}/{near}"))
        for hex in sorted(shown)
        for near in neighbours(hex).values()
        if near in shown and hex < near and region.get(hex) != region.get(near)
    ]


def banks(sides: Mapping[Hexside, Bank], shown: set[Hex]) -> dict[Hexside, Bank]:
    """The hexsides between hexes that are shown."""
    return {side: bank for side, bank in sides.items() if shown.intersection(sharers(side))}
