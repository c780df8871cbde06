"""What the box of *Outposts* holds."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Unit = Literal["foot", "horse"]
Units = dict[Unit, int]
UNITS: tuple[Unit, ...] = ("foot", "horse")
SEATS = ("blue", "white")


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


class Pack(msgspec.Struct, frozen=True):
    """All of it; `seat` has name, home, guns and the units by area of each side."""

    id: str
    turns: int
    chits: list[int]
    strength: Units
    area: dict[str, Area]
    seat: dict[str, dict[str, str | int | Units]]
    incident: list[Incident]
    column: list[Column]
    digest: str = ""

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


@cache
def load() -> Pack:
    """The pack, read once."""
    source = files(__package__).joinpath("pack.toml").read_bytes()
    pack = msgspec.convert(tomllib.loads(source.decode()), Pack)
    return msgspec.structs.replace(pack, digest=hashlib.sha256(source).hexdigest())
