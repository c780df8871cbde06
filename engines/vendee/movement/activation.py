"""A group in action: its points are rolled, it steps, drops and picks up, and stops (3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from data.catalogue import _
from data.sentences import _l
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.refusals import Refusal
from engines.vendee.actions import STOP, Action, Drop, Move, PickUp
from engines.vendee.box import Box
from engines.vendee.events import Dropped, Halted, PointsRolled, Stopped
from engines.vendee.frames import Activation, Condition, Points, enemy
from engines.vendee.handler import Handler
from engines.vendee.movement import step
from engines.vendee.position.groups import Group, beside, choose, fresh, goers, is_empty, part_of, rating
from engines.vendee.position.sight import Sight, foes_on, lies_hidden, look
from engines.vendee.position.stacking import ban, stay_refusal, together
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import State, controlled, led_kinds, sorted_points
from engines.vendee.words import Who


class GroupOnTheMove(Handler[Activation]):
    """A group steps, drops and picks up, and stops (3.1, 3.2)."""

    def asks(self, box: Box, state: State, frame: Activation) -> Decision:
        return Decision(
            frame.side,
            "activation",
            _("Choose the next step of the group in {at}", at=box.name(frame.at)),
            "3.2",
        )

    def seat(self, box: Box, state: State, frame: Activation) -> str:
        return frame.side

    def legal(self, box: Box, state: State, frame: Activation) -> list[Action]:
        """Single steps of the whole group, sensible drops and pick-ups, and to stop."""
        actions: list[Action] = [
            *(Move((frame.at, area)) for area in _open_steps(box, state, frame)),
            *map(Drop, _drops(box, state, frame)),
            *map(PickUp, _pick_ups(box, state, frame)),
        ]
        if stop_refusal(box, state, frame) is None:
            actions.append(STOP)
        return actions

    def refusal(self, box: Box, state: State, frame: Activation, action: Action) -> Refusal | None:
        match action:
            case Move(path, who):
                return _move_refusal(box, state, frame, path, who)
            case Drop(who):
                return _drop_refusal(box, state, frame, who)
            case PickUp(who):
                return _pick_up_refusal(box, state, frame, who)
            case _ if action == STOP:
                return stop_refusal(box, state, frame)
            case _:
                return out_of_place(_("move, drop, pick up or stop"))

    def act(self, ctx: Resolution, frame: Activation, action: Action) -> None:
        match action:
            case Move(path, who):
                group = choose(ctx.box, who, frame.points, frame.generals)
                assert not isinstance(group, Refusal)
                left = _rest(frame, group)
                if not is_empty(left):
                    frame = _drop(ctx, frame, left)
                foes = foes_on(ctx.box, ctx.state, frame.side, path[1:])
                ctx.replace(replace(frame, plan=path[1:], foes=foes))
            case Drop(who):
                group = choose(ctx.box, who, frame.points, frame.generals)
                assert not isinstance(group, Refusal)
                _drop(ctx, frame, group)
            case PickUp(who):
                group = choose(ctx.box, who, *fresh(ctx.box, ctx.state, frame.at, frame.side))
                assert not isinstance(group, Refusal)
                _pick_up(ctx, frame, group)
            case _:
                _end(ctx, frame, "stopped")

    def go_on(self, ctx: Resolution, frame: Activation) -> bool:
        """Roll for action points, follow the path, and end when no action is left."""
        if not frame.rolled:
            _begin(ctx, frame)
            return False
        if frame.over or (not frame.points and not frame.generals):
            _end(ctx, frame, "beaten" if frame.over else "lost")
            return False
        if frame.entering is not None:
            step.enter(ctx, frame, frame.entering, look(ctx.box, ctx.state, frame.side))
            return False
        if frame.plan:
            _follow(ctx, frame)
            return False
        if _is_spent(ctx.box, ctx.state, frame):
            _end(ctx, frame, "spent")
            return False
        return True

    def fallback(self, box: Box, state: State, frame: Activation) -> Action | None:
        """Stop; where that is not allowed, go on to an area where it is."""
        return STOP if stop_refusal(box, state, frame) is None else self.legal(box, state, frame)[0]

    def ordered(self, box: Box, state: State, frame: Activation, order: str) -> Action | None:
        """`stop` at the end of a path, where that is allowed."""
        return STOP if frame.steps and stop_refusal(box, state, frame) is None else None


def _open_steps(box: Box, state: State, frame: Activation) -> Iterator[str]:
    sight = look(box, state, frame.side)
    for area in box.ground.neighbours[frame.at]:
        if step.step_refusal(box, state, frame, area, sight) is None:
            yield area


def _lay_hidden(box: Box, state: State, frame: Activation) -> bool:
    """Whether the group lies face down, or did when its action points were rolled."""
    return any(lies_hidden(box, state, frame.side, area) for area in (frame.origin, frame.at))


def _is_spent(box: Box, state: State, frame: Activation) -> bool:
    """Whether an activation ends by itself, by what both sides know (V-3.2-l).

    The points left to a face-down group would reveal its general and counters, so its owner ends it; except
    for the flat allowance, which is public.
    """
    if _lay_hidden(box, state, frame):
        return bool(frame.points) and not frame.led and frame.spent >= frame.ap
    return not _goes_on(box, state, frame)


def _goes_on(box: Box, state: State, frame: Activation) -> bool:
    """Whether the group has a step, or would have one with others or without some of its own (V-3.2-l)."""
    if any(_open_steps(box, state, frame)):
        return True
    ways = [box.ground.step[frame.at, near].cost(frame.side) for near in box.ground.neighbours[frame.at]]
    if frame.steps and all(cost is None or frame.spent + cost > frame.ap for cost in ways):
        return False
    tried: list[Group] = []
    todo = [(state, frame)]
    while todo:
        state, frame = todo.pop()
        for change in _changes(box, state, frame):
            ctx = Resolution(box, state.copy(), Dice(None))
            change(ctx)
            after = ctx.state.stack[-1]
            assert isinstance(after, Activation)
            group = (after.points, after.generals)
            if group in tried:
                continue
            if any(_open_steps(box, ctx.state, after)):
                return True
            tried.append(group)
            todo.append((ctx.state, after))
    return False


def _changes(box: Box, state: State, frame: Activation) -> Iterator[Callable[[Resolution], object]]:
    """All points of one kind, or one general, picked up or left behind."""
    points, generals = fresh(box, state, frame.at, frame.side)
    for group in _each(points, generals):
        if _join_refusal(box, state, frame, group) is None:
            yield partial(_pick_up, frame=frame, group=group)
    for group in _each(frame.points, frame.generals):
        if _leave_refusal(box, state, frame, group) is None:
            yield partial(_drop, frame=frame, group=group)


def _each(points: Points, generals: Sequence[str]) -> list[Group]:
    return [*(({kind: count}, ()) for kind, count in points.items()), *(({}, (id,)) for id in generals)]


def _drops(box: Box, state: State, frame: Activation) -> list[Who]:
    led = led_kinds(state, frame.generals, frame.points)
    offered: list[Group] = [({kind: count}, ()) for kind in led for count in _some(frame.points[kind])]
    if led or not frame.points:
        offered += [({}, (general,)) for general in frame.generals]
    return [exactly(*group) for group in offered if _leave_refusal(box, state, frame, group) is None]


def _some(count: int) -> list[int]:
    """One, half of them, all but one, and all."""
    return sorted({1, count // 2, count - 1, count} - {0})


def _pick_ups(box: Box, state: State, frame: Activation) -> list[Who]:
    points, generals = fresh(box, state, frame.at, frame.side)
    offered: list[Group] = [({kind: count}, ()) for kind, most in points.items() for count in _some(most)]
    offered += [({}, (general,)) for general in generals]
    return [exactly(*group) for group in offered if _join_refusal(box, state, frame, group) is None]


def _move_refusal(
    box: Box, state: State, frame: Activation, path: tuple[str, ...], who: Who
) -> Refusal | None:
    if len(path) < 2 or path[0] != frame.at:
        return Refusal("V-3.2-a", _l("The group is in {at}: the path begins there", at=box.name(frame.at)))
    group = choose(box, who, frame.points, frame.generals)
    if isinstance(group, Refusal):
        return group
    if is_empty(group):
        return Refusal("V-3.2-a", _l("Nobody would go"))
    left = _rest(frame, group)
    if not is_empty(left):
        reason = _drop_refusal(box, state, frame, exactly(*left))
        if reason:
            return reason
    return path_refusal(box, state, part_of(frame, group), path)


def path_refusal(box: Box, state: State, act: Activation, path: tuple[str, ...]) -> Refusal | None:
    """The refusal of a path, with the number of the step; it is judged up to where it meets the enemy."""
    sight = look(box, state, act.side)
    for number, area in enumerate(path[1:], start=1):
        reason = step.step_refusal(box, state, act, area, sight)
        if reason:
            if len(path) == 2:
                return reason
            why = _l("Step {number}: {why}", number=number, why=reason.reason)
            return Refusal(reason.statement, why)
        if act.points and sight.enemy(area) in ("points", "backs"):
            return None
        cost = step.step_cost(box, act, area, sneaks=step.sneaks_into(act, area, sight))
        assert cost is not None
        if act.rolled:
            spent = min(act.ap, act.spent + cost)
            act = step.ahead(box, act, area, goers(box, act, cost), spent)
        else:
            act = replace(step.ahead(box, act, area, act.points, 0), steps=0)
    return None


def _rest(frame: Activation, group: Group) -> Group:
    points = {kind: count - group[0].get(kind, 0) for kind, count in frame.points.items()}
    return sorted_points(points), tuple(id for id in frame.generals if id not in group[1])


def _drop_refusal(box: Box, state: State, frame: Activation, who: Who) -> Refusal | None:
    group = choose(box, who, frame.points, frame.generals)
    return group if isinstance(group, Refusal) else _leave_refusal(box, state, frame, group)


def _leave_refusal(box: Box, state: State, frame: Activation, group: Group) -> Refusal | None:
    if is_empty(group):
        return Refusal("V-3.2-d", _l("Nobody would be left behind"))
    if is_empty(_rest(frame, group)):
        return Refusal("V-3.2-d", _l("The whole group would be left behind; to end the activation, stop"))
    led = led_kinds(state, frame.generals, frame.points)
    # Generals who go alone part as they like.
    if frame.points and (any(kind not in led for kind in group[0]) or not led):
        return Refusal(
            "V-3.2-d", _l("Without a general of their army in the group nobody leaves it on the way")
        )
    return stay_refusal(box, state, frame.side, group, beside(box, state, frame), frame.at)


def _pick_up_refusal(box: Box, state: State, frame: Activation, who: Who) -> Refusal | None:
    group = choose(box, who, *fresh(box, state, frame.at, frame.side))
    if isinstance(group, Refusal):
        return Refusal(
            "V-3.2-e",
            _l(
                "Of those not yet activated here: {why}",
                why=group.message[0].lower() + group.message[1:],
            ),
        )
    return _join_refusal(box, state, frame, group)


def _join_refusal(box: Box, state: State, frame: Activation, group: Group) -> Refusal | None:
    if is_empty(group):
        return Refusal("V-3.2-e", _l("There is nobody to pick up who was not activated yet"))
    if frame.points and not led_kinds(state, frame.generals, frame.points):
        return Refusal("V-3.2-d", _l("Without a general of its own army the group picks nobody up"))
    if len(led_kinds(state, frame.generals, group[0])) < len(group[0]):
        return Refusal("V-3.2-d", _l("A group picks up combat points of its generals' armies only"))
    points = {kind: frame.points.get(kind, 0) + group[0].get(kind, 0) for kind in (*frame.points, *group[0])}
    return together(box, state, frame.side, points, (*frame.generals, *group[1]), frame.at)


def stop_refusal(box: Box, state: State, frame: Activation) -> Refusal | None:
    """The refusal to end an activation here while the group can go on (V-3.5-c)."""
    reason = ban(box, state, frame.side, frame.points, frame.generals, frame.at, here=True)
    return reason if reason and _goes_on(box, state, frame) else None


def _drop(ctx: Resolution, frame: Activation, group: Group) -> Activation:
    hidden = lies_hidden(ctx.box, ctx.state, frame.side, frame.at)
    ctx.say(Dropped(frame.side, frame.at, group[0], group[1], False, hidden))
    after = part_of(frame, _rest(frame, group))
    ctx.replace(after)
    return after


def _pick_up(ctx: Resolution, frame: Activation, group: Group) -> None:
    """Add a group, which shares the remaining action points (V-3.2-e)."""
    mark(ctx, frame.at, group)
    points: Points = dict(frame.points)
    picked: Points = dict(frame.picked or {})
    # Elsewhere the step binds them in no way, and needs no record.
    bound = frame.by_road and controlled(ctx.box, ctx.state, frame.at, enemy(frame.side))
    for kind, count in group[0].items():
        points[kind] = points.get(kind, 0) + count
        if bound:
            picked[kind] = picked.get(kind, 0) + count
    order = list(ctx.box.general)
    generals = tuple(sorted((*frame.generals, *group[1]), key=order.index))
    hidden = lies_hidden(ctx.box, ctx.state, frame.side, frame.at)
    ctx.say(Dropped(frame.side, frame.at, group[0], group[1], True, hidden))
    ctx.replace(
        replace(
            frame,
            points=sorted_points(points),
            generals=generals,
            picked=sorted_points(picked) or UNSET,
            led=(*frame.led, *(kind for kind in group[0] if kind not in frame.led)),
        )
    )


def mark(ctx: Resolution, area: str, group: Group) -> None:
    """Put activated markers on counters (V-3.2-k)."""
    for kind, count in group[0].items():
        ctx.mark(area, kind, Condition(fresh=count), Condition(activated=count))
    for general in group[1]:
        ctx.set_officer(general, ready="activated")


def _begin(ctx: Resolution, frame: Activation) -> None:
    """Mark the group and determine its action points (V-3.1-a to d)."""
    box, state = ctx.box, ctx.state
    mark(ctx, frame.at, (frame.points, frame.generals))
    led = led_kinds(state, frame.generals, frame.points)
    hidden = lies_hidden(box, state, frame.side, frame.at)
    strategic = rating(box, state, (frame.points, frame.generals))
    if strategic is not None:
        faces = ctx.pair("action points")
        ap = box.charts.action_points(sum(faces), strategic)
        ctx.say(PointsRolled(frame.side, frame.at, faces, strategic, ap, hidden))
    else:
        ap = box.charts.action_points_without_general
        ctx.say(PointsRolled(frame.side, frame.at, (), None, ap, hidden))
    ctx.replace(replace(frame, ap=ap, rolled=True, led=led))


def _follow(ctx: Resolution, frame: Activation) -> None:
    area = frame.plan[0]
    # What was on the way behind it counts no more: typed step by step, a path leads to the same state.
    frame = replace(frame, foes=tuple(foe for foe in frame.foes if foe in frame.plan))
    sight = look(ctx.box, ctx.state, frame.side)
    reason = _hindrance(ctx.box, ctx.state, frame, area, sight)
    if reason:
        ctx.say(Halted(frame.side, frame.at, area, reason.reason, reason.case))
        ctx.replace(replace(frame, plan=()))
        return
    step.take_step(ctx, frame, area, sight)


def _hindrance(box: Box, state: State, frame: Activation, area: str, sight: Sight) -> Refusal | None:
    """The reason why a path is not followed into the next area, or None.

    The owner decides whether to fight enemies that have come there since he typed it.
    """
    if frame.points and area not in frame.foes and sight.enemy(area) in ("points", "backs"):
        return Refusal("V-4.1-a", _l("The enemy has entered {area} since then", area=box.name(area)))
    return step.step_refusal(box, state, frame, area, sight)


def _end(ctx: Resolution, frame: Activation, reason: Literal["stopped", "spent", "beaten", "lost"]) -> None:
    ctx.pop()
    # A defeat is public.
    hidden = reason in ("stopped", "spent") and _lay_hidden(ctx.box, ctx.state, frame)
    ctx.say(Stopped(frame.side, frame.at, reason, hidden))
