"""Supply units spent in combat by either side: one serves its reach unless it is limited (SUP; A-65)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.actions import Spend
from engines.grande_armee.around import in_reach
from engines.grande_armee.box import Box
from engines.grande_armee.handler import forbidden, no_supply
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State, position


def spendable(box: Box, state: State, side: Side, hexes: Iterable[Hex]) -> list[UnitId]:
    """Usable supply units of a side in reach of any of these hexes that are not spent yet."""
    at = position(box, state)
    near = {id for each in hexes for id in in_reach(at, each, side)}
    return sorted(near - state.spent.keys())


def forbids(box: Box, state: State, side: Side, action: Spend, hexes: Collection[Hex]) -> Refusal | None:
    """What forbids spending a supply unit.

    :param hexes: hexes of own units that may be served now.
    """
    if (wrong := no_supply(position(box, state), side, action.supply)) is not None:
        return wrong
    if action.supply in state.spent:
        return forbidden("G-SUP-A-2", Text.SUPPLY_SPENT, supply=box.unit(action.supply))
    twice = next((each for each in action.hexes if action.hexes.count(each) > 1), None)
    if twice is not None:
        return forbidden("G-SUP-B-1", Text.TARGET_TWICE, end=box.hex(twice))
    reach = {
        each
        for each in (*action.hexes, *hexes)
        if action.supply in in_reach(position(box, state), each, side)
    }
    for each in action.hexes:
        if each not in reach:
            return forbidden("G-SUP-B-1", Text.SUPPLY_FAR, supply=box.unit(action.supply), end=box.hex(each))
    if not (reach & set(hexes)).intersection(action.hexes or hexes):
        return forbidden("G-SUP-B-1", Text.SUPPLY_NOBODY, supply=box.unit(action.supply))
    return None
