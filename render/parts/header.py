"""The head of a sheet: its title, the present step, the turns on their track, the initiative."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.fonts import Role
from render.lettering import SLACK, shortened
from render.once import cached
from render.paper import blend
from render.parts.placing.boxes import middle
from render.pen import Box, Pen
from render.theme import THEMES, Theme, ThemeName

WIDE = 570.0
"""Room for the title and the present step."""


class Head(NamedTuple):
    """The contents of a head."""

    title: str
    told: str
    turns: Sequence[str]
    """Names of the turns; without any the head has only its title and what is told."""
    now: int
    """The turn that is played, from 1; past the last when all are over."""
    end: str
    """The text at the right edge."""
    initiative: tuple[Image.Image, str] | None = None
    """The emblem of the side that has it, and words."""


def cell(box: Box, turn: int, turns: int) -> Box:
    """The box of a turn on the track of a head; the first is 1."""
    left, right, top = box[0] + 616.0, box[2] - 20, box[1] + 58
    pitch = (right - left) / turns
    return left + pitch * (turn - 1) + 3, top, left + pitch * turn - 3, top + 56


def draw(pen: Pen, box: Box, head: Head, theme: Theme) -> None:
    """The head in its panel."""
    left, top, right, _ = box
    size = pen.fit(head.title, "title", 46, WIDE - 10, 28)
    pen.text((left + 28, top + 44), head.title, "title", size, theme.ink, anchor="lm")
    # A little less than there is, since letters come in whole pixels.
    size = pen.fit(head.told, "italic", 27, WIDE, 20)
    title = shortened(pen, head.told, "italic", size, WIDE + 14)
    pen.text((left + 28, top + 92), title, "italic", size, theme.ink, anchor="lm")
    if not head.turns:
        return
    first = cell(box, 1, len(head.turns))
    corner = int(first[0] * pen.unit), int(first[1] * pen.unit)
    # The panel has a tint of all maps, which need not be the theme's to the last digit.
    paper = pen.image.crop((*corner, corner[0] + 1, corner[1] + 1)).tobytes()
    pen.image.paste(_track(box, tuple(head.turns), head.now, theme.name, pen.unit, paper), corner)
    wide = right - 24 - first[0]
    pen.fitted((right - 24, top + 32), head.end, "bold", 27, theme.ink, wide * 0.6, anchor="rm")
    if head.initiative is not None:
        emblem, words = head.initiative
        pen.stamp(emblem, (first[0] + 20, top + 32))
        room = wide - 46 - 16 - min(pen.length(head.end, "bold", 27), wide * 0.6)
        pen.fitted((first[0] + 46, top + 32), words, "text", 25, theme.ink, room)


# Eighty KiB each at 1600 pixels.
@cached(64)
def _track(
    box: Box, turns: tuple[str, ...], now: int, theme: ThemeName, unit: float, paper: bytes
) -> Image.Image:
    """The turns on the paper of their panel, from the corner of the first one."""
    palette, first, last = THEMES[theme], cell(box, 1, len(turns)), cell(box, len(turns), len(turns))
    left, top = int(first[0] * unit), int(first[1] * unit)
    size = math.ceil(last[2] * unit) + 1 - left, math.ceil(last[3] * unit) + 1 - top
    pen = Pen(Image.new("RGB", size, tuple(paper)), unit, (left, top))
    room = first[2] - first[0] - 5
    letters = min(pen.fit(name, "bold", 23, room, 20.5) for name in turns)
    for turn, name in enumerate(turns, start=1):
        spot, current = cell(box, turn, len(turns)), turn == min(now, len(turns))
        fill = palette.ink if current else blend(palette.panel, palette.faded, 0.3 if turn < now else 0.06)
        pen.rectangle(spot, fill, palette.ink if current else palette.faded, 2, 4)
        fits = pen.length(name, "bold", letters) <= room * SLACK
        role: Role = "bold" if current and fits else "text"
        label = shortened(pen, name, role, letters, room * SLACK)
        pen.text(middle(spot), label, role, letters, palette.panel if current else palette.ink)
    return pen.image
