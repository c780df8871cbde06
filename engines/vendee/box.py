"""A pack opened and sorted for play: the map, the tables and the counters, each look-up made ready."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from data.catalogue import retold
from data.vendee.schema import (
    BLUE_ARMIES,
    ROYAL_ARMIES,
    Area,
    Army,
    ArmyCounters,
    Band,
    BandCounters,
    BlueArmy,
    Event,
    EventId,
    General,
    Incident,
    IncidentId,
    Pack,
    Rank,
    RoyalArmy,
    Scenario,
    Side,
    Zone,
)
from data.vendee.tables import Column, Fate, Landing, Rates, Tables, Voyage
from engines.core.graph import distances

Way = Literal["land", "bridge", "loire", "gois"]
FAR = 99
"""Distance of an unreachable area."""


class Step(NamedTuple):
    """A step from one area to a neighbour (V-3.3, V-T-COST)."""

    way: Way
    road: Rank | None
    royalist: int | None
    """Cost in half action points; None: not allowed."""
    republican: int | None

    def cost(self, side: Side) -> int | None:
        """A side's cost of the step, in half action points; None: not allowed."""
        return self.royalist if side == "royalist" else self.republican


class Zones:
    """The influence zones of the royalist armies, with la Gâtine or without it (V-0.2-d, V-0.2-e)."""

    def __init__(self, ground: Ground, *, gatine: bool) -> None:
        self.army: dict[str, RoyalArmy | None] = {
            id: _zone(area.zone, gatine) for id, area in ground.area.items()
        }
        """The zone of each area, by its army."""
        self.areas: dict[RoyalArmy, tuple[str, ...]] = {
            army: tuple(id for id, zone in self.army.items() if zone == army) for army in ROYAL_ARMIES
        }
        self.all: frozenset[str] = frozenset(id for id, army in self.army.items() if army)
        self.distance: dict[RoyalArmy, dict[str, int]] = {
            army: ground.distances(areas) for army, areas in self.areas.items()
        }
        self.nearest: dict[str, int] = ground.distances(self.all)


class Ground:
    """The map: neighbours, costs and distances. Areas are in map order everywhere."""

    def __init__(self, pack: Pack) -> None:
        board = pack.board
        self.area: dict[str, Area] = {area.id: area for area in board.area}
        self.order: dict[str, int] = {id: index for index, id in enumerate(self.area)}
        """Place of each area in map order."""
        self.bridge: dict[str, str] = {bridge.town: bridge.far for bridge in board.bridge}
        """Far end of each bridge, by its town."""
        self.step: dict[tuple[str, str], Step] = self._steps(pack)
        self.neighbours: dict[str, tuple[str, ...]] = self._near("land", "bridge", "loire", "gois")
        self.ways: dict[str, tuple[str, ...]] = self._near("land", "bridge", "gois")
        """Neighbours without a swim over the Loire: for retreats and distances (V-4.5-g)."""
        self.guns: dict[str, tuple[str, ...]] = self._near("land")
        """Areas from which a stack may march to the guns: not over the Loire or the Gois (V-4.2-g, A-38)."""
        self.controls: dict[str, frozenset[str]] = {id: self._controls(id) for id in self.area}
        """Zone of control of a combat point in each area (V-3.4-a to e)."""
        self.controlled_from: dict[str, frozenset[str]] = {
            id: frozenset(other for other in self.area if id in self.controls[other]) for id in self.area
        }
        self.roads: dict[str, tuple[str, ...]] = {
            id: tuple(near for near in self.ways[id] if self.step[id, near].road) for id in self.area
        }
        """Neighbours by road: steps of a line of supply (V-4.4-b)."""
        self.supply_starts: dict[str, tuple[str, ...]] = {
            id: self._sorted(other for other in ({id} | self.controls[id]) if self.roads[other])
            for id in self.area
        }
        """Areas with a road that a combat point in each area is in or controls (V-4.4-b)."""
        self.distance: dict[str, dict[str, int]] = {id: self.distances([id]) for id in self.area}
        """Steps between any two areas, the Loire by bridges only (A-51)."""
        self.bases: dict[BlueArmy, tuple[str, ...]] = {
            army: tuple(id for id, area in self.area.items() if area.base == army) for army in BLUE_ARMIES
        }
        """Supply bases; the Mayençais have those of the army that they reinforce (V-1.3-b)."""
        self.to_base: dict[BlueArmy, dict[str, int]] = {
            army: self.distances(bases) for army, bases in self.bases.items()
        }
        self.to_any_base: dict[str, int] = self.distances(id for id, area in self.area.items() if area.base)
        self.placement: dict[BlueArmy, tuple[str, ...]] = {
            army: tuple(id for id in self.area if self._may_start(army, id)) for army in BLUE_ARMIES
        }
        """The areas where each army may be placed at the start (V-7.1-d, A-82)."""
        self._quiet, self._risen = Zones(self, gatine=False), Zones(self, gatine=True)
        self.primary: tuple[str, ...] = self._which(lambda area: area.objective == "primary")
        self.secondary: tuple[str, ...] = self._which(lambda area: area.objective == "secondary")
        self.objectives: dict[RoyalArmy, tuple[str, ...]] = {
            army: tuple(id for id in areas if self.area[id].objective)
            for army, areas in self._quiet.areas.items()
        }
        """Churches and crosses of each zone: where its army is raised (A-78)."""
        self.ports: tuple[str, ...] = self._which(lambda area: area.port)
        self.south: tuple[str, ...] = self._which(lambda area: area.south)
        self.coastal: frozenset[str] = frozenset(
            border.between[0] for border in pack.borders.border if border.outer == "sea"
        )
        self.landing: dict[str, Landing] = self._landings(pack.tables)
        """The gifts of the English, by the areas where they may land (V-6-E5-e to g, A-68)."""

    def zone_of(self, area: str, gatine: bool) -> RoyalArmy | None:
        """The army in whose influence zone an area lies."""
        return self.zones(gatine).army[area]

    def zones(self, gatine: bool) -> Zones:
        """The influence zones, by whether E2 has been played."""
        return self._risen if gatine else self._quiet

    def _steps(self, pack: Pack) -> dict[tuple[str, str], Step]:
        roads = _roads(pack)
        bridged = {frozenset(ends) for ends in self.bridge.items()}
        steps: dict[tuple[str, str], Step] = {}
        pairs = [b.between for b in pack.borders.border if b.outer is None and not b.closed]
        for a, b in pairs:
            way: Way = "land"
            if self.area[a].bank != self.area[b].bank:
                way = "bridge" if frozenset((a, b)) in bridged else "loire"
            road = roads.get(frozenset((a, b)))
            steps[a, b] = self._priced(pack.tables, b, way, road)
            steps[b, a] = self._priced(pack.tables, a, way, road)
        for causeway in pack.board.causeway:
            for a, b in ((causeway.island, causeway.mainland), (causeway.mainland, causeway.island)):
                steps[a, b] = self._priced(pack.tables, b, "gois", None)
        return steps

    def _priced(self, tables: Tables, end: str, way: Way, road: Rank | None) -> Step:
        costs = tables.costs
        royalist, republican = (
            self._price(rates, end, way, road) for rates in (costs.royalist, costs.republican)
        )
        return Step(way, road, royalist, republican)

    def _price(self, rates: Rates, end: str, way: Way, road: Rank | None) -> int | None:
        """The cheapest rate that applies; the Loire and the Gois have one of their own (A-23)."""
        if way == "loire":
            return rates.loire
        if way == "gois":
            return rates.gois
        by_terrain = rates.on(self.area[end].terrain)
        by_road = {"royal": rates.royal, "major": rates.major, None: by_terrain}[road]
        return min(by_terrain, by_road)

    def _which(self, has: Callable[[Area], object]) -> tuple[str, ...]:
        return tuple(id for id, area in self.area.items() if has(area))

    def _sorted(self, areas: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(areas, key=self.order.__getitem__))

    def _near(self, *ways: Way) -> dict[str, tuple[str, ...]]:
        near: dict[str, list[str]] = {id: [] for id in self.area}
        for (start, end), step in self.step.items():
            if step.way in ways:
                near[start].append(end)
        return {id: self._sorted(ends) for id, ends in near.items()}

    def _controls(self, id: str) -> frozenset[str]:
        over = {self.bridge[id]} if id in self.bridge else set()
        return frozenset({*self.guns[id], *over})

    def distances(self, starts: Iterable[str]) -> dict[str, int]:
        """Steps to every area from the nearest of some, the Loire by bridges only (A-51)."""
        return {**dict.fromkeys(self.area, FAR), **distances(self.ways, starts)}

    def _may_start(self, army: BlueArmy, id: str) -> bool:
        outside = _zone(self.area[id].zone, gatine=False) is None
        return outside and bool(self.bases[army]) and self.to_base[army][id] == self.to_any_base[id]

    def _landings(self, tables: Tables) -> dict[str, Landing]:
        landings: dict[str, Landing] = {}
        for id, area in self.area.items():
            if area.port is not None:
                landings[id] = tables.landings.great if area.port == "great" else tables.landings.lesser
            elif area.terrain == "marsh" and id in self.coastal:
                landings[id] = tables.landings.marsh
        return landings


def _zone(zone: Zone | None, gatine: bool) -> RoyalArmy | None:
    if zone == "gatine":
        return "anjou" if gatine else None
    return zone


def _roads(pack: Pack) -> dict[frozenset[str], Rank]:
    """The best road over each border."""
    roads: dict[frozenset[str], Rank] = {}
    for road in pack.board.road:
        for a, b in zip(road.through, road.through[1:], strict=False):
            if roads.get(frozenset((a, b))) != "royal":
                roads[frozenset((a, b))] = road.rank
    return roads


class Result(NamedTuple):
    """A result of the combat table (V-T-CRT-a)."""

    loser: Literal["attacker", "defender"]
    rout: bool
    areas: int
    percent: int


class Odds(NamedTuple):
    """The column of a combat before shifts, and whether the true odds are below the first (V-4.1-h)."""

    column: int
    long: bool


class Charts:
    """The tables, each read by a roll or a sum."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.columns: tuple[str, ...] = tuple(tables.combat.columns)
        self._odds: list[tuple[int, int]] = [(int(odds[0]), int(odds[2])) for odds in self.columns]
        self.results: dict[str, Result] = {
            code: _result(code) for row in tables.combat.results for code in row
        }
        """The results of the combat table by their printed codes."""
        self.action_points_without_general: int = 2 * tables.action_points.without_general
        """The action points of a group without a general (V-3.1-c), in half points."""

    def reinforcements(self, column: Column, roll: int) -> int:
        """The combat points that a roll brings (V-T-REINF): all of a Vendée army's, else an addition."""
        return self.tables.reinforcement.columns[column][_row(self.tables.reinforcement.up_to, roll)]

    def action_points(self, roll: int, strategic: int) -> int:
        """The action points of a general with a strategic rating (V-T-AP), in half points."""
        table = self.tables.action_points
        return 2 * (table.points[_row(table.up_to, roll)] + strategic)

    def desertion(self, roll: int) -> int:
        """The percentage of an army that goes home, by the modified roll (V-T-TURN)."""
        return self.tables.desertion.percent[_row(self.tables.desertion.up_to, roll)]

    @cached_property
    def least_desertion(self) -> tuple[int, int, int]:
        """The least percent that goes home, with the lowest and the highest modified roll for it."""
        table = self.tables.desertion
        row = table.percent.index(min(table.percent))
        return table.up_to[row - 1] + 1, table.up_to[row], table.percent[row]

    def odds(self, attackers: int, defenders: int) -> Odds:
        """The highest column that is not above the true ratio of combat points (V-4.1-e)."""
        fitting = [
            index for index, (high, low) in enumerate(self._odds) if attackers * low >= high * defenders
        ]
        return Odds(fitting[-1], long=False) if fitting else Odds(0, long=True)

    def beside(self, own: int, other: int, column: int) -> int:
        """The true odds of a force compared with a column: below 0 worse, above it better."""
        high, low = self._odds[column]
        return own * low - high * other

    def shifted(self, column: int, shift: int) -> int:
        """The column after `shift` columns to the right; the table has two ends (A-35)."""
        return max(0, min(len(self.columns) - 1, column + shift))

    def combat(self, column: int, roll: int) -> Result:
        """The result of a combat, by final column and modified roll (V-T-CRT)."""
        return self.results[self.tables.combat.results[_row(self.tables.combat.up_to, roll)][column]]

    def winner_percent(self, white: int, coloured: int) -> int:
        """The winner's losses as a percentage of the smaller side (V-T-WLOSS)."""
        table = self.tables.winner_losses
        if white == coloured:
            return table.equal
        return table.coloured_higher if coloured > white else table.coloured_lower

    def morale(self, points: int) -> tuple[int, int]:
        """The morale that the winner and a routed loser gain, by all points in the combat (V-T-MORALE)."""
        row = _row(self.tables.morale.up_to, points)
        return self.tables.morale.winner[row], self.tables.morale.routed[row]

    def powder(self, routed: int) -> tuple[int, bool]:
        """The change of powder when `routed` points rout, and whether a single army has it (V-T-POWDER)."""
        row = _row(self.tables.powder.up_to, routed)
        return self.tables.powder.change[row], self.tables.powder.single[row]

    def incidents(self, points: int) -> int:
        """The number of incidents that are drawn, by all points in the combat (V-4.3-a)."""
        return self.tables.incidents.markers[_row(self.tables.incidents.up_to, points)]

    def fate(self, roll: int, routed: bool) -> Fate:
        """T1 and T7: the fate of a general."""
        table = self.tables.wounds
        return table.fate[_row(table.up_to, roll + (table.routed if routed else 0))]

    def deserters(self, points: int) -> int:
        """The most points that desert when `points` Republicans rout (T2)."""
        return self.tables.deserters.points[_row(self.tables.deserters.up_to, points)]

    def voyage(self, roll: int) -> Voyage:
        """The fate of a combat point at sea (E15)."""
        return self.tables.voyage.fate[_row(self.tables.voyage.up_to, roll)]

    def fraud(self, roll: int) -> int:
        """E4: change of morale when the bishop is exposed."""
        table = self.tables.morale.royalist.fraud
        return table.change[_row(table.up_to, roll)]


def least(points: int, percent: int) -> int:
    """The fewest combat points that are at least a percentage of a number (A-27)."""
    return -(-points * percent // 100)


def share(points: int, percent: int) -> int:
    """A percentage of combat points, halves up (V-4.1-p, V-2.5-d)."""
    return (points * percent + 50) // 100


def _row(up_to: Sequence[int], total: int) -> int:
    return bisect_left(up_to, total)


def _result(code: str) -> Result:
    loser: Literal["attacker", "defender"] = "attacker" if code[0] == "A" else "defender"
    return Result(loser, code[1] == "D", int(code[2]), int(code[4:]))


class Box:
    """The components of the table, by name."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.ground = Ground(pack)
        self.charts = Charts(pack.tables)
        self.army: dict[Army, ArmyCounters] = {army.id: army for army in pack.armies.army}
        self.band: dict[Band, BandCounters] = {band.id: band for band in pack.armies.band}
        self._whose: dict[str, str] = {
            **{army.id: army.name for army in pack.armies.army},
            **{band.id: band.name for band in pack.armies.band},
        }
        self.powder: tuple[RoyalArmy, ...] = tuple(army for army in ROYAL_ARMIES if self.army[army].powder)
        """Armies with an arms-and-powder marker (V-1.6-c)."""
        self.general: dict[str, General] = {general.id: general for general in pack.generals.general}
        self.generals_of: dict[Side, tuple[str, ...]] = {
            side: tuple(id for id, general in self.general.items() if general.side == side)
            for side in ("republican", "royalist")
        }
        """Generals of each side, in the box's order."""
        self.loners: frozenset[str] = frozenset(id for id, general in self.general.items() if general.alone)
        """Generals who stack only with their own army (V-3.5-m)."""
        self.entering: dict[str, tuple[str, ...]] = _grouped(
            (general.enters, general.id) for general in pack.generals.general
        )
        """Generals by `setup` or the event that brings them."""
        self.leaving: dict[str, tuple[str, ...]] = _grouped(
            (general.leaves, general.id) for general in pack.generals.general if general.leaves
        )
        """Generals by the event that takes them out of the game."""
        self.event: dict[EventId, Event] = {event.id: event for event in pack.events.event}
        self.incident: dict[IncidentId, Incident] = {
            incident.id: incident for incident in pack.incidents.incident
        }
        self.incident_pool: tuple[IncidentId, ...] = tuple(
            incident.id for incident in pack.incidents.incident for _ in range(incident.copies)
        )
        """Every incident marker of the pool."""
        self.scenario: Mapping[str, Scenario] = {scenario.id: scenario for scenario in pack.setup.scenario}

    def name(self, id: str) -> str:
        """Name for people of an area or a general; any other id as it is."""
        known = self.ground.area.get(id) or self.general.get(id)
        return retold(known.name) if known else id

    def whose(self, kind: Army | Band) -> str:
        """Name for people of an army or a band within a sentence: `the Army of Nantes`."""
        return retold(self._whose[kind])

    def best_strategic(self, generals: Iterable[str]) -> int:
        """Highest strategic rating, 0 without generals (V-2.3-a, A-11)."""
        return max((self.general[id].strategic for id in generals), default=0)

    def best_tactical(self, generals: Iterable[str]) -> int:
        """Highest tactical rating, 0 without generals (V-4.1-s)."""
        return max((self.general[id].tactical for id in generals), default=0)


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, tuple[str, ...]] = {}
    for key, value in pairs:
        groups[key] = (*groups.get(key, ()), value)
    return groups
