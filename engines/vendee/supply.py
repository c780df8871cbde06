"""Supply of Republicans in combat: a road from where they are, or control, to a base of their army (4.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from data.vendee.schema import BLUE_ARMIES
from engines.vendee.box import Box
from engines.vendee.frames import Kind
from engines.vendee.state import State, points_in
from engines.vendee.zones import bases


def supplied(
    box: Box, state: State, points: Mapping[Kind, int], area: str, cut: Collection[str] | None = None
) -> bool:
    """Whether Republicans in a combat are supplied: the army with most of them decides (A-50).

    Where armies tie the Republicans would choose the one that is supplied, so it decides (I-19).

    :param cut: areas taken to hold royalist combat points; by default those that do.
    """
    if box.ground.area[area].bank == "island":
        return True
    if cut is None:
        cut = cuts(state)
    most = max(points.values())
    return any(
        _reaches(box, area, frozenset(bases(box, state, army)), cut)
        for army in BLUE_ARMIES
        if points.get(army) == most
    )


def cuts(state: State) -> frozenset[str]:
    """Areas with royalist combat points, which no line of supply crosses."""
    return frozenset(area for area in state.forces if points_in(state, area, "royalist"))


def _reaches(box: Box, area: str, bases: frozenset[str], cut: Collection[str]) -> bool:
    """Whether a chain of roads leads to a base; the area itself is held in spite of the enemy (A-49)."""
    queue = [start for start in box.ground.supply_starts[area] if start == area or start not in cut]
    seen = set(queue)
    while queue:
        here = queue.pop()
        if here in bases:
            return True
        for near in box.ground.roads[here]:
            if near not in seen and near not in cut:
                seen.add(near)
                queue.append(near)
    return False
