"""Moves of *Levée en Masse*, for the arrows of the map."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.events import Event
from engines.levee import events as happened
from render.levee import Move


def moves(events: Sequence[Event]) -> list[Move]:
    """Armies and markers that changed place."""
    moves: list[Move] = []
    for event in events:
        match event:
            case happened.ArmyMoved():
                moves.append(Move(event.army, event.origin_space, event.target_space))
            case happened.UnitPlaced(army, space, origin) if origin:
                moves.append(Move(army, origin, space))
            case happened.LiberationPlaced(_, space):
                moves.append(Move("liberation", "holding", space))
            case happened.LiberationReturned(_, space):
                moves.append(Move("liberation", space, "holding"))
            case happened.LiberationGranted(marker) if marker:
                moves.append(Move("liberation", "out", "holding"))
            case happened.DisorderPlaced(already) if not already:
                moves.append(Move("disorder", "holding", "paris"))
            case happened.OrderRestored():
                moves.append(Move("disorder", "paris", "holding"))
            case _:
                pass
    return moves
