"""The trial of Louis XVI (R-KING-12 to 16)."""

from __future__ import annotations

from engines.revolution.box import KING
from engines.revolution.politics.events import KingTried
from engines.revolution.politics.votes import Cast
from engines.revolution.resolution import Resolution
from engines.revolution.state import State


def added(state: State) -> int:
    """Votes for guilty that belong to no Current: an event's, and a recaptured King's (R-KING-14)."""
    return state.bonuses.get("trial", 0) + state.guilt


def remember(ctx: Resolution, cast: Cast) -> None:
    """Record the vote of the Government's Current in the first trial (R-KING-13)."""
    state = ctx.state
    if not state.trials:
        state.government_guilty = cast.get(state.government) == 1
    state.trials[state.regime] = state.trials.get(state.regime, 0) + 1


def judged(ctx: Resolution, *, guilty: bool) -> None:
    """He is guillotined, or lives and goes free; tracks and Fame move one way or the other."""
    state, verdict = ctx.state, ctx.box.tables.trial
    ctx.say(KingTried(guilty))
    state.recaptured = state.guilt = 0
    state.innocent = not guilty
    sign = 1 if guilty else -1
    ctx.person(KING, "dead" if guilty else "free", "KING", "trial")
    for track, by in verdict.tracks.items():
        ctx.move(track, sign * by, "KING")
    for seat, by in verdict.fame.items():
        ctx.gain(seat, sign * by, "KING", "trial")
