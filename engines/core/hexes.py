"""Sets of hexes that are moved at once."""

from __future__ import annotations

from collections.abc import Iterable

from data.hexes import Hex, axes


class Grid:
    """Sets of hexes of a map as numbers in which each hex is a bit, the lower ids the lower bits.

    A step in one direction is the same number of bits for every hex, so a whole front moves in one shift.
    """

    def __init__(self, hexes: Iterable[Hex]) -> None:
        every = list(hexes)
        souths = [axes(hex)[1] for hex in every]
        self._rows = max(souths) - min(souths) + 1
        self._first = min(souths)
        self.bit = {hex: 1 << self._place(hex) for hex in every}
        """The set of each hex alone."""
        self._hexes = {self._place(hex): hex for hex in every}

    def _place(self, hex: Hex) -> int:
        east, south = axes(hex)
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
