"""Hexes as a map prints them: four figures, the column and then the row, and the sides that they share.

The grid is that of *La Grande Armée*: hexes stand in columns with a flat side to the north, and odd columns
lie half a hex lower than even ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NewType

Hex = NewType("Hex", str)
"""`0712` is the one in column 7, row 12."""
Hexside = NewType("Hexside", str)
"""`0712/0812`: the two hexes that share it, the lower one first, whichever of them it is named from."""
Direction = Literal["n", "ne", "se", "s", "sw", "nw"]

SPAN = 100
"""Columns and rows that two figures each can name."""
_STEPS: dict[Direction, tuple[int, int]] = {
    "n": (0, -2),
    "ne": (1, -1),
    "se": (1, 1),
    "s": (0, 2),
    "sw": (-1, 1),
    "nw": (-1, -1),
}
"""Columns and half rows to the neighbours, clockwise."""


def hex_at(column: int, row: int) -> Hex:
    """The hex in a column and row.

    :raises ValueError: no four figures name it.
    """
    if not (0 <= column < SPAN and 0 <= row < SPAN):
        raise ValueError(f"No hex has column {column} and row {row}")
    return Hex(f"{column:02}{row:02}")


@lru_cache(maxsize=SPAN * SPAN)
def place(hex: Hex) -> tuple[int, int]:
    """Column and row of a hex.

    :raises ValueError: the id is not of four figures.
    """
    if len(hex) != 4 or not (hex.isascii() and hex.isdigit()):
        raise ValueError(f"{hex!r} is no hex: an id has two figures for the column and two for the row")
    return int(hex[:2]), int(hex[2:])


def depth(column: int, row: int) -> int:
    """How far down a hex lies, in half rows from the top of the first."""
    return 2 * row + column % 2


@lru_cache(maxsize=SPAN * SPAN)
def neighbours(hex: Hex) -> Mapping[Direction, Hex]:
    """The hexes around it by direction, clockwise from the north; those that have an id."""
    column, row = place(hex)
    near: dict[Direction, Hex] = {}
    for direction, (across, down) in _STEPS.items():
        over = column + across
        below = (depth(column, row) + down - over % 2) // 2
        if 0 <= over < SPAN and 0 <= below < SPAN:
            near[direction] = hex_at(over, below)
    return MappingProxyType(near)


@lru_cache(maxsize=SPAN * SPAN)
def axes(hex: Hex) -> tuple[int, int]:
    """Where a hex lies on the axes to the south-east and to the south, which are straight; rows are not."""
    column, row = place(hex)
    return column, (depth(column, row) - column) // 2


def distance(one: Hex, other: Hex) -> int:
    """Steps from hex to hex without obstacles."""
    (east, south), (far_east, far_south) = axes(one), axes(other)
    across, down = far_east - east, far_south - south
    return max(abs(across), abs(down), abs(across + down))


def hexside(one: Hex, other: Hex) -> Hexside:
    """The side that two hexes share.

    :raises ValueError: they share none.
    """
    if other not in neighbours(one).values():
        raise ValueError(f"Hexes {one} and {other} share no side")
    return Hexside("/".join(sorted((one, other))))


def sharers(side: Hexside) -> tuple[Hex, Hex]:
    """The two hexes that share a side.

    :raises ValueError: it is not the id of a side.
    """
    one, _, other = side.partition("/")
    if hexside(Hex(one), Hex(other)) != side:
        raise ValueError(f"The side is called {hexside(Hex(one), Hex(other))}, not {side}")
    return Hex(one), Hex(other)
