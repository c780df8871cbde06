"""Ground of neutrals, and how Prussia comes into the war of 1805 (A-97, F-11)."""

from __future__ import annotations

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Prussia, Side
from engines.grande_armee.box import Box
from engines.grande_armee.state import State


def neutral(box: Box, state: State) -> Prussia | None:
    """How Prussia may come in, while she is still at peace."""
    rules = box.pack.scenarios.prussia
    peace = rules is not None and rules.scenario == state.scenario and state.called is None
    return rules if peace else None


def shunned(box: Box, state: State, side: Side) -> tuple[frozenset[Hex], ...]:
    """Ground that the French had better not enter, the widest first: it may bring Prussia into the war."""
    rules = neutral(box, state)
    if rules is None or side == "allied":
        return ()
    return tuple(box.ground_of(frozenset(each)) for each in ((rules.ground, *rules.border), (rules.ground,)))


def closed(box: Box, state: State, side: Side, start: Hex | None = None) -> frozenset[Hex]:
    """Hexes that a side may not enter.

    The French may enter Prussia and bring her in by that; her border provinces are closed to the Allies.
    Regions that stand with her open to both sides once she is in.

    :param start: where a unit stood when the phase began: from closed ground it may march off in time.
    """
    scenario, peace, rules = box.scenarios[state.scenario], neutral(box, state), box.pack.scenarios.prussia
    left = box.region.get(start) if start is not None and state.turn <= scenario.leaving else None
    key = (state.scenario, side, state.called is not None, left)
    known = box.shut.get(key)
    if known is None:
        regions = {*scenario.closed, left} - {left}
        if peace is not None and side == "allied":
            regions |= {*peace.border} - {left}
        else:
            regions -= {scenario.opening, *(rules.joining if rules and state.called else ())}
        known = box.shut[key] = box.ground_of(frozenset(filter(None, regions)))
    return known
