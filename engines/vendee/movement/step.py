"""One step of a group: what it costs, what forbids it, and what it meets (3.2 to 3.5).

What forbids a step is judged with the mover's eyes. Where face-down counters forbid it after all,
their owner has to say so when the step is tried: the group stays, and pays nothing (V-3.6-e).
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.core.refusals import Refusal
from engines.vendee.box import Box
from engines.vendee.combat import encounter
from engines.vendee.combat.frames import Contingent
from engines.vendee.events import Dropped, Stated, Stepped, Unveiled
from engines.vendee.frames import Activation, Condition, Fortify, Points, enemy
from engines.vendee.markers import fortify
from engines.vendee.position import isolated, occupation
from engines.vendee.position.sight import Sight, Told, fewest, lies_hidden
from engines.vendee.position.stacking import ban, entry_ban, leaves_home, needs_test, test
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, controlled, generals_in, in_zone, points_in, total

_ONE = 2
"""An action point, in halves; up to it the singular is said."""
_DEEPEST = 4
"""Areas in a row in which they may not stay that a way out is looked for through: the search has to end."""


def zone_told(act: Activation, area: str, sight: Sight) -> Told:
    """Whether the enemy controls an area, as far as the mover was told or sees."""
    seen = sight.controlled(area)
    if seen == "yes" or area not in act.stated:
        return seen
    return "yes" if act.stated[area] else "no"


def step_cost(box: Box, act: Activation, area: str, *, sneaks: bool) -> int | None:
    """What a step costs, in halves; None: not allowed.

    :param sneaks: lone generals go cross-country where enemies are or control (V-3.7-d, A-32).
    """
    step = box.ground.step[act.at, area]
    if not sneaks or step.way in ("gois", "loire"):
        return step.cost(act.side)
    costs = box.charts.tables.costs
    rates = costs.royalist if act.side == "royalist" else costs.republican
    return rates.on(box.ground.area[area].terrain)


def ahead(box: Box, act: Activation, area: str, points: Points, spent: int) -> Activation:
    """The group in the next area, with those who could pay the step and what it has spent."""
    by_road = box.ground.step[act.at, area].road is not None
    return replace(act, at=area, points=points, spent=spent, steps=act.steps + 1, by_road=by_road)


def goers(box: Box, act: Activation, cost: int) -> Points:
    """Combat points that can pay a step; the first step is always possible (V-T-COST-e).

    Those without a general of theirs have the flat allowance at most (A-20).
    """
    if act.steps == 0:
        return act.points
    spent = act.spent + cost
    if spent > act.ap:
        return {}
    if spent <= box.charts.action_points_without_general:
        return act.points
    return {kind: count for kind, count in act.points.items() if kind in act.led}


def step_refusal(
    box: Box, state: State, act: Activation, area: str, sight: Sight, depth: int = 0
) -> Refusal | None:
    """Why the group may not take a step, by what its owner knows, or None."""
    step = box.ground.step.get((act.at, area))
    if step is None:
        return Refusal("V-3.2-a", f"{box.name(area)} does not border on {box.name(act.at)}")
    seen = sight.enemy(area)
    if step.way == "loire":
        refused = _loire(box, state, act, area, seen == "none")
        if refused:
            return refused
    if not act.points and (seen == "points" or area in act.barred):
        return Refusal("V-3.7-b", f"Generals alone may not enter {box.name(area)}: the enemy is there")
    if act.side == "royalist" and state.turn == 1 and leaves_home(box, state, act.points, act.generals, area):
        return Refusal(
            "V-7.1-i", f"In the first turn no royalist leaves the zone of his army for {box.name(area)}"
        )
    # Face-down counters that had to say that they control the area were no combat points in it.
    unheld = seen in ("none", "generals") or (seen == "backs" and act.stated.get(area, False))
    if act.points and unheld and zone_told(act, area, sight) == "yes":
        exempt = act.by_road and step.road is not None
        if not exempt and zone_told(act, act.at, sight) == "yes":
            here, there = box.name(act.at), box.name(area)
            return Refusal("V-3.4-g", f"The enemy controls both {here} and {there}; one may not pass")
    refused = _cost_refusal(box, act, area, sneaks=sneaks_into(act, area, sight))
    # Where none of its own side is nobody keeps the group out.
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
    """V-3.3-c, V-3.3-d."""
    if act.side == "royalist":
        return Refusal("V-3.3-d", "Royalists cross the Loire by a bridge only")
    if in_zone(box, state, act.at):
        return Refusal(
            "V-3.3-c", f"{box.name(act.at)} is in an influence zone: no crossing of the Loire from it"
        )
    if not free:
        return Refusal("V-3.3-c", f"Royalists are in {box.name(area)}: no landing from the Loire")
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


def too_dear(place: str, cost: int, left: int) -> str:
    """That action points do not suffice; both figures are halves."""
    points = "action point" if cost <= _ONE else "action points"
    rest = f"{halves(left) if left else 'none'} {'is' if left <= _ONE else 'are'} left"
    return f"{place} costs {halves(cost)} {points}, and {rest}"


def halves(points: int) -> str:
    """Half points in words: `2`, `2½`, `½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _known_odds(box: Box, state: State, act: Activation, area: str, seen: str) -> Refusal | None:
    """V-4.1-h: only face-up defenders count, and only those who enter (A-34)."""
    if not act.points or seen != "points" or not state.options["known-odds"]:
        return None
    cost = step_cost(box, act, area, sneaks=False)
    assert cost is not None
    attackers, defenders = total(goers(box, act, cost)), points_in(state, area, enemy(act.side))
    if box.charts.odds(attackers, defenders).long:
        return Refusal(
            "V-4.1-h", f"{attackers} against {defenders} in {box.name(area)} is worse than one to three"
        )
    return None


def _no_stay(box: Box, state: State, act: Activation, area: str, sight: Sight, depth: int) -> Refusal | None:
    """V-3.5-c: who may not stay in an area enters it only if he can go on at once (A-89)."""
    reason = ban(box, state, act.side, act.points, act.generals, area)
    if reason is None or not act.rolled:
        return None
    cost = step_cost(box, act, area, sneaks=sneaks_into(act, area, sight)) or 0
    after = ahead(box, act, area, act.points, act.spent + cost)
    for onward in box.ground.neighbours[area] if depth < _DEEPEST else ():
        if onward != act.at and step_refusal(box, state, after, onward, sight, depth + 1) is None:
            return None
    return reason


def take_step(now: Resolution, act: Activation, area: str) -> None:
    """Try a step that the mover's knowledge does not forbid; `act` is the topmost frame."""
    if _denied(now, act, area):
        return
    general = needs_test(now.box, now.state, act.points, act.generals, area)
    if general and act.side == "royalist" and not test(now, general, area).success:
        now.replace(replace(act, plan=()))
        return
    if act.side == "republican" and act.points and fortify.may_ask(now.box, now.state, area):
        now.replace(replace(act, entering=area, fortified=None))
        now.push(Fortify(area))
        return
    enter(now, act, area)


def _denied(now: Resolution, act: Activation, area: str) -> bool:
    """Whether face-down counters forbid the step; their owner has to say so."""
    box, state, foe = now.box, now.state, enemy(act.side)
    held = bool(points_in(state, area, foe))
    if not act.points:
        if held:
            now.say(Stated(act.side, area, controlled(box, state, area, foe), held=True))
            now.replace(replace(act, plan=(), barred=(*act.barred, area)))
            return True
        if not controlled(box, state, area, foe):
            return False
        # Cross-country may cost too much, or too much to go on from where they may not stay.
        known = replace(act, stated={**act.stated, area: True})
        if not step_refusal(box, state, known, area, Sight(box, state, act.side)):
            return False
        areas = [area]
    else:
        step = box.ground.step[act.at, area]
        if held or (act.by_road and step.road is not None):
            return False
        if not (controlled(box, state, act.at, foe) and controlled(box, state, area, foe)):
            return False
        areas = [act.at, area]
    stated = dict(act.stated)
    for place in areas:
        stated[place] = True
        now.say(Stated(act.side, place, True))
    now.replace(replace(act, plan=(), stated=stated))
    return True


def enter(now: Resolution, act: Activation, area: str) -> None:
    """Go into an area and deal with whom the group meets there."""
    box, state, foe = now.box, now.state, enemy(act.side)
    contested = controlled(box, state, area, foe) or bool(generals_in(box, state, area, foe))
    cost = step_cost(box, act, area, sneaks=not act.points and contested)
    assert cost is not None
    going = goers(box, act, cost)
    _leave_behind(now, act, going)
    sight = Sight(box, state, act.side)
    told = sight.controlled(area)
    hidden = _carry(now, act, area, going)
    after = ahead(box, act, area, going, min(act.ap, act.spent + cost))
    plan = act.plan[1:] if act.plan[:1] == (area,) else ()
    after = replace(after, entering=None, fortified=None, plan=plan)
    backs = fewest(going) + len(act.generals)
    left = act.ap - after.spent
    now.say(Stepped(act.side, act.at, area, going, act.generals, backs, cost, left, after.by_road, hidden))
    if not hidden and lies_hidden(box, state, act.side, act.at):
        now.say(Unveiled(act.side, area))
    if told == "maybe":
        truth = controlled(box, state, area, foe)
        now.say(Stated(act.side, area, truth))
        after = replace(after, stated={**after.stated, area: truth})
    now.replace(after)
    _meet(now, act, after)


def _carry(now: Resolution, act: Activation, area: str, going: Points) -> bool:
    """Move the counters; whether they are face down to the other side all the way."""
    box, state = now.box, now.state
    moved = {kind: Condition(activated=count) for kind, count in going.items()}
    now.carry(act.at, area, moved, act.generals)
    foe = enemy(act.side)
    met = any(points_in(state, place, foe) or generals_in(box, state, place, foe) for place in (act.at, area))
    return not met and all(lies_hidden(box, state, act.side, place) for place in (act.at, area))


def _leave_behind(now: Resolution, act: Activation, going: Points) -> None:
    """Who has no action points for the step stays (A-20)."""
    left = {kind: count for kind, count in act.points.items() if kind not in going}
    if left:
        hidden = lies_hidden(now.box, now.state, act.side, act.at)
        now.say(Dropped(act.side, act.at, left, (), False, hidden))


def _meet(now: Resolution, act: Activation, after: Activation) -> None:
    """Combat with combat points, flight of lone generals, or an area taken without a fight."""
    area, foe = after.at, enemy(act.side)
    if after.points and points_in(now.state, area, foe):
        group = Contingent(
            act.at, {kind: Condition(activated=count) for kind, count in after.points.items()}, after.generals
        )
        encounter.begin(now, area, act.side, (group,), fortified=bool(act.fortified))
        return
    if generals_in(now.box, now.state, area, foe):
        isolated.meet(now, area)
    if after.points:
        occupation.settle(now, area)
        isolated.settle(now, area, foe)
