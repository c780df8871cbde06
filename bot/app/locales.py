"""Discord's language of each server."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.app.members import UNREACHED

log = logging.getLogger("tocsin")

PATIENCE = 10.0
"""Seconds that Discord has to tell it."""


class Locales:
    """Tells the language of a server, which may have to be asked for."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._told: dict[int, str] = {}

    async def __call__(self, guild_id: int) -> str:
        """The language of a server; English where Discord does not tell."""
        guild = self._client.get_guild(guild_id)
        if guild is not None and not guild.unavailable:
            return guild.preferred_locale.value
        if guild_id not in self._told:
            try:
                async with asyncio.timeout(PATIENCE):
                    fetched = await self._client.fetch_guild(guild_id, with_counts=False)
                self._told[guild_id] = fetched.preferred_locale.value
            except UNREACHED as error:
                log.info("Discord does not tell the language of a server: %s", error)
                self._told[guild_id] = "en"
        return self._told[guild_id]
