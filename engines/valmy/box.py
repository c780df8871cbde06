"""A pack opened and sorted for play: the counters, the map, the tables, each look-up made ready."""

from __future__ import annotations

import msgspec

from data.catalogue import _, retold
from data.valmy.schema import ARMIES, SIDE, SIDES, Army, Force, Pack, Position, Ratings, Reduced
from data.valmy.tables import Arm, Result, Side
from engines.core.graph import along, cheapest

Face = Reduced
"""Strength and morale on a side of a counter."""
FAR = 99
"""Movement points to an unreachable box."""
OUT = "west"
"""Stands for the land beyond the west edge, as the last stop of a path."""
OVERALL = 3
"""Rank of an overall leader (Y-2.1-f)."""


def enemy(side: Side) -> Side:
    """The other side."""
    return "allied" if side == "french" else "french"


def as_side(seat: str) -> Side:
    """The side of a seat."""
    return "allied" if seat == "allied" else "french"


class UnitCard(msgspec.Struct, frozen=True, kw_only=True):
    """A unit's counter (Y-2.1-c)."""

    id: str
    name: str
    side: Side
    army: Army
    command: str
    position: Position
    arm: Arm
    allowance: int
    full: Face
    reduced: Face | None
    """The face after a step is lost; None for a unit of one step."""

    @property
    def steps(self) -> int:
        """Steps of the whole unit."""
        return 1 if self.reduced is None else 2


class LeaderCard(msgspec.Struct, frozen=True, kw_only=True):
    """A leader's counter, his replacement on its back (Y-2.1-e)."""

    id: str
    name: str
    side: Side
    army: Army
    command: str
    rank: int
    ratings: Ratings
    replacement: Ratings


class Box:
    """The pack of a game, opened."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.tables = pack.tables
        self.figures = pack.tables.figures
        self.modifiers = pack.tables.modifiers
        self.boxes = {box.id: box for box in pack.board.box}
        """The boxes of the map, in map order."""
        self.order = {id: place for place, id in enumerate(self.boxes)}
        self.cities = {box.id: box.city for box in pack.board.box if box.city}
        self.bases = {box.base: box.id for box in pack.board.box if box.base}
        self.west = [box.id for box in pack.board.box if box.exit]
        self.command = {command.id: command for command in pack.leaders.command}
        self.unit = {card.id: card for card in self._units()}
        self.leader = {card.id: card for card in self._leaders()}
        self.units_of = _by_side(self.unit)
        self.leaders_of = _by_side(self.leader)
        self.force = {force.id: force for force in pack.setup.force}
        self.scenario = {scenario.id: scenario for scenario in pack.setup.scenario}
        costs: dict[str, dict[str, int]] = {id: {} for id in self.boxes}
        for line in pack.lines.line:
            one, other = line.between
            costs[one][other] = costs[other][one] = line.cost
        self.cost = {
            here: dict(sorted(near.items(), key=lambda end: self.order[end[0]]))
            for here, near in costs.items()
        }
        """Neighbours of each box with the cost of the line to them (Y-2.2-a)."""
        self.dearest = max(line.cost for line in pack.lines.line)
        """The cost of the costliest line."""
        step = along({here: tuple(near.items()) for here, near in self.cost.items()})
        self._distance = {
            here: {end: path.cost for end, path in cheapest(here, 0, step).items()} for here in self.boxes
        }
        self.overall: dict[Army, str | None] = {
            army: next(
                (id for id, card in self.leader.items() if card.rank == OVERALL and card.army == army), None
            )
            for army in ARMIES
        }
        """The overall leader of each army (A-6.0-4)."""
        self.column = {
            "fire": list(map(str, pack.tables.fire.morale)),
            "charge": pack.tables.charge.odds,
            "melee": pack.tables.melee.odds,
        }
        self._ranks = {
            table: {_rank(odds): odds for odds in self.column[table]} for table in ("charge", "melee")
        }
        self._command: dict[str, frozenset[str]] = {
            id: frozenset(unit for unit in self.unit if _commands(card, self.unit[unit]))
            for id, card in self.leader.items()
        }
        self.commanders = {
            unit: tuple(id for id in self.leaders_of[card.side] if unit in self._command[id])
            for unit, card in self.unit.items()
        }
        """Leaders who may command a unit (Y-2.1-f to i)."""

    def _units(self) -> list[UnitCard]:
        kinds = {kind.id: kind for kind in self.pack.units.kind}
        cards = []
        for unit in self.pack.units.unit:
            kind, army = kinds[unit.kind], self.command[unit.command].army
            cards.append(
                UnitCard(
                    id=unit.id,
                    name=unit.name,
                    side=SIDE[army],
                    army=army,
                    command=unit.command,
                    position=kind.position,
                    arm=kind.arm,
                    allowance=self.figures.allowance[kind.arm],
                    full=Face(strength=kind.strength, morale=kind.morale),
                    reduced=kind.reduced,
                )
            )
        return cards

    def _leaders(self) -> list[LeaderCard]:
        cards = []
        for leader in self.pack.leaders.leader:
            army = self.command[leader.command].army
            cards.append(
                LeaderCard(
                    id=leader.id,
                    name=leader.name,
                    side=SIDE[army],
                    army=army,
                    command=leader.command,
                    rank=leader.rank,
                    ratings=leader.face,
                    replacement=leader.replacement,
                )
            )
        return cards

    def members(self, force: Force) -> tuple[list[str], list[str]]:
        """Leaders and units that start or arrive together."""
        leaders = [leader.id for leader in self.pack.leaders.leader if leader.force == force.id]
        return leaders, [unit.id for unit in self.pack.units.unit if unit.force == force.id]

    def apart(self, one: str, other: str) -> int:
        """Least movement points between two boxes, without traffic and enemies (A-6.0-1)."""
        return self._distance[one].get(other, FAR)

    def name(self, id: str) -> str:
        """The name of a box, a unit or a leader."""
        if id == OUT:
            return _("the west edge")
        known = self.boxes.get(id) or self.leader.get(id) or self.unit[id]
        return retold(known.name)

    def may_command(self, leader: str, unit: str) -> bool:
        """Whether a leader may command a unit (Y-2.1-f to i)."""
        return unit in self._command[leader]

    def commanded(self, leader: str) -> int:
        """The number of units that a leader may command."""
        return len(self._command[leader])

    def may_lead(self, leader: str, other: str) -> bool:
        """Whether a leader may command another (Y-2.1-f, g, h, j)."""
        chief, card = self.leader[leader], self.leader[other]
        if chief.rank <= card.rank:
            return False
        return chief.army == card.army if chief.rank == OVERALL else chief.command == card.command

    def fire(self, column: str, total: int) -> int:
        """Hits of a shot; the first column is that of skirmishers, `SK`."""
        table = self.tables.fire
        place = 0 if column == "SK" else 1 + self.column["fire"].index(column)
        return table.rows[_row(total, table.lowest, len(table.rows))][place]

    def least_hit(self, column: str) -> int:
        """The lowest total of a shot that hits."""
        table = self.tables.fire
        totals = range(table.lowest, table.lowest + len(table.rows))
        return next(total for total in totals if self.fire(column, total))

    def fire_column(self, morale: int) -> str:
        """The column of a morale; for one without a column, the nearest (A-9.3-1)."""
        known = self.tables.fire.morale
        return str(min(max(morale, min(known)), max(known)))

    def charge(self, column: str, total: int) -> Result:
        """Result of a charge (9.4.3)."""
        table = self.tables.charge
        return table.rows[_row(total, table.lowest, len(table.rows))][table.odds.index(column)]

    def melee(self, column: str, total: int) -> tuple[int, int]:
        """Steps that attacker and defender lose (9.5.1)."""
        table = self.tables.melee
        return table.rows[_row(total, table.lowest, len(table.rows))][table.odds.index(column)]

    def odds(self, table: str, attacker: int, defender: int) -> str:
        """The odds column, rounded in the defender's favour (Y-9.4.1-c, Y-9.5E-a)."""
        ranks = self._ranks[table]
        if not defender:
            return ranks[max(ranks)]
        wanted = attacker // defender if attacker >= defender else -(-defender // max(attacker, 1))
        rank = wanted if attacker >= defender else 2 - wanted
        return ranks.get(rank) or ranks[min(ranks) if rank < min(ranks) else max(ranks)]


def _commands(chief: LeaderCard, card: UnitCard) -> bool:
    """Whether a leader commands a unit: by army as Overall Commander, else by command (Y-2.1-f to i)."""
    return chief.army == card.army if chief.rank == OVERALL else chief.command == card.command


def _rank(column: str) -> int:
    """Odds on a scale: 1:2 is 0, 1:1 is 1, 2:1 is 2."""
    attacker, defender = map(int, column.split(":"))
    return attacker if attacker >= defender else 2 - defender


def _row(total: int, lowest: int, rows: int) -> int:
    return min(max(total - lowest, 0), rows - 1)


def _by_side(cards: dict[str, UnitCard] | dict[str, LeaderCard]) -> dict[Side, list[str]]:
    return {side: [id for id, card in cards.items() if card.side == side] for side in SIDES}
