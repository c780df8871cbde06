"""A battle below its ground: both orders of battle, the dice and their arithmetic, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image

from render.battle import Battle, Force
from render.fonts import Role
from render.lettering import squeezed
from render.paper import neatline, panel
from render.pen import Box, Pen
from render.reports.plots import die
from render.theme import Livery, Theme

WIDE = 530.0
"""The width of a side's column."""
COUNTERS = 5
"""Most counters in a row."""
NAME, TOTAL, SAID, SUM, TOLD = 40.0, 62.0, 32.0, 29.0, 34.0
"""Sizes of letters."""
DIE, LINES = 76.0, 3
"""Size of a die, and most lines for a side's losses, and for its moves."""


FOUGHT, MUSTER = 600.0, 590.0
"""Height of the ground of a battle, and of the panel below it."""
GAP, EDGE = 8.0, 24.0
HEAD, FOOT = 98.0, 135.0
"""Height of a force's name, and of the sentence below both sides, with what is free round them."""


class Dressed(NamedTuple):
    """A force ready to draw: its counters and commanders, and its colours."""

    counters: list[Image.Image]
    chiefs: list[Image.Image]
    livery: Livery


def strip(
    near: Image.Image, unit: float, close: Box, middle: float, high: float
) -> tuple[Image.Image, float]:
    """The strip of a close-up about a place so far down, and its upper edge there."""
    start = min(max(middle - high / 2, close[1]), close[3] - high)
    return near.crop((0, round(start * unit), near.width, round((start + high) * unit))), start


def fought(
    near: Image.Image,
    unit: float,
    close: Box,
    middle: float,
    battle: Battle,
    dress: Callable[[Force], Dressed],
    theme: Theme,
    high: float = MUSTER,
) -> Image.Image:
    """A battle: the ground about a place so far down a close-up, and the panel of the battle below it."""
    left, top, right, _ = close
    box = (left, top + FOUGHT + GAP, right, top + FOUGHT + GAP + high)
    made = Image.new("RGB", (near.width, round((box[3] + EDGE) * unit)), theme.paper)
    made.paste(near.crop((0, 0, near.width, round(top * unit))), (0, 0))
    made.paste(strip(near, unit, close, middle, FOUGHT)[0], (0, round(top * unit)))
    pen = Pen(made, unit)
    pen.rectangle((left, top, right, top + FOUGHT), None, theme.ink, 3)
    neatline(pen, (8, 8, near.width / unit - 8, box[3] + 16), theme)
    draw(pen, box, battle, dress, theme)
    return made


def draw(pen: Pen, box: Box, battle: Battle, dress: Callable[[Force], Dressed], theme: Theme) -> None:
    """The battle in its panel."""
    panel(pen, box, theme)
    left, top, right, bottom = box
    lines, size = squeezed(pen, battle.told, "italic", TOLD, right - left - 80, 2)
    low = bottom - 30 - size * 1.25 * len(lines)
    for number, force in enumerate(battle.forces):
        x = left + 24 if number == 0 else right - 24 - WIDE
        _force(pen, (x, top + 20, x + WIDE, low), force, dress(force), theme)
    _dice(pen, (left + WIDE + 40, top + 20, right - WIDE - 40, low), battle, theme)
    pen.line([(left + 40, low), (right - 40, low)], theme.faded, 2)
    for number, line in enumerate(lines):
        at = (left + right) / 2, low + 14 + (number + 0.5) * size * 1.25
        pen.text(at, line, "italic", size, theme.ink)


def _force(pen: Pen, box: Box, force: Force, dressed: Dressed, theme: Theme) -> None:
    left, top, right, _ = box
    pen.rectangle((left, top, right, top + 62), dressed.livery.fill, theme.ink, 2, 6)
    size = pen.fit(force.name, "title", NAME, WIDE - 150, 24)
    pen.text((left + 20, top + 31), force.name, "title", size, dressed.livery.ink, anchor="lm")
    pen.text((right - 18, top + 31), str(force.total), "bold", TOTAL * 0.78, dressed.livery.ink, anchor="rm")
    y = top + 78
    for row in _rows(pen, dressed.counters, WIDE, COUNTERS):
        y = _stamped(pen, row, left, y, 8.0)
    for row in _rows(pen, dressed.chiefs, WIDE, 9):
        y = _stamped(pen, row, left, y + 4, 8.0)
    for text, role in _said(force):
        lines, size = squeezed(pen, text, role, SAID, WIDE, LINES)
        for line in lines:
            pen.text((left, y + 24), line, role, size, theme.ink, anchor="lm")
            y += size * 1.2


def height(pen: Pen, battle: Battle, dress: Callable[[Force], Dressed]) -> float:
    """Height of the panel that holds all that is to be told of a battle."""
    return HEAD + FOOT + max(_tall(pen, force, dress(force)) for force in battle.forces)


def _tall(pen: Pen, force: Force, dressed: Dressed) -> float:
    """Height of what stands below the name of a force."""
    rows = [*_rows(pen, dressed.counters, WIDE, COUNTERS), *_rows(pen, dressed.chiefs, WIDE, 9)]
    tall = sum(max(sprite.height for sprite in row) / pen.unit + 12 for row in rows)
    for text, role in _said(force):
        lines, size = squeezed(pen, text, role, SAID, WIDE, LINES)
        tall += size * 1.2 * len(lines)
    return tall


def _said(force: Force) -> list[tuple[str, Role]]:
    """The losses of a force, and where it went."""
    said: tuple[tuple[str, Role], ...] = ((force.lost, "bold"), (force.went, "text"))
    return [each for each in said if each[0]]


def _rows(pen: Pen, sprites: Sequence[Image.Image], wide: float, most: int) -> list[list[Image.Image]]:
    """Sprites in rows that are at most `wide`."""
    rows: list[list[Image.Image]] = []
    used = 0.0
    for sprite in sprites:
        width = sprite.width / pen.unit + 8
        if not rows or used + width > wide or len(rows[-1]) == most:
            rows.append([])
            used = 0.0
        rows[-1].append(sprite)
        used += width
    return rows


def _stamped(pen: Pen, row: Sequence[Image.Image], left: float, top: float, gap: float) -> float:
    """Set a row down from the left; returns the start of the next."""
    high = max(sprite.height for sprite in row) / pen.unit
    for sprite in row:
        wide = sprite.width / pen.unit
        pen.stamp(sprite, (left + wide / 2, top + high / 2))
        left += wide + gap
    return top + high + gap


def _dice(pen: Pen, box: Box, battle: Battle, theme: Theme) -> None:
    """The dice, the sum line by line, the result."""
    left, top, right, low = box
    middle, y = (left + right) / 2, top
    apart = DIE + 20
    for number, face in enumerate(battle.dice):
        at = middle + (number - (len(battle.dice) - 1) / 2) * apart, top + DIE / 2
        die(pen, at, DIE / 2, face, theme.disc, theme.ink)
    y += DIE + 26 if battle.dice else 10
    lines, size = squeezed(pen, battle.result, "bold", 38, right - left, 2)
    pitch = size * 1.15
    room = low - 40 - (len(lines) - 0.5) * pitch - y
    step = min(SUM * 1.22, room / max(1, len(battle.sums)))
    letters = min(SUM, step / 1.12)
    for amount, label in battle.sums:
        pen.text((left + 92, y + step / 2), amount, "bold", letters, theme.ink, anchor="rm")
        fitted = pen.fit(label, "text", letters, right - left - 108, 14)
        pen.text((left + 106, y + step / 2), label, "text", fitted, theme.ink, anchor="lm")
        y += step
    for number, line in enumerate(reversed(lines)):
        pen.text((middle, low - 34 - number * pitch), line, "bold", size, theme.red)
