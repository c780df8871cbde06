"""The King's action for his holder under the Legislative (R-KING-02 to 06)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.revolution.tables import Seat
from data.sentences import _l, say_by
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Done, Royal
from engines.revolution.asking import QuestionKind, one_by_one, writers
from engines.revolution.box import Box
from engines.revolution.deeds.roll import TOO_DEAR
from engines.revolution.politics.events import KingActed
from engines.revolution.politics.proposals import reachable
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, factor, hidden_purse, king_free, king_holder

EFFECTS: Mapping[str, tuple[Seat, int]] = {"feuillant": ("gironde", -1), "royalist": ("feuillant", 1)}
"""For each holder, who loses a point of Fame, and the Coalition's move (R-KING-02, R-KING-03)."""


def king_acts(state: State) -> bool:
    """Whether he is free under the Legislative, and no trial awaits him (R-KING-05, R-POL-30)."""
    return state.regime == "legislative" and king_free(state) and not state.recaptured


def price(box: Box, state: State, seat: str) -> int:
    """The cost of his action for the Current that holds him."""
    holder: Seat = "royalist" if seat == "royalist" else "feuillant"
    return box.tables.costs.king[holder] * factor(box, state)


class KingsAction(QuestionKind[Royal | Done]):
    """Once a turn, before the laws: a Current loses Fame, and the Coalition may move (R-KING-04)."""

    kind, case, form = "king", "KING", "politics"
    wants = N_("the King's action: royal with-marker, royal without, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Act with the King, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        able = self.refusal(box, state, seat, subject, Royal(True)) is None
        return [DONE, Royal(True), Royal(False)] if able else [DONE]

    def refusal(
        self, box: Box, state: State, seat: str, subject: str, answer: Royal | Done
    ) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        if not king_acts(state):
            return Refusal("R-KING-05", _l("He acts under the Legislative alone, while he is free"))
        if seat != king_holder(state):
            return Refusal(
                "R-KING-05",
                _l("The King is in the hands of {king_holder}", king_holder=box.name(king_holder(state))),
            )
        cost, purse = price(box, state, seat), state.purses[seat]
        if cost > purse:
            return Refusal("R-ACT-10", say_by(TOO_DEAR, n=cost - purse, price=cost, purse=purse))
        return None

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Royal | Done) -> Refusal | None:
        if "legislative" not in reachable(box, state):
            return Refusal("R-KING-05", _l("He acts under the Legislative alone"))
        if seat not in EFFECTS:
            return Refusal("R-KING-05", _l("None but the Feuillant and the Royalist ever holds the King"))
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        return (
            [(), (Royal(True),), (Royal(False),)] if seat == king_holder(state) and king_acts(state) else []
        )

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Royal | Done]) -> None:
        for seat, answer in given.items():
            if isinstance(answer, Royal):
                cost = price(ctx.box, ctx.state, seat)
                ctx.spend(seat, cost, "king")
                ctx.say(KingActed(seat, cost))
                loser, by = EFFECTS[seat]
                ctx.gain(loser, -1, "KING")
                if answer.marker:
                    ctx.move("coalition", by, "KING", at_war=True)


def begin(ctx: Resolution) -> None:
    """Begin the King's step, which comes after turning deputies and before the laws (R-SEQ-16)."""
    state, holder = ctx.state, king_holder(ctx.state)
    pays = hidden_purse(state, holder) or state.purses[holder] >= price(ctx.box, state, holder)
    able = king_acts(state) and pays
    asked = {*writers(state, "king"), *([holder] if able else ())}
    one_by_one(ctx, "king", [seat for seat in state.order if seat in asked])
