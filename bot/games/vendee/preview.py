"""Previews of a march or a hand-over in *For God and For the King* before a side confirms it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.parts.lines import joined
from bot.games.parts.routes import carries, costs, reach
from bot.games.shown import Preview
from bot.games.vendee.forecast import Forecasts
from bot.games.vendee.names import Names, action_points, face_down
from bot.games.wording import level, percent
from data.catalogue import N_, _, ngettext, retold
from data.nouns import labelled, listed, numbered, per_cent, upper
from data.sentences import _l
from data.vendee.schema import EventId, Side
from engines.core.refusals import Refusal, illegal
from engines.vendee.actions import HAND_OVER, Action, Move, Play
from engines.vendee.box import Box, Way
from engines.vendee.combat.actions import Guns, Pursue, Retire
from engines.vendee.combat.frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.combat.reckoning import generals_of, strength
from engines.vendee.foresight import odds, routes, what_if
from engines.vendee.foresight.arrivals import raisings
from engines.vendee.foresight.retreats import onward
from engines.vendee.foresight.routes import Goal, Leg, Route
from engines.vendee.foresight.what_if import supposed
from engines.vendee.frames import Activation, Fortify, Occupied, Operations, Points, Preempt, Refuge
from engines.vendee.movement.activation import stop_refusal
from engines.vendee.movement.step import halves, step_cost
from engines.vendee.phases.operations import ends_phase
from engines.vendee.position.groups import Group, choose, fresh, is_empty
from engines.vendee.position.sight import look
from engines.vendee.procedure import PROCEDURE
from engines.vendee.state import State, by_kind, gatine, generals_in, total
from engines.vendee.title import Vendee
from render import WHOLE, CloseUp
from render.vendee import GUNS, RETREAT

STACKS = 4
"""The most stacks named of those that could still be activated."""
TOO_FAR = "T-COST"
"""The case of a step that costs too many action points: the map shows how far they go."""
RISING: EventId = "e2"
"""The event by which La Gâtine rises."""
BARRED, LIKE = 2, 1
"""The most rules named for closed areas, and the most further areas named for one."""
DOUBT = "?"
"""Stands after an uncertain cost on the map."""
_WAYS: dict[Way, str | N_] = {
    "land": "",
    "bridge": N_(", bridge"),
    "loire": N_(", over the Loire"),
    "gois": N_(", by the Gois"),
}
_BARRED = N_("❔ If face-down counters control both {start} and {end}, your stack stays in {start} (3.4).")
_BARRED_BY_OTHERS = N_(
    "❔ If {end} has no combat points, but other face-down counters control both {start} and {end}, "
    "your stack stays in {start} (3.4)."
)


def is_previewed(action: Action) -> bool:
    """Whether actions of that kind ever have a preview."""
    return isinstance(action, Move | Pursue | Play) or action == HAND_OVER


class Previews(Forecasts):
    """The previews of one side in one state, and the part of the map that goes with its choices."""

    def of(self, action: Action) -> Preview | None:
        """The preview of a legal action; None where it is done at once."""
        match action:
            case Move():
                return self._move(action)
            case Pursue():
                return self._pursuit(action)
            case Play():
                return self._event(action)
        return self._hand_over() if action == HAND_OVER else None

    def plan(self, action: Move) -> Preview:
        """The preview of a legal march, also where it would be done at once."""
        route = routes.route(self.box, self.state, action)
        assert isinstance(route, Route)
        return self._route(route)

    def close(self) -> CloseUp:
        """Around the group on the move with the costs of its ways, or around a combat; else the whole map."""
        frame = self.state.stack[-1] if self.state.stack else None
        match frame:
            case _ if PROCEDURE.side_asked(self.box, self.state) != self.side:
                return WHOLE
            case Activation(at=at):
                goals = routes.reach(self.box, self.state, frame, routes.under_way(frame)).values()
                return CloseUp(at, tuple((goal.area, self._letters(goal)) for goal in goals if goal.stay))
            case Battle(area=area):
                return CloseUp(area, tuple(self._marches()), GUNS)
            case Retreat(parties=parties):
                return CloseUp(parties[0].path[-1], self._falling_back(frame), RETREAT) if parties else WHOLE
            case (
                Operations(bound=str(area))
                | Pursuit(at=area)
                | Losses(area=area)
                | Fortify(area=area)
                | Occupied(area=area)
                | Preempt(area=area)
                | Refuge(area=area)
            ):
                return CloseUp(area)
            case _:
                return WHOLE

    def barred(self) -> list[str]:
        """The reasons why the moving group may not stop, or enter areas near its reach, a line a rule."""
        top = self.state.stack[-1] if self.state.stack else None
        if not isinstance(top, Activation) or top.side != self.side:
            return []
        goals = routes.reach(self.box, self.state, top, routes.under_way(top))
        open_to = {goal.area for goal in goals.values()} | {top.at}
        # Without points left, only the lack of points keeps the group from going on.
        left = [goal for goal in goals.values() if goal.meets == "none" and goal.cost < top.ap - top.spent]
        ways = [((top.at,), 0), *((goal.path, goal.cost) for goal in left)]
        why: dict[tuple[str, str], list[str]] = {}
        said: dict[tuple[str, str], str] = {}
        for path, spent in ways:
            for area in self.box.ground.neighbours[path[-1]]:
                if area in open_to or not self._affords(top, path[-1], area, spent):
                    continue
                route = routes.route(self.box, self.state, Move((*path, area)))
                if isinstance(route, Route) and route.stop and route.stop.reason.case != TOO_FAR:
                    open_to.add(area)
                    reason, name = route.stop.reason, self.names.name(area)
                    sentence = reason.message
                    # A case has several grounds; areas are alike where only their own name differs.
                    ground = (reason.case, sentence.replace(name, ""))
                    said.setdefault(ground, sentence)
                    why.setdefault(ground, []).append(name)
        lines = []
        stay = stop_refusal(self.box, self.state, top)
        if stay is not None:
            why_not = stay.message
            lines.append(_("⛔ They may not stop here: {reason} ({case}).", reason=why_not, case=stay.case))
        for ground, areas in why.items():
            case, sentence = ground[0], said[ground]
            more = len(areas) - 1 - LIKE
            like = listed([*areas[1 : 1 + LIKE], *([numbered(more, "more area")] if more > 0 else [])])
            beside = _(
                "⛔ {reason} ({case}). The same holds for {areas}.", reason=sentence, case=case, areas=like
            )
            lines.append(beside if like else _("⛔ {reason} ({case}).", reason=sentence, case=case))
        rest = len(lines) - BARRED
        if rest > 0:
            lines[BARRED:] = [_("⛔ … and {rest}.", rest=numbered(rest, "more reason"))]
        return lines

    def _affords(self, group: Activation, start: str, area: str, spent: int) -> bool:
        """Whether a step is the first, or within the action points after `spent` points on the way."""
        cost = step_cost(self.box, replace(group, at=start), area, sneaks=False)
        return not spent or (cost is not None and spent + cost <= group.ap - group.spent)

    def _letters(self, goal: Goal) -> str:
        """The cost to go there, with the chance of a combat."""
        cost = halves(goal.cost)
        if goal.fight:
            return f"{cost} · {percent(self.win(goal))}"
        return f"{cost} {DOUBT}" if goal.doubt or goal.meets == "backs" else cost

    def _falling_back(self, frame: Retreat) -> tuple[tuple[str, str], ...]:
        """Areas of the next step, each with its losses, then those to which it may lead on."""
        rings: dict[str, str] = {}
        ways = [
            way.area for way in PROCEDURE.legal(self.box, self.state, self.side) if isinstance(way, Retire)
        ]
        steps = {area: onward(self.box, self.state, frame, area) for area in ways if area is not None}
        for area, step in steps.items():
            rings[area] = f"−{step.lost}" if step.lost else "1"
        for step in steps.values():
            rings |= {area: "2" for area in step.to if area not in rings}
        return tuple(rings.items())

    def _marches(self) -> Iterator[tuple[str, str]]:
        """Areas from which a march to the guns is possible, each with its best chance."""
        best: dict[str, int] = {}
        for action in PROCEDURE.legal(self.box, self.state, self.side):
            if isinstance(action, Guns) and (odd := odds.of_action(self.box, self.state, action)) is not None:
                best[action.area] = max(best.get(action.area, 0), odd.percent)
        yield from ((area, per_cent(chance)) for area, chance in best.items())

    def _event(self, action: Play) -> Preview | None:
        """The effect of a marker; a player with a question about it that can't be put off has seen it."""
        if isinstance(self.state.stack[-1], Fortify | Occupied):
            return None
        name, left = self.names.marker(action.event), self.state.markers[action.event] - 1
        rest = (
            _("Markers of it left afterwards: {left}", left=left)
            if left
            else _("This is the last marker of it")
        )
        text = self.box.event[action.event].text
        lines = [f"🃏 **{name}**{self.names.played_on(action)}", text, *self._raised(action), f"-# {rest}."]
        return Preview(lines, _("Play {event}{chance}", event=name, chance=""))

    def _raised(self, action: Play) -> Iterator[str]:
        """The arrivals by the rolls of an event, and the events that could be played before it."""
        names, raised = self.names, list(raisings(self.box, self.state, self.box.event[action.event].rolls))
        averages = [
            _(
                "{army} {mean:.1f} ({least} to {most})",
                army=names.army(each.army),
                mean=float(each.mean),
                least=each.least,
                most=each.most,
            )
            for each in raised
        ]
        if averages:
            yield joined(_("**Who comes on average** "), averages)
        for each in raised:
            for reason, value in each.terms.items():
                yield _(
                    "⚠️ {army} roll at {value}: {reason}.",
                    army=names.army(each.army),
                    value=level(value),
                    reason=retold(reason),
                )
        quiet = any(each.army == "anjou" and each.terms for each in raised) and not gatine(self.state)
        if quiet and PROCEDURE.refusal(self.box, self.state, self.side, Play(RISING)) is None:
            yield _("💡 Play {event} first: then La Gâtine joins the revolt.", event=names.marker(RISING))

    def _hand_over(self) -> Preview | None:
        """The second pass ends the operations (A-12): a confirmation is due if a stack could be activated."""
        frame, names, idle = self.state.stack[-1], self.names, self._idle()
        assert isinstance(frame, Operations)
        if not idle or not ends_phase(frame):
            return None
        warning = _(
            "⛔ **This ends the operations of {month}**: {they} have just handed over (2.4).",
            month=names.month(self.state.turn),
            they=names.they(self.foe),
        )
        return Preview([warning, *idle], _("End the operations"))

    def _idle(self) -> list[str]:
        """The stacks that could still be activated, the strongest first."""
        names = self.names
        groups = {area: fresh(self.box, self.state, area, self.side) for area in self.box.ground.area}
        left = {area: group for area, group in groups.items() if not is_empty(group)}
        ranked = sorted(left, key=lambda area: -total(left[area][0]))
        stacks = [f"{names.name(area)} ({names.troops(*left[area])})" for area in ranked[:STACKS]]
        more = len(ranked) - STACKS
        stacks += [numbered(more, "more stack")] if more > 0 else []
        return [joined(_("**Not activated yet** "), stacks)] if stacks else []

    def _pursuit(self, action: Pursue) -> Preview | None:
        """A pursuit that runs into the enemy, or leaves behind what a march would warn of."""
        frame, names = self.state.stack[-1], self.names
        assert isinstance(frame, Pursuit)
        group = choose(self.box, action.who, strength(frame.contingents), generals_of(frame.contingents))
        assert not isinstance(group, Refusal)
        met, path = what_if.pursued(self.box, self.state, self.side, action), names.listed(action.path)
        lines = [*self._emptied(frame.at, *group), *(self.lines(*met) if met else [])]
        head = _("🐎 **Pursuit to {path}**: {who}", path=path, who=names.troops(*group))
        end = met[0].area if met else action.path[-1]
        go = N_("Attack {end}") if met else N_("Pursue to {end}")
        return Preview([head, *lines], go(end=names.name(end)), CloseUp(end)) if lines else None

    def _move(self, action: Move) -> Preview | None:
        route = routes.route(self.box, self.state, action)
        if not isinstance(route, Route):
            return None
        step = len(action.path) == 2 and bool(route.legs)
        met = any(leg.meets in ("points", "backs") or leg.test for leg in route.legs)
        if step and not met and not any(self._cautions(route)):
            return None
        parts = (self._left_behind, self._on_the_way, self._at_the_end, self._cautions)
        if route.rolled and route.legs and not any(line for part in parts for line in part(route)):
            # The map has shown the cost, and nothing can happen on the way.
            return None
        return self._route(route)

    def _route(self, route: Route) -> Preview:
        names, start, end = self.names, self.names.name(route.start), self.names.name(route.end)
        who = names.troops(route.points, route.generals)
        if not route.legs:
            # A group that would not set out would have been activated.
            lines = [labelled(f"🥾 **{start}**", who), *self._on_the_way(route)]
            return Preview(lines, _("Activate {start}", start=start), CloseUp(route.start))
        lines = [
            _("🥾 **{start} to {end}**: {who}", start=start, end=end, who=who),
            *self._left_behind(route),
            self._costs(route),
            *self._dice(route),
            *self._on_the_way(route),
            *self._at_the_end(route),
            *self._cautions(route),
        ]
        label = _("Attack {end}", end=end) if route.fight else _("Go to {end}", end=end)
        reached = reach([(leg.end, leg.cost) for leg in route.legs], halves)
        return Preview(lines, label, CloseUp(route.end, reached))

    def _costs(self, route: Route) -> str:
        """Each step with its cost, and the sum."""
        least, most, have = route.cost, sum(leg.most for leg in route.legs), route.spread.most - route.spent
        price = halves(most) if route.rolled else action_points(most)
        total = (
            _("**{least} to {most}**", least=halves(least), most=price) if least != most else f"**{price}**"
        )
        total += _(" of {have}", have=action_points(have)) if route.rolled else _(" in all")
        free = [_("(the first step is always possible)")] if route.rolled and least > have else []
        steps = [(self.names.name(leg.end), _price(leg)) for leg in route.legs]
        return costs(self.names.name(route.start), steps, total, *free)

    def _dice(self, route: Route) -> Iterator[str]:
        """The reach of a group that is still to be activated, and whether others go first (I-01)."""
        if route.rolled:
            return
        spread = route.spread
        if spread.least == spread.most:
            yield _(
                "-# They have {least}: no general of theirs leads them.", least=action_points(spread.least)
            )
        else:
            points = [(halves(some), spread.exactly(some)) for some in sorted(spread.weights)]
            ends = [(self.names.name(leg.end), route.chance(n)) for n, leg in enumerate(route.legs, start=1)]
            yield from carries(points, ends)
        yield from (f"-# {line}" for line in self.preempting())

    def _left_behind(self, route: Route) -> Iterator[str]:
        """Counters of a group under way that are dropped first (V-3.2-d)."""
        top = self.state.stack[-1]
        if isinstance(top, Activation):
            points = {kind: count - route.points.get(kind, 0) for kind, count in top.points.items()}
            left: Group = points, tuple(id for id in top.generals if id not in route.generals)
            if not is_empty(left):
                who, here = self.names.troops(*left), self.names.name(top.at)
                yield _("📌 {who} stay in {here}; their activation is over.", who=who, here=here)

    def _on_the_way(self, route: Route) -> Iterator[str]:
        """Possible stops and losses of the group on the way."""
        names, here, points = self.names, route.start, route.points
        for leg in route.legs:
            yield from self._step(leg, points)
            here, points = leg.end, leg.points
        if route.stop:
            reason = route.stop.reason
            why = f"{reason.message} ({reason.case})"
            yield _(
                "⛔ Step {number}: {why}. They stop in {here}.",
                number=route.stop.number,
                why=why,
                here=names.name(here),
            )
        elif no := route.stay:
            yield _("⛔ {message} ({case}): they must go on from there.", message=no.message, case=no.case)

    def _step(self, leg: Leg, points: Points) -> Iterator[str]:
        names = self.names
        start, end = names.name(leg.start), names.name(leg.end)
        behind = {kind: count for kind, count in points.items() if kind not in leg.points}
        if behind:
            yield _(
                "📌 {behind} stay in {start}: no action points of theirs are left (3.1).",
                behind=names.troops(behind),
                start=start,
            )
        if leg.test:
            needed = self.box.charts.tables.tests.charette
            who = names.name(leg.test)
            yield _(
                "🎲 {who} goes on to {end} on a die of {needed} or more. Otherwise they stay (3.5).",
                who=who,
                end=end,
                needed=needed,
            )
        if leg.doubt == "zone":
            # Into combat points a group may go from control to control, and fights.
            yield (_BARRED_BY_OTHERS if leg.meets == "backs" else _BARRED)(start=start, end=end)
        if leg.meets == "generals" and leg.points:
            yield _("🐎 Enemy generals without escort flee from {end} (3.7).", end=end)

    def _at_the_end(self, route: Route) -> Iterator[str]:
        """The results of the last step."""
        names, last = self.names, route.legs[-1]
        combat = self.forecast(route)
        if combat is not None:
            yield from self.lines(combat, what_if.contingent(last.start, last.points, route.generals))
            if route.rest:
                yield _("➡️ They go on to {rest} only after a victory.", rest=names.listed(route.rest))
        elif last.meets == "backs":
            here, end, backs = names.name(last.start), names.name(last.end), self.backs(last.end)
            yield _(
                "❔ {end}: {backs}. If some are combat points, your stack stays in {here} (3.7).",
                end=end,
                backs=face_down(backs),
                here=here,
            )
        elif last.zone == "yes" and last.points:
            yield _(
                "-# {foe} control {end} from next to it (3.4).",
                foe=upper(names.they(self.foe)),
                end=names.name(last.end),
            )

    def _cautions(self, route: Route) -> Iterator[str]:
        """The cheaper way of a dear step, and one line about the counters left behind at the start."""
        for cheaper in self.cheaper(route):
            yield _("⚠️ This is a direct step: {cheaper}.", cheaper=cheaper)
        yield from self._emptied(route.start, route.points, route.generals)

    def _emptied(self, start: str, points: Points, generals: Sequence[str]) -> Iterator[str]:
        """What a group leaves behind without combat points: generals next to the enemy, or an objective."""
        names, box = self.names, self.box
        if total(by_kind(self.state, start, self.side)) > total(points) or not points:
            return
        alone = [id for id in generals_in(box, self.state, start, self.side) if id not in generals]
        sight = look(box, self.state, self.side)
        near = any(sight.enemy(area) in ("points", "backs") for area in box.ground.neighbours[start])
        if alone and near:
            yield ngettext(
                "⚠️ {alone} stays in {start} alone, next to the enemy.",
                "⚠️ {alone} stay in {start} alone, next to the enemy.",
                len(alone),
                alone=names.listed(alone),
                start=names.name(start),
            )
        elif box.ground.area[start].objective == "primary":
            yield _("⚠️ {start}, a primary objective, is left without combat points.", start=names.name(start))


def _price(leg: Leg) -> str:
    price = (
        halves(leg.cost)
        if leg.cost == leg.most
        else _("{cost} or {most}", cost=halves(leg.cost), most=halves(leg.most))
    )
    road = _("{price} by road", price=price) if leg.road else price
    return f"{road}{_WAYS[leg.way]}"


class Considered(NamedTuple):
    """The results of a march, and how far from possible it is."""

    preview: Preview
    proviso: list[str]
    """The reasons why it is impossible now; empty where it is possible."""


def planned(title: Vendee, names: Names, state: State, side: Side, move: Move) -> Considered:
    """The results of a side's march in the present position, as far as the side can know.

    :raises engines.core.errors.IllegalAction: no counter of the side could go so.
    """
    asked = moves_now(title.box, state, side)
    now = PROCEDURE.refusal(title.box, state, side, move) if asked else None
    if asked and now is None:
        return Considered(Previews(names, state, side, title.view(state, side)).plan(move), [])
    ready = supposed(title.box, state, side)
    reason = _nobody(title.box, ready, side, move) or PROCEDURE.refusal(title.box, ready, side, move)
    if reason is not None:
        raise illegal(now or reason)
    proviso = [
        _(
            "🔮 **Not possible now**: this preview uses the current position as if all your counters "
            "could move."
        )
    ]
    if now is not None:
        proviso.append(f"-# {now.message} ({now.case}).")
    return Considered(Previews(names, ready, side, title.view(ready, side)).plan(move), proviso)


def moves_now(box: Box, state: State, side: Side) -> bool:
    """Whether the side owes a decision to march."""
    march = bool(state.stack) and isinstance(state.stack[-1], Operations | Activation)
    return march and PROCEDURE.side_asked(box, state) == side


def _nobody(box: Box, state: State, side: Side, move: Move) -> Refusal | None:
    """The refusal where the side has no counter at the start of the march."""
    start = move.path[0]
    if len(move.path) < 2 or by_kind(state, start, side) or generals_in(box, state, start, side):
        return None
    return Refusal("V-2.4-d", _l("You have no counters in {start}", start=box.name(start)))
