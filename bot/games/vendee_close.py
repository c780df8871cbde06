"""The part of the map of *For God and For the King* that goes with the choices of a side, for it alone."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.vendee_names import percent
from bot.games.vendee_steps import Steps
from engines.vendee import combat_actions, odds, procedure, routes
from engines.vendee.combat_frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.frames import Activation, Fortify, Occupied, Operations, Preempt, Refuge
from engines.vendee.movement import halves
from engines.vendee.routes import Goal
from render import WHOLE, CloseUp

DOUBT = "?"


def close(steps: Steps) -> CloseUp:
    """Around the group on the move with what its ways cost, or around a combat; else the whole map."""
    state, box, side = steps.state, steps.names.box, steps.side
    frame = state.stack[-1] if state.stack else None
    match frame:
        case _ if procedure.side_asked(box, state) != side:
            return WHOLE
        case Activation(at=at):
            found = routes.reach(box, state, frame, routes.under_way(frame))
            return CloseUp(
                at, tuple((goal.area, _letters(steps, goal)) for goal in found.values() if goal.stay)
            )
        case Operations(bound=str(area)):
            return CloseUp(area)
        case Battle(area=area):
            return CloseUp(area, tuple(_marches(steps)))
        case Retreat(parties=parties):
            return CloseUp(parties[0].path[-1]) if parties else WHOLE
        case Pursuit(at=area):
            return CloseUp(area)
        case Losses() | Fortify() | Occupied() | Preempt() | Refuge():
            return CloseUp(frame.area)
        case _:
            return WHOLE


def _letters(steps: Steps, goal: Goal) -> str:
    """What it costs to go there, with the chance of a combat; a question mark where one can't be sure."""
    cost = halves(goal.cost)
    if goal.fight:
        return f"{cost} · {percent(steps.win(goal))}"
    return f"{cost} {DOUBT}" if goal.doubt or goal.meets == "backs" else cost


def _marches(steps: Steps) -> Iterator[tuple[str, str]]:
    """Areas from which one can march to the guns, each with its best chance."""
    box, state = steps.names.box, steps.state
    best: dict[str, int] = {}
    for action in procedure.legal(box, state, steps.side):
        if isinstance(action, combat_actions.Guns):
            found = odds.of_action(box, state, action)
            if found is not None:
                best[action.area] = max(best.get(action.area, 0), found.percent)
    yield from ((area, f"{chance}%") for area, chance in best.items())
