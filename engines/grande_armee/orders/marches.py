"""March orders over several turns: where each unit that has one goes in this turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from data.grande_armee.hexes import Hex
from engines.grande_armee.actions import Move
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.movement.plan import feeders, forbids, ground, idle, left, marcher, reached
from engines.grande_armee.orders.kinds import MARCH, MarchOrder
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.prussia import closed
from engines.grande_armee.state import State, position, there


def next_move(box: Box, state: State, order: str, on_move: UnitId | None) -> Move | None:
    """The next move of those that march by an order; None when all have gone as far as they may."""
    for march in MARCH.read(order):
        units = [there(box, state, id) for id in march.units]
        troops = [id for id in units if id in state.pieces and box.kind_of(id).combat]
        corps = [id for id in troops if box.kind_of(id).arm == "infantry"] or troops
        # Whoever goes with troops has to know where these have come to.
        for id in sorted(units, key=lambda id: id not in troops):
            if idle(box, state, id, on_move) is None and (
                move := _move(box, state, march, id, () if id in troops else corps)
            ):
                return move
    return None


def _move(box: Box, state: State, march: MarchOrder, id: UnitId, corps: Collection[UnitId]) -> Move | None:
    """How a unit comes as near to its goal as it may; the way there is that of the ground alone.

    :param corps: units that it goes with: it joins the foremost it can reach, and never passes them.
    """
    table, here = position(box, state), state.pieces[id].hex
    kind = table.kind(id)
    if march.halt and _beside(table, here, id):
        return None
    barred = shut(box, closed(box, state, kind.side, here), rides=kind.arm == "cavalry")
    away = way_to(box, _goal(box, march, here, barred), barred)
    fed = feeders(box, state, id)[:1] if march.supply and id not in state.marches else []
    on = ground(box, state, id)
    costs = reached(box, state, on, marcher(box, state, id, left(box, state, id, "supply" if fed else None)))
    ends = [
        (away[end], cost, end)
        for end, cost in costs.items()
        if end in away and not (march.short and _beside(table, end, id))
    ]
    if corps:
        posts = {state.pieces[each].hex for each in corps}
        foremost = min((away[hex] for hex in posts if hex in away), default=0)
        ends = [each for each in ends if each[2] in posts] or [each for each in ends if each[0] >= foremost]
    far, cost, end = min(ends, default=(0, 0, here))
    if not cost or far >= away.get(here, far + 1):
        return None
    move = Move(id, (end,), *fed)
    return move if forbids(box, state, move, id) is None else None


def whole_way(box: Box, state: State, march: MarchOrder, id: UnitId) -> tuple[Hex, ...]:
    """The way of an ordered march over the ground, from where a unit stands to its end; empty for none."""
    piece = state.pieces.get(there(box, state, id))
    if piece is None:
        return ()
    kind = box.kinds[piece.kind]
    barred = shut(box, closed(box, state, kind.side, piece.hex), rides=kind.arm == "cavalry")
    way = [piece.hex]
    while way[-1] != march.to:
        here = way[-1]
        away = way_to(box, _goal(box, march, here, barred), barred)
        steps = [(away[near], near) for near in box.crossings[here] if near in away]
        far, near = min(steps, default=(0, here))
        if far >= away.get(here, far):
            return ()
        way.append(near)
    return tuple(way)


def _goal(box: Box, march: MarchOrder, here: Hex, barred: frozenset[Hex]) -> Hex:
    """The next hex to be gone to: the first by which the march leads that is not behind the unit."""
    away = way_to(box, march.to, barred)
    return next((hex for hex in march.by if away.get(hex, 0) < away.get(here, 0) and hex != here), march.to)


@lru_cache(maxsize=64)
def shut(box: Box, closed: frozenset[Hex], *, rides: bool) -> frozenset[Hex]:
    """Hexes that units of an arm never enter."""
    return closed | box.mountains if rides else closed


@lru_cache(maxsize=4096)
def way_to(box: Box, end: Hex, barred: frozenset[Hex], horizon: int = 999) -> Mapping[Hex, int]:
    """Movement points from hexes to an end, as if no unit stood in the way.

    A way back costs the same but for the terrain of its two ends.

    :param horizon: points within which ways are looked for.
    """
    grid, cost_of = box.grid, _entering(box)
    free = box.whole & ~grid.number(barred)
    entered = [0] * (horizon + 10)
    entered[0] = grid.bit[end]
    seen, known, last = 0, dict[Hex, int](), cost_of[end]
    for spent in range(horizon + 1):
        fresh = entered[spent] & ~seen
        if not fresh:
            continue
        seen |= fresh
        for hex in grid.hexes(fresh):
            known[hex] = spent + last - cost_of[hex]
        ends, over = box.onward(fresh)
        for price, hexes in box.entering:
            entered[spent + price] |= ends & hexes & free
            entered[spent + price + box.tables.sides.river] |= over & hexes & free
    return known


@lru_cache(maxsize=8)
def _entering(box: Box) -> Mapping[Hex, int]:
    """What the terrain of each hex costs."""
    return {hex: box.tables.terrain[kind].cost for hex, kind in box.terrain.items()}


def _beside(table: Position, hex: Hex, id: UnitId) -> bool:
    """Whether the enemy stands on a neighbour of a hex."""
    enemy = table.camp(ENEMY[table.kind(id).side]).stacks
    return any(near in enemy for near in table.box.crossings[hex])
