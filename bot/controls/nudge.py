"""The button under a reminder that mutes the rest of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot import refusals
from bot.controls.base import Button, desk_of
from bot.errors import PoliteError, StaleError
from bot.notes import MUTE
from bot.store import deadlines


class Mute(Button, template=MUTE):
    """Lets a seat be reminded no more of what it owes now."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Mute what the seat owes."""
        desk = desk_of(interaction)
        campaign_id, seq, seat = int(self.fields["campaign"]), int(self.fields["seq"]), self.fields["seat"]

        async def handler() -> str:
            store = desk.campaigns.store
            async with desk.campaigns.writing(campaign_id):
                campaign = await desk.campaigns.known(campaign_id)
                refusals.playable(campaign)
                holder = campaign.seats.get(seat)
                if holder != interaction.user.id:
                    whom = "whoever sits there" if holder is None else f"<@{holder}>"
                    raise PoliteError(f"Only {whom} can mute these reminders: they are for that seat.")
                since = await store.journal(campaign_id, seq + 1)
                theirs = {name for name, user in campaign.seats.items() if user == holder}
                muting = theirs & {row.seat for row in await store.deadlines_of(campaign_id)}
                if seat not in muting or any(entry.seat == seat for entry in since):
                    raise StaleError("That turn is over, and so are its reminders.")
                await store.transact(
                    *(partial(deadlines.mute, campaign_id=campaign_id, seat=name) for name in muting)
                )
            return "You are reminded no more of this turn. Its deadline stays as it is."

        await desk.answer(interaction, handler)


CONTROLS = (Mute,)
