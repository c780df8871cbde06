"""Step 13, after combat: control of regions, and the place of the capital (R-MIL-41 to 47)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.catalogue import N_, _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import PARIS, Box
from engines.revolution.resolution import Resolution
from engines.revolution.state import (
    State,
    armies_in,
    control,
    enemies_in,
    garrisoned,
    paris_fallen,
    put_region,
)
from engines.revolution.war.armies import fighting
from engines.revolution.war.events import CapitalMoved, CoalitionHolds
from engines.revolution.war.king import follow, recapture
from engines.revolution.war_answers import Capital

CASE = "MIL"


def begin(ctx: Resolution) -> None:
    """Region by region, where armies are; then Paris and the King."""
    for region in garrisoned(ctx.state):
        _hold(ctx, region)
    recapture(ctx)
    _seat_of_government(ctx)


def _hold(ctx: Resolution, region: str) -> None:
    """The effect of the armies in a region on its control; armies that hide don't count."""
    box, state = ctx.box, ctx.state
    ours = armies_in(box, state, region, "revolutionary")
    theirs = fighting(box, state, region)
    if ours:
        if not theirs:
            # An army in Paris against the Commune is in the box: a revolt there is the Royalist's.
            ctx.calm(region, CASE)
            _mark(ctx, region, False)
        return
    if not theirs or (region == PARIS and state.commune):
        return
    if any(box.army[id].side == "catholic" for id in theirs):
        ctx.take(region, "royalist", CASE)
        _mark(ctx, region, False)
    else:
        _mark(ctx, region, True, theirs)
        if control(state, region) != "royalist":
            ctx.take(region, None, CASE)


def _mark(ctx: Resolution, region: str, on: bool, armies: Sequence[str] = ()) -> None:
    if ctx.state.regions[region].coalition != on:
        put_region(ctx.state, region, coalition=on)
        ctx.say(CoalitionHolds(region, on, tuple(armies)))


def _seat_of_government(ctx: Resolution) -> None:
    """The capital leaves a Paris that has fallen, and comes back to one that is free (R-MIL-47, A-62)."""
    box, state = ctx.box, ctx.state
    fallen = paris_fallen(box, state)
    if not fallen and state.capital != PARIS:
        move_capital(ctx, PARIS)
        return
    lost = state.capital == PARIS or not _safe(box, state, state.capital)
    if fallen and lost and seats(box, state):
        ask(ctx, "capital", [state.government])


def _safe(box: Box, state: State, region: str) -> bool:
    return not state.regions[region].coalition and not enemies_in(box, state, region)


def seats(box: Box, state: State) -> list[str]:
    """The regions to which the capital can go."""
    return [id for id in state.regions if _safe(box, state, id)]


def move_capital(ctx: Resolution, region: str) -> None:
    """Move the capital, and the King with it unless he is in Paris for R to take (R-KING-11)."""
    before, ctx.state.capital = ctx.state.capital, region
    ctx.say(CapitalMoved(region))
    if before != PARIS:
        follow(ctx)


class Capitals(QuestionKind[Capital]):
    """The choice of the Government's seat when Paris has fallen."""

    kind, case, form = "capital", CASE, "war"
    wants = N_("a region: capital bordeaux")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Choose the provisional capital")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Capital(region) for region in seats(box, state)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Capital) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        return Refusal(
            "R-MIL-47",
            _l("Enemies are in {region}: it can't be the capital", region=box.name(answer.region)),
        )

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government or not enemies_in(box, state, PARIS):
            return []
        return [(), *((Capital(region),) for region in seats(box, state))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The richest of the governing Current's own."""

        def worth(region: str) -> tuple[bool, int]:
            return control(state, region) == state.government, box.region[region].income

        return Capital(max(seats(box, state), key=worth))

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Capital]) -> None:
        for answer in given.values():
            move_capital(ctx, answer.region)
