"""The quick reference of a game: its tables below one another, in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.errors import RenderError, drawing
from render.facade import Picture, encoded
from render.lettering import fitting, wrapped
from render.paper import blend
from render.pen import Pen
from render.theme import Theme, ThemeName, palette

ACROSS = 1600.0
"""Width of the sheet in its own units; its height follows from the tables."""
MARGIN = 40.0
GAP = 28.0
HEAD = 104.0
COLUMN = (ACROSS - 2 * MARGIN - GAP) / 2
CAPTION = 46.0
LINE = 27.0
SIZES = (20.0, 18.0, 16.0, 14.0)
SPARE = 6.0
"""The margin of a column beside its longest text, whose words are measured one by one."""
PAD = 9.0
"""The padding beside the text of a cell."""


class Table(NamedTuple):
    """One table of a quick reference, all of it in words for people."""

    title: str
    case: str
    """The table's number in the rulebook, or the statement that has it."""
    head: tuple[str, ...]
    """The headings of its columns; empty where there are none."""
    rows: tuple[tuple[str, ...], ...]


class _Laid(NamedTuple):
    """A table with its cells broken into lines."""

    table: Table
    size: float
    widths: list[float]
    rows: list[list[list[str]]]

    @property
    def high(self) -> float:
        return CAPTION + sum(_height(row) for row in self.rows) + GAP


def reference(
    title: str, tables: Sequence[Table], theme: ThemeName = "light", *, width: int = 1600
) -> Picture:
    """The tables on one sheet, `width` pixels wide, with the alt text.

    :raises RenderError: no such theme, width out of reason, or no table.
    """
    colours = palette(theme, width, "A quick reference")
    if not tables:
        raise RenderError("A quick reference needs a table")
    with drawing("A quick reference"):
        unit = width / ACROSS
        laid = [_laid(Pen(Image.new("RGB", (1, 1)), unit), table) for table in tables]
        left, right = _columns(laid)
        high = HEAD + max(sum(each.high for each in side) for side in (left, right)) + MARGIN - GAP
        image = Image.new("RGB", (width, round(high * unit)), colours.paper)
        pen = Pen(image, unit)
        pen.rectangle((14, 14, ACROSS - 14, high - 14), colours.panel, colours.ink, 2)
        size = pen.fit(title, "title", 44, ACROSS - 2 * MARGIN, 16)
        pen.text((MARGIN, 62), title, "title", size, colours.ink, anchor="lm")
        for number, side in enumerate((left, right)):
            top = HEAD
            for each in side:
                _draw(pen, each, (MARGIN + number * (COLUMN + GAP), top), colours)
                top += each.high
        words = fitting([f"{title}.", *(f"{table.title} ({table.case})." for table in tables)])
        return encoded(image, words)


def _columns(laid: Sequence[_Laid]) -> tuple[list[_Laid], list[_Laid]]:
    """The tables in two columns, in their order, cut where the heights are most alike."""
    cuts = range(1, len(laid) + 1)
    cut = min(cuts, key=lambda n: max(sum(t.high for t in laid[:n]), sum(t.high for t in laid[n:])))
    return list(laid[:cut]), list(laid[cut:])


def _laid(pen: Pen, table: Table) -> _Laid:
    """The table in the greatest letters in which no word is wider than its column."""
    lines = [*([table.head] if table.head else []), *table.rows]
    columns = list(zip(*lines, strict=True))
    room = COLUMN - 2 * PAD * len(columns)
    for size in SIZES:
        least = [
            max(pen.length(word, "text", size) for cell in column for word in cell.split() or [""])
            for column in columns
        ]
        if sum(least) <= room:
            break
    wanted = [max(pen.length(cell, "text", size) for cell in column) + SPARE for column in columns]
    if sum(wanted) > room:
        # Each has room for its longest word, and of the rest the more the longer its text is.
        share = (room - sum(least)) / (sum(wanted) - sum(least))
        wanted = [few + (wide - few) * share for wide, few in zip(wanted, least, strict=True)]
    elif len(wanted) > 2:
        wanted = [wide + (room - sum(wanted)) / len(wanted) for wide in wanted]
    rows = [
        [wrapped(pen, cell, "text", size, wide) for cell, wide in zip(row, wanted, strict=True)]
        for row in lines
    ]
    return _Laid(table, size, wanted, rows)


def _height(row: Sequence[Sequence[str]]) -> float:
    return max(len(cell) for cell in row) * LINE + PAD


def _draw(pen: Pen, laid: _Laid, at: tuple[float, float], colours: Theme) -> None:
    left, top = at
    caption = f"{laid.table.title} ({laid.table.case})"
    size = pen.fit(caption, "title", 25, COLUMN, 10)
    pen.text((left, top + CAPTION / 2 - 4), caption, "title", size, colours.ink, anchor="lm")
    top += CAPTION - 6
    pen.line([(left, top), (left + COLUMN, top)], colours.ink, 2)
    for number, row in enumerate(laid.rows):
        high = _height(row)
        if laid.table.head and number == 0:
            pen.rectangle((left, top, left + COLUMN, top + high), blend(colours.panel, colours.ink, 0.12))
        x = left
        for cell, wide in zip(row, laid.widths, strict=True):
            for place, line in enumerate(cell):
                pen.text(
                    (x + PAD, top + PAD / 2 + LINE * (place + 0.5)),
                    line,
                    "text",
                    laid.size,
                    colours.ink,
                    anchor="lm",
                )
            x += wide + 2 * PAD
        top += high
        pen.line([(left, top), (left + COLUMN, top)], blend(colours.panel, colours.ink, 0.25), 1)
