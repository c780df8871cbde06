"""Retreats by where they end: which routes complete, and which ends the priorities leave (RET, COM F).

A unit with ten movement points has millions of routes. Ends are searched instead, by points left and
controlled hexes entered; a route that enters no hex twice is looked for only for ends that matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from data.grande_armee.schema import Side
from data.hexes import Hex, distance
from engines.grande_armee.box import ENEMY, Crossing
from engines.grande_armee.combat.astray import Amiss, Astray
from engines.grande_armee.position import Position, UnitId, Zone

Manner = Literal["before-combat", "hexes", "scattered"]
"""Retreat before combat, by a number of hexes, or over the whole allowance each for itself."""


class Retreat(NamedTuple):
    """A unit that retreats.

    :ivar points: hexes to go by number (1 or 2), else movement points.
    :ivar own: hexes of the Fortresses that its side controls before it sets out (G-RET-3).
    """

    unit: UnitId
    manner: Manner
    points: int
    own: frozenset[Hex]
    closed: frozenset[Hex] = frozenset()


def routes_of(position: Position, retreat: Retreat) -> Routes:
    """The routes of a retreat, searched once on a position."""
    known: Routes = position.kept.setdefault(retreat, Routes(position, retreat))
    return known


class _At(NamedTuple):
    """Where a route has come to."""

    hex: Hex
    left: int
    """Points."""
    entered: int
    """Controlled hexes."""


class Routes:
    """The routes of one retreat on a position."""

    def __init__(self, position: Position, retreat: Retreat) -> None:
        self._position = position
        self._retreat = retreat
        self._kind = position.kind(retreat.unit)
        self._side: Side = self._kind.side
        self._start = position.pieces[retreat.unit].hex
        self._known: dict[_At, tuple[_At, ...]] = {}
        self._lanes: dict[Hex, list[tuple[Hex, int, int]]] = {}

    @cached_property
    def ends(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """Every hex that the unit may end on, each with a route to it; empty where none completes.

        Retreats of results follow the priorities: fewest controlled hexes, then nearest to a Fortress
        that was nearest at the start (G-RET-8, A-56). Those before combat are free (A-36).
        """
        if self._retreat.manner == "before-combat":
            return self._routed(self._completing)
        for entered in sorted({at.entered for at in self._completing}):
            ends = self._nearest([at for at in self._completing if at.entered == entered])
            if ends:
                return ends
        return {}

    def allows(self, route: Sequence[Hex]) -> bool:
        """Whether a chain of hexes is a route that completes, ends well and keeps the priorities."""
        if not route or route[-1] not in self.ends:
            return False
        here, trail = self._from, [self._start]
        for hex in route:
            onward = next((at for at in self._onward(here) if at.hex == hex), None)
            if onward is None or hex in trail or self._ended(here):
                return False
            here = onward
            trail.append(hex)
        kept = self._retreat.manner == "before-combat" or here.entered == self._fewest
        return kept and self._completes(here, trail)

    def astray(self, route: Sequence[Hex]) -> Astray:
        """Where a route that is not allowed goes wrong; a hex alone that is no neighbour is an end."""
        if len(route) == 1 and route[0] not in self._position.box.crossings[self._start]:
            return self._astray_end(route[0])
        here, trail = self._from, [self._start]
        for hex in route:
            wrong = self._astray_step(here, hex, trail)
            if wrong is not None:
                return wrong
            here = next(at for at in self._onward(here) if at.hex == hex)
            trail.append(hex)
        if self._completes(here, trail):
            amiss = Amiss.DETOUR if here.hex in self.ends else Amiss.PRIORITY
        else:
            amiss = Amiss.TAKEN if self._taken(here.hex) else Amiss.SHORT
        return Astray(amiss, here.hex, self._start, here.left)

    def _astray_step(self, here: _At, hex: Hex, trail: Sequence[Hex]) -> Astray | None:
        way = next((way for way in self._position.box.ways[here.hex] if way.end == hex), None)
        if way is None:
            return Astray(Amiss.NO_STEP, hex, here.hex)
        if self._ended(here):
            return Astray(Amiss.ENDED, here.hex, here.hex)
        bar = self._bar(hex, way.crossing) or (Amiss.AGAIN if hex in trail else None)
        if bar is None and all(at.hex != hex for at in self._onward(here)):
            bar = Amiss.LONG if self._retreat.manner == "hexes" else Amiss.DEAR
        if bar is None:
            return None
        points = self._retreat.points if bar is Amiss.LONG else here.left
        return Astray(bar, hex, here.hex, points, way.cost + self._stacks(here.hex, hex))

    def _astray_end(self, end: Hex) -> Astray:
        amiss = self._bar(end, Crossing.OPEN)
        if amiss is None and self._taken(end):
            amiss = Amiss.TAKEN
        elif amiss is None:
            free = self._retreat.manner == "before-combat"
            comes = any(at.hex == end for at in self._completing)
            amiss = Amiss.PRIORITY if comes and not free else Amiss.NO_END
        return Astray(amiss, end, self._start, self._retreat.points)

    def _taken(self, hex: Hex) -> bool:
        """Whether a scattered unit may not end on a hex, as a unit stands there (G-CRT-10, A-54)."""
        scattered = self._retreat.manner == "scattered" and hex not in self._retreat.own
        return scattered and bool(self._position.at.get(hex))

    @cached_property
    def _from(self) -> _At:
        return _At(self._start, self._retreat.points, 0)

    @cached_property
    def _fewest(self) -> int:
        """Controlled hexes entered by the routes to the ends that are left."""
        return min(
            (sum(self._counts(hex) for hex in route) for route in self.ends.values()),
            default=0,
        )

    @cached_property
    def _targets(self) -> list[Hex]:
        """Own Fortresses nearest to the start, which itself never counts (A-56)."""
        away = {hex: distance(self._start, hex) for hex in self._retreat.own if hex != self._start}
        least = min(away.values(), default=0)
        return [hex for hex, far in away.items() if far == least]

    def _nearest(self, candidates: Sequence[_At]) -> dict[Hex, tuple[Hex, ...]]:
        """The ends with a route that are nearest to a target, of those that ask for as many zones."""
        targets = self._targets
        away = {at: min((distance(at.hex, target) for target in targets), default=0) for at in candidates}
        for far in sorted(set(away.values())):
            ends = self._routed([at for at in candidates if away[at] == far])
            if ends:
                return ends
        return {}

    def _routed(self, candidates: Sequence[_At]) -> dict[Hex, tuple[Hex, ...]]:
        """Those of the ends to which a route leads, each with the first that was come upon."""
        ends: dict[Hex, tuple[Hex, ...]] = {}
        for at in sorted(candidates):
            if at.hex not in ends and (route := self._route(at)) is not None:
                ends[at.hex] = route
        return ends

    # ---- what a route may do

    def _bar(self, hex: Hex, crossing: Crossing) -> Amiss | None:
        """Why no unit retreats that way, or None (G-RET-5, G-COM-F-1)."""
        if crossing is Crossing.RIVER:
            return Amiss.RIVER
        if hex in self._retreat.closed:
            return Amiss.CLOSED
        if self._position.box.terrain[hex] == "mountain":
            return Amiss.MOUNTAIN
        if self._position.holders.get(hex) == ENEMY[self._side]:
            return Amiss.ENEMY
        if self._retreat.manner != "before-combat":
            return None
        return Amiss.TOTAL if self._position.zone_in_combat(hex, self._side) is Zone.TOTAL else None

    def _onward(self, at: _At) -> tuple[_At, ...]:
        """Where a step leads, hexes passed already included."""
        if at not in self._known:
            self._known[at] = tuple(self._steps(at))
        return self._known[at]

    def _steps(self, at: _At) -> Iterator[_At]:
        lane = self._lanes.get(at.hex)
        if lane is None:
            lane = self._lanes[at.hex] = [*self._lane(at.hex)]
        for end, cost, counts in lane:
            if cost <= at.left:
                yield _At(end, at.left - cost, at.entered + counts)

    def _lane(self, here: Hex) -> Iterator[tuple[Hex, int, int]]:
        """Where a step can lead from a hex, what it costs, and whether it counts by the priorities."""
        manner = self._retreat.manner
        for way in self._position.box.ways[here]:
            if self._bar(way.end, way.crossing) is None:
                cost = 1 if manner == "hexes" else way.cost + self._stacks(here, way.end)
                yield way.end, cost, manner != "before-combat" and self._counts(way.end)

    def _counts(self, hex: Hex) -> bool:
        """Whether a hex is one of those to be entered as seldom as can be (A-114)."""
        return self._position.zone_in_combat(hex, self._side) is not Zone.NONE

    def _stacks(self, here: Hex, end: Hex) -> int:
        """Points to leave an own stack and to enter one, which non-combat units don't pay (A-101, A-110)."""
        if not self._kind.combat:
            return 0
        stacking = self._position.box.figures.stacking
        unit, position = self._retreat.unit, self._position
        leaving = any(id != unit for id in position.troops(here, self._side))
        entering = any(id != unit for id in position.troops(end, self._side))
        return stacking * (leaving + entering)

    def _ended(self, at: _At) -> bool:
        """Whether a route has to end there, in a Fortress of its own side (G-RET-3)."""
        return (
            self._retreat.manner != "before-combat" and at.hex in self._retreat.own and at.hex != self._start
        )

    def _completes(self, at: _At, trail: Sequence[Hex]) -> bool:
        """Whether a route may end there: it has left its hex and goes no further than it must."""
        if at.hex == self._start:
            return False
        own = at.hex in self._retreat.own
        if own:
            return True
        if self._taken(at.hex):
            return False
        if at.left == 0:
            return True
        if self._retreat.manner == "hexes":
            return False
        if any(on.hex not in trail for on in self._onward(at)):
            return False
        return self._has_dear_neighbour(at, trail)

    def _has_dear_neighbour(self, at: _At, trail: Sequence[Hex]) -> bool:
        """Whether points alone are wanting: a dead end completes no retreat (A-34, A-58)."""
        return any(
            way.end not in trail and self._bar(way.end, way.crossing) is None
            for way in self._position.box.ways[at.hex]
        )

    # ---- the search

    @cached_property
    def _walks(self) -> dict[_At, set[_At]]:
        """Everything that walks reach which may pass a hex twice, each with where it was come from."""
        before: dict[_At, set[_At]] = {self._from: set()}
        queue = [self._from]
        for here in queue:
            if self._ended(here):
                continue
            for onward in self._onward(here):
                if onward not in before:
                    before[onward] = set()
                    queue.append(onward)
                before[onward].add(here)
        return before

    @cached_property
    def _completing(self) -> list[_At]:
        """Where a route may come to an end, as far as can be said without its trail."""
        return [at for at in self._walks if at.hex != self._start and self._may_complete(at)]

    def _may_complete(self, at: _At) -> bool:
        if at.hex in self._retreat.own or at.left == 0:
            return self._completes(at, ())
        # What lies round about may have been passed already: the route itself will tell.
        return self._retreat.manner != "hexes" and not self._taken(at.hex)

    def _route(self, end: _At) -> tuple[Hex, ...] | None:
        """A route to an end that passes no hex twice and completes, or None."""
        useful = self._leading_to(end)
        stack: list[tuple[_At, tuple[Hex, ...]]] = [
            (_At(self._start, self._retreat.points, 0), (self._start,))
        ]
        while stack:
            here, trail = stack.pop()
            if here == end and self._completes(here, trail):
                return trail[1:]
            if self._ended(here):
                continue
            onward = [at for at in self._onward(here) if at in useful and at.hex not in trail]
            stack += [(at, (*trail, at.hex)) for at in sorted(onward, reverse=True)]
        return None

    def _leading_to(self, end: _At) -> set[_At]:
        useful, queue = {end}, [end]
        for here in queue:
            for before in self._walks[here]:
                if before not in useful:
                    useful.add(before)
                    queue.append(before)
        return useful
