"""The second press that ends a campaign."""

from __future__ import annotations

from typing import Any

import discord

from bot import ids
from bot.commands.starting import confirm_end
from bot.controls.base import Button, desk_of


class ConfirmEnd(Button, template=ids.END):
    """Ends a campaign before its game is over."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """End the campaign."""
        campaign, version = int(self.fields["campaign"]), int(self.fields["version"])
        await confirm_end(desk_of(interaction), interaction, campaign, version)


CONTROLS = (ConfirmEnd,)
