"""The steps of one unit: what each costs it, what bars it, what stops it (MOV C to F, K, L; ZOC B, C)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.core.graph import Path, cheapest
from engines.grande_armee.box import ENEMY, Kind, Way
from engines.grande_armee.position import Position, UnitId, Zone


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

    def reach(self, marcher: Marcher) -> dict[Hex, Path[Hex, int]]:
        """The cheapest way to every hex at which the unit can end this leg, its own hex included."""
        start = self.position.pieces[marcher.id].hex
        stops: set[Hex] = set()

        def onward(path: Path[Hex, int]) -> Iterator[tuple[Hex, int]]:
            if path.end in stops:
                return
            first = path.before is None and not marcher.stepped
            for way in self.position.box.ways[path.end]:
                step = self._over(marcher, path.end, way, first=first)
                if isinstance(step, Step) and path.cost + step.cost <= marcher.points:
                    if step.stops:
                        stops.add(step.end)
                    yield step.end, path.cost + step.cost

        return cheapest(start, 0, onward)

    def step(self, marcher: Marcher, here: Hex, end: Hex, *, first: bool) -> Step | Bar:
        """A step to a neighbour, whatever points are left."""
        for way in self.position.box.ways[here]:
            if way.end == end:
                return self._over(marcher, here, way, first=first)
        return Bar.APART

    def _over(self, marcher: Marcher, here: Hex, way: Way, *, first: bool) -> Step | Bar:
        kind, end = marcher.kind, way.end
        if end in self.closed:
            return Bar.CLOSED
        if not self.may_enter(kind, end):
            return Bar.ENEMY
        if kind.arm == "cavalry" and self.position.box.terrain[end] == "mountain":
            return Bar.MOUNTAIN
        stops = self.stops(kind, end)
        if first and stops and self.stops(kind, here):
            return Bar.FROM_ZONE
        cost = way.cost + self._to_leave(marcher, here) + self._to_enter(marcher, end)
        return Step(end, cost, stops)

    def stops(self, kind: Kind, hex: Hex) -> bool:
        """Whether a hex stops a unit that enters it (G-ZOC-B-1, B-2)."""
        least = Zone.TOTAL if kind.arm == "cavalry" else Zone.PARTIAL
        return self.position.zone(hex, kind.side) >= least

    def may_enter(self, kind: Kind, hex: Hex) -> bool:
        """No enemy lives there, or combat units sweep supply units away (G-MOV-D-1, G-COM-M-1, N-1)."""
        enemy = ENEMY[kind.side]
        if not self.position.stack(hex, enemy):
            return True
        return kind.combat and self.position.supply_only(hex, enemy)

    def _to_leave(self, marcher: Marcher, hex: Hex) -> int:
        """Points to step out of an own stack, or a partial zone entered this phase (G-MOV-L-1, ZOC-C-1)."""
        kind = marcher.kind
        figures = self.position.box.figures
        cost = figures.stacking if kind.combat and self._others(marcher, hex) else 0
        if kind.arm == "cavalry" and hex != marcher.began:
            cost += figures.leaving if self.position.zone(hex, kind.side) is Zone.PARTIAL else 0
        return cost

    def _to_enter(self, marcher: Marcher, hex: Hex) -> int:
        """Points beside terrain: into an own stack, and over doomed units (G-MOV-K-1, A-91)."""
        figures = self.position.box.figures
        cost = figures.stacking if marcher.kind.combat and self._others(marcher, hex) else 0
        if any(id in self.position.doomed for id in self.position.at.get(hex, ())):
            cost += figures.doomed
        return cost

    def _others(self, marcher: Marcher, hex: Hex) -> bool:
        """Whether own combat units other than the marcher stand there."""
        side: Side = marcher.kind.side
        return any(id != marcher.id for id in self.position.troops(hex, side))
