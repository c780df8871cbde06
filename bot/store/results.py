"""The result of a campaign that is over, as a frozen value."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from data.sentences import Phrase
from engines.core.record import Ending

End = Literal["decided", "conceded", "drawn", "abandoned"]
"""How a campaign ended: by its rules, by a seat, by agreement on a draw, or without a result."""

COUNTED = ("player", "automatic", "default", "moderator")
"""Sources of the actions that are counted for a seat."""


def ended_by(ending: Ending | None) -> End:
    """How people ended a campaign; in early ones that was not kept."""
    return "abandoned" if ending is None or ending.how == "void" else ending.how


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat of a campaign that is over, and whoever had it at the end."""

    seat: str
    user_id: int | None
    """The seat's owner; None if it was vacant or the automatic player's, 0 for a forgotten person."""
    automatic: bool
    """Whether the automatic player had it at the end."""
    own: int
    """Actions that whoever had it at the end gave."""
    others: int
    """Actions that others gave: earlier players, stand-ins, the automatic player, defaults, moderators."""
    most: int | Literal["automatic"] | msgspec.UnsetType | None = msgspec.UNSET
    """Who gave more of the seat's actions than anyone else: a person, 0 for one who was forgotten since, or
    the automatic player, with its defaults; None if nobody gave any. Unset in results of early versions.
    """

    @property
    def replaced(self) -> bool:
        """Whether others gave more of its actions than whoever had it at the end."""
        return self.others > self.own

    @property
    def rated(self) -> int | Literal["automatic"] | None:
        """Whose game the seat was, so that its result counts for their rating; None for nobody's."""
        if self.most is not msgspec.UNSET:
            return self.most
        if self.replaced or not self.own:
            return None
        return "automatic" if self.automatic else self.user_id


class Result(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a campaign ended."""

    campaign_id: int
    guild_id: int
    channel_id: int
    title: str
    scenario: str
    options: dict[str, bool]
    began_at: datetime
    ended_at: datetime
    turns: int
    """Chapters of its game that were begun."""
    how: End
    winner: str | None
    """The seat that won; None if none did."""
    level: str | None
    """The level of victory; None unless the rules decided it."""
    verdict: Phrase
    """The level in words; empty unless the rules decided it, a text in results of early versions."""
    score: int | None
    edited: bool
    """Whether a moderator edited the board, took actions back, or acted for a seat."""
    by_hand: bool
    """Whether draws were given by hand: of a lesson, or of a record that was taken in."""
    parts: tuple[Part, ...]
    """The seats, in the title's order."""

    @property
    def counts(self) -> bool:
        """Whether it is a result of the game at all: an abandoned campaign has none."""
        return self.how != "abandoned"

    def part_of(self, user_id: int) -> list[Part]:
        """The seats that a person had at the end."""
        return [part for part in self.parts if part.user_id == user_id]
