"""A key on a sheet of its own, whose words a telephone shows large enough to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from data.catalogue import _
from data.nouns import listed
from render.lettering import fitting
from render.paper import neatline, panel
from render.parts.keys import Entry, Key, finer, wider
from render.pen import Box, Pen
from render.theme import Theme

WIDE, HEAD = 1600.0, 108.0
LARGE, COLUMNS, PITCH = 2.0, 3, 31.0
"""The factor of enlargement against a map; in that size, the height of a row."""
CAPTION, EDGE, GAP = 56.0, 24.0, 10.0


class Part(NamedTuple):
    """Signs that belong together."""

    title: str
    entries: Sequence[Entry]

    @property
    def high(self) -> float:
        """Height of its box."""
        return CAPTION + -(-len(self.entries) // COLUMNS) * PITCH * LARGE + 40


def draw(title: str, parts: Sequence[Part], theme: Theme, width: int) -> tuple[Image.Image, str]:
    """All parts below each other on a sheet `width` pixels wide, and their words."""
    boxes: list[Box] = []
    top = HEAD
    for part in parts:
        boxes.append((EDGE, top, WIDE - EDGE, top + part.high))
        top += part.high + GAP
    unit, high = width / WIDE, top + EDGE - GAP
    keys = [_key(part, box) for part, box in zip(parts, boxes, strict=True)]
    size = (width * 2, round(high * unit) * 2)
    coarse = Pen(Image.new("RGB", size, theme.paper), unit * 2)
    for box in boxes:
        panel(coarse, box, theme)
    for key in keys:
        key.signs(finer(coarse, LARGE), theme)
    pen = Pen(coarse.image.reduce(2), unit)
    letters = min(key.size(finer(pen, LARGE)) for key in keys)
    for part, box, key in zip(parts, boxes, keys, strict=True):
        pen.fitted((box[0] + 24, box[1] + 36), part.title, "title", 40, theme.ink, box[2] - box[0] - 48)
        key.words(finer(pen, LARGE), theme, letters)
    pen.fitted((40, 62), title, "title", 56, theme.ink, WIDE - 80)
    neatline(pen, (8, 8, WIDE - 8, high - 8), theme)
    sentences = (
        _("{title}: {signs}.", title=part.title, signs=listed([entry.words for entry in part.entries]))
        for part in parts
    )
    return pen.image, fitting([f"{title}.", *sentences], skip=True)


def _key(part: Part, box: Box) -> Key:
    left, top, right, bottom = wider((box[0], box[1] + CAPTION, box[2], box[3]), LARGE)
    return Key((left, top, right, bottom), part.entries, (right - left - 13) / COLUMNS)
