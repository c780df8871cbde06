"""What happened, a line for each event: a template and what the event says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from bot.games.parts.story import Line, MessageStory, tells
from bot.games.wording import signed
from data.grande_armee.texts import LOST, MARCHED, PHASES, RESULTS, ROLLS, SPENT, Text
from data.hexes import Hex
from engines.core.events import Event, TableRoll
from engines.core.messages import Part, message
from engines.grande_armee import events
from engines.grande_armee.box import Box
from engines.grande_armee.position import UnitId


def _fought(event: events.BattleFought) -> Text:
    if event.die is None:
        return Text.FOUGHT_RIVER
    return Text.FOUGHT_LED if event.leaders else Text.FOUGHT


TEMPLATES: Mapping[type[Event], Text | Callable[[Any], Text]] = {
    events.Arrived: Text.ARRIVED,
    events.Delayed: Text.DELAYED,
    events.Combined: Text.COMBINED,
    events.Broken: lambda e: Text.BROKEN_FORCED if e.forced else Text.BROKEN,
    events.Halted: Text.HALTED,
    events.Doomed: lambda e: Text.DOOMED if e.units else Text.SWEPT,
    events.SupplySpent: lambda e: SPENT[e.use],
    events.Disrupted: Text.DISRUPTED_NOW,
    events.Recovered: Text.RECOVERED,
    events.AttackDeclared: lambda e: Text.DECLARED_LED if e.leaders else Text.DECLARED,
    events.AttackCalledOff: Text.CALLED_OFF,
    events.Stood: Text.STOOD,
    events.SuppliedFirst: Text.FED_FIRST,
    events.BattleFought: _fought,
    events.Retreated: lambda e: Text.WITHDREW if e.before_combat else Text.RETREATED,
    events.Scattered: Text.SCATTERED,
    events.Advanced: Text.ADVANCED,
    events.Controlled: Text.CONTROLLED,
    events.Besieged: Text.BESIEGED_NOW,
    events.Relieved: Text.RELIEVED,
    events.Scored: Text.SCORED,
    events.PrussiaEntered: Text.PRUSSIA,
}
"""By the type of an event, the template that tells it."""


class GrandeArmeeStory(MessageStory):
    """Tells the events of a game."""

    phases = PHASES
    named: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("unit", "units", "into", "by", "leaders", "defenders"), "unit"),
        **dict.fromkeys(("hex", "start", "end", "targets"), "hex"),
        "side": "seat",
        "fortress": "town",
    }
    templates = TEMPLATES

    def __init__(self, box: Box) -> None:
        super().__init__(box.tell)
        self.box = box

    @tells(events.Moved, together=lambda before, event: before.by is event.by is None)
    def _went(self, moved: list[events.Moved]) -> Line:
        """Ordinary moves that follow one another are a line for each way, from a first to a last hex."""
        if moved[0].by is not None:
            text = Text.MOVED_FED if moved[0].by == "supply" else Text.MOVED_FORCED
            start, end, _stopped = _way(moved)
            return self.filled(text, unit=moved[0].unit, start=start, end=end)
        marches: dict[UnitId, list[events.Moved]] = {}
        for each in moved:
            marches.setdefault(each.unit, []).append(each)
        ways: dict[tuple[Hex, Hex, bool], list[UnitId]] = {}
        for id, parts in marches.items():
            ways.setdefault(_way(parts), []).append(id)
        return [
            self.filled(Text.MOVED_STOPPED if stopped else Text.MOVED, start=start, end=end, units=ids)
            for (start, end, stopped), ids in ways.items()
        ]

    @tells(events.Eliminated, together=lambda before, event: _lost_at(before) == _lost_at(event))
    def _lost(self, lost: list[events.Eliminated]) -> Line:
        """What is lost together, and how; a supply unit that was spent was told when it was spent."""
        cause, hex = _lost_at(lost[0])
        return self.filled(LOST[cause], units=[e.unit for e in lost], hex=hex) if cause in LOST else None

    @tells(events.Created)
    def _created(self, created: list[events.Created]) -> Line:
        """What depots create one after the other is a line."""
        return self.filled(Text.CREATED, targets=[*dict.fromkeys(e.hex for e in created)])

    def said_twice(self, before: Event, event: Event) -> Literal["second"] | None:
        """What retreats is disrupted by it (G-COM-F-3, G-RET-11)."""
        match before, event:
            case ((events.Retreated(unit=id) | events.Scattered(unit=id)), events.Disrupted(unit=same)):
                return "second" if id == same else None
            case _:
                return None

    def line(self, event: Event) -> Line:
        """An event; nothing where it is not worth a line."""
        return self._roll(event) if isinstance(event, TableRoll) else super().line(event)

    def parts(self, event: Event) -> dict[str, Part]:
        """What an event says, with the end of a retreat, and the result of a battle."""
        parts = super().parts(event)
        match event:
            case events.Retreated() | events.Scattered():
                parts["end"] = self.name("end", event.route[-1] if event.route else event.start)
            case events.BattleFought():
                parts["result"] = message(RESULTS[event.result])
            case _:
                pass
        return parts

    def _roll(self, event: TableRoll) -> Line:
        if event.column is None or event.column not in MARCHED or not isinstance(event.subject, str):
            return None
        terms = "".join(signed(term.value) for term in event.modifiers or ())
        roll = f"🎲 {event.faces[0]}{terms}"
        name = self.box.unit_name(event.subject)
        text = next(text for result, text in ROLLS.items() if result == event.result)
        return MARCHED[event.column](unit=name, roll=roll, result=self.box.tell(message(text)))


def _way(moved: Sequence[events.Moved]) -> tuple[Hex, Hex, bool]:
    """Where moves of one unit begin and end, and whether a zone of control stops it there."""
    last = moved[-1]
    return moved[0].start, last.route[-1] if last.route else last.start, last.stopped


def _lost_at(event: events.Eliminated) -> tuple[str, Hex]:
    return event.cause, event.hex
