"""Stacks on the map: what is drawn for each, and in which of several shapes it hides least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from data.vendee.schema import General, Pack, Side
from engines.vendee.view import StackView, View
from render.pen import Box, Pen, Point
from render.theme import ThemeName
from render.vendee import counters
from render.vendee.liveries import READINESS, Readiness, dresses
from render.vendee.plan import Plan
from render.vendee.seating import Shape

GAP = 2.0
CHIPS = 6
"""Generals who are named on the whole map; the others are counted."""
SHORT = 160.0
"""What it costs to shorten the names of generals: as much as to cover so many units of another's name."""
BROAD = 40.0
"""What it costs to set generals beside the counters, or one below the other, instead of below them."""

Row = list[Image.Image]


class Held(Protocol):
    """Combat points of a kind as a view has them."""

    @property
    def fresh(self) -> int: ...
    @property
    def activated(self) -> int: ...
    @property
    def routed(self) -> int: ...


class Form(NamedTuple):
    """One way to lay out a stack: its pictures, each with its middle from that of the whole."""

    pieces: tuple[tuple[Image.Image, Point], ...]
    shape: Shape


class Stack(NamedTuple):
    """A side's counters in an area, in the forms that they may take."""

    area: str
    side: Side
    forms: list[Form]

    @property
    def size(self) -> float:
        """How much room it needs."""
        left, top, right, bottom = self.forms[0].shape.bounds
        return (right - left) * (bottom - top)


class Seated(NamedTuple):
    """A stack in its place."""

    stack: Stack
    form: Form
    at: Point
    cost: float

    @property
    def rows(self) -> list[Box]:
        """The ground that it covers."""
        return self.form.shape.at(self.at)

    @property
    def core(self) -> Box:
        """The box round its counters, or round its generals if it has no others."""
        rows = self.rows[: self.form.shape.firm] or self.rows
        lefts, tops, rights, bottoms = zip(*rows, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def initials(pack: Pack) -> dict[str, str]:
    """The shortest beginning of each general's name, three letters or more, that no other one has."""
    plain = {general.id: _plain(general) for general in pack.generals.general}
    short: dict[str, str] = {}
    for id, name in plain.items():
        others = [other for known, other in plain.items() if known != id]
        length = next(
            (n for n in range(3, len(name)) if not any(o.startswith(name[:n]) for o in others)), len(name)
        )
        short[id] = name[:length]
    return short


def _plain(general: General) -> str:
    name = general.name.removeprefix("d'").replace(" ", "")
    return name[0].upper() + name[1:]


def stacked(pen: Pen, view: View, pack: Pack, layout: Plan, theme: ThemeName, *, full: bool) -> list[Stack]:
    """All stacks of a view that the map shows, the largest first; `full` always spells names."""
    maker = _Maker(pen.unit, pack, layout.frame.size, theme, full=full)
    stacks = [
        Stack(area, side, maker.forms(side, stack))
        for area, sides in view.areas.items()
        if area in layout.seats
        for side, stack in sides.items()
    ]
    return sorted(stacks, key=lambda stack: -stack.size)


def draw(pen: Pen, placed: list[Seated]) -> None:
    """Set the stacks down."""
    for found in sorted(placed, key=lambda seated: seated.at[1]):
        for sprite, (x, y) in found.form.pieces:
            pen.stamp(sprite, (found.at[0] + x, found.at[1] + y))


class _Maker:
    """Makes the forms of stacks for one map."""

    def __init__(self, unit: float, pack: Pack, size: float, theme: ThemeName, *, full: bool) -> None:
        self.unit, self.size, self.theme, self.full = unit, size, theme, full
        self.dressed = dresses(pack.armies)
        self.names = {general.id: general.name for general in pack.generals.general}
        self.short = initials(pack)

    def forms(self, side: Side, seen: StackView) -> list[Form]:
        """The ways to lay out a stack, the best first: names in full, generals below, three abreast."""
        if seen.points is None or seen.generals is None:
            sprite = counters.back(side, seen.counters, size=self.size, theme=self.theme, unit=self.unit)
            return [self._form([[sprite]], [], 1)]
        armies = [
            counters.army(
                self.dressed[kind],
                points,
                side=side,
                ready=ready,
                size=self.size,
                theme=self.theme,
                unit=self.unit,
            )
            for kind, held in seen.points.items()
            for ready, points in conditions(held)
        ]
        generals = list(seen.generals.items())
        found = [
            form
            for names, cost in self._names()
            for form in self._laid(armies, self._chips(generals, side, names), cost)
        ]
        return sorted(found, key=lambda form: form.shape.cost)

    def _names(self) -> list[tuple[dict[str, str], float]]:
        return [(self.names, 0.0)] if self.full else [(self.names, 0.0), (self.short, SHORT)]

    def _laid(self, armies: Row, chips: Row, cost: float) -> Iterator[Form]:
        for abreast in (3, 2) if len(armies) > 2 else (3,):
            rows = [armies[start : start + abreast] for start in range(0, len(armies), abreast)]
            more = cost + (BROAD if abreast == 2 else 0)
            width = max([self._wide(row) for row in rows] or [0])
            below = list(self._rows(chips, max(width, 62 * self.size) + 24 * self.size))
            yield self._form([*rows, *below], [], len(rows), more)
            broad = list(self._rows(chips, 170 * self.size))
            if len(broad) < len(below):
                yield self._form([*rows, *broad], [], len(rows), more + BROAD)
            if len(chips) > len(below):
                yield self._form([*rows, *([chip] for chip in chips)], [], len(rows), more + BROAD)
            if chips and armies:
                for left, right in ((rows, [[chip] for chip in chips]), ([[chip] for chip in chips], rows)):
                    yield self._form(left, right, len(rows), more + BROAD, mirrored=right is rows)

    def _chips(self, generals: Sequence[tuple[str, Readiness]], side: Side, names: dict[str, str]) -> Row:
        texts: list[tuple[str, Readiness]] = [(names[id], ready) for id, ready in generals]
        if len(texts) > CHIPS and not self.full:
            texts = [*texts[: CHIPS - 1], (f"+{len(texts) - CHIPS + 1}", "fresh")]
        return [
            counters.chip(text, side, ready, size=self.size, theme=self.theme, unit=self.unit)
            for text, ready in texts
        ]

    def _wide(self, row: Row) -> float:
        return sum(sprite.width for sprite in row) / self.unit + GAP * self.size * (len(row) - 1)

    def _rows(self, sprites: Row, room: float) -> Iterator[Row]:
        """The sprites in rows that are at most so wide."""
        row: Row = []
        for sprite in sprites:
            if row and self._wide([*row, sprite]) > room:
                yield row
                row = []
            row.append(sprite)
        if row:
            yield row

    def _form(
        self, left: list[Row], right: list[Row], firm: int, cost: float = 0.0, *, mirrored: bool = False
    ) -> Form:
        """Rows below each other, and others to the right of them; counters are the first `firm` rows of the
        left, or of the right where it is `mirrored`."""
        gap = GAP * self.size
        columns = [rows for rows in (left, right) if rows]
        widths = [max(self._wide(row) for row in rows) for rows in columns]
        x = -(sum(widths) + gap * (len(columns) - 1)) / 2
        pieces: list[tuple[Image.Image, Point]] = []
        boxes: list[Box] = []
        for rows, width in zip(columns, widths, strict=True):
            highs = [max(sprite.height for sprite in row) / self.unit for row in rows]
            top = -(sum(highs) + gap * (len(rows) - 1)) / 2
            for row, high in zip(rows, highs, strict=True):
                start = x + (width - self._wide(row)) / 2
                boxes.append((start, top, start + self._wide(row), top + high))
                for sprite in row:
                    wide = sprite.width / self.unit
                    pieces.append((sprite, (start + wide / 2, top + high / 2)))
                    start += wide + gap
                top += high + gap
            x += width + gap
        if mirrored:
            boxes = [*boxes[len(left) :], *boxes[: len(left)]]
        return Form(tuple(pieces), Shape(tuple(boxes), firm, cost))


def conditions(held: Held) -> Iterator[tuple[Readiness, int]]:
    """Combat points by what they have done, each a counter of its own."""
    for ready, points in zip(READINESS, (held.fresh, held.activated, held.routed), strict=True):
        if points:
            yield ready, points
