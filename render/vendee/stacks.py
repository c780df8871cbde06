"""Stacks on the map: what is drawn for each, and where, so that none hides a name or another stack."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from data.vendee.schema import General, Pack, Side
from engines.vendee.view import StackView, View
from render.pen import Box, Pen, Point
from render.theme import ThemeName
from render.vendee import counters
from render.vendee.liveries import Dress, Readiness, dresses
from render.vendee.names import overlap
from render.vendee.plan import Plan

GAP = 2.0
ROW = 3
"""Counters beside each other."""
CHIPS = 6
"""Generals who are named on the whole map; the others are counted."""


class Held(Protocol):
    """Combat points of a kind as a view has them."""

    @property
    def fresh(self) -> int: ...
    @property
    def activated(self) -> int: ...


class Stack(NamedTuple):
    """A side's counters in an area, ready to be set down."""

    area: str
    side: Side
    rows: list[list[Image.Image]]
    width: float
    height: float


class Seated(NamedTuple):
    """A stack with the middle of its place."""

    stack: Stack
    at: Point

    @property
    def box(self) -> Box:
        """The ground that it covers."""
        (x, y), wide, high = self.at, self.stack.width, self.stack.height
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


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


def seated(
    pen: Pen, view: View, pack: Pack, layout: Plan, theme: ThemeName, *, full: bool, kept: Sequence[Box] = ()
) -> list[Seated]:
    """All stacks of a view in their places, the largest first to choose; `full` spells generals' names."""
    dressed = dresses(pack.armies)
    short = initials(pack)
    names = {general.id: general.name if full else short[general.id] for general in pack.generals.general}
    stacks = [
        _stack(pen.unit, area, side, stack, names, dressed, layout.frame.size, theme)
        for area, sides in view.areas.items()
        if area in layout.seats
        for side, stack in sides.items()
    ]
    stacks.sort(key=lambda stack: -stack.width * stack.height)
    placed: list[Seated] = []
    for stack in stacks:
        placed.append(_placed(stack, placed, layout, kept))
    return placed


def draw(pen: Pen, placed: list[Seated], size: float) -> None:
    """Set the stacks down."""
    for found in sorted(placed, key=lambda seated: seated.at[1]):
        top = found.box[1]
        for row in found.stack.rows:
            wide = sum(sprite.width for sprite in row) / pen.unit + GAP * size * (len(row) - 1)
            high = max(sprite.height for sprite in row) / pen.unit
            x = found.at[0] - wide / 2
            for sprite in row:
                pen.stamp(sprite, (x + sprite.width / pen.unit / 2, top + high / 2))
                x += sprite.width / pen.unit + GAP * size
            top += high + GAP * size


def _stack(
    unit: float,
    area: str,
    side: Side,
    seen: StackView,
    names: dict[str, str],
    dressed: dict[str, Dress],
    size: float,
    theme: ThemeName,
) -> Stack:
    rows: list[list[Image.Image]] = []
    if seen.points is None or seen.generals is None:
        rows.append([counters.back(side, seen.counters, size=size, theme=theme, unit=unit)])
    else:
        sprites = [
            counters.army(
                dressed[kind],
                held.total,
                side=side,
                ready=readiness(held),
                size=size,
                theme=theme,
                unit=unit,
            )
            for kind, held in seen.points.items()
        ]
        rows += [sprites[start : start + ROW] for start in range(0, len(sprites), ROW)]
        rows += _chips(seen.generals, side, names, size, theme, unit, wide=len(sprites) > 1)
    width = max(sum(s.width for s in row) / unit + GAP * size * (len(row) - 1) for row in rows)
    height = sum(max(s.height for s in row) / unit + GAP * size for row in rows) - GAP * size
    return Stack(area, side, rows, width, height)


def readiness(held: Held) -> Readiness:
    """How combat points are marked: fresh while some are, routed if all are that aren't fresh."""
    if held.fresh:
        return "fresh"
    return "activated" if held.activated else "routed"


def _chips(
    generals: dict[str, Readiness],
    side: Side,
    names: dict[str, str],
    size: float,
    theme: ThemeName,
    unit: float,
    *,
    wide: bool,
) -> Iterator[list[Image.Image]]:
    """Generals in rows that are about as wide as two counters, or three."""
    shown = list(generals.items())
    texts: list[tuple[str, Readiness]] = [(names[id], ready) for id, ready in shown]
    if len(texts) > CHIPS and size == 1.0:
        texts = [*texts[: CHIPS - 1], (f"+{len(texts) - CHIPS + 1}", "fresh")]
    room = (counters.WIDTH * (3 if wide else 2) + (70 if wide and size > 1 else 26 if wide else 14)) * size
    row: list[Image.Image] = []
    used = 0.0
    for text, ready in texts:
        sprite = counters.chip(text, side, ready, size=size, theme=theme, unit=unit)
        if row and used + sprite.width / unit > room:
            yield row
            row, used = [], 0.0
        row.append(sprite)
        used += sprite.width / unit + GAP * size
    if row:
        yield row


def _placed(stack: Stack, placed: list[Seated], layout: Plan, kept: Sequence[Box]) -> Seated:
    left, top, right, bottom = layout.frame.map
    size = layout.frame.size
    seats = layout.seats[stack.area]
    reach = 170 * size
    best = seats[0]
    near = [
        (label.box, 2.0 if id == stack.area else 1.0)
        for id, label in layout.labels.items()
        if math.dist(label.at, best) < reach
    ]
    near += [(box, 2.0) for box in kept]
    near += [(other.box, 8.0) for other in placed if math.dist(other.at, best) < reach]
    least = math.inf
    chosen = best
    for x, y in seats:
        at = (
            min(max(x, left + stack.width / 2 + 4), right - stack.width / 2 - 4),
            min(max(y, top + stack.height / 2 + 4), bottom - stack.height / 2 - 4),
        )
        box = (
            at[0] - stack.width / 2,
            at[1] - stack.height / 2,
            at[0] + stack.width / 2,
            at[1] + stack.height / 2,
        )
        cost = sum(overlap(box, other) * weight for other, weight in near)
        cost += math.dist(at, best) ** 2 * 0.05 / size
        if cost < least:
            least, chosen = cost, at
        if not cost:
            break
    return Seated(stack, chosen)
