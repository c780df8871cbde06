"""Descriptions of commands in every language of the catalogue; typed names are the same in all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from data.catalogue import translations

_SHOWN = (
    Location.command_description,
    Location.group_description,
    Location.parameter_description,
    Location.choice_name,
)
_LONGEST = 100
"""Most characters of a description on Discord."""


class Descriptions(app_commands.Translator):
    """Gives Discord the descriptions in a language; the names of commands are not translated."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """The text in one of Discord's languages; None if it is the English one."""
        spoken = translations(locale.value) if context.location in _SHOWN else None
        said = string.message if spoken is None else spoken.gettext(string.message)
        return said if said != string.message and len(said) <= _LONGEST else None


def described(tree: app_commands.CommandTree[Any]) -> Iterator[str]:
    """All texts of a tree that Discord shows and that can be translated."""
    for command in tree.walk_commands():
        assert isinstance(command, app_commands.Command | app_commands.Group)
        yield command.description
        for parameter in command.parameters if isinstance(command, app_commands.Command) else ():
            yield str(parameter.description)
            yield from (choice.name for choice in parameter.choices)
