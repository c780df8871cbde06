"""The worth of troops in a fight, by the tables: hits that they deal, points that a hit on them costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import msgspec

from data.valmy.tables import Result
from engines.valmy.box import Box
from engines.valmy.combat.fire import SKIRMISH
from engines.valmy.state import State, ratings

_PAIRS = [one + other for one, other in product(range(1, 7), repeat=2)]
_ROUNDS, _SKIRMISHES = 1.3, 1.0
"""Shots of a unit of the line in an average battle, and of a skirmisher."""
_RAISED = 0.15
"""Extra hits for each point of a leader's rating."""
_MOST_LED = 3
"""Points of ratings that count in a melee."""
_SECOND = 0.75
"""The share of an attacker's fire that is left, as he is fired at first."""
_ATTACKS = 1.0
"""Melees of an average battle, for the side that is better in them."""
_FEW = 4.5
"""Units up to which a battle counts as a Minor one, by estimate."""
_MINOR = 0.4
"""The share of a battle's fire in a Minor one."""
_AFTER: Mapping[Result, tuple[float, float]] = {
    "AE": (1.0, 0.0),
    "AR*": (0.35, 0.0),
    "AR": (0.1, 0.0),
    "EX": (0.8, 1.0),
    "BR": (0.1, 0.1),
    "DR": (0.0, 0.1),
    "DR*": (0.0, 0.35),
    "½DE": (0.0, 0.5),
    "DE": (0.0, 1.0),
}
"""Share of attackers and of defenders that each result of a charge costs."""


class Force(msgspec.Struct, frozen=True, gc=False):
    """Troops as a whole; forces are added up, and estimates are fractions."""

    units: float = 0.0
    hits: float = 0.0
    """Hits that they deal by fire in an average battle."""
    points: float = 0.0
    """Victory points for all of them (11.2)."""
    frail: float = 0.0
    """Sum of the points that a first hit on each costs."""
    strength: float = 0.0
    """Strength points of the foot (9.5)."""
    horse: float = 0.0
    """Strength points of the cavalry (9.4)."""
    mounted: float = 0.0
    """Victory points for the cavalry."""
    offence: float = 0.0
    defence: float = 0.0
    morale: int = 0
    """The best of the foot."""
    spirit: int = 0
    """The best of the cavalry."""
    carbines: float = 0.0
    """Hits that the cavalry deals by fire, which it does only in a Minor Battle (9.1)."""

    def plus(self, other: Force, share: float = 1.0) -> Force:
        """The sum of this and a share of the other."""
        if not share:
            return self
        morale, spirit = self.morale, self.spirit
        if share > 0:
            morale = other.morale if other.morale > morale else morale
            spirit = other.spirit if other.spirit > spirit else spirit
        return Force(
            self.units + share * other.units,
            self.hits + share * other.hits,
            self.points + share * other.points,
            self.frail + share * other.frail,
            self.strength + share * other.strength,
            self.horse + share * other.horse,
            self.mounted + share * other.mounted,
            self.offence + share * other.offence,
            self.defence + share * other.defence,
            morale,
            spirit,
            self.carbines + share * other.carbines,
        )


NOBODY = Force()


@cache
def fails(morale: int) -> float:
    """Chance that two dice exceed a morale."""
    return sum(pair > morale for pair in _PAIRS) / 36


class Troops:
    """The counters of a box as forces, whole and reduced."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._shots = {
            column: [sum(box.fire(column, pair + drm) for pair in _PAIRS) / 36 for drm in (0, -1, 2)]
            for column in (SKIRMISH, *box.column["fire"])
        }
        self.unit = {(id, False): self._unit(id, reduced=False) for id in box.unit}
        self.unit.update({(id, True): self._unit(id, reduced=True) for id in box.unit})
        self._melees = cache(self._melee)
        self._charges = cache(self._charge)
        self._odds = cache(box.odds)

    def shot(self, column: str, *, reduced: bool = False, at_chargers: bool = False) -> float:
        """Hits of a shot, on average."""
        return self._shots[column][2 if at_chargers else 1 if reduced else 0]

    def _unit(self, id: str, *, reduced: bool) -> Force:
        card = self.box.unit[id]
        up = card.reduced if reduced and card.reduced is not None else card.full
        victory = self.box.tables.victory
        each = (victory.skirmish_step if card.position == "S" else victory.step) / 2
        points = each * card.steps
        frail = points if reduced or card.reduced is None else points * fails(card.reduced.morale)
        if card.arm == "cavalry":
            shots = _ROUNDS * self.shot(self.box.fire_column(up.morale), reduced=reduced)
            return Force(
                1, 0, points, frail, horse=up.strength, mounted=points, spirit=up.morale, carbines=shots
            )
        if card.position == "S":
            hits = _SKIRMISHES * self.shot(SKIRMISH, reduced=reduced)
        else:
            hits = _ROUNDS * self.shot(self.box.fire_column(up.morale), reduced=reduced)
        return Force(1, hits, points, frail, up.strength, morale=up.morale)

    def _charge(self, column: str, drm: int) -> tuple[float, float]:
        results = [_AFTER[self.box.charge(column, die + drm)] for die in range(1, 7)]
        return sum(ours for ours, _ in results) / 6, sum(theirs for _, theirs in results) / 6

    def charged(self, ours: Force, theirs: Force, *, doubled: bool = True) -> tuple[float, float]:
        """Points that a charge of cavalry on cavalry costs both, with the check before it."""
        if ours.horse < 1 or theirs.horse < 1:
            return 0.0, 0.0
        column = self._odds("charge", round(ours.horse * (1 + doubled)), round(theirs.horse))
        lost, taken = self._charges(column, ours.spirit - theirs.spirit)
        rides = 1 - fails(ours.spirit)
        return rides * lost * ours.mounted, rides * taken * theirs.mounted

    def melee(self, attacker: int, defender: int, drm: int) -> tuple[float, float]:
        """Steps that a melee of such strengths costs both, on average."""
        return self._melees(self._odds("melee", attacker, defender), drm)

    def _melee(self, column: str, drm: int) -> tuple[float, float]:
        results = [self.box.melee(column, pair + drm) for pair in _PAIRS]
        return sum(ours for ours, _ in results) / 36, sum(theirs for _, theirs in results) / 36


@lru_cache(maxsize=8)
def troops_of(box: Box) -> Troops:
    """The troops of a box, computed once."""
    return Troops(box)


def force_of(box: Box, state: State, units: Iterable[str], leaders: Iterable[str] = ()) -> Force:
    """Units and leaders as a force."""
    known, table = state.units, troops_of(box).unit
    troops = [table[id, known[id].reduced] for id in units]
    rated = [ratings(box, state, leader) for leader in leaders]
    return Force(
        len(troops),
        sum(unit.hits for unit in troops),
        sum(unit.points for unit in troops),
        sum(unit.frail for unit in troops),
        sum(unit.strength for unit in troops),
        sum(unit.horse for unit in troops),
        sum(unit.mounted for unit in troops),
        sum(leader.offence for leader in rated),
        sum(leader.defence for leader in rated),
        max((unit.morale for unit in troops), default=0),
        max((unit.spirit for unit in troops), default=0),
        sum(unit.carbines for unit in troops) if state.options["mounted-fire"] else 0.0,
    )


class Clash(NamedTuple):
    """The expected result of a battle for its attacker, in victory points."""

    lost: float
    taken: float
    win: float
    """Chance that the attacker has the better of it."""

    @property
    def net(self) -> float:
        """Points won less points lost."""
        return self.taken - self.lost


def clash(troops: Troops, attacker: Force, defender: Force) -> Clash:
    """The expected result of a battle."""
    if attacker.units <= 0 or defender.units <= 0:
        return Clash(0.0, 0.0, 1.0 if attacker.units > 0 else 0.0)
    ours = _SECOND * (attacker.hits + _RAISED * min(6.0, attacker.offence))
    theirs = defender.hits + _RAISED * min(6.0, defender.defence)
    if max(attacker.units, defender.units) <= _FEW:
        ours, theirs = ours + _SECOND * attacker.carbines, theirs + defender.carbines
        lost, taken = _bleeds(attacker, theirs * _MINOR), _bleeds(defender, ours * _MINOR)
    else:
        in_melee, beaten = _melee(troops, attacker, defender)
        lost = _bleeds(attacker, theirs + _ATTACKS * in_melee)
        taken = _bleeds(defender, ours + _ATTACKS * beaten)
        costs, wins = troops.charged(attacker, defender)
        if wins > costs:
            lost, taken = lost + costs, taken + wins
        else:
            costs, wins = troops.charged(defender, attacker)
            if wins > costs:
                lost, taken = lost + wins, taken + costs
        lost, taken = min(lost, 0.9 * attacker.points), min(taken, 0.9 * defender.points)
    worn, wears = lost / attacker.points, taken / defender.points
    win = wears * wears / (worn * worn + wears * wears) if worn + wears > 0 else 0.5
    return Clash(lost, taken, win)


def _melee(troops: Troops, attacker: Force, defender: Force) -> tuple[float, float]:
    """Steps that a melee costs both: the attacker's, if he is better in it, or the defender's."""
    if attacker.strength < 1 or defender.strength < 1:
        return 0.0, 0.0
    by = troops.box.modifiers.melee_morale
    ahead = by * ((attacker.morale > defender.morale) - (attacker.morale < defender.morale))
    strong, against = round(attacker.strength), round(defender.strength)
    ours, theirs = troops.melee(strong, against, _led(attacker, defender) + ahead)
    if theirs > ours:
        return ours, theirs
    theirs, ours = troops.melee(against, strong, _led(defender, attacker) - ahead)
    return (ours, theirs) if ours > theirs else (0.0, 0.0)


def _led(attacker: Force, defender: Force) -> int:
    """The leaders' modifier of a melee."""
    offence = attacker.offence if attacker.offence < _MOST_LED else _MOST_LED
    return round(offence - (defender.defence if defender.defence < _MOST_LED else _MOST_LED))


def _bleeds(force: Force, hits: float) -> float:
    """Points that hits cost: first hits by the morale of the unit, and then all that is left."""
    units, most = force.units, force.points * 0.9
    each = force.frail / units
    cost = hits * each if hits <= units else units * each + (hits - units) * each * 0.7
    return cost if cost < most else most
