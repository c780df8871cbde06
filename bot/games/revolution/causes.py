"""What led to an event of a turn: the row of an event table, the deed that was rolled for, or its section."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.revolution.labels import terms
from bot.games.revolution.names import Names, cause
from data.catalogue import _
from data.nouns import upper
from data.revolution.texts import BROUGHT, PARTLY
from data.sentences import rendered
from engines.core.events import Event, PhaseBegun
from engines.revolution import events as happened

Cause = happened.Thrown | happened.RowCame
"""What other events can come of."""
_EFFECTS = (
    happened.RevoltBegun,
    happened.RevoltEnded,
    happened.ControlChanged,
    happened.PersonMoved,
    happened.CommuneRaised,
    happened.CommuneEnded,
)
"""What a roll can lead to."""


def cause_of(before: Cause | None, event: Event) -> Cause | None:
    """What later events come of, after an event."""
    match event:
        case happened.Thrown() | happened.RowCame():
            return event
        case PhaseBegun() | happened.FormShut() | happened.Skipped():
            return None
    return before


def came_of(names: Names, came: Cause | None) -> str:
    """The roll or the row of an event table that decided, in a sentence; empty where neither did."""
    match came:
        case happened.RowCame(row):
            return _("The event: {title}.", title=names.box.row[row].title)
        case happened.Thrown(actor, _purpose, fame, modifiers):
            one, other = came.throws[came.kept]
            return _(
                "{who} rolled {one}+{other} on Fame {fame}{terms}.",
                who=upper(names.who(actor)),
                one=one,
                other=other,
                fame=fame,
                terms=terms(names, modifiers),
            )
    return ""


class Causes:
    """The roll or row before each event, with no step or form between."""

    def __init__(self, names: Names, events: Sequence[Event]) -> None:
        self.names = names
        self._came: dict[int, Cause] = {}
        self._followed: set[int] = set()
        """Rolls that had an effect."""
        last: Cause | None = None
        for event in events:
            last = cause_of(last, event)
            if last is not None and isinstance(event, _EFFECTS):
                self._came[id(event)] = last
                self._followed.add(id(last))

    def why(self, event: happened.ControlChanged | happened.RevoltBegun | happened.PersonMoved) -> str:
        """What brought it about: `the event “Grain riots”`, `plot by the Gironde`, else `economy`."""
        match self._came.get(id(event)), event.case:
            case happened.RowCame(_, title), "EVENT":
                return _("event “{title}”", title=rendered(title))
            case happened.Thrown(actor, purpose), "ACT" if purpose.kind in BROUGHT:
                return BROUGHT[purpose.kind](who=self.names.who(actor))
        return cause(event.case)

    def partly(self, roll: happened.Thrown) -> str:
        """What a roll has brought that is no full success; empty where its letter says it."""
        kind = roll.purpose.kind
        if kind not in PARTLY:
            return ""
        done = id(roll) in self._followed or kind in ("plot", "turn", "law")
        return str(PARTLY[kind]) if done else _("no effect")
