"""A channel whose lobby was closed has a campaign without a board."""

from __future__ import annotations

import discord
from discord import app_commands

from tests.support.moderated import marat
from tests.support.table import Table, said


async def test_every_command_has_an_answer_where_a_lobby_was_closed(table: Table) -> None:
    await table.bot.campaigns.new(table.wish(lobby=True)._replace(title="outposts"))
    await table.bot.campaigns.end(await table.campaign(), version=0)
    moderator = marat(table)
    for command in table.bot.tree.walk_commands():
        begins = command.qualified_name in ("campaign new", "learn")
        if not isinstance(command, app_commands.Command) or begins:
            continue
        needed = {each.name: _any(table, each) for each in command.parameters if each.required}
        answer = said(await moderator.slash(table.channel, command.qualified_name, **needed))
        assert answer, command.qualified_name
        assert "incident" not in answer, command.qualified_name
    viewing = {"seat": "white", "reason": "r"}
    named = {"mod export": {}, "mod view": viewing, "mod repair": {"reason": "r"}, "campaign export": {}}
    for name, options in named.items():
        answer = said(await moderator.slash(table.channel, name, **options))
        assert answer == "The campaign of this channel was ended before it began."


def _any(table: Table, option: app_commands.Parameter) -> object:
    """Something that an option takes."""
    match option.type:
        case discord.AppCommandOptionType.user:
            return table.maxime
        case discord.AppCommandOptionType.integer:
            return int(option.min_value or 1)
        case discord.AppCommandOptionType.boolean:
            return True
        case discord.AppCommandOptionType.attachment:
            return ("record.json", b"{}")
        case _:
            return option.choices[0].value if option.choices else "white"
