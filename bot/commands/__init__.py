"""The slash commands. Each reads its options, calls the desk, and that is all."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.commands import (
    campaign,
    levee,
    mod,
    my,
    orders,
    play,
    privacy,
    reference,
    seat,
    settings,
    starting,
    vendee,
)

__all__ = ["add_to", "starting"]


def add_to(tree: app_commands.CommandTree[Any]) -> None:
    """Put every command into a tree."""
    tree.add_command(campaign.commands())
    tree.add_command(levee.LeveeCommands())
    tree.add_command(vendee.VendeeCommands())
    tree.add_command(my.commands())
    tree.add_command(play.play)
    tree.add_command(privacy.commands())
    tree.add_command(seat.commands())
    tree.add_command(orders.commands())
    tree.add_command(mod.commands())
    tree.add_command(settings.settings)
    tree.add_command(reference.rules)
    tree.add_command(reference.help_)
