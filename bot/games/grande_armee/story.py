"""What happened, a line for each event: a template and what the event says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from bot.games.parts.story import Line, Story, tells
from bot.games.wording import signed
from data.catalogue import N_
from data.grande_armee.tables import Result
from data.grande_armee.texts import Text
from data.hexes import Hex
from engines.core.events import Event, TableRoll
from engines.core.messages import Message, Name, Part, Several, message
from engines.grande_armee import events
from engines.grande_armee.box import Box
from engines.grande_armee.handler import hex, unit
from engines.grande_armee.position import UnitId

PHASES: Mapping[str, N_] = {
    "movement": N_("Movement"),
    "combat": N_("Combat"),
    "supply": N_("Supply creation"),
}
LOST: Mapping[str, Text] = {
    "march": Text.LOST_MARCH,
    "elimination": Text.LOST_ELIMINATION,
    "overrun": Text.LOST_OVERRUN,
    "stacking": Text.LOST_STACKING,
    "battle": Text.LOST_BATTLE,
    "retreat": Text.LOST_RETREAT,
    "disruption": Text.LOST_DISRUPTION,
    "siege": Text.LOST_SIEGE,
}
SPENT: Mapping[str, Text] = {
    "march": Text.SPENT_MARCH,
    "elimination": Text.SPENT_ELIMINATION,
    "combat": Text.SPENT_COMBAT,
}
RESULTS: Mapping[Result, Text] = {
    "Ae": Text.RESULT_AE,
    "Ars": Text.RESULT_ARS,
    "Ar1Drs": Text.RESULT_AR1DRS,
    "Dr1": Text.RESULT_DR1,
    "Dr2": Text.RESULT_DR2,
    "Drs": Text.RESULT_DRS,
    "1/2ex": Text.RESULT_HALF,
    "De": Text.RESULT_DE,
}
ROLLS: Mapping[str, N_] = {
    "go": N_("marches on"),
    "op": N_("may halt or roll again"),
    "disrupted": N_("marches on, disrupted"),
    "eliminated": N_("is lost"),
}
MARCHED: Mapping[str, N_] = {
    "double": N_("Double forced march of {unit}: {roll}, it {result}."),
    "triple": N_("Triple forced march of {unit}: {roll}, it {result}."),
}


def _all(of: str, ids: Sequence[str]) -> Several:
    return Several(tuple(Name(of, id) for id in ids))


class GrandeArmeeStory(Story):
    """Tells the events of a game."""

    phases = PHASES

    def __init__(self, box: Box) -> None:
        self.box = box

    @tells(events.Moved, together=lambda before, event: before.by is event.by is None)
    def _went(self, moved: list[events.Moved]) -> Line:
        """Ordinary moves that follow one another are a line for each way, from a first to a last hex."""
        if moved[0].by is not None:
            text = Text.MOVED_FED if moved[0].by == "supply" else Text.MOVED_FORCED
            start, end, _stopped = _way(moved)
            return self.box.tell(message(text, unit=unit(moved[0].unit), start=hex(start), end=hex(end)))
        marches: dict[UnitId, list[events.Moved]] = {}
        for each in moved:
            marches.setdefault(each.unit, []).append(each)
        ways: dict[tuple[Hex, Hex, bool], list[UnitId]] = {}
        for id, parts in marches.items():
            ways.setdefault(_way(parts), []).append(id)
        return [
            self.box.tell(
                message(
                    Text.MOVED_STOPPED if stopped else Text.MOVED,
                    start=hex(start),
                    end=hex(end),
                    units=_all("unit", ids),
                )
            )
            for (start, end, stopped), ids in ways.items()
        ]

    @tells(events.Eliminated, together=lambda before, event: _lost_at(before) == _lost_at(event))
    def _lost(self, lost: list[events.Eliminated]) -> Line:
        """What is lost together, and how; a supply unit that was spent was told when it was spent."""
        if lost[0].cause not in LOST:
            return None
        units = _all("unit", [e.unit for e in lost])
        return self.box.tell(message(LOST[lost[0].cause], units=units, hex=hex(lost[0].hex)))

    @tells(events.Created)
    def _created(self, created: list[events.Created]) -> Line:
        """What depots create one after the other is a line."""
        hexes = _all("hex", [*dict.fromkeys(e.hex for e in created)])
        return self.box.tell(message(Text.CREATED, hexes=hexes))

    def said_twice(self, before: Event, event: Event) -> Literal["second"] | None:
        """What retreats is disrupted by it (G-COM-F-3, G-RET-11)."""
        match before, event:
            case ((events.Retreated(unit=id) | events.Scattered(unit=id)), events.Disrupted(unit=same)):
                return "second" if id == same else None
            case _:
                return None

    def line(self, event: Event) -> Line:
        """An event; nothing where it is not worth a line."""
        if isinstance(event, TableRoll):
            return self._roll(event)
        tell = TELLERS.get(type(event))
        said = tell(event) if tell is not None else None
        return None if said is None else self.box.tell(said)

    def _roll(self, event: TableRoll) -> Line:
        if event.column is None or event.column not in MARCHED or not isinstance(event.subject, str):
            return None
        terms = "".join(signed(term.value) for term in event.modifiers or ())
        roll = f"🎲 {event.faces[0]}{terms}"
        name = self.box.unit_name(event.subject)
        return MARCHED[event.column](unit=name, roll=roll, result=ROLLS[event.result])


def _arrived(event: events.Arrived) -> Message:
    return message(
        Text.ARRIVED, side=Name("seat", event.side), units=_all("unit", event.units), hex=hex(event.hex)
    )


def _way(moved: Sequence[events.Moved]) -> tuple[Hex, Hex, bool]:
    """Where moves of one unit begin and end, and whether a zone of control stops it there."""
    last = moved[-1]
    return moved[0].start, last.route[-1] if last.route else last.start, last.stopped


def _doomed(event: events.Doomed) -> Message:
    parts: dict[str, Part] = {
        "targets": _all("hex", event.targets),
        "by": _all("unit", event.by),
        "attack": event.attack,
        "defence": event.defence,
    }
    if not event.units:
        return message(Text.SWEPT, **parts)
    return message(Text.DOOMED, units=_all("unit", event.units), **parts)


def _lost_at(event: events.Eliminated) -> tuple[str, Hex]:
    return event.cause, event.hex


def _broken(event: events.Broken) -> Message:
    text = Text.BROKEN_FORCED if event.forced else Text.BROKEN
    return message(text, unit=unit(event.unit), into=_all("unit", event.into), hex=hex(event.hex))


def _declared(event: events.AttackDeclared) -> Message:
    parts = {"units": _all("unit", event.units), "targets": _all("hex", event.targets)}
    if not event.leaders:
        return message(Text.DECLARED, **parts)
    return message(Text.DECLARED_LED, leaders=_all("unit", event.leaders), **parts)


def _fought(event: events.BattleFought) -> Message:
    parts: dict[str, Part] = {
        "targets": _all("hex", event.targets),
        "units": _all("unit", event.units),
        "defenders": _all("unit", event.defenders),
        "attack": event.attack,
        "defence": event.defence,
        "result": message(RESULTS[event.result]),
    }
    if event.die is None:
        return message(Text.FOUGHT_RIVER, **parts)
    if not event.leaders:
        return message(Text.FOUGHT, die=event.die, **parts)
    return message(Text.FOUGHT_LED, die=event.die, leaders=_all("unit", event.leaders), **parts)


def _went(text: Text, event: events.Retreated | events.Scattered) -> Message:
    end = event.route[-1] if event.route else event.start
    return message(text, unit=unit(event.unit), start=hex(event.start), end=hex(end))


TELLERS: Mapping[type[Event], Callable[[Any], Message | None]] = {
    events.Arrived: _arrived,
    events.Delayed: lambda e: message(Text.DELAYED, side=Name("seat", e.side), hex=hex(e.hex)),
    events.Combined: lambda e: message(
        Text.COMBINED, units=_all("unit", e.units), into=unit(e.into), hex=hex(e.hex)
    ),
    events.Broken: _broken,
    events.Halted: lambda e: message(Text.HALTED, unit=unit(e.unit)),
    events.Doomed: _doomed,
    events.SupplySpent: lambda e: message(SPENT[e.use], unit=unit(e.unit)),
    events.Disrupted: lambda e: message(Text.DISRUPTED_NOW, unit=unit(e.unit)),
    events.Recovered: lambda e: message(Text.RECOVERED, units=_all("unit", e.units)),
    events.AttackDeclared: _declared,
    events.AttackCalledOff: lambda e: message(Text.CALLED_OFF, targets=_all("hex", e.targets)),
    events.Stood: lambda e: message(Text.STOOD, side=Name("seat", e.side)),
    events.SuppliedFirst: lambda e: message(Text.FED_FIRST, units=_all("unit", e.units)),
    events.BattleFought: _fought,
    events.Retreated: lambda e: _went(Text.WITHDREW if e.before_combat else Text.RETREATED, e),
    events.Scattered: lambda e: _went(Text.SCATTERED, e),
    events.Advanced: lambda e: message(Text.ADVANCED, unit=unit(e.unit), start=hex(e.start), end=hex(e.end)),
    events.Controlled: lambda e: message(
        Text.CONTROLLED, fortress=Name("town", e.fortress), side=Name("seat", e.side)
    ),
    events.Besieged: lambda e: message(Text.BESIEGED_NOW, fortress=Name("town", e.fortress)),
    events.Relieved: lambda e: message(Text.RELIEVED, fortress=Name("town", e.fortress)),
    events.Scored: lambda e: message(Text.SCORED, total=e.total),
    events.PrussiaEntered: lambda e: message(Text.PRUSSIA, turn=e.turn),
}
"""By the type of an event, the message that tells it."""
