"""The table's own command, which turns the page to another channel: it shows one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from simcord import ChannelHandle, Preview

from bot.games.registry import game_of
from bot.local.channels import SPARE
from bot.local.rooms import turn
from data.catalogue import _


class Switch:
    """Turns the page to another channel, and knows each game's channel.

    :ivar wanted: the channel that was asked for; the keeper turns to it when no player's action is under way.
    """

    def __init__(self, rooms: Mapping[str, ChannelHandle]) -> None:
        self._rooms = rooms
        self.spare = rooms[SPARE].id
        self.wanted: ChannelHandle | None = None

    def of(self, game: str) -> int | None:
        """The channel of a game; None for a game under trial that has none."""
        room = self._rooms.get(game_of(game).channel)
        return None if room is None else room.id

    def turn_to(self, channel_id: int) -> None:
        """Have the page show another channel, once no player's action is under way."""
        self.wanted = next((room for room in self._rooms.values() if room.id == channel_id), None)

    def add_to(self, bot: discord.Client) -> None:
        """Give a bot that has slash commands `/table`."""
        tree: app_commands.CommandTree[Any] | None = getattr(bot, "tree", None)
        if tree is None:
            return

        @app_commands.command(name="table", description="Turn to another channel: each game has one here")
        @app_commands.describe(channel="The channel that this page shows then")
        @app_commands.choices(
            channel=[app_commands.Choice(name=f"#{name}", value=name) for name in self._rooms]
        )
        async def table(interaction: discord.Interaction[Any], channel: app_commands.Choice[str]) -> None:
            self.wanted = self._rooms[channel.value]
            await interaction.response.send_message(
                _("The table switches to **{channel}**.", channel=channel.name), ephemeral=True
            )

        tree.add_command(table)

    def turn(self, preview: Preview) -> bool:
        """Show the channel that was asked for in every open page; returns whether there was one."""
        if self.wanted is None or preview._active_action is not None:
            return False
        room, self.wanted = self.wanted, None
        preview.channel = room
        for page in preview._pages.values():
            turn(preview, page, room.id)
        return True
