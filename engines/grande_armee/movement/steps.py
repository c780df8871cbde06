"""The steps of one unit: what each costs it, what bars it, what stops it (MOV C to F, K, L; ZOC B, C)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY, Kind, Way
from engines.grande_armee.position import Bounds, Position, UnitId, Zone


class Bar(Enum):
    """Why a step cannot be made, with the statement that says so."""

    APART = "G-MOV-C-1"
    """No neighbour in play, or across a lake (A-06)."""
    CLOSED = "A-97"
    ENEMY = "G-MOV-D-1"
    MOUNTAIN = "G-MOV-F-1"
    STOPPED = "G-ZOC-B-1"
    """An earlier step ended in a zone that stops the unit."""
    FROM_ZONE = "G-ZOC-B-3"
    """The first step leads from a controlled hex into one."""
    POINTS = "G-MOV-0-2"


class Marcher(NamedTuple):
    """A unit that is about to move on, within one leg of its movement.

    :ivar began: where it stood when the phase began; that hex is free to leave all phase (G-ZOC-C-2).
    :ivar stepped: whether it has made a step in this phase.
    :ivar points: movement points that it has left in this leg.
    """

    id: UnitId
    kind: Kind
    began: Hex
    stepped: bool
    points: int


class Step(NamedTuple):
    """A step that can be made."""

    end: Hex
    cost: int
    stops: bool
    """Whether the unit may go no further this phase."""


class Walk(NamedTuple):
    """A chain of steps that was tried."""

    reached: tuple[Hex, ...]
    """The hexes entered, in order."""
    spent: int
    stopped: bool
    bar: Bar | None
    """Why the step after the last of `reached` cannot be made; None where all could."""
    needed: int = 0
    """Movement points that it would have cost, where points alone are wanting."""


_DEAREST = 9
"""More than any step costs."""


def _stopping(kind: Kind) -> Zone:
    """The least control of a hex that stops a unit."""
    return Zone.TOTAL if kind.arm == "cavalry" else Zone.PARTIAL


class Ground(msgspec.Struct, frozen=True):
    """What the steps of a unit are made on.

    :ivar closed: hexes of closed ground (A-97).
    """

    position: Position
    closed: frozenset[Hex] = frozenset()

    def walk(self, marcher: Marcher, chain: Sequence[Hex]) -> Walk:
        """Follow a chain of hexes as far as it can be followed, the unit's own hex left out."""
        here = self.position.pieces[marcher.id].hex
        spent, stopped = 0, False
        reached: list[Hex] = []
        for end in chain:
            first = not marcher.stepped and not reached
            step = Bar.STOPPED if stopped else self.step(marcher, here, end, first=first)
            if isinstance(step, Bar):
                return Walk(tuple(reached), spent, stopped, step)
            if spent + step.cost > marcher.points:
                return Walk(tuple(reached), spent, stopped, Bar.POINTS, step.cost)
            spent, stopped, here = spent + step.cost, step.stops, end
            reached.append(end)
        return Walk(tuple(reached), spent, stopped, None)

    def reach(self, marcher: Marcher) -> dict[Hex, int]:
        """What it costs the unit to end this leg on every hex where it can, its own with them.

        All hexes of a cost are dealt with at once: what has to be paid more to leave one lets it wait.
        They come in no order.
        """
        kind, points = marcher.kind, marcher.points
        position, figures = self.position, self.position.box.figures
        start = position.pieces[marcher.id].hex
        shut, stopping, leaving = self.bounds(kind)
        troops = position.camp(kind.side).troops if kind.combat else {}
        crowd = troops.keys() if len(troops.get(start, ())) != 1 else troops.keys() - {start}
        dear = position.wrecks | crowd
        waits = dear | leaving
        costs: dict[Hex, int] = {}
        entered: list[set[Hex]] = [set() for _ in range(points + _DEAREST)]
        left: list[set[Hex]] = [set() for _ in range(points + _DEAREST)]
        entered[0].add(start)
        for spent in range(points + 1):
            fresh = entered[spent] - costs.keys()
            costs.update(dict.fromkeys(fresh, spent))
            going = fresh - stopping if spent else fresh
            for hex in going & waits:
                more = figures.stacking if hex in crowd else 0
                if hex in leaving and hex != marcher.began:
                    more += figures.leaving
                if more:
                    going.discard(hex)
                    left[spent + more].add(hex)
            going |= left[spent]
            barred = shut | stopping if start in going and self._held(marcher, start, stopping) else shut
            for price, ways in position.box.by_price.items():
                if spent + price > points:
                    break
                starts = going & ways.keys()
                if not starts:
                    continue
                ends = set().union(*[ways[hex] for hex in starts]) - barred
                for hex in ends & dear:
                    more = figures.stacking if hex in crowd else 0
                    more += figures.doomed if hex in position.wrecks else 0
                    ends.discard(hex)
                    entered[spent + price + more].add(hex)
                entered[spent + price] |= ends
        return costs

    def route(self, marcher: Marcher, costs: Mapping[Hex, int], end: Hex) -> tuple[Hex, ...]:
        """The cheapest way to an end that is reached; of two that cost the same the one over lower hexes."""
        start, route = self.position.pieces[marcher.id].hex, [end]
        while route[-1] != start:
            here = route[-1]
            nearer = sorted(
                way.end
                for way in self.position.box.ways[here]
                if costs.get(way.end, costs[here]) < costs[here]
            )
            route.append(next(hex for hex in nearer if self._leads(marcher, costs, hex, here)))
        return tuple(reversed(route[:-1]))

    def _leads(self, marcher: Marcher, costs: Mapping[Hex, int], here: Hex, end: Hex) -> bool:
        """Whether the cheapest way to an end may come from a hex."""
        start = here == self.position.pieces[marcher.id].hex
        if not start and self.stops(marcher.kind, here):
            return False
        step = self.step(marcher, here, end, first=start and not marcher.stepped)
        return isinstance(step, Step) and costs[here] + step.cost == costs[end]

    def _held(self, marcher: Marcher, start: Hex, stopping: frozenset[Hex]) -> bool:
        """Whether the first step may not lead into a zone that stops the unit (G-ZOC-B-3, B-4)."""
        return start in stopping and not marcher.stepped

    def bounds(self, kind: Kind) -> Bounds:
        """What bounds units of an arm, kept with the enemy's camp."""
        enemy, rides = self.position.camp(ENEMY[kind.side]), kind.arm == "cavalry"
        key = (self.closed, kind.combat, rides)
        known = enemy.bounds.get(key)
        if known is None:
            box, zones = self.position.box, enemy.zones
            shut = self.closed | enemy.stacks.keys() - (enemy.supply_only if kind.combat else set())
            least = _stopping(kind)
            known = enemy.bounds[key] = Bounds(
                frozenset(shut | box.mountains if rides else shut),
                frozenset(hex for hex, zone in zones.items() if zone >= least),
                frozenset(hex for hex, zone in zones.items() if rides and zone is Zone.PARTIAL),
            )
        return known

    def step(self, marcher: Marcher, here: Hex, end: Hex, *, first: bool) -> Step | Bar:
        """A step to a neighbour, whatever points are left."""
        for way in self.position.box.ways[here]:
            if way.end == end:
                return self._over(marcher, here, way, first=first)
        return Bar.APART

    def _shut(self, kind: Kind, end: Hex) -> Bar | None:
        """What keeps units of an arm out of a hex."""
        if end in self.closed:
            return Bar.CLOSED
        if not self.may_enter(kind, end):
            return Bar.ENEMY
        mountain = kind.arm == "cavalry" and self.position.box.terrain[end] == "mountain"
        return Bar.MOUNTAIN if mountain else None

    def _to_ride_off(self, kind: Kind, hex: Hex) -> int:
        """Points for cavalry to leave a partial zone, where it did not begin (G-ZOC-C-1, C-2)."""
        partial = kind.arm == "cavalry" and self.position.zone(hex, kind.side) is Zone.PARTIAL
        return self.position.box.figures.leaving if partial else 0

    def _over(self, marcher: Marcher, here: Hex, way: Way, *, first: bool) -> Step | Bar:
        kind, end = marcher.kind, way.end
        shut = self._shut(kind, end)
        if shut is not None:
            return shut
        stops = self.stops(kind, end)
        if first and stops and self.stops(kind, here):
            return Bar.FROM_ZONE
        cost = way.cost + self._to_leave(marcher, here) + self._to_enter(marcher, end)
        return Step(end, cost, stops)

    def stops(self, kind: Kind, hex: Hex) -> bool:
        """Whether a hex stops a unit that enters it (G-ZOC-B-1, B-2)."""
        return self.position.zone(hex, kind.side) >= _stopping(kind)

    def may_enter(self, kind: Kind, hex: Hex) -> bool:
        """No enemy lives there, or combat units sweep supply units away (G-MOV-D-1, G-COM-M-1, N-1)."""
        enemy = ENEMY[kind.side]
        if not self.position.stack(hex, enemy):
            return True
        return kind.combat and self.position.supply_only(hex, enemy)

    def _to_leave(self, marcher: Marcher, hex: Hex) -> int:
        """Points to step out of an own stack, or a partial zone entered this phase (G-MOV-L-1, ZOC-C-1)."""
        kind = marcher.kind
        cost = self.position.box.figures.stacking if kind.combat and self._others(marcher, hex) else 0
        return cost if hex == marcher.began else cost + self._to_ride_off(kind, hex)

    def _to_enter(self, marcher: Marcher, hex: Hex) -> int:
        """Points beside terrain: into an own stack, and over doomed units (G-MOV-K-1, A-91)."""
        figures = self.position.box.figures
        cost = figures.stacking if marcher.kind.combat and self._others(marcher, hex) else 0
        return cost + figures.doomed if hex in self.position.wrecks else cost

    def _others(self, marcher: Marcher, hex: Hex) -> bool:
        """Whether own combat units other than the marcher stand there."""
        side: Side = marcher.kind.side
        return any(id != marcher.id for id in self.position.troops(hex, side))
