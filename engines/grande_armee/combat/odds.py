"""Strengths and odds of a battle, exact, and the table they are looked up in (COM D, G to J; LDR; FOR B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from data.grande_armee.tables import Result, Tables
from engines.grande_armee.box import Kind


class Fighter(NamedTuple):
    """A unit in a battle."""

    kind: Kind
    supplied: bool
    """Whether it has Combat Supply."""
    disrupted: bool = False


class Defended(NamedTuple):
    """A hex that is attacked."""

    fighters: tuple[Fighter, ...]
    factor: int
    """The factor of the terrain by which the strength is multiplied."""


class Odds(NamedTuple):
    """How an attack stands against a defence."""

    attack: int
    defence: int

    @property
    def percent(self) -> Fraction | None:
        """The attack in per cent of the defence, not rounded; None against nothing (A-50)."""
        return Fraction(100 * self.attack, self.defence) if self.defence else None

    def at_least(self, percent: int) -> bool:
        """Whether the odds are that good; against nothing they are as good as any."""
        return 100 * self.attack >= percent * self.defence

    def column(self, tables: Tables) -> int:
        """Lower bound of the column, which belongs to it (G-CRT-2)."""
        return max(bound for bound in tables.combat.columns if self.at_least(bound))

    def result(self, tables: Tables, die: int) -> Result:
        """What the table has for a die."""
        index = tables.combat.columns.index(self.column(tables))
        return tables.combat.rows[die - 1][index]


def strength(kind: Kind, *, supplied: bool) -> int:
    """Strength in battle: halved without supply, fractions dropped, never below 1 (G-COM-D-1, A-32)."""
    return kind.strength if supplied or not kind.strength else max(1, kind.strength // 2)


def attack_total(attackers: Iterable[Fighter], leaders: Iterable[Kind]) -> int:
    """Strength of an attack with the bonuses of the leaders who were named for it (G-COM-G-1, G-LDR-B-1).

    :param attackers: the combat units; those of several hexes add up before the bonuses (G-FOR-E-2).
    :param leaders: none of whom is disrupted.
    """
    base = sum(strength(each.kind, supplied=each.supplied) for each in attackers)
    return base + min(base, sum(leader.offence for leader in leaders))


def defence_total(hexes: Iterable[Defended]) -> int:
    """Strength of a defence, hex by hex with its own leaders and terrain (G-COM-G-2, G-FOR-F-4)."""
    return sum(_held(hex.fighters) * hex.factor for hex in hexes)


def _held(fighters: Sequence[Fighter]) -> int:
    """Strength on a hex before terrain; parentheses count where no combat unit is (G-COM-H-1, A-104)."""
    troops = [each for each in fighters if each.kind.combat]
    if not troops:
        return sum(strength(each.kind, supplied=each.supplied) for each in fighters)
    base = sum(strength(each.kind, supplied=each.supplied) for each in troops)
    bonus = sum(each.kind.defence for each in fighters if each.kind.arm == "leader" and not each.disrupted)
    return base + min(base, bonus)


def printed(kinds: Iterable[Kind]) -> int:
    """Printed strength of a hex: parentheses count only where no combat unit is (A-33, A-105)."""
    known = list(kinds)
    troops = [kind for kind in known if kind.combat]
    return sum(kind.strength for kind in troops or known)


def fed_free(troops: Sequence[Kind], capacity: int) -> frozenset[int]:
    """Which of a garrison a Fortress supplies: whole units up to its capacity, for the highest total (A-71).

    :returns: their places in `troops`; of choices that are as good the one with the earliest.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for place, kind in enumerate(troops):
        gain = kind.strength - strength(kind, supplied=False)
        for used, (gained, chosen) in sorted(best.items(), reverse=True):
            more = used + kind.strength
            if more <= capacity and (more not in best or gained + gain > best[more][0]):
                best[more] = (gained + gain, (*chosen, place))
    return frozenset(max(best.values(), key=lambda fed: (fed[0], len(fed[1])))[1])
