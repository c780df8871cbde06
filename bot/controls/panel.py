"""The controls for one person alone: the doors to a panel on the public card, and those on the panel."""

from __future__ import annotations

from typing import Any

import discord

from bot import ids, private
from bot.controls.base import Button, Select, desk_of


class Play(Button, template=ids.PLAY):
    """Opens the panel of whoever presses it."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the panel."""
        await private.open_panel(desk_of(interaction), interaction, int(self.fields["campaign"]))


class View(Button, template=ids.VIEW):
    """Shows the board as a seat of whoever presses it knows it."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show text and map."""
        await private.view(
            desk_of(interaction), interaction, int(self.fields["campaign"]), self.fields["seat"]
        )


class Take(Button, template=ids.TAKE):
    """Takes one action, from a panel."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the action."""
        await private.take(
            desk_of(interaction), interaction, ids.Stamp.read(self.fields), self.fields["action"]
        )


class Choose(Select, template=ids.CHOOSE):
    """Takes the action that is chosen, from a panel."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the chosen action."""
        await private.take(
            desk_of(interaction), interaction, ids.Stamp.read(self.fields), self.item.values[0]
        )


class Go(Button, template=ids.GO):
    """Goes through with an action that was shown first."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the action."""
        campaign, proposal = int(self.fields["campaign"]), int(self.fields["proposal"])
        await private.go(desk_of(interaction), interaction, campaign, proposal)


class Again(Button, template=ids.AGAIN):
    """Brings a panel up to date."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the panel anew."""
        await private.look(
            desk_of(interaction), interaction, int(self.fields["campaign"]), self.fields["seat"]
        )


class Look(Select, template=ids.LOOK):
    """Turns a panel to another seat."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show that seat's panel."""
        await private.look(
            desk_of(interaction), interaction, int(self.fields["campaign"]), self.item.values[0]
        )


CONTROLS = (Play, View, Take, Choose, Go, Again, Look)
