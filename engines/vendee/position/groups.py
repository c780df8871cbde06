"""Groups: parts of a stack, which may be activated together (3.2), and what combat leaves of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from data.catalogue import Plural
from data.nouns import counted
from data.sentences import _l, say_by
from data.vendee.schema import Side
from engines.core.refusals import Refusal
from engines.vendee import stacks as stacks_
from engines.vendee.box import Box
from engines.vendee.frames import Activation, Condition, Kind, Points
from engines.vendee.position.stacking import armies, mixed, others, together
from engines.vendee.refusals import of_which_army
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import (
    State,
    army_of,
    by_kind,
    fresh_in,
    fresh_of,
    generals_in,
    kinds_in,
    led_kinds,
    sorted_points,
    stationed,
    total,
)
from engines.vendee.words import ALL, Who

Group = tuple[Points, tuple[str, ...]]
"""Combat points and generals."""


class Stack(NamedTuple):
    """The facts that decide which counters of an area may be activated together."""

    side: Side
    area: str
    points: Points
    """Points that can still be activated, as are the generals."""
    generals: tuple[str, ...]
    mixed: bool
    """Whether a retreat has thrown armies together here (V-3.5-d)."""


def choose(box: Box, who: Who, points: Mapping[Kind, int], generals: Sequence[str]) -> Group | Refusal:
    """The chosen counters of those that are present."""
    match stacks_.choose(who, points, generals):
        case stacks_.Unclear(count):
            return Refusal(
                "V-3.2-c", _l("{which}, as in anjou:{count}", which=of_which_army(count), count=count)
            )
        case stacks_.Short(kind, available):
            return Refusal(
                "V-3.2-c",
                say_by(
                    Plural(
                        "There is {points} of {kind} to choose from",
                        "There are {points} of {kind} to choose from",
                    ),
                    n=available,
                    points=counted(available, "combat point"),
                    kind=box.whose(kind),
                ),
            )
        case stacks_.Absent(general):
            return Refusal(
                "V-3.2-c",
                _l("There is no {general} among those who could be chosen", general=box.name(general)),
            )
        case chosen, leaders:
            return sorted_points(chosen), leaders


def standing(box: Box, state: State, side: Side, area: str) -> Group:
    """All counters of a side in an area."""
    return by_kind(state, area, side), tuple(generals_in(box, state, area, side))


def fresh(box: Box, state: State, area: str, side: Side) -> Group:
    """Counters of a side in an area that can still be activated in this phase."""
    return fresh_in(state, area, side), _ready(state, generals_in(box, state, area, side))


def stack_in(box: Box, state: State, area: str, side: Side) -> Stack:
    """The counters of a side in an area, as they may be activated."""
    leaders = generals_in(box, state, area, side)
    return _stack(box, state, area, side, fresh_in(state, area, side), _ready(state, leaders), leaders)


def stacks(box: Box, state: State, side: Side) -> list[Stack]:
    """The stacks of all areas where a side has a counter that can be activated, in map order."""
    posts, points = stationed(box, state, side), fresh_of(state, side)
    led = {area: ready for area, leaders in posts.items() if (ready := _ready(state, leaders))}
    return [
        _stack(box, state, area, side, points.get(area) or {}, led.get(area, ()), posts.get(area, ()))
        for area in sorted({*points, *led}, key=box.ground.order.__getitem__)
    ]


def _ready(state: State, leaders: Iterable[str]) -> tuple[str, ...]:
    """The generals who can still be activated."""
    return tuple([id for id in leaders if state.officers[id].ready == "fresh"])


def _stack(
    box: Box,
    state: State,
    area: str,
    side: Side,
    points: Points,
    ready: tuple[str, ...],
    leaders: Sequence[str],
) -> Stack:
    # Without a counter that can be activated there is nothing to part.
    mix = bool(points or ready) and mixed(box, state, side, kinds_in(state, area, side), leaders)
    return Stack(side, area, points, ready, mix)


def group_refusal(box: Box, state: State, stack: Stack, group: Group) -> Refusal | None:
    """The refusal to activate these counters of a stack as one group (3.2)."""
    side, area, available, present, mix = stack
    points, generals = group
    if not points and not generals:
        return Refusal("V-2.4-a", _l("Nobody in {area} is activated by that", area=box.name(area)))
    led = led_kinds(state, generals, points)
    for kind, count in points.items():
        if count < available[kind] and kind not in led:
            return Refusal(
                "V-3.2-c",
                _l(
                    "Without a general of {kind} its combat points move together or not at all",
                    kind=box.whose(kind),
                ),
            )
    apart = together(box, state, side, points, generals, area)
    if apart:
        return apart
    if points and not led:
        whole = together(box, state, side, available, (), area) is None
        due = available if whole else {kind: available[kind] for kind in points}
        if due != points:
            return Refusal(
                "V-3.2-g",
                _l(
                    "Without a general of their own all combat points in {area} move together",
                    area=box.name(area),
                ),
            )
    if not mix:
        return None
    of = armies(state, points, generals)
    # Where all are of one army it is La Cathelinière who may not stay, and any part may go (V-3.5-m).
    if armies(state, available, present) - of:
        stay = {
            kind
            for kind in available
            if armies(state, (kind,), ()) & of and available[kind] != points.get(kind)
        }
        if stay or any(army_of(state, id) in of and id not in generals for id in present):
            return Refusal(
                "V-3.5-d",
                _l(
                    "Armies thrown together in {area} part: all of one that can leave go together",
                    area=box.name(area),
                ),
            )
    return None


def rating(box: Box, state: State, group: Group) -> int | None:
    """The strategic rating by which a group rolls for action points; None: the flat allowance (3.1).

    A general of an army in it gives the roll, and the best of all present generals his rating.
    """
    points, generals = group
    rolls = bool(generals) and (not points or bool(led_kinds(state, generals, points)))
    return box.best_strategic(generals) if rolls else None


def parts(box: Box, state: State, whole: Group) -> Iterator[Group]:
    """All counters, then whole armies and bands of them with generals of some armies, the most first.

    Generals of an army are alike for the question who may go together, but for one who stacks alone.
    """
    yield whole
    points, generals = whole
    owners = sorted({army_of(state, id) or "" for id in generals})
    led: dict[tuple[str, ...], None] = {(): None}
    for chosen in _subsets(owners):
        group = [id for id in generals if (army_of(state, id) or "") in chosen]
        alone = [id for id in group if id in box.loners]
        for some in (group, [id for id in group if id not in alone], alone):
            led[tuple(some)] = None
    smaller: list[Group] = [
        ({kind: points[kind] for kind in kinds}, leaders)
        for kinds in _subsets(list(points))
        for leaders in led
    ]
    yield from sorted(smaller, key=lambda part: (total(part[0]), len(part[1])), reverse=True)


_T = TypeVar("_T")


def _subsets(of: Sequence[_T]) -> Iterator[tuple[_T, ...]]:
    for size in range(len(of), 0, -1):
        yield from combinations(of, size)


def variants(box: Box, state: State, side: Side, area: str) -> list[Who]:
    """Sensible groups of an area: all, all but one point, each general with his own, each alone."""
    return groups_of(box, state, stack_in(box, state, area, side))


def groups_of(box: Box, state: State, stack: Stack) -> list[Who]:
    """Sensible groups of a stack, as `variants` has them."""
    points, generals = whole = stack.points, stack.generals
    groups: list[Group] = [whole]
    if points and generals:
        groups.append((points, ()))
    for general in generals:
        own = {kind: points[kind] for kind in led_kinds(state, (general,), points)}
        if own:
            groups.append((own, (general,)))
            largest = max(own, key=own.__getitem__)
            if own[largest] > 1:
                groups.append(({**own, largest: own[largest] - 1}, (general,)))
                if own[largest] > 3:
                    groups.append(({largest: own[largest] // 2}, (general,)))
        if len(generals) > 1 or points:
            groups.append(({}, (general,)))
    if stack.mixed:
        # An army that parts from another goes whole; nothing less is legal (V-3.5-d).
        for army in sorted(armies(state, points, generals)):
            own = {kind: count for kind, count in points.items() if army in armies(state, (kind,), ())}
            groups.append((own, tuple(id for id in generals if army_of(state, id) == army)))
    legal: list[Group] = []
    for group in groups:
        if group not in legal and group_refusal(box, state, stack, group) is None:
            legal.append(group)
    return [ALL if group == whole else exactly(*group) for group in legal]


def activation(state: State) -> Activation | None:
    """The activation under way."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Activation)), None)


def part_of(act: Activation, group: Group) -> Activation:
    """The group when only these go on; points picked up last are the first to stay (A-100)."""
    points, generals = group
    stay = {kind: count - points.get(kind, 0) for kind, count in act.points.items()}
    picked = {kind: max(0, count - stay[kind]) for kind, count in (act.picked or {}).items()}
    return replace(act, points=points, generals=generals, picked=sorted_points(picked) or UNSET)


def goers(box: Box, act: Activation, cost: int) -> Points:
    """Combat points that can pay a step; the first step is always possible (V-T-COST-e).

    Points without a general of theirs have the flat allowance at most (A-20).
    """
    if act.steps == 0:
        return act.points
    spent = act.spent + cost
    if spent > act.ap:
        return {}
    if spent <= box.charts.action_points_without_general:
        return act.points
    return {kind: count for kind, count in act.points.items() if kind in act.led}


def beside(box: Box, state: State, act: Activation) -> tuple[Mapping[Kind, int], Sequence[str]]:
    """Counters of its side in a group's real or supposed area, without its own."""
    group = activation(state)
    # Before the announcement of a group its counters are still where it would start.
    at = act.origin if group is None else group.at
    own = group or act
    gone: Group = (own.points, own.generals) if at == act.at else ({}, ())
    return others(box, state, act.side, act.at, *gone)


def after_combat(
    ctx: Resolution,
    *,
    won: bool,
    points: Mapping[Kind, int],
    generals: Iterable[str],
    at: str | None = None,
    fought: bool = True,
) -> None:
    """Give the activation under way the rest of its group after a combat; nothing where there is none.

    :param points: survivors of the group, without counters that marched to the guns.
    :param at: the group's present area, if it has withdrawn.
    :param fought: whether there was a combat, which breaks a march by road (A-26).
    """
    frame = activation(ctx.state)
    if frame is None:
        return
    after = replace(
        frame,
        at=at or frame.at,
        points=sorted_points(points),
        generals=tuple(generals),
        by_road=frame.by_road and not fought,
        picked=UNSET,
        stated={},
        plan=() if at else frame.plan,
        over=not won,
    )
    _put_activation(ctx, frame, after)


def recount(ctx: Resolution) -> None:
    """Give the activation under way the counters of its group that are still where it stayed.

    While others fought on they may have marched to the guns, pursued, been attacked there, and fled.
    """
    frame = activation(ctx.state)
    if frame is None:
        return
    present = ctx.state.forces.get(frame.at, {})
    points = {kind: min(n, present.get(kind, Condition()).activated) for kind, n in frame.points.items()}
    generals = tuple(id for id in frame.generals if ctx.state.officers[id].area == frame.at)
    _put_activation(ctx, frame, part_of(frame, (sorted_points(points), generals)))


def _put_activation(ctx: Resolution, before: Activation, after: Activation) -> None:
    stack = ctx.state.stack
    stack[next(index for index, frame in enumerate(stack) if frame is before)] = after


def readied(box: Box, state: State, side: Side) -> bool:
    """Whether a side has a counter that could be activated (V-2.4-e)."""
    return bool(fresh_of(state, side)) or any(
        officer.fate == "map" and officer.ready == "fresh" and box.general[id].side == side
        for id, officer in state.officers.items()
    )


def is_empty(group: Group) -> bool:
    """Whether a group has no counters."""
    return not total(group[0]) and not group[1]
