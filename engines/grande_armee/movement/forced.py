"""Forced marches: the two tables, and what a roll comes to (FM)."""

from __future__ import annotations

from typing import Literal

from data.grande_armee.tables import March, MarchTable, Tables

Forced = Literal["double", "triple"]


def table(tables: Tables, march: Forced) -> MarchTable:
    """The table of a forced march."""
    return tables.double if march == "double" else tables.triple


def first_roll(tables: Tables, march: Forced, die: int, modifier: int) -> March:
    """What the first roll comes to (G-FM-2, G-FM-4).

    :param die: its natural face; the modified one is 0 to 7 and needs no clamping (G-FM-1).
    """
    return table(tables, march).first[die + modifier]


def second_roll(tables: Tables, march: Forced, first: int, die: int, modifier: int) -> March:
    """What the second roll comes to, on the row of the first one's natural face (G-FM-3, G-FM-5)."""
    return table(tables, march).again[str(first + modifier)][die + modifier]
