"""The steps of one unit: what each costs it, what bars it, what stops it (MOV C to F, K, L; ZOC B, C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import reduce
from operator import or_
from typing import NamedTuple

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.texts import Text
from engines.grande_armee.box import ENEMY, Kind
from engines.grande_armee.hexes import Grid
from engines.grande_armee.position import Bounds, Position, UnitId, Zone


class Bar(Enum):
    """Why a step cannot be made: the statement that says so, and the sentence."""

    APART = "G-MOV-C-1", Text.NO_STEP
    """No neighbour in play, or across a lake (A-06)."""
    CLOSED = "A-97", Text.CLOSED
    ENEMY = "G-MOV-D-1", Text.ENEMY
    MOUNTAIN = "G-MOV-F-1", Text.MOUNTAIN
    STOPPED = "G-ZOC-B-1", Text.STOPPED
    """An earlier step ended in a zone that stops the unit."""
    FROM_ZONE = "G-ZOC-B-3", Text.FROM_ZONE
    """The first step leads from a controlled hex into one."""
    POINTS = "G-MOV-0-2", Text.POINTS


class Marcher(msgspec.Struct, frozen=True):
    """A unit that is about to move on, within one leg of its movement.

    :ivar began: where it stood when the phase began; that hex is free to leave all phase (G-ZOC-C-2).
    :ivar points: movement points that it has left in this leg.
    """

    id: UnitId
    kind: Kind
    began: Hex
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
"""A cost that is higher than that of any step."""


class Reach(Mapping[Hex, int]):
    """What it costs a unit to end on each hex that it reaches, in the order of their ids.

    :ivar costs: by cost the set of the hexes, none for a cost that is none's.
    :ivar whole: all of them.
    :ivar fringe: hexes that would be reached if it cost a point less to enter them.
    """

    __slots__ = ("_grid", "costs", "fringe", "whole")

    def __init__(self, grid: Grid, costs: Sequence[int], whole: int, fringe: int = 0) -> None:
        self._grid = grid
        self.costs = costs
        self.whole = whole
        self.fringe = fringe

    def within(self, points: int) -> Reach:
        """The reach with fewer points."""
        if points + 1 == len(self.costs):
            return self
        costs = self.costs[: points + 1]
        return Reach(self._grid, costs, reduce(or_, costs))

    def __getitem__(self, hex: Hex) -> int:
        bit = self._grid.bit[hex]
        for cost, hexes in enumerate(self.costs):
            if hexes & bit:
                return cost
        raise KeyError(hex)

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, str) and bool(self.whole & self._grid.bit.get(Hex(hex), 0))

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._grid.hexes(self.whole))

    def __len__(self) -> int:
        return self.whole.bit_count()


def _dearer(one: int, more: int, other: int, also: int) -> list[tuple[int, int]]:
    """The hexes of one set alone, of another alone, and of both, where there are any, and what each costs."""
    if not other:
        return [(one, more)] if one else []
    both = one & other
    parts = (one ^ both, more), (other ^ both, also), (both, more + also)
    return [part for part in parts if part[0]]


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
            step = Bar.STOPPED if stopped else self.step(marcher, here, end, first=not reached)
            if isinstance(step, Bar):
                return Walk(tuple(reached), spent, stopped, step)
            if spent + step.cost > marcher.points:
                return Walk(tuple(reached), spent, stopped, Bar.POINTS, step.cost)
            spent, stopped, here = spent + step.cost, step.stops, end
            reached.append(end)
        return Walk(tuple(reached), spent, stopped, None)

    def reach(self, marcher: Marcher, known: Bounds | None = None) -> Reach:
        """What it costs the unit to end this leg on every hex where it can, its own with them.

        All hexes of a cost are dealt with at once: what has to be paid more to leave one lets it wait.
        """
        points, position, box = marcher.points, self.position, self.position.box
        figures, bounds = box.figures, known or self.bounds(marcher.kind)
        start, stopping, leaving = self._start(marcher), bounds.stopping, self._leaving(marcher, bounds)
        (cheap, plain), *dearer = bounds.layers
        crowd, wrecks = self._crowd(marcher), position.wreckage
        waiting, dear = crowd | leaving, crowd | wrecks
        slow = _dearer(crowd, figures.stacking, leaving, figures.leaving)
        full = _dearer(crowd, figures.stacking, wrecks, figures.doomed)
        # The first step may not lead from a zone that stops the unit into one (G-ZOC-B-3, B-4); a unit that
        # came into one in this phase makes no other.
        held = stopping if start & stopping else 0
        # By cost: hexes that are entered, that are left at last, and that lie beyond rivers just crossed.
        none = [0] * (points + _DEAREST)
        entered, late, crossed = none, none[:], none[:]
        entered[0], costs, river, onward = start, list[int](), box.tables.sides.river, box.onward
        whole = unseen = bounds.free | start
        for spent in range(points):
            fresh = entered[spent] & unseen
            unseen ^= fresh
            costs.append(fresh)
            going = fresh ^ (fresh & stopping) if spent else fresh
            if going & waiting:
                for hexes, more in slow:
                    late[spent + more] |= going & hexes
                going ^= going & waiting
            going |= late[spent]
            ends = crossed[spent]
            if going:
                near, over = onward(going)
                if held and going & start:
                    near, over = near ^ (near & held), over ^ (over & held)
                crossed[spent + river] = over
                ends |= near
            if ends & dear:
                for part, more in full:
                    for price, hexes in bounds.layers:
                        entered[spent + price + more] |= ends & part & hexes
                ends ^= ends & dear
            entered[spent + cheap] |= ends & plain
            for price, hexes in dearer if ends & bounds.rough else ():
                entered[spent + price] |= ends & hexes
        costs.append(entered[points] & unseen)
        return Reach(box.grid, costs, whole ^ unseen ^ costs[-1], entered[points + 1] & crowd)

    def _start(self, marcher: Marcher) -> int:
        """The unit's own hex, as a set."""
        return self.position.box.grid.bit[self.position.pieces[marcher.id].hex]

    def _leaving(self, marcher: Marcher, bounds: Bounds) -> int:
        """The hexes that the unit pays more to leave: not that where it began (G-ZOC-C-2)."""
        leaving = bounds.leaving
        return leaving and leaving ^ (leaving & self.position.box.grid.bit[marcher.began])

    def _crowd(self, marcher: Marcher) -> int:
        """The hexes where own combat units stand in the way of a unit."""
        if not marcher.kind.combat:
            return 0
        camp = self.position.camp(marcher.kind.side)
        return camp.crowd ^ self._start(marcher) & ~camp.packed

    def route(self, marcher: Marcher, reach: Reach, end: Hex) -> tuple[Hex, ...]:
        """The cheapest way to an end that is reached; of two that cost the same the one over lower hexes."""
        box, costs, bounds = self.position.box, reach.costs, self.bounds(marcher.kind)
        figures, start, stopping = box.figures, costs[0], bounds.stopping
        crowd, wrecks, leaving = self._crowd(marcher), self.position.wreckage, self._leaving(marcher, bounds)
        stays, waiting = stopping ^ (stopping & start), crowd | leaving
        route, at, cost = [end], box.grid.bit[end], reach[end]
        while at != start:
            barred = stays | start if start & stopping and at & stopping else stays
            cost -= figures.stacking if crowd & at else 0
            cost -= figures.doomed if wrecks & at else 0
            for near, price, on in box.ways_to[route[-1]]:
                before = cost - price
                if on & waiting:
                    before -= figures.stacking if crowd & on else 0
                    before -= figures.leaving if leaving & on else 0
                if before >= 0 and costs[before] & on and not on & barred:
                    route.append(near)
                    at, cost = on, before
                    break
        return tuple(reversed(route[:-1]))

    def way_to(self, marcher: Marcher, reach: Reach, end: Hex) -> Walk:
        """The cheapest way to an end that is reached."""
        route = self.route(marcher, reach, end)
        return Walk(route, reach[end], self.stops(marcher.kind, end), None)

    def bounds(self, kind: Kind) -> Bounds:
        """What bounds units of an arm, kept with the enemy's camp."""
        enemy, rides = self.position.camp(ENEMY[kind.side]), kind.arm == "cavalry"
        key = (self.closed, kind.combat, rides)
        known = enemy.bounds.get(key)
        if known is None:
            box, (control, total) = self.position.box, enemy.control
            shut = enemy.stood ^ (box.grid.number(enemy.supply_only) if kind.combat else 0)
            shut |= box.grid.kept(self.closed) | (box.peaks if rides else 0)
            free = box.whole & ~shut
            layers = [(price, hexes & free) for price, hexes in box.entering]
            rough = free ^ layers[0][1]
            stopping, leaving = (total, control ^ total) if rides else (control, 0)
            known = enemy.bounds[key] = Bounds(free, stopping, leaving, layers, rough)
        return known

    def step(self, marcher: Marcher, here: Hex, end: Hex, *, first: bool) -> Step | Bar:
        """A step to a neighbour, whatever points are left."""
        way = next((way for way in self.position.box.ways[here] if way.end == end), None)
        if way is None:
            return Bar.APART
        shut = self.shut(marcher.kind, end)
        if shut is not None:
            return shut
        stops = self.stops(marcher.kind, end)
        if first and stops and self.stops(marcher.kind, here):
            return Bar.FROM_ZONE
        return Step(end, way.cost + self._extra(marcher, here, end), stops)

    def shut(self, kind: Kind, end: Hex) -> Bar | None:
        """What keeps units of an arm out of a hex; combat units sweep supply units away (G-COM-M-1, N-1)."""
        enemy, position = ENEMY[kind.side], self.position
        if end in self.closed:
            return Bar.CLOSED
        if position.stack(end, enemy) and not (kind.combat and position.supply_only(end, enemy)):
            return Bar.ENEMY
        return Bar.MOUNTAIN if kind.arm == "cavalry" and end in position.box.mountains else None

    def stops(self, kind: Kind, hex: Hex) -> bool:
        """Whether a hex stops a unit that enters it (G-ZOC-B-1, B-2)."""
        return self.position.zone(hex, kind.side) >= (Zone.TOTAL if kind.arm == "cavalry" else Zone.PARTIAL)

    def _extra(self, marcher: Marcher, here: Hex, end: Hex) -> int:
        """Points of a step beside those for the ground.

        Own stacks cost more to leave and to enter, partial zones to leave, doomed units to go over
        (G-MOV-K-1, L-1, G-ZOC-C-1, A-91).
        """
        figures, grid, crowd = self.position.box.figures, self.position.box.grid, self._crowd(marcher)
        start, onto, leaving = (
            grid.bit[here],
            grid.bit[end],
            self._leaving(marcher, self.bounds(marcher.kind)),
        )
        cost = figures.stacking * (bool(crowd & start) + bool(crowd & onto))
        cost += figures.leaving if leaving & start and here != marcher.began else 0
        return cost + (figures.doomed if self.position.wreckage & onto else 0)
