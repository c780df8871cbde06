"""The second press of what was shown first, and the pages of the audit log."""

from __future__ import annotations

from typing import Any

import discord

from bot.commands import auditing
from bot.commands.confirming import carry_out
from bot.controls.base import Button
from bot.proposals import CONFIRM


class Confirm(Button, template=CONFIRM):
    """Carries out what was proposed."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it."""
        await carry_out(interaction, int(self.fields["proposal"]))


class Page(Button, template=auditing.PAGE):
    """Turns the pages of the audit log."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show that page."""
        await auditing.turn(interaction, int(self.fields["of"]), int(self.fields["page"]))


CONTROLS = (Confirm, Page)
