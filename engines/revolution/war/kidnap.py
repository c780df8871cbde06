"""Step 13, last: the Royalist takes the King out of a Paris that has fallen (R-KING-07 to 11)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import KING, PARIS, ROYALIST, Box
from engines.revolution.deeds.roll import cost, once, unpaid
from engines.revolution.purposes import Purpose
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, hidden_purse, paris_fallen
from engines.revolution.war.king import follow, seize
from engines.revolution.war_answers import Kidnap

CASE = "KING"


def begin(ctx: Resolution) -> None:
    """While he is in Paris when it falls: a try under the Legislative, else he is taken (R-KING-09, A-60)."""
    box, state = ctx.box, ctx.state
    if not paris_fallen(box, state):
        follow(ctx)
    elif state.king_at != PARIS or state.kidnapped or state.people[KING].state == "dead":
        return
    elif state.regime != "legislative":
        if state.options["kidnap-roll-outside-legislative"]:
            _attempt(ctx)
        else:
            seize(ctx)
    elif state.kidnap_tried or not (hidden_purse(state, ROYALIST) or _affordable(box, state)):
        follow(ctx)
    else:
        ask(ctx, "kidnap", [ROYALIST])


def _affordable(box: Box, state: State) -> bool:
    return cost(box, state, "kidnap") <= state.purses[ROYALIST]


class Kidnapping(QuestionKind[Kidnap]):
    """Once in the game, for a price (R-KING-07)."""

    kind, case, form = "kidnap", CASE, "votes"
    wants = N_("yes or no: kidnap yes")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Try to kidnap the King for {box} assignats?", box=cost(box, state, "kidnap"))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Kidnap(True), Kidnap(False)] if _affordable(box, state) else [Kidnap(False)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Kidnap) -> Refusal | None:
        return unpaid(box, state, ROYALIST, "kidnap", 1) if answer.yes else None

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Kidnap) -> Refusal | None:
        if seat != ROYALIST:
            return Refusal("R-KING-07", _l("The Royalist alone kidnaps the King"))
        if state.kidnap_tried:
            return Refusal("R-KING-07", _l("It was tried already, once in the game"))
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != ROYALIST or state.kidnap_tried:
            return []
        return [(), (Kidnap(True),), (Kidnap(False),)]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Kidnap(_affordable(box, state))

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Kidnap]) -> None:
        for answer in given.values():
            if not answer.yes:
                follow(ctx)
                continue
            ctx.state.kidnap_tried = True
            ctx.spend(ROYALIST, cost(ctx.box, ctx.state, "kidnap"), "kidnap")
            _attempt(ctx)


def _attempt(ctx: Resolution) -> None:
    """A roll on the Royalist's Fame (R-KING-08): he has the King, or the King goes to the capital."""
    if once(ctx, ROYALIST, Purpose("kidnapping"), [], CASE) == "C":
        follow(ctx)
    else:
        seize(ctx)
