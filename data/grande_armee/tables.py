"""The shape of `tables.toml`: terrain, forced marches, combat, and the figures of the rulebook's text."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.schema import Provenance

Terrain = Literal["clear", "mountain", "pass", "fortress"]
March = Literal["go", "op", "disrupted", "eliminated"]
"""The result of a forced march: `-`, `Op`, `D` and `e` in the tables (G-FM-6 to 9)."""
Fate = Literal["unharmed", "halted", "disrupted", "eliminated"]
"""The fate of a unit after its forced march."""
Result = Literal["Ae", "Ars", "Ar1Drs", "Dr1", "Dr2", "Drs", "1/2ex", "De"]
"""The result of a battle (G-CRT-1)."""


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of hex."""

    cost: int
    """Movement points to enter it (G-MOV-E-1)."""
    defence: int
    """The factor of its defenders' strength (G-COM-G-2)."""


class Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Movement points that a hexside costs beside the hex."""

    river: int
    bridge: int


class MarchTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A forced march by the die as modified, 0 to 7 (G-FM-1)."""

    first: list[March]
    again: dict[str, list[March]]
    """The second roll, by the first roll as modified."""


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Combat Results Table."""

    columns: list[int]
    """The lower bound of each in per cent, which belongs to it (G-CRT-2)."""
    rows: list[list[Result]]
    """The results by die, 1 to 6."""


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures of the text."""

    elimination: int
    """Least odds in per cent for an automatic elimination; against them infantry may not retreat."""
    river: int
    """Least odds in per cent of an attack over an unbridged river (G-COM-J-1)."""
    fortress: int
    """Points of strength that a Fortress supplies (G-FOR-A-1)."""
    stacking: int
    """Movement points more to enter, and to leave, a hex with own combat units (G-MOV-K-1, L-1)."""
    swap: int
    """Movement points of a combination or breakdown (G-MOV-R-1, S-1)."""
    leaving: int
    """Movement points more for cavalry to leave a partially controlled hex (G-ZOC-C-1)."""
    doomed: int
    """Movement points more to enter a hex of automatically eliminated combat units (G-COM-M-1)."""
    recovery: int
    """Phases after which a disrupted unit recovers (G-DIS-B-1)."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`tables.toml`."""

    terrain: dict[Terrain, Ground]
    sides: Sides
    double: MarchTable
    triple: MarchTable
    combat: Combat
    figures: Figures
    source: dict[str, Provenance]
