"""March orders over several turns: where each unit that has one goes in this turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from data.hexes import Hex
from engines.core.graph import Path, cheapest
from engines.grande_armee.actions import Move
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.movement.plan import feeders, forbids, ground, idle, left, marcher, reached
from engines.grande_armee.orders.kinds import MARCH, MarchOrder
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.prussia import closed
from engines.grande_armee.state import State, position


def next_move(box: Box, state: State, order: str, on_move: UnitId | None) -> Move | None:
    """The next move of those that march by an order; None when all have gone as far as they may."""
    for march in MARCH.read(order):
        for id in march.units:
            if idle(box, state, id, on_move) is None and (move := _move(box, state, march, id)) is not None:
                return move
    return None


def _move(box: Box, state: State, march: MarchOrder, id: UnitId) -> Move | None:
    """How a unit comes as near to its goal as it may; the way there is that of the ground alone."""
    table, here = position(box, state), state.pieces[id].hex
    kind = table.kind(id)
    shut = closed(box, state, kind.side, here)
    away = _away(box, _goal(box, march, here, shut, rides=kind.arm == "cavalry"), shut, kind.arm == "cavalry")
    fed = feeders(box, state, id)[:1] if march.supply and id not in state.marches else []
    on = ground(box, state, id)
    costs = reached(box, state, on, marcher(box, state, id, left(box, state, id, "supply" if fed else None)))
    ends = [
        (away[end], cost, end)
        for end, cost in costs.items()
        if end in away and not (march.short and _beside(table, end, id))
    ]
    far, cost, end = min(ends, default=(0, 0, here))
    if not cost or far >= away.get(here, far + 1):
        return None
    move = Move(id, (end,), *fed)
    return move if forbids(box, state, move, id) is None else None


def whole_way(box: Box, state: State, march: MarchOrder, id: UnitId) -> tuple[Hex, ...]:
    """The way of an ordered march over the ground, from where a unit stands to its end; empty for none."""
    piece = state.pieces.get(id)
    if piece is None:
        return ()
    kind = box.kinds[piece.kind]
    rides, shut = kind.arm == "cavalry", closed(box, state, kind.side, piece.hex)
    way = [piece.hex]
    while way[-1] != march.to:
        here = way[-1]
        away = _away(box, _goal(box, march, here, shut, rides=rides), shut, rides)
        steps = [(away[near], near) for near in box.crossings[here] if near in away]
        far, near = min(steps, default=(0, here))
        if far >= away.get(here, far):
            return ()
        way.append(near)
    return tuple(way)


def _goal(box: Box, march: MarchOrder, here: Hex, shut: frozenset[Hex], *, rides: bool) -> Hex:
    """The next hex to be gone to: the first by which the march leads that is not behind the unit."""
    away = _away(box, march.to, shut, rides)
    return next((hex for hex in march.by if away.get(hex, 0) < away.get(here, 0) and hex != here), march.to)


@lru_cache(maxsize=64)
def _away(box: Box, goal: Hex, shut: frozenset[Hex], rides: bool) -> Mapping[Hex, int]:
    """Movement points from every hex to a goal over the ground; units in the way do not count."""
    barred = shut | box.mountains if rides else shut

    def step(path: Path[Hex, int]) -> Iterator[tuple[Hex, int]]:
        # Backwards: what it costs to come from a neighbour is the price of the hex that is entered.
        for near in box.crossings[path.end]:
            price = next((way.cost for way in box.ways[near] if way.end == path.end), None)
            if price is not None and near not in barred:
                yield near, path.cost + price

    return {hex: path.cost for hex, path in cheapest(goal, 0, step).items()}


def _beside(table: Position, hex: Hex, id: UnitId) -> bool:
    """Whether the enemy stands on a neighbour of a hex."""
    enemy = table.camp(ENEMY[table.kind(id).side]).stacks
    return any(near in enemy for near in table.box.crossings[hex])
