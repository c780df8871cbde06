"""The automatic player's estimate of the map: its view, threats, and the worth of places.

All worths are in points of the final count (7.2). It sees the enemy only through `Sight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from math import sqrt

from data.vendee.schema import Side
from engines.vendee.box import FAR, Box, Ground
from engines.vendee.frames import Activation, Operations, enemy
from engines.vendee.phases.committee import acquittal
from engines.vendee.player.weights import WEIGHTS
from engines.vendee.position.distances import marches
from engines.vendee.position.sight import Told, look
from engines.vendee.state import State, gatine, generals_on_map, held, points_in, side_of, total
from engines.vendee.view import counters

_MARCH, _LATER = 9, 5
"""Half action points of an average activation, and of half of one."""
_OTHERS = 0.35
"""The weight of the other stacks beside the strongest."""
_EVEN = 0.4
"""Square of the ratio at which a defence holds in one case of two."""
_LURE = 8
"""Worth of an objective that is attacked for certain."""
_BLED, _ROUTED = 0.4, 0.6
"""Share of combat points that a lost defence costs, and chance that it is a rout."""
_FIRST = {"bressuire": 0.8, "thouars": 0.6}
"""The gain of E3 and E4 where Royalists come for the first time."""
_SIZES = (0, 1, *(3,) * 4, *(8,) * 6, *(16,) * 9, *(26,) * 9, 40)
"""Groups of like size have the same hope."""
_MANY = 30
"""Combat points of both sides from which morale moves no further."""


class Outlook:
    """The state as one side sees it, with its estimates. Each decision makes a new one."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self.box = box
        self.state = state
        self.side = side
        self.foe: Side = enemy(side)
        self.weights = WEIGHTS[side]
        self.sight = look(box, state, side)
        frame = state.stack[-1]
        # The group that is under way, if it is of this side.
        self.group = frame if isinstance(frame, Activation) and frame.side == side else None
        self.stated = self.group.stated if self.group else {}
        self.own: dict[str, int] = {area: points_in(state, area, side) for area in held(state, side)}
        # In map order: a sum of floats depends on the order, and that of a set on the process.
        order = box.ground.order.__getitem__
        self.enemy: dict[str, float] = {
            area: float(points_in(state, area, self.foe)) for area in sorted(self.sight.points, key=order)
        }
        for area in sorted(self.sight.backs - self._harmless(), key=order):
            self.enemy[area] = self.weights.hidden * counters(box, state, self.foe, area)
        self.turns = len(box.scenario[state.scenario].months)
        self.last = state.turn >= self.turns
        self.turn = min(state.turn, len(self.weights.place)) - 1
        hand = next((frame for frame in state.stack if isinstance(frame, Operations)), None)
        answered = hand is not None and hand.passed and hand.hand == side
        weights = self.weights
        if self.last:
            self.exposed = weights.ended if answered else weights.late
        else:
            self.exposed = weights.answered if answered else weights.exposed
        self.morale = self.weights.morale * min(1.0, (self.turns - state.turn) / 3)
        self.settled = self._settled()
        self.fear = self.weights.fear[len(self._blue())]
        victory = box.charts.tables.victory
        worths: dict[Side, float] = {
            "republican": victory.republican_ten / 10,
            "royalist": victory.royalist_ten / 10,
        }
        self.point, self.kill = (
            (worths[side], worths[self.foe]) if self.last else (self.weights.point, self.weights.kill)
        )
        self.zones = box.ground.zones(gatine(state)).all
        self.ends: tuple[str, ...] = (*box.ground.bridge, *box.ground.bridge.values())
        self.marches = marches(box.ground, self.foe)
        self.threat = cache(self._threat)
        self.controlled = cache(self._controlled)
        self.place = cache(self._place)
        self.kept = cache(self._keeps)
        self._front = fronts(self.weights.front)
        self._ways = ways(box.ground, side)
        self.alone = cache(self._solitary)
        self._trial = cache(self._tried)
        self._risk = cache(self._risked)
        self._hope = cache(self._hoped)
        self._hopes = cache(self._worthy)
        self._fades = fades(box.ground, side, self.weights.distance)
        self._shame = self._shamed()
        self.known: dict[tuple[str, int, int], float] = {}
        self.reaches: dict[tuple[object, ...], object] = {}

    def _harmless(self) -> set[str]:
        """Areas without enemy combat points, by statements that they do not control (V-3.6-e)."""
        from_ = self.box.ground.controlled_from
        return {near for area, controls in self.stated.items() if not controls for near in from_[area]}

    def _settled(self) -> dict[str, float]:
        """Own combat points that stay where they are: those activated, and half of the others."""
        settled: dict[str, float] = {}
        for area in self.own:
            own = (each for kind, each in self.state.forces[area].items() if side_of(kind) == self.side)
            settled[area] = sum(each.total - each.fresh / 2 for each in own)
        if (group := self.group) is not None and group.points:
            settled[group.at] -= total(group.points)
            # As before it set out, or else it would want to go back.
            settled[group.origin] = settled.get(group.origin, 0.0) + total(group.points) / 2
        return settled

    def at_rest(self, area: str) -> int:
        """Own combat points in an area, without a group that is under way."""
        moving = total(self.group.points) if self.group is not None and self.group.at == area else 0
        return self.own.get(area, 0) - moving

    def _threat(self, area: str) -> float:
        """Combat points that the enemy could bring against an area, the nearer the more."""
        near, front = self.marches[area], self._front
        felt = [points * front[near[origin]] for origin, points in self.enemy.items()]
        most = max(felt, default=0.0)
        return most + _OTHERS * (sum(felt) - most)

    def _menace(self, area: str) -> float:
        """The threat in this month: in the first no Royalist leaves the zone of his army (7.1)."""
        if self.state.turn > 1 or self.side == "royalist":
            return self.threat(area)
        zone = self.box.ground.zones(gatine=False).army
        return self.threat(area) if zone[area] in {zone[origin] for origin in self.enemy} else 0.0

    def _controlled(self, area: str) -> bool:
        """Whether the enemy is known to control an area."""
        return self.control(area) == "yes"

    def control(self, area: str) -> Told:
        """Whether the enemy controls an area, by what is seen or was stated in this activation (V-3.6-e)."""
        seen = self.sight.controlled(area)
        if seen != "maybe" or area not in self.stated:
            return seen
        return "yes" if self.stated[area] else "no"

    def safety(self, area: str, points: float) -> float:
        """Chance that combat points are still in an area after the enemy's worst answer."""
        _, threat, stance, lure = self._risk(area)
        if threat <= 0:
            return 1.0
        ratio = points * stance
        return 1 - lure * _EVEN / (ratio * ratio + _EVEN)

    def _risked(self, area: str) -> tuple[float, float, float, float]:
        """An area's worth, the threat, a combat point's strength against it, the chance of an attack."""
        threat, objective = self._menace(area), self._objective(area)
        stance = self.weights.ground[self.box.ground.area[area].terrain] / threat if threat else 0.0
        lure = self.exposed + (1 - self.exposed) * min(1.0, objective / _LURE)
        return self.place(area), threat, stance, lure

    def _place(self, area: str) -> float:
        """The present worth of combat points in an area, apart from their own."""
        turn, weights = self.turn, self.weights
        others = self._way(area) * weights.way[turn] + self._prize(area)
        return self._objective(area) * weights.place[turn] + others

    def _objective(self, area: str) -> float:
        place = self.box.ground.area[area]
        if place.objective is None:
            return 0.0
        points = self.box.charts.tables.victory
        worth = float(points.primary if place.objective == "primary" else points.secondary)
        if place.objective == "primary" and not self.state.objective_lost:
            worth -= self.swing("royalist", -2)
        if place.objective == "primary":
            worth += self._galerne(area)
        if self.side == "royalist" and area not in self.enemy:
            worth *= min(1.0, 0.1 + self.threat(area) / 5)
        return worth

    def _galerne(self, area: str) -> float:
        """The worth of the last primary objectives when royalist morale is low (E14)."""
        others = len(self._blue() - {area})
        low = {-2: 1.0, -1: 0.4}.get(self.state.morale["royalist"], 0.0)
        return low * self.weights.crossing[others]

    def _blue(self) -> set[str]:
        """Primary objectives that the Republic holds, apart from a group of it that is under way."""
        held = self.settled if self.side == "republican" else self.enemy
        return {area for area in self.box.ground.primary if held.get(area, 0) > 0}

    def _way(self, area: str) -> float:
        """Ports, bridges and the south: the Royalists hold them, the Republic denies them."""
        ground, points = self.box.ground, self.box.charts.tables.victory
        worth = 0.0
        if area not in notable(ground):
            return worth
        for places, value in (
            (ground.ports, points.sea),
            (self.ends, points.bridge),
            (ground.south, points.south),
        ):
            if area not in places:
                continue
            if not (self.side == "royalist" or area in self.enemy):
                worth += value * self.weights.guard * min(1.0, self.threat(area) / 6)
            elif self.side == "royalist":
                if places is self.ends and self._far(area) in self.enemy:
                    continue
                second = any(self.settled.get(other, 0) > 0 for other in places if other != area)
                worth += value * (self.weights.spare if second else 1.0)
            else:
                worth += value / max(1, sum(other in self.enemy for other in places))
        return worth

    def _far(self, end: str) -> str:
        """The other end of a bridge."""
        bridge = self.box.ground.bridge
        return bridge[end] if end in bridge else next(town for town, far in bridge.items() if far == end)

    def _prize(self, area: str) -> float:
        """Powder in a base and glory in a stronghold, for the side that takes it from the other (A-60)."""
        state = self.state
        if self.side == "royalist" and area in _FIRST and area not in state.entered:
            return self._taken(area) + _FIRST[area]
        return self._taken(area)

    def _taken(self, area: str) -> float:
        state = self.state
        if state.holder.get(area) != "republican":
            return 0.0
        place = self.box.ground.area[area]
        lack = sum(max(0, -level) for level in state.powder.values()) / 2
        worth = self.weights.powder * min(5.0, lack) * (place.base is not None)
        if place.stronghold:
            worth += self.swing("royalist", 1)
        return worth if self.side == "royalist" else worth * 0.5 * min(1.0, self.threat(area) / 6)

    def _keeps(self, area: str) -> float:
        """The worth of a garrison of any size: the enemy has to fight for the place."""
        place = self.box.ground.area[area]
        if not self.weights.kept or self.state.holder.get(area) != self.side:
            return 0.0
        ways = (self.ends, self.box.ground.ports, self.box.ground.south)
        count = (place.base is not None) + place.stronghold + sum(area in each for each in ways)
        return self.weights.kept * count * min(1.0, self.threat(area) / 6)

    def stand(self, area: str, points: int) -> float:
        """The worth of combat points in an area, less their risk there."""
        if points <= 0:
            return 0.0
        place, threat, stance, lure = self._risk(area)
        place += self.kept(area)
        if threat <= 0:
            return place
        ratio = points * stance
        lost = lure * _EVEN / (ratio * ratio + _EVEN)
        shame = self._shame[min(_MANY, round(points + threat))]
        return place * (1 - lost) - (self.point * points * _BLED + shame) * lost

    def _shamed(self) -> list[float]:
        """The morale that a defeat would move, by the combat points of both sides."""
        morale = self.box.charts.morale
        moved = {
            steps: self.swing(self.foe, steps[0]) - _ROUTED * self.swing(self.side, steps[1])
            for steps in {morale(n) for n in range(0, _MANY + 1, 5)}
        }
        return [moved[morale(total)] for total in range(_MANY + 1)]

    def swing(self, side: Side, change: int) -> float:
        """The worth of a change of its morale to a side, with the fear of crossing the Loire (E14)."""
        before = self.state.morale[side]
        after = max(-2, min(2, before + change))
        worth = self.morale * (after - before)
        if side == "royalist":
            worth += self.fear * ((before == -2) - (after == -2))
        return worth

    def eye(self, generals: Sequence[str]) -> float:
        """What generals stand to lose before the Committee outside the zones, without a fight (2.6)."""
        if self.side == "royalist" or not generals:
            return 0.0
        lost, officers = 0.0, self.state.officers
        for army in {officers[general].army: None for general in generals}:
            group = [general for general in generals if officers[general].army == army]
            risks = sorted(self._trial(general) for general in group if general not in self.state.fought)
            # One of each army is spared.
            others = any(officers[other].army == army and other not in group for other in self._idle)
            lost += sum(risks if others else risks[:-1])
        return lost

    @cached_property
    def _idle(self) -> list[str]:
        """Own generals who would be tried if the month ended now (2.6).

        A group under way covers nobody, or else it would want to go back.
        """
        state = self.state
        covered = {area for area in self.own if area in self.zones and self.at_rest(area) > 0}
        return [
            id
            for id in generals_on_map(self.box, state, "republican")
            if id not in state.fought and state.officers[id].area not in covered
        ]

    def _tried(self, general: str) -> float:
        """The worth of a general who would be tried, by the chance that he is lost."""
        weight = self.weights.head * (0.2 if self.last else 1.0)
        return weight * (1 - float(acquittal(self.box, general))) * (1 + self.box.general[general].strategic)

    def mass(self, points: int) -> float:
        """The worth of combat points for being many; at the end places count instead."""
        return self.weights.mass * points * sqrt(points) * (1 - self.turn / (self.turns - 1))

    @cached_property
    def _aims(self) -> list[tuple[str, float, float]]:
        """Aims on the map, with their worths and the combat points that they take."""
        weights, turn = self.weights, self.turn
        aims: list[tuple[str, float, float]] = []
        special = notable(self.box.ground)
        for area, place in self.box.ground.area.items():
            if area not in special and area not in self.enemy:
                continue
            worth = self._objective(area) * max(weights.place[turn], weights.pull[turn])
            worth += self._way(area) * weights.pull[turn] + self._prize(area)
            foes = self.enemy.get(area, 0.0)
            if foes:
                worth += weights.later * (self.kill * foes + self.morale * (foes >= 5))
            elif worth and self.settled.get(area, 0) > 0:
                worth *= 1 - self.safety(area, self.settled[area])
            if worth > 0.05:
                aims.append((area, worth, foes / weights.ground[place.terrain]))
        return aims

    def pull(self, area: str, points: int) -> float:
        """The hope of a group of that size from an area on: the best aim, by its distance."""
        if self.last or not points:
            return 0.0
        return self._hope(area, _SIZES[min(points, len(_SIZES) - 1)]) * min(1.0, points / self.weights.whole)

    def _hoped(self, area: str, points: int) -> float:
        fade, most = self._fades[area], 0.0
        for aim, hope in self._hopes(points):
            if hope <= most:
                break
            most = max(most, hope * fade[aim])
        return most

    def _worthy(self, points: int) -> list[tuple[str, float]]:
        """Aims of a group of that size, with what it may hope for there."""
        hopes = [
            (area, worth * (max(0.0, min(1.0, (points / foes - 0.5) / 1.5)) if foes else 1.0))
            for area, worth, foes in self._aims
        ]
        return sorted(((area, hope) for area, hope in hopes if hope > 0), key=lambda aim: -aim[1])

    def together(self, area: str) -> Sequence[tuple[str, int, bool]]:
        """Neighbours that combat points may enter, with the price in halves, and whether by road."""
        by_land, swims = self._ways[area]
        swims = [step for step in swims if self._may_swim(area, step[0])] if swims else swims
        return [*by_land, *swims] if swims else by_land

    def _solitary(self, area: str) -> Sequence[tuple[str, int, bool]]:
        """Neighbours for lone generals, who go cross-country where the enemy is or may control (A-32)."""
        costs, ground = self.box.charts.tables.costs, self.box.ground
        rates = costs.royalist if self.side == "royalist" else costs.republican
        return [
            (near, price if self._quiet(near) or not road else rates.on(ground.area[near].terrain), road)
            for near, price, road in self.together(area)
        ]

    def _quiet(self, area: str) -> bool:
        """Whether no enemy is in an area or controls it, for certain."""
        return self.sight.enemy(area) == "none" and self.control(area) == "no"

    def _may_swim(self, start: str, end: str) -> bool:
        """Whether a group may cross the Loire by a step, as far as its side sees (V-3.3-c)."""
        taken = end in self.enemy or end in self.sight.generals
        return not taken and start not in self.zones


@lru_cache(maxsize=8)
def fades(ground: Ground, side: Side, factor: float) -> dict[str, dict[str, float]]:
    """What is left of a worth, by the action points on a side's way to it, from each area."""
    far = marches(ground, side)
    return {here: {end: factor ** (far[end][here] / 2) for end in ground.area} for here in ground.area}


_Step = tuple[str, int, bool]


@lru_cache(maxsize=8)
def fronts(weights: tuple[float, ...]) -> list[float]:
    """The weight of an enemy stack by the half action points that it needs."""
    late = [max(0, cost - _MARCH + _LATER - 1) // _LATER for cost in range(FAR + 1)]
    return [weights[each] if each < len(weights) else 0.0 for each in late]


@lru_cache(maxsize=8)
def ways(ground: Ground, side: Side) -> dict[str, tuple[list[_Step], list[_Step]]]:
    """Each area's neighbours, with the price in halves and whether by road: by land, and over the Loire."""
    around: dict[str, tuple[list[_Step], list[_Step]]] = {}
    for area in ground.area:
        around[area] = [], []
        for near in ground.neighbours[area]:
            step = ground.step[area, near]
            if (price := step.cost(side)) is not None:
                around[area][step.way == "loire"].append((near, price, step.road is not None))
    return around


@lru_cache(maxsize=8)
def notable(ground: Ground) -> frozenset[str]:
    """Areas that are worth something by themselves."""
    special = {*ground.ports, *ground.south, *ground.bridge, *ground.bridge.values(), *_FIRST}
    return frozenset(
        id
        for id, area in ground.area.items()
        if id in special or area.objective or area.base or area.stronghold
    )
