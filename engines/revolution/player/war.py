"""The Government's armies, and the Royalist's: their moves and fights."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from data.revolution.bills import law_of
from engines.revolution.actions import AnyAnswer
from engines.revolution.box import PARIS, Box
from engines.revolution.facts import moved
from engines.revolution.frames import Battle
from engines.revolution.player.sight import Sight
from engines.revolution.politics.regimes import CASES
from engines.revolution.state import State, control, defenders_in, enemies_in
from engines.revolution.war.armies import fighting, generals_in, lets_enemies_pass, on_map
from engines.revolution.war.combat import can_hide, forces
from engines.revolution.war.reinforcement import conscripts, levies, to_come
from engines.revolution.war_answers import Advance, Hide, Levy, March, Muster

_MORE = 2
"""Armies beyond the enemy's from which the Government attacks him."""
_WELCOME = 1.0
"""The worth of a regime in points from which an enemy may come to Paris."""
_AGAINST_THE_COMMUNE = 3
"""The least number of armies that are sent against the Commune."""


def _distances(box: Box, start: str) -> dict[str, int]:
    """How far regions are from one, in borders."""
    distances = {start: 0}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for region in box.near[at]:
            if region not in distances:
                distances[region] = distances[at] + 1
                waiting.append(region)
    return distances


def _ways(box: Box, start: str, open_: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """The shortest way to each region, through regions that let an army pass."""
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for region in box.near[at]:
            if region not in ways:
                ways[region] = (*ways[at], region)
                if open_(region):
                    waiting.append(region)
    return ways


# The Government.


def _movable(box: Box, state: State) -> list[str]:
    return [
        id
        for id in on_map(box, state, "revolutionary")
        if moved(id) not in state.tried and state.armies[id].region not in state.held
    ]


def marches(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Together against enemies that this beats, those near Paris first; the rest to revolts."""
    if not sight.governs:
        return []
    box, state = sight.box, sight.state
    command = _Command(box, state)
    enemies = [region for region in state.regions if fighting(box, state, region)]
    if not _lets_come(sight):
        for region in sorted(enemies, key=command.far.__getitem__):
            command.meet(region)
    if len(command.ready) >= _AGAINST_THE_COMMUNE and _puts_down(sight):
        command.send(PARIS, _AGAINST_THE_COMMUNE, into=True)
    if sight.temper.revolt <= 0:
        for region in command.restless():
            command.send(region, 1)
    return command.orders


def _lets_come(sight: Sight) -> bool:
    """Whether a danger to Paris is welcome: the Current could then put a better regime in force."""
    known = sight.box.regime
    return any(
        id in CASES
        and sight.state.regime in order.follows
        and sight.seat in order.commune
        and sight.regime(id) > _WELCOME
        for id, order in known.items()
    )


class _Command:
    """Armies that have no orders yet, and the orders of the others."""

    def __init__(self, box: Box, state: State) -> None:
        self._box, self._state = box, state
        self.far = _distances(box, PARIS)
        self.ready = _movable(box, state)
        self.orders: list[AnyAnswer] = []

    def send(self, region: str, number: int, *, into: bool = False) -> None:
        """Send the nearest armies that can get there."""
        ways = {id: self._ways(_at(self._state, id)) for id in self.ready}
        able = sorted((id for id in ways if region in ways[id]), key=lambda id: len(ways[id][region]))
        for id in able[:number]:
            self.ready.remove(id)
            if len(ways[id][region]) > 1 or into:
                self.orders.append(March(id, ways[id][region], into))

    def meet(self, region: str) -> None:
        """Meet an enemy with enough to beat him, or avoid him where there are too few."""
        ours, theirs = forces(self._box, self._state, Battle(region))
        here = [id for id in self.ready if self._state.armies[id].region == region]
        missing = theirs + _MORE - ours
        if missing > len(self.ready) - len(here):
            if ours >= theirs:
                self._stay(here)
            elif region != PARIS and not enemies_in(self._box, self._state, PARIS):
                for id in here:
                    self.ready.remove(id)
                    way = self._ways(region).get(PARIS)
                    self.orders += [March(id, way)] if way is not None else []
            return
        self._stay(here)
        if missing > 0:
            self.send(region, missing)

    def _stay(self, armies: list[str]) -> None:
        self.ready = [id for id in self.ready if id not in armies]

    def _ways(self, start: str) -> dict[str, tuple[str, ...]]:
        return _ways(self._box, start, lambda region: not enemies_in(self._box, self._state, region))

    def restless(self) -> list[str]:
        """Regions in revolt, or marked by the Coalition, where a single army ends that."""
        box, state = self._box, self._state
        regions = [
            id
            for id, region in state.regions.items()
            if (region.revolt or region.coalition)
            and not enemies_in(box, state, id)
            and not defenders_in(box, state, id)
        ]
        return sorted(regions, key=lambda id: (-box.region[id].income, self.far[id]))


def _at(state: State, army: str) -> str:
    region = state.armies[army].region
    assert region is not None
    return region


def _puts_down(sight: Sight) -> bool:
    """Whether armies go against the Commune: one that another leads, to the Current's loss."""
    state = sight.state
    if not state.commune or state.leader in (None, sight.seat) or enemies_in(sight.box, state, PARIS):
        return False
    freed = sight.swing(PARIS, state.regions[PARIS].control)
    risen = sight.track("commune", sight.box.tables.levels.highest)
    return 0.4 * freed + risen > 1.0


def volunteers(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Where they are wanted most: in Paris, or as near to it as possible."""
    if not sight.governs:
        return []
    box, state = sight.box, sight.state
    far = _distances(box, PARIS)
    able = sorted(levies(box, state), key=far.__getitem__)
    # A law that is still voted on may bring the first.
    bills = any(box.law[law_of(bill)].armies for bill in state.bills)
    number = state.levy + conscripts(box, state) or int(bills)
    return [*(Levy(region) for region in able[:1] for _ in range(number))]


# The Royalist.


def musters(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Every army that has a general, while it can be paid."""
    if sight.seat != "royalist":
        return []
    box, state = sight.box, sight.state
    price = sight.price(box.tables.costs.army)
    purse = sight.purses[sight.seat] - price * len(on_map(box, state, "catholic"))
    generals = [id for region in box.vendee for id in generals_in(box, state, region)]
    waiting = to_come(box, state, "catholic")
    if not generals:
        return []
    return [
        Muster(army, generals[number % len(generals)])
        for number, army in enumerate(waiting)
        if purse >= price * (number + 1)
    ]


def advances(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Each to the most valuable region without a stronger enemy, its general with it."""
    if sight.seat != "royalist":
        return []
    box, state = sight.box, sight.state
    orders: list[AnyAnswer] = []
    taken: set[str] = set()
    for army in on_map(box, state, "catholic"):
        start = _at(state, army)
        if moved(army) in state.tried or start in state.held:
            continue
        leaders = generals_in(box, state, start)
        best, chosen = 0.0, None
        for region, way in _ways(box, start, lambda on: lets_enemies_pass(box, state, on)).items():
            led = any(on not in box.vendee for on in way) and start in box.vendee
            if len(way) < 2 or region in taken or (led and not leaders):
                continue
            worth = sight.swing(region, "royalist") - 2.0 * len(defenders_in(box, state, region))
            if worth > best:
                best, chosen = worth, Advance(army, way, leaders[0] if leaders and led else None)
        if chosen is not None and control(state, start) == "royalist":
            taken.add(chosen.path[-1])
            orders.append(chosen)
    return orders


def hiding(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The Royalist refuses combat with more armies than his own."""
    if sight.seat != "royalist":
        return []
    box, state = sight.box, sight.state
    answers: list[AnyAnswer] = []
    for region in [subject] if subject else box.vendee:
        if can_hide(box, state, region):
            ours, theirs = forces(box, state, Battle(region))
            answers.append(Hide(region, ours > theirs))
    return answers
