"""Supply of Republicans in combat: a road from their area, or one that they control, to a base (4.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from data.vendee.schema import BLUE_ARMIES, Army, BlueArmy
from engines.core.graph import reaches
from engines.vendee.box import Box
from engines.vendee.frames import Kind
from engines.vendee.state import State, points_in


def bases(box: Box, state: State, army: Army) -> tuple[str, ...]:
    """Supply bases of a Republican army; the Mayençais have those of the army they reinforce (V-1.3-b)."""
    based = state.attached if army == "mayence" else army
    return box.ground.bases[based] if based in BLUE_ARMIES else ()


def supplying(state: State, army: Army) -> BlueArmy | None:
    """The army whose bases a Republican army uses; None for Mayençais who have not come."""
    if army == "mayence":
        return state.attached
    return next((known for known in BLUE_ARMIES if known == army), None)


def supplied(
    box: Box, state: State, points: Mapping[Kind, int], area: str, cut: Collection[str] | None = None
) -> bool:
    """Whether Republicans in a combat are supplied: the army with most of them decides (A-50).

    Where armies tie the Republicans would choose the one that is supplied, so it decides (I-19).

    :param cut: areas assumed to hold royalist combat points; by default those that do.
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
    starts = [start for start in box.ground.supply_starts[area] if start == area or start not in cut]
    return reaches(box.ground.roads, starts, bases, cut)
