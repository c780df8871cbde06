"""The forms that a stack may take: its counters in rows, with chips below, beside or under one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PIL import Image

from render.parts.placing.seats import Shape
from render.pen import Box, Point

GAP = 2.0
PILED = 420.0
"""The cost of showing a stack as a pile, with its sum, instead of all its counters."""
BROAD = 40.0
"""The cost of chips beside the counters, or one below the other, instead of below them."""

Row = list[Image.Image]


class Form(NamedTuple):
    """One way to lay out a stack: its pictures, each with its middle from that of the whole."""

    pieces: tuple[tuple[Image.Image, Point], ...]
    shape: Shape


class Former:
    """Lays out stacks for a map of `unit` pixels per sheet unit, its counters `size` times as large."""

    def __init__(self, unit: float, size: float) -> None:
        self._unit, self._size = unit, size

    def single(self, sprite: Image.Image) -> list[Form]:
        """The only form of a single picture."""
        return [self._form([[sprite]], [], 1)]

    def forms(
        self, counters: Row, chips: Iterable[tuple[Row, float]], pile: Image.Image | None = None
    ) -> list[Form]:
        """The forms of a stack, the best first.

        :param chips: the same names in several spellings, each with its cost.
        :param pile: all the counters in one, for where there is no more room.
        """
        heaps = [(counters, 0.0)] if pile is None else [(counters, 0.0), ([pile], PILED)]
        spelt = list(chips)
        shapes = [
            form for heap, more in heaps for row, cost in spelt for form in self._laid(heap, row, cost + more)
        ]
        return sorted(shapes, key=lambda form: form.shape.cost)

    def _laid(self, counters: Row, chips: Row, cost: float) -> Iterator[Form]:
        for abreast in (3, 2) if len(counters) > 2 else (3,):
            rows = [counters[start : start + abreast] for start in range(0, len(counters), abreast)]
            more = cost + (BROAD if abreast == 2 else 0)
            width = max([self._wide(row) for row in rows] or [0])
            below = list(self._rows(chips, max(width, 62 * self._size) + 24 * self._size))
            yield self._form([*rows, *below], [], len(rows), more)
            broad = list(self._rows(chips, 170 * self._size))
            if len(broad) < len(below):
                yield self._form([*rows, *broad], [], len(rows), more + BROAD)
            if len(chips) > len(below):
                yield self._form([*rows, *([chip] for chip in chips)], [], len(rows), more + BROAD)
            if chips and counters:
                for left, right in ((rows, [[chip] for chip in chips]), ([[chip] for chip in chips], rows)):
                    yield self._form(left, right, len(rows), more + BROAD, mirrored=right is rows)

    def _wide(self, row: Row) -> float:
        return sum(sprite.width for sprite in row) / self._unit + GAP * self._size * (len(row) - 1)

    def _rows(self, sprites: Row, room: float) -> Iterator[Row]:
        """The sprites in rows that are at most `room` wide."""
        row: Row = []
        for sprite in sprites:
            if row and self._wide([*row, sprite]) > room:
                yield row
                row = []
            row.append(sprite)
        if row:
            yield row

    def _form(
        self, left: list[Row], right: list[Row], firm: int, cost: float = 0.0, *, mirrored: bool = False
    ) -> Form:
        """Rows below each other, and others to the right of them; counters are the first `firm` rows of the
        left, or of the right where it is `mirrored`."""
        gap = GAP * self._size
        columns = [rows for rows in (left, right) if rows]
        widths = [max(self._wide(row) for row in rows) for rows in columns]
        x = -(sum(widths) + gap * (len(columns) - 1)) / 2
        pieces: list[tuple[Image.Image, Point]] = []
        boxes: list[Box] = []
        for rows, width in zip(columns, widths, strict=True):
            highs = [max(sprite.height for sprite in row) / self._unit for row in rows]
            top = -(sum(highs) + gap * (len(rows) - 1)) / 2
            for row, high in zip(rows, highs, strict=True):
                start = x + (width - self._wide(row)) / 2
                boxes.append((start, top, start + self._wide(row), top + high))
                for sprite in row:
                    wide = sprite.width / self._unit
                    pieces.append((sprite, (start + wide / 2, top + high / 2)))
                    start += wide + gap
                top += high + gap
            x += width + gap
        if mirrored:
            boxes = [*boxes[len(left) :], *boxes[: len(left)]]
        return Form(tuple(pieces), Shape(tuple(boxes), firm, cost))
