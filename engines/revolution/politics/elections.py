"""Elections: deputies by the regions that Currents control (R-REGIME-14, 15, 25, 41, 49)."""

from __future__ import annotations

from data.revolution.tables import SEATS, Seat
from engines.revolution.box import Box
from engines.revolution.politics.events import Elected
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, control, controlled

EVERY = 4
"""Turns from one election to the next (R-REGIME-24)."""


def begin(ctx: Resolution) -> None:
    """Hold an election if one is due; the next is four turns later."""
    state = ctx.state
    if state.election == state.turn:
        state.deputies = elected(ctx.box, state)
        state.election += EVERY
        ctx.say(Elected({**state.deputies}))


def elected(box: Box, state: State) -> dict[str, int]:
    """The result of an election held now."""
    own = {seat: len(controlled(state, seat)) for seat in SEATS}
    # Regions in revolt count as neutral, those that the Coalition holds do not.
    neutral = sum(control(state, id) is None and not held.coalition for id, held in state.regions.items())
    result = (
        _legislative(state, own, neutral) if state.regime == "legislative" else _later(state, own, neutral)
    )
    order = box.regime[state.regime]
    sitting = [seat for seat in (*order.seated, *order.hidden) if seat != state.former]
    return {seat: result[seat] if seat in sitting else 0 for seat in SEATS}


def _half(regions: int) -> int:
    """Half of some regions, rounded up."""
    return (regions + 1) // 2


def _legislative(state: State, own: dict[Seat, int], neutral: int) -> dict[Seat, int]:
    """A deputy a region; a hidden Current has one for two, and its hosts the other half (A-14)."""
    hosted = {seat: own[seat] // 2 if state.options["election-host-halves"] else 0 for seat in SEATS}
    return {
        "royalist": _half(own["royalist"]),
        "feuillant": own["feuillant"],
        "marais": own["marais"] + neutral + hosted["royalist"],
        "gironde": own["gironde"] + hosted["mountain"],
        "mountain": _half(own["mountain"]) + hosted["sans-culotte"],
        "sans-culotte": _half(own["sans-culotte"]),
    }


def _later(state: State, own: dict[Seat, int], neutral: int) -> dict[Seat, int]:
    """Deputies by the Convention's formulas; a Current that does not sit is left out (A-15, A-16, A-18)."""
    half = _half(own["feuillant"]) if state.options["g-half-round"] else own["feuillant"] // 2
    full = state.options["sc-full-deputies"]
    return {
        "royalist": 0,
        "feuillant": _half(own["feuillant"]),
        "marais": own["marais"] + neutral + _half(own["royalist"]),
        "gironde": own["gironde"] + half,
        "mountain": own["mountain"] + own["royalist"] // 2,
        "sans-culotte": own["sans-culotte"] if full else _half(own["sans-culotte"]),
    }
