"""The places of a view's stacks; and of names that they leave no room for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from render.parts.placing import Plan
from render.parts.placing.boxes import bounds, grown, overlap
from render.parts.placing.labels import Label
from render.parts.placing.seats import Places, Seat, Seating, Shape
from render.pen import Box, Pen, Point
from render.theme import Theme
from render.vendee.forms import Form

PASSES = 2
"""How often stacks that cover something look for a better place, once all have one."""
HIDES = 120.0
"""The cost of a place above which another is looked for."""
HIDDEN = 60.0
"""Square units of a name that may be hidden before it gives way."""
CRAMPED = 700.0
"""The cost of a stack's place above which its area's name gives way."""
NAMED = 0.6
"""The cost for a name to lie outside its area."""
ABOUT, STEP = 42.0, 13.0
"""How far a name may go, by what steps."""


class Stack(NamedTuple):
    """The counters of one owner in an area, in the forms that they may take."""

    area: str
    owner: str
    forms: list[Form]

    @property
    def size(self) -> float:
        """The room that it needs."""
        left, top, right, bottom = self.forms[0].shape.bounds
        return (right - left) * (bottom - top)


class Seated(NamedTuple):
    """A stack in its place."""

    stack: Stack
    form: Form
    at: Point
    cost: float
    rows: list[Box]
    """The ground that it covers."""

    @property
    def core(self) -> Box:
        """The box round its counters, or round its chips if it has no others."""
        return bounds(self.rows[: self.form.shape.firm] or self.rows)


class Crowd(NamedTuple):
    """All stacks and names in areas."""

    stacks: list[Seated]
    labels: dict[str, Label]
    """All names, those in their default places and those that gave way."""


def seated(stacks: Sequence[Stack], plan: Plan) -> Crowd:
    """Stacks in their places, the largest the first to choose, so that they cover as little as possible."""
    stacks = sorted(stacks, key=lambda stack: -stack.size)
    seating, placed = Seating(plan), list[Seated]()
    for stack in stacks:
        placed.append(_placed(stack, seating, placed))
    size = plan.frame.size**2
    for _ in range(PASSES):
        for number, crowd in enumerate(placed):
            if crowd.cost > HIDES * size:
                others = [*placed[:number], *placed[number + 1 :]]
                placed[number] = _placed(crowd.stack, seating, others)
    labels, marked = dict(plan.labels), {id: label.parts for id, label in plan.labels.items()}
    for area in dict.fromkeys(crowd.stack.area for crowd in placed):
        worst = max(crowd.cost for crowd in placed if crowd.stack.area == area)
        if worst > CRAMPED * size or _hidden(labels[area], placed) > HIDDEN * size:
            placed = _given_way(area, placed, labels, marked, plan, seating)
            marked[area] = labels[area].parts
    return Crowd(placed, labels)


def _placed(stack: Stack, seating: Seating, others: Sequence[Seated], free: Sequence[Box] = ()) -> Seated:
    taken = [row for other in others for row in other.rows]
    seat = seating.best(stack.area, [form.shape for form in stack.forms], taken, free=free)
    form = stack.forms[seat.shape]
    return Seated(stack, form, seat.at, seat.cost, form.shape.at(seat.at))


def _hidden(label: Label, placed: Sequence[Seated]) -> float:
    """The part of a name that is under stacks."""
    whole = label.box
    rows = [row for crowd in placed for row in crowd.rows if overlap(row, whole)]
    return sum(overlap(row, part) for part in label.parts for row in rows) if rows else 0.0


def _given_way(
    area: str,
    placed: list[Seated],
    labels: dict[str, Label],
    marked: dict[str, tuple[Box, ...]],
    plan: Plan,
    seating: Seating,
) -> list[Seated]:
    """The stacks set down again with the area's name out of their way, if that hides less; moves the name.

    :param marked: the ground of the names.
    """
    label, inside = labels[area], [crowd for crowd in placed if crowd.stack.area == area]
    others = [crowd for crowd in placed if crowd.stack.area != area]
    moved: list[Seated] = []
    for crowd in inside:
        moved.append(_placed(crowd.stack, seating, [*others, *moved], label.parts))
    taken = [row for crowd in (*others, *moved) for row in crowd.rows]
    taken += [part for id, parts in marked.items() if id != area for part in parts]
    seat = _name_seat(area, label, taken, plan, seating)
    elsewhere = msgspec.structs.replace(label, at=seat.at)
    before = sum(crowd.cost for crowd in inside)
    if seat.cost + sum(crowd.cost for crowd in moved) >= before:
        return placed
    labels[area] = elsewhere
    return [*others, *moved]


def _name_seat(area: str, label: Label, taken: Sequence[Box], plan: Plan, seating: Seating) -> Seat:
    """The best place for a name in its area or close to it."""
    x, y = label.at
    rows = tuple((a - x, b - y, c - x, d - y) for a, b, c, d in label.parts)
    shape = Shape(rows, 0, loose=NAMED)
    return seating.best(area, [shape], taken, places=_about(plan, area, label.at), free=label.parts)


def _about(plan: Plan, area: str, at: Point) -> Places:
    """Places in and around an area, the nearest to a name's first."""
    memo: dict[Any, Places] = plan.memo
    if (area, at) not in memo:
        size, (left, top, right, bottom) = plan.frame.size, plan.grounds[area].box
        beyond, step = ABOUT * size, STEP * size
        across, down = int((right - left + 2 * beyond) / step), int((bottom - top + 2 * beyond) / step)
        spots = [
            (left - beyond + n * step, top - beyond + m * step) for n in range(across) for m in range(down)
        ]
        spots = [at, *sorted(spots, key=lambda spot: math.dist(spot, at))]
        memo[area, at] = Places(spots, bounds((x, y, x, y) for x, y in spots))
    return memo[area, at]


def draw(pen: Pen, placed: Sequence[Seated]) -> None:
    """Set the stacks down."""
    for crowd in sorted(placed, key=lambda seated: seated.at[1]):
        for sprite, (x, y) in crowd.form.pieces:
            pen.stamp(sprite, (crowd.at[0] + x, crowd.at[1] + y))


def ring(pen: Pen, placed: Seated, size: float, theme: Theme) -> None:
    """The active stack, with a ring round its counters."""
    box = grown(placed.core, 5 * size)
    pen.rectangle(box, None, theme.accent_edge, 6.5 * size, 9 * size)
    pen.rectangle(box, None, theme.accent, 3.6 * size, 9 * size)
