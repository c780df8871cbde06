"""Marches of one's own counters foreseen at any time: for plans, never for play."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from bot.games.presenter import Preview
from bot.games.vendee_names import Names
from bot.games.vendee_preview import Previews
from data.vendee.schema import Side
from engines.vendee import procedure
from engines.vendee.actions import Move
from engines.vendee.box import Box
from engines.vendee.frames import Activation, Condition, Operations
from engines.vendee.refusals import Refusal, illegal
from engines.vendee.state import State, by_kind, generals_in, side_of
from engines.vendee.title import Vendee


class Plan(NamedTuple):
    """What a march would lead to, and how far from being made it is."""

    preview: Preview
    proviso: list[str]
    """Why it could not be made now; nothing where it could."""


def of(title: Vendee, names: Names, state: State, side: Side, move: Move) -> Plan:
    """What a march of a side would lead to in the present position, as far as the side can know.

    :raises engines.core.errors.IllegalAction: nobody of the side could go so.
    """
    asked = moves_now(title.box, state, side)
    now = procedure.refusal(title.box, state, side, move) if asked else None
    if asked and now is None:
        return Plan(Previews(names, state, side, title.view(state, side)).plan(move), [])
    ready = supposed(title.box, state, side)
    reason = _nobody(title.box, ready, side, move) or procedure.refusal(title.box, ready, side, move)
    if reason is not None:
        raise illegal(now or reason)
    proviso = [
        "🔮 **Not to be done now**: this is of the present position, as if all your counters were ready."
    ]
    if now is not None:
        proviso.append(f"-# {names.told(now.message)} ({now.case}).")
    return Plan(Previews(names, ready, side, title.view(ready, side)).plan(move), proviso)


def moves_now(box: Box, state: State, side: Side) -> bool:
    """Whether the side is asked for a march."""
    march = bool(state.stack) and isinstance(state.stack[-1], Operations | Activation)
    return march and procedure.side_asked(box, state) == side


def supposed(box: Box, state: State, side: Side) -> State:
    """The present position as if the side were in hand and nobody of it had been activated or routed.

    Nothing of the enemy is changed, and nothing is played on from here.
    """
    ready = state.copy()
    ready.stack = [Operations(side)]
    if state.phase != "operations":
        # Nobody has the initiative of the operations that are to come.
        ready.phase, ready.initiative = "operations", None
    ready.forces = {
        area: {
            kind: Condition(condition.total) if side_of(kind) == side else condition
            for kind, condition in present.items()
        }
        for area, present in state.forces.items()
    }
    for id in box.generals_of[side]:
        ready.officers[id] = msgspec.structs.replace(state.officers[id], ready="fresh")
    return ready


def _nobody(box: Box, state: State, side: Side, move: Move) -> Refusal | None:
    """Nobody of the side is where the march begins."""
    start = move.path[0]
    if len(move.path) < 2 or by_kind(state, start, side) or generals_in(box, state, start, side):
        return None
    return Refusal("V-2.4-d", f"You have no counters in {box.name(start)}")
