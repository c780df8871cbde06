"""Steps and marches of *For God and For the King* in the words of a button or an option."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from bot.games.parts.label import Label
from bot.games.vendee.names import Names, face_down
from bot.games.vendee.reader import Reader
from bot.games.wording import lower, percent
from data.catalogue import _
from data.nouns import clauses, labelled, listed, upper
from data.vendee.schema import EventId, Side
from engines.core.refusals import Refusal
from engines.vendee.actions import Move, notation
from engines.vendee.combat.frames import Battle, Pursuit
from engines.vendee.combat.march import marches, marching
from engines.vendee.foresight import odds, routes
from engines.vendee.foresight.odds import Forecast
from engines.vendee.foresight.routes import Goal, Route
from engines.vendee.frames import (
    Activation,
    Committee,
    Desertion,
    Fortify,
    Leaders,
    Occupied,
    Operations,
    Preempt,
    Reinforce,
)
from engines.vendee.movement.step import halves
from engines.vendee.phases.committee import acquittal
from engines.vendee.phases.operations import may_preempt
from engines.vendee.phases.reinforcement import can_place
from engines.vendee.state import State
from engines.vendee.view import View
from engines.vendee.words import ALL, words_of

VALUE = 100
"""The longest action in notation that an option can carry, in characters."""


class Ways(Reader):
    """The ways of one side in one state."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        super().__init__(names, state, side, view)
        self._forecasts: dict[object, Forecast | None] = {}
        self._ways: dict[Move, Label] = {}

    def way(self, action: Move) -> Label:
        """A step of the group under way, or a path, with its cost and the enemies it meets."""
        # A list of destinations and one of halts have many ways in common.
        if action not in self._ways:
            self._ways[action] = self._way(action)
        return self._ways[action]

    def _way(self, action: Move) -> Label:
        names, route = self.names, routes.route(self.box, self.state, action)
        if isinstance(route, Route) and route.legs:
            return self._meeting(route, f"{names.name(route.end)} · {self._price(route, action)}")
        stop = route.stop.reason if isinstance(route, Route) and route.stop else route
        why = stop.message if isinstance(stop, Refusal) else self.ground(action.path[-1])
        return Label(_("Go by {path}", path=names.listed(action.path[1:])), why, "primary")

    def _price(self, route: Route, action: Move) -> str:
        cost = halves(route.cost)
        if _dear(route):
            return _("all {left} AP, {cost} needed", left=halves(route.spread.most - route.spent), cost=cost)
        if len(action.path) == 2:
            return _("{cost} AP, road", cost=cost) if route.legs[-1].road else _("{cost} AP", cost=cost)
        have = _(" of {what}", what=halves(max(0, route.spread.most - route.spent))) if route.rolled else ""
        return _("{cost}{have} AP", cost=cost, have=have)

    def _rest(self, route: Route, ground: str = "") -> str:
        """The points left, or the chance to get there; what is there; and the way, which a list may cut."""
        if route.rolled:
            left = route.spread.most - route.legs[-1].spent
            said = [_("{left} AP left", left=halves(left)) if left > 0 else _("no AP left")]
            if left > 0 and route.points and route.legs[-1].meets in ("points", "backs"):
                said = [_("{left} AP left unless you lose", left=halves(left))]
            said += [_("the first step is always possible")] if _dear(route) else []
            said += self.cheaper(route)
        else:
            chance = route.chance(len(route.legs))
            said = [] if chance == 1 else [_("{chance} to get there", chance=percent(chance))]
        if ground:
            said.append(lower(ground) if said else ground)
        if len(route.legs) > 1:
            said.append(_("by {legs}", legs=self.names.listed(leg.end for leg in route.legs[:-1])))
        return clauses(said)

    def cheaper(self, route: Route) -> list[str]:
        """The way of a single step through other areas, if the same group pays less for it."""
        top = self.state.stack[-1]
        if not (isinstance(top, Activation) and route.rolled and len(route.legs) == 1):
            return []
        way = self._reached.get(route.end)
        whole = (route.points, route.generals) == (top.points, top.generals)
        if way is None or not (whole and way.stay and way.cost < route.cost):
            return []
        return [_("only {cost} AP by {legs}", cost=halves(way.cost), legs=self.names.listed(way.path[1:-1]))]

    def _meeting(self, route: Route, text: str) -> Label:
        """The counters there, as far as the side sees them, and the chance of a combat."""
        area, backs = route.end, self.backs(route.end)
        combat = self.forecast(route)
        if combat is not None and combat.win is not None:
            lost, taken = (float(combat.losses[side]) for side in (self.side, self.foe))
            mine, theirs, column = combat.attackers, combat.defenders, combat.column
            sums = _("{mine} against {theirs}, column {column}", mine=mine, theirs=theirs, column=column)
            rest, win = self._rest(route), percent(combat.win)
            reason = _(
                "{sums}, losses about {lost:.1f} to {taken:.1f}; {rest}",
                sums=sums,
                lost=lost,
                taken=taken,
                rest=rest,
            )
            return Label(_("{text} · combat, win {win}", text=text, win=win), reason, "danger", win)
        if route.legs[-1].meets == "backs" and backs:
            maybe, refused = _("maybe combat"), _("refused, free, if one is a combat point")
            met = labelled(f"{text} · {face_down(backs)}", maybe if route.points else refused)
            return Label(met, upper(self._rest(route, self.ground(area))), "danger")
        barred = _(" · may be refused, free") if any(leg.doubt or leg.test for leg in route.legs) else ""
        if any(leg.doubt == "zone" for leg in route.legs):
            barred = _(" · refused, free, if they control it")
        alone = _(", enemy generals alone") if backs else ""
        ground = f"{self.ground(area)}{alone}"
        return Label(f"{text}{barred}", upper(self._rest(route, ground)), "primary")

    def forecast(self, route: Route) -> Forecast | None:
        """The combat that a route leads into; None where it leads into none."""
        if not route.legs:
            return None
        last = route.legs[-1]
        met = (last.start, last.end, tuple(last.points.items()), route.generals)
        if met not in self._forecasts:
            self._forecasts[met] = odds.forecast(
                self.box, self.state, self.side, last.end, last.start, last.points, route.generals
            )
        return self._forecasts[met]

    def goals(self, above: int = 2) -> list[Goal]:
        """Destinations of the group under way in several steps, the likely ones first.

        :param above: ways with at most so many areas are left out; the group's own area counts.
        """
        return [goal for goal in self._goals if len(goal.path) > above]

    @cached_property
    def _reached(self) -> dict[str, Goal]:
        """The areas that the group under way reaches."""
        top = self.state.stack[-1]
        assert isinstance(top, Activation)
        return routes.reach(self.box, self.state, top, routes.under_way(top))

    @cached_property
    def _goals(self) -> list[Goal]:
        """Areas where the group under way may stay, the likely ones first."""
        return sorted((goal for goal in self._reached.values() if goal.stay), key=self._likely)

    def _likely(self, goal: Goal) -> tuple[int, Fraction, int]:
        """Combats by their chance, then possible ones, then prizes, each by its cost.

        An own base or stronghold is no prize.
        """
        if goal.fight:
            return 0, -self.win(goal), goal.cost
        place = self.box.ground.area[goal.area]
        foes = self.state.holder.get(goal.area) == self.foe
        prize = (place.objective or place.port or foes) and self.own(goal.area) is None
        rank = 1 if goal.meets == "backs" else 2 if prize else 3
        return rank, Fraction(0), goal.cost

    def win(self, goal: Goal) -> Fraction:
        """The chance of victory at the end of a way that leads into a combat."""
        route = routes.route(self.box, self.state, Move(goal.path))
        combat = self.forecast(route) if isinstance(route, Route) else None
        return Fraction(0) if combat is None or combat.win is None else combat.win

    def carried(self, action: Move) -> str:
        """The notation of a path as an option can carry it: in full, or with its names cut short."""
        full = notation(action)
        if len(full) <= VALUE or action.who != ALL:
            return full
        return f"move {' > '.join(map(words_of(self.box).areas.shortest, action.path))}"

    def asked_event(self) -> EventId | None:
        """The event in the side's open question."""
        match self.state.stack[-1] if self.state.stack else None:
            case Fortify():
                return "e6"
            case Occupied(event):
                return event
            case _:
                return None

    def beside(self) -> list[str]:
        """Lines beside a question whose background the map does not show, such as an event's effect."""
        if (event := self.asked_event()) is not None and self.side == "royalist":
            return [labelled(f"🃏 {self.names.marker(event)}", self.box.event[event].text)]
        frame = self.state.stack[-1] if self.state.stack else None
        match frame:
            case Preempt() if self.state.initiative == self.side:
                return [
                    _(
                        "You have one attempt a month. If it succeeds, your stack goes first and theirs "
                        "waits. If it fails, theirs goes on, and yours can still go later (2.4)."
                    )
                ]
            case Operations(hand=self.side, bound=None):
                return self.preempting()
            case Pursuit() if frame.side == self.side:
                return [
                    _(
                        "🐎 A pursuit costs no action points. The victors take areas that they enter or "
                        "fight there. An active group goes on from the last one."
                    )
                ]
            case Desertion() if self.side == "royalist":
                return [
                    _(
                        "Those on clear ground desert first, then those outside all zones. "
                        "You choose among those whose turn it is (2.5)."
                    )
                ]
            case Reinforce() if frame.side == self.side and not can_place(self.box, self.state, frame):
                # The question is asked before everybody, and where counters stand is hidden.
                return [_("No counters are left to place.")]
            case Battle(stage="guns" | "answer") if marching(frame) == self.side and not marches(
                self.box, self.state, frame
            ):
                why = upper(self.why_nobody(frame))
                forced = _(
                    "{why}. You have no real choice here. We ask so that your opponent can't tell.", why=why
                )
                return [forced]
            case Battle(stage="guns" | "answer") if marching(frame) == self.side:
                return [_("A march that fails costs nothing: the stack stays where it is (4.2).")]
            case Leaders():
                return [_("💣 Powder below 0 counts against the dice of an army; above 0 it brings nothing.")]
            case Committee(accused, tried) if self.side == "republican":
                armies = [
                    labelled(self.names.army(army), self._tried(whom)) for army, whom in accused.items()
                ]
                spared = _(
                    "⚖️ Those you don't spare are tried. The condemned leave the game. Chance of acquittal:"
                )
                besides = [_("Tried in any case: {who}", who=self._tried(tried))] if tried else []
                return [" ".join([spared, " · ".join([*armies, *besides])])]
            case _:
                return []

    def preempting(self) -> list[str]:
        """That the other side may go before a stack that this side activates (I-01)."""
        line = _("The other side has the initiative and may pre-empt a stack that you activate (2.4).")
        return [line] if may_preempt(self.box, self.state, self.foe) else []

    def _tried(self, generals: Iterable[str]) -> str:
        return ", ".join(f"{self.names.name(id)} {percent(acquittal(self.box, id))}" for id in generals)

    def why_nobody(self, battle: Battle) -> str:
        """The reasons why no counter of the side can march to the guns, area by area."""
        reasons = []
        for area in self.box.ground.guns[battle.area]:
            stack = self.own(area)
            if stack is None:
                continue
            name = self.names.name(area)
            if area in battle.tried:
                reasons.append(_("{name} has tried already", name=name))
            elif not stack.generals:
                reasons.append(_("no general leads those in {name}", name=name))
            else:
                reasons.append(_("the group in {name} can't join them", name=name))
        return listed(reasons) or _("you have no counters next to it")


def _dear(route: Route) -> bool:
    """Whether it costs more points than there are, as one first step may."""
    return route.rolled and len(route.legs) == 1 and route.cost > route.spread.most - route.spent
