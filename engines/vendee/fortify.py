"""E6: the royalists may fortify before Republicans enter their bocage (I-03, V-6-E6-a)."""

from __future__ import annotations

import msgspec

from engines.core.contract import Decision
from engines.vendee.actions import DECLINE, Action, Play
from engines.vendee.box import Box
from engines.vendee.events import Declined, EventPlayed
from engines.vendee.frames import Fortify
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.state import State, points_in
from engines.vendee.turn import Turn

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
    return Decision("royalist", "fortify", f"Play E6 as Republicans enter {name}, or decline", "6 E6", True)


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
    """`play`, or `play in AREA …`; anything else keeps it."""
    verb, _, areas = order.partition(" in ")
    wanted = areas.split()
    return _E6 if verb == "play" and (not wanted or frame.area in wanted) else DECLINE
