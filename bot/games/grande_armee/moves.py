"""The moves of units, for the arrows of the map."""

from __future__ import annotations

from collections.abc import Sequence

from data.hexes import Hex
from engines.core.events import Event
from engines.grande_armee import events
from engines.grande_armee.box import Box
from render.grande_armee import Manner, Move


def moves(box: Box, happened: Sequence[Event]) -> list[Move]:
    """Marches in order, those of one unit joined."""
    arrows: dict[str, Move] = {}
    for event in happened:
        manner, route = _way(event)
        if manner is None or not route:
            continue
        assert isinstance(event, events.Moved | events.Retreated | events.Scattered | events.Advanced)
        side, known = box.kind_of(event.unit).side, arrows.pop(event.unit, None)
        goes_on = known is not None and known.path[-1] == event.start and known.manner == manner
        before = known.path if known is not None and goes_on else (event.start,)
        arrows[event.unit] = Move(side, (*before, *route), manner)
    return list(dict.fromkeys(arrows.values()))


def _way(event: Event) -> tuple[Manner | None, tuple[Hex, ...]]:
    """The manner of a move, and the hexes entered."""
    match event:
        case events.Moved():
            return "forced" if event.by in ("double", "triple") else "march", event.route
        case events.Retreated() | events.Scattered():
            return "retreat", event.route
        case events.Advanced():
            return "advance", (event.end,)
        case _:
            return None, ()
