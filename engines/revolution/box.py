"""The box, opened: the pack sorted for play."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import get_args

from data.catalogue import marked
from data.revolution import effects
from data.revolution.effects import Effect
from data.revolution.schema import Army, Law, LawType, Mods, Order, Pack, Person, Row, TableName
from data.revolution.tables import SEATS, Letter, Regime, Seat, Track
from data.schema import Named
from data.sentences import Sentence, _l

PARIS = "paris"
KING = "louis"
ROYALIST = "royalist"
"""The Current that has armies of its own."""
GOVERNMENT = "government"
"""The role's name beside the seats: it has a purse, Fame and an objective of its own (R-SETUP-16)."""
STREET: tuple[Seat, ...] = ("mountain", "sans-culotte")
"""The Currents with which the Royalist can have no dealings (R-SEQ-07, R-SEQ-09)."""


_SEAT: Mapping[str, Seat] = {seat: seat for seat in SEATS}


def as_seat(seat: str) -> Seat:
    """The name as a seat, which exists."""
    return _SEAT[seat]


def strangers(one: str, other: str) -> bool:
    """Whether two Currents may neither ally nor pay each other (R-SEQ-07, R-SEQ-09)."""
    return (one == "royalist" and other in STREET) or (other == "royalist" and one in STREET)


THE: Mapping[str, tuple[str, str]] = {
    "royalist": (marked("Royalist"), marked("the Royalist")),
    "feuillant": (marked("Feuillant"), marked("the Feuillant")),
    "marais": (marked("Marais"), marked("the Marais")),
    "gironde": (marked("Gironde"), marked("the Gironde")),
    "mountain": (marked("Mountain"), marked("the Mountain")),
    "sans-culotte": (marked("Sans-Culotte"), marked("the Sans-Culotte")),
    "legislative": (marked("Legislative"), marked("the Legislative")),
    "convention": (marked("Convention"), marked("the Convention")),
    "terror": (marked("Terror"), marked("the Terror")),
}
"""Names of Currents and regimes, alone and in a sentence; a month has no article. A pack may have others."""


class Box:
    """The pack of a game, opened."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.tables = pack.tables
        self.scenario = {scenario.id: scenario for scenario in pack.setup.scenario}
        self.region = {region.id: region for region in pack.board.region}
        self.order = {id: place for place, id in enumerate(self.region)}
        """Regions in the order of the pack."""
        near: dict[str, list[str]] = {id: [] for id in self.region}
        for border in pack.board.border:
            one, other = border.between
            near[one].append(other)
            near[other].append(one)
        self.near: Mapping[str, tuple[str, ...]] = {
            id: tuple(sorted(ids, key=self.order.__getitem__)) for id, ids in near.items()
        }
        """The neighbours of each region."""
        self.vendee = tuple(id for id, region in self.region.items() if region.vendee)
        self.person: Mapping[str, Person] = {person.id: person for person in pack.people.person}
        self.faces: Mapping[str, tuple[Seat, ...]] = {
            id: (person.primary, *person.secondary) for id, person in self.person.items()
        }
        """The Currents that each personality may belong to (R-ACT-32)."""
        self.influence = {id: frozenset(person.influence) for id, person in self.person.items()}
        self.current = {current.id: current for current in pack.setup.current}
        self.army: Mapping[str, Army] = {army.id: army for army in pack.setup.army}
        self.law: Mapping[str, Law] = {law.id: law for law in pack.laws.law}
        self.laws_of: Mapping[str, tuple[Law, ...]] = {
            kind: tuple(law for law in pack.laws.law if law.type == kind) for kind in get_args(LawType)
        }
        """Laws by type."""
        self.regime: Mapping[Regime, Order] = {regime.id: regime for regime in pack.regimes.regime}
        self.tally = {tally.seat: tally for tally in self.tables.tally}
        self.camp = {tally.seat: tally.camp for tally in self.tables.tally}
        self.winner = {winner.regime: winner for winner in self.tables.winner}
        people = chain[Named](pack.setup.current, pack.setup.army, pack.people.person)
        named = chain[Named](people, pack.laws.law, pack.board.region, pack.regimes.regime)
        self._names = {each.id: each.name for each in named} | {GOVERNMENT: marked("the Government")}
        self._rows: Mapping[tuple[Regime, TableName, int], Row] = {
            (row.regime, row.table, roll): row for row in pack.events.row for roll in row.rolls
        }
        self.row: Mapping[str, Row] = {row.id: row for row in pack.events.row}
        self._mods: Mapping[tuple[Regime, TableName], Mods] = {
            (mods.regime, mods.table): mods for mods in pack.events.mods
        }
        self._effects: Mapping[str, Effect] = {
            text: effects.read(text)
            for row in pack.events.row
            for text in (*row.effects, *row.yes, *row.no, *row.later)
        }

    def called(self, id: str) -> Sentence:
        """The name of a seat, a region, a person, an army, a law or a regime."""
        name = self._names[id]
        if id not in THE:
            return Sentence(name)
        # Other languages have other articles: they have these names with them.
        alone, within = THE[id]
        return Sentence(within) if alone == name else _l("the {seat}", seat=name)

    def name(self, id: str) -> str:
        """The name of an id in the current language."""
        return str(self.called(id))

    def hot(self, region: str, options: Mapping[str, bool]) -> bool:
        """Whether a region is hot (R-ACT-48, A-73)."""
        return self.region[region].hot and (region != "dijon" or options["dijon-hot"])

    def level(self, at: int) -> int:
        """The level of a track from 0 to 2, for I to III (R-ECON-02)."""
        levels = self.tables.levels
        return (at >= levels.second) + (at >= levels.third)

    def column(self, fame: int) -> int:
        """Column of the result table, from 0 (R-ACT-01, R-ACT-03)."""
        return min(max((fame - 1) // 2, 0), 9)

    def result(self, column: int, total: int) -> Letter:
        """The result of a sum of two dice in a column."""
        return self.tables.result.rows[min(max(total, 2), 12) - 2][column]

    def event(self, regime: Regime, table: TableName, roll: int) -> Row:
        """The row of a table for a roll of 2 to 12."""
        return self._rows[regime, table, roll]

    def mods(self, regime: Regime, table: TableName) -> Mods:
        """The modifiers of a table."""
        return self._mods[regime, table]

    def effects(self, texts: list[str]) -> list[Effect]:
        """Lines of words as effects."""
        return [self._effects[text] for text in texts]

    def start(self, scenario: str) -> Mapping[Track, int]:
        """The tracks' values at the start."""
        return self.scenario[scenario].tracks
