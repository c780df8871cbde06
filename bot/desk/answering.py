"""The last step of an answer: if Discord does not take it, it is sent in another way."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.desk.open_panels import UNANSWERABLE
from bot.surface import layout
from data.catalogue import _

log = logging.getLogger("tocsin.desk")

Way = Callable[[], Awaitable[object]]


async def deliver(interaction: discord.Interaction[discord.Client], text: str, way: Way) -> None:
    """Send an answer; if that fails, send it as a new message, or at last a public note without it.

    :param way: the first way to send it.
    """

    async def follow() -> None:
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=layout.NO_MENTIONS)

    async def post() -> None:
        # Everyone in the channel reads this note, so it has nothing of the answer.
        channel = interaction.client.get_partial_messageable(
            interaction.channel_id or 0, guild_id=interaction.guild_id
        )
        await channel.send(
            _(
                "<@{user_id}>, Discord rejected my answer. If the card shows your action, it counts. "
                "`/campaign status` shows the state of the game.",
                user_id=interaction.user.id,
            ),
            allowed_mentions=discord.AllowedMentions(users=[interaction.user], everyone=False, roles=False),
        )

    for attempt in (way, follow, post):
        try:
            await attempt()
        except discord.HTTPException as error:
            if error.code in UNANSWERABLE:
                return
            log.warning("an answer was not taken: %s", error)
        except (aiohttp.ClientError, OSError) as error:
            log.warning("an answer could not be sent: %s", error)
        else:
            return
