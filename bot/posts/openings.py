"""Opens campaigns in threads of their own: for people who waited for each other, for pairings of a league."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial

import aiohttp
import discord

from bot.campaigns import messages, options
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.errors import PoliteError, incident
from bot.seats.lobby import Lobby
from bot.seats.waiting_lists import AGAIN
from bot.store import Campaign, CampaignRunningError, Guild, Message, StoreError, rows
from bot.store.lobbies import Opening, OpeningRow, Template, template
from bot.surface import layout
from data.catalogue import N_, _, retold, speaking
from data.nouns import listed
from engines.core.errors import EngineError

log = logging.getLogger("tocsin.openings")

RETRY = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
ATTEMPTS = 20
"""Then it is given up, after some four days."""
WANTED: Mapping[str, N_] = {
    "view_channel": N_("View Channel"),
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
}
"""What the bot needs in a channel whose threads it plays in."""


class NoThread(Exception):
    """No thread can be opened for now; the text says why."""


def template_of(guild: Guild) -> Template:
    """What a server has set for the lobbies that the bot opens."""
    return template(guild.lobbies)


def see_that_threads_open(channel: discord.TextChannel) -> None:
    """Check that the bot may open threads in a channel and play in them.

    :raises PoliteError: names the permissions that are missing.
    """
    why = _refused(channel)
    if why is not None:
        raise PoliteError(_("{why} Nothing was changed. Ask a moderator to grant it.", why=why))


def see_that_lobbies_open(guild: discord.Guild, own: Template, channel: object) -> int:
    """The channel for the threads of lobbies that are asked for in a channel.

    :raises PoliteError: no thread can be opened; it says why.
    """
    chosen = None if own.channel is None else guild.get_channel(own.channel)
    here = channel.parent if isinstance(channel, discord.Thread) else channel
    place = chosen or here
    if not isinstance(place, discord.TextChannel):
        raise PoliteError(
            _(
                "Lobbies open in threads, and this channel has none. Ask in a text channel, or let a "
                "moderator choose one with the option `lobbies` of `/settings`."
            )
        )
    see_that_threads_open(place)
    return place.id


class Openings:
    """Opens what was asked for by `rows.openings.ask`: a thread, and the campaign in it, once."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store
        self._opening = asyncio.Lock()

    async def settle(self) -> None:
        """Open what is due; one at a time, so that nothing is opened twice."""
        async with self._opening:
            for row in await self._store.look(partial(rows.openings.due, now=self._store.now())):
                with speaking(await self._campaigns.languages.of_server(row.guild_id)):
                    await self._settle(row)

    async def _settle(self, row: OpeningRow) -> None:
        try:
            thread_id = await self._thread(row)
            campaign = await self._campaign(row, thread_id)
            await self._begin(campaign)
        except rows.openings.OpeningChanged:
            now = await self._store.look(partial(rows.openings.by_id, opening_id=row.id))
            if now is not None and now.next_at is not None:
                await self._settle(now)
        except (NoThread, discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            await self._failed(row, str(error))
        except (PoliteError, EngineError) as error:
            await self._failed(row, str(error), for_good=True)
        except CampaignRunningError:
            # Somebody has begun a campaign in the thread in the meantime: the opening gets another.
            await self._store.set(partial(rows.openings.threaded, opening_id=row.id, thread_id=None))
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one that can't be opened must not hold up the others
            incident(error, f"opening {row.id}")
            await self._failed(row, type(error).__name__)
        else:
            await self._store.set(partial(rows.openings.done, opening_id=row.id))

    async def _thread(self, row: OpeningRow) -> int:
        """The thread of an opening: a new one, or the one that was opened before a crash.

        :raises NoThread: there can be none.
        """
        if row.thread_id is not None:
            return row.thread_id
        own = template_of(await settings_of(self._campaigns, row.guild_id))
        channel = await self._channel(row, own)
        name = self._name(row, own)
        thread = await self._before_a_crash(row, channel, name) or await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=own.archive
        )
        await self._store.set(partial(rows.openings.threaded, opening_id=row.id, thread_id=thread.id))
        return thread.id

    async def _channel(self, row: OpeningRow, own: Template) -> discord.TextChannel:
        """The channel for a thread: the server's, or the one from which it was asked for.

        :raises NoThread: neither can have one.
        """
        why = _("The channel for lobbies is gone. A moderator can choose another in `/settings`.")
        for channel_id in filter(None, (own.channel, row.channel_id)):
            try:
                # The bot may be asked before Discord has listed the channels.
                channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
            except (discord.NotFound, discord.Forbidden):
                continue
            if isinstance(channel, discord.Thread):
                channel = channel.parent or channel
            if not isinstance(channel, discord.TextChannel):
                continue
            refused = _refused(channel)
            if refused is None:
                return channel
            why = refused
        raise NoThread(why)

    def _name(self, row: OpeningRow, own: Template) -> str:
        title = self._campaigns.titles.get(row.body.title)
        if title is None:
            raise PoliteError(_("The game of this lobby is not installed any more."))
        if row.body.name is not None:
            return layout.cut(row.body.name, layout.DETAIL)
        scenario, _usual = options.setting(title, row.body.scenario)
        words = {
            "{game}": title.name,
            "{scenario}": retold(title.scenario(scenario).name),
            "{number}": str(row.id),
        }
        name = own.name
        for word, means in words.items():
            name = name.replace(word, means)
        return layout.cut(name, layout.DETAIL)

    async def _before_a_crash(
        self, row: OpeningRow, channel: discord.TextChannel, name: str
    ) -> discord.Thread | None:
        """The thread of a process that died before it could note it."""
        us = self._client.user
        ours = [
            thread
            for thread in await channel.guild.active_threads()
            if us is not None
            and (thread.owner_id, thread.parent_id, thread.name) == (us.id, channel.id, name)
            and discord.utils.snowflake_time(thread.id) >= row.at - timedelta(seconds=1)
        ]
        ids = [thread.id for thread in ours]
        taken = await self._store.look(partial(rows.openings.of_threads, ids=ids))
        free = [thread for thread in ours if thread.id not in taken]
        # A thread with a campaign that a person began there is theirs.
        for thread in free:
            if await self._store.latest_in(thread.id) is None:
                return thread
        return None

    async def _campaign(self, row: OpeningRow, thread_id: int) -> Campaign:
        """The campaign in the thread of an opening: a new one, or that of a process that died then."""
        if row.campaign_id is not None:
            return await self._campaigns.by_id(row.campaign_id)
        return await self._campaigns.new(await self._wish(row, thread_id))

    async def _wish(self, row: OpeningRow, thread_id: int) -> Wish:
        body = row.body
        title = self._campaigns.titles.get(body.title)
        if title is None:
            raise PoliteError(_("The game of this lobby is not installed any more."))
        guild = await settings_of(self._campaigns, row.guild_id)
        own = template_of(guild)
        scenario, usual = options.setting(title, body.scenario, lobby=True)
        game = await self._store.look(partial(rows.guild_games.of, guild_id=row.guild_id, title=body.title))
        # A person who was forgotten in the meantime has the number 0.
        taken = {seat: user for seat, user in body.taken.items() if user}
        creator = next(filter(None, (body.created_by, *body.asked, *taken.values())), None)
        if creator is None:
            raise PoliteError(_("Everybody who wanted this lobby is gone."))
        return Wish(
            guild_id=row.guild_id,
            channel_id=thread_id,
            user_id=creator,
            title=body.title,
            scenario=scenario,
            options=body.options if body.options is not None else usual | (game.options or {}),
            images=body.images or own.images,
            theme=body.theme,
            clock=body.clock or guild.clock or "none",
            private=body.private,
            several=body.several,
            lobby=True,
            automatic=frozenset(body.automatic),
            taken=taken,
            reserved={seat: user for seat, user in body.reserved.items() if user},
            say=self._said(body),
            opening=row,
            reliable=own.reliable if body.asked else None,
        )

    def _said(self, body: Opening) -> list[Message]:
        people = [user for user in body.people if user]
        asked = [user for user in body.asked if user]
        return [
            *([messages.say(body.text, people=people)] if body.text else []),
            *([messages.ask(asked)] if asked else []),
        ]

    async def _begin(self, campaign: Campaign) -> None:
        """Begin the campaign of an opening that has all its players."""
        full = all(seat.user_id or seat.automatic for seat in campaign.seating.values())
        if campaign.status != "lobby" or not full or campaign.created_by is None or not campaign.seats:
            return
        try:
            await Lobby(self._campaigns).begin(campaign.id, campaign.created_by, campaign.opened)
        except PoliteError as error:
            log.info("campaign %s begins later: %s", campaign.id, error)

    async def _failed(self, row: OpeningRow, why: str, *, for_good: bool = False) -> None:
        """Arrange a later try, and say at the first failure why the lobby does not open."""
        log.info("opening %s waits: %s", row.id, why)
        ended = for_good or row.attempts + 1 >= ATTEMPTS
        now = self._store.now()
        then = None if ended else now + RETRY[min(row.attempts, len(RETRY) - 1)]
        # What could not be opened for them can't be a minute later either.
        given_up = [partial(rows.seekers.release, opening_id=row.id, at=now + AGAIN)] if ended else []
        failed = partial(rows.openings.failed, opening_id=row.id, why=why, then=then)
        await self._store.transact(failed, *given_up)
        if row.attempts == 0:
            await self._explain(row, why, then)

    async def _explain(self, row: OpeningRow, why: str, then: datetime | None) -> None:
        """Say in the channel where a lobby was asked for why it does not open."""
        if then is None:
            text = _("🚪 A lobby could not be opened: {why}", why=why)
        else:
            text = _("🚪 A lobby is ready but I can't open its thread yet: {why} I keep trying.", why=why)
        channel = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        try:
            await channel.send(
                layout.cut(text, layout.REPLY), nonce=f"o-{row.id}", allowed_mentions=layout.NO_MENTIONS
            )
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            log.info("nobody could be told of opening %s: %s", row.id, error)


def _refused(channel: discord.TextChannel) -> str | None:
    """Why the bot can't open threads in a channel; None if it can."""
    allowed = channel.permissions_for(channel.guild.me)
    missing = [str(name) for each, name in WANTED.items() if not getattr(allowed, each)]
    if not missing:
        return None
    return _(
        "I can't open threads in {channel}: I need the permission {missing} there.",
        channel=channel.mention,
        missing=listed(missing),
    )
