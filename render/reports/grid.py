"""A table as a picture: a name in each row, short values beside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image

from render.encode import Format
from render.errors import RenderError, drawing
from render.facade import BUDGET, Picture, encoded
from render.fonts import Role
from render.lettering import fitting, shortened, stopped
from render.paper import blend, neatline, panel
from render.sheet import Sheet
from render.theme import ThemeName, palette

ACROSS = 1600.0
"""Width of the sheet in its own units; its height follows from the rows."""
MARGIN = 32.0
HEAD = 132.0
ROW = 46.0
PLACE = 70.0
"""Width of the first column."""
CELL = 84.0
"""Least width of a column of values."""
NAME = 260.0
"""Least width of the column of names."""
LEAST = 0.6
"""The smallest factor by which columns may be narrower than their texts, whose letters are then smaller."""
PADDING = 26.0
ROWS = 64


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a table, all of them words for people."""

    title: str
    caption: str
    heads: Sequence[str]
    """The heads of the columns: the place, the name and the values."""
    rows: Sequence[Sequence[str]]
    """The rows, at most 64, each as long as `heads`."""
    said: Sequence[str]
    """The rows in words."""


def grid(
    facts: Grid,
    theme: ThemeName = "light",
    *,
    width: int = int(ACROSS),
    budget: int = BUDGET,
    format: Format = "png",
) -> Picture:
    """The table, at most `budget` bytes, with its alt text.

    :raises RenderError: theme unknown, width out of reason, budget impossible, a file missing, or more
        rows or columns than a sheet has room for.
    """
    with drawing("A table"):
        image = draw(facts, theme, width=width)
        return encoded(image, alt(facts), budget, format, colours=64)


def draw(facts: Grid, theme: ThemeName = "light", *, width: int = int(ACROSS)) -> Image.Image:
    """The table as an image, RGB, `width` pixels across.

    :raises RenderError: as in `grid`.
    """
    colours = palette(theme, width, "A table")
    if not 0 < len(facts.rows) <= ROWS or any(len(row) != len(facts.heads) for row in facts.rows):
        raise RenderError(f"A table has room for 1 to {ROWS} rows, each as long as its head")
    high = MARGIN + HEAD + ROW * (len(facts.rows) + 1) + PADDING + MARGIN
    sheet = Sheet(width, width / ACROSS, high, colours)
    neatline(sheet.pen, (8, 8, ACROSS - 8, high - 8), colours)
    panel(sheet.pen, (MARGIN, MARGIN, ACROSS - MARGIN, high - MARGIN), colours)
    wide = ACROSS - 2 * MARGIN - 80
    size = sheet.pen.fit(facts.title, "title", 52, wide, 30)
    shown = shortened(sheet.pen, facts.title, "title", size, wide)
    sheet.write((MARGIN + 36, MARGIN + 50), shown, "title", size, colours.ink, anchor="lm")
    faded = blend(colours.ink, colours.faded, 0.5)
    under = shortened(sheet.pen, facts.caption, "italic", 26, wide)
    sheet.write((MARGIN + 36, MARGIN + 100), under, "italic", 26, faded, anchor="lm")
    edges = _columns(sheet, facts)
    for number, row in enumerate([facts.heads, *facts.rows]):
        top = MARGIN + HEAD + ROW * number
        if number % 2 == 0 and number:
            band = (MARGIN + 14, top, ACROSS - MARGIN - 14, top + ROW)
            sheet.pen.rectangle(band, blend(colours.panel, colours.faded, 0.15))
        _row(sheet, row, edges, top + ROW / 2, head=not number)
    y = MARGIN + HEAD + ROW
    sheet.pen.line([(MARGIN + 14, y), (ACROSS - MARGIN - 14, y)], colours.ink, 2)
    return sheet.finished()


def _columns(sheet: Sheet, facts: Grid) -> list[float]:
    """The left edges of all columns, and the right edge of the last.

    :raises RenderError: there is no room for so many.
    """
    widths = [
        max(CELL, *(sheet.pen.length(row[place], "text", 24) + 24 for row in [facts.heads, *facts.rows]))
        for place in range(2, len(facts.heads))
    ]
    room = ACROSS - 2 * MARGIN - 40 - PLACE
    shrunk = min(1.0, (room - NAME) / sum(widths)) if widths else 1.0
    if shrunk < LEAST:
        raise RenderError(f"A table has no room for {len(facts.heads)} columns")
    widths = [wide * shrunk for wide in widths]
    edges = [MARGIN + 20, MARGIN + 20 + PLACE, MARGIN + 20 + PLACE + room - sum(widths)]
    for wide in widths:
        edges.append(edges[-1] + wide)
    return edges


def _row(sheet: Sheet, row: Sequence[str], edges: Sequence[float], y: float, *, head: bool) -> None:
    colours = sheet.theme
    for place, (text, left, right) in enumerate(zip(row, edges, edges[1:], strict=False)):
        wide = right - left - 12
        role: Role = "bold" if head or place == 0 else "text"
        size = sheet.pen.fit(text, role, 24, wide, 14)
        shown = shortened(sheet.pen, text, role, size, wide)
        if place == 1:
            sheet.write((left + 6, y), shown, role, size, colours.ink, anchor="lm")
        else:
            sheet.write(((left + right) / 2, y), shown, role, size, colours.ink)


def alt(facts: Grid) -> str:
    """The table in words, at most 1024 characters; rows beyond that are left out from the end."""
    return fitting([stopped(facts.title), stopped(facts.caption), *map(stopped, facts.said)])
