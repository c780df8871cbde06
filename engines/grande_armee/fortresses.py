"""Fortresses under siege (FOR G)."""

from __future__ import annotations

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY
from engines.grande_armee.position import Position, Zone


def besieged(position: Position, fortress: Hex, controller: Side) -> bool:
    """Whether the enemy stands on or controls every hex round about (G-FOR-G-1, A-74).

    A hex that holds a unit of the besieged side counts only where the besieger stands on it himself.
    Zones are those of movement, and the ring is of hexes in play (A-66).
    """
    besieger = ENEMY[controller]
    return all(_shut(position, hex, controller, besieger) for hex in position.box.crossings[fortress])


def _shut(position: Position, hex: Hex, controller: Side, besieger: Side) -> bool:
    holder = position.holders.get(hex)
    if holder == besieger and position.negated(hex, besieger):
        return True
    if holder == controller and position.negated(hex, controller):
        return False
    return position.zone(hex, controller) is not Zone.NONE
