"""The controls of a turn card: buttons and selects that take an action."""

from __future__ import annotations

from typing import Any

import discord

from bot import ids
from bot.controls.base import Button, Select, desk_of


class Press(Button, template=ids.PRESS):
    """A button that takes one action."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the action."""
        await desk_of(interaction).press(interaction, ids.Stamp.read(self.fields), self.fields["action"])


class Pick(Select, template=ids.PICK):
    """A select whose values are actions."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the chosen action."""
        await desk_of(interaction).press(interaction, ids.Stamp.read(self.fields), self.item.values[0])


CONTROLS = (Press, Pick)
