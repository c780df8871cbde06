"""An action before and after it is taken: what a seat means on a board, and the events that followed."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from bot.campaigns.table import Around
from bot.games.shown import Closing
from bot.store import Campaign, Due
from engines.core.events import Event


class Meant(NamedTuple):
    """What a seat means by an action on a board; the same text may mean something else on another board."""

    campaign: Campaign
    version: int | None
    """Version of the board that it was chosen on; None for a typed action."""
    seat: str
    typed: str
    action: msgspec.Struct
    state: msgspec.Struct
    """The board, for code that describes the action."""
    then: str = ""
    """Further actions to take right after it, if they are legal then."""
    closing: Closing | None = None
    """What ends the step, if all of the above was done and the step is not over by then."""
    around: Around | None = None
    """What stands beside the board, if it was read with the campaign."""


class Acted(NamedTuple):
    """An accepted action and the events, as the seat that took it may know them."""

    campaign: Campaign
    state: Any
    notation: str
    events: list[Event]
    due: Due | None = None
    """The campaign's next message that may be sent, for the outbox; None if that has to look for it."""
    around: Around | None = None
    """What stands beside the board, if the commit has read it."""
