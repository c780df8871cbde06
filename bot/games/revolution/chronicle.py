"""*La Révolution Française* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.parts.story import tag_of
from bot.games.revolution.names import Names
from data.nouns import upper
from data.revolution.texts import CHRONICLE
from engines.core.events import Event
from engines.revolution.war.events import Fought


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def turn(self, events: Sequence[Event]) -> str:
        """A half-year as a historian would write it."""
        deeds = dict.fromkeys(filter(None, map(self._deed, events)))
        return " ".join(f"{upper(text)}." for text in deeds)

    def _deed(self, event: Event) -> str:
        won = _won(event) if isinstance(event, Fought) else None
        return self.names.formatter.describe(CHRONICLE.get(tag_of(event)), event, won=won)


def _won(event: Fought) -> bool | None:
    """Whether the armies of the Revolution won; None where neither did, or the Commune fought."""
    if event.box or event.result == "B":
        return None
    return (event.attacker == "revolutionary") == (event.result == "A")
