"""A moderator at the simulated table, who has no seat, and what they can be asked."""

from __future__ import annotations

from functools import partial

import discord
from simcord import InteractionResult, MemberActor

from bot.store import AuditRow
from bot.store.rows import audits
from tests.support.table import Control, Table, controls, text


def marat(table: Table) -> MemberActor:
    """Somebody who may manage channels, and plays nothing."""
    role = table.guild.create_role("Moderator", permissions=discord.Permissions(manage_channels=True))
    return table.guild.add_member(table.env.create_user("marat"), roles=[role])


def offered(result: InteractionResult) -> list[Control]:
    """The buttons under an answer."""
    return [] if result.response is None else controls(result.response.message)


async def confirmed(actor: MemberActor, result: InteractionResult) -> InteractionResult:
    """The second press."""
    (button,) = offered(result)
    assert result.response is not None
    return await actor.click(result.response.message, custom_id=button.custom_id)


async def log(table: Table) -> list[AuditRow]:
    """The audit log, oldest first."""
    rows = await table.bot.store.look(partial(audits.of_guild, guild_id=table.guild.id, limit=100))
    return rows[::-1]


async def acts(table: Table) -> list[tuple[int | None, str, str]]:
    """Actor, act and reason of everything in the audit log, oldest first."""
    return [(row.actor_id, row.act, row.reason) for row in await log(table)]


def in_channel(table: Table) -> str:
    """Everything that the bot has said in the channel and still stands there."""
    return "\n".join(text(message) for message in table.channel.history())
