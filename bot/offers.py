"""A seat is offered to somebody: the message with the buttons that accept and decline it."""

from __future__ import annotations

from typing import Literal

import discord
import msgspec
from discord import ui

from bot import layout, seat_ids
from bot.campaigns import Campaigns
from bot.hours import is_open
from bot.store import Campaign, Message, OutboxRow

OFFER = "offer"
"""The kind of message in the outbox."""


class Offer(msgspec.Struct, frozen=True):
    """A seat that somebody is asked to sit down in."""

    text: str
    seat: str
    user_id: int
    label: Literal["Sit down", "Swap seats"] = "Sit down"


def offer(offered: Offer) -> Message:
    """Somebody is to be asked."""
    return Message(kind=OFFER, payload=msgspec.json.encode(offered))


class Offers:
    """Says offers in their channels, unless they have lapsed meanwhile."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Ask whoever the seat is offered to."""
        offered = msgspec.json.decode(row.payload, type=Offer)
        if campaign.status != "running" or campaign.seating[offered.seat].reserved_for != offered.user_id:
            return
        view = ui.View(timeout=None)
        view.add_item(
            ui.Button(
                label=offered.label,
                style=discord.ButtonStyle.success,
                custom_id=seat_ids.sit(campaign.id, offered.seat),
            )
        )
        view.add_item(ui.Button(label="No, thank you", custom_id=seat_ids.decline(campaign.id, offered.seat)))
        # As on the cards: discord.py need not keep what the custom ids say.
        view.stop()
        hours = await self._campaigns.timekeeper.hours_of_people([offered.user_id])
        # Whoever has quiet hours finds the offer when they are over.
        awake = is_open(hours[offered.user_id], self._campaigns.store.now())
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        await channel.send(
            layout.cut(offered.text, layout.REPLY),
            view=view,
            nonce=f"{campaign.id}-{row.kind[0]}-{row.id}",
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(offered.user_id)] if awake else []
            ),
        )
