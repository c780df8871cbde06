"""March to the guns: both sides may bring up stacks from areas next to a combat (4.2, V-ER-3).

This module handles `Battle` while marches are declared, first the attacker's, then the defender's (A-40).
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from data.catalogue import _
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import DECLINE, Action
from engines.vendee.box import Box
from engines.vendee.combat.actions import Guns
from engines.vendee.combat.encounter import sorted_out
from engines.vendee.combat.events import GunsHeard
from engines.vendee.combat.frames import Battle, Contingent
from engines.vendee.combat.reckoning import clash_of
from engines.vendee.frames import Kind, Points, enemy
from engines.vendee.handler import Handler
from engines.vendee.orders.combat import MARCH, MarchOrder
from engines.vendee.position import isolated
from engines.vendee.position.groups import Group, choose, parts, recount, standing
from engines.vendee.position.sight import fewest, lies_hidden
from engines.vendee.position.stacking import ban, entry_ban, leaves_home, needs_test, test, together
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import State, by_kind, gatine, generals_in, leads, led_kinds, total
from engines.vendee.words import ALL, Who


def marching(battle: Battle) -> Side:
    """The side whose marches are declared now."""
    return battle.attacker if battle.stage == "guns" else enemy(battle.attacker)


def below(box: Box, state: State, group: Group) -> int:
    """The number that the die has to be below: by the best general of the stack, of any army (V-4.2-c)."""
    return box.charts.tables.tests.guns_factor * box.best_strategic(group[1])


def guns_refusal(box: Box, state: State, battle: Battle, area: str, who: Who) -> Refusal | None:
    """The refusal of a march by a part of a stack, or None."""
    side, target = marching(battle), battle.area
    name, here = box.name(target), box.name(area)
    step = box.ground.step.get((area, target))
    if step is None:
        return Refusal(
            "V-4.2-b", _l("{here} does not border on {name}, where the guns are", here=here, name=name)
        )
    if step.way != "land":
        river = _("the Gois") if step.way == "gois" else _("the Loire")
        return Refusal("V-4.2-g", _l("Nobody marches to the guns across {river}", river=river))
    if area in battle.tried:
        return Refusal("V-4.2-d", _l("A march from {here} was tried already in this combat", here=here))
    group = choose(box, who, *standing(box, state, side, area))
    if isinstance(group, Refusal):
        return Refusal("V-4.2-b", group.reason)
    points, generals = group
    if not points or not generals:
        return Refusal(
            "V-4.2-b",
            _l("A march from {here} wants a general and a combat point, named together", here=here),
        )
    apart = _divided(box, state, side, area, group)
    if apart:
        return apart
    if below(box, state, group) <= 1:
        return Refusal(
            "V-4.2-c", _l("With a strategic rating of 0 no march from {here} can succeed", here=here)
        )
    if side == "royalist" and state.turn == 1 and leaves_home(box, state, points, generals, target):
        return Refusal(
            "V-4.2-i",
            _l("In the first turn no royalist leaves the zone of his army for {name}", name=name),
        )
    reason = (
        together(box, state, side, points, generals, area)
        or entry_ban(box, state, side, points, generals, target)
        or ban(box, state, side, points, generals, target)
    )
    return Refusal("V-4.2-h", reason.reason) if reason else None


def _divided(box: Box, state: State, side: Side, area: str, group: Group) -> Refusal | None:
    """The refusal of a march by part of a stack: a part that leaves needs a general of its army (A-41)."""
    points, generals = group
    present = by_kind(state, area, side)
    led = led_kinds(state, generals, points)
    if not led and points != present:
        return Refusal(
            "V-4.2-b",
            _l(
                "Without a general of their own army all combat points in {here} march together",
                here=box.name(area),
            ),
        )
    torn = next((kind for kind in points if points[kind] < present[kind] and kind not in led), None)
    if torn is None:
        return None
    return Refusal(
        "V-4.2-b",
        _l(
            "Without a general of {kind} its combat points march together or not at all", kind=box.whose(torn)
        ),
    )


def variants(box: Box, state: State, battle: Battle, area: str) -> list[Who]:
    """Sensible parts of a stack: all counters, and each general with his own points."""
    points, generals = standing(box, state, marching(battle), area)
    parts: list[Who] = [ALL]
    for general in generals:
        own = {kind: count for kind, count in points.items() if leads(state, general, kind)}
        if own and (own != points or len(generals) > 1):
            parts.append(exactly(own, (general,)))
    return [who for who in parts if guns_refusal(box, state, battle, area, who) is None]


def marches(box: Box, state: State, battle: Battle) -> list[Guns]:
    """Marches that may be tried."""
    return [
        Guns(area, who)
        for area in box.ground.guns[battle.area]
        if area not in battle.tried and generals_in(box, state, area, marching(battle))
        for who in variants(box, state, battle, area)
    ]


def _might(box: Box, state: State, battle: Battle) -> bool:
    """Whether to wait without a legal march, as going on would reveal face-down counters (V-3.6-d)."""
    side = marching(battle)
    if side == "royalist" and state.turn == 1 and box.ground.zone_of(battle.area, gatine(state)) is None:
        return False
    known = (*battle.tried, *(battle.balked or ()))
    return any(
        area not in known and lies_hidden(box, state, side, area) and backs(box, state, side, area) > 1
        for area in box.ground.guns[battle.area]
    )


def backs(box: Box, state: State, side: Side, area: str) -> int:
    """The number of a side's counters that are seen in an area (A-31)."""
    points, generals = standing(box, state, side, area)
    shown = state.shown.get(area, {}).get(side)
    return (fewest(points) if shown is None else shown) + len(generals)


class MarchToTheGuns(Handler[Battle]):
    """Marches to the guns are declared (4.2)."""

    usual = DECLINE

    def asks(self, box: Box, state: State, frame: Battle) -> Decision:
        side = marching(frame)
        prompt = _("March to the guns in {area}, or don't march", area=box.name(frame.area))
        return Decision(side, "march", prompt, "4.2")

    def legal(self, box: Box, state: State, frame: Battle) -> list[Action]:
        return [*marches(box, state, frame), DECLINE]

    def refusal(self, box: Box, state: State, frame: Battle, action: Action) -> Refusal | None:
        if action == DECLINE:
            return None
        if not isinstance(action, Guns):
            return out_of_place(_("a march to the guns, as in guns AREA with all, or decline"))
        return guns_refusal(box, state, frame, action.area, action.who)

    def act(self, ctx: Resolution, frame: Battle, action: Action) -> None:
        if action == DECLINE:
            _next(ctx, frame)
            return
        assert isinstance(action, Guns)
        group = choose(ctx.box, action.who, *standing(ctx.box, ctx.state, marching(frame), action.area))
        assert not isinstance(group, Refusal)
        general = needs_test(ctx.box, ctx.state, *group, frame.area)
        if general and marching(frame) == "royalist":
            tried = test(ctx, general, frame.area)
            if not tried.success:
                # No march was tried: others in the area still may.
                ctx.replace(replace(frame, balked=(*(frame.balked or ()), action.area)))
                _stay(ctx, frame, action.area, group, tried.faces[0])
                return
        frame = replace(frame, tried=(*frame.tried, action.area))
        ctx.replace(frame)
        _march(ctx, frame, action.area, group)

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        """Wait while there is, or might be, a stack that could march."""
        if marches(ctx.box, ctx.state, frame) or _might(ctx.box, ctx.state, frame):
            return True
        _next(ctx, frame)
        return False

    def ordered(self, box: Box, state: State, frame: Battle, order: str) -> Action | None:
        """`never`, `always` or `if at most COLUMN`, each with `from AREA`, `leave N`, `with test`.

        Of several such clauses the first that names a stack's area, or none, counts for it. Where not all may
        go the largest legal part goes.
        """
        clauses, side = MARCH.read(order), marching(frame)
        for area in box.ground.guns[frame.area]:
            wanted = next((clause for clause in clauses if not clause.areas or area in clause.areas), None)
            if wanted is None or wanted.never:
                continue
            if wanted.column is not None and own_odds(box, frame, side, wanted.column) > 0:
                continue
            action = _largest(box, state, frame, area, wanted)
            if action is not None:
                return action
        return DECLINE


def _largest(box: Box, state: State, battle: Battle, area: str, wanted: MarchOrder) -> Guns | None:
    """The largest legal march from an area that an order wants."""
    side = marching(battle)
    everybody = standing(box, state, side, area)
    for points, generals in parts(box, state, everybody):
        stay = total(everybody[0]) - total(points)
        going = _without(points, max(0, wanted.leave - stay), led_kinds(state, generals, points))
        if not going or not generals:
            continue
        if side == "royalist" and not wanted.test and needs_test(box, state, going, generals, battle.area):
            continue
        who = ALL if (going, generals) == everybody else exactly(going, generals)
        if guns_refusal(box, state, battle, area, who) is None:
            return Guns(area, who)
    return None


def _stay(ctx: Resolution, frame: Battle, area: str, group: Group, face: int) -> None:
    """A general who fails the test stays face down: others see a failed march like any other (A-92)."""
    if lies_hidden(ctx.box, ctx.state, "royalist", area):
        points, generals = group
        ctx.say(GunsHeard("royalist", area, frame.area, face, None, False, points, generals, hidden=True))


def _march(ctx: Resolution, frame: Battle, area: str, group: Group) -> None:
    """Roll the die of a march to the guns; with success the stack enters (V-4.2-c, d)."""
    box, state, side = ctx.box, ctx.state, marching(frame)
    points, generals = group
    limit = below(box, state, group)
    face = ctx.dice.roll("guns")
    success = face < limit
    hidden = not success and lies_hidden(box, state, side, area)
    ctx.say(GunsHeard(side, area, frame.area, face, limit, success, points, generals, hidden))
    if not success:
        return
    moved = {kind: state.forces[area][kind].worst(count) for kind, count in points.items()}
    ctx.carry(area, frame.area, moved, generals)
    part = Contingent(area, moved, generals, joined=True)
    if side == frame.attacker:
        frame = replace(frame, attacking=sorted_out((*frame.attacking, part)))
    else:
        frame = replace(frame, defending=(*frame.defending, part))
    ctx.replace(frame)
    if not frame.active:
        recount(ctx)
    isolated.meet(ctx, frame.area)


def _next(ctx: Resolution, frame: Battle) -> None:
    ctx.replace(replace(frame, stage="answer" if frame.stage == "guns" else "draw"))


def own_odds(box: Box, battle: Battle, side: Side, column: int) -> int:
    """A side's own odds, before any shift, compared with a column: above 0 they are better."""
    clash = clash_of(battle)
    return box.charts.beside(
        total(clash.forces[side].points), total(clash.forces[enemy(side)].points), column
    )


def _without(points: Points, leave: int, led: Collection[Kind]) -> Points:
    """All points but `leave`, which stay with a general, from the most numerous; none if too few can."""
    going = dict(points)
    for _point in range(leave):
        parting = [kind for kind in going if kind in led]
        if not parting:
            return {}
        largest = max(parting, key=lambda kind: going[kind])
        going[largest] -= 1
        if not going[largest]:
            del going[largest]
    return going
