"""Who won, by what was held at the end (O-8.1-a)."""

from __future__ import annotations

from data.sentences import _l
from engines.core.contract import Outcome, Working
from tests.outposts.game.data.pack import Pack
from tests.outposts.game.engine.state import State, held


def outcome(pack: Pack, state: State) -> Outcome | None:
    """The result; of two sides the second's areas count below 0, so that the sign names the winner."""
    return provisional_outcome(pack, state) if state.phase == "over" else None


def provisional_outcome(pack: Pack, state: State) -> Outcome:
    """What would come of the areas as they are held."""
    duel = len(pack.seats) == 2
    working = [
        Working(
            f"{pack.area[area].name} ({pack.seat[seat]['name']})",
            pack.area[area].value * (-1 if duel and seat == pack.seats[1] else 1),
            "8.1",
        )
        for seat in pack.seats
        for area in held(state, seat)
    ]
    worth = {seat: sum(pack.area[area].value for area in held(state, seat)) for seat in pack.seats}
    best = [seat for seat in pack.seats if worth[seat] == max(worth.values())]
    winner = best[0] if len(best) == 1 else None
    destroyed = not all(held(state, seat) for seat in pack.seats)
    return Outcome(
        winner=winner,
        level=f"{winner}-wins" if winner else "draw",
        title=_l("{side} wins", side=str(pack.seat[winner]["name"]))
        if winner
        else _l("Neither side wins" if duel else "No side wins"),
        score=sum(line.value for line in working) if duel else None,
        case="8.2" if destroyed else "8.1",
        working=working,
    )
