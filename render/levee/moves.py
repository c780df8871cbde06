"""The changes of this turn, as far as the map shows them."""

from __future__ import annotations

import msgspec


class Move(msgspec.Struct, frozen=True):
    """One piece that went from one place to another.

    `piece` is an Army's id, `liberation` or `disorder`; `origin` and `target` are ids of spaces,
    `holding` for the Holding Box or `out` for off the map.
    """

    piece: str
    origin: str
    target: str
