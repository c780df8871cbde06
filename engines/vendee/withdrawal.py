"""T6: the royalists are out of powder, and withdraw before the combat or fight all the same (I-06).

This module handles `Battle` while they choose; the way is then that of a retreat.
"""

from __future__ import annotations

import msgspec

from engines.core.contract import Decision
from engines.vendee.actions import DECLINE, Action
from engines.vendee.box import Box
from engines.vendee.combat_actions import Withdraw
from engines.vendee.combat_events import OutOfPowder
from engines.vendee.combat_frames import Battle
from engines.vendee.combat_orders import withdraw_order
from engines.vendee.hand import interrupts
from engines.vendee.march import own_column
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.retreat import can_withdraw, withdrawal
from engines.vendee.state import State
from engines.vendee.turn import Turn


def asks(box: Box, state: State, frame: Battle) -> Decision:
    """Whether to withdraw."""
    prompt = (
        f"Out of powder in {box.name(frame.area)}: withdraw 1 or 2 areas, or decline and fight at two worse"
    )
    return Decision("royalist", "withdraw", prompt, "4.3 T6", interrupts(state, "royalist"))


def legal(box: Box, state: State, frame: Battle) -> list[Action]:
    """One area, two, or none."""
    return [Withdraw(1), Withdraw(2), DECLINE]


def refusal(box: Box, state: State, frame: Battle, action: Action) -> Refusal | None:
    """A retreat is one area or two (A-46)."""
    if action == DECLINE:
        return None
    if not isinstance(action, Withdraw):
        return out_of_place("withdraw 1, withdraw 2, or decline to fight")
    if action.areas not in (1, 2):
        return Refusal("V-4.3-T6-a", f"One withdraws 1 or 2 areas, not {action.areas}")
    return None


def act(turn: Turn, frame: Battle, action: Action) -> None:
    """Withdraw, or fight."""
    areas = action.areas if isinstance(action, Withdraw) else 0
    turn.say(OutOfPowder(frame.area, areas))
    if not areas:
        turn.replace(msgspec.structs.replace(frame, stage="dice"))
        return
    turn.replace(msgspec.structs.replace(frame, stage="end"))
    turn.push(withdrawal(turn.state, frame, areas))


def go_on(turn: Turn, frame: Battle) -> bool:
    """Wait where there is a way out; else they must fight (A-88)."""
    if can_withdraw(turn.box, turn.state, frame):
        return True
    turn.say(OutOfPowder(frame.area, 0, forced=True))
    turn.replace(msgspec.structs.replace(frame, stage="dice"))
    return False


def fallback(box: Box, state: State, frame: Battle) -> Action | None:
    """Fight."""
    return DECLINE


def ordered(box: Box, state: State, frame: Battle, order: str) -> Action | None:
    """`fight`, `withdraw N`, or `withdraw N if at most COLUMN`, by the royalists' own odds."""
    wanted = withdraw_order(order)
    if wanted is None:
        return DECLINE
    if wanted.column is not None and own_column(box, frame, "royalist") > wanted.column:
        return DECLINE
    return Withdraw(wanted.areas)
