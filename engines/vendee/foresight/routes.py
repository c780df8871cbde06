"""Reach and cost of a group before it goes, as far as its own side can know.

The rules are those of `movement`; only the position after a step is worked out here without taking it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from data.vendee.schema import Rank, Side
from engines.core.graph import Path, cheapest
from engines.core.odds import Ways, two_dice
from engines.core.refusals import Refusal
from engines.vendee.actions import Move
from engines.vendee.box import Box, Way
from engines.vendee.frames import Activation, Kind, Operations, Points
from engines.vendee.movement import step as movement
from engines.vendee.position.groups import Group, choose, fresh, goers, part_of, rating
from engines.vendee.position.sight import Seen, Sight, Told, look
from engines.vendee.position.stacking import ban, needs_test
from engines.vendee.state import State, led_kinds

Doubt = Literal["zone", "entry"]
"""Possible statements of the owner of face-down counters: they control both ends, or hold the area."""
Worth = tuple[int, bool, int]
"""The cost of a way, whether it is in doubt, and its length."""


class Spread(Ways[int], frozen=True):
    """Action points of a group, in halves: those it has, or those that its dice can give."""

    @property
    def least(self) -> int:
        """The points that the group has for certain."""
        return min(self.weights)

    @property
    def most(self) -> int:
        """The most points it can have."""
        return max(self.weights)

    def at_least(self, needed: int) -> Fraction:
        """The chance that there are at least `needed` points."""
        return Fraction(1) if needed <= self.least else self.chance(lambda points: points >= needed)


class Leg(msgspec.Struct, frozen=True):
    """One step of a route."""

    start: str
    end: str
    cost: int
    """Half action points, as far as the mover can see."""
    most: int
    """The same if face-down counters turn out to be combat points, which costs only generals more."""
    way: Way
    road: Rank | None
    """The road that it follows; None too for generals who go cross-country (V-3.7-d)."""
    spent: int
    """Half action points of the activation that are spent after it."""
    points: Points
    """Combat points that can pay it; the others stay where they are (A-20)."""
    meets: Seen
    """The enemy seen in the area."""
    zone: Told
    """Whether the enemy controls the area."""
    doubt: Doubt | None
    test: str | None
    """The general who first has to pass his test to join Anjou and the Centre (V-3.5-l)."""


class Stop(msgspec.Struct, frozen=True):
    """A place where a path is blocked."""

    number: int
    """The number of the step, from 1."""
    reason: Refusal


class Route(msgspec.Struct, frozen=True):
    """A path as far as it can be foreseen: to where it meets the enemy, is blocked, or ends."""

    side: Side
    start: str
    points: Points
    generals: tuple[str, ...]
    rolled: bool
    spread: Spread
    spent: int
    """Half action points that were spent before."""
    legs: tuple[Leg, ...]
    stop: Stop | None
    rest: tuple[str, ...]
    """Areas after the first enemy, which depend on the combat."""
    stay: Refusal | None
    """The refusal for the group to end where the legs do, or None."""

    @property
    def end(self) -> str:
        """The end of the way, as far as it can be foreseen."""
        return self.legs[-1].end if self.legs else self.start

    @property
    def cost(self) -> int:
        """Half action points of all legs."""
        return sum(leg.cost for leg in self.legs)

    @property
    def fight(self) -> bool:
        """Whether its last leg meets face-up combat points."""
        return bool(self.legs) and _fights(self.legs[-1])

    def chance(self, number: int) -> Fraction:
        """The chance of points for the first `number` legs; the first leg is always possible."""
        if number <= 1 and self.spent == 0:
            return Fraction(1)
        return self.spread.at_least(self.spent + sum(leg.cost for leg in self.legs[:number]))


class Goal(msgspec.Struct, frozen=True):
    """An area that a group can get to."""

    area: str
    path: tuple[str, ...]
    """The cheapest way, with the group's present area first."""
    cost: int
    """Half action points."""
    meets: Seen
    fight: bool
    """Whether combat points go in where the enemy's lie face up."""
    doubt: bool
    """Whether face-down counters, or a general's test, may bar the way."""
    chance: Fraction
    """Chance that the action points suffice; 1 where they are rolled."""
    stay: bool
    """Whether the group may end there."""


def spread(box: Box, state: State, group: Group) -> Spread:
    """Action points that a group about to be activated can get (V-3.1-a to d)."""
    best = rating(box, state, group)
    if best is None:
        return Spread({box.charts.action_points_without_general: 1})
    return Spread(two_dice().map(lambda dice: box.charts.action_points(sum(dice), best)).weights)


def announced(box: Box, state: State, side: Side, area: str, group: Group) -> tuple[Activation, Spread]:
    """A group as if activated with the most action points that it can get, and the possible points."""
    points = spread(box, state, group)
    led = led_kinds(state, group[1], group[0])
    act = Activation(side, area, group[0], group[1], area, ap=points.most, rolled=True, led=led)
    return act, points


def under_way(act: Activation) -> Spread:
    """The action points of a group whose points are rolled."""
    return Spread({act.ap: 1})


def mover(box: Box, state: State, action: Move) -> tuple[Activation, Spread] | Refusal | None:
    """The group that would go, and its action points; None where no counter is to move from there now."""
    top = state.stack[-1] if state.stack else None
    match top, action:
        case Activation(rolled=True), Move((area, *_), who) if area == top.at:
            group = choose(box, who, top.points, top.generals)
            if isinstance(group, Refusal):
                return group
            act = replace(part_of(top, group), plan=())
            return act, under_way(act)
        case Operations(), Move((area, *_), who):
            group = choose(box, who, *fresh(box, state, area, top.hand))
            return group if isinstance(group, Refusal) else announced(box, state, top.hand, area, group)
        case _:
            return None


def route(box: Box, state: State, action: Move) -> Route | Refusal | None:
    """A path step by step; a refusal for an impossible group, None where no counter is to move from there."""
    moving = mover(box, state, action)
    if moving is None or isinstance(moving, Refusal):
        return moving
    act, points = moving
    rolled = isinstance(state.stack[-1], Activation)
    return walk(box, state, act, points, action.path, rolled=rolled)


def walk(
    box: Box, state: State, act: Activation, points: Spread, path: tuple[str, ...], *, rolled: bool
) -> Route:
    """The path of a group from its area, as far as it can be foreseen."""
    sight = look(box, state, act.side)
    first = act
    legs: list[Leg] = []
    stop: Stop | None = None
    rest: tuple[str, ...] = ()
    for number, area in enumerate(path[1:], start=1):
        reason = movement.step_refusal(box, state, act, area, sight)
        if reason:
            stop = Stop(number, reason)
            break
        leg = _leg(box, state, act, area, sight)
        legs.append(leg)
        act = movement.ahead(box, act, leg.end, leg.points, leg.spent)
        if leg.points and leg.meets in ("points", "backs"):
            rest = path[number + 1 :]
            break
    stay = None
    if legs and not _fights(legs[-1]):
        stay = ban(box, state, act.side, act.points, act.generals, act.at)
    return Route(
        act.side,
        first.at,
        first.points,
        first.generals,
        rolled,
        points,
        first.spent,
        tuple(legs),
        stop,
        rest,
        stay,
    )


def reach(box: Box, state: State, act: Activation, points: Spread) -> dict[str, Goal]:
    """Every area that a group can get to, by the cheapest way, the nearest first.

    No way leads on through enemies, face-down counters or a general's test; the group's starting area is no
    goal. A way without doubt is preferred to another that costs the same.
    """
    sight = look(box, state, act.side)
    goals: dict[str, Goal] = {}
    stays: dict[tuple[str, tuple[Kind, ...]], bool] = {}

    def onward(path: Path[Activation, Worth]) -> Iterator[tuple[Activation, Worth]]:
        here, (cost, doubt, long) = path.end, path.cost
        before = tuple(act.at for act in path.stops)
        for leg in _legs(box, state, here, sight):
            after = movement.ahead(box, here, leg.end, leg.points, leg.spent)
            arrival = (leg.end, tuple(leg.points))
            if arrival not in stays:
                stays[arrival] = _may_stay(box, state, after, leg)
            doubted = doubt or leg.doubt is not None or leg.test is not None
            chance = Fraction(1) if after.steps == 1 else points.at_least(after.spent)
            goal = Goal(
                leg.end,
                (*before, leg.end),
                cost + leg.cost,
                leg.meets,
                _fights(leg),
                doubted,
                chance,
                stays[arrival],
            )
            if leg.end not in goals or _worth(goal) < _worth(goals[leg.end]):
                goals[leg.end] = goal
            if leg.meets not in ("points", "backs") and leg.test is None:
                yield after, (goal.cost, goal.doubt, long + 1)

    # The first step has its own rule, also for areas to which the group comes back.
    cheapest(act, (0, False, 1), onward, lambda ctx: (ctx.at, ctx.by_road, tuple(ctx.points), ctx is act))
    goals.pop(act.at, None)
    return dict(sorted(goals.items(), key=lambda item: (item[1].cost, box.ground.order[item[0]])))


def _fights(leg: Leg) -> bool:
    return bool(leg.points) and leg.meets == "points"


def _may_stay(box: Box, state: State, after: Activation, leg: Leg) -> bool:
    """Whether a group may end after a leg; in a combat this does not apply."""
    return _fights(leg) or ban(box, state, after.side, after.points, after.generals, after.at) is None


def _worth(goal: Goal) -> tuple[bool, int, bool, int]:
    """The rank of a way to an area: the lower is the better."""
    return not goal.stay, goal.cost, goal.doubt, len(goal.path)


def _legs(box: Box, state: State, act: Activation, sight: Sight) -> Iterator[Leg]:
    for area in box.ground.neighbours[act.at]:
        if movement.step_refusal(box, state, act, area, sight) is None:
            yield _leg(box, state, act, area, sight)


def _leg(box: Box, state: State, act: Activation, area: str, sight: Sight) -> Leg:
    """A step that the mover's knowledge does not forbid."""
    step = box.ground.step[act.at, area]
    meets, zone = sight.enemy(area), movement.zone_told(act, area, sight)
    alone = not act.points
    sneaks = movement.sneaks_into(act, area, sight)
    cost = movement.step_cost(box, act, area, sneaks=sneaks)
    most = movement.step_cost(box, act, area, sneaks=alone and (meets != "none" or zone != "no"))
    assert cost is not None
    assert most is not None
    return Leg(
        act.at,
        area,
        cost,
        max(cost, most),
        step.way,
        None if sneaks else step.road,
        min(act.ap, act.spent + cost),
        goers(box, act, cost),
        meets,
        zone,
        _doubt(box, act, area, sight, meets, zone),
        needs_test(box, state, act.points, act.generals, area) if act.side == "royalist" else None,
    )


def _doubt(box: Box, act: Activation, area: str, sight: Sight, meets: Seen, zone: Told) -> Doubt | None:
    """Whether face-down counters may forbid the step after all (V-3.4-g, V-3.6-e, V-3.7-b)."""
    if not act.points:
        return "entry" if meets == "backs" else None
    if movement.exempt(box, act, area):
        return None
    both = {zone, movement.zone_told(act, act.at, sight)}
    return "zone" if meets != "points" and "maybe" in both and "no" not in both else None
