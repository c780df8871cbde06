"""The moves of units, for the arrows of the map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from engines.core.events import Event
from engines.grande_armee import events
from engines.grande_armee.box import Box
from render.grande_armee import Manner, Move


def moves(box: Box, happened: Sequence[Event]) -> list[Move]:
    """Marches in order, those of one unit joined, and the attacks of battles."""
    arrows: dict[str, Move] = {}
    fought: list[Move] = []
    for event in happened:
        match event:
            case events.Moved(unit=unit, start=start, route=route, by=by):
                manner: Manner = "forced" if by in ("double", "triple") else "march"
            case events.Retreated() | events.Scattered():
                unit, start, route, manner = event.unit, event.start, event.route, "retreat"
            case events.Advanced(unit=unit, start=start, end=end):
                route, manner = (end,), "advance"
            case events.BattleFought(side=side, stands=stands, targets=targets):
                fought += [Move(side, pair, "attack") for pair in product(stands, targets)]
                continue
            case _:
                continue
        if route:
            before = arrows.pop(unit, None)
            goes_on = before is not None and before.path[-1] == start and before.manner == manner
            path = before.path if before is not None and goes_on else (start,)
            arrows[unit] = Move(box.kind_of(unit).side, (*path, *route), manner)
    return list(dict.fromkeys([*arrows.values(), *fought]))
