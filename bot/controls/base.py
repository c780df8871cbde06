"""What every control is: all that it knows is in its custom id, so that it survives any restart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import discord
from discord import ui

from bot.desk import Desk

if TYPE_CHECKING:
    from bot.app import Tocsin


ItemT = TypeVar("ItemT", bound=ui.Item[Any])


class Control(ui.DynamicItem[ItemT], template=r"t1:nothing"):
    """A control; a subclass has its template, and reads the named parts of it from `fields`."""

    def __init__(self, item: ItemT, fields: dict[str, str]) -> None:
        super().__init__(item)
        self.fields = fields

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Made anew at each press and choice."""
        return cls(cast(ItemT, item), match.groupdict())

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Asked before the callback: whether the press is taken up."""
        return await admitted(interaction, self.fields)


class Button(Control[ui.Button[Any]], template=r"t1:no-button"):
    """A button."""


class Select(Control[ui.Select[Any]], template=r"t1:no-select"):
    """A select."""


def desk_of(interaction: discord.Interaction[Any]) -> Desk:
    """The desk of the bot that an interaction came to."""
    bot: Tocsin = interaction.client
    return bot.desk


async def admitted(interaction: discord.Interaction[Any], fields: Mapping[str, str]) -> bool:
    """Whether the bot takes a press up; if not, its person has been told why."""
    bot: Tocsin = interaction.client
    campaign = fields.get("campaign")
    return await bot.gate.admits(interaction) and (
        campaign is None or await bot.gate.at_home(interaction, int(campaign), bot.store)
    )
