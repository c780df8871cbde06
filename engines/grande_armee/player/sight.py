"""What is seen on the map: how far it is to places, and what the enemy could bring against a hex."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.box import Box, Crossing, Kind
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.orders.marches import shut
from engines.grande_armee.player.weights import BEATEN, STRUCK
from engines.grande_armee.position import Position

FAR = 999
"""A distance that is longer than any way."""
HORIZON = 70
"""Movement points within which ways are looked for."""


@lru_cache(maxsize=8192)
def struck_from(box: Box, start: Hex, points: int, barred: frozenset[Hex]) -> tuple[Hex, ...]:
    """The hexes that a unit could attack after a march of `points`, as if no unit stood in the way."""
    known = {start: 0}
    open_ = [start]
    for here in open_:
        for way in box.ways[here]:
            total = known[here] + way.cost
            if total <= points and way.end not in barred and total < known.get(way.end, FAR):
                known[way.end] = total
                open_.append(way.end)
    return tuple(sorted({end for here in known for end in (here, *next_to(box, here))}))


def next_to(box: Box, hex: Hex) -> list[Hex]:
    """The neighbours that can be attacked from a hex, and from which it can."""
    return [near for near, crossing in box.crossings[hex].items() if crossing is not Crossing.LAKE]


class Chances(NamedTuple):
    """What a column of the combat table means."""

    struck: float
    """Share of the defenders lost in the open."""
    again: float
    """The same where they are disrupted: whatever drives them off destroys them (G-DIS-C-1)."""
    stormed: float
    """Chance that a garrison falls (G-FOR-D-2)."""
    beaten: float
    """Share of the attackers lost."""
    half: float
    """Chance of a half exchange."""


@lru_cache(maxsize=8)
def columns(box: Box) -> Mapping[int, Chances]:
    """What each column means, by its lower bound."""
    table, known = box.tables.combat, {}
    for place, bound in enumerate(table.columns):
        results = [row[place] for row in table.rows]
        driven = [STRUCK[result] > 0 for result in results]
        known[bound] = Chances(
            sum(STRUCK[result] for result in results) / 6,
            sum(driven) / 6,
            results.count("De") / 6,
            sum(BEATEN.get(result, 0.0) for result in results) / 6,
            results.count("1/2ex") / 6,
        )
    return known


def chances(box: Box, odds: Odds) -> Chances:
    """What a battle at these odds comes to."""
    return columns(box)[odds.column(box.tables)]


class Threat:
    """What a side could bring against each hex in its next Player-Turn, as if no unit stood in its way."""

    def __init__(self, table: Position, side: Side, closed: frozenset[Hex]) -> None:
        box = self.box = table.box
        self.total: dict[Hex, int] = defaultdict(int)
        self.best: dict[Hex, int] = defaultdict(int)
        self.bonus: dict[Hex, int] = defaultdict(int)
        self.fed: set[Hex] = set()
        for piece in table.camp(side).pieces.values():
            kind = box.kinds[piece.kind]
            if piece.disrupted is not None or kind.arm == "depot":
                continue
            barred = shut(box, closed, rides=kind.arm == "cavalry")
            if kind.arm == "supply":
                self.fed.update(struck_from(box, piece.hex, kind.allowance + 1, barred))
            elif kind.arm == "leader":
                for hex in struck_from(box, piece.hex, kind.allowance, barred):
                    self.bonus[hex] += kind.offence
            else:
                for hex in struck_from(box, piece.hex, kind.allowance, barred):
                    self.total[hex] += kind.strength
                    self.best[hex] = max(self.best[hex], kind.strength)

    def attack(self, hex: Hex) -> int:
        """The most that an attack on a hex could come to."""
        total = self.total.get(hex, 0)
        if not total:
            return 0
        many = hex in self.fed or hex in self.box.fortress
        base = total if hex in self.fed else max(1, (total if many else self.best[hex]) // 2)
        return base + min(base, self.bonus.get(hex, 0))

    def lost(self, hex: Hex, defence: int, *, disrupted: bool = False) -> float:
        """Share of what stands on a hex that such an attack would cost."""
        attack = self.attack(hex)
        if not attack or not defence:
            return 1.0 if attack else 0.0
        known = chances(self.box, Odds(attack, defence))
        if hex in self.box.fortress:
            return known.stormed
        return known.again if disrupted else known.struck


def weight(kind: Kind) -> float:
    """How much a movement point of a unit counts."""
    return 0.5 + 0.25 * kind.strength


def turns(points: int, kind: Kind) -> int:
    """The turns that a kind of unit needs for `points`."""
    return ceil(points / kind.allowance) if kind.allowance else FAR
