"""Phase 4: the fall of Paris, Disorder, Conquest, the reset (8)."""

from __future__ import annotations

from typing import Literal

from data.levee.schema import Army, Colour
from engines.core.events import PhaseBegun
from engines.levee.box import HOLDING
from engines.levee.events import FrenchArmyReset, KingCrowned, LiberationReturned, ParisFell
from engines.levee.resolution import Resolution
from engines.levee.state import State, control, liberated

KINGS: tuple[tuple[Colour, Army, str, Literal["9.1", "9.2"]], ...] = (
    ("blue", "vendee", "king-rescued", "9.1"),
    ("white", "austria", "king-installed", "9.2"),
)
"""For each era the Army next to Paris that ends the game, with its optional rule."""


def housekeeping(ctx: Resolution) -> bool:
    """Carry out Housekeeping in its order; True when the game ends at once (L-8.1-a)."""
    state = ctx.state
    ctx.say(PhaseBegun("housekeeping", "4.4"))
    invaders = [army for army, at in state.boxes.items() if at == 0]
    if invaders:
        state.paris_fell = True
        ctx.say(ParisFell(invaders))
        return True
    crowned = _king(ctx)
    if crowned:
        return True
    if state.disorder:
        ctx.move_marker("republic", -1, "disorder")
    # contested and Allied-controlled spaces alike are conquered.
    for space, marker in liberated(state).items():
        if control(ctx.box, state, space) != "french":
            state.markers[marker] = HOLDING
            ctx.say(LiberationReturned(marker, space, "8.3"))
    state.french_army = 0
    state.stormed.clear()
    state.rallied.clear()
    state.acted = state.recalled = False
    state.extra = 0
    ctx.say(FrenchArmyReset())
    # Committed reserves are missing in the next turn, and only then (X-10.4-c, X-10.4-d).
    state.weary, state.committed = state.committed is not None, None
    return False


def _king(ctx: Resolution) -> bool:
    """The optional defeats, beside the fall of Paris and after it (X-9.1-a, X-9.2-a, A-42)."""
    crowned = king_of(ctx.state)
    if crowned is None:
        return False
    army, ctx.state.crowned = crowned
    ctx.say(KingCrowned(army, ctx.state.crowned))
    return True


def king_of(state: State) -> tuple[Army, Literal["9.1", "9.2"]] | None:
    """The Army whose King the end of the turn would bring as the board stands, and the case."""
    for colour, army, rule, case in KINGS:
        if state.on(rule) and state.colour == colour and state.boxes.get(army) == 1:
            return army, case
    return None
