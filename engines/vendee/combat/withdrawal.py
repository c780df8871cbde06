"""T6: the Royalists are out of powder, and withdraw before the combat or fight all the same (I-06).

This module handles `Battle` while they choose; the way is then that of a retreat.
"""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import _
from data.sentences import _l
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import DECLINE, Action
from engines.vendee.box import Box
from engines.vendee.combat.actions import Withdraw
from engines.vendee.combat.events import OutOfPowder
from engines.vendee.combat.frames import Battle
from engines.vendee.combat.march import own_odds
from engines.vendee.combat.retreat import can_withdraw, withdrawal
from engines.vendee.handler import Handler
from engines.vendee.orders.combat import WITHDRAW
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State


class Withdrawing(Handler[Battle]):
    """T6: the Royalists withdraw or fight (I-06)."""

    usual = DECLINE

    def asks(self, box: Box, state: State, frame: Battle) -> Decision:
        prompt = _("No powder in {area}: withdraw, or fight with −2 to your dice", area=box.name(frame.area))
        return Decision("royalist", "withdraw", prompt, "4.3 T6")

    def legal(self, box: Box, state: State, frame: Battle) -> list[Action]:
        return [Withdraw(1), Withdraw(2), DECLINE]

    def refusal(self, box: Box, state: State, frame: Battle, action: Action) -> Refusal | None:
        """A retreat is one area or two (A-46)."""
        if action == DECLINE:
            return None
        if not isinstance(action, Withdraw):
            return out_of_place(_("withdraw 1, withdraw 2, or decline to fight"))
        if action.areas not in (1, 2):
            return Refusal("V-4.3-T6-a", _l("One withdraws 1 or 2 areas, not {areas}", areas=action.areas))
        return None

    def act(self, ctx: Resolution, frame: Battle, action: Action) -> None:
        areas = action.areas if isinstance(action, Withdraw) else 0
        ctx.say(OutOfPowder(frame.area, areas))
        if not areas:
            ctx.replace(replace(frame, stage="dice"))
            return
        ctx.replace(replace(frame, stage="end"))
        ctx.push(withdrawal(ctx.state, frame, areas))

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        """Wait where there is a way out; else they must fight (A-88)."""
        if can_withdraw(ctx.box, ctx.state, frame):
            return True
        ctx.say(OutOfPowder(frame.area, 0, forced=True))
        ctx.replace(replace(frame, stage="dice"))
        return False

    def ordered(self, box: Box, state: State, frame: Battle, order: str) -> Action | None:
        """`fight`, `withdraw N`, or `withdraw N if at most COLUMN`, by the Royalists' own odds."""
        wanted = WITHDRAW.one(order)
        if wanted is None:
            return DECLINE
        if wanted.column is not None and own_odds(box, frame, "royalist", wanted.column) > 0:
            return DECLINE
        return Withdraw(wanted.areas)
