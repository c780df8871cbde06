"""Sets of hexes that are moved at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias

from data.grande_armee.hexes import Hex, axes
from engines.core.listed import Listed

Sides: TypeAlias = tuple[tuple[int, int], Sequence[int], Sequence[int]]
"""The hexes with sides that are not free, and with sides that can't be passed; then for each direction the
hexes from which a step is free, and those from which one can be made."""


class Grid:
    """Sets of hexes of a map as numbers in which each hex is a bit, the lower ids the lower bits.

    A step in one direction is the same number of bits for every hex, so a whole front moves in one shift.
    """

    def __init__(self, hexes: Iterable[Hex]) -> None:
        every = list(hexes)
        rows = [south + east // 2 for east, south in map(axes, every)]
        # With one or two bits between columns, no step leads from the end of a column into the next.
        self._rows, self._row = max(rows) - min(rows) + 3, min(rows)
        self._first = min(self._start(axes(hex)[0]) for hex in every)
        self.bit = {hex: 1 << self._place(hex) for hex in every}
        """For each hex the set that holds only this hex."""
        self._hexes = {self._place(hex): hex for hex in every}
        self._kept: dict[frozenset[Hex], int] = {}
        self._axes = 1, self._rows, self._rows - 1
        self.shifts = [shift for axis in self._axes for shift in (axis, -axis)]
        """The number of bits by which a step in each direction goes up."""

    def _start(self, east: int) -> int:
        """The place of the first row of a column, which lies half a row above that of the one before."""
        return east * self._rows + self._row - east // 2

    def _place(self, hex: Hex) -> int:
        east, south = axes(hex)
        return east * self._rows + south - self._first

    def shift(self, start: Hex, end: Hex) -> int:
        """The number of bits by which a step from one hex to another goes up."""
        return self._place(end) - self._place(start)

    def around(self, number: int) -> int:
        """The neighbours of the hexes of a set, with some bits that are no hexes."""
        up, row = number << 1, self._rows
        both = number | up
        return up | number >> 1 | both << row - 1 | both >> row

    def stepping(self, sides: Sides) -> Callable[[int], tuple[int, int]]:
        """What gives the neighbours of a set over free sides, and over all sides that can be passed.

        Both may hold some bits that are no hexes; the second is empty where it would be the same.
        """
        (apart, shut), (a, b, c, d, e, f), (g, h, i, j, k, m) = sides
        one, two, three = self._axes

        def onward(number: int) -> tuple[int, int]:
            if not number & apart:
                return around(number), 0
            free = (number & a) << one | (number & b) >> one | (number & c) << two
            free |= (number & d) >> two | (number & e) << three | (number & f) >> three
            if not number & shut:
                return free, around(number)
            every = (number & g) << one | (number & h) >> one | (number & i) << two
            return free, every | (number & j) >> two | (number & k) << three | (number & m) >> three

        around = self.around
        return onward

    def number(self, hexes: Iterable[Hex]) -> int:
        """A set of hexes."""
        bit, number = self.bit, 0
        for hex in hexes:
            number |= bit[hex]
        return number

    def kept(self, hexes: frozenset[Hex]) -> int:
        """The number of a set that callers ask for again and again; it is cached."""
        known = self._kept.get(hexes)
        if known is None:
            known = self._kept[hexes] = self.number(hexes)
        return known

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

    def hex(self, place: int) -> Hex:
        """The hex of a bit, the lowest being 0."""
        return self._hexes[place]


class Hexes(Listed[tuple[Hex, int]]):
    """The hexes of some sets in the order of their ids, each with the index of its set.

    Each is found when it is asked for. A hex of several sets comes once for each.
    """

    def __init__(self, grid: Grid, *sets: int) -> None:
        self._grid = grid
        self._sets = sets
        self._length = sum([number.bit_count() for number in sets if number])

    def __iter__(self) -> Iterator[tuple[Hex, int]]:
        each = [(hex, nth) for nth, number in enumerate(self._sets) for hex in self._grid.hexes(number)]
        return iter(sorted(each))

    def _at(self, place: int) -> tuple[Hex, int]:
        # The sets side by side in one number, so that one count covers the bits of all below a place.
        every = reduce(or_, self._sets)
        least, width = (every & -every).bit_length() - 1, every.bit_length()
        width -= least
        sets = [number >> least for number in self._sets if number]
        firsts = sum([1 << width * at for at in range(len(sets))])
        joined = sum([number << width * at for at, number in enumerate(sets)])
        low, high, before = 0, width, 0
        while high - low > 1:
            middle = (low + high) // 2
            below = (joined & (firsts << middle) - firsts).bit_count()
            if below > place:
                high = middle
            else:
                low, before = middle, below
        least += low
        here = [nth for nth, number in enumerate(self._sets) if number >> least & 1]
        return self._grid.hex(least), here[place - before]
