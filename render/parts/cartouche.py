"""The cartouche of a map: a scroll with its title, and its scale or the reason why it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.catalogue import _
from render.fonts import Role
from render.paper import blend
from render.pen import Box, Pen, Point
from render.theme import Theme

ROLL = 11.0
"""Half the width of the rolled ends of the scroll."""
TITLE, NOTE, SCALE = 38.0, 28.0, 27.0
"""Sizes of letters at most: a telephone shows them a quarter as large."""
LEAST = 16.0
BAR = 7.0
"""Height of the bar of a scale."""


def signs_by(command: str) -> str:
    """The command that explains the signs, where the map has no room for a key."""
    return _("all signs: {command}", command=command)


class Cartouche(NamedTuple):
    """The contents of a scroll in a box: its title, notes in italics, and a scale where there is one."""

    box: Box
    title: Sequence[str]
    notes: Sequence[str] = ()
    kilometre: float | None = None
    """Sheet units; None where the map is not true to scale."""
    long: int = 0
    """Kilometres of the scale."""

    def scroll(self, pen: Pen, theme: Theme) -> None:
        """The scroll with its scale's bar, drawn with a coarse pen."""
        left, top, right, bottom = self.box
        shade = blend(theme.panel, theme.faded, 0.35)
        pen.rectangle((left + ROLL, top, right - ROLL, bottom), theme.panel, theme.ink, 2.4)
        for way, edge in ((1, left), (-1, right)):
            inner = edge + way * 2 * ROLL
            low, high = min(edge, inner), max(edge, inner)
            pen.rectangle((low, top - 7, high, bottom + 7), theme.panel, theme.ink, 2.4, ROLL)
            for step in range(3):
                x = edge + way * (ROLL * 1.2 + step * ROLL * 0.3)
                pen.line([(x, top + 6), (x, bottom - 6)], shade, 2)
            x = edge + way * (2 * ROLL + 5)
            pen.line([(x, top + 3), (x, bottom - 3)], shade, 2.4)
        if self.kilometre is not None:
            for number, (start, end) in enumerate(self._parts(self.kilometre)):
                y = self._lines()[-1]
                fill = theme.ink if number % 2 == 0 else theme.disc
                pen.rectangle((start, y, end, y + BAR), fill, theme.ink, 1.8)

    def letters(self, pen: Pen, theme: Theme) -> None:
        """Draw the words and the scale's numbers with a fine pen."""
        left, right = self.box[0], self.box[2]
        middle, room = (left + right) / 2, right - left - 4 * ROLL - 12
        lines = self._lines()
        texts: list[tuple[str, Role, float]] = [(text, "title", TITLE) for text in self.title]
        texts += [(text, "italic", NOTE) for text in self.notes]
        for (text, role, size), y in zip(texts, lines, strict=False):
            pen.text((middle, y), text, role, pen.fit(text, role, size, room, LEAST), theme.ink)
        if self.kilometre is not None:
            parts, y = self._parts(self.kilometre), lines[-1]
            for at, words in ((parts[0][0], "0"), (parts[1][1], str(self.long // 2))):
                pen.text((at, y - 17), words, "text", SCALE, theme.ink)
            pen.text((parts[-1][1] - 12, y - 17), _("{long} km", long=self.long), "text", SCALE, theme.ink)

    def _parts(self, kilometre: float) -> list[Point]:
        """Left and right end of each part of the bar."""
        part = kilometre * self.long / 4
        start = (self.box[0] + self.box[2]) / 2 - 2 * part
        return [(start + number * part, start + (number + 1) * part) for number in range(4)]

    def _lines(self) -> list[float]:
        """How far down the middle of each line is, the last of the scale where there is one."""
        highs = [TITLE * 1.02] * len(self.title) + [NOTE * 1.08] * len(self.notes)
        highs += [SCALE + 3 * BAR] if self.kilometre is not None else []
        y = (self.box[1] + self.box[3] - sum(highs)) / 2
        middles = []
        for high in highs:
            middles.append(y + high / 2)
            y += high
        if self.kilometre is not None:
            middles[-1] += BAR
        return middles
