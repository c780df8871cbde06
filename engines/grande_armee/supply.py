"""Supply: which supply units reach what, and which depots may create them (SUP)."""

from __future__ import annotations

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY
from engines.grande_armee.position import Position, UnitId, Zone


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
    """Whether the enemy stands on or controls all that lies round about; own units don't help (G-SUP-C-3)."""
    return all(
        position.holders.get(near) == ENEMY[side] or position.zone(near, side) is not Zone.NONE
        for near in position.box.crossings[hex]
    )
