"""Hexes by their axes: how far it is from one to another, and sets of them that are moved at once.

How hexes are called and which of them touch is in `data.hexes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from data.hexes import SPAN, Hex, depth, place


@lru_cache(maxsize=SPAN * SPAN)
def _axes(hex: Hex) -> tuple[int, int]:
    """Where a hex lies on the axes to the south-east and to the south, which are straight; rows are not."""
    column, row = place(hex)
    return column, (depth(column, row) - column) // 2


def distance(one: Hex, other: Hex) -> int:
    """Steps from hex to hex where nothing is in the way."""
    (east, south), (far_east, far_south) = _axes(one), _axes(other)
    across, down = far_east - east, far_south - south
    return max(abs(across), abs(down), abs(across + down))


class Grid:
    """Sets of hexes of a map as numbers in which each hex is a bit, the lower ids the lower bits.

    A step in one direction is the same number of bits for every hex, so a whole front moves in one shift.
    """

    def __init__(self, hexes: Iterable[Hex]) -> None:
        axes = {hex: _axes(hex) for hex in hexes}
        souths = [south for _east, south in axes.values()]
        self._rows = max(souths) - min(souths) + 1
        self._first = min(souths)
        self.bit = {hex: 1 << self._place(hex) for hex in axes}
        """The set of each hex alone."""
        self._hexes = {self._place(hex): hex for hex in axes}

    def _place(self, hex: Hex) -> int:
        east, south = _axes(hex)
        return east * self._rows + south - self._first

    def shift(self, start: Hex, end: Hex) -> int:
        """By how many bits a step from one hex to another goes up."""
        return self._place(end) - self._place(start)

    def number(self, hexes: Iterable[Hex]) -> int:
        """A set of hexes."""
        bit, number = self.bit, 0
        for hex in hexes:
            number |= bit[hex]
        return number

    def hexes(self, number: int) -> list[Hex]:
        """The hexes of a set, in the order of their ids."""
        if not number:
            return []
        least = (number & -number).bit_length() - 1
        digits, hexes = bin(number >> least)[:1:-1], list[Hex]()
        at = 0
        while at >= 0:
            hexes.append(self._hexes[least + at])
            at = digits.find("1", at + 1)
        return hexes
