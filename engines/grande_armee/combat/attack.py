"""Attacks as they are declared, and supply units as they are spent: what the Combat Phase remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from data.grande_armee.hexes import Hex, distance
from data.grande_armee.schema import Side
from data.grande_armee.tables import Result
from engines.grande_armee.box import Box, Crossing
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.position import UnitId

Fate = Literal["declared", "lapsed", "fought", "moot"]
"""What becomes of an attack: its target was emptied by retreats before combat, or by an earlier battle."""
Use = Literal["march", "elimination", "combat"]
REACH = 1
"""Hexes that supply reaches (G-SUP-B-1)."""
BEATEN: tuple[Result | None, ...] = ("Ae", "Ars", "Ar1Drs")
"""Results that beat the attackers: they drive them off, or worse."""
RIVERS: tuple[Crossing, ...] = (Crossing.RIVER, Crossing.BRIDGE)


class Attack(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack on a hex, or on several out of a Fortress (G-SEQ-5)."""

    side: Side
    targets: tuple[Hex, ...]
    units: tuple[UnitId, ...]
    """The combat units."""
    leaders: tuple[UnitId, ...] = ()
    """The leaders named for it: they are bound and involved (G-COM-G-1)."""
    stands: tuple[Hex, ...]
    """The hexes that it comes from: one, or several around a Fortress (G-COM-B-1)."""
    state: Fate = "declared"
    printed: Odds | None = None
    """The attack against printed strengths when declarations closed, for the test of 500 % (A-33)."""
    fled: tuple[Hex, ...] = ()
    """Targets that retreats before combat have emptied (G-COM-K-1, A-77)."""
    odds: Odds | None = None
    """What was compared when the battle was fought."""
    die: int | None = None
    """The die; None before the roll, and where the river decides without one (A-98)."""
    result: Result | None = None

    @property
    def involved(self) -> tuple[UnitId, ...]:
        """All units of the attacking side that are involved (G-CRT-4)."""
        return (*self.units, *self.leaders)


class Spent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a supply unit was spent on; it counts from where it stood then (A-64, A-122)."""

    side: Side
    use: Use
    hex: Hex
    hexes: tuple[Hex, ...] | None = None
    """Hexes of own units that it was limited to; None: all in its reach (A-65)."""
    stacking: bool = False
    """Whether it gave Stacking Supply, so that it is not kept (G-SUP-B-3)."""

    def serves(self, hex: Hex) -> bool:
        """Whether it supplies units of its side on a hex."""
        return hex in self.hexes if self.hexes is not None else distance(self.hex, hex) <= REACH


def crossing(box: Box, stands: Collection[Hex], targets: Collection[Hex]) -> Crossing | None:
    """The worst river hexside that an attack crosses: one unbridged counts for all (A-40)."""
    crossed = {box.crossings[here].get(hex) for here in stands for hex in targets}
    return next((river for river in RIVERS if river in crossed), None)


def kept(spent: Mapping[UnitId, Spent], attacks: Collection[Attack]) -> list[UnitId]:
    """The supply units given for combat that are not used up: no battle that they served was fought.

    Those that gave Stacking Supply are used up (G-SUP-B-3, A-42).
    """
    fought = [attack for attack in attacks if attack.state == "fought"]
    return [
        id
        for id, each in spent.items()
        if each.use == "combat"
        and not each.stacking
        and not any(
            each.serves(hex)
            for attack in fought
            for hex in (attack.stands if attack.side == each.side else attack.targets)
        )
    ]
