"""What moved and fought in *The Valmy Campaign*, for the arrows of the map."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.core.events import Event
from engines.valmy import events
from engines.valmy.box import OUT
from engines.valmy.combat import events as fights
from render.valmy.moves import Manner, Move

_MANNERS: dict[str, Manner] = {
    "movement": "march",
    "reaction": "reaction",
    "retreat": "retreat",
    "displacement": "retreat",
}


def moves(happened: Sequence[Event]) -> list[Move]:
    """Marches with their whole path, reactions, attacks and retreats, in order."""
    found: list[Move] = []
    who: tuple[str, ...] | None = None
    begun = 0
    for event in happened:
        match event:
            case events.Activated():
                begun, who = len(found), None
            case events.Moved(side, start, end, seen, how=how):
                step = Move(side, (start, end), _MANNERS[how])
                goes_on = who == seen and len(found) > begun and _continues(found[-1], step)
                if goes_on:
                    found[-1] = msgspec.structs.replace(found[-1], path=(*found[-1].path, end))
                else:
                    found.append(step)
                who = seen
            case events.Exited(side, start):
                found.append(Move(side, (start, OUT), "exit"))
            case fights.BattleBegun(place, attacker):
                found[begun:] = _fought(found[begun:], attacker, place)
                who = None
            case _:
                pass
    return found


def _continues(last: Move, step: Move) -> bool:
    return (last.side, last.manner, last.path[-1]) == (step.side, step.manner, step.path[0])


def _fought(marches: Sequence[Move], attacker: str, place: str) -> list[Move]:
    """The marches of this activation into a battle are attacks; without one it is where he stood."""
    told = [
        msgspec.structs.replace(move, manner="attack")
        if (move.side, move.manner, move.path[-1]) == (attacker, "march", place)
        else move
        for move in marches
    ]
    if not any(move.manner == "attack" and move.path[-1] == place for move in told):
        told.append(Move(attacker, (place,), "attack"))  # type: ignore[arg-type]
    return told
