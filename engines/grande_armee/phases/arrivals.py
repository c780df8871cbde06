"""Arrivals: the forces of a turn, and the hexes with room for them (A-95)."""

from __future__ import annotations

from collections.abc import Iterator

from data.grande_armee.hexes import Hex, neighbours
from data.grande_armee.schema import Force, Post
from engines.core.graph import distances
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.events import Arrived, Delayed
from engines.grande_armee.orders.marches import shut
from engines.grande_armee.prussia import closed
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import Late, State, place

ASIDE = 3
"""How far from its hex a force may arrive."""


def arrive(ctx: Resolution) -> None:
    """Place what comes for the phasing player in this turn, and what found no room before."""
    state, side = ctx.state, ctx.state.side
    late = []
    for force, each in _due(ctx.box, state):
        post = force.place[each]
        hex = _room(ctx, post)
        if hex is None:
            late.append(Late(force.id, each))
            ctx.say(Delayed(side, force.id, post.hex))
            continue
        placed = place(state, force.nation, post, hex)
        for id in placed:
            ctx.enter(id, hex)
        ctx.say(Arrived(side, force.id, hex, tuple(placed)))
    others = {force.id for force in ctx.box.forces(state.scenario) if ctx.box.side[force.nation] != side}
    state.waiting = (*[known for known in state.waiting if known.force in others], *late)


def _due(box: Box, state: State) -> Iterator[tuple[Force, int]]:
    """The posts that are to arrive: those that waited first."""
    every = box.forces(state.scenario)
    forces = {force.id: force for force in every if box.side[force.nation] == state.side}
    for late in state.waiting:
        if late.force in forces:
            yield forces[late.force], late.post
    for force in forces.values():
        turn = state.called if force.called else force.turn
        if turn == state.turn:
            yield from ((force, each) for each in range(len(force.place)))


def _room(ctx: Resolution, post: Post) -> Hex | None:
    """The hex, or where the enemy stands on it the nearest of the edge within reach that is free and open."""
    holders, box, side = ctx.position.holders, ctx.box, ctx.state.side
    if holders.get(post.hex) != ENEMY[side]:
        return post.hex
    rides = any(box.kinds[kind].arm == "cavalry" for kind in post.troops)
    barred = shut(box, closed(box, ctx.state, side), rides=rides)
    near = distances({each: box.crossings[each] for each in box.crossings}, (post.hex,))
    free = [
        (steps, each)
        for each, steps in near.items()
        if steps <= ASIDE and holders.get(each) != ENEMY[side] and each not in barred and _edge(box, each)
    ]
    return min(free)[1] if free else None


def _edge(box: Box, hex: Hex) -> bool:
    """Whether a hex lies on the edge of the country in play."""
    near = neighbours(hex).values()
    return len(near) < 6 or not all(each in box.terrain for each in near)
