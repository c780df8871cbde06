"""`/campaign`: the campaign of a channel, whatever its game."""

from __future__ import annotations

from discord import app_commands

from bot.commands import clocks, records, starting, undoing, watching
from bot.commands.asking import group


def commands() -> app_commands.Group:
    """The group, with the sub-commands of each module."""
    return group(
        "campaign",
        "Start, follow and end the campaign of this channel.",
        (*starting.COMMANDS, *watching.COMMANDS, *clocks.COMMANDS, *undoing.COMMANDS, *records.COMMANDS),
    )
