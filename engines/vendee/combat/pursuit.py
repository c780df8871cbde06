"""Pursuit of the routed, one area or two along a path that they took (V-4.5-m to o).

This module handles `Pursuit` (I-10, I-11). It costs no action points and ignores zones of control.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import UNSET
from msgspec.structs import replace

from data.catalogue import _
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import DECLINE, Action
from engines.vendee.box import Box
from engines.vendee.combat import encounter
from engines.vendee.combat.actions import Pursue
from engines.vendee.combat.events import Pursued
from engines.vendee.combat.frames import Contingent, Pursuit
from engines.vendee.combat.reckoning import generals_of, strength
from engines.vendee.events import Declined, Stated
from engines.vendee.frames import Condition, Fortify, Kind, Points, enemy
from engines.vendee.handler import Handler
from engines.vendee.markers import fortify
from engines.vendee.orders.combat import PURSUIT, PursuitOrder
from engines.vendee.position import groups, isolated, occupation
from engines.vendee.position.groups import Group, choose
from engines.vendee.position.sight import look
from engines.vendee.position.stacking import ban, entry_ban, leaves_home, needs_test, test, together
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import State, controlled, generals_in, in_zone, led_kinds, points_in, total
from engines.vendee.words import ALL, Who

FARTHEST = 2
"""Areas (V-4.5-m)."""


def offer(
    ctx: Resolution,
    side: Side,
    area: str,
    victors: tuple[Contingent, ...],
    paths: Sequence[tuple[str, ...]],
    *,
    active: bool,
) -> None:
    """Let the winner pursue along one of the paths, which begin with the area of the combat."""
    ways = tuple(dict.fromkeys(path[1 : FARTHEST + 1] for path in paths))
    if ways:
        ctx.push(Pursuit(side, area, victors, ways, active))


class Pursuing(Handler[Pursuit]):
    """The winner may follow the routed (I-10, I-11)."""

    usual = DECLINE

    def asks(self, box: Box, state: State, frame: Pursuit) -> Decision:
        ways = listed((box.name(path[0]) for path in frame.paths), "or")
        prompt = _("Pursue the routed towards {ways}, or let them go", ways=ways)
        return Decision(frame.side, "pursuit", prompt, "4.5")

    def legal(self, box: Box, state: State, frame: Pursuit) -> list[Action]:
        """No pursuit, or one by all victors along each path, of one area or two."""
        pursuits: list[Action] = [DECLINE]
        for path in frame.paths:
            for length in range(1, len(path) + 1):
                action = Pursue(path[:length])
                if action not in pursuits and self.refusal(box, state, frame, action) is None:
                    pursuits.append(action)
        return pursuits

    def refusal(self, box: Box, state: State, frame: Pursuit, action: Action) -> Refusal | None:
        """A pursuit follows the routed (V-QA-23), with counters that may leave and stay together (A-57)."""
        if action == DECLINE:
            return None
        if not isinstance(action, Pursue):
            return out_of_place(_("a pursuit, as in pursue AREA > AREA, or decline"))
        if not action.path or not any(path[: len(action.path)] == action.path for path in frame.paths):
            ways = listed((" > ".join(box.name(area) for area in path) for path in frame.paths), "or")
            return Refusal(
                "V-4.5-m", _l("A pursuit follows the routed, two areas at most: {ways}", ways=ways)
            )
        group = _pursuers(box, frame, action)
        if isinstance(group, Refusal):
            return group
        return _split(box, state, frame, group) or _way(box, state, frame, action.path, group)

    def act(self, ctx: Resolution, frame: Pursuit, action: Action) -> None:
        if action == DECLINE:
            ctx.say(Declined(frame.side, "pursuit"))
            ctx.pop()
            return
        assert isinstance(action, Pursue)
        group = _pursuers(ctx.box, frame, action)
        assert not isinstance(group, Refusal)
        going = _going(frame.contingents, *group)
        # Republicans have no such test.
        victors = frame.contingents if frame.side == "royalist" else UNSET
        ctx.replace(replace(frame, contingents=going, plan=action.path, victors=victors))

    def go_on(self, ctx: Resolution, frame: Pursuit) -> bool:
        """Wait for the choice; then enter area after area."""
        box, state = ctx.box, ctx.state
        if not frame.plan:
            if not frame.entered and self.legal(box, state, frame) != [DECLINE]:
                return True
            ctx.pop()
            if frame.entered:
                # The activation goes on where the active group is now.
                if with_group(frame):
                    encounter.group_goes_on(ctx, frame.contingents, at=frame.at)
                else:
                    groups.recount(ctx)
            return False
        area = frame.plan[0]
        if frame.side == "republican" and frame.fortified is None and fortify.may_ask(box, state, area):
            ctx.push(Fortify(area))
            return False
        points, generals = strength(frame.contingents), generals_of(frame.contingents)
        general = needs_test(box, state, points, generals, area) if frame.side == "royalist" else None
        if general and not test(ctx, general, area).success:
            # Before any counter has left the area of the combat, others may pursue in his stead.
            whole = frame.contingents if frame.entered else frame.victors or frame.contingents
            ctx.replace(replace(frame, plan=(), contingents=whole, victors=UNSET))
            return False
        _enter(ctx, frame, area)
        return False

    def ordered(self, box: Box, state: State, frame: Pursuit, order: str) -> Action | None:
        """`never`, or `pursue N` as far as possible.

        Also with `if at most POINTS`, `holding AREA, …`, `in zones`, `with test`.
        """
        wanted = PURSUIT.one(order)
        if wanted is None:
            return DECLINE
        ways = {path[:length]: None for length in range(wanted.areas, 0, -1) for path in frame.paths}
        for way in sorted(ways, key=len, reverse=True):
            outside = wanted.zones and not all(in_zone(box, state, area) for area in way)
            if outside or not _wanted(box, state, frame, way, wanted):
                continue
            for who in _parts(box, state, frame, holding=frame.at in wanted.held):
                if _tests(box, state, frame, way, who) and not wanted.test:
                    continue
                if self.refusal(box, state, frame, Pursue(way, who)) is None:
                    return Pursue(way, who)
        return DECLINE


def with_group(frame: Pursuit) -> bool:
    """Whether the active group, or a part of it, pursues."""
    return frame.active and any(not part.joined for part in frame.contingents)


def _pursuers(box: Box, frame: Pursuit, action: Pursue) -> Group | Refusal:
    group = choose(box, action.who, strength(frame.contingents), generals_of(frame.contingents))
    if isinstance(group, Refusal):
        return Refusal("V-4.5-m", group.reason)
    if not group[0]:
        return Refusal("V-4.5-m", _l("Generals alone do not pursue; name combat points, as in anjou:3"))
    return group


def _split(box: Box, state: State, frame: Pursuit, group: Group) -> Refusal | None:
    """Where some stay, a general leads points of his army, and all armies that part (3.2)."""
    points, generals = group
    whole = strength(frame.contingents)
    led = led_kinds(state, generals, points)
    parted = [kind for kind, count in points.items() if count < whole[kind] and kind not in led]
    if points == whole or (led and not parted):
        return None
    return Refusal(
        "V-4.5-m",
        _l(
            "Without a general of their own the combat points of {whose} pursue with all or not at all",
            whose=box.whose((parted or list(points))[0]),
        ),
    )


def _way(box: Box, state: State, frame: Pursuit, path: tuple[str, ...], group: Group) -> Refusal | None:
    """Stacking binds a pursuit (V-3.5-q), as do the first turn (A-56) and hopeless odds (V-4.1-h)."""
    points, generals = group
    side = frame.side
    sight = look(box, state, side)
    apart = together(box, state, side, points, generals, frame.at)
    if apart:
        return apart
    for here, area in pairwise((frame.at, *path)):
        if side == "royalist" and state.turn == 1 and leaves_home(box, state, points, generals, area):
            return Refusal(
                "V-7.1-i",
                _l(
                    "In the first turn no royalist leaves the zone of his army for {area}",
                    area=box.name(area),
                ),
            )
        reason = entry_ban(box, state, side, points, generals, area)
        if reason is None and here != frame.at and side == "royalist":
            # A general who fails his test stays where he is.
            tested = needs_test(box, state, points, generals, area)
            reason = ban(box, state, side, points, generals, here) if tested else None
        if reason:
            return reason
        if sight.enemy(area) == "points":
            attackers, defenders = total(points), points_in(state, area, enemy(side))
            if state.options["known-odds"] and box.charts.odds(attackers, defenders).long:
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
    return ban(box, state, side, points, generals, path[-1])


def _going(parts: Sequence[Contingent], points: Points, generals: tuple[str, ...]) -> tuple[Contingent, ...]:
    """The part of the victors that pursues, the active group first."""
    left = dict(points)
    going: list[Contingent] = []
    for part in sorted(parts, key=lambda part: part.joined):
        taken: dict[Kind, Condition] = {}
        for kind, condition in part.points.items():
            count = min(left.get(kind, 0), condition.total)
            if count:
                taken[kind] = condition.worst(count)
                left[kind] -= count
        led = tuple(general for general in part.generals if general in generals)
        if taken or led:
            going.append(Contingent(part.origin, taken, led, part.joined))
    return tuple(going)


def _enter(ctx: Resolution, frame: Pursuit, area: str) -> None:
    """The next area: a combat where the enemy is, else it is taken (V-4.5-n)."""
    box, state, side = ctx.box, ctx.state, frame.side
    foe, here = enemy(side), frame.at
    known = look(box, state, side).controlled(area)
    for part in frame.contingents:
        ctx.carry(here, area, part.points, part.generals)
    if not with_group(frame):
        groups.recount(ctx)
    ctx.say(Pursued(side, here, area, strength(frame.contingents), generals_of(frame.contingents)))
    if known == "maybe":
        ctx.say(Stated(side, area, controlled(box, state, area, foe)))
    if points_in(state, area, foe):
        ctx.pop()
        group = tuple(replace(part, origin=here) for part in frame.contingents)
        encounter.begin(
            ctx, area, side, group, fortified=bool(frame.fortified), pursuit=True, active=with_group(frame)
        )
        return
    plan = frame.plan[1:]
    ctx.replace(replace(frame, at=area, plan=plan, entered=True, fortified=None, victors=UNSET))
    if generals_in(box, state, area, foe):
        isolated.meet(ctx, area)
    occupation.settle(ctx, area)
    isolated.settle(ctx, area, foe, here)


def _wanted(box: Box, state: State, frame: Pursuit, way: tuple[str, ...], wanted: PursuitOrder) -> bool:
    """Whether the enemies seen on the way are as few as the order wants."""
    if wanted.most is None:
        return True
    sight = look(box, state, frame.side)
    if any(sight.enemy(area) == "backs" for area in way):
        return False
    seen = [area for area in way if sight.enemy(area) == "points"]
    return sum(points_in(state, area, enemy(frame.side)) for area in seen) <= wanted.most


def _tests(box: Box, state: State, frame: Pursuit, way: tuple[str, ...], who: Who) -> bool:
    """Whether Charette or Joly would need his test to go that way."""
    group = choose(box, who, strength(frame.contingents), generals_of(frame.contingents))
    if frame.side != "royalist" or isinstance(group, Refusal):
        return False
    return any(needs_test(box, state, *group, area) for area in way)


def _parts(box: Box, state: State, frame: Pursuit, *, holding: bool) -> list[Who]:
    """The largest first; where the area is held all but one combat point, or all but those of one army."""
    points, generals = strength(frame.contingents), generals_of(frame.contingents)
    if not holding:
        _everybody, *fewer = groups.parts(box, state, (points, generals))
        return [ALL, *(exactly(*part) for part in fewer)]
    by_size = sorted(points, key=lambda kind: -points[kind])
    one_less = [exactly({**points, kind: points[kind] - 1}, generals) for kind in by_size]
    return [*one_less, *(exactly({**points, kind: 0}, generals) for kind in reversed(by_size))]
