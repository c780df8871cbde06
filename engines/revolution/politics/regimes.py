"""Regimes: when Convention and Terror may be installed, and the effects of a change (R-REGIME-01 to 07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from data.catalogue import N_, _
from data.nouns import listed
from data.revolution.tables import SEATS, Regime, Seat
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Install
from engines.revolution.asking import QuestionKind, one_by_one, writers
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box, as_seat
from engines.revolution.deeds.commune import raise_refusal
from engines.revolution.deeds.regional import able
from engines.revolution.politics.events import GovernmentChanged, RegimeInstalled
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, armies_in, control, level, members, outlaw

CASES: Mapping[str, str] = {"convention": "R-REGIME-17", "terror": "R-REGIME-29"}
"""The statement that says when each may be installed."""
TWELVE = 12
"""The number of regions of Royalist and Coalition that is a threat by itself."""
DECLINED = Install("none")


def threatened(box: Box, state: State) -> Literal["", "army", "regions"]:
    """An enemy in or next to Paris, or twelve lost regions, if any (R-REGIME-17, A-04, A-07, A-08)."""
    near = (PARIS, *box.near[PARIS])
    catholic = near if state.options["catholic-adjacent-threat"] else (PARIS,)
    if any(armies_in(box, state, id, "allied") for id in near):
        return "army"
    if any(armies_in(box, state, id, "catholic") for id in catholic):
        return "army"
    royal = [control(state, id) == "royalist" for id in state.regions]
    held = [region.coalition for region in state.regions.values()]
    twice = state.options["double-count-12"]
    both = sum(one and other for one, other in zip(royal, held, strict=True))
    return "regions" if sum(royal) + sum(held) - (0 if twice else both) >= TWELVE else ""


def install_refusal(box: Box, state: State, seat: str, regime: str) -> Refusal | None:
    """The refusal to a Current of a regime now."""
    refusal = _order_refusal(box, state.regime, seat, regime)
    if refusal is not None:
        return refusal
    order = next(order for id, order in box.regime.items() if id == regime)
    name, case = order.name, CASES[regime]
    if not state.commune or state.leader != seat:
        return Refusal(
            case, _l("Who controls the raised Commune installs the {name}, and you don't", name=name)
        )
    needed = next(at for able, at in order.commune.items() if able == seat)
    if level(box, state, "commune") + 1 < needed:
        return Refusal(
            case,
            _l("For the {name} the Commune would have to be at level {level}", name=name, level="I" * needed),
        )
    if state.regime == "convention" and state.options["terror-from-convention"]:
        if state.war and state.civil:
            return None
        return Refusal(case, _l("By this table's rules the {name} takes foreign and civil war", name=name))
    if not threatened(box, state):
        return Refusal(
            case,
            _l(
                "No enemy army is in Paris or next to it, and Royalist and Coalition hold fewer than "
                "{number} regions",
                number=TWELVE,
            ),
        )
    return None


def _order_refusal(box: Box, present: Regime, seat: str, regime: str) -> Refusal | None:
    """The refusal to a Current of a regime at any time under the present one (R-REGIME-01)."""
    order = next((order for id, order in box.regime.items() if id == regime), None)
    if order is None or present not in order.follows:
        before = box.name(present)
        return Refusal("R-REGIME-01", _l("That regime can't follow {before}", before=before))
    if not order.commune:
        return Refusal(
            "R-REGIME-44",
            _l("{name} is installed right after a law was rejected", name=order.name),
        )
    if seat not in order.commune:
        return Refusal(
            CASES[regime],
            _l(
                "The {name} is for {commune}",
                name=order.name,
                commune=listed(map(box.name, order.commune), "or"),
            ),
        )
    return None


def _within_reach(box: Box, state: State, seat: str, regime: str) -> bool:
    """Whether a Current could install a regime this turn, perhaps by raising the Commune first."""
    if state.leader != seat:
        if state.commune or not able(state, seat, PARIS) or raise_refusal(box, state, seat) is not None:
            return False
        state = msgspec.structs.replace(state, commune=True, leader=as_seat(seat))
    return install_refusal(box, state, seat, regime) is None


class Changes(QuestionKind[Install]):
    """The leader of the raised Commune may change the regime, once, at the start of step 8 (R-REGIME-07)."""

    kind, case, form = "regime", "REGIME", "regions"
    wants = N_("a regime: install convention, or install none")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Install another regime, or none")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [DECLINED, *(Install(id) for id in CASES if not install_refusal(box, state, seat, id))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Install) -> Refusal | None:
        if answer == DECLINED:
            return None
        return install_refusal(box, state, seat, answer.regime)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Install) -> Refusal | None:
        return None if answer == DECLINED else _order_refusal(box, state.regime, seat, answer.regime)

    def suggestions(self, box: Box, state: State, seat: str) -> Sequence[tuple[AnyAnswer, ...]]:
        mine = [id for id, order in box.regime.items() if seat in order.commune]
        near = [(Install(id),) for id in mine if _within_reach(box, state, seat, id)]
        return [(), *near] if near else []

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return DECLINED

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Install]) -> None:
        for seat, answer in given.items():
            for regime in CASES:
                if answer.regime == regime:
                    install(ctx, "convention" if regime == "convention" else "terror", seat)


def begin(ctx: Resolution) -> None:
    """Ask the leader if it can install a regime; ask seats whose forms wanted one, to refuse them (A-10)."""
    state, leader = ctx.state, ctx.state.leader
    allowed = any(leader and install_refusal(ctx.box, state, leader, id) is None for id in CASES)
    asked = {*writers(state, "regime"), *([leader] if leader and allowed else ())}
    one_by_one(ctx, "regime", [seat for seat in state.order if seat in asked])


def govern(ctx: Resolution, seat: Seat, case: str) -> None:
    """Make a Current run the Government; with another its objective lapses (R-REGIME-06, R-REGIME-11)."""
    state = ctx.state
    if state.government != seat:
        was, state.government = state.government, seat
        if GOVERNMENT in state.objectives:
            state.objectives[GOVERNMENT] = None
        ctx.say(GovernmentChanged(seat, case, was))


def install(ctx: Resolution, regime: Regime, by: str) -> None:
    """Put a regime in force, with all its immediate effects (R-REGIME-02 to 04, 19 to 36, 46, 47)."""
    state, box = ctx.state, ctx.box
    order, before, ruled = box.regime[regime], state.regime, state.government
    outlaws = [id for id in state.people if outlaw(box, state, id)]
    state.regime, state.rejected = regime, 0
    state.former = ruled if order.outlaws_former else None
    state.outlawed.clear()
    why = (threatened(box, state) or "war") if order.commune else "rejected"
    ctx.say(RegimeInstalled(regime, order.government[0], state.former, by, why))
    govern(ctx, order.government[0], "REGIME")
    ctx.gain(GOVERNMENT, max(order.fame - state.fame[GOVERNMENT], 0), "REGIME")
    for track, by_ in order.tracks.items():
        ctx.move(track, by_, "REGIME", at_war=True)
    if before == "legislative" and state.people[KING].state == "free" and not state.kidnapped:
        ctx.person(KING, "prison", "REGIME", "monarchy")
    _seat(state, regime)
    if regime == "terror":
        for id, region in state.regions.items():
            if region.control == "gironde" and not region.revolt and id != PARIS:
                ctx.revolt(id, "gironde", "REGIME")
    for seat in order.frees:
        for id in members(state, seat):
            if state.people[id].state == "prison" and id != KING:
                ctx.person(id, "free", "REGIME", "amnesty")
    ctx.jail_outlaws("REGIME", spared=outlaws)
    if order.elects or (regime == "terror" and before == "legislative" and _anew(state)):
        state.election = state.turn
    if order.commune:
        state.convention = True
    ctx.note("regime", regime, by)


def _anew(state: State) -> bool:
    return state.options["terror-new-election"]


def _seat(state: State, regime: Regime) -> None:
    """Unseat deputies who have to leave, and seat those who may come back (R-REGIME-34, R-REGIME-47)."""
    if regime == "terror":
        state.aside, state.deputies["gironde"] = state.deputies["gironde"], 0
    elif regime == "thermidor":
        state.deputies["gironde"], state.aside = state.aside, 0
    gone: list[Seat] = [seat for seat in SEATS if seat in ("royalist", state.former)]
    for seat in gone:
        state.deputies[seat] = 0
