"""The second press of `/privacy forget`."""

from __future__ import annotations

from typing import Any

import discord

from bot.commands import privacy
from bot.controls.base import Button, desk_of


class ConfirmForget(Button, template=privacy.FORGET):
    """Lets whoever asked for it be forgotten."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Forget the person."""
        await privacy.confirm(desk_of(interaction), interaction, int(self.fields["user"]))


CONTROLS = (ConfirmForget,)
