"""Buttons and selects: all they know is in their custom id, so they survive any restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import ui

from bot import ids

if TYPE_CHECKING:
    from bot.app import Tocsin


class Press(ui.DynamicItem[ui.Button[Any]], template=ids.PRESS):
    """A button that takes one action."""

    def __init__(self, item: ui.Button[Any], stamp: ids.Stamp, action: str) -> None:
        super().__init__(item)
        self.stamp = stamp
        self.action = action

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        """Made anew at each press."""
        return cls(cast(ui.Button[Any], item), ids.Stamp.of(match), match["action"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the action."""
        bot: Tocsin = interaction.client
        await bot.desk.press(interaction, self.stamp, self.action)


class Pick(ui.DynamicItem[ui.Select[Any]], template=ids.PICK):
    """A select whose values are actions."""

    def __init__(self, item: ui.Select[Any], stamp: ids.Stamp) -> None:
        super().__init__(item)
        self.stamp = stamp

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        """Made anew at each choice."""
        return cls(cast(ui.Select[Any], item), ids.Stamp.of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the chosen action."""
        bot: Tocsin = interaction.client
        await bot.desk.press(interaction, self.stamp, self.item.values[0])


class ConfirmEnd(ui.DynamicItem[ui.Button[Any]], template=ids.END):
    """The second press that ends a campaign."""

    def __init__(self, item: ui.Button[Any], campaign: int, version: int) -> None:
        super().__init__(item)
        self.campaign = campaign
        self.version = version

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> ConfirmEnd:
        """Made anew at each press."""
        return cls(cast(ui.Button[Any], item), int(match["campaign"]), int(match["version"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """End the campaign."""
        bot: Tocsin = interaction.client
        await bot.end_campaign(interaction, self.campaign, self.version)


CONTROLS = (Press, Pick, ConfirmEnd)


def known(custom_id: str) -> bool:
    """Whether one of these controls answers to a custom id."""
    return any(re.fullmatch(template, custom_id) for template in (ids.PRESS, ids.PICK, ids.END))
