"""Who won, by what was held at the end (O-8.1-a)."""

from __future__ import annotations

from engines.core.contract import Outcome, Working
from tests.outposts.game.data.pack import Pack
from tests.outposts.game.engine.state import State, held


def outcome(pack: Pack, state: State) -> Outcome | None:
    """The result: Blue's areas count for him, White's against, so that the sign names the winner."""
    if state.phase != "over":
        return None
    working = [
        Working(f"{pack.area[area].name} ({pack.seat[seat]['name']})", sign * pack.area[area].value, "8.1")
        for seat, sign in (("blue", +1), ("white", -1))
        for area in held(state, seat)
    ]
    score = sum(line.value for line in working)
    winner = "blue" if score > 0 else "white" if score < 0 else None
    destroyed = not held(state, "blue") or not held(state, "white")
    return Outcome(
        winner=winner,
        level=f"{winner}-wins" if winner else "draw",
        title=f"{pack.seat[winner]['name']} wins" if winner else "Neither side wins",
        score=score,
        case="8.2" if destroyed else "8.1",
        working=working,
    )
