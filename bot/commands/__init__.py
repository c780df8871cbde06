"""The slash commands. Each reads its options, calls the desk, and that is all."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.commands import campaign, levee, reference

__all__ = ["add_to", "campaign"]


def add_to(tree: app_commands.CommandTree[Any]) -> None:
    """Put every command into a tree."""
    tree.add_command(campaign.CampaignCommands())
    tree.add_command(levee.LeveeCommands())
    tree.add_command(reference.rules)
    tree.add_command(reference.help_)
