"""Steps and marches of *For God and For the King* as a button or an option says them."""

from __future__ import annotations

from fractions import Fraction

from bot.games.vendee_names import TERRAIN, Label, Names, face_down, percent
from data.vendee.schema import Side
from engines.vendee import odds, routes
from engines.vendee.actions import Move, notation
from engines.vendee.frames import Activation, enemy
from engines.vendee.movement import halves
from engines.vendee.odds import Forecast
from engines.vendee.refusals import Refusal
from engines.vendee.routes import Goal, Route
from engines.vendee.state import State, total
from engines.vendee.view import View
from engines.vendee.words import ALL

VALUE = 100
"""Characters of an action that an option can carry."""


class Steps:
    """The ways of one side in one state; of the enemy they read the side's own view and sight alone."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.state = state
        self.side: Side = side
        self.view = view
        self._forecasts: dict[object, Forecast | None] = {}

    def label(self, action: Move) -> Label:
        """A step of the group under way, or a path, with its cost and what it meets."""
        names = self.names
        route = routes.route(names.box, self.state, action)
        if not isinstance(route, Route) or not route.legs:
            stop = route.stop.reason if isinstance(route, Route) and route.stop else route
            why = names.told(stop.message) if isinstance(stop, Refusal) else self.ground(action.path[-1])
            return Label(f"Go by {names.places(action.path[1:])}", why, "primary")
        return self._said(route, single=len(action.path) == 2)

    def _said(self, route: Route, *, single: bool) -> Label:
        names, last = self.names, route.legs[-1]
        cost = halves(route.cost)
        if single:
            price = f"{cost} AP{', road' if last.road else ''}"
        elif route.rolled:
            price = f"{cost} of {halves(max(0, route.spread.most - route.spent))} AP"
        else:
            price = f"{cost} AP"
        text = f"{names.name(route.end)} · {price}"
        rest = [self._left(route)]
        if len(route.legs) > 1:
            rest.append(f"by {names.places(leg.end for leg in route.legs[:-1])}")
        doubt = any(leg.doubt or leg.test for leg in route.legs)
        return self._meeting(route, text, "; ".join(filter(None, rest)), doubt=doubt)

    def _left(self, route: Route) -> str:
        if not route.rolled:
            sure = route.chance(len(route.legs))
            return "" if sure == 1 else f"{percent(sure)} to get there"
        left = route.spread.most - route.legs[-1].spent
        return f"{halves(left) if left > 0 else 'no'} AP left"

    def _meeting(self, route: Route, text: str, rest: str, *, doubt: bool) -> Label:
        """With what lies there, as far as the side sees it, and the chance of a combat."""
        area = route.end
        foe = self.view.areas.get(area, {}).get(enemy(self.side))
        found = self.forecast(route)
        if found is not None and found.win is not None:
            lost, taken = (float(found.losses[side]) for side in (self.side, enemy(self.side)))
            sums = f"{found.attackers} against {found.defenders}, column {found.column}"
            detail = f"{percent(found.win)}: {sums}, losses about {lost:.1f} to {taken:.1f}; {rest}"
            return Label(f"{text} · combat, win {percent(found.win)}", detail, "danger")
        if route.legs[-1].meets == "backs" and foe is not None:
            return Label(f"{text} · {face_down(foe.counters)}", f"{self.ground(area)}; {rest}", "danger")
        barred = " · may be barred" if doubt else ""
        alone = ", enemy generals alone" if foe else ""
        return Label(f"{text}{barred}", f"{self.ground(area)}{alone}; {rest}", "primary")

    def forecast(self, route: Route) -> Forecast | None:
        """The combat that a route leads into; None where it leads into none."""
        if not route.legs:
            return None
        last = route.legs[-1]
        met = (last.start, last.end, tuple(last.points.items()), route.generals)
        if met not in self._forecasts:
            self._forecasts[met] = odds.forecast(
                self.names.box, self.state, self.side, last.end, last.start, last.points, route.generals
            )
        return self._forecasts[met]

    def goals(self) -> list[Goal]:
        """Where the group under way can go in several steps, the likely ones first."""
        top = self.state.stack[-1]
        assert isinstance(top, Activation)
        found = routes.reach(self.names.box, self.state, top, routes.under_way(top))
        far = [goal for goal in found.values() if goal.stay and len(goal.path) > 2]
        return sorted(far, key=self._likely)

    def _likely(self, goal: Goal) -> tuple[int, Fraction, int]:
        """Combats by their chance, then what may become one, then prizes, each by its cost."""
        if goal.fight:
            return 0, -self.win(goal), goal.cost
        place = self.names.box.ground.area[goal.area]
        own = self.view.areas.get(goal.area, {}).get(self.side)
        prize = bool(place.objective or place.base or place.stronghold or place.port) and own is None
        return (1 if goal.meets == "backs" else 2 if prize else 3), Fraction(0), goal.cost

    def win(self, goal: Goal) -> Fraction:
        """The chance of victory at the end of a way that leads into a combat."""
        route = routes.route(self.names.box, self.state, Move(goal.path))
        found = self.forecast(route) if isinstance(route, Route) else None
        return Fraction(0) if found is None or found.win is None else found.win

    def ground(self, area: str) -> str:
        """An area in a few words: terrain, works, and who of one's own is there."""
        place = self.names.box.ground.area[area]
        said = [TERRAIN[place.terrain]]
        said += ["stronghold"] if place.stronghold else []
        said += [f"{place.objective} objective"] if place.objective else []
        own = self.view.areas.get(area, {}).get(self.side)
        if own and own.points is not None:
            held = {kind: condition.total for kind, condition in own.points.items()}
            if total(held) or own.generals:
                said.append(f"yours: {self.names.troops(held, own.generals or ())}")
        text = ", ".join(said)
        return text[0].upper() + text[1:]

    def carried(self, action: Move) -> str:
        """The notation of a path as an option can carry it: in full, or with its names cut short."""
        full = notation(action)
        if len(full) <= VALUE or action.who != ALL:
            return full
        return f"move {' > '.join(map(self.names.shortest, action.path))}"
