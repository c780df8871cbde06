"""Moves and fights of *For God and For the King*, for the arrows of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from data.vendee.schema import Side
from engines.core.events import Event
from engines.vendee import events
from engines.vendee.combat import events as combat_events
from render.battle import End
from render.vendee.moves import Fallen, Move

ENDS: dict[str, End] = {
    "killed": "killed",
    "captured": "captured",
    "light": "wounded",
    "serious": "wounded",
}
"""A general's fate, of those fates that have a sign."""


def moves(happened: Sequence[Event], sides: Mapping[str, Side]) -> list[Move | Fallen]:
    """Marches with their whole path, attacks, retreats and landings, in order; then the fallen generals.

    :param sides: of the generals.
    """
    arrows: list[Move] = []
    begun = 0
    for event in happened:
        match event:
            case events.Announced(side, area):
                # The next step begins a march of its own, also from where the last one ended.
                begun = len(arrows)
                arrows.append(Move(side, (area,)))
            case events.Stepped(side, start, end) | combat_events.Pursued(side, start, end):
                _go_on(arrows, Move(side, (start, end)))
            case events.Fled(side, _, start, end):
                arrows.append(Move(side, (start, end), "retreat"))
            case combat_events.GunsHeard(side, start, area, success=True):
                arrows.append(Move(side, (start, area)))
            case combat_events.FellBack(side, start, end, rout=rout):
                _go_on(arrows, Move(side, (start, end), "rout" if rout else "retreat"))
            case combat_events.OutOfPowder(areas=areas) if areas:
                # There is no fight: the march there was no attack.
                begun = len(arrows)
            case combat_events.Fought(area, attacker):
                arrows[begun:] = _fought(arrows[begun:], attacker, area)
                begun = len(arrows)
            case events.FleetCame("landed", area) if area:
                arrows.append(Move("royalist", (area,), "landing"))
            case _:
                pass
    seen = [move for move in arrows if len(move.path) > 1 or move.manner != "march"]
    fates = {event.general: event for event in happened if isinstance(event, events.OfficerFate)}
    lost = [
        Fallen(sides[id], id, fate.area, ENDS[fate.fate])
        for id, fate in fates.items()
        if fate.area is not None and fate.fate in ENDS
    ]
    return [*seen, *lost]


def _go_on(arrows: list[Move], step: Move) -> None:
    """Make the last way longer, if the step goes on where it ended."""
    if arrows:
        last = arrows[-1]
        if (last.side, last.manner, last.path[-1]) == (step.side, step.manner, step.path[0]):
            arrows[-1] = msgspec.structs.replace(last, path=(*last.path, step.path[1]))
            return
    arrows.append(step)


def _fought(marches: Sequence[Move], attacker: Side, area: str) -> list[Move]:
    """The marches that led the attacker into a combat are attacks; without one he attacks where he stood."""
    attacks = [
        msgspec.structs.replace(move, manner="attack")
        if (move.side, move.manner, move.path[-1]) == (attacker, "march", area)
        else move
        for move in marches
    ]
    if not any(move.manner == "attack" for move in attacks):
        attacks.append(Move(attacker, (area,), "attack"))
    return attacks
