"""The controls of a replay: to another leaf, the other way of leafing, other eyes."""

from __future__ import annotations

from typing import Any

import discord

from bot import album
from bot.album import Place
from bot.controls.base import Button, Select, desk_of


class Leaf(Button, template=album.TURN):
    """A button that leads to another leaf, which its custom id names."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the leaf in the same message."""
        await _leafed(interaction, Place.read(self.fields))


class Look(Select, template=album.LOOK):
    """A select of the eyes that the same leaf is seen through."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the leaf as those eyes see it."""
        chosen = self.item.values[0]
        eyes = None if chosen == album.PUBLIC else chosen
        await _leafed(interaction, Place.read(self.fields)._replace(eyes=eyes))


async def _leafed(interaction: discord.Interaction[Any], place: Place) -> None:
    desk = desk_of(interaction)
    await desk.answer(interaction, lambda: album.leafed(desk, interaction.client.replays, interaction, place))


CONTROLS = (Leaf, Look)
