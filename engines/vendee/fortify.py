"""E6: the royalists may fortify before Republicans enter their bocage (I-03, V-6-E6-a)."""

from __future__ import annotations

import msgspec

from engines.core.contract import Decision
from engines.vendee.actions import DECLINE, Action, Play
from engines.vendee.box import Box
from engines.vendee.combat_frames import Pursuit
from engines.vendee.events import Declined, EventPlayed
from engines.vendee.frames import Activation, Fortify
from engines.vendee.hand import interrupts
from engines.vendee.orders import fortify_order
from engines.vendee.reckoning import strength
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.state import State, points_in, total
from engines.vendee.turn import Turn
from engines.vendee.view import sees

_E6 = Play("e6")


def may_ask(box: Box, state: State, area: str) -> bool:
    """Whether E6 may be played against Republicans who are about to enter an area (V-6-E6-b)."""
    return (
        state.markers["e6"] > 0
        and box.ground.area[area].terrain == "bocage"
        and points_in(state, area, "royalist") > 0
    )


def asks(box: Box, state: State, frame: Fortify) -> Decision:
    """Whether to fortify."""
    name = box.name(frame.area)
    prompt = f"Play E6 as Republicans enter {name}, or decline"
    return Decision("royalist", "fortify", prompt, "6 E6", interrupts(state, "royalist"))


def legal(box: Box, state: State, frame: Fortify) -> list[Action]:
    """E6 or not."""
    return [_E6, DECLINE]


def refusal(box: Box, state: State, frame: Fortify, action: Action) -> Refusal | None:
    """Nothing else."""
    return None if action in (_E6, DECLINE) else out_of_place("event e6 or decline")


def act(turn: Turn, frame: Fortify, action: Action) -> None:
    """Tell the frame below, and go back to it."""
    state = turn.state
    turn.pop()
    played = action == _E6
    if played:
        state.markers["e6"] -= 1
        state.played.append("e6")
        if "e6" not in state.past:
            state.past.append("e6")
        turn.say(EventPlayed("royalist", "e6", turn.box.event["e6"].name))
    else:
        turn.say(Declined("royalist", "e6"))
    changes: dict[str, object] = {"fortified": played}
    turn.replace(msgspec.structs.replace(state.stack[-1], **changes))


def go_on(turn: Turn, frame: Fortify) -> bool:
    """Wait."""
    return True


def fallback(box: Box, state: State, frame: Fortify) -> Action | None:
    """Keep the marker."""
    return DECLINE


def ordered(box: Box, state: State, frame: Fortify, order: str) -> Action | None:
    """`play`, perhaps `in AREA, …`, perhaps `if at least` so many attackers, or odds; else it is kept."""
    wanted = fortify_order(order)
    if wanted is None or (wanted.areas and frame.area not in wanted.areas):
        return DECLINE
    if wanted.column is None and not wanted.points:
        return _E6
    attackers = _seen(box, state)
    if attackers is None or attackers < wanted.points:
        return DECLINE
    column = box.charts.odds(attackers, points_in(state, frame.area, "royalist")).column
    return _E6 if wanted.column is None or column >= wanted.column else DECLINE


def _seen(box: Box, state: State) -> int | None:
    """Combat points that are about to enter; None where they lie face down."""
    group = state.stack[-2]
    if not isinstance(group, Activation | Pursuit) or not sees(
        box, state, "royalist", "republican", group.at
    ):
        return None
    return total(group.points if isinstance(group, Activation) else strength(group.contingents))
