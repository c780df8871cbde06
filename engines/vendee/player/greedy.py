"""The greedy policy: the best next action by an outlook that uses only what its side may know.

A group goes, joins, garrisons or attacks where that is worth most after the enemy's likely answer.
Choices without a function here get their defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from data.vendee.schema import Side
from engines.core.refusals import Refusal
from engines.vendee import frames
from engines.vendee.actions import (
    BEGIN,
    DECLINE,
    DONE,
    HAND_OVER,
    PLACE_AUTO,
    STOP,
    YIELD,
    Action,
    Activate,
    Drop,
    Move,
    PickUp,
    Place,
    Play,
)
from engines.vendee.actions import Preempt as PreemptAction
from engines.vendee.box import Box
from engines.vendee.combat.actions import Guns, Pursue, Withdraw
from engines.vendee.combat.frames import Battle, Pursuit
from engines.vendee.combat.march import marching
from engines.vendee.combat.reckoning import generals_of, strength
from engines.vendee.foresight.odds import battle_forecast
from engines.vendee.frames import Activation, Kind
from engines.vendee.markers.anytime import MESSENGERS
from engines.vendee.player.outlook import Outlook
from engines.vendee.player.plans import Plan, attack, expected_points, joined, lead, plan, reach
from engines.vendee.position.groups import Group, choose, fresh, groups_of, stacks, standing
from engines.vendee.procedure import PROCEDURE
from engines.vendee.state import State, by_kind, generals_in, leads, on_map, sorted_points, total
from engines.vendee.words import Who

_LEAST, _ALONE = 0.25, 0.05
"""The least gain of an action, and of a general without combat points."""
_MARCHED = 0.9
"""The least gain of a march that ends without a fight, or else columns go to and fro."""
_BURDEN = 0.1
"""The least gain of dropping counters, or picking them up."""
_PREEMPTED, _LAST_PREEMPTED = 0.8, 2.0
"""The least gain of a pre-emption, and in the last turn, when it is good to be last."""
_HELPED = 0.75
"""Chance of victory from which a side calls no help."""
_STAND = 0.35
"""Chance of victory from which Royalists without powder fight."""
_FORTRESS = 4
"""Combat points from which E6 is worth it."""
_FULL = 42
"""Combat points of the four royalist armies after an average Alarm."""
_GARRISON = 0.4
"""The worth of a place from which a garrison is considered."""
_AT_ONCE: tuple[str, ...] = ("e2", "e9", "e10", "e11", "e12", "e13")
"""Events that are played as soon as possible; E7, E8 and E15 cost more than they bring at once."""


def greedy(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """A side's action, one of its legal actions, of which there is at least one."""
    if MESSENGERS in legal:
        return MESSENGERS
    frame = state.stack[-1]
    rule = _RULES.get(type(frame))
    action = rule(Outlook(box, state, side), frame, legal) if rule else None
    if action is None:
        action = PROCEDURE.handler(frame).fallback(box, state, frame)
    return legal[0] if action is None or action not in legal else action


def rivals(box: Box, state: State, side: Side, legal: Sequence[Action]) -> list[Action]:
    """Legal actions, those first that may be as good as the automatic player's."""
    outlook, frame = Outlook(box, state, side), state.stack[-1]
    worths: dict[Action, float] = {action: 0.0 for action in legal if action in (HAND_OVER, STOP)}
    for action in legal:
        if isinstance(action, Activate) and isinstance(frame, frames.Operations):
            worths[action] = _gain(outlook, action)
        elif isinstance(action, Move) and isinstance(frame, Activation):
            end, points = action.path[-1], total(frame.points)
            group = (frame.points, frame.generals)
            worths[action] = (
                attack(outlook, frame.at, end, group)
                if points and end in outlook.enemy
                else joined(outlook, end, points, outlook.own.get(end, 0))
            )
    # To hand over or to stop comes first: nothing else differs more from the rest.
    ranked = sorted(worths, key=lambda action: (action not in (HAND_OVER, STOP), -worths[action]))
    return list(dict.fromkeys((*ranked, *legal)))


def _reinforce(outlook: Outlook, frame: frames.Reinforce, legal: Sequence[Action]) -> Action | None:
    """Play events whose time has come, then place each group of arrivals where it is worth most."""
    plays = [action for action in legal if isinstance(action, Play) and _timely(outlook, action)]
    if plays:
        same = [action for action in plays if action.event == plays[0].event]
        return max(same, key=lambda action: _rating(outlook.box, action.general))
    places = {action: _placed(outlook, action) for action in legal if isinstance(action, Place)}
    best = max(places, key=lambda action: places[action], default=None)
    return best or (PLACE_AUTO if PLACE_AUTO in legal else DONE)


def _timely(outlook: Outlook, action: Play) -> bool:
    """Whether to play an event now: an Alarm when enough have gone home, one kept for the end."""
    if action.event != "e1":
        return action.event in _AT_ONCE
    state = outlook.state
    if outlook.last:
        return True
    spare = state.markers["e1"] - 1
    if not spare:
        return False
    present = sum(on_map(state, kind) for kind in frames.ROYALIST[:4])
    return _FULL - present >= 8 + 5 * (outlook.turns - state.turn) / spare


def _rating(box: Box, general: str | None) -> int:
    return 0 if general is None else 2 * box.general[general].strategic + box.general[general].tactical


def _placed(outlook: Outlook, action: Place) -> float:
    """The worth that arrivals add to an area; generals come after the points that they can lead."""
    box, state, side = outlook.box, outlook.state, outlook.side
    points = sum(count for _, count in action.who.points)
    here = generals_in(box, state, action.area, side)
    if points:
        led = any(leads(state, general, kind) for general in here for kind, _ in action.who.points if kind)
        worth = joined(outlook, action.area, points, outlook.own.get(action.area, 0))
        return worth + 0.3 * led + 0.001 * points
    armies = {state.officers[general].army for general in action.who.generals}
    followers = sum(count for kind, count in by_kind(state, action.area, side).items() if kind in armies)
    beside = any(state.officers[general].army in armies for general in here)
    return -50 + followers * (0.6 if beside else 1.0) + 0.3 * (followers > 0)


def _initiative(outlook: Outlook, frame: frames.Initiative, legal: Sequence[Action]) -> Action | None:
    """Yield in the last turn: whoever acts last then can't be answered."""
    return YIELD if outlook.last else BEGIN


def _operate(outlook: Outlook, frame: frames.Operations, legal: Sequence[Action]) -> Action | None:
    """Activate the group that gains most; hand over when none does."""
    best: Action | None = None
    most = _ALONE
    for action in legal:
        if isinstance(action, Activate):
            gain = _gain(outlook, action)
            if gain > most:
                best, most = action, gain
    return best or (HAND_OVER if HAND_OVER in legal else None)


def quiet(outlook: Outlook) -> Iterator[tuple[str, Who, str]]:
    """Groups that gain by going where no enemy is, and where to: of each stack the best, the best first."""
    box, state, side = outlook.box, outlook.state, outlook.side
    gains = {
        action: _gain(outlook, action)
        for stack in stacks(box, state, side)
        for action in (Activate(stack.area, who) for who in groups_of(box, state, stack))
    }
    gone = set[str]()
    for action in sorted(gains, key=lambda each: -gains[each]):
        if gains[action] > _ALONE and action.area not in gone:
            gone.add(action.area)
            group = choose(box, action.who, *fresh(box, state, action.area, side))
            assert not isinstance(group, Refusal)
            best = _best(outlook, action.area, group)
            if best.end and not best.fights:
                yield action.area, action.who, best.end


def _gain(outlook: Outlook, action: Activate) -> float:
    """A group's gain by going; groups without their generals, or under a lesser one, are left out."""
    ready = fresh(outlook.box, outlook.state, action.area, outlook.side)
    group = choose(outlook.box, action.who, *ready)
    if isinstance(group, Refusal):
        return 0.0
    points, generals = group
    if not points and len(generals) > 1:
        return 0.0
    if points and not generals and ready[1]:
        return 0.0
    if points and len(generals) == 1 and _outdone(outlook, generals[0], ready[1]):
        return 0.0
    best = _best(outlook, action.area, group)
    if not points:
        return best.gain
    # Whoever has men does not set out for next to nothing, nor leaves generals behind without any.
    behind = len(ready[1]) - len(generals) if outlook.own[action.area] == total(points) else 0
    least = _least(outlook) if best.fights or outlook.last else _MARCHED
    return best.gain - (least - _ALONE) - _ALONE * behind


def _least(outlook: Outlook) -> float:
    """The least gain of a group; in the last month nothing is saved for later."""
    return _ALONE if outlook.last else _LEAST


def _outdone(outlook: Outlook, general: str, others: Sequence[str]) -> bool:
    """Whether a better general of the same army is there."""
    officers = outlook.state.officers

    def rank(id: str) -> tuple[int, str]:
        return outlook.box.general[id].strategic + outlook.box.general[id].tactical, id

    return any(
        officers[other].army == officers[general].army and rank(other) > rank(general) for other in others
    )


def _best(outlook: Outlook, area: str, group: Group) -> Plan:
    """The best plan of a group that is not under way yet."""
    where = reach(outlook, area, expected_points(outlook, group), group)
    if not group[0]:
        return lead(outlook, area, group[1][0], where)
    return plan(outlook, area, group, where, outlook.own.get(area, 0) - total(group[0]))


def _preempt(outlook: Outlook, frame: frames.Preempt, legal: Sequence[Action]) -> Action | None:
    """Go first with the stack that gains most, if it is worth the only attempt of the phase."""
    chosen: Action = DECLINE
    most = _LAST_PREEMPTED if outlook.last else _PREEMPTED
    for action in legal:
        if isinstance(action, PreemptAction):
            group = fresh(outlook.box, outlook.state, action.area, outlook.side)
            gain = _best(outlook, action.area, group).gain if group[0] else 0.0
            if gain > most:
                chosen, most = action, gain
    return chosen


def _go_on(outlook: Outlook, frame: Activation, legal: Sequence[Action]) -> Action | None:
    """Go on by the best plan, with or without counters that it meets; stop when no plan is worth it."""
    moves = {action.path[1]: action for action in legal if isinstance(action, Move)}
    group = (frame.points, frame.generals)
    others = outlook.own.get(frame.at, 0) - total(frame.points)
    best = _onward(outlook, frame, group, others, stays=STOP in legal)
    goes = best.step in moves and best.gain > (_least(outlook) if frame.points else _ALONE)
    if loaded := _load(outlook, frame, legal, best, others):
        return loaded
    if goes and best.step is not None:
        return moves[best.step]
    return STOP if STOP in legal else next(iter(moves.values()), None)


def _onward(outlook: Outlook, frame: Activation, group: Group, others: int, *, stays: bool = True) -> Plan:
    """The best plan of a group under way; points without a leader have the flat allowance (A-20)."""
    flat = outlook.box.charts.action_points_without_general
    ap = frame.ap if all(kind in frame.led for kind in group[0]) else flat
    first = frame.steps == 0
    by_road = frame.by_road and not frame.picked
    where = reach(outlook, frame.at, max(0, ap - frame.spent), group, first=first, by_road=by_road)
    if not group[0]:
        return lead(outlook, frame.at, group[1][0], where, stays=stays)
    return plan(outlook, frame.at, group, where, others, stays=stays)


def _load(
    outlook: Outlook, frame: Activation, legal: Sequence[Action], best: Plan, others: int
) -> Action | None:
    """Pick up counters that are of more use with the group, drop those that are of more use here."""
    chosen: Action | None = None
    most = best.worth + outlook.stand(frame.at, others) + _BURDEN
    garrison = outlook.place(frame.at) > _GARRISON
    for action in legal:
        if not isinstance(action, PickUp | Drop) or not action.who.points:
            continue
        sign = 1 if isinstance(action, PickUp) else -1
        if sign < 0 and not garrison:
            continue
        changed = _changed(frame, action.who.points, sign)
        left = others + total(frame.points) - total(changed)
        if not changed or any(kind not in frame.points for kind in changed):
            continue
        # Counters picked up have not come by road.
        led = replace(frame, by_road=frame.by_road and sign < 0)
        after = _onward(outlook, led, (changed, frame.generals), left)
        worth = after.worth + outlook.stand(frame.at, left)
        if after.step is not None and worth > most:
            chosen, most = action, worth
    return chosen


def _changed(frame: Activation, who: Sequence[tuple[Kind | None, int]], sign: int) -> frames.Points:
    points = dict(frame.points)
    for kind, count in who:
        if kind is not None:
            points[kind] = points.get(kind, 0) + sign * count
    return sorted_points(points)


def _battle(outlook: Outlook, frame: Battle, legal: Sequence[Action]) -> Action | None:
    """March where help is wanted and costs little elsewhere; withdraw from a lost combat."""
    box, state, side = outlook.box, outlook.state, outlook.side
    win = float(battle_forecast(box, state, side, frame).win or 0)
    chance = win if side == frame.attacker else 1 - win
    if frame.stage == "powder":
        away = [action for action in legal if isinstance(action, Withdraw)]
        return away[0] if away and chance < _STAND else None
    if chance >= _HELPED or side != marching(frame):
        return None
    helps: dict[Guns, int] = {}
    for action in legal:
        if isinstance(action, Guns):
            more, ours = _help(box, state, side, action), outlook.own[action.area]
            if outlook.stand(action.area, ours) - outlook.stand(action.area, ours - more) < 1.0:
                helps[action] = more
    return max(helps, key=lambda action: helps[action], default=None)


def _help(box: Box, state: State, side: Side, action: Guns) -> int:
    group = choose(box, action.who, *standing(box, state, side, action.area))
    return 0 if isinstance(group, Refusal) else total(group[0])


def _pursue(outlook: Outlook, frame: Pursuit, legal: Sequence[Action]) -> Action | None:
    """Follow where it is worth more than to stay."""
    group = (strength(frame.contingents), generals_of(frame.contingents))
    points = total(group[0])
    best: Action = DECLINE
    most = joined(outlook, frame.at, points, outlook.own.get(frame.at, points) - points) + _LEAST
    for action in legal:
        if isinstance(action, Pursue):
            *_, start, end = (frame.at, *action.path)
            if end in outlook.enemy:
                worth = attack(outlook, start, end, group)
            else:
                worth = joined(outlook, end, points, outlook.own.get(end, 0))
            if worth > most:
                best, most = action, worth
    return best


def _fortify(outlook: Outlook, frame: frames.Fortify, legal: Sequence[Action]) -> Action | None:
    """Play E6 where enough combat points stand behind it."""
    return Play("e6") if outlook.own.get(frame.area, 0) >= _FORTRESS else DECLINE


def _occupy(outlook: Outlook, frame: frames.Occupied, legal: Sequence[Action]) -> Action | None:
    """Play E3 or E4 at once: each can be played only on this occasion."""
    return Play(frame.event)


_RULES: Mapping[type, Callable[[Outlook, Any, Sequence[Action]], Action | None]] = {
    frames.Reinforce: _reinforce,
    frames.Initiative: _initiative,
    frames.Operations: _operate,
    frames.Preempt: _preempt,
    Activation: _go_on,
    frames.Fortify: _fortify,
    frames.Occupied: _occupy,
    Battle: _battle,
    Pursuit: _pursue,
}
