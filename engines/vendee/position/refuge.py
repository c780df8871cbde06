"""Refuges of counters that fall back: the best class of areas, of these the nearest to home (4.5).

The rules force this choice, so the true position decides, and its face-down facts have to be stated:
whether an area is controlled or held, never by which counters (A-94).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from data.vendee.schema import Army, Side
from engines.vendee.box import FAR, Box
from engines.vendee.frames import Points, enemy
from engines.vendee.orders.combat import HeadingOrder
from engines.vendee.position.stacking import entry_ban, mixed, needs_test
from engines.vendee.position.supply import supplying
from engines.vendee.state import State, controlled, gatine, generals_in, kinds_in, points_in


class Fugitives(NamedTuple):
    """Counters that fall back together."""

    side: Side
    armies: tuple[Army | None, ...]
    """The armies whose homes count as theirs."""
    points: Points
    """The combat points; empty where generals flee alone."""
    generals: tuple[str, ...]
    passing: bool = False
    """Whether they go on from there in any case."""


def fresh_ways(near: Iterable[str], used: Collection[str], *, free: bool) -> list[str]:
    """Areas to go on to: no counter turns back to an earlier one while another leads on (A-52).

    :param free: whether they stand where no enemy combat point is: they stay rather than turn back.
    """
    near = list(near)
    fresh = [area for area in near if area not in used]
    return fresh if fresh or free else near


def refuges(box: Box, state: State, who: Fugitives, near: Iterable[str]) -> list[str]:
    """The areas between which they may choose (V-4.5-e, V-4.5-f)."""
    foe = enemy(who.side)
    classes: dict[int, list[str]] = {}
    for area in near:
        # Generals hold nothing; but a lone general is safe only where no enemy counter is (V-3.7-e).
        held = points_in(state, area, foe) or (not who.points and generals_in(box, state, area, foe))
        rank = 2 if held else int(controlled(box, state, area, foe))
        classes.setdefault(rank, []).append(area)
    if not classes:
        return []
    best = classes[min(classes)]
    if who.side == "royalist":
        best = [area for area in best if _welcome(box, state, who, area)] or best
    homely = {area: _from_home(box, state, who, area) for area in best}
    return [area for area in best if homely[area] == min(homely.values())]


def _welcome(box: Box, state: State, who: Fugitives, area: str) -> bool:
    """Whether they may stack there, and with each other (A-30); if they only pass, whether they may enter.

    Counters that may be together only beside others, as the Centre and the Loroux beside Anjou, go to these.
    """
    side, points, generals = who.side, who.points, who.generals
    if entry_ban(box, state, side, points, generals, area) or needs_test(box, state, points, generals, area):
        return False
    kinds = {*points, *kinds_in(state, area, side)}
    leaders = [*generals, *generals_in(box, state, area, side)]
    return who.passing or not mixed(box, state, side, kinds, leaders)


def _from_home(box: Box, state: State, who: Fugitives, area: str) -> tuple[int, int]:
    """Distance from the nearest home of theirs, then from any of their side's (V-4.5-f, A-51)."""
    if who.side == "royalist":
        zones = box.ground.zones(gatine(state))
        own = [steps[area] for army, steps in zones.distance.items() if army in who.armies]
        return min(own, default=FAR), zones.nearest[area]
    bases = [supplying(state, army) for army in who.armies if army is not None]
    to_base = [box.ground.to_base[army][area] for army in bases if army is not None]
    return min(to_base, default=FAR), box.ground.to_any_base[area]


def heading(box: Box, state: State, side: Side, wanted: HeadingOrder, ways: Sequence[str]) -> str | None:
    """The way that an order prefers, or the nearest to its goal; None where it does not say."""
    liked = next((area for area in wanted.areas if area in ways), None)
    goal = wanted.goal
    if goal in box.generals_of[side]:
        goal = state.officers[goal].area
    if liked is not None or goal not in box.ground.area:
        return liked
    return min(ways, key=box.ground.distance[goal].__getitem__)
