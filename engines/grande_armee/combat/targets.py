"""Which hexes an attack may and must be aimed at, and from where (COM A to C; FOR E, F)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY, Crossing
from engines.grande_armee.position import Position, UnitId


class Unfit(Enum):
    """Why an attack cannot be declared, with the statement that says so."""

    NOBODY = "G-LDR-C-1"
    """No combat unit attacks."""
    EMPTY = "A-99"
    """No enemy stands there."""
    APART = "G-COM-A-1"
    """A target that is not adjacent, or across a lake (A-48)."""
    SEVERAL_TARGETS = "G-COM-C-1"
    SEVERAL_HEXES = "G-COM-B-1"
    DISRUPTED = "G-DIS-A-1"
    PICKED = "G-FOR-F-1"
    """Out of a Fortress, all on land have to be attacked."""
    SOME_BANKS = "G-FOR-F-2"
    """Out of a Fortress, those across rivers are attacked all or none."""


def sortie_targets(position: Position, fortress: Hex, side: Side) -> list[frozenset[Hex]]:
    """The sets of hexes that may be attacked out of a Fortress: on land, and with those across rivers."""
    held = {
        hex: crossing
        for hex, crossing in position.box.crossings[fortress].items()
        if crossing is not Crossing.LAKE and position.stack(hex, ENEMY[side])
    }
    land = frozenset(hex for hex, crossing in held.items() if not crossing.river)
    return [targets for targets in dict.fromkeys((land, frozenset(held))) if targets]


def unfit(
    position: Position, side: Side, targets: Collection[Hex], attackers: Sequence[UnitId]
) -> Unfit | None:
    """Why units may not attack these hexes together, or None."""
    kinds = [position.kind(id) for id in attackers]
    if not attackers or not all(kind.combat for kind in kinds):
        return Unfit.NOBODY
    if any(position.pieces[id].disrupted is not None for id in attackers):
        return Unfit.DISRUPTED
    if not all(position.stack(hex, ENEMY[side]) for hex in targets):
        return Unfit.EMPTY
    stands = {position.pieces[id].hex for id in attackers}
    crossings = position.box.crossings
    if any(crossings[here].get(hex, Crossing.LAKE) is Crossing.LAKE for here in stands for hex in targets):
        return Unfit.APART
    if len(stands) > 1 and not all(hex in position.box.fortress for hex in targets):
        return Unfit.SEVERAL_HEXES
    sorties = [here for here in stands if here in position.box.fortress]
    if not sorties:
        return Unfit.SEVERAL_TARGETS if len(targets) > 1 else None
    return _sortie(position, side, frozenset(targets), sorties[0])


def _sortie(position: Position, side: Side, targets: frozenset[Hex], fortress: Hex) -> Unfit | None:
    allowed = sortie_targets(position, fortress, side)
    if targets in allowed:
        return None
    on_land = {hex for hex in max(allowed, key=len) if not position.box.crossings[fortress][hex].river}
    return Unfit.PICKED if not targets >= on_land else Unfit.SOME_BANKS
