"""What a queue of activations does when its side is asked, and when it stops (4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from data.valmy.tables import Side
from engines.core.events import Event
from engines.core.queue import Queue, corrected, left, read
from engines.valmy.actions import END, PASS, Action, Activate, Move
from engines.valmy.box import Box
from engines.valmy.combat.events import BattleBegun
from engines.valmy.events import Checked, Moved
from engines.valmy.frames import Activation, Activations
from engines.valmy.movement.step import present
from engines.valmy.orders.queue import AHEAD, Go, Pass
from engines.valmy.player.outlook import Outlook
from engines.valmy.player.plans import grouped, reach
from engines.valmy.position.command import usual
from engines.valmy.procedure import PROCEDURE
from engines.valmy.purposes import Purpose
from engines.valmy.state import State


def next_of(box: Box, state: State, side: Side, order: str) -> Action | None:
    """What a queue does now; None where its side is asked."""
    known, top = read(AHEAD, order), state.stack[-1]
    if known.stopped:
        return None
    go = next(_own(box, side, known), None)
    action: Action | None = None
    if isinstance(top, Activations):
        if go is not None:
            action = Activate(go.who) if way(box, state, side, go) else None
        elif Pass() in known.steps:
            action = PASS
    elif isinstance(top, Activation) and go is not None and top.leader == go.who:
        action = _onward(box, state, side, top, go)
    return action if action and PROCEDURE.refusal(box, state, side, action) is None else None


def _own(box: Box, side: Side, known: Queue[Go | Pass]) -> Iterator[Go]:
    """The steps of the side's own leaders; an order can name leaders of the enemy too."""
    return (step for step in known.steps if isinstance(step, Go) and box.leader[step.who].side == side)


def way(box: Box, state: State, side: Side, go: Go) -> tuple[str, ...]:
    """The way that a leader would take with his force; empty where he can't get there in one activation."""
    here = state.leaders[go.who].box
    if here is None or state.leaders[go.who].spent:
        return ()
    called, units = usual(box, state, go.who, fresh=True)
    return _way(Outlook(box, state, side), here, called, units, go.to)


def _way(
    outlook: Outlook, here: str, leaders: Sequence[str], units: Sequence[str], to: str
) -> tuple[str, ...]:
    return reach(outlook, grouped(outlook, here, leaders, units)).get(to, ())


def _onward(box: Box, state: State, side: Side, frame: Activation, go: Go) -> Action:
    """The next stack that has not gone yet goes its whole way; then the movement ends."""
    outlook = Outlook(box, state, side)
    for mover in frame.movers:
        here = present(state, mover)
        if not (mover.done or mover.steps or here.at == go.to):
            path = _way(outlook, here.at, here.leaders, here.units, go.to)
            if len(path) > 1 and PROCEDURE.refusal(box, state, side, Move(path)) is None:
                return Move(path)
    return END


def after(box: Box, side: Side, order: str, before: State, now: State, seen: Sequence[Event]) -> str:
    """A queue after a step: without those who have gone, stopped, or empty where it is over.

    :param seen: the events of the step, as its side sees them.
    """
    known = read(AHEAD, order)
    if now.turn != before.turn:
        return ""
    if known.stopped:
        return order
    why = next(_reasons(box, side, known, before, seen), "")
    over = [
        place
        for place, step in enumerate(known.steps)
        if isinstance(step, Go) and _is_over(box, now, side, step)
    ]
    return left(AHEAD, order, over, why)


def _is_over(box: Box, now: State, side: Side, go: Go) -> bool:
    if box.leader[go.who].side != side:
        return True
    on_move = any(isinstance(frame, Activation) and frame.leader == go.who for frame in now.stack)
    return not on_move and (now.leaders[go.who].spent or now.leaders[go.who].fate != "map")


def _reasons(
    box: Box, side: Side, known: Queue[Go | Pass], before: State, seen: Sequence[Event]
) -> Iterator[str]:
    """Why a queue stops."""
    stops = known.stops
    yield from corrected(seen)
    for event in seen:
        match event:
            case BattleBegun(box=place) if stops.battle:
                yield f"stopped by a battle in {place}"
            case Checked(purpose=Purpose() as purpose, success=False) if event.side == side and stops.failure:
                if purpose in {Purpose.of("activation", go.who) for go in _own(box, side, known)}:
                    yield "stopped by a failed activation"
            case Moved(end=end) if event.side != side and stops.near:
                goals = {
                    place for go in _own(box, side, known) for place in (before.leaders[go.who].box, go.to)
                }
                if end in _around(box, {place for place in goals if place in box.cost}, stops.near):
                    yield f"stopped by an enemy in {end}"
            case _:
                pass


def _around(box: Box, places: set[str | None], boxes: int) -> set[str | None]:
    """Places, and those within a number of boxes of them."""
    for _nth in range(boxes):
        places = places | {near for place in places if place is not None for near in box.cost[place]}
    return places
