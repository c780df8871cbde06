"""A group's reach, and its best place there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engines.core.graph import Path, cheapest
from engines.valmy.box import OUT
from engines.valmy.movement.step import allowance, line
from engines.valmy.player.forces import NOBODY, Force, clash, force_of
from engines.valmy.player.march_out import marches, near_edge
from engines.valmy.player.outlook import MEETS, Outlook

_BEATEN = 0.6
"""The share of a group's hopes left after a defeat."""
_OUT = 20.0
"""The worth of leaving for Paris when all is ready."""
_LAST = 0.4
"""The same for the commander: low, so that he goes last and the line home is not cut behind him."""
_FOLLOWED = 0.4
"""The share of own units that can still follow into a battle by which they count in it."""


class Group(NamedTuple):
    """Leaders and units that go together."""

    at: str
    leaders: tuple[str, ...]
    units: tuple[str, ...]
    force: Force


class Plan(NamedTuple):
    """A group's best option."""

    worth: float
    path: tuple[str, ...]
    """Boxes from where it is; a single box means that it stays."""
    stay: float
    """The worth of staying and doing nothing."""
    attacks: bool = False

    @property
    def gain(self) -> float:
        """The gain over staying."""
        return self.worth - self.stay


def grouped(outlook: Outlook, at: str, leaders: Sequence[str], units: Sequence[str]) -> Group:
    """Leaders and units as a group."""
    return Group(at, tuple(leaders), tuple(units), force_of(outlook.box, outlook.state, units, leaders))


def reach(outlook: Outlook, group: Group) -> dict[str, tuple[str, ...]]:
    """Boxes that a group can get to, with the paths; a path ends at the first enemy."""
    points = allowance(outlook.box, group.units)
    known = group.at, points, bool(group.units)
    if known not in outlook.ways:
        outlook.ways[known] = _ways(outlook, *known)
    return outlook.ways[known]


def _ways(outlook: Outlook, at: str, points: int, units: bool) -> dict[str, tuple[str, ...]]:
    box, state, side = outlook.box, outlook.state, outlook.side
    traffic = state.traffic[side] if units else ()
    held = outlook.enemy
    came = state.came.get(at, {}).get(side, ())
    pinned = units and at in held

    def onward(path: Path[str, tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
        here = path.end
        first = path.before is None
        if not first and here in held:
            return
        for near, cost in box.cost[here].items():
            price = cost + (box.figures.traffic if line(box, here, near) in traffic else 0)
            total = path.cost[0] + price
            if total > points and not first:
                continue
            if first and pinned and came and near not in came:
                continue
            yield near, (max(total, points) if total > points else total, box.order[near])

    paths = cheapest(at, (0, box.order[at]), onward)
    return {end: path.stops for end, path in paths.items()}


def plan(outlook: Outlook, group: Group) -> Plan:
    """The best place to be, or to attack, for a group."""
    here = group.at
    staying = outlook.own.get(here, NOBODY).plus(group.force, -1)
    leaves = _leaves(outlook, group)
    if leaves is not None:
        return leaves
    stay = outlook.joined(here, group.force, staying, here) + outlook.westward(here, *group[1:3])
    best = Plan(stay, (here,), stay)
    came = outlook.state.came.get(here, {}).get(outlook.side, ())
    if here in outlook.enemy:
        worth = attack(outlook, group, here)
        if worth > best.worth:
            best = Plan(worth, (here,), stay, attacks=True)
    for end, path in reach(outlook, group).items():
        if end == here:
            continue
        if end in outlook.enemy:
            worth = attack(outlook, group, end)
        else:
            others = outlook.own.get(end, NOBODY)
            worth = outlook.joined(end, group.force, others, here)
            worth -= outlook.met(end, group.force.plus(others))
            worth -= outlook.weights.back * (end in came)
        worth += outlook.westward(end, *group[1:3])
        if worth > best.worth:
            best = Plan(worth, path, stay, attacks=end in outlook.enemy)
    return best


def _leaves(outlook: Outlook, group: Group) -> Plan | None:
    """Out by the west edge, when enough are gone or go with it; the commander last (11.1.1)."""
    march, box = outlook.march, outlook.box
    if not march.ready or group.at in outlook.enemy:
        return None
    leads = box.figures.overall["allied"] in group.leaders
    if leads and not march.gone and near_edge(box, group.at, march.edges) <= allowance(box, group.units):
        # The commander waits at the edge, fresh, until enough are gone.
        return Plan(0.0, (group.at,), 0.0)
    if leads != march.gone or not marches(box, march, group.leaders, group.units):
        return None
    for edge, path in reach(outlook, group).items():
        if edge not in box.west or edge in outlook.enemy:
            continue
        cost = sum(box.cost[one][other] for one, other in pairwise(path))
        if cost + box.figures.exit <= allowance(box, group.units):
            return Plan(_LAST if march.gone else _OUT, (*path, OUT), 0.0)
    return None


def attack(outlook: Outlook, group: Group, target: str) -> float:
    """The worth of a battle to a group, with adjacent enemies who react into it where they gain by that."""
    alone, helped = outlook.enemy[target].force, outlook.helped(target)
    worth = _against(outlook, group, target, alone)
    if helped.units > alone.units:
        worth += MEETS * min(0.0, _against(outlook, group, target, helped) - worth)
    return worth


def _against(outlook: Outlook, group: Group, target: str, theirs: Force) -> float:
    """The worth to a group of a battle against an enemy, with the position after it."""
    weights = outlook.weights
    garrison = outlook.own.get(target, NOBODY)
    ours = garrison if target == group.at else garrison.plus(group.force)
    ours = ours.plus(outlook.support(target, group.at, group.force), _FOLLOWED)
    met = clash(outlook.troops, ours, theirs)
    share = group.force.points / ours.points if ours.points else 1.0
    left = NOBODY.plus(group.force, 1 - met.lost / ours.points) if ours.points else NOBODY
    after = met.win * (outlook.place(target) + outlook.pull(target, left))
    after += (1 - met.win) * outlook.pull(group.at, left) * _BEATEN
    after += met.win * outlook.mass(left.units)
    broken = weights.shaken * (
        outlook.shaking(outlook.foe, met.taken) - outlook.shaking(outlook.side, met.lost)
    )
    return after + share * (met.taken * weights.kill - met.lost * weights.point + broken)


def lead(outlook: Outlook, group: Group) -> Plan:
    """The best place for leaders without units: with units that they may command and that have no leader."""
    leader = group.leaders[0]
    leaves = _leaves(outlook, group)
    if leaves is not None:
        return leaves
    stay = led(outlook, group.at, leader)
    best = Plan(stay, (group.at,), stay)
    for end, path in reach(outlook, group).items():
        if end != group.at and end in outlook.own and end not in outlook.enemy:
            worth = led(outlook, end, leader)
            if worth > best.worth:
                best = Plan(worth, path, stay)
    return best


def led(outlook: Outlook, area: str, leader: str) -> float:
    """The worth of a leader in a box: units that stand alone and that he may command."""
    box, state = outlook.box, outlook.state
    alone = sum(
        1
        for id in outlook.sight.units.get(area, ())
        if state.units[id].leader is None and box.may_command(leader, id)
    )
    return 0.15 * min(alone, 8) + 0.1 * (area in outlook.own)
