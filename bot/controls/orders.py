"""The second press that gives a set of standing orders."""

from __future__ import annotations

from typing import Any

import discord

from bot.commands.orders import FILE, give_set
from bot.controls.base import Button


class GiveOrders(Button, template=FILE):
    """Gives a seat the orders that were shown."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Give them."""
        fields = self.fields
        await give_set(
            interaction, int(fields["campaign"]), fields["seat"], fields["set"], fields["replace"] == "1"
        )


CONTROLS = (GiveOrders,)
