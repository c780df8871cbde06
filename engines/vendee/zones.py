"""Influence zones and bases as limits: who is at home where."""

from __future__ import annotations

from collections.abc import Iterable

from data.vendee.schema import BLUE_ARMIES, Army, BlueArmy
from engines.vendee.box import Box
from engines.vendee.frames import Kind
from engines.vendee.stacking import armies
from engines.vendee.state import State, gatine


def leaves_home(box: Box, state: State, points: Iterable[Kind], generals: Iterable[str], area: str) -> bool:
    """Whether royalists who go to an area leave the zone of their own army (V-7.1-i)."""
    zone = box.ground.zone_of(area, gatine(state))
    return any(army != zone for army in armies(state, points, generals))


def bases(box: Box, state: State, army: Army) -> tuple[str, ...]:
    """Supply bases of a Republican army; the Mayençais have those of the army they reinforce (V-1.3-b)."""
    based = state.attached if army == "mayence" else army
    return box.ground.bases[based] if based in BLUE_ARMIES else ()


def supplying(state: State, army: Army) -> BlueArmy | None:
    """The army whose bases a Republican army uses; None for Mayençais who have not come."""
    if army == "mayence":
        return state.attached
    return next((known for known in BLUE_ARMIES if known == army), None)
