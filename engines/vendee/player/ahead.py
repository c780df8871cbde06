"""What a queue of activations does when its side is asked, and when it stops (2.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.core.events import Event
from engines.core.queue import Queue, corrected, left, read
from engines.core.refusals import Refusal
from engines.vendee.actions import STOP, Action, Move
from engines.vendee.box import Box
from engines.vendee.events import Announced, HandedOver, Met, Shown, Stopped
from engines.vendee.foresight import routes
from engines.vendee.frames import Activation, Operations, enemy
from engines.vendee.orders.queue import AHEAD, Go, HandOverOrder
from engines.vendee.phases.operations import handed_over
from engines.vendee.position.groups import Group, activation, choose, fresh, is_empty, stacks
from engines.vendee.procedure import PROCEDURE
from engines.vendee.state import State, total
from engines.vendee.view import StackView, seen

Step = Go | HandOverOrder


def concerns(state: State, decision: Decision, order: str) -> bool:
    """Whether a queue says something about a decision: not for a group that is not in it."""
    known, top = read(AHEAD, order), state.stack[-1]
    if decision.kind not in AHEAD.kind.answers or not (known.steps or known.stopped):
        return False
    return isinstance(top, Operations) or (isinstance(top, Activation) and place_of(known, top) is not None)


def next_of(box: Box, state: State, side: Side, order: str) -> Action | None:
    """What a queue does now; None where its side is asked."""
    known, top = read(AHEAD, order), state.stack[-1]
    if known.stopped or not known.steps:
        return None
    action: Action | None = None
    match top, known.steps[0]:
        case Operations(), HandOverOrder() as wanted:
            action = handed_over(box, state, top, wanted)
        case Operations(), Go() as go:
            action = way(box, state, side, go)
        case Activation(), _:
            mine = place_of(known, top)
            arrived = mine is not None and top.at == mine[1].to
            action = STOP if arrived or not known.stops.failure else None
    return action if action and PROCEDURE.refusal(box, state, side, action) is None else None


def way(box: Box, state: State, side: Side, go: Go) -> Move | None:
    """The march of a stack that is activated now; None where it can't get there, or would meet the enemy.

    It gets there with the most action points that it can have.
    """
    start, group = _group(box, state, side, go)
    if is_empty(group):
        return None
    act, points = routes.announced(box, state, side, start, group)
    if go.by:
        path = (start, *go.by, go.to)
    else:
        goals = routes.reach(box, state, act, points)
        path = goals[go.to].path if go.to in goals else (start,)
    route = routes.walk(box, state, act, points, path, rolled=False)
    if len(path) < 2 or route.stop or route.rest or route.stay:
        return None
    met = [leg.meets for leg in route.legs if leg.meets in ("points", "backs")]
    return None if met and not (go.attack and total(group[0])) else Move(path, go.part)


def _group(box: Box, state: State, side: Side, go: Go) -> tuple[str, Group]:
    """The area of a stack, and those of it who go."""
    nobody: Group = ({}, ())
    start = state.officers[go.who].area if go.who in box.general else go.who
    if start is None or not _own(box, side, go):
        return "", nobody
    group = choose(box, go.part, *fresh(box, state, start, side))
    return start, nobody if isinstance(group, Refusal) else group


def _own(box: Box, side: Side, go: Go) -> bool:
    """Generals of the enemy, who can be named too, are none of those who go."""
    return go.who not in box.general or box.general[go.who].side == side


def place_of(known: Queue[Step], group: Activation | Announced) -> tuple[int, Go] | None:
    """The place in a queue of a group that is activated, the first that fits; None where it has none."""
    origin = group.origin if isinstance(group, Activation) else group.area
    for place, step in enumerate(known.steps):
        if isinstance(step, Go) and step.who in (origin, *(group.generals or ())):
            return place, step
    return None


def after(box: Box, side: Side, order: str, before: State, now: State, events: Sequence[Event]) -> str:
    """A queue after a step: without those who have gone, stopped, or empty where it is over.

    :param events: those of the step, as its side sees them.
    """
    known: Queue[Step] = read(AHEAD, order)
    if now.turn != before.turn or before.phase == "operations" != now.phase:
        return ""
    if known.stopped:
        return order
    if now.phase != "operations":
        return left(AHEAD, order, (), next(corrected(events), ""))
    ended = next((event for event in events if isinstance(event, Stopped) and event.side == side), None)
    began = next((event for event in events if isinstance(event, Announced)), None)
    group = activation(before) or began
    gone = place_of(known, group) if ended and group else None
    over = {
        place
        for place, step in enumerate(known.steps)
        if isinstance(step, Go) and _is_over(box, now, side, step)
    }
    if gone:
        over.add(gone[0])
    handed = any(isinstance(event, HandedOver) and event.side == side for event in events)
    if handed and len(known.steps) > 1 and isinstance(known.steps[0], HandOverOrder):
        over.add(0)
    why = next(_reasons(box, side, known, before, now, events), "")
    if ended and gone and ended.area != gone[1].to and known.stops.failure:
        why = why or f"stopped by a march that ended in {ended.area}"
    return left(AHEAD, order, over, why)


def _is_over(box: Box, now: State, side: Side, go: Go) -> bool:
    """Whether nobody of a stack can be activated any more, nor is under way."""
    if not _own(box, side, go):
        return True
    group = activation(now)
    if group is not None and go.who in (group.origin, *group.generals):
        return False
    if go.who in box.general:
        officer = now.officers[go.who]
        return officer.fate != "map" or officer.ready != "fresh"
    return is_empty(fresh(box, now, go.who, side))


def _reasons(
    box: Box, side: Side, known: Queue[Step], before: State, now: State, events: Sequence[Event]
) -> Iterator[str]:
    """Why a queue stops."""
    yield from corrected(events)
    for event in events:
        if isinstance(event, Met) and known.stops.battle and all(map(total, event.points.values())):
            yield f"stopped by a combat in {event.area}"
    # Who makes change comes from nowhere.
    changed = {event.area for event in events if isinstance(event, Shown)}
    for area in _guarded(box, side, known, before):
        if area not in changed and _came(*(seen(box, at, side, enemy(side), area) for at in (before, now))):
            yield f"stopped by an enemy in {area}"


def _guarded(box: Box, side: Side, known: Queue[Step], before: State) -> Iterator[str]:
    """Areas near those who go and where they go, and with a hand-over near all who could still go."""
    places = set[str]()
    for step in known.steps:
        if isinstance(step, HandOverOrder):
            places |= {stack.area for stack in stacks(box, before, side)}
        elif start := _group(box, before, side, step)[0]:
            places |= {start, step.to}
    for area in box.ground.area if known.stops.near else ():
        if any(box.ground.distance[place][area] <= known.stops.near for place in places):
            yield area


def _came(before: StackView, now: StackView) -> bool:
    """Whether there are more counters, or what they are is seen for the first time."""
    if before.points is None or before.generals is None or now.points is None or now.generals is None:
        return now.counters > before.counters or (now.points is not None and now.counters > 0)
    more = sum(each.total for each in now.points.values()) > sum(
        each.total for each in before.points.values()
    )
    return more or len(now.generals) > len(before.generals)
