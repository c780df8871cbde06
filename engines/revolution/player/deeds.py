"""Actions that are rolled for: their worth, how many rolls to buy, and the people sent for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Objective, Plot, Quell, Raise, Revolt, Suppress
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box
from engines.revolution.chances import prospect
from engines.revolution.deeds.arrest import arrestable
from engines.revolution.deeds.commune import raise_refusal
from engines.revolution.deeds.regional import Regional, able, held_by_enemies
from engines.revolution.deeds.roll import cost
from engines.revolution.phases.placement import available, duty
from engines.revolution.player.sight import Gain, Sight, odds
from engines.revolution.politics.regimes import CASES, threatened
from engines.revolution.state import (
    armies_in,
    control,
    enemies_in,
    level,
    outlaw,
    people_in,
    put_person,
    seated,
)
from engines.revolution.war.armies import generals_in
from engines.revolution.war.reinforcement import to_come

_NAMES = {Plot: "plot", Revolt: "revolt", Suppress: "suppress", Raise: "raise", Quell: "quell"}
_USUAL = 100
"""The price of a roll for most actions."""
_AGAIN = 0.5
"""The share of the Commune's worth that is left where it has to be put down first."""

_CROWDED = 0.02
"""The worth lost by each person who stands in a region already."""


class Bid(NamedTuple):
    """An action with a number of rolls, its worth beyond its price, and the price."""

    worth: float
    rolls: int
    price: int


def bid(sight: Sight, column: int, price: int, gain: Gain, actor: str, purse: int) -> Bid:
    """The number of rolls that is worth most, none where none is worth its price."""
    best = Bid(0.0, 0, 0)
    money = sight.money(actor)
    for rolls in range(1, min(sight.common.most_rolls, purse // price if price else 0) + 1):
        full, half = odds(sight.box, column, rolls)
        worth = full * gain.a + half * gain.b - rolls * price * money
        if worth > best.worth:
            best = Bid(worth, rolls, rolls * price)
    return best


def in_turn(sight: Sight, column: int, price: int, gain: Gain, actor: str, purse: int) -> Bid:
    """Rolls one by one, each paid after the last has failed: as many as are worth their price (A-42)."""
    full, half = odds(sight.box, column, 1)
    each = full * gain.a + half * gain.b - price * sight.money(actor)
    rolls = min(sight.common.most_rolls, purse // price if price else 0)
    if each <= 0 or not rolls:
        return Bid(0.0, 0, 0)
    left = 1 - full - half
    return Bid(each * sum(left**number for number in range(rolls)), rolls, rolls * price)


# Regions worth acting in.


class Target(NamedTuple):
    """A possible action in a region, by any person."""

    answer: Regional
    """The action, without a person."""
    region: str
    fame: int
    """The Fame that it is rolled on, without the Current's own people there."""
    price: int
    gain: Gain
    aimed: bool
    """Whether it was named as the objective."""

    def by(self, person: str, rolls: int) -> Regional:
        """The action by a person."""
        return replace(self.answer, person=person, rolls=rolls)


def targets(sight: Sight, region: str) -> list[Target]:
    """The possible actions in a region, with their gains."""
    box, state, seat = sight.box, sight.state, sight.seat
    if seat != "royalist" and held_by_enemies(box, state, region):
        return []
    gains: list[tuple[Regional, Gain]] = []
    mine, none = sight.swing(region, seat), sight.swing(region, None)
    restless = sight.temper.revolt
    if state.regions[region].revolt:
        if seat == "royalist" or not enemies_in(box, state, region):
            aim = sight.aimed("suppress", region)
            gains.append((Suppress(region, KING), Gain(mine - restless + aim, none - restless + aim)))
    else:
        if control(state, region) != seat and not (region == PARIS and state.commune):
            gains.append((Plot(region, KING), Gain(mine + sight.aimed("plot", region), none)))
        royal = seat == "royalist" and held_by_enemies(box, state, region)
        if not seated(box, state, seat) and (
            royal or (region != PARIS and not armies_in(box, state, region))
        ):
            aim = sight.aimed("revolt", region)
            gains.append((Revolt(region, KING), Gain(mine + restless + aim, none + restless + aim)))
    if region == PARIS:
        gains += _commune(sight)
    return [_target(sight, region, answer, gain) for answer, gain in gains if gain.a > 0]


def named(answer: Regional) -> tuple[str, str]:
    """An action as an objective names it."""
    aim = _NAMES[type(answer)]
    return aim, "" if isinstance(answer, Raise | Quell) else answer.region


def _target(sight: Sight, region: str, answer: Regional, gain: Gain) -> Target:
    known = prospect(sight.box, sight.state, sight.seat, answer)
    assert known is not None
    fame = known.fame + sum(by for label, by in known.terms if label != "influence")
    aim = sight.state.objectives.get(sight.seat)
    aimed = isinstance(aim, Objective) and (aim.aim, aim.of) == named(answer)
    return Target(answer, region, fame, known.price, gain, aimed)


def _commune(sight: Sight) -> Iterator[tuple[Regional, Gain]]:
    """Raising and putting down, by the Commune's level (R-ACT-59, R-ACT-63)."""
    box, state, seat = sight.box, sight.state, sight.seat
    at = level(box, state, "commune")
    worth = {
        "nothing": 0.0,
        "mine": sight.swing(PARIS, seat),
        "leaderless": sight.swing(PARIS, None),
        "neutral": sight.swing(PARIS, None),
    }
    if raise_refusal(box, state, seat) is None:
        worth["mine"] += sight.temper.commune + _power(sight)
        full, half = (worth[result] for result in box.tables.commune.raised[at])
        aim = sight.aimed("raise")
        yield Raise(KING), Gain(full + aim, half + aim * (half > 0))
    elif state.commune and state.leader != seat:
        barred = not state.options["commune-suppress-open"] and seat not in box.tables.modifiers.commune
        if not barred:
            full, half = (worth[result] for result in box.tables.commune.quelled[at])
            aim, eager = sight.aimed("quell"), sight.temper.quell
            if seat in box.tables.modifiers.commune:
                # A Current that does not lead it may not put it down to raise it again.
                aim += _AGAIN * (sight.temper.commune + _power(sight))
            yield Quell(KING), Gain(eager * full + aim, eager * half + aim)


def _power(sight: Sight) -> float:
    """The Commune's worth to a Current that may install a regime by it."""
    box, state = sight.box, sight.state
    if not threatened(box, state):
        return 0.0
    able_ = [
        id
        for id, order in box.regime.items()
        if id in CASES
        and state.regime in order.follows
        and level(box, state, "commune") + 1 >= order.commune.get(sight.seat, 9)
    ]
    return max((sight.regime(id) for id in able_), default=0.0)


class Site:
    """A region where some people can act, one after the other: a later one acts where others failed."""

    def __init__(self, sight: Sight, known: list[Target], influential: int, people: int) -> None:
        self._sight, self._known, self._people = sight, known, people
        self._added = sight.box.tables.modifiers.person * influential
        self.done: tuple[tuple[Target, int], ...] = ()
        """The planned actions, each with its number of rolls."""
        self.worth, self.price = 0.0, 0

    def choices(self, most: int) -> Iterator[tuple[float, int, tuple[tuple[Target, int], ...]]]:
        """One roll more: its gain, its likely cost, and the plan with it.

        :param most: rolls for one action, but for the objective.
        """
        if self.done:
            target, rolls = self.done[-1]
            if rolls < (self._sight.common.most_rolls if target.aimed else most):
                yield self._with((*self.done[:-1], (target, rolls + 1)))
        if len(self.done) < self._people:
            for target in self._known:
                yield self._with((*self.done, (target, 1)))

    def _with(
        self, done: tuple[tuple[Target, int], ...]
    ) -> tuple[float, int, tuple[tuple[Target, int], ...]]:
        worth, price = self._reckoned(done)
        return worth - self.worth, price - self.price, done

    def take(self, done: tuple[tuple[Target, int], ...]) -> None:
        """Settle the plan."""
        self.done = done
        self.worth, self.price = self._reckoned(done)

    def _reckoned(self, done: tuple[tuple[Target, int], ...]) -> tuple[float, int]:
        """The plan's worth and likely cost: an action that succeeded needs no further rolls."""
        box = self._sight.box
        failed: dict[Regional, float] = {}
        worth, price = 0.0, 0.0
        for target, rolls in done:
            left = failed.get(target.answer, 1.0)
            full, half = odds(box, box.column(target.fame + self._added), rolls)
            worth += left * (full * target.gain.a + half * target.gain.b)
            price += left * rolls * target.price
            failed[target.answer] = left * (1 - full)
        return worth, int(price)


def spend(sight: Sight, sites: list[Site], purse: int, most: int) -> int:
    """Buy roll after roll where it gains most for its price, while worth the price; returns the cost."""
    money, spent = sight.money(sight.seat), 0
    while True:
        best: tuple[float, int, tuple[tuple[Target, int], ...]] | None = None
        chosen: Site | None = None
        for site in sites:
            for choice in site.choices(most):
                gain, price, _ = choice
                fits = price <= purse - spent and gain > price * money
                if fits and (best is None or gain * best[1] > best[0] * price):
                    best, chosen = choice, site
        if best is None or chosen is None:
            return spent
        chosen.take(best[2])
        spent += best[1]


# Placement.


def unplaced(sight: Sight) -> Sight:
    """The position with all of the Current's people off the map, as before they are placed."""
    planned = sight.copy()
    for id in available(planned.state, planned.seat):
        put_person(planned.state, id, region=None)
    return planned


def regional_purse(sight: Sight) -> int:
    """The money expected for regions, before any is spent."""
    return int(sight.purses[sight.seat] * (1 - sight.temper.people / 2) * sight.temper.regions)


def _spare(sight: Sight) -> int:
    """The money expected for politics."""
    return int(sight.purses[sight.seat] * (1 - sight.temper.people)) - regional_purse(sight)


def placed(sight: Sight, aim: Objective | None) -> dict[str, str]:
    """Place people one by one where each adds most, within the expected money.

    :param aim: the objective named at the same time, where none was named before.
    """
    box, seat = sight.box, sight.seat
    sight = unplaced(sight)
    state = sight.state
    if aim is not None and state.objectives.get(seat) is None:
        state.objectives[seat] = aim
    waiting = available(state, seat)
    purse = regional_purse(sight)
    known = {region: targets(sight, region) for region in state.regions}
    # With an even share of the purse for each.
    most = 1 + purse // (sight.price(_USUAL) * max(len(waiting), 1))
    money = sight.money(seat)

    @cache
    def at(region: str, influential: int, people: int, shares: int) -> tuple[float, int]:
        site = Site(sight, known[region], influential, people)
        spent = spend(sight, [site], purse, min(most * shares, sight.common.most_rolls))
        return site.worth - spent * money, spent

    groups: dict[str, list[str]] = {region: [] for region in state.regions}
    spent = 0

    def added(person: str, region: str) -> tuple[float, int]:
        group = groups[region]
        influence = _influential(box, group, region)
        before = at(region, influence, len(group), 1)
        after = at(region, _influential(box, [*group, person], region), len(group) + 1, 1)
        posted = _post(sight, person, region, len(group))
        price = after[1] - before[1]
        if spent + price > purse:
            return posted, 0
        # Those who are there could use this share of the money as well.
        without = at(region, influence, len(group), 2)
        return after[0] - max(before[0], without[0]) + posted, price

    left = [*waiting]
    # Where somebody of one's own has to be.
    objective, first = state.objectives.get(seat), list[str]()
    if isinstance(objective, Objective) and objective.aim in ("plot", "revolt"):
        first = [objective.of]
    elif any(each.aimed and isinstance(each.answer, Raise | Quell) for each in known[PARIS]):
        first = [PARIS]
    while left:
        # Each placement changes the worths in one region only; the people are few enough to try all again.
        (_, price), person, region = max(
            ((added(person, region), person, region) for person in left for region in first or groups),
            key=lambda entry: entry[0][0],
        )
        first = []
        groups[region].append(person)
        left.remove(person)
        spent += price
    where = {person: region for region, group in groups.items() for person in group}
    if where and duty(state, seat) and PARIS not in where.values():
        named = box.regime[state.regime].arrests.named
        where[min(where, key=lambda id: (id in named, PARIS not in box.influence[id]))] = PARIS
    return {id: where[id] for id in waiting}


def _influential(box: Box, people: list[str], region: str) -> int:
    return sum(region in box.influence[id] for id in people)


def _post(sight: Sight, person: str, region: str, count: int) -> float:
    """The worth of a person's presence in a region, apart from his actions."""
    box, state, seat = sight.box, sight.state, sight.seat
    worth = -_CROWDED * count
    if region == PARIS:
        order = box.regime[state.regime]
        # Deputies are turned with what the regions leave.
        if order.turning and count < min(2, _spare(sight) // cost(box, state, "turn")):
            worth += 0.3
        if "lawmaker" in box.person[person].groups and state.regime == "terror" and sight.governs:
            worth += 1.0
        if sight.governs and not count:
            worth += 0.5
    if region in box.vendee and "general" in box.person[person].groups and seat == "royalist":
        rising = state.clergy_17 or state.tracks["clergy"] >= box.tables.levels.third - 4
        if rising and to_come(box, state, "catholic"):
            worth += 2.0
        elif any(box.army[id].side == "catholic" for id in armies_in(box, state, region)):
            worth += 3.0 if not generals_in(box, state, region) else 0.5
    if not sight.governs and arrestable(box, state, person):
        fame = state.fame[GOVERNMENT] + box.tables.modifiers.own_region * (control(state, region) == seat)
        fame += box.tables.modifiers.influence * (region in box.influence[person])
        if region == PARIS and outlaw(box, state, person):
            fame += box.tables.modifiers.outlaw
        chances = odds(box, box.column(fame))
        worth -= chances.a * sight.person(person) + (chances.a + chances.b) * sight.common.away
    return worth


# Actions where people are.


def regional(sight: Sight) -> list[Regional]:
    """Regional actions, while there is money for them."""
    box, state, seat = sight.box, sight.state, sight.seat
    sites: dict[str, Site] = {}
    for region in state.regions:
        people = _acting(sight, region)
        if people:
            influential = _influential(box, people_in(state, region, seat), region)
            sites[region] = Site(sight, targets(sight, region), influential, len(people))
    purse = int(sight.purses[seat] * sight.temper.regions)
    sight.purses[seat] -= spend(sight, [*sites.values()], purse, sight.common.most_rolls)
    actions: list[tuple[bool, Regional]] = []
    for region, site in sites.items():
        # People without influence act first, as the others help all the same.
        acting = sorted(_acting(sight, region), key=lambda id: region in box.influence[id])
        actions += [
            (target.aimed, target.by(person, rolls))
            for (target, rolls), person in zip(site.done, acting, strict=False)
        ]
    return [answer for _, answer in sorted(actions, key=lambda entry: not entry[0])]


def _acting(sight: Sight, region: str) -> list[str]:
    """The people who act in a region, without a general whom an army there waits for (A-97)."""
    box, state, seat = sight.box, sight.state, sight.seat
    people = able(state, seat, region)
    if seat != "royalist" or region not in box.vendee or state.options.get("generals-act-on", False):
        return people
    raised = state.clergy_17 and bool(to_come(box, state, "catholic"))
    if not raised and not armies_in(box, state, region, "catholic"):
        return people
    generals = [id for id in people if "general" in box.person[id].groups]
    return [id for id in people if id not in generals[:1]]


def of_kind(*kinds: type[AnyAnswer]) -> Callable[[Sight, str], list[AnyAnswer]]:
    """A function that picks the regional actions of a kind."""

    def wanted(sight: Sight, subject: str) -> list[AnyAnswer]:
        return [answer for answer in sight.once(regional) if isinstance(answer, kinds)]

    return wanted
