"""A sheet in the making: lines at twice the size for smooth edges, then text at its own size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image

from render.fonts import Role
from render.pen import Ink, Pen, Point
from render.theme import Theme

OVERSAMPLING = 2


class Sheet:
    """Draws lines through `pen` at once, and keeps text and pictures until it is finished.

    :param width: pixels across.
    :param unit: pixels per sheet unit.
    :param high: height in sheet units.
    """

    def __init__(self, width: int, unit: float, high: float, theme: Theme) -> None:
        self.theme = theme
        self._unit = unit
        size = (width * OVERSAMPLING, max(1, round(high * unit)) * OVERSAMPLING)
        self.pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
        self._later: list[Callable[[Pen], None]] = []

    def write(
        self,
        at: Point,
        text: str,
        role: Role,
        size: float,
        ink: Ink,
        *,
        anchor: str = "mm",
        halo: Ink | None = None,
    ) -> None:
        """Write a line of text; `anchor` as in Pillow."""
        self._later.append(lambda pen: pen.text(at, text, role, size, ink, anchor=anchor, halo=halo))

    def paste(self, picture: Image.Image, centre: Point, width: float, height: float) -> None:
        """A picture, scaled to a size in sheet units, with its middle at a point."""
        self._later.append(partial(_paste, picture=picture, centre=centre, size=(width, height)))

    def finished(self) -> Image.Image:
        """The sheet with everything on it, RGB."""
        image = self.pen.image.reduce(OVERSAMPLING)
        fine = Pen(image, self._unit)
        for put in self._later:
            put(fine)
        return image


def _paste(pen: Pen, *, picture: Image.Image, centre: Point, size: Point) -> None:
    wide, high = (max(1, round(side * pen.unit)) for side in size)
    scaled = picture.convert("RGB").resize((wide, high), Image.Resampling.LANCZOS)
    corner = (round(centre[0] * pen.unit - wide / 2), round(centre[1] * pen.unit - high / 2))
    pen.image.paste(scaled, corner)
