"""The handler of each frame."""

from __future__ import annotations

from data.grande_armee.texts import SEATS, Text
from engines.core.procedure import Procedure
from engines.core.refusals import Refusal, owned
from engines.grande_armee import frames
from engines.grande_armee.actions import Action
from engines.grande_armee.box import ENEMY, Box, as_side
from engines.grande_armee.combat import frames as combat
from engines.grande_armee.combat.advance import Advances
from engines.grande_armee.combat.creation import Creation
from engines.grande_armee.combat.declare import Declarations
from engines.grande_armee.combat.defence import Defence
from engines.grande_armee.combat.resolve import Battles, Exchange
from engines.grande_armee.combat.retreats import Retreats
from engines.grande_armee.combat.stacking import Destruction, StackingSupply
from engines.grande_armee.handler import forbidden
from engines.grande_armee.movement.moving import Choosing, GoingOn, Marching
from engines.grande_armee.movement.swapping import Closing, Opening
from engines.grande_armee.phases.sequence import next_phase
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State


class Campaign(Procedure[Resolution, Box, State, Action]):
    """The control flow of a whole game."""

    def next_phase(self, ctx: Resolution) -> bool:
        return next_phase(ctx)

    def refusal(self, box: Box, state: State, seat: str, action: Action) -> Refusal | None:
        refusal = super().refusal(box, state, seat, action)
        return None if refusal is None else owned(refusal)

    def waits(self, box: Box, state: State, seat: str) -> Refusal:
        if not state.stack:
            return forbidden("G-GEN-7", Text.OVER)
        other = SEATS[ENEMY[as_side(seat)]]
        return forbidden("G-SEQ-2", Text.WAITS, seat=other.message)


PROCEDURE = Campaign(
    {
        frames.Swapping: Opening(),
        frames.Moving: Marching(),
        frames.Option: Choosing(),
        frames.NextLeg: GoingOn(),
        frames.Combining: Closing(),
        combat.Stacking: StackingSupply(),
        combat.Destroying: Destruction(),
        combat.Declaring: Declarations(),
        combat.Defending: Defence(),
        combat.Resolving: Battles(),
        combat.Exchanging: Exchange(),
        combat.Retreating: Retreats(),
        combat.Advancing: Advances(),
        combat.Creating: Creation(),
    }
)
