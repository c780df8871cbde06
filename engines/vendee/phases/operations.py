"""Phase 4: the active side, activations, hand-over and pre-emption (2.4)."""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import _
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import DECLINE, HAND_OVER, Action, Activate, Move, Preempt, parse
from engines.vendee.box import Box
from engines.vendee.events import Announced, Declined, HandedOver, Preempted
from engines.vendee.frames import Activation, Operations, enemy
from engines.vendee.frames import Preempt as PreemptFrame
from engines.vendee.handler import Handler
from engines.vendee.movement.activation import path_refusal
from engines.vendee.orders.outside import OPERATIONS, PREEMPTION, AskOrder
from engines.vendee.orders.queue import HandOverOrder
from engines.vendee.position.distances import marches
from engines.vendee.position.groups import (
    Group,
    choose,
    fresh,
    group_refusal,
    groups_of,
    readied,
    stack_in,
    stacks,
)
from engines.vendee.position.sight import foes_on, hidden_roller, lies_hidden, look
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, generals_in, generals_on_map
from engines.vendee.view import sees
from engines.vendee.words import Who, words_of

NEAR = 3
"""Distance in areas from a stack within which a side without an order is always asked to pre-empt it."""
_HIGHEST = 12
"""The best roll for action points."""


class Operating(Handler[Operations]):
    """The active side activates a stack or hands over (2.4)."""

    def asks(self, box: Box, state: State, frame: Operations) -> Decision:
        """Asks a side to activate a stack or to hand over; a pre-emption binds it to its stack."""
        if frame.bound:
            prompt = _("Activate the stack in {bound} that pre-empted", bound=box.name(frame.bound))
            return Decision(frame.hand, "operations", prompt, "2.4")
        prompt = _("Activate a stack or hand over")
        if frame.acted:
            prompt = _("Activate another stack, or hand over")
        if ends_phase(frame):
            prompt = _("Activate a stack, or hand over to end the operations")
        return Decision(frame.hand, "operations", prompt, "2.4")

    def seat(self, box: Box, state: State, frame: Operations) -> str:
        return frame.hand

    def legal(self, box: Box, state: State, frame: Operations) -> list[Action]:
        """Sensible groups of every stack, and to hand over."""
        side = frame.hand
        ready = [stack_in(box, state, frame.bound, side)] if frame.bound else stacks(box, state, side)
        activations: list[Action] = [
            Activate(stack.area, who) for stack in ready for who in groups_of(box, state, stack)
        ]
        if not frame.bound:
            activations.append(HAND_OVER)
        return activations

    def refusal(self, box: Box, state: State, frame: Operations, action: Action) -> Refusal | None:
        match action:
            case Activate(area, who):
                group = _group(box, state, frame, area, who)
                return group if isinstance(group, Refusal) else None
            case Move(path, who):
                return _move_refusal(box, state, frame, path, who)
            case _ if action == HAND_OVER:
                return _bound(box, frame.bound) if frame.bound else None
            case _:
                return out_of_place(_("activate, move or hand over"))

    def act(self, ctx: Resolution, frame: Operations, action: Action) -> None:
        """Announce an activation, which may be pre-empted, or hand over."""
        match action:
            case Activate(area, who):
                _announce(ctx, frame, area, who, ())
            case Move(path, who):
                _announce(ctx, frame, path[0], who, path[1:])
            case _:
                hand_over(ctx, frame, forced=False)

    def go_on(self, ctx: Resolution, frame: Operations) -> bool:
        """The phase ends when no counter is left to activate; a side without any passes (A-14)."""
        if not any(readied(ctx.box, ctx.state, side) for side in (frame.hand, enemy(frame.hand))):
            ctx.pop()
            return False
        if not readied(ctx.box, ctx.state, frame.hand):
            hand_over(ctx, frame, forced=True)
            return False
        return True

    def fallback(self, box: Box, state: State, frame: Operations) -> Action | None:
        """Hand over (I-02); the stack that pre-empted is activated and stays."""
        return self.legal(box, state, frame)[0] if frame.bound else HAND_OVER

    def ordered(self, box: Box, state: State, frame: Operations, order: str) -> Action | None:
        """The first legal move of the order; after them a hand-over, if the order ends with one (I-02)."""
        for wanted in OPERATIONS.read(order):
            if isinstance(wanted, HandOverOrder):
                return handed_over(box, state, frame, wanted)
            action = parse(words_of(box), wanted.action, list)
            if wanted.turn in (None, state.turn) and self.refusal(box, state, frame, action) is None:
                return action
        return None


def handed_over(box: Box, state: State, frame: Operations, order: HandOverOrder) -> Action | None:
    """The hand-over, if the order wants it now."""
    idle = _idle(box, state, enemy(frame.hand))
    ends = ends_phase(frame) or (idle and _passes(state, frame))
    waits = frame.bound or (order.safe and ends) or (order.idle and not idle)
    return None if waits else HAND_OVER


def ends_phase(frame: Operations) -> bool:
    """Whether a hand-over now would end the phase (V-2.4-e)."""
    return frame.passed and not frame.acted


def _move_refusal(
    box: Box, state: State, frame: Operations, path: tuple[str, ...], who: Who
) -> Refusal | None:
    if len(path) < 2:
        return Refusal("V-3.2-a", _l("A path has two areas or more: move cholet > mortagne"))
    group = _group(box, state, frame, path[0], who)
    if isinstance(group, Refusal):
        return group
    return path_refusal(box, state, _announced(frame.hand, path[0], group), path)


def _announced(side: Side, area: str, group: Group, plan: tuple[str, ...] = ()) -> Activation:
    return Activation(side, area, group[0], group[1], area, plan=plan)


def _group(box: Box, state: State, frame: Operations, area: str, who: Who) -> Group | Refusal:
    if frame.bound and area != frame.bound:
        return _bound(box, frame.bound)
    stack = stack_in(box, state, area, frame.hand)
    if not stack.points and not stack.generals:
        return Refusal(
            "V-2.4-d",
            _l("You have no counters in {area} that were not yet activated or routed", area=box.name(area)),
        )
    group = choose(box, who, stack.points, stack.generals)
    if isinstance(group, Refusal):
        return group
    return group_refusal(box, state, stack, group) or group


def _bound(box: Box, area: str) -> Refusal:
    return Refusal(
        "V-2.4-h", _l("The stack in {area} that pre-empted is activated first", area=box.name(area))
    )


def _announce(ctx: Resolution, frame: Operations, area: str, who: Who, plan: tuple[str, ...]) -> None:
    box, state, side = ctx.box, ctx.state, frame.hand
    group = choose(box, who, *fresh(box, state, area, side))
    assert not isinstance(group, Refusal)
    hidden = lies_hidden(box, state, side, area)
    ctx.say(Announced(side, area, group[0], group[1], hidden))
    ctx.replace(replace(frame, acted=True, bound=None))
    ctx.push(replace(_announced(side, area, group, plan), foes=foes_on(box, state, side, plan)))
    if may_preempt(box, state, enemy(side)):
        ctx.push(PreemptFrame(enemy(side), area))


def hand_over(ctx: Resolution, frame: Operations, *, forced: bool) -> None:
    """The other side becomes active; the phase ends with the second pass in a row (V-2.4-e, A-12)."""
    if ends_phase(frame):
        ctx.say(HandedOver(frame.hand, forced, True))
        ctx.pop()
        return
    ctx.say(HandedOver(frame.hand, forced, False))
    ctx.replace(Operations(enemy(frame.hand), _passes(ctx.state, frame)))


def _passes(state: State, frame: Operations) -> bool:
    """Whether a hand-over now is a pass, so that one of the other side ends the phase (A-12)."""
    return not (frame.acted and state.options["late-passes"])


def _idle(box: Box, state: State, side: Side) -> bool:
    """Whether the other side sees that none of a side's counters could be activated."""
    return not look(box, state, enemy(side)).backs and not readied(box, state, side)


def _stacks(box: Box, state: State, side: Side) -> list[str]:
    """Areas from which a side could pre-empt: with a general not yet activated (V-2.4-k)."""
    areas = {
        state.officers[id].area
        for id in generals_on_map(box, state, side)
        if state.officers[id].ready == "fresh"
    }
    return sorted((area for area in areas if area), key=box.ground.order.__getitem__)


def may_preempt(box: Box, state: State, side: Side) -> bool:
    """Whether a side may still pre-empt, as far as the other sees: any face-down counter may be a general."""
    able = state.initiative == side and not state.preempted
    return able and bool(look(box, state, enemy(side)).backs or _stacks(box, state, side))


def _near(box: Box, state: State, frame: PreemptFrame) -> bool:
    """Whether the stack is near counters of the asked side, face up or down, or could reach some.

    Judged by what both sides see, so that a question, or none, reveals nothing of face-down counters.
    """
    side = enemy(frame.side)
    sight = look(box, state, side)
    counters = [area for area in box.ground.area if sight.enemy(area) != "none"]
    far, ways, most = box.ground.distance[frame.area], marches(box.ground, side), _utmost(box, state, frame)
    return any(far[area] <= NEAR or ways[area][frame.area] <= most for area in counters)


def _utmost(box: Box, state: State, frame: PreemptFrame) -> int:
    """The most action points, in halves, that the announced stack may have as far as the other side sees."""
    side = enemy(frame.side)
    announced = next(below for below in reversed(state.stack) if isinstance(below, Activation))
    hidden = lies_hidden(box, state, side, frame.area)
    generals = box.generals_of[side] if hidden else announced.generals
    if not generals:
        return box.charts.action_points_without_general
    return box.charts.action_points(_HIGHEST, box.best_strategic(generals))


class Preemption(Handler[PreemptFrame]):
    """The winner of the initiative may go first, once a phase (V-2.4-f to k)."""

    usual = DECLINE

    def asks(self, box: Box, state: State, frame: PreemptFrame) -> Decision:
        prompt = _("Pre-empt the stack in {area}, or let it go first", area=box.name(frame.area))
        return Decision(frame.side, "preemption", prompt, "2.4")

    def legal(self, box: Box, state: State, frame: PreemptFrame) -> list[Action]:
        return [*map(Preempt, _stacks(box, state, frame.side)), DECLINE]

    def refusal(self, box: Box, state: State, frame: PreemptFrame, action: Action) -> Refusal | None:
        if action == DECLINE:
            return None
        if not isinstance(action, Preempt):
            return out_of_place(_("preempt AREA, or decline"))
        if action.area not in _stacks(box, state, frame.side):
            name = box.name(action.area)
            return Refusal("V-2.4-k", _l("You have no general left to activate in {name}", name=name))
        return None

    def act(self, ctx: Resolution, frame: PreemptFrame, action: Action) -> None:
        """Roll the die; with success the other side becomes active and the announced stack is as before
        (V-2.4-g to j).
        """
        box, state = ctx.box, ctx.state
        ctx.pop()
        if not isinstance(action, Preempt):
            ctx.say(Declined(frame.side, "preemption"))
            return
        state.preempted = True
        leaders = fresh(box, state, action.area, frame.side)[1]
        highest = box.best_strategic(leaders)
        roller = hidden_roller(box, state, frame.side, action.area)
        success = ctx.at_most("pre-emption", highest, "2.4", roller=roller)
        ctx.say(Preempted(frame.side, action.area, success))
        if success:
            ctx.pop()
            ctx.replace(Operations(frame.side, bound=action.area))

    def ordered(self, box: Box, state: State, frame: PreemptFrame, order: str) -> Action | None:
        """`with STACK`, `with STACK against PLACE, …`, `with STACK near AREA, …`, `ask me`, else `decline`.

        A stack or place is an area, or that of a general; an enemy general has to be seen there.
        """
        wanted = PREEMPTION.one(order)
        if wanted is None:
            return DECLINE
        if isinstance(wanted, AskOrder):
            return DECLINE if wanted.near and not _near(box, state, frame) else None
        officer = state.officers.get(wanted.stack)
        stack = wanted.stack if officer is None else officer.area
        if officer is not None and officer.ready != "fresh":
            # Others of his stack may go, but not with him.
            return DECLINE
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
