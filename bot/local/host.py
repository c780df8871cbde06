"""Opens the local table: the simulated server, its players, the bot and the page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import discord
from simcord import ChannelHandle, Env, MemberActor, Preview, SetupError

from bot.app.client import Tocsin
from bot.local import PLAYERS, Clock, TableError, address
from bot.local.channels import channels
from bot.local.incidents import Incidents
from bot.local.keeper import behind, keep
from bot.local.page import Page, Pages
from bot.local.switch import Switch
from bot.local.world import World
from data.catalogue import _

PATIENCE = 30.0
"""Most seconds of an action, maps included, before the page reports a time-out."""


@dataclass(frozen=True)
class Table:
    """An open table: the simulated Discord, its page, and the bot that runs on it."""

    env: Env
    bot: discord.Client
    channel: ChannelHandle
    players: tuple[MemberActor, ...]
    preview: Preview

    @property
    def url(self) -> str:
        """Address of the page on this machine; a person who has it can play."""
        return self.preview.url


@asynccontextmanager
async def open_table(
    create: Callable[[Clock], discord.Client],
    *,
    port: int = 0,
    players: Sequence[str] = PLAYERS,
    channel: str | None = None,
    report: Callable[[str], None] = print,
    noted: Path | None = None,
) -> AsyncIterator[Table]:
    """Runs the bot that `create` makes, and its page, until the block ends.

    Channels and players have the same ids at each opening, so a bot with the same database finds
    its campaigns again; the page opens in the channel in which was played last, unless another is named.
    `report` is given one line for each incident, and the table goes on.

    :param noted: the file that keeps the address of the page for the next opening.
    :raises TableError: the port is taken, or the names will not do.
    """
    if channel is not None and channel not in channels():
        raise TableError(
            _(
                "There is no channel {channel!r} at the table; there are {channels}.",
                channel=channel,
                channels=", ".join(channels()),
            )
        )
    if not players or len(set(players)) != len(players):
        raise TableError(_("The table needs at least one player, and a different name for each."))
    async with AsyncExitStack() as closing:
        # A client that does nothing opens the world, so that channels and players exist before the
        # bot can take an id, and the bot is given a clock that already tells the real time.
        idle = discord.Client(intents=discord.Intents(guilds=True))
        env = World(idle, check_errors=False, settle_timeout=PATIENCE)
        await env.start()
        closing.push_async_callback(env.shutdown)
        rooms, seated = await _furnish(env, players)
        room = rooms[channel or next(iter(rooms))]
        await env.advance_time(behind(env))
        bot = create(env.now)
        switch = Switch(rooms)
        switch.add_to(bot)
        if isinstance(bot, Tocsin):
            bot.rooms = switch
        closing.push_async_callback(bot.close)
        await env.restart_bot(bot)
        if channel is None and isinstance(bot, Tocsin):
            room = await _last_played(bot, rooms) or room
        closing.push_async_callback(_finish, env)
        wanted = address.kept(noted, port)
        try:
            preview = env.preview(room, viewers=seated, layout="channel", port=wanted.port)
            preview.__class__ = Pages  # SimCord makes its own class, with one channel for all pages
            preview.capability = wanted.key
            preview._server = Page(preview, wanted.port)
            await closing.enter_async_context(preview)
        except SetupError as error:
            raise TableError(_("The table cannot be opened: {error}.", error=error)) from error
        address.keep(noted, wanted._replace(port=urlsplit(preview.url).port or wanted.port))
        incidents = closing.enter_context(contextlib.closing(Incidents(report)))
        keeper = asyncio.create_task(keep(env, preview, incidents, switch))
        closing.push_async_callback(_cancel, keeper)
        yield Table(env, bot, room, seated, preview)


async def _furnish(
    env: Env, names: Sequence[str]
) -> tuple[dict[str, ChannelHandle], tuple[MemberActor, ...]]:
    """Makes server, channels and players; each kind at its own instant, so that a new channel or one
    player more leaves the ids of the others as they are."""
    if env.bot.user is not None:
        await env.bot.user.edit(username="Tocsin")
    guild = env.create_guild("Tocsin")
    rights = discord.Permissions(manage_guild=True, manage_channels=True)
    organiser = guild.create_role("Organiser", permissions=rights)
    await env.advance_time(1)
    rooms = {name: guild.create_text_channel(name, topic=topic) for name, topic in channels().items()}
    await env.advance_time(1)
    seated = tuple(
        guild.add_member(
            env.create_user(name.casefold(), global_name=name), roles=[organiser] if index == 0 else []
        )
        for index, name in enumerate(names)
    )
    return rooms, seated


async def _last_played(bot: Tocsin, rooms: dict[str, ChannelHandle]) -> ChannelHandle | None:
    """The channel of the running campaign that was played last."""
    heads = await bot.store.campaigns_of(bot.guilds[0].id, status="running")
    last = max(heads, key=lambda head: head.updated_at, default=None)
    return next((room for room in rooms.values() if last and room.id == last.channel_id), None)


async def _finish(env: Env) -> None:
    """Let the bot finish what it has begun, within the time that SimCord allows."""
    with contextlib.suppress(TimeoutError):
        await env.settle()


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
