"""A pack opened and sorted for play: the map as steps, the counters by kind, each look-up made ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import reduce
from operator import or_
from typing import Literal, NamedTuple

import msgspec

from data.grande_armee.hexes import Hex, hexside, neighbours
from data.grande_armee.links import regions, sides, terrain
from data.grande_armee.places import Places
from data.grande_armee.schema import Action, Force, Nation, Pack, Prize, Scenario, Side, Swap
from data.grande_armee.tables import Terrain
from data.grande_armee.texts import NATIONS, Text
from data.sentences import Sentence, _l, say_by
from engines.grande_armee.hexes import Grid, Sides

Arm = Literal["infantry", "cavalry", "leader", "supply", "depot"]
ENEMY: dict[Side, Side] = {"allied": "french", "french": "allied"}
ORDER: tuple[Side, Side] = ("allied", "french")
"""The Allied player is always first (G-SEQ-1)."""


class Crossing(Enum):
    """What lies on a hexside."""

    OPEN = "open"
    BRIDGE = "bridge"
    RIVER = "river"
    """An unbridged one."""
    LAKE = "lake"

    @property
    def river(self) -> bool:
        """Whether it is a River hexside, bridged or not (A-41)."""
        return self in (Crossing.BRIDGE, Crossing.RIVER)

    @property
    def controlled(self) -> bool:
        """Whether zones of control extend across it (G-ZOC-D-1, A-27)."""
        return self in (Crossing.OPEN, Crossing.BRIDGE)


class Way(NamedTuple):
    """A step to a neighbour."""

    end: Hex
    cost: int
    """Movement points for the terrain entered and the hexside (G-MOV-E-1)."""
    crossing: Crossing


class Kind(msgspec.Struct, frozen=True):
    """What is printed on a unit (G-GEN-3), and its side."""

    id: str
    nation: Nation
    side: Side
    arm: Arm
    strength: int
    """The printed combat strength; the board prints that of a leader or depot in parentheses (G-COM-H-1)."""
    allowance: int
    march: int
    """Modifier of its rolls for forced marches (G-FM-1)."""
    offence: int = 0
    defence: int = 0
    combat: bool = False
    """Whether it is a Combat unit (G-GEN-2); it follows from the arm."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "combat", self.arm in ("infantry", "cavalry"))


def as_side(seat: str) -> Side:
    """The side of a seat that is one of the title's."""
    return "allied" if seat == "allied" else "french"


def unit_id(kind: str, number: int) -> str:
    """The id of a unit that is no leader: that of its kind, and a number of its own."""
    return f"{kind}-{number}"


def kind_and_number(id: str) -> tuple[str, str]:
    """What the id of a unit that is no leader was made of."""
    kind, _dash, number = id.rpartition("-")
    return kind, number


def supply_of(nation: Nation) -> str:
    """The kind of a nation's supply units."""
    return f"{nation}-supply"


def depot_of(nation: Nation) -> str:
    """The kind of a nation's depots."""
    return f"{nation}-depot"


class Box:
    """What the game is played with."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.tables = pack.tables
        self.figures = pack.tables.figures
        self.terrain: dict[Hex, Terrain] = terrain(pack.board)
        self.region = regions(pack.board)
        self.shut: dict[tuple[object, ...], frozenset[Hex]] = {}
        """Closed ground by what closes it; `prussia.closed` fills it."""
        self._ground: dict[frozenset[str], frozenset[Hex]] = {}
        self.fortress: dict[Hex, str] = {
            town.hex: town.id for town in pack.towns.town if town.kind == "fortress"
        }
        """Id of the Fortress by its hex."""
        self.place = {id: hex for hex, id in self.fortress.items()}
        self._lakes = frozenset(pack.board.lakes)
        self._rivers = frozenset(side for river in pack.rivers.river for side in river.sides)
        self._bridged = frozenset(bridge.side for bridge in pack.rivers.bridge)
        self.ways: dict[Hex, tuple[Way, ...]] = {hex: self._ways(hex) for hex in self.terrain}
        """Steps from each hex over anything but lakes, clockwise from the north."""
        self.grid = Grid(self.terrain)
        self.ways_to = {hex: self._ways_to(hex) for hex in self.terrain}
        """For each hex the neighbours that lead into it, by id, with the cost and the grid set."""
        self.entering = [
            (cost, self.grid.number(hex for hex in self.terrain if self._cost(hex, Crossing.OPEN) == cost))
            for cost in sorted({kind.cost for kind in self.tables.terrain.values()})
        ]
        """The hexes by what their terrain costs, the cheapest first."""
        self.onward = self.grid.stepping(self._by_sides())
        """What lies one step from a set of hexes over neither rivers nor lakes, and over all but lakes."""
        self.mountains = frozenset(hex for hex, kind in self.terrain.items() if kind == "mountain")
        self.whole = self.grid.number(self.terrain)
        self.country = self.whole ^ self.grid.number(self.fortress)
        """All but Fortresses, as `whole` and `peaks` are."""
        self.peaks = self.grid.number(self.mountains)
        self.crossings: dict[Hex, dict[Hex, Crossing]] = {
            hex: {near: self._crossing(hex, near) for near in self._near(hex)} for hex in self.terrain
        }
        """For each hex its neighbours in play, each with what lies between the two."""
        self.ring = {hex: self.grid.number(near) for hex, near in self.crossings.items()}
        """For each hex its neighbours in play, as a grid set."""
        self.side: dict[Nation, Side] = sides(pack)
        """The side that each nation fights for."""
        self.kinds = {kind.id: kind for kind in self._kinds()}
        self.scenarios: dict[str, Scenario] = {each.id: each for each in pack.scenarios.scenario}
        self.names = {leader.id: leader.name for leader in pack.units.leader}
        """The names of the leaders; other units are called by their ids."""
        self.alike = {
            id: tuple(other for other in self.names if other != id and self.names[other] == name)
            for id, name in self.names.items()
        }
        """For each leader the other leaders of that name: the same man in another campaign."""
        self.towns = {town.hex: town.name for town in pack.towns.town}
        self.places = Places(self.towns)
        """Where its hexes lie, by the towns."""
        self._deeds = {
            id: [deed for deed in pack.scenarios.action if deed.scenario == id] for id in self.scenarios
        }
        self._swaps = {
            id: [swap for swap in pack.units.swap if id in swap.scenarios] for id in self.scenarios
        }
        self.breaks = {id: {swap.whole: swap for swap in reversed(some)} for id, some in self._swaps.items()}
        """For each scenario and kind of unit, the line of the breakdown chart that applies."""
        self._prizes = {
            id: {prize.town: prize for prize in each.fortress} for id, each in self.scenarios.items()
        }

    def unit(self, id: str) -> Sentence:
        """What a unit is called."""
        if id in self.names:
            return Sentence(self.names[id])
        kind, number = self.kind_of(id), kind_and_number(id)[1]
        text = {"supply": Text.TRAIN, "depot": Text.MAGAZINE}.get(kind.arm, Text.TROOP)
        nation, strength = NATIONS[kind.nation].message, kind.strength
        return say_by(text, nation=nation, strength=strength, allowance=kind.allowance, number=number)

    def kind_of(self, id: str) -> Kind:
        """What is printed on a unit, also on one that is gone: an id is that of its kind and a number."""
        return self.kinds[id] if id in self.names else self.kinds[kind_and_number(id)[0]]

    def hex(self, hex: str) -> Sentence:
        """What a hex is called: its figures, with its town's name, or that of the nearest one."""
        town = self.towns.get(Hex(hex))
        if town:
            return _l("{town} ({hex})", town=town, hex=hex)
        return self.places.beside(Hex(hex)) if hex in self.terrain else Sentence(hex)

    def walled(self, targets: Iterable[Hex]) -> bool:
        """Whether an attack is made on a Fortress, where only De strikes the defenders (G-FOR-D-2, D-3)."""
        return not self.fortress.keys().isdisjoint(targets)

    def prizes(self, scenario: str) -> dict[str, Prize]:
        """The Fortresses of a scenario chart by id."""
        return self._prizes[scenario]

    def deeds(self, scenario: str) -> list[Action]:
        """What the French score for in a scenario beside Fortresses."""
        return self._deeds[scenario]

    def ground_of(self, regions: frozenset[str]) -> frozenset[Hex]:
        """The hexes of regions."""
        if regions not in self._ground:
            self._ground[regions] = frozenset(hex for hex, id in self.region.items() if id in regions)
        return self._ground[regions]

    def forces(self, scenario: str) -> list[Force]:
        """The forces of a scenario chart."""
        return [force for force in self.pack.scenarios.force if force.scenario == scenario]

    def swaps(self, scenario: str) -> list[Swap]:
        """The lines of the chart for a scenario (G-MOV-Q-2)."""
        return self._swaps[scenario]

    def smallest(self, kind: str, scenario: str) -> list[str]:
        """The smallest pieces of a unit; the unit itself where it is off the chart (G-CRT-9, G-CB-2)."""
        for swap in self.swaps(scenario):
            if swap.whole == kind:
                return self.smallest(swap.piece, scenario) * swap.number
        return [kind]

    def factor(self, hex: Hex) -> int:
        """What terrain multiplies a defence by (G-COM-G-2)."""
        return self.tables.terrain[self.terrain[hex]].defence

    def _ways_to(self, hex: Hex) -> tuple[tuple[Hex, int, int], ...]:
        ways = [(near, way.cost) for near in self._near(hex) for way in self.ways[near] if way.end == hex]
        return tuple([(near, cost, self.grid.bit[near]) for near, cost in sorted(ways)])

    def _by_sides(self) -> Sides:
        """The hexes from which a step crosses no river or lake, and no lake; a bridge counts as no river."""
        near, free, every = Counter[int](), Counter[int](), Counter[int]()
        for hex, bit in self.grid.bit.items():
            for end in self._near(hex):
                shift, crossing = self.grid.shift(hex, end), self._crossing(hex, end)
                near[shift] |= bit
                every[shift] |= 0 if crossing is Crossing.LAKE else bit
                free[shift] |= bit if crossing.controlled else 0
        wet, lakes = (reduce(or_, [near[each] ^ some[each] for each in near]) for some in (free, every))
        over, through = ([some[each] for each in self.grid.shifts] for some in (free, every))
        return (wet, lakes), over, through

    def _near(self, hex: Hex) -> list[Hex]:
        return [near for near in neighbours(hex).values() if near in self.terrain]

    def _crossing(self, hex: Hex, near: Hex) -> Crossing:
        side = hexside(hex, near)
        if side in self._lakes:
            return Crossing.LAKE
        if side in self._rivers:
            return Crossing.BRIDGE if side in self._bridged else Crossing.RIVER
        return Crossing.OPEN

    def _ways(self, hex: Hex) -> tuple[Way, ...]:
        return tuple(
            Way(near, self._cost(near, crossing), crossing)
            for near in self._near(hex)
            if (crossing := self._crossing(hex, near)) is not Crossing.LAKE
        )

    def _cost(self, hex: Hex, crossing: Crossing) -> int:
        over = {Crossing.RIVER: self.tables.sides.river, Crossing.BRIDGE: self.tables.sides.bridge}
        return self.tables.terrain[self.terrain[hex]].cost + over.get(crossing, 0)

    def _kinds(self) -> Iterator[Kind]:
        units = self.pack.units
        armies = {army.id: army for army in units.nation}

        def kind(
            id: str,
            nation: Nation,
            arm: Arm,
            strength: int,
            allowance: int,
            offence: int = 0,
            defence: int = 0,
        ) -> Kind:
            army = armies[nation]
            return Kind(id, nation, army.side, arm, strength, allowance, army.march, offence, defence)

        for troop in units.troop:
            yield kind(troop.id, troop.nation, troop.kind, troop.strength, troop.allowance)
        for leader in units.leader:
            figures = leader.strength, leader.allowance, leader.offence, leader.defence
            yield kind(leader.id, leader.nation, "leader", *figures)
        for nation, army in armies.items():
            yield kind(supply_of(nation), nation, "supply", units.supply.strength, units.supply.allowance)
            yield kind(depot_of(nation), nation, "depot", units.depot.strength, army.depot_allowance)
