"""Drawing in sheet units: the same code draws at every width, and at several times it for smooth edges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from render.fonts import Role, face

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Ink = tuple[int, int, int] | tuple[int, int, int, int] | int


class Pen:
    """Draws on an image whose pixels are `unit` per sheet unit."""

    def __init__(self, image: Image.Image, unit: float) -> None:
        self.image = image
        self.unit = unit
        self._draw = ImageDraw.Draw(image)

    def px(self, length: float) -> int:
        """A length in whole pixels, at least one."""
        return max(1, round(length * self.unit))

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.unit, y * self.unit) for x, y in points]

    def _box(self, box: Box) -> Box:
        left, top, right, bottom = box
        return left * self.unit, top * self.unit, right * self.unit, bottom * self.unit

    def line(self, points: Sequence[Point], ink: Ink, width: float = 1) -> None:
        """A line through the points with rounded joints."""
        self._draw.line(self._scaled(points), fill=ink, width=self.px(width), joint="curve")

    def dashes(self, points: Sequence[Point], ink: Ink, width: float, on: float, off: float) -> None:
        """A broken line; `points` should lie close together."""
        walked, run = 0.0, [points[0]]
        for before, after in pairwise(points):
            walked += ((after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2) ** 0.5
            if walked % (on + off) < on:
                run.append(after)
            else:
                if len(run) > 1:
                    self.line(run, ink, width)
                run = [after]
        if len(run) > 1:
            self.line(run, ink, width)

    def polygon(
        self, points: Sequence[Point], fill: Ink | None, ink: Ink | None = None, width: float = 1
    ) -> None:
        """A filled polygon, outlined when `ink` is given."""
        scaled = self._scaled(points)
        if fill is not None:
            self._draw.polygon(scaled, fill=fill)
        if ink is not None:
            self._draw.line([*scaled, *scaled[:2]], fill=ink, width=self.px(width), joint="curve")

    def rectangle(
        self, box: Box, fill: Ink | None = None, ink: Ink | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """A rectangle, its corners rounded by `radius`."""
        self._draw.rounded_rectangle(
            self._box(box),
            self.px(radius) if radius else 0,
            fill,
            ink,
            self.px(width) if ink is not None else 0,
        )

    def circle(
        self, centre: Point, radius: float, fill: Ink | None = None, ink: Ink | None = None, width: float = 1
    ) -> None:
        """A circle."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self._draw.ellipse(box, fill, ink, self.px(width) if ink is not None else 0)

    def arc(self, centre: Point, radius: float, span: Point, ink: Ink, width: float) -> None:
        """An arc between two angles in degrees, clockwise from the right."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self._draw.arc(box, span[0], span[1], ink, self.px(width))

    def length(self, text: str, role: Role, size: float, spacing: float = 0) -> float:
        """Width of a text in sheet units."""
        width = face(role, self.px(size)).getlength(text) / self.unit
        return width + spacing * max(0, len(text) - 1)

    def fit(self, text: str, role: Role, size: float, width: float, smallest: float) -> float:
        """The greatest size up to `size` at which a text is no wider than `width`, at least `smallest`."""
        wide = self.length(text, role, size)
        if wide <= width:
            return size
        # Small letters have whole pixels between them: half the size is more than half as wide.
        pixels, least = int(size * width / wide * self.unit), self.px(smallest)
        while pixels > least and face(role, pixels).getlength(text) > width * self.unit:
            pixels -= 1
        return max(smallest, pixels / self.unit)

    def text(
        self,
        at: Point,
        text: str,
        role: Role,
        size: float,
        ink: Ink,
        *,
        anchor: str = "mm",
        spacing: float = 0,
        halo: Ink | None = None,
        halo_width: float = 4,
    ) -> None:
        """A line of text; `anchor` as Pillow has it, `spacing` between letters."""
        font = face(role, self.px(size))
        stroke = 0 if halo is None else self.px(halo_width)
        x, y = at
        pieces = [(x, text)]
        if spacing:
            if anchor[0] != "l":
                x -= self.length(text, role, size, spacing) / (2 if anchor[0] == "m" else 1)
            anchor, pieces = f"l{anchor[1]}", []
            for letter in text:
                pieces.append((x, letter))
                x += font.getlength(letter) / self.unit + spacing
        for left, piece in pieces:
            self._draw.text(
                (left * self.unit, y * self.unit),
                piece,
                fill=ink,
                font=font,
                anchor=anchor,
                stroke_width=stroke,
                stroke_fill=halo,
            )

    def stamp(self, sprite: Image.Image, centre: Point) -> None:
        """Paste a sprite (RGBA) with its middle at a point."""
        x, y = centre
        corner = (round(x * self.unit - sprite.width / 2), round(y * self.unit - sprite.height / 2))
        if self.image.mode == "RGBA":
            self.image.alpha_composite(sprite, (max(0, corner[0]), max(0, corner[1])))
        else:
            self.image.paste(sprite, corner, sprite)
