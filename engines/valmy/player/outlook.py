"""The automatic player's estimate of the map: threats, the worth of places, and hopes.

All worths are in victory points (11.2). It sees the enemy only through `Sight`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from heapq import heapify, heappop, heappush
from math import sqrt

from data.valmy.schema import SIDE
from data.valmy.tables import Side
from engines.core.memo import MemoLast
from engines.valmy.box import Box, enemy
from engines.valmy.frames import Activation
from engines.valmy.player.forces import NOBODY, Force, clash, fails, troops_of
from engines.valmy.player.march_out import NO_MARCH, March, march, marches, near_edge
from engines.valmy.player.sight import Seen, Sight
from engines.valmy.player.weights import WEIGHTS
from engines.valmy.state import State

_OTHERS = 0.6
"""The weight of the other enemies beside the strongest."""
_SPENT = 0.5
"""The weight of enemies that were activated already: they come next turn."""
_LATER = (0.4, 0.15)
"""The weight of enemies that are two moves away, and three."""
_LATER_AT_BASE = (0.9, 0.5)
"""Those weights before the side's only base."""
_FOLLOWS, _REACTS = 0.55, 0.3
"""The weight of own units that can still follow, and of adjacent ones that can react."""
_COMES = 0.8
"""The assumed share of fresh units left behind that will follow."""
_SIZES, _BETWEEN = (2, 6, 12, 20), (4, 9, 16)
"""Sizes for which hopes are computed, and the limits half-way from one to the next."""
_DAY = 2
"""Movement points of a turn."""
_WHOLE = 6
"""Units of a group that can hope for the full worth of an aim."""
_BARRED = 10
"""Movement points from which the enemy's commander counts at the west edge."""
_CUT = 0.4
"""The factor of the hope to march out while the French are seen in the way."""
MEETS = 0.7
"""Chance that adjacent enemies react where they gain by it."""
_AFRAID = 0.15
"""Chance of an attack where the enemy would lose by it."""


class Outlook:
    """The state as one side sees it, with its estimates. Each decision makes a new one."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self.box = box
        self.state = state
        self.side = side
        self.foe: Side = enemy(side)
        self.weights = WEIGHTS[side]
        self.troops = troops_of(box)
        self.left = len(box.scenario[state.scenario].turn) - state.turn
        """Turns after this one."""
        turns = len(box.scenario[state.scenario].turn) - 1
        self.late = self.weights.early + (1 - self.weights.early) * (state.turn - 1) / max(1, turns)
        self.marching = isinstance(state.stack[-1], Activation)
        """Whether a group is under way already: its units are then spent."""
        self.ways: dict[tuple[str, int, bool], dict[str, tuple[str, ...]]] = {}
        """Paths to reachable boxes, by start, movement points, and whether with units."""
        self.threat = cache(self._threat)
        self.place = cache(self._place)
        self._field = cache(self._spread)
        self._rest: MemoLast[Force, Force] = MemoLast(lambda group, origin: self.own[origin].plus(group, -1))
        self._support = cache(self._supported)
        self._beside = cache(self._foes_beside)
        self.helped = cache(self._helped)
        self._alone = cache(self._left_alone)

    @cached_property
    def sight(self) -> Sight:
        """The side's view."""
        return Sight(self.box, self.state, self.side)

    @cached_property
    def own(self) -> dict[str, Force]:
        """Own troops by box."""
        return self.sight.own

    @cached_property
    def enemy(self) -> dict[str, Seen]:
        """The enemy by box, as far as he is known or estimated."""
        return self.sight.enemy

    @cached_property
    def fresh(self) -> dict[str, int]:
        """Own units that may still be activated, by box."""
        units = self.state.units
        return {place: sum(not units[id].spent for id in stack) for place, stack in self.sight.units.items()}

    # Threats

    def _threat(self, area: str) -> Force:
        """The enemy force that could come to a box; later arrivals count less."""
        apart, cost = self.box.apart, self.box.cost
        later = _LATER_AT_BASE if self._is_base(area) else _LATER
        felt: list[Force] = []
        for origin, seen in self.enemy.items():
            gap = apart(origin, area)
            if origin == area:
                share = 1.0
            elif gap <= seen.allowance or area in cost[origin]:
                share = seen.fresh + (1 - seen.fresh) * (_SPENT if self.left else 0.0)
            elif not self.left:
                share = 0.0
            else:
                moves = -(-gap // seen.allowance)
                share = later[moves - 2] if moves - 2 < len(later) else 0.0
            if share:
                felt.append(NOBODY.plus(seen.force, share))
        if not felt:
            return NOBODY
        most = max(felt, key=lambda force: force.hits)
        threat = NOBODY.plus(most, 1 - _OTHERS)
        for force in felt:
            threat = threat.plus(force, _OTHERS)
        return threat

    def _is_base(self, area: str) -> bool:
        """Whether a box is the side's last base, for which help would come too late."""
        mine = [army for army in self.box.bases if SIDE[army] == self.side and army not in self.state.fallen]
        return len(mine) == 1 and self.box.bases[mine[0]] == area

    def _helps(self, area: str, origin: str, troops: Force, fresh: float) -> Force:
        """The share of a box's troops that can reach another, after this move or in reaction to the next."""
        if troops.units < 0.5:
            return NOBODY
        share = _REACTS if origin in self.box.cost[area] else 0.0
        if self.box.apart(origin, area) <= 2:
            share = max(share, _FOLLOWS * max(0.0, fresh) / troops.units)
        return NOBODY.plus(troops, share) if share else NOBODY

    def _supported(self, area: str) -> tuple[Force, dict[str, Force]]:
        """Own troops that can come to a box, in all and by box."""
        near, apart = self.box.cost[area], self.box.apart
        parts = {
            origin: self._helps(area, origin, troops, self.fresh[origin])
            for origin, troops in self.own.items()
            if origin != area and (origin in near or apart(origin, area) <= 2)
        }
        whole = NOBODY
        for part in parts.values():
            whole = whole.plus(part)
        return whole, parts

    def support(self, area: str, origin: str, group: Force) -> Force:
        """Own troops that can come to a box, without a group that comes from an origin."""
        whole, parts = self._support(area)
        if origin not in parts or not group.units:
            return whole
        fresh = self.fresh[origin] - (0 if self.marching else group.units)
        others = self._helps(area, origin, self._rest(group, origin), fresh)
        return whole.plus(parts[origin], -1).plus(others)

    # The worth of places

    def danger(self, area: str) -> float:
        """Chance that the enemy comes to an unoccupied place."""
        gaps = [self.box.apart(place, area) for place in self.enemy]
        near = min(gaps, default=99)
        if near > 2 * (self.left + 1) + 1:
            return 0.0
        return float(0.9 ** max(0, near - 2))

    def _place(self, area: str) -> float:
        """The worth of units in a box, apart from their own."""
        worth = 0.0
        holder = self.state.control.get(area)
        if holder is not None:
            worth += self.weights.city * self.late * (1.0 if holder == self.foe else self.danger(area))
        for army, base in self.box.bases.items():
            if base == area and army not in self.state.fallen:
                others = [
                    other
                    for other in self.box.bases
                    if SIDE[other] == SIDE[army] and other != army and other not in self.state.fallen
                ]
                value = self.weights.base if others or SIDE[army] == self.foe else self.weights.all_bases
                worth += value * (1.0 if SIDE[army] == self.foe else self.danger(area))
        if self.side == "french" and area in self.box.west:
            worth += self.weights.paris * self._barring(area)
        if area in self.state.gates:
            worth += self.weights.gate
        return worth

    def _barring(self, area: str) -> float:
        """The worth of holding a box of the west edge: by the distance of the enemy's commander."""
        chief = self.state.leaders[self.box.figures.overall["allied"]]
        if chief.fate != "map" or chief.box is None:
            return 0.0
        return max(0.0, 1 - self.box.apart(chief.box, area) / _BARRED) / len(self.box.west)

    @cached_property
    def march(self) -> March:
        """The prospects of the march on Paris, for the Allies."""
        if self.side == "french":
            return NO_MARCH
        return march(self.box, self.state, self.sight, self.left + 1)

    def westward(self, area: str, leaders: Sequence[str], units: Sequence[str]) -> float:
        """The worth to a group of its nearness to the west edge."""
        wanted = marches(self.box, self.march, leaders, units) if self.side == "allied" else 0.0
        if not wanted:
            return 0.0
        hope = self.weights.paris * self.march.urgent * (1.0 if self.march.open else _CUT)
        return hope * wanted * self.weights.fade ** near_edge(self.box, area, self.march.edges)

    def stand(self, area: str, force: Force, origin: str = "", group: Force = NOBODY) -> float:
        """The worth of troops in a box, less their risk there.

        :param group: the part of them that comes from an origin.
        """
        if force.units < 0.5:
            return 0.0
        place, threat = self.place(area), self.threat(area)
        if threat.units < 0.5:
            return place
        helped = force.plus(self.support(area, origin, group))
        met = clash(self.troops, threat, helped)
        gain = met.net + place * met.win
        lured = self.weights.exposed * min(1.0, max(_AFRAID, gain / 2))
        risked = max(0.0, met.taken * self.weights.point - met.lost * self.weights.kill)
        share = force.points / helped.points
        return place * (1 - lured * met.win) - lured * risked * share

    def met(self, area: str, force: Force) -> float:
        """The cost of coming into a box, with the enemies who react into it from adjacent boxes (7.2)."""
        foes = self._beside(area)
        if foes.units < 0.5:
            return 0.0
        clashed = clash(self.troops, force, foes)
        return MEETS * max(0.0, clashed.lost * self.weights.point - clashed.taken * self.weights.kill)

    def _foes_beside(self, area: str) -> Force:
        """The enemies that can react into a box."""
        foes = NOBODY
        for near in self.box.cost[area]:
            if near in self.enemy and near not in self.own:
                foes = foes.plus(self.enemy[near].force)
        return foes

    def _helped(self, area: str) -> Force:
        """The enemy in a box, with adjacent ones that react into it."""
        return self.enemy[area].force.plus(self._beside(area))

    def mass(self, units: float) -> float:
        """The worth of troops for being many; at the end places count instead."""
        return self.weights.mass * units * sqrt(units) * min(1.0, self.left / 4)

    # Hopes

    @cached_property
    def _mean(self) -> Force:
        """An average unit of the side."""
        total = NOBODY
        for force in self.own.values():
            total = total.plus(force)
        return NOBODY.plus(total, 1 / total.units) if total.units else NOBODY

    @cached_property
    def _aims(self) -> list[tuple[str, float]]:
        """Aims on the map, with their worths."""
        aims: list[tuple[str, float]] = []
        for area in self.box.boxes:
            worth = self.place(area)
            if worth and area not in self.enemy and area in self.own:
                worth -= max(0.0, self.stand(area, self.own[area]))
            if worth > 0.05 or area in self.enemy or area in self.own:
                aims.append((area, worth))
        return aims

    def pull(self, area: str, force: Force) -> float:
        """A group's hope from a box on: the best aim, by its distance."""
        if not self.left or force.units < 0.5:
            return 0.0
        size = _SIZES[bisect_left(_BETWEEN, force.units)]
        return self._field(size)[area] * min(1.0, force.units / _WHOLE)

    def _spread(self, size: int) -> dict[str, float]:
        """The hope of a group of a size from each box: aims spread over the map, fading."""
        field = dict.fromkeys(self.box.boxes, 0.0)
        queue = [(-hope, 0, area) for area, hope in self._hopes(size)]
        for hope, _, area in queue:
            field[area] = -hope
        heapify(queue)
        fade, most = [self.weights.fade**cost for cost in range(self.box.dearest + 1)], _DAY * self.left
        while queue:
            worth, gone, here = heappop(queue)
            worth = -worth
            if worth < field[here]:
                continue
            for near, cost in self.box.cost[here].items():
                hope = worth * fade[cost]
                if hope > field[near] and gone + cost <= most:
                    field[near] = hope
                    heappush(queue, (-hope, gone + cost, near))
        return field

    def _hopes(self, size: int) -> Iterator[tuple[str, float]]:
        """The hope of a group of a size in each box once it is there."""
        group = NOBODY.plus(self._mean, size)
        for area, worth in self._aims:
            hope = worth
            if area in self.enemy:
                met = clash(self.troops, group, self.enemy[area].force)
                hope = worth * met.win + max(0.0, met.net) * self.weights.kill
                if met.net < 0:
                    hope *= met.win
            elif area in self.own:
                others = self.own[area].units
                hope += self.mass(size + others) - self.mass(size) - self.mass(others)
            if hope > 0:
                yield area, hope

    def joined(self, area: str, group: Force, others: Force, origin: str) -> float:
        """The worth that a group adds to the troops in a box, with its hope from there."""
        both = group.plus(others)
        # Troops elsewhere are better off while the group is near them.
        if area == origin:
            return self._worth(area, both, origin, group) - self._worth(area, others, "", NOBODY)
        worth = self._worth(area, both, origin, group) - self._alone(area)
        # Units that can follow are not lost to the mass.
        behind = _COMES * (self.fresh.get(origin, 0) - (0 if self.marching else group.units))
        if behind > 0:
            worth += self.mass(both.units + behind) - self.mass(both.units) - self.mass(behind)
        return worth

    def _worth(self, area: str, force: Force, origin: str, group: Force) -> float:
        if force.units < 0.5:
            return 0.0
        return self.stand(area, force, origin, group) + self.mass(force.units) + self.pull(area, force)

    def _left_alone(self, area: str) -> float:
        """The worth of the troops in a box without the group."""
        return self._worth(area, self.own.get(area, NOBODY), "", NOBODY)

    def shaking(self, side: Side, points: float) -> float:
        """The added chance that a side fails its morale test after losing points of its troops (10.2)."""
        figures = self.box.figures
        before = self.state.lost[side]
        after = before + points / 2
        least = figures.eliminated

        def failing(lost: float) -> float:
            if lost < least:
                return max(0.0, lost / least - 0.5) * fails(figures.army_morale[side] - 1)
            return fails(figures.army_morale[side] - int(lost // least))

        return failing(after) - failing(before)
