"""What follows from a view for a map: zones of control, and what supply reaches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import SIDES, Pack, Side
from engines.core.memo import MemoLast
from engines.grande_armee.around import in_reach
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.position import Piece, Position, Zone
from engines.grande_armee.view import View

Control = Literal["partial", "total"]
CONTROLS: dict[Zone, Control] = {Zone.PARTIAL: "partial", Zone.TOTAL: "total"}
_BOX: MemoLast[Pack, Box] = MemoLast(Box)


class Layers(NamedTuple):
    """The two layers of the map that can be switched on, by side."""

    zones: dict[Side, dict[Control, list[Hex]]]
    """The hexes that it controls, by how (G-ZOC-A-1)."""
    supplied: dict[Side, list[Hex]]
    """The hexes that its usable supply units reach (G-SUP-B-1)."""


def layers(view: View, pack: Pack, hexes: Iterable[Hex]) -> Layers:
    """What is so on some of the hexes."""
    at, some = position(view, pack), list(hexes)
    zones: dict[Side, dict[Control, list[Hex]]] = {}
    for side in SIDES:
        held = {hex: at.zone(hex, ENEMY[side]) for hex in some}
        zones[side] = {how: [hex for hex in some if held[hex] is zone] for zone, how in CONTROLS.items()}
    return Layers(zones, {side: [hex for hex in some if in_reach(at, hex, side)] for side in SIDES})


def position(view: View, pack: Pack) -> Position:
    """The position of a view: where everything stands."""
    box = _BOX(pack)
    kinds = {(kind.nation, kind.arm, kind.strength, kind.allowance): id for id, kind in box.kinds.items()}
    pieces = {
        id: Piece(
            id if unit.kind == "leader" else kinds[unit.nation, unit.kind, unit.strength, unit.allowance],
            unit.hex,
            unit.disrupted,
        )
        for id, unit in view.units.items()
        if unit.hex is not None
    }
    doomed = tuple(id for id, unit in view.units.items() if unit.status == "doomed")
    return Position(box, pieces, doomed)
