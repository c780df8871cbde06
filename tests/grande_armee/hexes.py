"""Hexes round about a hex, step by step from neighbour to neighbour."""

from __future__ import annotations

from data.grande_armee.hexes import Hex, neighbours


def disc(centre: Hex, radius: int) -> list[Hex]:
    """The hexes up to a distance."""
    reached = {centre}
    for _ in range(radius):
        reached |= {near for hex in reached for near in neighbours(hex).values()}
    return sorted(reached)


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at a distance of 1 or more."""
    return sorted({*disc(centre, radius)} - {*disc(centre, radius - 1)})
