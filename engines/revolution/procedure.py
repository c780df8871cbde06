"""The handler of each frame of this game, and the actions allowed beside the open question."""

from __future__ import annotations

from data.sentences import _l
from engines.core.procedure import Procedure
from engines.core.refusals import Refusal
from engines.revolution import frames
from engines.revolution.actions import Action, File
from engines.revolution.answers import Give
from engines.revolution.asking import Asking, Filing, InTurns, Registry
from engines.revolution.box import Box
from engines.revolution.phases.gifts import gift_refusal, give
from engines.revolution.refusals import OUT_OF_PLACE
from engines.revolution.resolution import Resolution
from engines.revolution.sequence import Begins, next_stage
from engines.revolution.stages import deeds, phases, politics, war
from engines.revolution.state import State

REGISTRY = Registry((*phases.QUESTIONS, *deeds.QUESTIONS, *politics.QUESTIONS, *war.QUESTIONS))
_ASKING = Asking(REGISTRY)


class Table(Procedure[Resolution, Box, State, Action]):
    """The control flow of this game."""

    def next_phase(self, ctx: Resolution) -> bool:
        return next_stage(ctx)

    def refusal(self, box: Box, state: State, seat: str, action: Action) -> Refusal | None:
        """The refusal of a seat's action now; gifts of money are allowed at any time (R-SEQ-08)."""
        if isinstance(action, Give):
            return gift_refusal(box, state, seat, action)
        refusal = super().refusal(box, state, seat, action)
        if refusal is None or seat in self.deciding(box, state):
            return refusal
        # A seat without an open question learns that its form is closed before it learns who is waited for.
        said = action.answers if isinstance(action, File) else (action,)
        closed = next((answer for answer in said if REGISTRY.is_closed(state, answer)), None)
        return refusal if closed is None else REGISTRY.misplaced(state, closed)

    def act(self, ctx: Resolution, seat: str, action: Action) -> None:
        if isinstance(action, Give):
            give(ctx, seat, action)
        else:
            super().act(ctx, seat, action)

    def waits(self, box: Box, state: State, seat: str) -> Refusal:
        asked = self.asked(box, state)
        if not asked:
            return Refusal("R-SEQ-01", _l("The game is over"))
        return Refusal(
            OUT_OF_PLACE,
            _l("The game waits for {asked}", asked=tuple(box.name(decision.seat) for decision in asked)),
        )


PROCEDURE = Table(
    {
        frames.Opening: Begins(),
        frames.Form: Filing(REGISTRY),
        frames.Question: _ASKING,
        frames.Turns: InTurns(_ASKING),
        **phases.HANDLERS,
        **deeds.HANDLERS,
        **politics.HANDLERS,
        **war.HANDLERS,
    }
)
