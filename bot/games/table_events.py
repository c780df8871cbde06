"""What happens at the table of any game, beside the game itself, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.surface import layout
from engines.core.events import Edited, Event, GivenFor, Source, TableDice, Undone

_GIVEN: dict[Source, str] = {
    "player": "👤 {seat} acts.",
    "order": "📜 A standing order answers for {seat}.",
    "default": "⏳ *{own} time ran out: the default was taken.*",
    "automatic": "🤖 The automatic player plays for {seat}.",
    "moderator": "🛡️ A moderator acts for {seat}.",
}


def told(event: Event, names: Mapping[str, str]) -> str:
    """One of `TABLE_EVENTS` as a line of Markdown; `names` are those of the seats."""
    match event:
        case GivenFor(seat, source):
            return _GIVEN[source].format(seat=names[seat], own=_own(names[seat]))
        case Undone(_, 1):
            return "↩️ 1 action was taken back."
        case Undone(_, entries):
            return f"↩️ {entries} actions were taken back."
        case Edited(text):
            return f"🛠️ A moderator sets: {_typed(text)}"
        case TableDice(faces, reason):
            why = f": {_typed(reason)}" if reason else "."
            return f"🎲 A moderator rolls {', '.join(map(str, faces))}{why}"
        case _:
            raise TypeError(f"There are no words for {type(event).__name__} beside the game")


def noted(event: Event, names: Mapping[str, str]) -> str:
    """The sentence that an event is worth in a history; empty where it is worth none."""
    match event:
        case GivenFor(seat, "automatic"):
            return f"The automatic player led {names[seat]}."
        case GivenFor(seat, "moderator"):
            return f"A moderator acted for {names[seat]}."
        case Edited(text):
            return f"A moderator put the table right: {_typed(text)}."
        case _:
            return ""


def _own(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _typed(text: str) -> str:
    """What a person typed, on one line and with nothing in it that Discord would format or ping."""
    return layout.plain(text)
