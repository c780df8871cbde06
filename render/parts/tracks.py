"""Panels below a map and the tracks in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from data.catalogue import N_
from render.lettering import signed
from render.paper import blend, panel
from render.parts.placing.boxes import middle
from render.pen import Box, Pen, Point
from render.theme import Theme


class Sizes(NamedTuple):
    """Sizes of a track's letters."""

    caption: float
    number: float
    name: float


class Track(NamedTuple):
    """Rows of boxes from a least value to a greatest, in a panel with a caption and a name for each row."""

    box: Box
    caption: str | N_
    span: tuple[int, int]
    rows: int
    first: Point
    """The corner of the least value's box in the uppermost row."""
    pitch: Point
    """The distance from box to box, and from row to row."""
    inset: Box
    """The free margin of it round a box."""

    def moved(self, left: float, top: float) -> Track:
        """The track with its panel's upper left corner there."""
        across, down = left - self.box[0], top - self.box[1]
        box = left, top, self.box[2] + across, self.box[3] + down
        return self._replace(box=box, first=(self.first[0] + across, self.first[1] + down))

    @property
    def values(self) -> range:
        """The values of its boxes."""
        return range(self.span[0], self.span[1] + 1)

    def cell(self, value: int, row: int = 0) -> Box:
        """The box of a value."""
        across, down = self.pitch
        left, top, right, bottom = self.inset
        x, y = self.first[0] + across * (value - self.span[0]), self.first[1] + row * down
        return x + left, y + top, x + across - right, y + down - bottom

    def draw(self, pen: Pen, theme: Theme) -> None:
        """Draw the panel and the boxes; the box of 0 is darker."""
        panel(pen, self.box, theme)
        for row in range(self.rows):
            for value in self.values:
                fill = blend(theme.panel, theme.faded, 0.08 if value else 0.28)
                pen.rectangle(self.cell(value, row), fill, theme.faded, 1.5)

    def letter(self, pen: Pen, names: Sequence[str], sizes: Sizes, theme: Theme, above: float = 28) -> None:
        """Write the caption, the numbers `above` the boxes and the names of the rows."""
        left, top, ink = self.box[0] + 22, self.box[1], theme.ink
        room = self.box[2] - self.box[0] - 44
        if above < 40:
            room = middle(self.cell(self.span[0]))[0] - 22 - left
        pen.fitted((left, top + 28), str(self.caption), "title", sizes.caption, ink, room)
        for value in self.values:
            at = (middle(self.cell(value))[0], top + above)
            pen.text(at, signed(value), "bold", sizes.number, ink)
        for row, name in enumerate(names):
            y, room = middle(self.cell(0, row))[1], self.cell(self.span[0], row)[0] - 6 - left
            pen.fitted((left, y), name, "bold", sizes.name, ink, room)

    def mark(self, pen: Pen, value: int, row: int, sprite: Image.Image) -> None:
        """Set a marker down."""
        pen.stamp(sprite, middle(self.cell(value, row)))
