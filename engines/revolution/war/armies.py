"""Changes of armies for every chapter of the war: bring them in, move them, take them off."""

from __future__ import annotations

from collections.abc import Iterable

from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.box import KING, PARIS, Box
from engines.revolution.resolution import Resolution
from engines.revolution.state import (
    State,
    armies_in,
    control,
    defenders_in,
    enemies_in,
    paris_fallen,
    people_in,
    put_army,
)
from engines.revolution.war.events import ArmyCame, ArmyGone, KingMoved

_CHEAPEST = ("temporary", "volunteer", "regular")
"""The kinds of revolutionary armies, the most expendable first."""


def on_map(box: Box, state: State, *sides: str) -> list[str]:
    """Armies of some sides that are on the map, in the order of the pack."""
    return [id for id, army in state.armies.items() if army.region is not None and box.army[id].side in sides]


def fighting(box: Box, state: State, region: str) -> list[str]:
    """Enemy armies in a region that do not refuse combat (R-MIL-36)."""
    return [id for id in enemies_in(box, state, region) if not state.armies[id].hidden]


def generals_in(box: Box, state: State, region: str) -> list[str]:
    """Generals of the Royalist who are free in a region and have not acted (R-MIL-12, R-MIL-26, A-97)."""
    return [
        id
        for id in people_in(state, region, "royalist")
        if "general" in box.person[id].groups and commands(state, id)
    ]


def commands(state: State, person: str) -> bool:
    """Whether a personality can still command an army this turn, not having acted (R-ACT-12, A-97)."""
    return not state.people[person].used or state.options.get("generals-act-on", False)


def spent(state: State, person: str) -> Refusal | None:
    """The refusal to raise or lead an army by a general who has acted this turn (R-ACT-12, A-97)."""
    if commands(state, person):
        return None
    return Refusal("R-ACT-12", _l("He has already acted this turn, so he can't raise or lead an army"))


def spared_last(box: Box, state: State, armies: Iterable[str]) -> list[str]:
    """Armies in the order in which they are given up: volunteers first, then by what their regions pay."""

    def worth(id: str) -> tuple[int, int]:
        kind, region = box.army[id].kind, state.armies[id].region
        rank = _CHEAPEST.index(kind) if kind in _CHEAPEST else 0
        return rank, box.region[region].income if region else 0

    return sorted(armies, key=worth)


def bring(ctx: Resolution, army: str, region: str, case: str) -> None:
    """Bring an army in; the first Catholic Royal one begins civil war (R-MIL-04)."""
    first = not _risen(ctx)
    put_army(ctx.state, army, region=region, leg=0)
    ctx.say(ArmyCame(army, region, case))
    ctx.see_to_civil_war(case, risen=first and _risen(ctx))


def _risen(ctx: Resolution) -> bool:
    """Whether a Catholic Royal army was ever raised."""
    return any(
        (army.region is not None or army.gone) and ctx.box.army[id].side == "catholic"
        for id, army in ctx.state.armies.items()
    )


def remove(ctx: Resolution, armies: Iterable[str], why: str, case: str) -> None:
    """Take armies off: volunteers can be raised again, others are gone for good (R-SETUP-15, R-MIL-13)."""
    box, state = ctx.box, ctx.state
    for id in list(armies):
        region = state.armies[id].region
        if region is None:
            continue
        again = box.army[id].kind in ("volunteer", "temporary")
        put_army(state, id, region=None, hidden=False, box=False, gone=not again)
        ctx.say(ArmyGone(id, region, why, case))
    ctx.see_to_civil_war(case)
    see_to_peace(ctx)


def see_to_peace(ctx: Resolution) -> None:
    """Foreign war ends with the last Allied army, once the first have come in (R-MIL-02, R-MIL-03, A-34)."""
    state = ctx.state
    if state.war and state.entered and not on_map(ctx.box, state, "allied"):
        ctx.make_peace("MIL")


def lets_enemies_pass(box: Box, state: State, region: str) -> bool:
    """Whether a region lets enemy armies pass: the Coalition or the Royalist holds it, no revolutionary army
    stands in it, and no other Current has raised a revolt there (R-MIL-20, R-MIL-23).
    """
    status = state.regions[region]
    royal = control(state, region) == "royalist"
    if armies_in(box, state, region, "revolutionary"):
        return False
    return royal or (status.coalition and not status.revolt)


def entered_paris(ctx: Resolution, region: str) -> None:
    """An enemy army is about to enter Paris: its Commune rises, without a leader (R-MIL-46, A-50).

    Not where Paris has fallen already (R-MIL-47).
    """
    state = ctx.state
    if region == PARIS and not state.commune and not paris_fallen(ctx.box, state):
        ctx.raise_commune(None, "MIL")
        # Every actor that has named this as its objective achieves it, by any cause.
        ctx.note("raise", "", "royalist")


def take_king(ctx: Resolution, region: str) -> None:
    """The kidnapped King goes along with an army (R-KING-10)."""
    ctx.state.king_at = region
    ctx.say(KingMoved(region, "army", "KING"))


def king_here(state: State, region: str) -> bool:
    """Whether the kidnapped King is in a region."""
    return state.kidnapped and state.king_at == region and state.people[KING].state == "free"


def contested(box: Box, state: State, region: str) -> bool:
    """Whether opposing armies stand in a region; in Paris a raised Commune counts as one (R-MIL-37)."""
    ours = bool(defenders_in(box, state, region)) or (region == PARIS and state.commune)
    return ours and bool(fighting(box, state, region))
