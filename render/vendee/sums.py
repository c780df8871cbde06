"""A table of sums over an image: what any box of its pixels holds, in one step."""

from __future__ import annotations

from itertools import accumulate
from operator import add

from PIL import Image


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
        """The same for a box to the nearest pixel that may reach beyond the image, where there is nothing."""
        # Called a hundred thousand times for a crowded picture: comparisons are quicker than min and max.
        start = int(left + 0.5) if left > 0 else 0
        low = int(top + 0.5) if top > 0 else 0
        end = int(right + 0.5) if right < self.across else self.across
        high = int(bottom + 0.5) if bottom < self.down else self.down
        if start >= end or low >= high:
            return 0
        upper, lower = self._table[low], self._table[high]
        return lower[end] - lower[start] - upper[end] + upper[start]
