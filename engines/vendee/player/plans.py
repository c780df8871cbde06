"""A group's reach with its action points, and its best place there."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from engines.vendee.player.outlook import Outlook
from engines.vendee.player.prospects import prospect, spoils
from engines.vendee.position.groups import Group, rating
from engines.vendee.position.stacking import armies, ban, entry_ban
from engines.vendee.state import by_kind, generals_in, leads, total

_USUAL = 7
"""The expected roll for action points."""
_BEATEN = 0.7
"""The share of a group's hopes left after a defeat."""


class Reach(NamedTuple):
    """Areas that a group can get to, and those that it can attack."""

    ways: dict[str, str]
    """The area before, on the cheapest way; the first of a way is itself."""
    targets: dict[str, str]
    """Areas with the enemy, with the one from which they are entered."""

    def first_step(self, start: str, end: str) -> str:
        """The first area of the way to an end."""
        here = end
        before = self.targets.get(end) or self.ways[end]
        while before != start:
            here, before = before, self.ways[before]
        return here


class Plan(NamedTuple):
    """A group's best option."""

    worth: float
    step: str | None
    """The first area of the way, or None: it stays."""
    stay: float
    """The worth of staying."""
    fights: bool = False
    """Whether it ends in a combat."""
    end: str | None = None

    @property
    def gain(self) -> float:
        """The gain over staying."""
        return self.worth - self.stay


def expected_points(outlook: Outlook, group: Group) -> int:
    """Expected action points before they are rolled, in halves."""
    charts, best = outlook.box.charts, rating(outlook.box, outlook.state, group)
    return charts.action_points_without_general if best is None else charts.action_points(_USUAL, best)


def home_of(outlook: Outlook, group: Group) -> frozenset[str] | None:
    """The zone that Royalists do not leave in the first turn (V-7.1-i); None: anywhere."""
    if outlook.side != "royalist" or outlook.state.turn != 1:
        return None
    zones = outlook.box.ground.zones(gatine=False).areas
    of = armies(outlook.state, *group)
    return frozenset(area for army, areas in zones.items() if of == {army} for area in areas)


def reach(
    outlook: Outlook, at: str, ap: int, group: Group, *, first: bool = True, by_road: bool = False
) -> Reach:
    """A group's reach from an area; cached, as many groups start from the same.

    :param ap: action points in halves.
    :param first: whether no step was made yet: one is possible at any cost (V-T-COST-e).
    """
    home, alone = home_of(outlook, group), not group[0]
    key = (at, ap, home, first, by_road, alone)
    remembered = outlook.reaches.get(key)
    if not isinstance(remembered, Reach):
        remembered = outlook.reaches[key] = _search(outlook, at, ap, home, first, by_road, alone)
    return remembered


def _search(
    outlook: Outlook, at: str, ap: int, home: frozenset[str] | None, first: bool, by_road: bool, alone: bool
) -> Reach:
    """The cheapest ways first; face-down counters are met, not walked through."""
    order, controlled = outlook.box.ground.order, outlook.controlled
    steps = outlook.alone if alone else outlook.together
    spent, ways, targets = {at: 0}, {at: at}, dict[str, str]()
    # Ways of a price in map order; that an area was left by road matters to what may be entered from it.
    queue: list[tuple[int, int, str, bool]] = [(0, order[at], at, by_road)]
    while queue:
        cost, _, here, road = heappop(queue)
        if cost > spent[here]:
            continue
        held = not alone and controlled(here)
        for near, price, by in steps(here):
            after = cost + price
            if after > ap:
                if not (first and here == at):
                    continue
                after = ap
            if home is not None and near not in home:
                continue
            if near in outlook.enemy:
                if not alone:
                    targets.setdefault(near, here)
                continue
            if after >= spent.get(near, inf) or (held and not (road and by) and controlled(near)):
                continue
            spent[near], ways[near] = after, here
            heappush(queue, (after, order[near], near, by))
    return Reach(ways, targets)


def plan(outlook: Outlook, at: str, group: Group, where: Reach, others: int, *, stays: bool = True) -> Plan:
    """The best place to be, or to attack, for a group in an area where `others` of its side stay.

    :param stays: whether the group may stay where it is.
    """
    points = total(group[0])
    tried, zones, own = outlook.eye(group[1]), outlook.zones, outlook.own
    stay = joined(outlook, at, points, others) - (0.0 if at in zones else tried) if stays else -inf
    worth, end = stay, None
    for area in where.ways:
        if area != at:
            value = joined(outlook, area, points, own.get(area, 0)) - (0.0 if area in zones else tried)
            if value > worth and _may_join(outlook, group, area):
                worth, end = value, area
    for target, origin in where.targets.items():
        # Odds below one to three may not be chosen (V-4.1-h).
        if target not in own and 3 * points >= outlook.enemy[target]:
            value = attack(outlook, origin, target, group)
            if value > worth:
                worth, end = value, target
    first = None if end is None else where.first_step(at, end)
    return Plan(worth, first, stay, end in where.targets, end)


def joined(outlook: Outlook, area: str, points: int, others: int) -> float:
    """The worth that a group adds to the points in an area, with its hope from there."""
    key = (area, points, others)
    worth = outlook.known.get(key)
    if worth is None:
        whole = points + others
        added, massed, hoped = outlook.stand(area, whole), outlook.mass(whole), outlook.pull(area, whole)
        if others:
            added -= outlook.stand(area, others)
            massed -= outlook.mass(others)
            hoped -= outlook.pull(area, others)
        worth = outlook.known[key] = added + massed + hoped
    return worth


def attack(outlook: Outlook, origin: str, target: str, group: Group) -> float:
    """The worth of a combat to a group, with the position after it."""
    combat = prospect(outlook, target, origin, group)
    left = max(1, round(total(group[0]) - combat.lost))
    won = outlook.stand(target, left) + outlook.pull(target, left)
    beaten = outlook.pull(origin, left) * _BEATEN
    worth = combat.win * won + (1 - combat.win) * beaten + outlook.mass(left)
    worth += outlook.kill * combat.taken - outlook.point * combat.lost
    return worth + spoils(outlook, combat, group[0])


def _may_join(outlook: Outlook, group: Group, area: str) -> bool:
    """Whether stacking lets a group stay in an area."""
    box, state, side = outlook.box, outlook.state, outlook.side
    if area not in outlook.own and not generals_in(box, state, area, side):
        return True
    return ban(box, state, side, *group, area) is None and entry_ban(box, state, side, *group, area) is None


def lead(outlook: Outlook, at: str, general: str, where: Reach, *, stays: bool = True) -> Plan:
    """The best place for a general without combat points: with points of his army that have no leader.

    :param stays: whether he may stay where he is.
    """
    stay = led(outlook, at, general) if stays else -inf
    worth, end = stay, None
    for area in where.ways:
        if area in outlook.own and area != at:
            value = led(outlook, area, general)
            if value > worth and _may_join(outlook, ({}, (general,)), area):
                worth, end = value, area
    return Plan(worth, None if end is None else where.first_step(at, end), stay, end=end)


def led(outlook: Outlook, area: str, general: str) -> float:
    """The worth of a general in an area: many points that he leads, and safety from the Committee."""
    box, state, side = outlook.box, outlook.state, outlook.side
    points = sum(count for kind, count in by_kind(state, area, side).items() if leads(state, general, kind))
    safe = area in outlook.zones and area in outlook.own
    tried = 0.0 if safe else outlook.eye((general,))
    if not points:
        return -tried
    army = state.officers[general].army
    others = [
        other
        for other in generals_in(box, state, area, side)
        if other != general and state.officers[other].army == army
    ]
    better = box.general[general].tactical - box.best_tactical(others)
    worth = 0.02 * min(points, 30) * (0.2 * max(0, better) if others else 1.0)
    return worth - tried
