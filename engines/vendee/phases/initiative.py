"""Phase 3: the initiative, and the side that begins (2.3)."""

from __future__ import annotations

from data.catalogue import _
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.core.events import PhaseBegun, TableRoll
from engines.core.refusals import Refusal
from engines.vendee.actions import BEGIN, YIELD, Action
from engines.vendee.box import Box
from engines.vendee.events import InitiativeWon, Opened
from engines.vendee.frames import SIDES, Initiative, Operations, enemy
from engines.vendee.handler import Handler
from engines.vendee.orders.outside import INITIATIVE
from engines.vendee.purposes import Purpose
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, generals_on_map


def roll(ctx: Resolution) -> None:
    """A die, the best strategic rating on the map and morale; a tie is rolled again (V-2.3-a, A-11)."""
    box, state = ctx.box, ctx.state
    while True:
        totals: dict[Side, int] = {}
        for side in SIDES:
            purpose = Purpose.of("initiative", side)
            face = ctx.dice.roll(purpose)
            best = box.best_strategic(generals_on_map(box, state, side))
            totals[side] = face + best + state.morale[side]
            terms = _l(
                "strategic {strategic:+d}; morale {morale:+d}", strategic=best, morale=state.morale[side]
            )
            ctx.say(TableRoll(purpose, [face], terms, str(totals[side]), "2.3"))
        if totals["republican"] != totals["royalist"]:
            break
    winner: Side = max(SIDES, key=lambda side: totals[side])
    state.initiative = winner
    ctx.say(InitiativeWon(winner, totals))
    ctx.push(Initiative(winner))


class Beginning(Handler[Initiative]):
    """The side with the initiative begins or yields (2.3)."""

    usual = BEGIN
    """Begin (I-21)."""

    def asks(self, box: Box, state: State, frame: Initiative) -> Decision:
        return Decision(frame.winner, "initiative", _("Go first, or let them go first"), "2.3")

    def legal(self, box: Box, state: State, frame: Initiative) -> list[Action]:
        return [BEGIN, YIELD]

    def unlisted(self, box: Box, frame: Initiative) -> Refusal:
        return out_of_place(_("begin or yield"))

    def act(self, ctx: Resolution, frame: Initiative, action: Action) -> None:
        """Open the operations; to yield is no pass (A-13)."""
        first = frame.winner if action == BEGIN else enemy(frame.winner)
        ctx.state.phase = "operations"
        ctx.say(PhaseBegun("operations", "2.4"))
        ctx.say(Opened(first, yielded=action != BEGIN))
        ctx.replace(Operations(first))

    def ordered(self, box: Box, state: State, frame: Initiative, order: str) -> Action | None:
        """`begin`, `yield`, or `yield on turn N, …`."""
        wanted = INITIATIVE.one(order)
        yields = wanted is not None and (not wanted.turns or state.turn in wanted.turns)
        return YIELD if yields else BEGIN
