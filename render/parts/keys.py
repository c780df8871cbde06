"""Keys: signs with the words beside them, in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image

from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme

SMALL, LARGE = 20.0, 27.0
"""Sizes of the words, by the room that there is."""
COLUMN = 226.0
"""Least width of a column, by default."""


class Entry(NamedTuple):
    """A sign and its meaning."""

    draw: Callable[[Pen, Point, Theme], None]
    words: str


class Key(NamedTuple):
    """The entries of a key in its box."""

    box: Box
    entries: Sequence[Entry]
    column: float = COLUMN
    """Width of a column at least."""
    half: float = 22.0
    """Half the width of a sign."""

    @property
    def _rows(self) -> int:
        return -(-len(self.entries) // max(1, int((self.box[2] - self.box[0]) / self.column)))

    @property
    def _column(self) -> float:
        """Width of a column: all that there is."""
        return (self.box[2] - self.box[0] - 12) / -(-len(self.entries) // self._rows)

    @property
    def _spots(self) -> list[Point]:
        left, top, _, bottom = self.box
        rows, column = self._rows, self._column
        pitch = min((bottom - top - 20) / rows, 31)
        start = (top + bottom - pitch * rows) / 2 + pitch / 2
        return [
            (left + 14 + self.half + n // rows * column, start + n % rows * pitch)
            for n in range(len(self.entries))
        ]

    def signs(self, pen: Pen, theme: Theme, skip: int = 0) -> None:
        """Draw the signs with a coarse pen; the first `skip` stand already."""
        for entry, at in [*zip(self.entries, self._spots, strict=True)][skip:]:
            entry.draw(pen, at, theme)

    @property
    def _room(self) -> float:
        """Width of an entry's words at most."""
        return self._column - 2 * self.half - 20

    def size(self, pen: Pen) -> float:
        """The size of its letters: as large as the longest entry allows."""
        return min(pen.fit(entry.words, "text", LARGE, self._room, SMALL) for entry in self.entries)

    def words(self, pen: Pen, theme: Theme, size: float | None = None, skip: int = 0) -> None:
        """Write the words with a fine pen, all in the given `size`, if any."""
        size = size or self.size(pen)
        for entry, (x, y) in [*zip(self.entries, self._spots, strict=True)][skip:]:
            pen.fitted((x + self.half + 6, y), entry.words, "text", size, theme.ink, self._room)


def sprite(words: str, make: Callable[..., Image.Image], share: float = 1) -> Entry:
    """An entry whose sign is a sprite of the map at `share` of its size; `make` gets `theme` and `unit`."""

    def draw(pen: Pen, at: Point, theme: Theme) -> None:
        pen.stamp(make(theme=theme.name, unit=pen.unit * share), at)

    return Entry(draw, words)


def finer(pen: Pen, share: float) -> Pen:
    """A pen that draws everything at `share` of its size, so that the sheet has more units."""
    return Pen(pen.image, pen.unit * share)


def wider(box: Box, share: float) -> Box:
    """A box of the sheet in the units of a finer pen."""
    left, top, right, bottom = box
    return left / share, top / share, right / share, bottom / share


def broken(pen: Pen, at: Point, ink: Rgb, width: float, on: float, off: float) -> None:
    """Draw a broken line for a key."""
    x, y = at
    start = x - 22
    while start < x + 22:
        pen.line([(start, y), (min(start + on, x + 22), y)], ink, width)
        start += on + off
