"""One step of a group: its cost, its refusals, and its meetings (3.2 to 3.5).

A refusal rests on what the mover sees. Where face-down counters forbid the step after all, their owner has
to say so when it is tried: the group stays, and pays nothing (V-3.6-e).
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from data.sentences import Sentence, _l
from data.vendee.schema import Side
from engines.core.refusals import Refusal
from engines.vendee.box import Box
from engines.vendee.combat import encounter
from engines.vendee.combat.frames import Contingent
from engines.vendee.events import Dropped, Stated, Stepped, Unveiled
from engines.vendee.frames import Activation, Condition, Fortify, Points, enemy
from engines.vendee.markers import fortify
from engines.vendee.position import isolated, occupation
from engines.vendee.position.groups import beside, goers
from engines.vendee.position.sight import Sight, Told, fewest, lies_hidden
from engines.vendee.position.stacking import (
    ban,
    entry_ban,
    leaves_home,
    needs_test,
    stay_refusal,
    test,
    together,
)
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, controlled, generals_in, held_by, in_zone, points_in, total

_ONE = 2
"""An action point, in halves; the largest number that takes the singular."""
_DEEPEST = 4
"""Areas in a row without a right to stay through which a way out is searched: the search has to end."""


def zone_told(act: Activation, area: str, sight: Sight) -> Told:
    """Whether the enemy controls an area, as far as the mover was told or sees."""
    seen = sight.controlled(area)
    if seen == "yes" or area not in act.stated:
        return seen
    return "yes" if act.stated[area] else "no"


def step_cost(box: Box, act: Activation, area: str, *, sneaks: bool) -> int | None:
    """The cost of a step, in halves; None: not allowed.

    :param sneaks: lone generals go cross-country where enemies are or control (V-3.7-d, A-32).
    """
    step = box.ground.step[act.at, area]
    if not sneaks or step.way in ("gois", "loire"):
        return step.cost(act.side)
    costs = box.charts.tables.costs
    rates = costs.royalist if act.side == "royalist" else costs.republican
    return rates.on(box.ground.area[area].terrain)


def ahead(box: Box, act: Activation, area: str, points: Points, spent: int) -> Activation:
    """The group in the next area, with the counters that can pay the step and the points it has spent."""
    by_road = box.ground.step[act.at, area].road is not None
    return replace(
        act, at=area, points=points, spent=spent, steps=act.steps + 1, by_road=by_road, picked=UNSET
    )


def exempt(box: Box, act: Activation, area: str) -> bool:
    """Whether combat points may step from control to control: by road they came and go on (V-3.4-h)."""
    return act.by_road and not act.picked and box.ground.step[act.at, area].road is not None


def step_refusal(
    box: Box, state: State, act: Activation, area: str, sight: Sight, depth: int = 0
) -> Refusal | None:
    """The refusal of a step, by what the group's owner knows, or None."""
    step = box.ground.step.get((act.at, area))
    if step is None:
        return Refusal(
            "V-3.2-a", _l("{area} does not border on {at}", area=box.name(area), at=box.name(act.at))
        )
    if "centre" in act.points and "loroux" in act.points:
        # Anjou, by which they went together, may have been lost in a combat on the way.
        apart = together(box, state, act.side, act.points, act.generals, act.at)
        if apart:
            return apart
    seen = sight.enemy(area)
    if step.way == "loire":
        refused = _loire(box, state, act, area, seen == "none")
        if refused:
            return refused
    if not act.points and (seen == "points" or (area in act.barred and not sight.own(area))):
        return Refusal(
            "V-3.7-b",
            _l("Generals alone may not enter {area}: the enemy is there", area=box.name(area)),
        )
    if act.side == "royalist" and state.turn == 1 and leaves_home(box, state, act.points, act.generals, area):
        return Refusal(
            "V-7.1-i",
            _l("In the first turn no royalist leaves the zone of his army for {area}", area=box.name(area)),
        )
    # Face-down counters stated to control the area were no combat points in it.
    unheld = seen in ("none", "generals") or (seen == "backs" and act.stated.get(area, False))
    bound = act.points and unheld and not exempt(box, act, area)
    if bound and zone_told(act, area, sight) == "yes" and zone_told(act, act.at, sight) == "yes":
        here, beyond = box.name(act.at), box.name(area)
        return Refusal(
            "V-3.4-g",
            _l("The enemy controls both {here} and {there}; one may not pass", here=here, there=beyond),
        )
    refused = _cost_refusal(box, act, area, sneaks=sneaks_into(act, area, sight))
    if not refused:
        refused = _stranded(box, state, act, area)
    # Without own counters there, stacking does not keep the group out.
    if refused or not sight.own(area):
        return refused or _known_odds(box, state, act, area, seen)
    return (
        entry_ban(box, state, act.side, act.points, act.generals, area)
        or _known_odds(box, state, act, area, seen)
        or _no_stay(box, state, act, area, sight, depth)
    )


def sneaks_into(act: Activation, area: str, sight: Sight) -> bool:
    """Whether lone generals go cross-country on a step, as far as their side knows (V-3.7-d, A-32)."""
    return not act.points and (sight.enemy(area) != "none" or zone_told(act, area, sight) == "yes")


def _loire(box: Box, state: State, act: Activation, area: str, free: bool) -> Refusal | None:
    """The refusal to cross the Loire (V-3.3-c, V-3.3-d)."""
    if act.side == "royalist":
        return Refusal("V-3.3-d", _l("Royalists cross the Loire by a bridge only"))
    if in_zone(box, state, act.at):
        return Refusal(
            "V-3.3-c",
            _l("{at} is in an influence zone: no crossing of the Loire from it", at=box.name(act.at)),
        )
    if not free:
        return Refusal(
            "V-3.3-c", _l("Royalists are in {area}: no landing from the Loire", area=box.name(area))
        )
    return None


def _cost_refusal(box: Box, act: Activation, area: str, *, sneaks: bool) -> Refusal | None:
    if act.steps == 0 and (not act.rolled or act.ap > 0):
        return None
    cost = step_cost(box, act, area, sneaks=sneaks)
    assert cost is not None
    fits = goers(box, act, cost) if act.points else act.spent + cost <= act.ap
    if fits:
        return None
    left = max(0, act.ap - act.spent)
    return Refusal("V-T-COST-e", too_dear(box.name(area), cost, left))


def _stranded(box: Box, state: State, act: Activation, area: str) -> Refusal | None:
    """The refusal to leave a counter behind, for lack of points, where it may not stay (V-3.5-r, A-93)."""
    if not act.rolled or act.steps == 0:
        return None
    cost = step_cost(box, act, area, sneaks=False)
    assert cost is not None
    going = goers(box, act, cost)
    left = {kind: count for kind, count in act.points.items() if kind not in going}
    reason = stay_refusal(box, state, act.side, (left, ()), beside(box, state, act), act.at) if left else None
    if reason is None:
        return None
    who = tuple(map(box.whose, left))
    return Refusal(
        "V-3.5-r",
        _l(
            "No action points for {area} are left to {who}, to be left behind in {at}: {message}",
            area=box.name(area),
            who=who,
            at=box.name(act.at),
            message=reason.reason,
        ),
    )


def too_dear(place: str, cost: int, left: int) -> Sentence:
    """Says that action points do not suffice; both figures are halves."""
    price = action_points(cost)
    rest = halves(left) if left else "none"
    if left <= _ONE:
        return _l("{place} costs {cost}, and {left} is left", place=place, cost=price, left=rest)
    return _l("{place} costs {cost}, and {left} are left", place=place, cost=price, left=rest)


def action_points(spent: int) -> Sentence:
    """Action points, given in halves."""
    amount = halves(spent)
    if spent <= _ONE:
        return _l("{points} action point", points=amount)
    return _l("{points} action points", points=amount)


def halves(points: int) -> str:
    """Half points in words: `2`, `2½`, `½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _known_odds(box: Box, state: State, act: Activation, area: str, seen: str) -> Refusal | None:
    """The refusal to attack face-up defenders at too low odds with those that enter (V-4.1-h, A-34)."""
    if not act.points or seen != "points" or not state.options["known-odds"]:
        return None
    cost = step_cost(box, act, area, sneaks=False)
    assert cost is not None
    attackers, defenders = total(goers(box, act, cost)), points_in(state, area, enemy(act.side))
    if box.charts.odds(attackers, defenders).long:
        return Refusal(
            "V-4.1-h",
            _l(
                "{attackers} against {defenders} in {area} is worse than one to three",
                attackers=attackers,
                defenders=defenders,
                area=box.name(area),
            ),
        )
    return None


def _no_stay(box: Box, state: State, act: Activation, area: str, sight: Sight, depth: int) -> Refusal | None:
    """The refusal to enter where the group may neither stay nor go on at once (V-3.5-c, A-89)."""
    cost = step_cost(box, act, area, sneaks=sneaks_into(act, area, sight)) or 0
    going = goers(box, act, cost)
    reason = ban(box, state, act.side, going, act.generals, area)
    if reason is None or not act.rolled:
        return None
    if area in act.barred:
        return reason
    after = ahead(box, act, area, going, act.spent + cost)
    for onward in box.ground.neighbours[area] if depth < _DEEPEST else ():
        # A test may fail, and would leave them where they may not stay.
        tested = act.side == "royalist" and needs_test(box, state, after.points, after.generals, onward)
        if onward == act.at or tested:
            continue
        if step_refusal(box, state, after, onward, sight, depth + 1) is None:
            return None
    return reason


def take_step(ctx: Resolution, act: Activation, area: str, sight: Sight) -> None:
    """Try a step that the mover's knowledge does not forbid; `act` is the topmost frame."""
    if _denied(ctx, act, area, sight):
        return
    general = needs_test(ctx.box, ctx.state, act.points, act.generals, area)
    if general and act.side == "royalist" and not test(ctx, general, area).success:
        ctx.replace(replace(act, plan=()))
        return
    if act.side == "republican" and act.points and fortify.may_ask(ctx.box, ctx.state, area):
        ctx.replace(replace(act, entering=area, fortified=None))
        ctx.push(Fortify(area))
        return
    enter(ctx, act, area, sight)


def _denied(ctx: Resolution, act: Activation, area: str, sight: Sight) -> bool:
    """Whether face-down counters forbid the step; their owner has to say so."""
    box, state, foe = ctx.box, ctx.state, enemy(act.side)
    held = bool(points_in(state, area, foe))
    if held and not act.points:
        ctx.say(Stated(act.side, area, controlled(box, state, area, foe), held=True, barred=True))
        ctx.replace(replace(act, plan=(), barred=(*act.barred, area)))
        return True
    if not sight.own(area) and not any(_in_doubt(place, sight) for place in (act.at, area)):
        # Areas beyond the step don't matter for a step to an area without own counters.
        return False
    truth = _truth(box, state, act, sight)
    if step_refusal(box, state, truth, area, sight) is None:
        return False
    known = replace(act, stated={**act.stated, area: True})
    closed: tuple[str, ...] = ()
    if act.points and not held and not exempt(box, act, area) and _both(box, state, foe, act.at, area):
        areas = [act.at, area]
    elif not act.points and truth.stated.get(area) and step_refusal(box, state, known, area, sight):
        # Cross-country may cost too much, or too much to go on from where they may not stay.
        areas = [area]
    else:
        # They may not stay there, and every way on is closed.
        closed = (area,)
        areas = [near for near in (area, *box.ground.neighbours[area]) if truth.stated.get(near)]
        if not act.points:
            _tell_held(ctx, act, area)
    stated = dict(act.stated)
    for place in areas:
        stated[place] = True
        ctx.say(Stated(act.side, place, True, barred=place != act.at))
    ctx.replace(replace(act, plan=(), stated=stated, barred=(*act.barred, *closed)))
    return True


def _both(box: Box, state: State, foe: Side, start: str, end: str) -> bool:
    return controlled(box, state, start, foe) and controlled(box, state, end, foe)


def _truth(box: Box, state: State, act: Activation, sight: Sight) -> Activation:
    """The group as if it knew of all face-down counters whether they control, or hold, an area."""
    held = held_by(state, enemy(act.side))
    near = sight.backs.union(*[box.ground.controls[area] for area in sight.backs])
    stated = {
        area: not held.isdisjoint(box.ground.controlled_from[area])
        for area in near - held
        if _in_doubt(area, sight)
    }
    barred = act.barred if act.points else (*act.barred, *sorted(held))
    return replace(act, stated={**act.stated, **stated}, barred=barred)


def _in_doubt(area: str, sight: Sight) -> bool:
    """Whether face-down counters may hold an area or control it."""
    return area in sight.backs or sight.controlled(area) == "maybe"


def _tell_held(ctx: Resolution, act: Activation, area: str) -> None:
    """State which ways on from an area are closed to lone generals by combat points there."""
    box, state, foe = ctx.box, ctx.state, enemy(act.side)
    for near in box.ground.neighbours[area]:
        if points_in(state, near, foe):
            truth = controlled(box, state, near, foe)
            ctx.say(Stated(act.side, near, truth, held=True, barred=True))


def enter(ctx: Resolution, act: Activation, area: str, sight: Sight) -> None:
    """Enter an area and resolve the meeting there."""
    box, state, foe = ctx.box, ctx.state, enemy(act.side)
    contested = controlled(box, state, area, foe) or bool(generals_in(box, state, area, foe))
    sneaks = not act.points and contested
    cost = step_cost(box, act, area, sneaks=sneaks)
    assert cost is not None
    going = goers(box, act, cost)
    _leave_behind(ctx, act, going)
    known = sight.controlled(area)
    hidden = _carry(ctx, act, area, going)
    after = ahead(box, act, area, going, min(act.ap, act.spent + cost))
    plan = act.plan[1:] if act.plan[:1] == (area,) else ()
    after = replace(after, entering=None, fortified=None, plan=plan)
    backs = fewest(going) + len(act.generals)
    left = act.ap - after.spent
    by_road = after.by_road and not sneaks
    ctx.say(Stepped(act.side, act.at, area, going, act.generals, backs, cost, left, by_road, hidden))
    if not hidden and lies_hidden(box, state, act.side, act.at):
        ctx.say(Unveiled(act.side, area))
    if known == "maybe":
        truth = controlled(box, state, area, foe)
        ctx.say(Stated(act.side, area, truth))
        after = replace(after, stated={**after.stated, area: truth})
    ctx.replace(after)
    _meet(ctx, act, after)


def _carry(ctx: Resolution, act: Activation, area: str, going: Points) -> bool:
    """Move the counters; returns whether they are face down to the other side all the way."""
    box, state = ctx.box, ctx.state
    moved = {kind: Condition(activated=count) for kind, count in going.items()}
    ctx.carry(act.at, area, moved, act.generals)
    foe = enemy(act.side)
    met = any(points_in(state, place, foe) or generals_in(box, state, place, foe) for place in (act.at, area))
    return not met and all(lies_hidden(box, state, act.side, place) for place in (act.at, area))


def _leave_behind(ctx: Resolution, act: Activation, going: Points) -> None:
    """Leave points without action points for the step behind (A-20)."""
    left = {kind: count for kind, count in act.points.items() if kind not in going}
    if left:
        hidden = lies_hidden(ctx.box, ctx.state, act.side, act.at)
        ctx.say(Dropped(act.side, act.at, left, (), False, hidden))


def _meet(ctx: Resolution, act: Activation, after: Activation) -> None:
    """Combat with combat points, flight of lone generals, or an area taken without a fight."""
    area, foe = after.at, enemy(act.side)
    if after.points and points_in(ctx.state, area, foe):
        group = Contingent(
            act.at, {kind: Condition(activated=count) for kind, count in after.points.items()}, after.generals
        )
        encounter.begin(ctx, area, act.side, (group,), fortified=bool(act.fortified))
        return
    if generals_in(ctx.box, ctx.state, area, foe):
        isolated.meet(ctx, area)
    if after.points:
        occupation.settle(ctx, area)
        isolated.settle(ctx, area, foe, act.at)
