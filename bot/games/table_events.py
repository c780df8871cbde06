"""Events of the table of any game, beside the game itself, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.surface import layout
from data.catalogue import N_, _, ngettext
from data.nouns import labelled, several
from engines.core.events import TABLE_EVENTS, Edited, Event, GivenFor, Source, TableDice, Undone

_GIVEN: dict[Source, N_] = {
    "player": N_("👤 A person plays for {seat}."),
    "order": N_("📜 A standing order or the default answers for {seat}."),
    "default": N_("⏳ *Time ran out for {seat}: the default was taken.*"),
    "automatic": N_("🤖 The automatic player plays for {seat}."),
    "moderator": N_("🛡️ A moderator acts for {seat}."),
}
_ACTED: dict[Source, N_] = {
    "automatic": N_("The automatic player led {seat}."),
    "moderator": N_("A moderator acted for {seat}."),
}
"""The sentences of a history."""


def told(event: Event, names: Mapping[str, str]) -> str:
    """One of `TABLE_EVENTS` as a line of Markdown; `names` are those of the seats inside a sentence."""
    match event:
        case GivenFor(seat, source):
            return _GIVEN[source](seat=names[seat])
        case Undone(_, entries):
            return ngettext("↩️ {n} action was taken back.", "↩️ {n} actions were taken back.", entries)
        case Edited(text):
            return _("🛠️ A moderator sets: {text}", text=_typed(text))
        case TableDice(faces, reason):
            why = labelled("", _typed(reason)) if reason else "."
            return _("🎲 A moderator rolls {faces}{why}", faces=", ".join(map(str, faces)), why=why)
        case _:
            raise TypeError(f"There are no words for {type(event).__name__} beside the game")


def noted(events: Iterable[Event], names: Mapping[str, str]) -> list[str]:
    """The sentences of events for a history: stand-ins, and moderators' edits."""
    acted: dict[Source, dict[str, None]] = {}
    mended: dict[str, None] = {}
    for event in events:
        match event:
            case GivenFor(seat, source):
                acted.setdefault(source, {})[names[seat]] = None
            case Edited(text):
                mended[_("A moderator corrected the board: {text}.", text=_typed(text))] = None
    return [*(how(seat=several(acted[source])) for source, how in _ACTED.items() if source in acted), *mended]


def _typed(text: str) -> str:
    """A typed text, on one line and without Markdown or mentions."""
    return layout.plain(text)


def origin(event: Event) -> str:
    """The origin of an event: the game, the table, or a moderator."""
    if isinstance(event, Edited):
        return "edits"
    return "table" if isinstance(event, TABLE_EVENTS) else "game"
