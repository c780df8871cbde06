"""Where the stacks of a view go; and where a name goes that they leave no room for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from render.pen import Box, Point
from render.vendee.names import Label, overlap
from render.vendee.plan import Plan
from render.vendee.seating import Seat, Seating, Shape
from render.vendee.stacks import Seated, Stack

PASSES = 2
"""How often stacks that hide something look for a better place, once all have one."""
HIDES = 120.0
"""What a place may cost before another is looked for."""
HIDDEN = 60.0
"""Square units of a name that may be hidden before it gives way."""
CRAMPED = 700.0
"""What the place of a stack may cost before its area's name gives way."""
NAMED = 0.6
"""What it costs a name to lie outside its area."""
ABOUT, STEP = 42.0, 13.0
"""How far a name may go, by what steps."""


class Crowd(NamedTuple):
    """Everything that stands in areas."""

    stacks: list[Seated]
    labels: dict[str, Label]
    """All names, those in their usual places and those that gave way."""


def seated(stacks: Sequence[Stack], layout: Plan) -> Crowd:
    """Stacks in their places, the first to choose first, so that they hide as little as there is a way to."""
    seating, placed = Seating(layout), list[Seated]()
    for stack in stacks:
        placed.append(_placed(stack, seating, placed))
    size = layout.frame.size**2
    for _ in range(PASSES):
        for number, found in enumerate(placed):
            if found.cost > HIDES * size:
                others = [*placed[:number], *placed[number + 1 :]]
                placed[number] = _placed(found.stack, seating, others)
    labels = dict(layout.labels)
    for area in dict.fromkeys(found.stack.area for found in placed):
        worst = max(found.cost for found in placed if found.stack.area == area)
        if worst > CRAMPED * size or _hidden(labels[area], placed) > HIDDEN * size:
            placed = _given_way(area, placed, labels, layout, seating)
    return Crowd(placed, labels)


def _placed(stack: Stack, seating: Seating, others: Sequence[Seated], free: Sequence[Box] = ()) -> Seated:
    taken = [row for other in others for row in other.rows]
    seat = seating.best(stack.area, [form.shape for form in stack.forms], taken, free=free)
    return Seated(stack, stack.forms[seat.shape], seat.at, seat.cost)


def _hidden(label: Label, placed: Sequence[Seated]) -> float:
    """How much of a name is under stacks."""
    whole = label.box
    rows = [row for found in placed for row in found.rows if overlap(row, whole)]
    return sum(overlap(row, part) for part in label.parts for row in rows) if rows else 0.0


def _given_way(
    area: str, placed: list[Seated], labels: dict[str, Label], layout: Plan, seating: Seating
) -> list[Seated]:
    """The stacks set down anew with the area's name out of their way, if that hides less; moves the name."""
    label, inside = labels[area], [found for found in placed if found.stack.area == area]
    others = [found for found in placed if found.stack.area != area]
    moved: list[Seated] = []
    for found in inside:
        moved.append(_placed(found.stack, seating, [*others, *moved], label.parts))
    taken = [row for found in (*others, *moved) for row in found.rows]
    taken += [part for id, other in labels.items() if id != area for part in other.parts]
    seat = _name_seat(area, label, taken, layout, seating)
    elsewhere = msgspec.structs.replace(label, at=seat.at)
    before = sum(found.cost for found in inside)
    if seat.cost + sum(found.cost for found in moved) >= before:
        return placed
    labels[area] = elsewhere
    return [*others, *moved]


def _name_seat(area: str, label: Label, taken: Sequence[Box], layout: Plan, seating: Seating) -> Seat:
    """The best place for a name in its area or close to it."""
    x, y = label.at
    rows = tuple((a - x, b - y, c - x, d - y) for a, b, c, d in label.parts)
    shape = Shape(rows, 0, loose=NAMED)
    return seating.best(area, [shape], taken, seats=_about(layout, area, label.at), free=label.parts)


def _about(layout: Plan, area: str, at: Point) -> list[Point]:
    """Places in and around an area, the nearest first."""
    size, (left, top, right, bottom) = layout.frame.size, layout.grounds[area].box
    beyond, step = ABOUT * size, STEP * size
    across, down = int((right - left + 2 * beyond) / step), int((bottom - top + 2 * beyond) / step)
    spots = [(left - beyond + n * step, top - beyond + m * step) for n in range(across) for m in range(down)]
    return [at, *sorted(spots, key=lambda spot: math.dist(spot, at))]
