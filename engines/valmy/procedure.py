"""The handler of each frame of this game."""

from __future__ import annotations

from data.sentences import _l
from engines.core.procedure import Procedure
from engines.core.refusals import Refusal, owned
from engines.valmy import frames
from engines.valmy.actions import Action
from engines.valmy.box import Box
from engines.valmy.combat import frames as combat
from engines.valmy.combat.actions import Charge
from engines.valmy.combat.battle import Choosing, Withdrawing
from engines.valmy.combat.board import Deployment
from engines.valmy.combat.boosts import Raising
from engines.valmy.combat.charges import Announcement, Cancelling
from engines.valmy.combat.losses import Losing
from engines.valmy.combat.major import AnyBattle, too_late
from engines.valmy.combat.melee import DrawingUp, Feeding, Joining, Resolving
from engines.valmy.combat.phase import Fighting
from engines.valmy.combat.retreat import Retreating
from engines.valmy.combat.shock import NamingOne, Rallying, Sacrificing
from engines.valmy.movement.activation import Moving
from engines.valmy.movement.meeting import Displacing, Overrunning, Shedding
from engines.valmy.movement.reaction import Reacting
from engines.valmy.phases.initiative import Bidding
from engines.valmy.phases.operations import Operating
from engines.valmy.phases.placement import Arranging
from engines.valmy.phases.recovery import Recovering
from engines.valmy.phases.sequence import next_phase
from engines.valmy.refusals import OUT_OF_PLACE
from engines.valmy.resolution import Resolution
from engines.valmy.state import State


class Campaign(Procedure[Resolution, Box, State, Action]):
    """The control flow of this game."""

    def next_phase(self, ctx: Resolution) -> bool:
        return next_phase(ctx)

    def refusal(self, box: Box, state: State, seat: str, action: Action) -> Refusal | None:
        """The refusal of a seat's action now; a charge that comes too late gets its own (9.4)."""
        refusal = super().refusal(box, state, seat, action)
        if refusal is None:
            return None
        if isinstance(action, Charge) and too_late(state, seat):
            return Refusal("Y-9.4-b", _l("Charges are announced before fire and melee"))
        return owned(refusal)

    def waits(self, box: Box, state: State, seat: str) -> Refusal:
        asked = self.asked(box, state)
        if not asked:
            return Refusal("Y-11.1-a", _l("The game is over"))
        waits = (
            _l("The game waits for the Allies")
            if asked[0].seat == "allied"
            else _l("The game waits for the French")
        )
        return Refusal(OUT_OF_PLACE, waits)


PROCEDURE = Campaign(
    {
        frames.SetUp: Arranging(),
        frames.Bid: Bidding(),
        frames.Activations: Operating(),
        frames.Activation: Moving(),
        frames.Reaction: Reacting(),
        frames.Overrun: Overrunning(),
        frames.Displaced: Displacing(),
        frames.Surplus: Shedding(),
        frames.Recovery: Recovering(),
        combat.Combat: Fighting(),
        combat.Battle: AnyBattle(),
        combat.Deploying: Deployment(),
        combat.Announcing: Announcement(),
        combat.CallingOff: Cancelling(),
        combat.Naming: NamingOne(),
        combat.Sacrifice: Sacrificing(),
        combat.Aftermath: Rallying(),
        combat.Deciding: Resolving(),
        combat.Adding: Joining(),
        combat.Reinforcing: DrawingUp(),
        combat.Committing: Feeding(),
        combat.KindOfBattle: Choosing(),
        combat.Boosting: Raising(),
        combat.Losses: Losing(),
        combat.Withdrawal: Withdrawing(),
        combat.Retreat: Retreating(),
    }
)
