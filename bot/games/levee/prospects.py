"""What the result of an attack brings, in the few words of a button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from bot.games.levee.names import BLUNDER, formatter_of, marker_name
from bot.games.levee.story import ENTRY
from bot.games.wording import signed
from data.catalogue import _
from data.levee.schema import Marker
from data.levee.texts import FATES
from engines.core.events import Event, Roll
from engines.levee import events as happened
from engines.levee.box import Box


def brought(box: Box, events: Sequence[Event]) -> str:
    """What becomes of the Army, and of the markers: `Austria to Arras and disorganized, Monarchy +1`."""
    fate: dict[str, Any] = {"fate": None, "to": None, "condition": None, "limit": 0, "storms": False}
    lost = ""
    for event in events:
        match event:
            case Roll() if event.case == BLUNDER:
                fate["limit"] = event.needed - 1
            case Roll() if event.case == ENTRY:
                fate["storms"] = True
            case happened.ArmyMoved(army):
                fate |= {"fate": "on" if fate["limit"] else "back", "army": army, "to": event.target_space}
            case happened.ConditionChanged(army, target=condition):
                came = "recovers" if event.recovered else "back"
                fate |= {"fate": came, "army": army, "condition": condition}
            case happened.ArmyRemoved(army):
                fate |= {"fate": "gone", "army": army}
            case happened.LiberationReturned(space=space):
                lost = _("{space} lost", space=box.name(space))
            case _:
                pass
    parts = formatter_of(box).filled(FATES, **fate), shifted(events)
    return ", ".join(filter(None, (lost, *reversed(parts)) if lost else parts))


def shifted(events: Iterable[Event]) -> str:
    """The political markers that move, and how far: `Monarchy +1`."""
    by: Counter[Marker] = Counter()
    for event in events:
        if isinstance(event, happened.MarkerMoved):
            by[event.marker] += event.target - event.origin
    return ", ".join(f"{marker_name(marker)} {signed(boxes)}" for marker, boxes in by.items() if boxes)
