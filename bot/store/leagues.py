"""Leagues and cups as values: their plan, their entrants and their games."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from bot.store.preferences import Images

Format = Literal["swiss", "round-robin", "knock-out"]
Decided = Literal["played", "ruled", "forfeit", "bye", "later"]
"""How a game got its points: by its campaign, a moderator, an entrant who left, or a bye.

A game that a moderator lets end later has none yet, and no round waits for it.
"""
Phase = Literal["open", "running", "over"]


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a league plays, and how."""

    title: str
    format: Format
    rounds: int
    """The rounds of a Swiss league; of the other forms, found when it begins."""
    days: int
    """Days that a round lasts."""
    legs: int = 1
    """Games of each pair in a round; in the second the sides are exchanged."""
    scenario: str | None = None
    options: dict[str, bool] | None = None
    clock: str | None = None
    """The clock as in `Opening`, where None stands for the server's own."""
    images: Images | None = None


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A league as it is stored."""

    id: int
    guild_id: int
    channel_id: int
    """The channel where its rounds and tables are posted."""
    name: str
    phase: Phase
    version: int
    """Counts all changes, also those of entrants and games."""
    round: int
    """The round that is played; 0 before the first."""
    due_at: datetime | None
    """The end of that round."""
    told: int
    """The last round of whose end the people were told that have not finished."""
    plan: Plan
    created_at: datetime
    message_id: int | None = None
    """The league's newest post in the channel."""
    message_round: int = 0
    """The round that this post shows."""
    created_by: int | None = None
    """The person who founded the league; None for a forgotten person."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A place in a league, and the person who has it."""

    number: int
    user_id: int | None
    """The person; None for one who was forgotten since."""
    name: str
    """What the person was called on the server when they joined; empty for a forgotten person."""
    seed: int = 0
    """The place in the first round; 0 for a substitute, who waits for a place, and for one who has left a
    place that a substitute has taken."""
    left_in: int | None = None
    """The round in which the entrant left."""
    since: int | None = None
    """The round in which a substitute took the place over."""

    @property
    def plays(self) -> bool:
        """Whether the entrant is paired in further rounds."""
        return self.seed > 0 and self.left_in is None

    @property
    def waits(self) -> bool:
        """Whether this is a substitute who waits for a place; one who has left has had a place."""
        return self.seed == 0 and self.left_in is None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a league, or a bye."""

    number: int
    round: int
    table: int
    """Legs of one pair have the same table."""
    seats: dict[str, int]
    """Entrants by seat; empty for a bye."""
    bye: int | None = None
    """The entrant who has a bye."""
    opening_id: int | None = None
    campaign_id: int | None = None
    """The campaign of the game, once it is opened. Read only: it is the opening's."""
    channel_id: int | None = None
    """The channel or thread of that campaign; read only."""
    points: dict[int, int] | None = None
    """Half points, by entrant; None while it is not decided."""
    how: Decided | None = None
    score: int | None = None
    edited: bool = False
    """Whether a moderator intervened in its campaign."""
    ruled_by: int | None = None
    """The moderator who ruled it; None for a forgotten person."""
    reason: str = ""
    """The reason of that ruling."""
    disputed: str | None = None
    """Why an entrant disputes it; None if nobody does."""
    todo: Literal["end", "seat"] | None = None
    """What has to be done about its campaign: to end it, or to seat its present entrants."""

    @property
    def entrants(self) -> list[int]:
        """The entrants who play, or the one who has the bye."""
        return list(self.seats.values()) if self.bye is None else [self.bye]

    @property
    def open(self) -> bool:
        """Whether the league waits for it."""
        return self.disputed is not None or (self.points is None and self.how != "later")

    @property
    def open_late(self) -> bool:
        """Whether something of it is still to come after its round."""
        return self.disputed is not None or self.points is None


class Whole(msgspec.Struct, frozen=True):
    """A league with its entrants and games, by number."""

    league: League
    entrants: dict[int, Entrant]
    games: dict[int, Game]

    def of_round(self, round: int) -> list[Game]:
        """The games of a round, by number."""
        return [game for game in self.games.values() if game.round == round]

    def place_of(self, user_id: int) -> Entrant | None:
        """The entrant that a person is; None if they take no part, or no longer do."""
        places = (each for each in self.entrants.values() if each.user_id == user_id and each.left_in is None)
        return next(places, None)
