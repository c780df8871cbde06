"""Step 10: Critics and Supporters of the Government, under the Legislative (R-REGIME-08 to 11)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Declare
from engines.revolution.asking import QuestionKind
from engines.revolution.box import Box
from engines.revolution.frames import Ballot
from engines.revolution.politics.regimes import govern
from engines.revolution.politics.votes import cast, voters
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, deputies

VALUES: Mapping[str, int] = {"support": 1, "neutral": 0, "criticise": -1}


def rivals(box: Box, state: State) -> list[str]:
    """The Currents that take the Government over when it falls."""
    return [seat for seat in box.regime[state.regime].government if seat != state.government]


class Debates(QuestionKind[AnyAnswer]):
    """Each Current supports the Government, criticises it, or does neither, all secretly (A-21)."""

    kind, case, form = "critics", "REGIME", "votes"

    def open(self, box: Box, state: State, seat: str) -> list[str]:
        return [""] if box.regime[state.regime].critics and deputies(state, seat) > 0 else []

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _(
            "Support or criticise the Government of {government}, or neither",
            government=box.name(state.government),
        )

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Declare(stand) for stand in VALUES]

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        if box.regime[state.regime].critics:
            return None
        regime = box.name(state.regime)
        return Refusal("R-REGIME-11", _l("There is no vote of Critics under {regime}", regime=regime))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if not box.regime[state.regime].critics or deputies(state, seat) <= 0:
            return []
        return [(), *((Declare(stand),) for stand in VALUES)]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The Government's Current supports, its rival criticises."""
        stand = (
            "support"
            if seat == state.government
            else "criticise"
            if seat in rivals(box, state)
            else "neutral"
        )
        return Declare(stand)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        said = {seat: VALUES[answer.stand] for seat, answer in given.items() if isinstance(answer, Declare)}
        cast(ctx, self.kind, subject, said)


def begin(ctx: Resolution) -> None:
    """Ask, where the regime has such debates."""
    if ctx.box.regime[ctx.state.regime].critics:
        ctx.push(Ballot("critics"))


def wanted(state: State, frame: Ballot) -> list[str]:
    """The seats with deputies, turned ones included."""
    return voters(state)


def decided(ctx: Resolution, frame: Ballot, supported: bool) -> None:
    """Give the Government to the other of the two Currents if it has more Critics than Supporters; a tie
    changes nothing (R-REGIME-10).
    """
    state = ctx.state
    if supported:
        return
    for seat in ctx.box.regime[state.regime].government:
        if seat != state.government:
            state.ousted = state.government == "gironde"
            govern(ctx, seat, "REGIME")
            return
