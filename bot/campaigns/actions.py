"""An action before and after it is taken: as a seat means it on a board, and what came of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from bot.store import Campaign
from engines.core.events import Event


class Meant(NamedTuple):
    """An action as a seat means it on a board, read once; on another board it may mean something else."""

    campaign: Campaign
    version: int | None
    """The board that it was chosen on; None where it was typed."""
    seat: str
    typed: str
    action: msgspec.Struct
    state: msgspec.Struct
    """The board, for whoever looks at it."""
    then: str = ""
    """What is done at once after it, where that can be done."""


class Acted(NamedTuple):
    """An accepted action and what followed, as the seat that took it may know it."""

    campaign: Campaign
    state: Any
    notation: str
    events: list[Event]
