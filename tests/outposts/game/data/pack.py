"""Load and check a pack of *Outposts*: `pack.toml` and `board.toml`."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

import data.about
from data.about import ABOUT, read_about
from data.library import Library
from data.load import Spot, convert, digest, links_in, read
from data.schema import Fault

BOARD = "board.toml"

Unit = Literal["foot", "horse"]
Units = dict[Unit, int]
UNITS: tuple[Unit, ...] = ("foot", "horse")
SEATS = ("blue", "white")
"""Of the base pack."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place on the map; `value` is what holding it counts at the end."""

    name: str
    value: int
    borders: list[str]


class Incident(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the pool; `reach` is how many areas a march enters."""

    id: str
    title: str
    reach: int
    guns: int = 0


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Losses by face, from attacker's strength at `least` per cent of the defender's."""

    name: str
    least: int
    attacker: list[int]
    defender: list[int]


class About(data.about.About, frozen=True):
    """What the pack is."""

    title: Literal["outposts"]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`board.toml`; `seat` has name, home, guns and the units by area of each side."""

    turns: int
    chits: list[int]
    strength: Units
    area: dict[str, Area]
    seat: dict[str, dict[str, str | int | Units]]
    incident: list[Incident]
    column: list[Column]


class Pack(Board, frozen=True, kw_only=True):
    """All of it."""

    about: About
    digest: str

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides, in the order of the board."""
        return tuple(self.seat)

    @property
    def incidents(self) -> dict[str, Incident]:
        """Incidents by id."""
        return {incident.id: incident for incident in self.incident}

    def home(self, seat: str) -> str:
        """The area where a side's guns are surest."""
        return str(self.seat[seat]["home"])

    def weight(self, units: Units) -> int:
        """Strength in combat."""
        return sum(self.strength[unit] * count for unit, count in units.items())

    def odds_column(self, attacker: int, defender: int, shift: int) -> Column:
        """The column for these strengths, `shift` columns to the left (O-7.1-a, O-6.3-a)."""
        index = max(i for i, column in enumerate(self.column) if 100 * attacker >= column.least * defender)
        return self.column[max(0, index - shift)]


def _read(folder: Traversable, own: bool, faults: list[Fault]) -> Pack | None:
    if own and (linked := links_in(folder, (ABOUT, BOARD))):
        faults.extend(linked)
        return None
    about = read_about(folder, About, faults)
    table = read(folder, BOARD, faults)
    board = None if table is None else convert(table, Board, Spot(BOARD), faults)
    if about is None or board is None:
        return None
    return Pack(**msgspec.structs.asdict(board), about=about, digest=digest(board, ()))


LIBRARY = Library("tests.outposts.game.data", _read)
