"""The contents of any box of an image or of an outline, in one step."""

from __future__ import annotations

import math
from itertools import accumulate
from operator import add, and_

from PIL import Image, ImageDraw

from render.parts.frame import Frame
from render.pen import Box, Point

CELLS = 44
"""Fineness of the grid laid over an area, along its longer side."""
FINE = 4
"""Pixels across a cell, of which one outside the outline rules it out."""
DIGITS = bytes(ord("1" if value else "0") for value in range(256))


class Sums:
    """Sums of the values of an image (mode L) over boxes of its pixels."""

    def __init__(self, image: Image.Image) -> None:
        self.across, self.down = image.size
        values = image.tobytes()
        self._table = [[0] * (self.across + 1)]
        for start in range(0, len(values), self.across):
            run = accumulate(values[start : start + self.across], initial=0)
            self._table.append(list(map(add, self._table[-1], run)))

    def over(self, left: int, top: int, right: int, bottom: int) -> int:
        """The sum over columns `left` to `right` and rows `top` to `bottom`, without the last ones."""
        upper, lower = self._table[top], self._table[bottom]
        return lower[right] - lower[left] - upper[right] + upper[left]

    def clipped(self, left: float, top: float, right: float, bottom: float) -> int:
        """The sum in a box, to the nearest pixel; the box may reach beyond the image, where values are 0."""
        # Called a hundred thousand times for a crowded picture: comparisons are quicker than min and max.
        start = int(left + 0.5) if left > 0 else 0
        low = int(top + 0.5) if top > 0 else 0
        end = int(right + 0.5) if right < self.across else self.across
        high = int(bottom + 0.5) if bottom < self.down else self.down
        if start >= end or low >= high:
            return 0
        upper, lower = self._table[low], self._table[high]
        return lower[end] - lower[start] - upper[end] + upper[start]


class Grid:
    """The share of any box that lies inside an outline."""

    def __init__(self, outline: list[Point], frame: Frame, beyond: float = 0) -> None:
        clip = frame.map
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        self.left, self.top = max(min(xs) - beyond, clip[0] + 6), max(min(ys) - beyond, clip[1] + 6)
        wide = min(max(xs) + beyond, clip[2] - 6) - self.left
        high = min(max(ys) + beyond, clip[3] - 6) - self.top
        self.empty = wide <= 0 or high <= 0
        self.cell = max(max(xs) - min(xs), max(ys) - min(ys), 1.0) / CELLS
        self.across, self.down = max(1, math.ceil(wide / self.cell)), max(1, math.ceil(high / self.cell))
        mask = Image.new("L", (self.across * FINE, self.down * FINE), 0)
        # Pillow's whole numbers are middles of pixels.
        scale = FINE / self.cell
        local = [((x - self.left) * scale - 0.5, (y - self.top) * scale - 0.5) for x, y in outline]
        pen = ImageDraw.Draw(mask)
        pen.polygon(local, fill=255)
        # A cell on the outline is not inside.
        pen.line([*local, local[0]], fill=0, width=3)
        cells = mask.reduce(FINE).point(lambda v: v == 255)
        self._sums, digits = Sums(cells), cells.tobytes().translate(DIGITS)
        self._rows = [int(digits[n : n + self.across][::-1], 2) for n in range(0, len(digits), self.across)]
        self._fits: dict[tuple[int, int], list[int]] = {}

    def inside(self, column: int, row: int, across: int, down: int) -> int:
        """Cells inside the outline of a box of cells."""
        return self._sums.over(column, row, column + across, row + down)

    def fits(self, across: int, down: int) -> list[int]:
        """Row by row, as bits, the columns at which such a box lies inside, by its upper left cell.

        A row's bits are tried all at once: a name needs some hundred thousand boxes on a whole map.
        """
        if (across, down) not in self._fits:
            rows = [_shrunk(bits, across) for bits in self._rows]
            have = 1
            while have < down:
                step = min(have, down - have)
                rows = list(map(and_, rows, rows[step:]))
                have += step
            self._fits[across, down] = rows
        return self._fits[across, down]

    @property
    def box(self) -> Box:
        """The ground under the grid."""
        return self.left, self.top, self.left + self.across * self.cell, self.top + self.down * self.cell

    @property
    def ground(self) -> float:
        """The area inside the outline."""
        return self.inside(0, 0, self.across, self.down) * self.cell**2

    def outside(self, box: Box) -> float:
        """The part of a box's ground outside the outline, to within a cell."""
        left, top, cell = self.left, self.top, self.cell
        inside = self._sums.clipped(
            (box[0] - left) / cell, (box[1] - top) / cell, (box[2] - left) / cell, (box[3] - top) / cell
        )
        return max(0.0, (box[2] - box[0]) * (box[3] - box[1]) - inside * cell**2)

    def cells(self, width: float, height: float) -> tuple[int, int]:
        """Size of a box in whole cells."""
        return max(1, math.ceil(width / self.cell)), max(1, math.ceil(height / self.cell))

    def middle(self, column: int, row: int, across: int, down: int) -> Point:
        """The middle of a box of cells on the sheet."""
        return self.left + (column + across / 2) * self.cell, self.top + (row + down / 2) * self.cell


def _shrunk(bits: int, width: int) -> int:
    """The bits from which on as many as `width` are set."""
    have = 1
    while have < width:
        step = min(have, width - have)
        bits &= bits >> step
        have += step
    return bits
