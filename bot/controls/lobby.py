"""The controls of a lobby's card."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot import messages, seat_ids
from bot.controls.base import Button, Select, desk_of
from bot.desk import may_post
from bot.errors import StaleError
from bot.lobby import Lobby
from bot.lobby_cards import standing
from bot.moderation import require

Interaction = discord.Interaction[Any]


class Seat(Button, template=seat_ids.LOBBY_SEAT):
    """A seat: who presses it takes it, or gives their own back."""

    async def callback(self, interaction: Interaction) -> None:
        """Take the seat, or give it back."""
        campaign, version = _at(self.fields)

        async def handler(lobby: Lobby) -> None:
            await lobby.press(campaign, interaction.user.id, self.fields["seat"], version)

        await _answer(interaction, campaign, handler)


class Lot(Select, template=seat_ids.LOBBY_LOT):
    """Waits for the lot, with a preference."""

    async def callback(self, interaction: Interaction) -> None:
        """Wait for the lot."""
        campaign, _ = _at(self.fields)
        chosen = self.item.values[0]

        async def handler(lobby: Lobby) -> str:
            preference = None if chosen == seat_ids.ANY else chosen
            return await lobby.wait(campaign, interaction.user.id, preference)

        await _answer(interaction, campaign, handler)


class Leave(Button, template=seat_ids.LOBBY_LEAVE):
    """Leaves the lobby."""

    async def callback(self, interaction: Interaction) -> None:
        """Give every seat back and wait no more."""
        campaign, _ = _at(self.fields)

        async def handler(lobby: Lobby) -> str:
            return await lobby.leave(campaign, interaction.user.id)

        await _answer(interaction, campaign, handler)


class Begin(Button, template=seat_ids.LOBBY_BEGIN):
    """Lets the campaign begin."""

    async def callback(self, interaction: Interaction) -> None:
        """Begin with the seats that are taken."""
        campaign, version = _at(self.fields)

        async def handler(lobby: Lobby) -> None:
            campaigns = desk_of(interaction).campaigns
            known = await campaigns.known(campaign)
            await require(campaigns, interaction, known, "moderator", "creator", to="let it begin")
            await lobby.begin(campaign, interaction.user.id, version)

        await _answer(interaction, campaign, handler)


def _at(fields: dict[str, str]) -> tuple[int, int]:
    return int(fields["campaign"]), int(fields["version"])


async def _answer(
    interaction: Interaction, campaign_id: int, handler: Callable[[Lobby], Awaitable[str | None]]
) -> None:
    """Carry out a press; whoever is late is told how the lobby stands, and its card is put right."""
    desk = desk_of(interaction)

    async def answer() -> str | None:
        may_post(interaction)
        try:
            told = await handler(Lobby(desk.campaigns))
        except StaleError as stale:
            campaign = await desk.campaigns.known(campaign_id)
            await desk.campaigns.store.add_outbox(campaign_id, [messages.card(messages.LOBBY)])
            told = f"{stale}\n{await standing(desk.campaigns, campaign)}"
        desk.outbox.kick()
        return told

    await desk.answer(interaction, answer)


CONTROLS = (Seat, Lot, Leave, Begin)
