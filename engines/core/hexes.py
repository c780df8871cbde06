"""A map of hexes for play: how far, along what, round about what, and a grid to march on.

How hexes are called and which of them touch is in `data.hexes`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

import msgspec

from data.hexes import SPAN, Hex, Hexside, depth, hex_at, hexside, neighbours, place, sharers

T = TypeVar("T")
"""Kinds of terrain."""
K = TypeVar("K")
"""What can lie on a hexside."""

_ROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps of a clockwise walk round a hex from its north, on two axes."""


@lru_cache(maxsize=SPAN * SPAN)
def _axes(hex: Hex) -> tuple[int, int]:
    """Where a hex lies on the axes to the south-east and to the south, which are straight; rows are not."""
    column, row = place(hex)
    return column, (depth(column, row) - column) // 2


def _on_axes(east: int, south: int) -> Hex | None:
    """The hex there, if it has an id."""
    row = south + east // 2
    return hex_at(east, row) if 0 <= east < SPAN and 0 <= row < SPAN else None


def distance(one: Hex, other: Hex) -> int:
    """Steps from hex to hex where nothing is in the way."""
    (east, south), (far_east, far_south) = _axes(one), _axes(other)
    across, down = far_east - east, far_south - south
    return max(abs(across), abs(down), abs(across + down))


def line(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The straight line between two hexes, both of them included, step by step.

    Where it runs along the side between two hexes the step has both, the northern one first.
    """
    (east, south), (far_east, far_south) = _axes(start), _axes(end)
    across, down = far_east - east, far_south - south
    steps = distance(start, end) or 1
    passed: list[tuple[Hex, ...]] = []
    for step in range(distance(start, end) + 1):
        # In steps' parts: on one of the three axes they make a whole, and so halves are told exactly.
        along, below = east * steps + across * step, south * steps + down * step
        if below % steps == 0:
            met = [(at, below // steps) for at in _nearest(along, steps)]
        elif along % steps == 0:
            met = [(along // steps, at) for at in _nearest(below, steps)]
        else:
            met = [((along + below) // steps - at, at) for at in _nearest(below, steps)]
        passed.append(tuple(hex for at in met if (hex := _on_axes(*at))))
    return tuple(passed)


def _nearest(parts: int, whole: int) -> list[int]:
    """The nearest whole number, or the two where it is half-way."""
    low, high = -((whole - 2 * parts) // (2 * whole)), (2 * parts + whole) // (2 * whole)
    return [low] if low == high else [low, high]


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at a distance, clockwise from the north; those that have an id."""
    if radius == 0:
        return (centre,)
    east, south = _axes(centre)
    south -= radius
    met: list[Hex | None] = []
    for across, down in _ROUND:
        for _ in range(radius):
            met.append(_on_axes(east, south))
            east, south = east + across, south + down
    return tuple(hex for hex in met if hex)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes up to a distance, ring by ring."""
    return tuple(hex for each in range(radius + 1) for hex in ring(centre, each))


class Grid(msgspec.Struct, Generic[T, K], frozen=True, dict=True):
    """The hexes of a map with their terrain, and what lies on the sides between them.

    :raises ValueError: a hex or side is not called as it should be, or is off the map.
    """

    terrain: dict[Hex, T]
    sides: dict[Hexside, tuple[K, ...]]
    """Sides with something on them: a river, a river with its bridge."""

    def __post_init__(self) -> None:
        for hex in self.terrain:
            place(hex)
        for side in self.sides:
            for hex in sharers(side):
                if hex not in self.terrain:
                    raise ValueError(f"Side {side} is off the map, which has no hex {hex}")

    @cached_property
    def neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        """Neighbours of each hex on the map, clockwise from the north: a graph to search."""
        return {
            hex: tuple(near for near in neighbours(hex).values() if near in self.terrain)
            for hex in self.terrain
        }

    def between(self, one: Hex, other: Hex) -> tuple[K, ...]:
        """What lies on the side that two hexes share.

        :raises ValueError: they share none.
        """
        return self.sides.get(hexside(one, other), ())

    def ways(self, price: Callable[[T, tuple[K, ...]], int | None]) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
        """From each hex its neighbours, each with what it costs to enter it.

        :param price: of a step into a terrain over what is on the side; None: no step leads there.
        """
        return {
            hex: tuple(
                (end, cost)
                for end in near
                if (cost := price(self.terrain[end], self.between(hex, end))) is not None
            )
            for hex, near in self.neighbours.items()
        }
