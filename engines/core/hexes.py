"""Sets of hexes that are moved at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from data.hexes import Hex, axes
from engines.core.listed import Listed

Sides: TypeAlias = tuple[tuple[int, int], Sequence[int], Sequence[int]]
"""The hexes with sides that are not free, and with sides that can't be passed; then for each direction the
hexes from which a step is free, and those from which one can be made."""


class Grid:
    """Sets of hexes of a map as numbers in which each hex is a bit, the lower ids the lower bits.

    A step in one direction is the same number of bits for every hex, so a whole front moves in one shift.
    The surroundings of a hex are a short number, because the bits below them are left out.
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

    def below(self, hex: Hex, steps: int) -> int:
        """How many bits can be left out: none of their hexes is within so many steps of a hex."""
        return max(0, self._start(axes(hex)[0] - steps) - self._first)

    def shift(self, start: Hex, end: Hex) -> int:
        """The number of bits by which a step from one hex to another goes up."""
        return self._place(end) - self._place(start)

    def around(self, number: int) -> int:
        """The neighbours of the hexes of a set, with some bits that are no hexes."""
        up, row = number << 1, self._rows
        both = number | up
        return up | number >> 1 | both << row - 1 | both >> row

    def onward(self, number: int, sides: Sides) -> tuple[int, int]:
        """The neighbours of the hexes of a set over free sides, and over all sides that can be passed.

        Both may hold some bits that are no hexes; the second is empty where it would be the same.
        """
        (apart, shut), (a, b, c, d, e, f), every = sides
        if not number & apart:
            return self.around(number), 0
        one, two, three = self._axes
        free = (number & a) << one | (number & b) >> one | (number & c) << two
        free |= (number & d) >> two | (number & e) << three | (number & f) >> three
        if not number & shut:
            return free, self.around(number)
        return free, self.onward(number, ((shut, 0), every, every))[0]

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

    def hexes(self, number: int, below: int = 0) -> list[Hex]:
        """The hexes of a set, in the order of their ids.

        :param below: bits that were left out.
        """
        if not number:
            return []
        least = (number & -number).bit_length() - 1
        digits, hexes = bin(number >> least)[:1:-1], list[Hex]()
        at, least = 0, least + below
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

    :param below: bits that were left out of the sets.
    """

    def __init__(self, grid: Grid, below: int, *sets: int) -> None:
        self._grid = grid
        self._below = below
        self._sets = [(nth, number) for nth, number in enumerate(sets) if number]
        self._length = sum([number.bit_count() for _nth, number in self._sets])

    def __iter__(self) -> Iterator[tuple[Hex, int]]:
        each = [(hex, nth) for nth, number in self._sets for hex in self._grid.hexes(number, self._below)]
        return iter(sorted(each))

    def _at(self, place: int) -> tuple[Hex, int]:
        # The sets side by side in one number, so that one count covers the bits of all below a place.
        width = max([number.bit_length() for _nth, number in self._sets])
        firsts = sum([1 << width * at for at in range(len(self._sets))])
        joined = sum([number << width * at for at, (_nth, number) in enumerate(self._sets)])
        low, high, before = 0, width, 0
        while high - low > 1:
            middle = (low + high) // 2
            below = (joined & (firsts << middle) - firsts).bit_count()
            if below > place:
                high = middle
            else:
                low, before = middle, below
        here = [nth for nth, number in self._sets if number >> low & 1]
        return self._grid.hex(self._below + low), here[place - before]
