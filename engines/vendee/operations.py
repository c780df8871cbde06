"""Phase 4: who is in hand, activations, hand-over and pre-emption (2.4).

This module handles `Operations` and, as `PREEMPTION`, `Preempt` (I-01).
"""

from __future__ import annotations

import msgspec

from data.vendee.schema import Side
from engines.core.contract import Decision
from engines.core.events import TableRoll
from engines.vendee.actions import DECLINE, HAND_OVER, Action, Activate, Move, Preempt, parse
from engines.vendee.activation import path_refusal
from engines.vendee.box import Box
from engines.vendee.events import Announced, Declined, HandedOver, Preempted
from engines.vendee.frames import Activation, Operations, enemy
from engines.vendee.frames import Preempt as PreemptFrame
from engines.vendee.groups import Group, choose, fresh, group_refusal, groups_of, readied, stack_in, stacks
from engines.vendee.orders import operations_order, preemption_order
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.sight import Sight, lies_hidden
from engines.vendee.state import State, generals_in, generals_on_map
from engines.vendee.turn import Turn
from engines.vendee.view import sees
from engines.vendee.words import Who, words_of


def asks(box: Box, state: State, frame: Operations) -> Decision:
    """To activate a stack or hand over; a bound side activates the stack that pre-empted."""
    if frame.bound:
        prompt = f"Activate the stack in {box.name(frame.bound)} that pre-empted"
        return Decision(frame.hand, "operations", prompt, "2.4")
    prompt = "Activate a stack or hand over"
    if ends_phase(frame):
        prompt += "; handing over now ends the operations of this turn"
    return Decision(frame.hand, "operations", prompt, "2.4")


def ends_phase(frame: Operations) -> bool:
    """Whether a hand-over now would end the phase (V-2.4-e)."""
    return frame.passed and not frame.acted


def legal(box: Box, state: State, frame: Operations) -> list[Action]:
    """Sensible groups of every stack, and to hand over."""
    side = frame.hand
    ready = [stack_in(box, state, frame.bound, side)] if frame.bound else stacks(box, state, side)
    found: list[Action] = [
        Activate(stack.area, who) for stack in ready for who in groups_of(box, state, stack)
    ]
    if not frame.bound:
        found.append(HAND_OVER)
    return found


def refusal(box: Box, state: State, frame: Operations, action: Action) -> Refusal | None:
    """Judged by the rules, also for what was not listed."""
    match action:
        case Activate(area, who):
            group = _group(box, state, frame, area, who)
            return group if isinstance(group, Refusal) else None
        case Move(path, who):
            return _move_refusal(box, state, frame, path, who)
        case _ if action == HAND_OVER:
            if frame.bound:
                name = box.name(frame.bound)
                return Refusal("V-2.4-h", f"The stack in {name} that pre-empted is activated first")
            return None
        case _:
            return out_of_place("activate, move or hand over")


def _move_refusal(
    box: Box, state: State, frame: Operations, path: tuple[str, ...], who: Who
) -> Refusal | None:
    if len(path) < 2:
        return Refusal("V-3.2-a", "A path has two areas or more: move cholet > mortagne")
    group = _group(box, state, frame, path[0], who)
    if isinstance(group, Refusal):
        return group
    return path_refusal(box, state, _announced(frame.hand, path[0], group), path)


def _announced(side: Side, area: str, group: Group, plan: tuple[str, ...] = ()) -> Activation:
    return Activation(side, area, group[0], group[1], area, plan=plan)


def _group(box: Box, state: State, frame: Operations, area: str, who: Who) -> Group | Refusal:
    if frame.bound and area != frame.bound:
        name = box.name(frame.bound)
        return Refusal("V-2.4-h", f"The stack in {name} that pre-empted is activated first")
    stack = stack_in(box, state, area, frame.hand)
    if not stack.points and not stack.generals:
        return Refusal(
            "V-2.4-d", f"Nobody of yours in {box.name(area)} is left who was neither activated nor routed"
        )
    group = choose(box, who, stack.points, stack.generals)
    if isinstance(group, Refusal):
        return group
    return group_refusal(box, state, stack, group) or group


def act(turn: Turn, frame: Operations, action: Action) -> None:
    """Announce an activation, which may be pre-empted, or hand over."""
    match action:
        case Activate(area, who):
            _announce(turn, frame, area, who, ())
        case Move(path, who):
            _announce(turn, frame, path[0], who, path[1:])
        case _:
            hand_over(turn, frame, forced=False)


def _announce(turn: Turn, frame: Operations, area: str, who: Who, plan: tuple[str, ...]) -> None:
    box, state, side = turn.box, turn.state, frame.hand
    group = choose(box, who, *fresh(box, state, area, side))
    assert not isinstance(group, Refusal)
    hidden = lies_hidden(box, state, side, area)
    turn.say(Announced(side, area, group[0], group[1], hidden))
    turn.replace(msgspec.structs.replace(frame, acted=True, bound=None))
    turn.push(_announced(side, area, group, plan))
    winner = state.initiative
    if winner == enemy(side) and not state.preempted and _stacks(box, state, winner):
        turn.push(PreemptFrame(winner, area))


def hand_over(turn: Turn, frame: Operations, *, forced: bool) -> None:
    """The other side is in hand; the phase ends with the second pass in a row (V-2.4-e, A-12)."""
    if ends_phase(frame):
        turn.say(HandedOver(frame.hand, forced, True))
        turn.pop()
        return
    passed = not (frame.acted and turn.state.options["late-passes"])
    turn.say(HandedOver(frame.hand, forced, False))
    turn.replace(Operations(enemy(frame.hand), passed))


def go_on(turn: Turn, frame: Operations) -> bool:
    """The phase ends when nobody is left; a side with nobody left passes (A-14)."""
    if not any(readied(turn.box, turn.state, side) for side in (frame.hand, enemy(frame.hand))):
        turn.pop()
        return False
    if not readied(turn.box, turn.state, frame.hand):
        hand_over(turn, frame, forced=True)
        return False
    return True


def fallback(box: Box, state: State, frame: Operations) -> Action | None:
    """Hand over (I-02); the stack that pre-empted is activated and stays."""
    return legal(box, state, frame)[0] if frame.bound else HAND_OVER


def ordered(box: Box, state: State, frame: Operations, order: str) -> Action | None:
    """Its moves in order, the first that can be made; then perhaps to hand over (I-02)."""
    wanted = operations_order(order)
    for turn, text in wanted.moves:
        action = parse(words_of(box), text, list)
        if turn in (None, state.turn) and refusal(box, state, frame, action) is None:
            return action
    if not wanted.hand_over or frame.bound:
        return None
    if (wanted.safe and ends_phase(frame)) or (wanted.idle and not _idle(box, state, enemy(frame.hand))):
        return None
    return HAND_OVER


def _idle(box: Box, state: State, side: Side) -> bool:
    """Whether the other side sees that none of a side's counters could be activated."""
    return not Sight(box, state, enemy(side)).backs and not readied(box, state, side)


def _stacks(box: Box, state: State, side: Side) -> list[str]:
    """Areas from which a side could pre-empt: with a general not yet activated (V-2.4-k)."""
    areas = {
        state.officers[id].area
        for id in generals_on_map(box, state, side)
        if state.officers[id].ready == "fresh"
    }
    return sorted((area for area in areas if area), key=box.ground.order.__getitem__)


class Preemption:
    """The winner of the initiative may go first, once a phase (V-2.4-f to k)."""

    def asks(self, box: Box, state: State, frame: PreemptFrame) -> Decision:
        """Whether to pre-empt, and with which stack."""
        prompt = f"Pre-empt the stack in {box.name(frame.area)} with a stack of yours, or decline"
        return Decision(frame.side, "preemption", prompt, "2.4", True)

    def legal(self, box: Box, state: State, frame: PreemptFrame) -> list[Action]:
        """Every stack with a general, or not."""
        return [*map(Preempt, _stacks(box, state, frame.side)), DECLINE]

    def refusal(self, box: Box, state: State, frame: PreemptFrame, action: Action) -> Refusal | None:
        """A stack needs a general who was not activated."""
        if action == DECLINE:
            return None
        if not isinstance(action, Preempt):
            return out_of_place("preempt AREA, or decline")
        if action.area not in _stacks(box, state, frame.side):
            name = box.name(action.area)
            return Refusal("V-2.4-k", f"No general of yours in {name} is left to be activated")
        return None

    def act(self, turn: Turn, frame: PreemptFrame, action: Action) -> None:
        """Roll the die; with success the hand changes and the announced stack is as it was (V-2.4-g to j)."""
        box, state = turn.box, turn.state
        turn.pop()
        if not isinstance(action, Preempt):
            turn.say(Declined(frame.side, "preemption"))
            return
        state.preempted = True
        leaders = fresh(box, state, action.area, frame.side)[1]
        highest = box.best_strategic(leaders)
        face = turn.dice.roll("pre-emption")
        success = face <= highest
        turn.say(
            TableRoll("pre-emption", [face], f"1 to {highest}", "yes" if success else "no", "2.4"),
            Preempted(frame.side, action.area, success),
        )
        if success:
            turn.pop()
            turn.replace(Operations(frame.side, bound=action.area))

    def go_on(self, turn: Turn, frame: PreemptFrame) -> bool:
        """Wait."""
        return True

    def fallback(self, box: Box, state: State, frame: PreemptFrame) -> Action | None:
        """No pre-emption."""
        return DECLINE

    def ordered(self, box: Box, state: State, frame: PreemptFrame, order: str) -> Action | None:
        """`with STACK`, `with STACK against PLACE, …`, `with STACK near AREA, …`, else `decline`.

        A stack or place is an area, or where a general is; an enemy general has to be seen there.
        """
        wanted = preemption_order(order)
        if wanted is None:
            return DECLINE
        officer = state.officers.get(wanted.stack)
        stack = wanted.stack if officer is None else officer.area
        near = {place for area in wanted.near for place in (area, *box.ground.neighbours[area])}
        if wanted.near and frame.area not in near:
            return DECLINE
        if wanted.against and frame.area not in wanted.against:
            foe = enemy(frame.side)
            seen = (
                generals_in(box, state, frame.area, foe)
                if sees(box, state, frame.side, foe, frame.area)
                else ()
            )
            if not any(general in wanted.against for general in seen):
                return DECLINE
        return Preempt(stack) if stack in _stacks(box, state, frame.side) else DECLINE


PREEMPTION = Preemption()
