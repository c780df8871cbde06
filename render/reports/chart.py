"""Bars in groups, for the figures of simulations."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.errors import RenderError
from render.pen import Pen
from render.theme import Theme, ThemeName, palette

SHEET = 1200.0
"""Width of the sheet in its own units; its height follows from the bars."""
MARGIN = 48.0
ROW = 34.0
HEAD = 132.0
PANEL_HEAD = 64.0
LABELS = 300.0
NOTES = 170.0

Bars = Sequence[tuple[str, int, str]]
"""Label, count and the note behind the bar, for each bar."""


def chart(
    title: str,
    caption: str,
    panels: Sequence[tuple[str, Bars]],
    theme: ThemeName = "light",
    *,
    width: int = 1200,
) -> Image.Image:
    """A sheet with the panels below one another, `width` pixels wide, mode RGB.

    :raises RenderError: no such theme, width out of reason, or no bar to draw.
    """
    colours = palette(theme, width, "A chart")
    if not panels or not all(bars for _, bars in panels):
        raise RenderError("A chart needs at least one bar in each panel")
    high = HEAD + sum(PANEL_HEAD + ROW * len(bars) for _, bars in panels) + MARGIN
    unit = width / SHEET
    image = Image.new("RGB", (width, max(1, round(high * unit))), colours.paper)
    pen = Pen(image, unit)
    pen.rectangle((16, 16, SHEET - 16, high - 16), colours.panel, colours.ink, 2)
    _line(pen, title, 62, 40, colours)
    wide = SHEET - 2 * MARGIN
    pen.text(
        (MARGIN, 102), caption, "text", pen.fit(caption, "text", 20, wide, 8), colours.faded, anchor="lm"
    )
    top = HEAD
    for heading, bars in panels:
        _panel(pen, heading, bars, top, colours)
        top += PANEL_HEAD + ROW * len(bars)
    return image


def _line(pen: Pen, text: str, y: float, size: float, colours: Theme) -> None:
    fitting = pen.fit(text, "title", size, SHEET - 2 * MARGIN, 10)
    pen.text((MARGIN, y), text, "title", fitting, colours.ink, anchor="lm")


def _panel(pen: Pen, heading: str, bars: Bars, top: float, colours: Theme) -> None:
    pen.line([(MARGIN, top + 8), (SHEET - MARGIN, top + 8)], colours.faded, 1)
    _line(pen, heading, top + 36, 26, colours)
    left = MARGIN + LABELS
    longest = SHEET - MARGIN - NOTES - left
    most = max(1, *(count for _, count, _ in bars))
    for number, (label, count, note) in enumerate(bars):
        middle = top + PANEL_HEAD + ROW * (number + 0.5)
        size = pen.fit(label, "text", 20, LABELS - 20, 8)
        pen.text((left - 14, middle), label, "text", size, colours.ink, anchor="rm")
        end = left + longest * count / most
        if count:
            pen.rectangle((left, middle - 11, max(end, left + 2), middle + 11), colours.road)
        pen.line([(left, middle - ROW / 2), (left, middle + ROW / 2)], colours.ink, 2)
        pen.text((end + 12, middle), note, "text", 18, colours.ink, anchor="lm")
