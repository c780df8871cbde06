"""Private threads for talk between seats: opened for them, archived when the talk is over, never read."""

from __future__ import annotations

import logging
from collections.abc import Container, Sequence
from functools import partial
from typing import Literal

import discord
import msgspec
from discord import ui
from discord.utils import MISSING

from bot.campaigns import messages, talks
from bot.campaigns.consent import Consent
from bot.campaigns.service import Campaigns
from bot.campaigns.talks import Talk
from bot.posts.say import awake
from bot.store import Campaign, OutboxRow, rows
from bot.surface import custom_ids, layout
from bot.surface.threads import let_in, shut
from data.catalogue import _
from data.nouns import listed

log = logging.getLogger("tocsin.talks")

UNUSED: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread."""


class Talks:
    """Opens and archives the rooms of campaigns."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def open(self, row: OutboxRow, campaign: Campaign) -> None:
        """Open a room for seats, or the one that they had; nothing if they may not talk now."""
        wanted = msgspec.json.decode(row.payload, type=messages.Room)
        seats = wanted.seats
        title = self._campaigns.title_of(campaign)
        if campaign.status != "running" or title.talk_refusal(self._campaigns.state_of(campaign), seats):
            return
        known = await talks.of(self._campaigns.store, campaign)
        sitting = talks.sitters(campaign, seats)
        people = _people(campaign, seats)
        try:
            thread = await self._had(campaign, known, seats, sitting)
            thread = thread or await self._made(campaign, {talk.thread for talk in known}, seats)
        except discord.Forbidden:
            await self._refused(campaign)
            return
        if thread is None:
            await self._refused(campaign)
            return
        if not row.attempts and any(talk.open and talk.thread == thread.id for talk in known):
            # They are there already; repeated requests must not ping them. Who asks may have left the thread.
            if wanted.asker in people:
                await let_in(thread, wanted.asker)
            return
        others = [talk for talk in known if talk.thread != thread.id]
        # Store the members before any of them is added: after a crash it is known who may be there.
        room = Talk(thread.id, list(seats), sitting, open=True, members=people)
        gone = [
            talk.thread
            for talk in others
            if talk.open and (talk.seats, talk.sitters) == (room.seats, sitting)
        ]
        if gone:
            # What was asked in a room that was deleted can be asked again in this one.
            await self._lapse(campaign, gone)
        await talks.keep(self._campaigns.store, campaign, [*others, room])
        for user in people:
            await let_in(thread, user)
        await self._welcome(row, campaign, thread, seats)

    async def settle(self, row: OutboxRow, campaign: Campaign) -> None:
        """Archive rooms whose phase is over or whose seats changed hands; remove former players."""
        known = await talks.of(self._campaigns.store, campaign)
        forgotten = msgspec.json.decode(row.payload, type=messages.Rooms).gone
        title, state = self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)
        closing = [
            talk.thread for talk in known if talk.open and not talks.lasts(title, state, campaign, talk)
        ]
        if closing and await self._lapse(campaign, closing):
            # What was asked there loses its buttons first: nothing in an archived thread can be edited.
            await self._campaigns.store.add_outbox(campaign.id, [messages.rooms(forgotten)])
            return
        after = []
        for talk in known:
            if talk.thread not in closing:
                after.append(talk)
                continue
            people = _people(campaign, talk.seats)
            gone = [user for user in talk.members if user not in people]
            # In the place of a person who was forgotten there is 0.
            await self._shut(campaign, talk, [user or forgotten for user in gone])
            left = [user for user in talk.members if user in people]
            after.append(msgspec.structs.replace(talk, open=False, members=left))
        if after != known:
            await talks.keep(self._campaigns.store, campaign, after)
        if forgotten is not None:
            await self._campaigns.store.set(partial(rows.outbox.forget_names, message_id=row.id))

    async def _lapse(self, campaign: Campaign, rooms: Sequence[int]) -> bool:
        """Settle the deals that were offered in rooms and not answered; whether there were any."""
        async with self._campaigns.writing(campaign.id, wait=True):
            return await Consent(self._campaigns).expire(campaign, rooms)

    async def _had(
        self, campaign: Campaign, known: Sequence[Talk], seats: Sequence[str], sitting: str
    ) -> discord.Thread | None:
        """An earlier room of the same people, open again."""
        for talk in known:
            if (talk.seats, talk.sitters) == (list(seats), sitting):
                # Discord may have deleted a thread since the cache was filled; then a new room is opened.
                thread = await self._fetched(talk)
                try:
                    if thread is not None:
                        return thread if talk.open else await thread.edit(archived=False, locked=False)
                except discord.NotFound as error:
                    log.info("the thread %s is no more: %s", talk.thread, error)
        return None

    async def _made(
        self, campaign: Campaign, known: Container[int], seats: Sequence[str]
    ) -> discord.Thread | None:
        """A new room; None if the channel can have none."""
        # A message from before a crash may be sent before Discord has listed the channels.
        channel = self._client.get_channel(campaign.channel_id) or await self._client.fetch_channel(
            campaign.channel_id
        )
        if not isinstance(channel, discord.TextChannel):
            return None
        names = self._campaigns.title_of(campaign).seat_names
        name = layout.cut(" · ".join(names[seat] for seat in seats), layout.DETAIL)
        return await self._begun(channel, name, campaign, known) or await channel.create_thread(
            name=name,
            type=discord.ChannelType.private_thread,
            auto_archive_duration=UNUSED,
            invitable=False,
        )

    async def _begun(
        self, channel: discord.TextChannel, name: str, campaign: Campaign, known: Container[int]
    ) -> discord.Thread | None:
        """A room of a process that died before it could store it; it has no members yet."""
        us = self._client.user
        for thread in await channel.guild.active_threads():
            ours = us is not None and thread.owner_id == us.id and thread.parent_id == channel.id
            since = discord.utils.snowflake_time(thread.id) >= campaign.created_at
            if ours and since and thread.name == name and thread.id not in known:
                return thread
        return None

    async def _welcome(
        self, row: OutboxRow, campaign: Campaign, thread: discord.Thread, seats: Sequence[str]
    ) -> None:
        names = self._campaigns.title_of(campaign).seat_names
        people = [campaign.seats[seat] for seat in seats if seat in campaign.seats]
        who = listed([f"**{names[seat]}** (<@{campaign.seats[seat]}>)" for seat in seats])
        text = _(
            "🤫 A private room for {who}, until negotiation ends. Nothing you agree on here is "
            "binding. I don't read this room, but members who may manage threads can.",
            who=who,
        )
        between = layout.under(deal_button(campaign.id, *seats)) if len(seats) == 2 else MISSING
        reached = await awake(self._campaigns, people)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in reached]
        )
        try:
            await thread.send(
                layout.cut(text, layout.REPLY),
                nonce=f"{campaign.id}-t-{row.id}",
                allowed_mentions=mentions,
                view=between,
            )
        except (discord.NotFound, discord.Forbidden) as error:
            # This concerns only the thread: the campaign's own channel still works.
            log.info("nobody can be greeted in the thread %s: %s", thread.id, error)

    async def _refused(self, campaign: Campaign) -> None:
        """Tell the channel that rooms are not possible here; the game goes on without them."""
        log.info("campaign %s can have no private threads", campaign.id)
        await self._campaigns.store.add_outbox(campaign.id, [messages.say(no_rooms())])

    async def _thread(self, campaign: Campaign, talk: Talk) -> discord.Thread | None:
        """The thread of a room; None if it is gone."""
        guild = self._client.get_guild(campaign.guild_id)
        thread = None if guild is None else guild.get_thread(talk.thread)
        return thread or await self._fetched(talk)

    async def _fetched(self, talk: Talk) -> discord.Thread | None:
        """The thread of a room, fetched from Discord."""
        try:
            fetched = await self._client.fetch_channel(talk.thread)
        except (discord.NotFound, discord.Forbidden):
            return None
        return fetched if isinstance(fetched, discord.Thread) else None

    async def _shut(self, campaign: Campaign, talk: Talk, gone: Sequence[int | None]) -> None:
        """Remove former players from a room, and archive it; nothing if the room is gone."""
        thread = await self._thread(campaign, talk)
        if thread is None:
            return
        # Before the archive: an archived thread would have to be opened again for it.
        for user in gone:
            if user is not None:
                await self._put_out(thread, user)
        locked = False
        try:
            locked = await shut(thread)
        except discord.NotFound:
            return
        except discord.Forbidden as error:
            log.info("the thread %s stays open: %s", talk.thread, error)
        if not locked:
            await self._campaigns.store.add_outbox(campaign.id, [messages.say(not_locked())])

    async def _put_out(self, thread: discord.Thread, user: int) -> None:
        try:
            await thread.remove_user(discord.Object(user))
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("somebody can't be put out of the thread %s: %s", thread.id, error)


def deal_button(campaign: int, one: str, other: str) -> ui.Button[ui.View]:
    """The button by which one of two seats offers the other a deal."""
    return ui.Button(label=_("Offer a deal …"), emoji="🤝", custom_id=custom_ids.deal(campaign, one, other))


def _people(campaign: Campaign, seats: Sequence[str]) -> list[int]:
    """The holders of seats, each once."""
    sitting = (campaign.seats.get(seat) for seat in seats)
    return [*dict.fromkeys(user for user in sitting if user is not None)]


def not_locked() -> str:
    """The message that a room is over but can still be written in."""
    return _(
        "🔓 Negotiation is over, but I can't lock a private room, so its players can still write "
        "there. A moderator can give me the permission Manage Threads or lock the room."
    )


def no_rooms() -> str:
    """The message that a campaign's channel can have no private threads."""
    return _(
        "I can't open private rooms here. I need a channel that is not a thread, and the permissions "
        "Create Private Threads and Send Messages in Threads. Use direct messages, or ask a "
        "moderator to grant them. The game continues either way."
    )
