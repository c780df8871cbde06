"""What every command needs of the interaction that it answers."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.desk import Desk

if TYPE_CHECKING:
    from bot.app import Tocsin

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, Any, Any]


def desk_of(interaction: Interaction) -> Desk:
    """The desk of the bot that an interaction came to."""
    bot: Tocsin = interaction.client
    return bot.desk


def group(name: str, description: str, commands: Sequence[Command]) -> app_commands.Group:
    """Commands as the sub-commands of a new group; each tree wants its own."""
    made = app_commands.Group(name=name, description=description)
    for command in commands:
        made.add_command(copy.copy(command))
    return made
