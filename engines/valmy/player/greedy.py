"""The greedy policy: the best next action by an outlook that uses only what its side may know.

A leader goes, joins, garrisons or attacks where that is worth most after the enemy's likely answer.
Choices without a function here get their defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from data.valmy.tables import Side
from engines.valmy import frames
from engines.valmy.actions import END, NO_BID, PASS, Action, Activate, Assign, Bid, Move, React
from engines.valmy.box import OUT, Box
from engines.valmy.combat.actions import Attack
from engines.valmy.combat.frames import Combat, Deploying, Reinforcing
from engines.valmy.movement.reaction import Going, who
from engines.valmy.movement.step import present
from engines.valmy.phases.operations import needed_of_leader, needed_of_unit
from engines.valmy.player import battles
from engines.valmy.player.forces import NOBODY, Force, clash, force_of
from engines.valmy.player.outlook import Outlook
from engines.valmy.player.plans import Group, Plan, attack, grouped, lead, plan
from engines.valmy.position.command import Called, room_in, usual
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State, units_in
from engines.valmy.words import Party

_LEAST = 0.15
"""The least gain of an action."""
_REACT = 0.4
"""The least gain of a reaction."""
_GUARD = 0.5
"""The worth of a place from which a garrison is considered."""
_GARRISONS = (2, 4, 8)
"""Numbers of units that may be left behind."""
_LEFT = 0.1
"""The worth of a unit to its group, which leaving it behind loses."""
_RAID = 2.0
"""The worth of an open place for which a cavalry unit goes alone."""
_STAKE = 4.0
"""Points at stake for which a chit is played, early in the game; at the end it has no other use."""


def greedy(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """A side's action, one of its legal actions, of which there is at least one."""
    frame = next(part for part in state.stack[-1].parts() if getattr(part, "seats", (side,))[0] == side)
    rule = _RULES.get(type(frame))
    # A deployment lists only the default; elsewhere a single action is no choice.
    choice = len(legal) > 1 or isinstance(frame, Deploying)
    action = rule(Outlook(box, state, side), frame, legal) if rule and choice else None
    if action is None and rule and len(legal) == 1:
        action = legal[0]
    if action is None:
        action = PROCEDURE.handler(frame).fallback(box, state, frame)
    if action is None or (action not in legal and PROCEDURE.refusal(box, state, side, action) is not None):
        return legal[0]
    return action


# Initiative


def _bid(outlook: Outlook, frame: frames.Bid, legal: Sequence[Action]) -> Action | None:
    """Play a chit where much is at stake: a fight that is worth it, or one that threatens."""
    chits = sorted(action.chit for action in legal if isinstance(action, Bid))
    if not chits:
        return NO_BID
    turns = len(outlook.box.scenario[outlook.state.scenario].turn)
    stake = _stake(outlook)
    wanted = _STAKE * (0.3 + 0.7 * outlook.left / turns)
    if stake < wanted:
        return NO_BID
    if frame.against is not None or stake < 2 * wanted:
        return Bid(chits[0])
    return Bid(chits[min(1, len(chits) - 1)])


def _stake(outlook: Outlook) -> float:
    """The side's best attack, and the worst that it fears."""
    best = max((best.gain for _, _, best in courses(outlook) if best.attacks), default=0.0)
    worst = 0.0
    for area, force in outlook.own.items():
        met = clash(outlook.troops, outlook.threat(area), force.plus(outlook.support(area, "", NOBODY)))
        worst = max(worst, met.net + met.win * outlook.place(area))
    return best + worst


# Activations


def courses(outlook: Outlook) -> list[tuple[str, Group, Plan]]:
    """Leaders who may still be activated, each with his best plan."""
    box, state = outlook.box, outlook.state
    plans: list[tuple[str, Group, Plan]] = []
    for area, leaders in outlook.sight.leaders.items():
        for leader in leaders:
            if state.leaders[leader].spent:
                continue
            called, units = usual(box, state, leader, fresh=True)
            group = grouped(outlook, area, called, units)
            plans.append((leader, group, plan(outlook, group) if units else lead(outlook, group)))
    return plans


def _operate(outlook: Outlook, frame: frames.Activations, legal: Sequence[Action]) -> Action | None:
    """Activate the leader or unit that gains most by going; pass when none gains."""
    box, state = outlook.box, outlook.state
    best: Action = PASS
    most = _LEAST
    for leader, group, course in courses(outlook):
        if len(course.path) < 2 and not course.attacks:
            continue
        test = needed_of_leader(box, state, leader, Called(group.leaders, group.units, {}))
        chance = 1.0 if test is None else test.highest / 6
        # Of equals the higher leader goes first, and the others follow him.
        gain = course.gain * chance + 0.01 * len(group.units)
        if gain > most and (course.gain > _LEAST):
            best, most = Activate(leader), gain
    raid = _raid(outlook, legal)
    if raid is not None and raid[1] > most:
        best = raid[0]
    if isinstance(best, Activate) and best.through is None:
        return _taken_along(outlook, best.who) or best
    return best


def _taken_along(outlook: Outlook, leader: str) -> Action | None:
    """Units that stand alone come under a leader who goes, as far as he has room."""
    box, state = outlook.box, outlook.state
    area = state.leaders[leader].box
    room = room_in(box, state, leader)
    if area is None or room <= 0:
        return None
    alone = [
        id
        for id in outlook.sight.units.get(area, ())
        if state.units[id].leader is None and not state.units[id].spent and box.may_command(leader, id)
    ]
    return Assign(tuple(alone[:room]), leader) if alone else None


def _raid(outlook: Outlook, legal: Sequence[Action]) -> tuple[Action, float] | None:
    """Send a cavalry unit to an unguarded place, or a lone unit that is of more use elsewhere."""
    box, state = outlook.box, outlook.state
    prizes = [
        area
        for area in outlook.state.control
        if area not in outlook.enemy and area not in outlook.own and outlook.place(area) >= _RAID
    ]
    tried: dict[tuple[str, str, Force], Plan] = {}
    best: tuple[Action, float] | None = None
    for action in legal:
        if not isinstance(action, Activate) or action.through is None:
            continue
        unit = action.who
        counter, card = state.units[unit], box.unit[unit]
        assert counter.box is not None
        if counter.leader is not None and (
            card.arm != "cavalry" or all(box.apart(counter.box, area) > card.allowance for area in prizes)
        ):
            continue
        # Equal units of a command have the same best move from the same box.
        alike = counter.box, card.command, outlook.troops.unit[unit, counter.reduced]
        if alike not in tried:
            tried[alike] = plan(outlook, grouped(outlook, counter.box, (), (unit,)))
        course = tried[alike]
        test = needed_of_unit(box, state, unit, action.through)
        chance = max(0, test.highest - sum(test.modifiers.values())) / 6
        gain = course.gain * chance
        if len(course.path) > 1 and gain > _LEAST and (best is None or gain > best[1]):
            best = action, gain
    return best


# Movement


def _go_on(outlook: Outlook, frame: frames.Activation, legal: Sequence[Action]) -> Action | None:
    """Go once along the best path, and leave a garrison behind where one is wanted."""
    state = outlook.state
    for mover in frame.movers:
        if mover.steps or mover.done:
            continue
        here = present(state, mover)
        group = grouped(outlook, here.at, here.leaders, here.units)
        course = plan(outlook, group) if here.units else lead(outlook, group)
        if len(course.path) > 1:
            # A group that leaves for Paris leaves no unit behind that is wanted there.
            staying = () if course.path[-1] == OUT else _garrison(outlook, group)
            move = Move(course.path, Party(every=True, names=staying))
            for choice in (move, Move(course.path), Move(course.path[:2])):
                if PROCEDURE.refusal(outlook.box, state, outlook.side, choice) is None:
                    return choice
    if END in legal:
        return END
    moves = [action for action in legal if isinstance(action, Move)]
    return max(moves, key=lambda move: outlook.stand(move.path[-1], group.force), default=None)


def _garrison(outlook: Outlook, group: Group) -> tuple[str, ...]:
    """The garrison for a place that is worth it and otherwise empty: the weakest of the foot."""
    if len(group.units) < 4 or not group.leaders or outlook.place(group.at) < _GUARD:
        return ()
    box, state, table = outlook.box, outlook.state, outlook.troops.unit
    others = outlook.own[group.at].plus(group.force, -1)
    walking = [id for id in group.units if box.unit[id].arm == "infantry"]
    weakest = sorted(walking, key=lambda id: table[id, state.units[id].reduced].hits)
    best: tuple[str, ...] = ()
    most = outlook.stand(group.at, others)
    for size in _GARRISONS:
        if size > len(weakest) or 2 * size > len(group.units):
            break
        left = tuple(weakest[:size])
        worth = outlook.stand(group.at, others.plus(force_of(box, state, left))) - _LEFT * size
        if worth > most:
            best, most = left, worth
    return best


# Reaction


def _react(outlook: Outlook, frame: frames.Reaction, legal: Sequence[Action]) -> Action | None:
    """React into a box where the gain in the battle is more than the loss where the units come from."""
    goers = {
        action: going
        for action in legal
        if isinstance(action, React)
        and isinstance(
            going := who(outlook.box, outlook.state, outlook.side, action.path[0], action.party), Going
        )
    }
    best: Action = END
    most = _REACT
    for action, going in goers.items():
        start, end = action.path
        if end not in outlook.enemy or not going.units:
            continue
        group = force_of(outlook.box, outlook.state, going.units, going.leaders)
        ours = outlook.own.get(end, NOBODY)
        hoped = ours
        for other, more in goers.items():
            if other.path[1] == end and other is not action and not set(more.units) & set(going.units):
                force = force_of(outlook.box, outlook.state, more.units, more.leaders)
                hoped = hoped.plus(force, 0.6)
        foe = outlook.enemy[end].force
        before = clash(outlook.troops, foe, ours)
        after = clash(outlook.troops, foe, hoped.plus(group))
        gain = before.net - after.net
        gain += (before.win - after.win) * outlook.place(end) if ours.units else 0.0
        if not ours.units:
            gain = -after.net + (1 - after.win) * outlook.place(end)
        others = outlook.own[start].plus(group, -1)
        gain -= outlook.stand(start, outlook.own[start]) - outlook.stand(start, others)
        if gain > most:
            best, most = action, gain
    return best


def _reinforce(outlook: Outlook, frame: Reinforcing, legal: Sequence[Action]) -> Action | None:
    """React into the Reserve of a battle, by the same estimate."""
    box, state = outlook.box, outlook.state
    ours, theirs = battles.both(outlook, frame.box)
    before = clash(outlook.troops, theirs, ours)
    best: Action = END
    most = _REACT
    for action in legal:
        if not isinstance(action, React):
            continue
        going = who(box, state, outlook.side, action.path[0], action.party)
        if not isinstance(going, Going) or not any(box.unit[id].arm == "infantry" for id in going.units):
            continue
        group = force_of(box, state, going.units, going.leaders)
        after = clash(outlook.troops, theirs, ours.plus(group))
        start = action.path[0]
        gain = before.net - after.net + (before.win - after.win) * outlook.place(frame.box)
        others = outlook.own[start].plus(group, -1)
        gain -= outlook.stand(start, outlook.own[start]) - outlook.stand(start, others)
        if gain > most:
            best, most = action, gain
    return best


# Combat


def _fight(outlook: Outlook, frame: Combat, legal: Sequence[Action]) -> Action | None:
    """Fight the battle that wins most first; where none is compulsory, only one that is worth it."""
    worths: dict[Action, float] = {}
    for action in legal:
        if isinstance(action, Attack):
            ours = units_in(outlook.box, outlook.state, action.box, outlook.side)
            group = Group(
                action.box,
                tuple(outlook.sight.leaders.get(action.box, ())),
                tuple(ours),
                outlook.own.get(action.box, NOBODY),
            )
            met = action.box in outlook.enemy
            worths[action] = attack(outlook, group, action.box) if met else 0.0
            if END in legal:
                worths[action] -= outlook.joined(action.box, group.force, NOBODY, action.box)
    best = max(worths, key=lambda action: worths[action], default=None)
    if END in legal and (best is None or worths[best] < 0):
        return END
    return best


_RULES: Mapping[type, Callable[[Outlook, Any, Sequence[Action]], Action | None]] = {
    frames.Bid: _bid,
    frames.Activations: _operate,
    frames.Activation: _go_on,
    frames.Reaction: _react,
    Combat: _fight,
    Reinforcing: _reinforce,
    **battles.RULES,
}
