"""Seasons: campaigns that have been over for as long as a server has set are archived."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.errors import incident
from bot.posts.summary import CLOSED
from bot.reviews.reviews import Reviews
from bot.store import Campaign, OutboxRow, StoreError, rows
from bot.surface.threads import shut

log = logging.getLogger("tocsin.seasons")

AT_ONCE = 5
"""Campaigns that a sweep archives on one server."""
AFTER_TROUBLE = timedelta(days=1)
"""The time after which one is tried again that could not be archived."""


class Seasons:
    """Archives campaigns: their journals are packed, what only a running game needs and kept reviews go."""

    def __init__(self, campaigns: Campaigns, reviews: Reviews) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._reviews = reviews
        self._again: dict[int, datetime] = {}
        """When to try a campaign again that could not be archived; meanwhile it holds up no others."""

    async def settle(self) -> None:
        """Archive what is due, a few at a time."""
        now = self._store.now()
        self._again = {campaign_id: at for campaign_id, at in self._again.items() if at > now}
        for guild_id, days in (await self._store.look(rows.seasons.wanted)).items():
            before = now - timedelta(days=days)
            but = [*self._again]
            due = partial(rows.seasons.due, guild_id=guild_id, before=before, most=AT_ONCE, but=but)
            for campaign_id in await self._store.look(due):
                try:
                    await self._archive(campaign_id)
                except StoreError:
                    raise
                except Exception as error:  # noqa: BLE001 - one that can't be read must not hold up the others
                    incident(error, f"archiving campaign {campaign_id}")
                    self._again[campaign_id] = now + AFTER_TROUBLE

    async def _archive(self, campaign_id: int) -> None:
        async with self._campaigns.writing(campaign_id, wait=True):
            # First: a review whose file is gone is made again, one that stays behind would stay for ever.
            await self._reviews.drop(campaign_id)
            now = self._store.now()
            pack = partial(rows.seasons.pack, campaign_id=campaign_id, said=[messages.archive()], now=now)
            await self._store.transact(pack, campaign_id=campaign_id)
            self._campaigns.read_again(campaign_id)
        log.info("campaign %s is archived", campaign_id)


class Threads:
    """Archives and locks the threads of campaigns that are archived."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def shut(self, row: OutboxRow, campaign: Campaign) -> None:
        """Archive the thread of a campaign, unless another campaign has begun in it."""
        latest = await self._campaigns.store.latest_in(campaign.channel_id)
        if latest is None or latest.id != campaign.id:
            return
        try:
            thread = await self._client.fetch_channel(campaign.channel_id)
            if not isinstance(thread, discord.Thread) or (thread.archived and thread.locked):
                return
            await shut(thread)
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                raise
            log.info("the thread of campaign %s stays as it is: %s", campaign.id, error)
