"""Words for the channel of a campaign or for one person alone; nobody is pinged in their quiet hours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import discord
import msgspec
from discord import ui

from bot.campaigns import messages
from bot.campaigns.consent import request_view
from bot.campaigns.service import Campaigns
from bot.clock.hours import is_open
from bot.people import digest
from bot.store import Campaign, OutboxRow, rows
from bot.surface import custom_ids, layout

CLOSED = 50007
"""Somebody takes no direct messages from here."""


class Speaker:
    """Says what stands in a message, however late that is."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def say(self, row: OutboxRow, campaign: Campaign) -> None:
        """Tell the channel something."""
        said = msgspec.json.decode(row.payload, type=messages.Say)
        text = _calling(said)
        asked = None if said.request is None else request_view(text, said.request)
        roles = [] if said.role is None else [said.role]
        await self.post(campaign, row, text, said.people, roles=roles, view=asked)

    async def direct(self, row: OutboxRow, campaign: Campaign) -> None:
        """Tell one person something; one who takes no direct messages is left in peace."""
        word = msgspec.json.decode(row.payload, type=messages.Direct)
        store, key = self._campaigns.store, digest.undelivered(word.user_id)
        try:
            user = self._client.get_user(word.user_id) or await self._client.fetch_user(word.user_id)
            await user.send(word.text, nonce=f"d-{row.id}", allowed_mentions=layout.NO_MENTIONS)
        except discord.Forbidden as error:
            if error.code != CLOSED:
                raise
            await store.transact(partial(digest.refused, user_id=word.user_id))
        else:
            if await store.look(partial(rows.people.noted, key=key)) is not None:
                await store.transact(partial(rows.people.unnote, key=key))

    async def offer(self, row: OutboxRow, campaign: Campaign) -> None:
        """Ask somebody to sit down in a seat, unless the offer has lapsed meanwhile."""
        offered = msgspec.json.decode(row.payload, type=messages.Offer)
        if campaign.status != "running" or campaign.seating[offered.seat].reserved_for != offered.user_id:
            return
        sit = custom_ids.sit(campaign.id, offered.seat)
        decline = custom_ids.decline(campaign.id, offered.seat)
        view = layout.under(
            ui.Button(label=offered.label, style=discord.ButtonStyle.success, custom_id=sit),
            ui.Button(label="No, thank you", custom_id=decline),
        )
        await self.post(campaign, row, offered.text, [offered.user_id], view=view)

    async def post(
        self,
        campaign: Campaign,
        row: OutboxRow,
        text: str,
        people: Iterable[int],
        *,
        roles: Sequence[int] = (),
        view: ui.View | ui.LayoutView | None = None,
    ) -> discord.Message:
        """Say a text; a layout has it in itself."""
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        nonce = f"{campaign.id}-{row.kind[0]}-{row.id}"
        mentions = discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(user) for user in await awake(self._campaigns, people)],
            roles=[discord.Object(role) for role in roles],
        )
        if isinstance(view, ui.LayoutView):
            return await channel.send(view=view, nonce=nonce, allowed_mentions=mentions)
        return await channel.send(
            layout.cut(text, layout.REPLY),
            nonce=nonce,
            allowed_mentions=mentions,
            view=discord.utils.MISSING if view is None else view,
        )


async def awake(campaigns: Campaigns, people: Iterable[int]) -> list[int]:
    """Those who may be pinged now, each once."""
    asked = dict.fromkeys(people)
    if not asked:
        return []
    hours, now = await campaigns.timekeeper.hours_of_people(asked), campaigns.store.now()
    return [user for user in asked if is_open(hours[user], now)]


def _calling(said: messages.Say) -> str:
    """What is said, with the names of those whom it is to reach: Discord pings nobody who is not named."""
    names = [f"<@{user}>" for user in said.people] + ([] if said.role is None else [f"<@&{said.role}>"])
    missing = [name for name in dict.fromkeys(names) if name not in said.text]
    if not missing:
        return said.text
    called = f"\n-# {' '.join(missing)}"
    return layout.cut(said.text, layout.REPLY - len(called)) + called
