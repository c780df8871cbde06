"""A pen that keeps what it has lettered: on sheets with many words most come again in the next picture."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.fonts import Role, face
from render.pen import Ink, Pen, Point


class Quill(Pen):
    """A pen that keeps letters and their measures; what it writes stands on whole pixels."""

    def length(self, text: str, role: Role, size: float, spacing: float = 0) -> float:
        """Width of a text in sheet units."""
        return _across(text, role, self.px(size)) / self.unit + spacing * max(0, len(text) - 1)

    def fit(self, text: str, role: Role, size: float, width: float, smallest: float) -> float:
        """The greatest size up to `size` at which a text is no wider than `width`, at least `smallest`."""
        return _fitting(self.unit, text, role, size, width, smallest)

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
        if spacing or not text:
            super().text(
                at, text, role, size, ink, anchor=anchor, spacing=spacing, halo=halo, halo_width=halo_width
            )
            return
        strokes = [(ink, 0)] if halo is None else [(halo, self.px(halo_width)), (ink, 0)]
        for colour, stroke in strokes:
            mask, (left, top) = _letters(text, role, self.px(size), stroke, anchor)
            corner = round(at[0] * self.unit) + left, round(at[1] * self.unit) + top
            self.image.paste(colour, corner, mask)


@lru_cache(maxsize=4096)
def _across(text: str, role: Role, pixels: int) -> float:
    return face(role, pixels).getlength(text)


@lru_cache(maxsize=2048)
def _fitting(unit: float, text: str, role: Role, size: float, width: float, smallest: float) -> float:
    return Pen(Image.new("L", (1, 1)), unit).fit(text, role, size, width, smallest)


@lru_cache(maxsize=2048)
def _letters(
    text: str, role: Role, pixels: int, stroke: int, anchor: str
) -> tuple[Image.Image, tuple[int, int]]:
    """A text as a mask (mode L), and where its corner lies from the anchor."""
    font = face(role, pixels)
    left, top, right, low = font.getbbox(text, anchor=anchor, stroke_width=stroke)
    x, y = int(left) - 1, int(top) - 1
    mask = Image.new("L", (int(right) - x + 2, int(low) - y + 2), 0)
    ImageDraw.Draw(mask).text((-x, -y), text, 255, font, anchor, stroke_width=stroke, stroke_fill=255)
    return mask, (x, y)
