"""Following: a person watches a campaign and is never pinged; they choose what they get."""

from __future__ import annotations

from functools import partial

from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, StaleError
from bot.store import Campaign, CampaignHead, rows
from bot.store.preferences import Follows
from data.catalogue import _, alone

MOST = 100
"""Campaigns that a person follows at once."""


class Following:
    """What a person follows."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def follow(self, campaign: Campaign, user_id: int) -> str:
        """Follow a campaign; returns what the person gets.

        :raises PoliteError: they play in it, or follow too many.
        """
        # Nobody sits down meanwhile.
        async with self._campaigns.writing(campaign.id, wait=True):
            with alone():
                await self._follow(await self._campaigns.by_id(campaign.id), user_id)
        return await self._said(campaign, user_id)

    async def _follow(self, campaign: Campaign, user_id: int) -> None:
        if campaign.is_over:
            raise StaleError(_("That campaign is over already."))
        if user_id in campaign.people:
            raise PoliteError(
                _(
                    "You have a seat in this campaign, so you can't follow it: followers read what "
                    "spectators say of your game."
                )
            )
        followed = await self._store.look(partial(rows.spectators.followed, user_id=user_id))
        # Who follows already is let in again: they may have left the server since.
        if campaign.id not in followed and len(followed) >= MOST:
            raise PoliteError(_("You follow {most} campaigns already. Stop following one first.", most=MOST))
        follow = partial(rows.spectators.follow, campaign_id=campaign.id, user_id=user_id)
        await self._store.transact(partial(follow, now=self._store.now()), campaign_id=campaign.id)

    async def _said(self, campaign: Campaign, user_id: int) -> str:
        person = (await self._store.look(partial(rows.people.persons, ids=[user_id])))[user_id]
        known = await self._store.look(partial(rows.spectators.of_campaign, campaign_id=campaign.id))
        name = self._campaigns.packs.name_of(campaign)
        thread = None if known is None or not known.open else known.thread_id
        if person.follows == "list":
            gets = _("`/my games` lists it. You get no message.")
        elif person.follows == "thread" and thread is not None:
            gets = _(
                "You are in the spectators' thread, <#{thread}>: each turn that ends is posted there with "
                "its map. Players can't read it.",
                thread=thread,
            )
        else:
            gets = _(
                "When a turn ends, I send you what happened and the map as a direct message, without a "
                "notification."
            )
        return _(
            "You follow **{name}**. {gets}\n-# `/my following` chooses what you get. Nobody else sees what "
            "you follow.",
            name=name,
            gets=gets,
        )

    async def stop(self, campaign: CampaignHead, user_id: int) -> str:
        """Follow a campaign no more."""
        leave = partial(rows.spectators.leave, campaign_id=campaign.id, people=[user_id])
        await self._store.transact(partial(leave, now=self._store.now()), campaign_id=campaign.id)
        return _("You don't follow **{name}** any more.", name=self._campaigns.packs.name_of(campaign))

    async def choose(self, user_id: int, gets: Follows) -> None:
        """Choose what to get of all campaigns that one follows."""
        now = self._store.now()
        followed = await self._store.look(partial(rows.spectators.followed, user_id=user_id))
        await self._store.transact(
            partial(rows.people.alter_person, user_id=user_id, follows=gets),
            *(partial(rows.spectators.settle, campaign_id=campaign_id, now=now) for campaign_id in followed),
        )
