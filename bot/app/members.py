"""The people who have left a server: the bot sees no member list, so Discord is asked, a few at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta

import aiohttp
import discord

log = logging.getLogger("tocsin.members")

AT_ONCE = 4
"""Questions at the same time: at 80 ms an answer they are the 50 a second that Discord allows."""
PATIENCE = 10.0
"""Seconds in which Discord has to answer."""
UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that may be taken later; a timeout is an OSError."""
UNKNOWN = (10007, 10013)
"""Discord's errors for a person who is no member of a server, or none at all any more."""
REMEMBERED = timedelta(minutes=5)
"""How long a person who was there counts as there."""

Person = tuple[int, int]
"""A server and a person."""
HasLeft = Callable[[int, int], Awaitable[bool | None]]
"""Whether a person has left a server, by the ids of both; None if Discord does not answer."""


async def nobody_has_left(guild_id: int, user_id: int) -> bool | None:
    """Stands in for Discord where it can't be asked: it does not answer."""
    return None


async def has_left(client: discord.Client, guild_id: int, user_id: int) -> bool | None:
    """Whether a person has left a server; None if Discord does not say."""
    guild = client.get_guild(guild_id)
    if guild is None:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            await guild.fetch_member(user_id)
    except discord.NotFound as error:
        return True if error.code in UNKNOWN else None
    except UNREACHED as error:
        log.info("whether somebody has left a server is asked again later: %s", error)
        return None
    return False


class Members:
    """Asks who has left, and remembers who was there.

    :param steady: a clock that does not step.
    """

    def __init__(self, has_left: HasLeft, steady: Callable[[], datetime]) -> None:
        self._has_left = has_left
        self._steady = steady
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._there: dict[Person, datetime] = {}
        """The time when each person was last seen on the server."""

    async def gone(self, people: Collection[Person]) -> set[Person]:
        """The people who have left their server."""
        since = self._steady() - REMEMBERED
        self._there = {person: at for person, at in self._there.items() if at > since}
        asked = [person for person in people if person not in self._there]
        left = await asyncio.gather(*(self._ask(person) for person in asked))
        return {person for person, gone in zip(asked, left, strict=True) if gone}

    async def _ask(self, person: Person) -> bool | None:
        async with self._asking:
            left = await self._has_left(*person)
        if left is False:
            self._there[person] = self._steady()
        return left
