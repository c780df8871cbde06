"""Campaigns whose channel is gone or shut to the bot: nothing is lost, and their people are told."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import discord

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.clock.hours import next_open
from bot.errors import PoliteError
from bot.pauses import by_hand, outage
from bot.store import Audit, Campaign, CampaignHead, Message, Status, Write, rows
from bot.surface import layout
from data.catalogue import N_, _

log = logging.getLogger("tocsin.parking")

PAGE = 100
PLAYED: tuple[Status, ...] = ("lobby", "running")
WHY, LEFT = "its channel is gone", "the bot is no longer on the server"
_LET_IN = N_(
    "🔓 I could not write here from {since} to {until}. The clocks were stopped, so nobody lost time. "
    "`/campaign deadline` shows the new deadlines."
)


class Parking:
    """Parks campaigns, and tells people why their campaign is silent."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store

    async def park(self, campaign_id: int, channel_id: int, server: str = "") -> bool:
        """Stop the clocks of a campaign, give up its messages in the channel, and tell its people, once.

        :param channel_id: the channel that is gone; a campaign that has moved since goes on.
        :param server: name of the server that the bot has left, if it is known.
        :returns: whether this call parked it.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.channel_id != channel_id:
                return False
            now = self._store.now()
            abandon = partial(rows.outbox.abandon, campaign_id=campaign_id, error=WHY, now=now)
            if campaign.is_over or campaign.parked_at is not None:
                await self._store.transact(abandon, campaign_id=campaign_id)
                return False
            why = LEFT if self._client.get_guild(campaign.guild_id) is None else WHY
            act = Audit.on(campaign, None, "park", why)
            letters = await self._to_all(campaign, self._parked(campaign, server), still=messages.PARKED)
            await self._store.transact(
                partial(rows.campaigns.alter, campaign_id=campaign_id, parked_at=now),
                partial(rows.seekers.begun, campaign_id=campaign_id, now=now),
                *await by_hand.stop_clocks(self._campaigns, campaign),
                abandon,
                partial(rows.audits.put, noted=act, now=now),
                partial(
                    rows.outbox.add,
                    campaign_id=campaign_id,
                    messages=letters,
                    now=now,
                ),
                campaign_id=campaign_id,
                # Those whom its lobby asks wait again.
                alone=True,
            )
        log.info("campaign %d is parked: %s", campaign_id, why)
        return True

    async def park_channel(self, channel_id: int) -> bool:
        """Park the campaign of a deleted channel; returns whether there was one."""
        campaign = await self._store.running_in(channel_id)
        return campaign is not None and await self.park(campaign.id, channel_id)

    async def park_guild(self, guild_id: int, name: str = "") -> int:
        """Park the campaigns of a server that the bot has left; returns how many.

        :param name: name of the server.
        """
        heads = [head for status in PLAYED for head in await self._all(guild_id, status)]
        return sum([await self.park(head.id, head.channel_id, name) for head in heads])

    async def bring_back(self, guild_id: int | None = None) -> None:
        """Let parked campaigns go on whose channel is back, on one server or all.

        The bot was invited again, also while it was not running.
        """
        servers = [guild_id] if guild_id is not None else await self._store.look(rows.campaigns.with_parked)
        for server in servers:
            guild = self._client.get_guild(server)
            if guild is None:
                continue
            for head in await self._store.look(partial(rows.campaigns.parked, guild_id=server)):
                if guild.get_channel_or_thread(head.channel_id) is not None:
                    await self.let_go_on(head.id)

    async def let_go_on(self, campaign_id: int) -> bool:
        """Let a parked campaign go on in its own channel, which is back; returns whether it was parked.

        A campaign that is also paused stays paused.
        """
        campaigns = self._campaigns
        async with campaigns.writing(campaign_id, wait=True):
            campaign = await campaigns.by_id(campaign_id)
            if campaign.is_over or campaign.parked_at is None:
                return False
            since = discord.utils.format_dt(campaign.parked_at, "f")
            said = [
                messages.say(
                    _("▶️ The campaign resumes. I could not reach this channel since {since}.", since=since)
                )
            ]
            going: list[Write] = []
            try:
                said += campaigns.present_card(campaign)
                if campaign.status == "running" and campaign.paused_at is None:
                    decisions = campaigns.title_of(campaign).decisions(campaigns.state_of(campaign))
                    said += await campaigns.timekeeper.notices((), decisions, campaign.seating, None)
                    going = await by_hand.start_clocks(campaigns, campaign, user_id=None)
            except PoliteError as error:
                # It can't be read: its readers are told why.
                log.info("campaign %d goes on and can't be played: %s", campaign_id, error)
            now = self._store.now()
            await self._store.transact(
                partial(rows.campaigns.alter, campaign_id=campaign_id, parked_at=None),
                *going,
                partial(rows.audits.put, noted=Audit.on(campaign, None, "unpark"), now=now),
                partial(rows.outbox.add, campaign_id=campaign_id, messages=said, now=now),
                campaign_id=campaign_id,
            )
        log.info("campaign %d goes on in its channel", campaign_id)
        return True

    async def _all(self, guild_id: int, status: Status) -> list[CampaignHead]:
        heads: list[CampaignHead] = []
        while page := await self._store.campaigns_of(guild_id, status, limit=PAGE, offset=len(heads)):
            heads += page
        return heads

    def left(self, campaign: Campaign) -> bool:
        """Whether the bot is no longer on the server of a campaign."""
        served = self._client.is_ready() and self._store.shards.serves(campaign.guild_id)
        return served and self._client.get_guild(campaign.guild_id) is None

    def seen(self, campaign: Campaign) -> bool:
        """Whether Discord has told what there is on the server of a campaign, or that the bot has left it."""
        guild = self._client.get_guild(campaign.guild_id)
        if guild is not None:
            return not guild.unavailable
        return self._client.is_ready() and self._store.shards.serves(campaign.guild_id)

    async def shut_out(self, campaign: Campaign) -> None:
        """Tell the people of a campaign, once, that the bot may not write in its channel."""
        key = shut_out(campaign.id)
        if await self._store.look(partial(rows.people.noted, key=key)):
            return
        name = self._campaigns.packs.name_of(campaign)
        text = _(
            "I can't write in <#{channel_id}>, the channel of your campaign of {name}. Nothing is "
            "lost: its clocks are stopped and its news waits. Ask a moderator to give me View "
            "Channel, Send Messages and Attach Files there, to unlock the thread, or to move the "
            "campaign with `/mod move`.",
            channel_id=campaign.channel_id,
            name=name,
        )
        now, letters = self._store.now(), await self._to_all(campaign, text, still=key)
        await self._store.transact(
            partial(rows.people.note, key=key, value=now.isoformat()),
            partial(rows.outbox.add, campaign_id=campaign.id, messages=letters, now=now),
            campaign_id=campaign.id,
        )

    async def let_in(self, campaign: Campaign, since: datetime) -> None:
        """The bot may write there again: restart the clocks, and forget that people were told.

        :param since: when the bot was shut out.
        """
        async with self._campaigns.writing(campaign.id, wait=True):
            await self._store.transact(
                *await outage.moved(
                    self._campaigns,
                    campaign.id,
                    since,
                    self._store.now(),
                    _LET_IN,
                ),
                partial(rows.people.unnote, key=shut_out(campaign.id)),
                campaign_id=campaign.id,
            )

    async def _to_all(self, campaign: Campaign, text: str, *, still: str) -> Sequence[Message]:
        """The same message for all people who hold or own a seat of a campaign or created it.

        A person who sleeps gets it in the morning, unless the trouble is over by then.
        """
        seating = campaign.seating.values()
        concerned = [seat.user_id for seat in seating] + [seat.owner_id for seat in seating]
        people = [user for user in dict.fromkeys([*concerned, campaign.created_by]) if user is not None]
        hours, now = await self._campaigns.timekeeper.hours_of_people(people), self._store.now()
        opens = {user: next_open(hours[user], now) for user in people}
        return [
            messages.direct(user, text, None if at == now else at, still=still) for user, at in opens.items()
        ]

    def _parked(self, campaign: Campaign, server: str) -> str:
        guild, name = self._client.get_guild(campaign.guild_id), self._campaigns.packs.name_of(campaign)
        if guild is None:
            return _(
                "I am no longer on {server}, the server of your campaign of {name}. Nothing is lost: "
                "its clocks are stopped, and it resumes when I am invited again.",
                server=layout.plain(server) or _("the server"),
                name=name,
            )
        return _(
            "The channel of your campaign of {name} on {name_2} is gone. Nothing is lost: its clocks "
            "are stopped. A moderator can move campaign {id} to another channel with `/mod move`.",
            name=name,
            name_2=layout.plain(guild.name),
            id=campaign.id,
        )


def shut_out(campaign_id: int) -> str:
    """The store's key for the time since when the bot may not write in a campaign's channel."""
    return f"shut-out:{campaign_id}"
