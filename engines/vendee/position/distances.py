"""Action points between areas, the Loire by bridges only; computed once for each map."""

from __future__ import annotations

from functools import lru_cache

from data.vendee.schema import Side
from engines.core.graph import along, cheapest
from engines.vendee.box import FAR, Ground


@lru_cache(maxsize=8)
def steps(ground: Ground, side: Side) -> dict[str, list[tuple[str, int]]]:
    """The areas from which each area is entered, by land, bridge or the Gois, and the cost in halves."""
    return {
        area: [
            (near, cost)
            for near in ground.ways[area]
            if (cost := ground.step[near, area].cost(side)) is not None
        ]
        for area in ground.area
    }


@lru_cache(maxsize=8)
def marches(ground: Ground, side: Side) -> dict[str, dict[str, int]]:
    """Half action points that a side needs to get to each area from each other."""
    onward = along(steps(ground, side))
    far = dict.fromkeys(ground.area, FAR)
    return {
        end: far | {area: path.cost for area, path in cheapest(end, 0, onward).items()} for end in ground.area
    }
