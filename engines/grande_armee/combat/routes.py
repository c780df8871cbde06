"""Retreats by where they end: which routes complete, and which ends the priorities leave (RET, COM F).

A unit with ten movement points has millions of routes. Ends are searched instead, by points left and
controlled hexes entered, each with a first trail to it; a route is looked for only where it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from data.grande_armee.hexes import Hex, distance
from engines.grande_armee.box import ENEMY, Crossing, Way
from engines.grande_armee.combat.astray import Amiss, Astray
from engines.grande_armee.position import Position, UnitId

Manner = Literal["before-combat", "hexes", "scattered"]
"""Retreat before combat, by a number of hexes, or over the whole allowance each for itself."""


class Retreat(NamedTuple):
    """A unit that retreats.

    :ivar points: hexes to go by number (1 or 2), else movement points.
    :ivar own: hexes of the Fortresses that its side controls before it sets out (G-RET-3).
    :ivar taken: hexes of those that its side takes where it passes (A-73).
    :ivar shunned: ground that its side had better not enter, the widest first.
    """

    unit: UnitId
    manner: Manner
    points: int
    own: frozenset[Hex]
    closed: frozenset[Hex] = frozenset()
    taken: frozenset[Hex] = frozenset()
    shunned: tuple[frozenset[Hex], ...] = ()


def routes_of(position: Position, retreat: Retreat) -> Routes:
    """The routes of a retreat, searched once on a position for units of a hex that are alike in it."""
    kind, start = position.kind(retreat.unit), position.pieces[retreat.unit].hex
    alone = kind.combat and position.troops(start, kind.side) == (retreat.unit,)
    key = (start, kind.side, kind.combat, alone, *retreat[1:])
    known: Routes | None = position.kept.get(key)
    if known is None:
        known = position.kept[key] = Routes(position, retreat)
    return known


_At: TypeAlias = tuple[Hex, int, int]
"""Where a route has come to: the points left, and the controlled hexes entered."""
_Trail: TypeAlias = tuple[Hex, ...]
"""The hexes of a route, with the first."""
_TRAILS = 2
"""How many routes are kept to the same point: they differ in the hexes that they have passed."""
_TRIED = 2000
"""Steps that are tried for a way by a Fortress; without one any way does."""


class _Ends(Mapping[Hex, tuple[Hex, ...]]):
    """The hexes that a unit may end on, each with a route to it, which is looked for when it is asked for."""

    def __init__(self, routes: Routes, ends: Mapping[Hex, _At]) -> None:
        self._routes = routes
        self._ends = ends

    def __getitem__(self, hex: Hex) -> tuple[Hex, ...]:
        route = self._routes.route(self._ends[hex])
        assert route is not None
        return route

    def __contains__(self, hex: object) -> bool:
        return hex in self._ends

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._ends)

    def __len__(self) -> int:
        return len(self._ends)


class Routes:
    """The routes of one retreat on a position."""

    def __init__(self, position: Position, retreat: Retreat) -> None:
        kind = position.kind(retreat.unit)
        own, enemy = position.camp(kind.side), position.camp(ENEMY[kind.side])
        control, total = (
            frozenset(position.box.grid.hexes(each)) for each in position.control_in_combat(kind.side)
        )
        before = retreat.manner == "before-combat"
        self._position = position
        self._retreat = retreat
        self._start = position.pieces[retreat.unit].hex
        self._from: _At = (self._start, retreat.points, 0)
        self._lanes: dict[Hex, list[tuple[Hex, int, int]]] = {}
        self._known: dict[_At, list[_At]] = {}
        self._before: dict[_At, list[_At]] = {}
        """For each point of a route, the points from which a step leads to it; `_trails` fills it."""
        # No unit retreats onto these, nor over unbridged rivers (G-RET-5, G-COM-F-1).
        self._barred = dict.fromkeys(total if before else (), Amiss.TOTAL)
        self._barred |= dict.fromkeys(enemy.stacks, Amiss.ENEMY)
        self._barred |= dict.fromkeys(position.box.mountains, Amiss.MOUNTAIN)
        self._barred |= dict.fromkeys(retreat.closed, Amiss.CLOSED)
        # Routes enter these hexes as seldom as possible.
        self._counted: Collection[Hex] = () if before else control
        # Units that fight pay more to enter and to leave these hexes.
        self._crowd = {*own.troops} if kind.combat else set()
        if own.troops.get(self._start) == (retreat.unit,):
            self._crowd.discard(self._start)

    @cached_property
    def ends(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """Every hex that the unit may end on, each with a route to it; empty where none completes.

        Retreats of results follow the priorities: fewest controlled hexes, then nearest to a Fortress
        that was nearest at the start (G-RET-8, A-56). Those before combat are free (A-36).
        """
        return _Ends(self, self._kept)

    def best(self, end: Hex) -> _Trail:
        """The route to an end that its owner would choose: off ground that he shuns, and into Fortresses."""
        for routes in self._off:
            way = routes._taking(end)
            if way is not None and self.allows(way):
                return way
        return self._taking(end) or self.ends[end]

    def trespass(self, end: Hex) -> int:
        """How much of the shunned ground lies on every route to an end; 0 where one keeps off all of it."""
        return next((nth for nth, routes in enumerate(self._off) if end in routes.ends), len(self._off))

    def named(self, end: Hex) -> _Trail:
        """The best route to an end as an action names it: by the end alone where that leads the same way."""
        way = self.best(end)
        return way[-1:] if way == self.ends[end] else way

    @cached_property
    def _off(self) -> list[Routes]:
        """The routes that keep off the shunned ground that lies within reach, off the widest first."""
        near = [ground for ground in self._retreat.shunned if not ground.isdisjoint(self._reached)]
        off = (self._retreat._replace(closed=self._retreat.closed | ground, shunned=()) for ground in near)
        return [routes_of(self._position, retreat) for retreat in off]

    @cached_property
    def _reached(self) -> set[Hex]:
        return {at[0] for at in self._trails}

    def _taking(self, end: Hex) -> _Trail | None:
        """A route to an end by a Fortress that it takes, where one leads there as well."""
        kept = self._kept.get(end)
        if kept is None:
            return None
        for fortress in sorted(self._retreat.taken & self._reached - {end}):
            for at in self._trails:
                if (at[0], at[2]) == (end, kept[2]) and self._may_complete(at):
                    way = self.route(at, by=fortress)
                    if way is not None:
                        return way
        return self.ends[end]

    def allows(self, route: Sequence[Hex]) -> bool:
        """Whether a chain of hexes is a route that completes, ends well and keeps the priorities."""
        if not route or route[-1] not in self._kept:
            return False
        here, trail = self._from, [self._start]
        for hex in route:
            onward = next((at for at in self._onward(here) if at[0] == hex), None)
            if onward is None or hex in trail or self._ended(here):
                return False
            here = onward
            trail.append(hex)
        # All kept routes to an end enter the same number of controlled hexes.
        return here[2] == self._kept[route[-1]][2] and self._completes(here, trail)

    def astray(self, route: Sequence[Hex]) -> Astray:
        """Where a route that is not allowed goes wrong; a hex alone that is no neighbour is an end."""
        if len(route) == 1 and route[0] not in self._position.box.crossings[self._start]:
            return self._astray_end(route[0])
        here, trail = self._from, [self._start]
        for hex in route:
            wrong = self._astray_step(here, hex, trail)
            if wrong is not None:
                return wrong
            here = next(at for at in self._onward(here) if at[0] == hex)
            trail.append(hex)
        end, left, _entered = here
        if self._completes(here, trail):
            amiss = Amiss.DETOUR if end in self._kept else Amiss.PRIORITY
        else:
            amiss = Amiss.TAKEN if self._taken(end) else Amiss.SHORT
        return Astray(amiss, end, self._start, left)

    def _astray_step(self, at: _At, hex: Hex, trail: Sequence[Hex]) -> Astray | None:
        here, left, _entered = at
        way = next((way for way in self._position.box.ways[here] if way.end == hex), None)
        if way is None:
            return Astray(Amiss.NO_STEP, hex, here)
        if self._ended(at):
            return Astray(Amiss.ENDED, here, here)
        bar = Amiss.RIVER if way.crossing is Crossing.RIVER else self._barred.get(hex)
        bar = bar or (Amiss.AGAIN if hex in trail else None)
        if bar is None and all(onward[0] != hex for onward in self._onward(at)):
            bar = Amiss.LONG if self._retreat.manner == "hexes" else Amiss.DEAR
        if bar is None:
            return None
        points = self._retreat.points if bar is Amiss.LONG else left
        return Astray(bar, hex, here, points, self._cost(here, way))

    def _astray_end(self, end: Hex) -> Astray:
        amiss = self._barred.get(end)
        if amiss is None and self._taken(end):
            amiss = Amiss.TAKEN
        elif amiss is None:
            free = self._retreat.manner == "before-combat"
            comes = any(at[0] == end and self._may_complete(at) for at in self._trails)
            amiss = Amiss.PRIORITY if comes and not free else Amiss.NO_END
        return Astray(amiss, end, self._start, self._retreat.points)

    def _taken(self, hex: Hex) -> bool:
        """Whether a scattered unit may not end on a hex, as a unit stands there (G-CRT-10, A-54)."""
        scattered = self._retreat.manner == "scattered" and hex not in self._retreat.own
        return scattered and bool(self._position.at.get(hex))

    def route(self, end: _At, by: Hex | None = None) -> tuple[Hex, ...] | None:
        """A route to an end that passes no hex twice and completes, or None.

        :param by: a hex to pass on the way.
        """
        after = self._leading({end})
        before = after if by is None else self._leading({at for at in after if at[0] == by})
        stack: list[tuple[_At, _Trail]] = [(self._from, (self._start,))]
        tried = 0
        while stack and (by is None or tried < _TRIED):
            here, trail = stack.pop()
            passed, tried = by is None or by in trail, tried + 1
            if here == end and passed and self._completes(here, trail):
                return trail[1:]
            if self._ended(here):
                continue
            useful = after if passed else before
            onward = [at for at in self._onward(here) if at in useful and at[0] not in trail]
            stack += [(at, (*trail, at[0])) for at in sorted(onward, reverse=True)]
        return None

    def _leading(self, ends: set[_At]) -> set[_At]:
        """All from where walks lead to some ends, these with them."""
        useful, late = {*ends}, [*ends]
        while late:
            fresh = {*self._before.get(late.pop(), ())} - useful
            useful |= fresh
            late += fresh
        return useful

    @cached_property
    def _kept(self) -> dict[Hex, _At]:
        """For each hex where a route may end by the priorities, the best point there."""
        completing = [at for at in self._trails if self._may_complete(at)]
        if self._retreat.manner == "before-combat":
            return self._led_to(completing)
        # Own Fortresses nearest to the start, which itself never counts.
        away = {hex: distance(self._start, hex) for hex in self._retreat.own if hex != self._start}
        aims = [hex for hex, far in away.items() if far == min(away.values())]
        ranked: dict[tuple[int, int], list[_At]] = {}
        for at in completing:
            far = min((distance(at[0], aim) for aim in aims), default=0)
            ranked.setdefault((at[2], far), []).append(at)
        return next((kept for rank in sorted(ranked) if (kept := self._led_to(ranked[rank]))), {})

    def _led_to(self, candidates: Sequence[_At]) -> dict[Hex, _At]:
        """The candidates that a route reaches: the cheapest in own Fortresses, else the longest."""
        ends: dict[Hex, _At] = {}
        for at in sorted(candidates, key=lambda at: (-at[1] if at[0] in self._retreat.own else at[1], at)):
            if at[0] not in ends and self._leads(at):
                ends[at[0]] = at
        return ends

    def _leads(self, at: _At) -> bool:
        """Whether a route leads to an end: mostly a trail is one already."""
        trails = self._trails[at]
        if trails and not at[1]:
            return not self._taken(at[0])
        return any(self._completes(at, trail) for trail in trails) or self.route(at) is not None

    # ---- what a route may do

    def _lane(self, here: Hex) -> list[tuple[Hex, int, int]]:
        """Where a step can lead from a hex, what it costs, and whether it counts by the priorities."""
        lane = self._lanes.get(here)
        if lane is None:
            by_hexes = self._retreat.manner == "hexes"
            lane = self._lanes[here] = [
                (way.end, 1 if by_hexes else self._cost(here, way), way.end in self._counted)
                for way in self._position.box.ways[here]
                if way.crossing is not Crossing.RIVER and way.end not in self._barred
            ]
        return lane

    def _cost(self, here: Hex, way: Way) -> int:
        """What a step costs where points are counted, with what is paid to leave and to enter own stacks."""
        stacks = (here in self._crowd) + (way.end in self._crowd)
        return way.cost + self._position.box.figures.stacking * stacks

    def _onward(self, at: _At) -> list[_At]:
        """Where a step leads, hexes passed already included."""
        known = self._known.get(at)
        if known is None:
            here, left, entered = at
            known = self._known[at] = [
                (end, left - cost, entered + counts) for end, cost, counts in self._lane(here) if cost <= left
            ]
        return known

    def _ended(self, at: _At) -> bool:
        """Whether a route has to end there, in a Fortress of its own side (G-RET-3)."""
        home = at[0] in self._retreat.own and at[0] != self._start
        return home and self._retreat.manner != "before-combat"

    def _completes(self, at: _At, trail: Sequence[Hex]) -> bool:
        """Whether a route that ends where it may goes no further than it must.

        Short of its points it has come as far where points alone are wanting: a dead end completes no retreat
        (A-34, A-58).
        """
        here, left, _entered = at
        if here in self._retreat.own or self._taken(here):
            return here in self._retreat.own
        if not left:
            return True
        costs = [cost for end, cost, _counts in self._lane(here) if end not in trail]
        return bool(costs) and min(costs) > left

    def _may_complete(self, at: _At) -> bool:
        """Whether a route may come to an end there, as far as it can be said without its trail."""
        here, left, _entered = at
        if here == self._start:
            return False
        if here in self._retreat.own:
            return True
        if self._taken(here):
            return False
        if not left:
            return True
        costs = [cost for end, cost, _counts in self._lane(here) if end != self._start]
        # All that can be paid would have been passed already, each for a point at least.
        near = sum(cost <= left for cost in costs)
        far = near < len(costs) and near < self._retreat.points - left
        return far and self._retreat.manner != "hexes"

    @cached_property
    def _trails(self) -> dict[_At, list[_Trail]]:
        """Everything that walks reach which may pass a hex twice, those with more points left first.

        Each has some trails that pass none twice, where any were come upon.
        """
        levels: list[dict[_At, list[_Trail]]] = [{} for _ in range(self._retreat.points + 1)]
        levels[-1][self._from] = [(self._start,)]
        for left in range(self._retreat.points, 0, -1):
            for at, trails in levels[left].items():
                here, _left, entered = at
                for end, cost, counts in () if self._ended(at) else self._lane(here):
                    if cost > left:
                        continue
                    onward = end, left - cost, entered + counts
                    known = levels[left - cost].setdefault(onward, [])
                    self._before.setdefault(onward, []).append(at)
                    if len(known) < _TRAILS:
                        new = [(*trail, end) for trail in trails if end not in trail]
                        known += new[: _TRAILS - len(known)]
        return {at: trails for level in reversed(levels) for at, trails in level.items()}
