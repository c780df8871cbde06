"""What people and servers have set for themselves, as rows."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

Images = Literal["every-action", "every-turn", "never"]

Theme = Literal["light", "dark"]

Follows = Literal["thread", "letter", "list"]
"""What a person gets of campaigns that they follow: a place in the spectators' thread, where there is one,
or else a letter for each turn; always a letter; or a line in their list."""
THREAD: Follows = "thread"


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a person, for every server."""

    user_id: int
    hours: bytes = b"{}"
    """JSON of `bot.clock.hours.Hours`."""
    digest: int | None = None
    """Minutes after local midnight at which the daily digest is sent; None for none."""
    next_digest_at: datetime | None = None
    language: str = ""
    """The language of what the person alone reads; empty for Discord's own setting."""
    goes_on: bool = True
    """Whether forced steps are done for them: a turn ends when nothing is left to choose."""
    follows: Follows = THREAD


class Guild(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server."""

    id: int
    moderator_role: int | None = None
    clock: str | None = None
    """Clock of new campaigns for which none is named."""
    language: str = ""
    """The language of what everybody reads there; empty for Discord's own setting."""
    image_width: int | None = None
    archive_channel: int | None = None
    nights: bytes | None = None
    """JSON of `bot.clock.hours.Hours`: when the moderators' role is not pinged; None for never."""
    rated: bool = True
    lobbies: bytes | None = None
    """JSON of `bot.store.lobbies.Template`; None for the usual one."""
    announce_channel: int | None = None
    week_at: datetime | None = None
    """The next time when the week's campaigns are announced; None without a channel for it."""
    spectators: bool = False
    """Whether a campaign that begins gets a thread for its spectators."""
    log_channel: int | None = None
    """Where moderators get the digest of each week."""
    log_at: datetime | None = None
    """The next time when the log is sent; None without a channel for it."""
    keep_days: int | None = None
    """Days after which a campaign that is over is archived; None for never."""
