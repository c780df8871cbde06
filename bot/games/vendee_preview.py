"""What a side sees of *For God and For the King* before it goes through with a march or a hand-over."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.presenter import Preview
from bot.games.vendee_forecast import Forecasts, contingent
from bot.games.vendee_names import Names, action_points, face_down, packed, percent, within
from bot.games.vendee_steps import Steps
from data.vendee.schema import Side
from engines.vendee import routes
from engines.vendee.actions import HAND_OVER, Action, Move, Play
from engines.vendee.box import Way
from engines.vendee.combat_actions import Pursue
from engines.vendee.frames import Activation, Fortify, Occupied, Operations, Points, enemy
from engines.vendee.groups import Group, fresh, is_empty
from engines.vendee.movement import halves
from engines.vendee.operations import ends_phase
from engines.vendee.reckoning import strength
from engines.vendee.routes import Leg, Route
from engines.vendee.sight import Sight
from engines.vendee.state import State, by_kind, generals_in, total
from engines.vendee.view import View
from render import CloseUp

STACKS = 4
"""Stacks that are named of those that could still be activated."""
_WAYS: dict[Way, str] = {
    "land": "",
    "bridge": ", bridge",
    "loire": ", over the Loire",
    "gois": ", by the Gois",
}


class Previews:
    """The previews of one side in one state; of the enemy they read the side's own view and sight alone."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.state = state
        self.side: Side = side
        self.view = view
        self.steps = Steps(names, state, side, view)
        self.forecasts = Forecasts(names, state, side)

    def of(self, action: Action) -> Preview | None:
        """What an action leads to; None where it is done at once."""
        made = self._of(action)
        return None if made is None else self._broken(made)

    def _broken(self, made: Preview) -> Preview:
        """Lines of a length that can be read."""
        return made._replace(lines=[part for line in made.lines for part in within(line)])

    def _of(self, action: Action) -> Preview | None:
        match action:
            case Move():
                return self._move(action)
            case Pursue():
                return self._pursuit(action)
            case Play():
                return self._event(action)
            case _ if action == HAND_OVER:
                return self._hand_over()
            case _:
                return None

    def _event(self, action: Play) -> Preview | None:
        """What a marker does; whoever is asked for it by name, and cannot put it off, knows that already."""
        if isinstance(self.state.stack[-1], Fortify | Occupied):
            return None
        names, event = self.names, self.names.box.event[action.event]
        left = self.state.markers[action.event] - 1
        rest = f"Markers of it left afterwards: {left}" if left else "This is the last marker of it"
        lines = [
            f"🃏 **{names.event(action.event)}**{names.played_on(action)}",
            event.text,
            f"-# {rest}.",
        ]
        return Preview(lines, f"Play {names.event(action.event)}")

    def _hand_over(self) -> Preview | None:
        """It counts as a pass, and the second one ends the operations (A-12)."""
        frame, names = self.state.stack[-1], self.names
        assert isinstance(frame, Operations)
        they, month = names.they(enemy(self.side)), names.month(self.state.turn)
        if ends_phase(frame):
            warning = f"⛔ **This ends the operations of {month}**: {they} have just passed (2.4)."
            return Preview([warning, *self._idle()], "End the operations")
        if frame.acted and self.state.options["late-passes"]:
            return None
        lines = [
            "🤝 **This hand-over counts as a pass** (2.4).",
            f"If {they} pass too, or have nobody left to activate, the operations of {month} end.",
        ]
        return Preview([*lines, *self._idle()], "Hand over")

    def _idle(self) -> list[str]:
        """Who could still be activated, the strongest first."""
        names, box = self.names, self.names.box
        groups = {area: fresh(box, self.state, area, self.side) for area in box.ground.area}
        left = {area: group for area, group in groups.items() if not is_empty(group)}
        if not left:
            return []
        ranked = sorted(left, key=lambda area: -total(left[area][0]))
        told = [f"{names.name(area)} ({names.troops(*left[area])})" for area in ranked[:STACKS]]
        more = len(ranked) - STACKS
        told += [f"{more} more stack{'' if more == 1 else 's'}"] if more > 0 else []
        return packed("**Not activated yet** ", told)

    def _pursuit(self, action: Pursue) -> Preview | None:
        """A pursuit that runs into the enemy."""
        met, names = self.forecasts.of_pursuit(action), self.names
        if met is None:
            return None
        found, attack = met
        who = names.troops(strength((attack,)), attack.generals)
        lines = self.forecasts.lines(found, attack, self._backs(found.area))
        return Preview(
            [f"🐎 **Pursuit to {names.places(action.path)}**: {who}", *lines],
            f"Attack {names.name(found.area)}",
            CloseUp(found.area),
        )

    def plan(self, action: Move) -> Preview:
        """What a march leads to that is not refused, also where it would be done at once."""
        route = routes.route(self.names.box, self.state, action)
        assert isinstance(route, Route)
        return self._broken(self._route(route))

    def _move(self, action: Move) -> Preview | None:
        route = routes.route(self.names.box, self.state, action)
        if not isinstance(route, Route):
            return None
        single = len(action.path) == 2 and bool(route.legs)
        if single and not any(leg.meets in ("points", "backs") or leg.test for leg in route.legs):
            return None
        return self._route(route)

    def _route(self, route: Route) -> Preview:
        if not route.legs:
            return self._stuck(route)
        names, end = self.names, self.names.name(route.end)
        lines = [
            f"🥾 **{names.name(route.start)} to {end}**: {names.troops(route.points, route.generals)}",
            *self._left_behind(route),
            *self._costs(route),
            *self._dice(route),
            *self._first(route),
            *self._on_the_way(route),
            *self._meeting(route),
            *self._cautions(route),
        ]
        return Preview(
            lines,
            f"Attack {end}" if route.fight else f"Go to {end}",
            CloseUp(route.end, tuple(_spent(route))),
        )

    def _stuck(self, route: Route) -> Preview:
        """A way on which a group would not set out, though it would have been activated."""
        names, start = self.names, self.names.name(route.start)
        who = f"🥾 **{start}**: {names.troops(route.points, route.generals)}"
        return Preview([who, *self._on_the_way(route)], f"Activate {start}", CloseUp(route.start))

    def _costs(self, route: Route) -> list[str]:
        """Each step with its cost, and the sum."""
        names = self.names
        steps = [f"→ {names.name(leg.end)} {_price(leg)}" for leg in route.legs]
        least, most = route.cost, sum(leg.most for leg in route.legs)
        price = halves(least) if least == most else f"{halves(least)} to {halves(most)}"
        if not route.rolled:
            price = action_points(most) if least == most else f"{halves(least)} to {action_points(most)}"
        have = route.spread.most - route.spent
        of = f" of {action_points(have)}" if route.rolled else " in all"
        free = [] if not route.rolled or least <= have else ["(the first step is always possible)"]
        return packed(f"-# {names.name(route.start)} ", [*steps, f"= **{price}**{of}", *free], " ")

    def _dice(self, route: Route) -> list[str]:
        """How far the points may carry a group that is still to be activated."""
        if route.rolled:
            return []
        spread = route.spread
        if len(spread.ways) == 1:
            return [f"-# They have {action_points(spread.least)}: no general of theirs leads them."]
        have = " · ".join(
            f"{halves(points)} ({percent(spread.exactly(points))})" for points, _ in spread.ways
        )
        chances = [(leg.end, route.chance(number)) for number, leg in enumerate(route.legs, start=1)]
        short = [f"{self.names.name(end)} {percent(chance)}" for end, chance in chances if chance < 1]
        if not short:
            return [f"-# 🎲 Action points {have}: enough in any case."]
        return [f"-# 🎲 Action points {have}", *packed("Chance to get as far as ", short)]

    def _first(self, route: Route) -> Iterator[str]:
        """Whether the other side may go first (I-01)."""
        foe = enemy(self.side)
        if not route.rolled and self.state.initiative == foe and not self.state.preempted:
            they = self.names.they(foe)
            yield f"-# {they[0].upper()}{they[1:]} have the initiative and may pre-empt it (2.4)."

    def _left_behind(self, route: Route) -> Iterator[str]:
        """Who of a group under way is dropped to begin with (V-3.2-d)."""
        top = self.state.stack[-1]
        if isinstance(top, Activation):
            points = {kind: count - route.points.get(kind, 0) for kind, count in top.points.items()}
            left: Group = points, tuple(id for id in top.generals if id not in route.generals)
            if not is_empty(left):
                who, here = self.names.troops(*left), self.names.name(top.at)
                yield f"📌 {who} stay in {here}; their activation is over."

    def _on_the_way(self, route: Route) -> Iterator[str]:
        """What may hold the group up, or costs it somebody."""
        names, here, points = self.names, route.start, route.points
        for leg in route.legs:
            yield from self._step(leg, points)
            here, points = leg.end, leg.points
        if route.stop:
            reason = route.stop.reason
            why = f"{names.told(reason.message)} ({reason.case})"
            yield f"⛔ Step {route.stop.number}: {why}. They stop in {names.name(here)}."
        elif route.stay:
            yield f"⛔ {names.told(route.stay.message)} ({route.stay.case}): they must go on from there."

    def _step(self, leg: Leg, points: Points) -> Iterator[str]:
        names = self.names
        start, end = names.name(leg.start), names.name(leg.end)
        behind = {kind: count for kind, count in points.items() if kind not in leg.points}
        if behind:
            yield f"📌 {names.troops(behind)} stay in {start}: no action points of theirs are left (3.1)."
        if leg.test:
            needed = names.box.charts.tables.tests.charette
            who = names.name(leg.test)
            yield f"🎲 {who} goes on to {end} with a die of {needed} or more, else they stay (3.5)."
        if leg.doubt == "zone":
            yield f"❔ If the counters face down control both {start} and {end}, they stay in {start} (3.4)."
        if leg.meets == "generals" and leg.points:
            yield f"🐎 Enemy generals without escort flee from {end} (3.7)."

    def _meeting(self, route: Route) -> Iterator[str]:
        """What the last step leads into."""
        names, last = self.names, route.legs[-1]
        found = self.steps.forecast(route)
        if found is not None:
            attack = contingent(last.start, last.points, route.generals)
            yield from self.forecasts.lines(found, attack, self._backs(last.end))
            if route.rest:
                yield f"➡️ Only after a victory on to {names.places(route.rest)}."
        elif last.meets == "backs":
            here, end, backs = names.name(last.start), names.name(last.end), self._backs(last.end)
            yield f"❔ {end}: {face_down(backs)}; if combat points are among them, they stay in {here} (3.7)."
        elif last.zone == "yes" and last.points:
            foe = names.they(enemy(self.side))
            yield f"-# {foe[0].upper()}{foe[1:]} control {names.name(last.end)} from next to it (3.4)."

    def _backs(self, area: str) -> int:
        stack = self.view.areas.get(area, {}).get(enemy(self.side))
        return stack.counters if stack else 0

    def _cautions(self, route: Route) -> Iterator[str]:
        """One line on what is left behind at the start."""
        names, box, start = self.names, self.names.box, route.start
        left = total(by_kind(self.state, start, self.side)) - total(route.points)
        if left or not route.points:
            return
        alone = [id for id in generals_in(box, self.state, start, self.side) if id not in route.generals]
        sight = Sight(box, self.state, self.side)
        near = any(sight.enemy(area) in ("points", "backs") for area in box.ground.neighbours[start])
        if alone and near:
            verb = "stays" if len(alone) == 1 else "stay"
            yield f"⚠️ {names.people(alone)} {verb} in {names.name(start)} alone, next to the enemy."
        elif box.ground.area[start].objective == "primary":
            yield f"⚠️ {names.name(start)}, a primary objective, is left without combat points."


def _price(leg: Leg) -> str:
    price = halves(leg.cost) if leg.cost == leg.most else f"{halves(leg.cost)} or {halves(leg.most)}"
    return f"{price}{' by road' if leg.road else ''}{_WAYS[leg.way]}"


def _spent(route: Route) -> Iterator[tuple[str, str]]:
    """Areas of a route, each with what the way there costs."""
    for number, leg in enumerate(route.legs, start=1):
        yield leg.end, halves(sum(earlier.cost for earlier in route.legs[:number]))
