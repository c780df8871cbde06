"""Lobbies that the bot opens by itself: what is asked for, and what a server has set for them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from bot.store.preferences import Images, Theme

Archive = Literal[1440, 4320, 10080]
"""Minutes without a message after which Discord archives a thread."""


class Template(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the lobbies of a server have that the bot opens, unless something else is asked for."""

    channel: int | None = None
    """The channel of their threads; None for the channel from which they are asked for."""
    name: str = "{game} {number}"
    """The name of a thread; these words, and `{scenario}`, are replaced."""
    images: Images = "every-action"
    archive: Archive = 10080
    reliable: int | None = None
    """The least share of decisions in time, in percent, that a player needs; None for no condition."""


def template(lobbies: bytes | None) -> Template:
    """What a server has set, as `Guild.lobbies` holds it."""
    return Template() if lobbies is None else msgspec.json.decode(lobbies, type=Template)


class Opening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign that is to be opened in a thread of its own."""

    title: str
    created_by: int
    scenario: str | None = None
    """A scenario or preset; None for the first scenario."""
    options: dict[str, bool] | None = None
    """The options; None for the server's own for the game, or else the usual ones."""
    clock: str | None = None
    """The clock; None for the server's own."""
    name: str | None = None
    """The name of the thread; None for the one of the template."""
    images: Images | None = None
    theme: Theme = "light"
    private: bool = False
    several: bool = False
    taken: dict[str, int] = {}
    """People who have a seat, by seat. If nobody is missing, the campaign begins."""
    reserved: dict[str, int] = {}
    automatic: list[str] = []
    text: str = ""
    """What is said first in the thread."""
    people: list[int] = []
    """The people who are pinged with it."""
    asked: list[int] = []
    """The people of a waiting list, who are asked whether the lobby still suits them."""
    zones: list[str] = []
    """The time zones that they want to be near to."""


class OpeningRow(msgspec.Struct, frozen=True, kw_only=True):
    """An opening as it is stored."""

    id: int
    guild_id: int
    channel_id: int
    """The channel from which it was asked for."""
    body: Opening
    at: datetime
    thread_id: int | None
    campaign_id: int | None
    next_at: datetime | None
    """The time of the next try; None once it is opened or given up."""
    attempts: int
    error: str | None
    """Why it was given up, or could not be done the last time."""


class GuildGame(msgspec.Struct, frozen=True, kw_only=True):
    """What a server has set for a game."""

    guild_id: int
    title: str
    role_id: int | None = None
    """The role that hears of its lobbies."""
    options: dict[str, bool] | None = None
    """The rules of its lobbies, where they are not the usual ones."""
    pinged_at: datetime | None = None
    """The time when the role was last pinged."""


class Seeker(msgspec.Struct, frozen=True, kw_only=True):
    """A person on the waiting list of a game. What they leave open suits them in any form."""

    id: int = 0
    guild_id: int
    channel_id: int
    """Where they asked: the lobby opens there, if the server has set no channel."""
    user_id: int
    title: str
    scenario: str | None = None
    clock: str | None = None
    zone: str | None = None
    """The time zone that the others should be near to."""
    at: datetime
    """Since when they wait."""
    opening_id: int | None = None
    """The opening in which they are asked; None while they wait."""
    look_at: datetime | None = None
    """The time of the sweep's next look: an answer is due, or the person is told that they still wait."""
    stage: int = 0
    """How often they were told so."""
