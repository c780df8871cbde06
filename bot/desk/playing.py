"""Whether a person who types or presses something plays, or only reads."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

_READ = frozenset({"help", "rules", "hint", "my", "privacy", "settings", "mod", "learn"})
"""Commands and groups that do not play."""
_READ_OF = {
    "campaign": frozenset(
        {"status", "show", "list", "view", "map", "deadline", "log", "replay", "gif", "export", "new"}
    ),
    "seat": frozenset({"list", "brief"}),
    "orders": frozenset({"list"}),
}
"""Commands of other groups that do not play."""
_LOOKED_AT = frozenset(
    {"list", "audit", "replay", "replay-as", "before", "view", "look", "mute", "forget", "hint"}
)
"""Kinds of controls that only show something."""


def plays(interaction: discord.Interaction[discord.Client]) -> bool:
    """Whether a person plays: by a command of the game or about their seat, or on a panel."""
    command = interaction.command
    if isinstance(command, app_commands.Command):
        group = command.parent
        if group is None:
            return command.name not in _READ
        return group.name not in _READ and command.name not in _READ_OF.get(group.name, ())
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    kind = custom_id.split(":")[1] if ":" in custom_id else ""
    return kind not in _LOOKED_AT
