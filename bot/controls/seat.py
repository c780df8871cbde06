"""Buttons that accept and decline a seat, and the second press that leaves one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord

from bot import layout, seat_ids
from bot.controls.base import Button, desk_of
from bot.desk import may_post
from bot.proposals import question
from bot.seating import Seating

Interaction = discord.Interaction[Any]


class Sit(Button, template=seat_ids.SIT):
    """Accepts a seat that was offered."""

    async def callback(self, interaction: Interaction) -> None:
        """Sit down, and read what the seat has to know."""

        async def handler(seating: Seating) -> str:
            return await seating.sit(int(self.fields["campaign"]), interaction.user.id, self.fields["seat"])

        await _answer(interaction, handler)


class Decline(Button, template=seat_ids.DECLINE):
    """Declines a seat that was offered."""

    async def callback(self, interaction: Interaction) -> None:
        """Leave everything as it is."""

        async def handler(seating: Seating) -> str:
            return await seating.decline(
                int(self.fields["campaign"]), interaction.user.id, self.fields["seat"]
            )

        await _answer(interaction, handler)


class Resign(Button, template=seat_ids.RESIGN):
    """Leaves a seat, after it was asked once more."""

    async def callback(self, interaction: Interaction) -> None:
        """Get up for good."""

        desk = desk_of(interaction)

        async def handler() -> None:
            may_post(interaction)
            told = await Seating(desk.campaigns).leave(
                int(self.fields["campaign"]), interaction.user.id, self.fields["seat"]
            )
            desk.outbox.kick()
            await interaction.edit_original_response(view=question(told), allowed_mentions=layout.NO_MENTIONS)

        await desk.answer(interaction, handler)


async def _answer(interaction: Interaction, handler: Callable[[Seating], Awaitable[str]]) -> None:
    """Carry out a press on an offer, which has nothing more to ask once it was answered: its buttons go."""
    desk = desk_of(interaction)

    async def answer() -> str:
        may_post(interaction)
        told = await handler(Seating(desk.campaigns))
        desk.outbox.kick()
        # The buttons of a message that is gone, or can't be edited, are answered politely.
        with suppress(discord.HTTPException):
            await interaction.edit_original_response(view=None)
        return told

    await desk.answer(interaction, answer)


CONTROLS = (Sit, Decline, Resign)
