"""The roll or the event of which something came in *La Révolution Française*."""

from __future__ import annotations

from bot.games.revolution.labels import terms
from bot.games.revolution.names import Names
from data.catalogue import _
from data.nouns import upper
from engines.core.events import Event, PhaseBegun
from engines.revolution import events as happened


def cause_of(before: Event | None, event: Event) -> Event | None:
    """What later events come of, after an event."""
    match event:
        case happened.Thrown() | happened.RowCame():
            return event
        case PhaseBegun() | happened.FormShut() | happened.Skipped():
            return None
    return before


def came_of(names: Names, cause: Event | None) -> str:
    """The roll or the row of an event table that decided, in a sentence; empty where neither did."""
    match cause:
        case happened.RowCame(row):
            return _("The event: {title}.", title=names.box.row[row].title)
        case happened.Thrown(actor, _purpose, fame, modifiers):
            one, other = cause.throws[cause.kept]
            return _(
                "{who} rolled {one}+{other} on Fame {fame}{terms}.",
                who=upper(names.who(actor)),
                one=one,
                other=other,
                fame=fame,
                terms=terms(names, modifiers),
            )
    return ""
