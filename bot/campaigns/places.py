"""The people who may see the channel of a campaign."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.store import Store, rows

AT_ONCE = 4
"""Questions to Discord at the same time."""
MOST = 100
"""Channels that are asked for at once; further ones are next time."""
MOST_KNOWN = 10_000
"""Channels of which the newest message is known."""

Channel = discord.abc.GuildChannel | discord.Thread
Sees = Callable[[int, Collection[int]], bool]
"""Whether somebody can see a channel; with the people who have a seat there."""


def allowed_in(channel: Channel, whom: discord.Member | discord.Role) -> discord.Permissions:
    """What a person or a role may do in a channel; nothing where discord.py can't tell: in a thread whose
    parent is gone."""
    try:
        return channel.permissions_for(whom)
    except discord.ClientException:
        return discord.Permissions.none()


def hides(channel: Channel) -> bool:
    """Whether not everybody on a server can see a channel."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return True
    return not allowed_in(channel, channel.guild.default_role).view_channel


def hidden(channel_id: int) -> str:
    """The store's key for a channel with a campaign that not everybody could see."""
    return f"hidden:{channel_id}"


def thread(guild_id: int, thread_id: int | str = "") -> str:
    """The store's key for the channel of a public thread with a campaign."""
    return f"thread:{guild_id}:{thread_id}"


async def keep_parent(store: Store, channel: Channel) -> None:
    """Note under which channel a public thread hangs, for the time when Discord has archived it.

    A thread never moves, and whether it is public never changes.
    """
    if isinstance(channel, discord.Thread) and not channel.is_private():
        key, value = thread(channel.guild.id, channel.id), str(channel.parent_id)
        await store.set(partial(rows.people.note, key=key, value=value))


async def keep_hidden(store: Store, channel_id: int) -> None:
    """Note that not everybody can see a channel, for the time when it is gone."""
    if await store.latest_in(channel_id) is not None:
        await store.set(partial(rows.people.note, key=hidden(channel_id), value=""))


async def keep_open(store: Store, channel_id: int) -> None:
    """Note that everybody can see a channel, even if that was not so or not known before."""
    if await store.look(partial(rows.people.noted, key=hidden(channel_id))) is not None:
        await store.set(partial(rows.people.unnote, key=hidden(channel_id)))


class Newest:
    """The newest public message of campaigns in each channel, of those that were posted since the start."""

    def __init__(self) -> None:
        self._ids: OrderedDict[int, int] = OrderedDict()

    def posted(self, message: discord.Message) -> None:
        """A message was posted."""
        self._ids[message.channel.id] = message.id
        self._ids.move_to_end(message.channel.id)
        while len(self._ids) > MOST_KNOWN:
            self._ids.popitem(last=False)

    def of(self, channel_id: int | None) -> int:
        """The message's id; 0 if none is known."""
        return 0 if channel_id is None else self._ids.get(channel_id, 0)


class Places:
    """The channels of campaigns, also those that Discord's client forgets: archived threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._fetched: dict[int, Channel | None] = {}
        """The channels that were fetched; None for one that is gone."""
        self._asked: set[int] = set()
        """The channels that Discord has told of, or does not show to the bot."""
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._parents: dict[int, dict[int, int]] = {}
        """The channels of public threads, by server."""

    async def learn(self, interaction: discord.Interaction[Any], channels: Iterable[int]) -> Sees:
        """Which of these channels a person can see; Discord is asked for those that are not known."""
        guild = interaction.guild
        if guild is not None:
            known = guild.get_channel_or_thread
            unknown = [id for id in dict.fromkeys(channels) if id not in self._asked and known(id) is None]
            if unknown:
                await self._recall(guild.id)
                unknown = [id for id in unknown if self._parent(guild, id) is None]
            await asyncio.gather(*(self._ask(guild, id) for id in unknown[:MOST]))
        return self.viewer(interaction)

    async def _recall(self, guild_id: int) -> None:
        """Read the channels of a server's threads, once."""
        if guild_id not in self._parents:
            noted = await self._store.look(partial(rows.people.noted_under, prefix=thread(guild_id)))
            self._parents[guild_id] = {int(id): int(parent) for id, parent in noted.items()}

    def _parent(self, guild: discord.Guild, channel_id: int) -> Channel | None:
        """The channel of a public thread that is archived: who sees it can see the thread."""
        parent_id = self._parents.get(guild.id, {}).get(channel_id)
        return None if parent_id is None else guild.get_channel(parent_id)

    async def _ask(self, guild: discord.Guild, channel_id: int) -> None:
        async with self._asking:
            try:
                fetched = await guild.fetch_channel(channel_id)
            except discord.NotFound:
                # What was hidden stays so when its channel is gone.
                if await self._store.look(partial(rows.people.noted, key=hidden(channel_id))) is None:
                    self._fetched[channel_id] = None
            except discord.Forbidden:
                pass
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                # It is asked again.
                return
            else:
                self._fetched[channel_id] = fetched
                await keep_parent(self._store, fetched)
            self._asked.add(channel_id)

    def find(self, guild: discord.Guild, channel_id: int) -> Channel | None:
        """A channel of a server; None if it is gone or was not asked for."""
        return guild.get_channel_or_thread(channel_id) or self._fetched.get(channel_id)

    def viewer(self, interaction: discord.Interaction[Any]) -> Sees:
        """Which known channels of the server a person can see; a channel that is gone hides nothing.

        Who has a seat there is in a private thread, or was while it was open.
        """
        guild, member = interaction.guild, interaction.user
        if guild is None or not isinstance(member, discord.Member):
            return lambda _channel, _people: True
        rights: dict[int | None, discord.Permissions] = {}

        def allowed(channel: Channel) -> discord.Permissions:
            # In a thread a person may see and manage what they may in its channel.
            where = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
            if where not in rights:
                rights[where] = allowed_in(channel, member)
            return rights[where]

        def sees(channel_id: int, people: Collection[int]) -> bool:
            channel = self.find(guild, channel_id) or self._parent(guild, channel_id)
            if channel is None:
                everywhere = member.guild_permissions
                inside = member.id in people or everywhere.manage_threads or everywhere.manage_channels
                return inside or channel_id in self._fetched
            may = allowed(channel)
            private = isinstance(channel, discord.Thread) and channel.is_private()
            inside = channel_id == interaction.channel_id or member.id in people or may.manage_threads
            return may.view_channel and (inside or not private)

        return sees
