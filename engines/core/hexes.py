"""How far it is on a map of hexes; how hexes are called and which of them touch is in `data.hexes`."""

from __future__ import annotations

from functools import lru_cache

from data.hexes import SPAN, Hex, depth, place


@lru_cache(maxsize=SPAN * SPAN)
def _axes(hex: Hex) -> tuple[int, int]:
    """Where a hex lies on the axes to the south-east and to the south, which are straight; rows are not."""
    column, row = place(hex)
    return column, (depth(column, row) - column) // 2


def distance(one: Hex, other: Hex) -> int:
    """Steps from hex to hex where nothing is in the way."""
    (east, south), (far_east, far_south) = _axes(one), _axes(other)
    across, down = far_east - east, far_south - south
    return max(abs(across), abs(down), abs(across + down))
