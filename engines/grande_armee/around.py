"""What lies around a hex: supply in reach, enemies on all sides, sieges (SUP, FOR G)."""

from __future__ import annotations

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.box import ENEMY
from engines.grande_armee.position import Position, UnitId


def in_reach(position: Position, hex: Hex, side: Side) -> list[UnitId]:
    """Usable supply units of a side on a hex or next to it, whatever lies between (G-SUP-B-1, A-63)."""
    near = (hex, *position.box.crossings[hex])
    return sorted(
        id
        for each in near
        for id in position.stack(each, side)
        if position.kind(id).arm == "supply" and position.pieces[id].disrupted is None
    )


def surrounded(position: Position, hex: Hex, side: Side) -> bool:
    """Whether the enemy stands on or controls all that lies around; own units don't help (G-SUP-C-3)."""
    enemy = position.camp(ENEMY[side])
    return not position.box.ring[hex] & ~(enemy.stood | enemy.control[0])


def besieged(position: Position, fortress: Hex, controller: Side) -> bool:
    """Whether the enemy stands on or controls every hex around (G-FOR-G-1, A-74).

    A hex that holds a unit of the besieged side counts only where the besieger stands on it himself.
    Zones are those of movement, and the ring is of hexes in play (A-66).
    """
    return not position.box.ring[fortress] & unshut(position, controller)


def unshut(position: Position, controller: Side) -> int:
    """The hexes that no besieger of a side stands on or controls, as a set of the grid."""
    return ~(position.held(ENEMY[controller]) | position.control_in_combat(controller)[0])
