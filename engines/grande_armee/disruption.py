"""Disruption: how long it lasts, and what befalls a unit that is disrupted again (DIS)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from data.grande_armee.tables import Figures
from engines.grande_armee.position import Piece, UnitId


def disrupted(piece: Piece, index: int, figures: Figures) -> Piece | None:
    """A unit that is disrupted in a phase; None where it was already and is destroyed (G-DIS-B-1, C-1)."""
    return None if piece.disrupted is not None else replace(piece, disrupted=index + figures.recovery)


def recovered(pieces: Mapping[UnitId, Piece], index: int) -> dict[UnitId, Piece]:
    """The units that recover at the end of a phase, as they are then (G-SEQ-12)."""
    return {id: replace(piece, disrupted=None) for id, piece in pieces.items() if piece.disrupted == index}
