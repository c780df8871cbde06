"""The greedy way to play: it looks one action ahead, with the eyes of its own side alone.

Areas are worth what they count at the end, and less the farther they are; a group goes where that is more,
and attacks where the forecast of the combat is good enough. Other choices are what silence means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from data.vendee.schema import Side
from engines.vendee import frames
from engines.vendee.actions import DECLINE, DONE, HAND_OVER, PLACE_AUTO, STOP, Action, Activate, Move, Play
from engines.vendee.actions import Preempt as PreemptAction
from engines.vendee.anytime import MESSENGERS
from engines.vendee.box import Box
from engines.vendee.combat_actions import Guns, Pursue, Withdraw
from engines.vendee.combat_frames import Battle, Pursuit
from engines.vendee.frames import Points, enemy
from engines.vendee.groups import Group, choose, fresh
from engines.vendee.march import marching
from engines.vendee.odds import battle_forecast, forecast
from engines.vendee.procedure import handler
from engines.vendee.reckoning import generals_of, strength
from engines.vendee.refusals import Refusal
from engines.vendee.sight import Sight
from engines.vendee.state import State, by_kind, generals_in, held, points_in, total
from engines.vendee.view import counters


class Weights(NamedTuple):
    """What the greedy policy thinks things are worth, in the points of the final count."""

    distance: float = 0.7
    """What is left of a worth for each area on the way to it."""
    alone: float = 0.5
    """What is left of it for combat points without a general, who are slow."""
    base: float = 1.0
    """A supply base, for the Republic."""
    more: float = 0.1
    """An area where one is already, and a port, a bridge or a town of the south while one has another."""
    home: float = 1.0
    """A church or a cross for the royalists, who hold it against the Republic."""
    destroy: float = 0.15
    """A combat point of the enemy."""
    defeat: float = 1.0
    """The morale of a defeat, or of a victory."""
    hidden: float = 3.0
    """Combat points that are expected of a counter that lies face down."""
    least: float = 0.05
    """Gain that is worth an action."""
    march: float = 0.75
    """Chance of victory from which no help is called."""
    stand: float = 0.35
    """Chance of victory from which royalists without powder fight."""
    fortress: int = 4
    """Combat points that are worth E6."""


WEIGHTS = Weights()
_PLAYED: tuple[str, ...] = ("e1", "e2", "e9", "e10", "e11", "e12", "e13")
"""Events that are played as soon as they may be; the others cost more than they bring at once."""


def greedy(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """What a side does, of its legal actions, of which there is at least one."""
    if MESSENGERS in legal:
        return MESSENGERS
    frame = state.stack[-1]
    rule = _RULES.get(type(frame))
    action = rule(Outlook(box, state, side), frame, legal) if rule else None
    if action is None:
        action = handler(frame).fallback(box, state, frame)
    return legal[0] if action is None or action not in legal else action


class Outlook:
    """What areas are worth to a side in a state, as far as it sees."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self.box = box
        self.state = state
        self.side = side
        self.sight = Sight(box, state, side)
        own = set(held(state, side))
        self.worth: dict[str, float] = {
            area: worth for area in box.ground.area if (worth := self._worth(area, own)) > 0
        }
        """Areas that are worth going to, or staying in, before what an enemy in them takes away."""

    def _worth(self, area: str, own: set[str]) -> float:
        """What the presence of combat points in an area counts."""
        ground, points = self.box.ground, self.box.charts.tables.victory
        place = ground.area[area]
        objective = {"primary": points.primary, "secondary": points.secondary, None: 0}[place.objective]
        foe = self.sight.enemy(area)
        taken = points_in(self.state, area, enemy(self.side)) if foe == "points" else 0
        ends = (*ground.bridge, *ground.bridge.values())
        ways = (
            (area in ground.ports, points.sea, ground.ports),
            (area in ends, points.bridge, ends),
            (area in ground.south, points.south, ground.south),
        )
        worth = WEIGHTS.destroy * taken
        if self.side == "republican":
            worth += objective + WEIGHTS.base * (place.base is not None)
            return worth + sum(value for there, value, _ in ways if there and taken)
        worth += objective if taken else WEIGHTS.home * objective
        for there, value, places in ways:
            if there:
                second = any(other in own for other in places if other != area)
                worth += value * (WEIGHTS.more if second else 1.0)
        return worth

    def value(self, area: str, points: int, others: int) -> float:
        """What an area is worth to a group that has it or fights for it; `others` of its side are there."""
        worth = self.worth.get(area, 0.0)
        if others:
            return WEIGHTS.more * worth
        return worth * self.chance(area, points)

    def chance(self, area: str, points: int) -> float:
        """A rough chance to take an area, by numbers alone."""
        seen = self.sight.enemy(area)
        if seen not in ("points", "backs"):
            return 1.0
        foe = enemy(self.side)
        if seen == "points":
            defenders = float(points_in(self.state, area, foe))
        else:
            defenders = WEIGHTS.hidden * counters(self.box, self.state, foe, area)
        return max(0.0, min(1.0, points / defenders / 2))

    def potential(self, at: str, group: Group, origin: str) -> float:
        """What a group that came from `origin` can hope for in an area: the best place, by its distance."""
        points = total(group[0])
        away = self.box.ground.distance[at]
        shrinks = WEIGHTS.distance * (1.0 if group[1] else WEIGHTS.alone)
        return max(
            (
                self.value(area, points, self._others(area, points, origin)) * shrinks ** away[area]
                for area in self.worth
            ),
            default=0.0,
        )

    def _others(self, area: str, points: int, origin: str) -> int:
        return points_in(self.state, area, self.side) - (points if area == origin else 0)

    def gain(self, area: str, group: Group) -> float:
        """What a group may win by leaving an area where it stands."""
        points = total(group[0])
        if not points:
            return 0.0
        near = self.box.ground.neighbours[area]
        best = max((self.step(area, to, group) for to in near), default=0.0)
        return best - self.potential(area, group, area)

    def step(self, at: str, to: str, group: Group) -> float:
        """What a group can hope for after a step, with a combat if there is to be one."""
        if self.sight.enemy(to) in ("points", "backs"):
            return self.potential(at, group, at) + self.attack(at, to, group)
        return self.potential(to, group, at)

    def attack(self, at: str, to: str, group: Group) -> float:
        """What a combat is worth, by its forecast; by numbers where the defenders lie face down."""
        points = total(group[0])
        found = forecast(self.box, self.state, self.side, to, at, *group)
        lost = 0.0
        if found is None or found.win is None:
            win = self.chance(to, points)
        else:
            win = float(found.win)
            lost = float(found.losses[enemy(self.side)] - found.losses[self.side])
        spoils = self.worth.get(to, 0.0) + WEIGHTS.defeat
        ruin = WEIGHTS.defeat + WEIGHTS.destroy * points
        return win * spoils - (1 - win) * ruin + WEIGHTS.destroy * lost


def _reinforce(outlook: Outlook, frame: Any, legal: Sequence[Action]) -> Action | None:
    """Events that bring somebody, then the usual places."""
    for action in legal:
        if isinstance(action, Play) and action.event in _PLAYED:
            return action
    return PLACE_AUTO if PLACE_AUTO in legal else DONE


def _operate(outlook: Outlook, frame: frames.Operations, legal: Sequence[Action]) -> Action | None:
    """The group that gains most; hand over when none does."""
    best: Action | None = None
    most = WEIGHTS.least
    for action in legal:
        if isinstance(action, Activate):
            gain = _gain(outlook, action)
            if gain > most:
                best, most = action, gain
    return best or (HAND_OVER if HAND_OVER in legal else None)


def _gain(outlook: Outlook, action: Activate) -> float:
    group = choose(action.who, *fresh(outlook.box, outlook.state, action.area, outlook.side))
    return 0.0 if isinstance(group, Refusal) else outlook.gain(action.area, group)


def _preempt(outlook: Outlook, frame: frames.Preempt, legal: Sequence[Action]) -> Action | None:
    """Go first with the stack that gains most: to try costs nothing."""
    found: Action = DECLINE
    most = WEIGHTS.least
    for action in legal:
        if isinstance(action, PreemptAction):
            group = fresh(outlook.box, outlook.state, action.area, outlook.side)
            gain = outlook.gain(action.area, group)
            if gain > most:
                found, most = action, gain
    return found


def _go_on(outlook: Outlook, frame: frames.Activation, legal: Sequence[Action]) -> Action | None:
    """The step that gains most; stop when none does. What a group can hope for only grows, so it ends."""
    group = (frame.points, frame.generals)
    here = outlook.potential(frame.at, group, frame.at)
    steps = {
        action: outlook.step(frame.at, action.path[1], group)
        for action in legal
        if isinstance(action, Move) and not _denied(outlook, frame, action.path[1])
    }
    best = max(steps, key=lambda action: steps[action], default=None)
    if best is not None and (STOP not in legal or (frame.points and steps[best] > here + WEIGHTS.least)):
        return best
    return STOP


def _denied(outlook: Outlook, frame: frames.Activation, to: str) -> bool:
    """Whether the enemy has said already that his zones of control forbid the step."""
    said = frame.stated.get(frame.at, False) and frame.stated.get(to, False)
    return said and outlook.sight.enemy(to) == "backs"


def _battle(outlook: Outlook, frame: Battle, legal: Sequence[Action]) -> Action | None:
    """March where help is wanted and nothing is given up; withdraw from what is lost."""
    box, state, side = outlook.box, outlook.state, outlook.side
    win = float(battle_forecast(box, state, frame).win or 0)
    chance = win if side == frame.attacker else 1 - win
    if frame.stage == "powder":
        away = [action for action in legal if isinstance(action, Withdraw)]
        return away[0] if away and chance < WEIGHTS.stand else None
    if chance >= WEIGHTS.march or side != marching(frame):
        return None
    helps: dict[Guns, int] = {}
    for action in legal:
        if isinstance(action, Guns) and outlook.worth.get(action.area, 0.0) < WEIGHTS.defeat:
            helps[action] = _help(box, state, side, action)
    return max(helps, key=lambda action: helps[action], default=None)


def _help(box: Box, state: State, side: Side, action: Guns) -> int:
    points = by_kind(state, action.area, side)
    group = choose(action.who, points, tuple(generals_in(box, state, action.area, side)))
    return 0 if isinstance(group, Refusal) else total(group[0])


def _pursue(outlook: Outlook, frame: Pursuit, legal: Sequence[Action]) -> Action | None:
    """Follow where it is worth more than to stay."""
    points: Points = strength(frame.contingents)
    generals = generals_of(frame.contingents)
    best: Action = DECLINE
    most = outlook.potential(frame.at, (points, generals), frame.at) + WEIGHTS.least
    for action in legal:
        if isinstance(action, Pursue):
            start = (frame.at, *action.path)[-2]
            gain = outlook.step(start, action.path[-1], (points, generals))
            if gain > most:
                best, most = action, gain
    return best


def _fortify(outlook: Outlook, frame: frames.Fortify, legal: Sequence[Action]) -> Action | None:
    """E6 where enough stand behind it."""
    there = points_in(outlook.state, frame.area, outlook.side)
    return Play("e6") if there >= WEIGHTS.fortress else DECLINE


def _occupy(outlook: Outlook, frame: frames.Occupied, legal: Sequence[Action]) -> Action | None:
    """E3 and E4 have no other day."""
    return Play(frame.event)


_RULES: Mapping[type, Callable[[Outlook, Any, Sequence[Action]], Action | None]] = {
    frames.Reinforce: _reinforce,
    frames.Operations: _operate,
    frames.Preempt: _preempt,
    frames.Activation: _go_on,
    frames.Fortify: _fortify,
    frames.Occupied: _occupy,
    Battle: _battle,
    Pursuit: _pursue,
}
