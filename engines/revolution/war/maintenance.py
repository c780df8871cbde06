"""Step 11, last: armies are paid, or disband (R-MIL-14, R-MIL-17, R-MIL-18)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE
from engines.revolution.asking import QuestionKind
from engines.revolution.box import GOVERNMENT, ROYALIST, Box
from engines.revolution.frames import Turns, Upkeep
from engines.revolution.handler import Automatic
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, factor
from engines.revolution.war.armies import on_map, remove, spared_last
from engines.revolution.war_answers import Disband

_SIDE = {GOVERNMENT: "revolutionary", ROYALIST: "catholic"}


def begin(ctx: Resolution) -> None:
    """The Government first, then the Royalist; the Coalition pays for itself (R-MIL-14)."""
    for actor in (ROYALIST, GOVERNMENT):
        ctx.push(Upkeep(actor), Turns("disband", (actor,)))


def paid(box: Box, state: State, actor: str) -> list[str]:
    """Armies that cost something (R-MIL-19)."""
    return [id for id in on_map(box, state, _SIDE[actor]) if box.army[id].kind != "temporary"]


def due(box: Box, state: State, actor: str) -> int:
    """The amount that an owner has to pay for all of them now."""
    return len(paid(box, state, actor)) * box.tables.costs.army * factor(box, state)


def _short(box: Box, state: State, actor: str) -> bool:
    return due(box, state, actor) > state.purses[actor]


class Disbanding(QuestionKind[Disband]):
    """The choice of armies that go unpaid, where there is not enough money for all."""

    kind, case, form, also, unpaid = "disband", "MIL", "votes", "war", True
    wants = N_("an army that goes unpaid: disband volunteer-1, or done for the usual order")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("There is not enough to pay for all armies: choose one that goes unpaid")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        if not _short(box, state, seat):
            return [DONE]
        return [DONE, *(Disband(id) for id in paid(box, state, seat))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Disband) -> Refusal | None:
        if answer.army not in paid(box, state, seat):
            return Refusal(
                "R-MIL-17",
                _l("{army} is none of the armies that you pay for", army=box.name(answer.army)),
            )
        if not _short(box, state, seat):
            return Refusal("R-MIL-17", _l("Armies are paid while there is enough for all"))
        return None

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Disband) -> Refusal | None:
        owner = ROYALIST if box.army[answer.army].side == "catholic" else state.government
        if seat == owner and box.army[answer.army].side != "allied":
            return None
        return Refusal(
            "R-MIL-17", _l("{army} is none of the armies that you pay for", army=box.name(answer.army))
        )

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        actor = GOVERNMENT if seat == state.government else ROYALIST
        if seat not in (state.government, ROYALIST) or not _short(box, state, actor):
            return []
        return [(), *((Disband(id),) for id in paid(box, state, actor))]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Disband]) -> None:
        for answer in given.values():
            _disband(ctx, answer.army)


def _disband(ctx: Resolution, army: str) -> None:
    """Disband an army; for a regular one the Government is bankrupt (R-MIL-17, R-ECON-15)."""
    remove(ctx, [army], "unpaid", "MIL")
    if ctx.box.army[army].kind == "regular":
        ctx.bankrupt("MIL")


class Paying(Automatic[Upkeep]):
    """Unpaid armies that were not chosen go in the default order; the rest is paid."""

    def go_on(self, ctx: Resolution, frame: Upkeep) -> bool:
        ctx.pop()
        box, state = ctx.box, ctx.state
        while _short(box, state, frame.actor):
            _disband(ctx, spared_last(box, state, paid(box, state, frame.actor))[0])
        ctx.spend(frame.actor, due(box, state, frame.actor), "armies")
        return False
