"""Who sits, lends and leaves at the simulated table: what the tests of seats have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from bot.store import Seat
from tests.support.bot_fixtures import Tables
from tests.support.duel import sit
from tests.support.table import Table, controls, said, whispered


async def begun(tables: Tables, **wishes: Any) -> Table:
    """A campaign of two sides that has begun."""
    table = await tables()
    await table.start()
    await table.bot.campaigns.new(table.wish("duel", **wishes)._replace(title="outposts"))
    await sit(table, white=table.maxime.id)
    return table


def georges(table: Table) -> MemberActor:
    """Somebody without a seat."""
    return table.guild.add_member(table.env.create_user("georges", global_name="Georges"))


def moderator(table: Table) -> MemberActor:
    """Somebody who may manage channels."""
    role = table.guild.create_role("Officers", permissions=discord.Permissions(manage_channels=True))
    return table.guild.add_member(table.env.create_user("marianne", global_name="Marianne"), roles=[role])


async def seat(table: Table, actor: MemberActor, command: str, **options: Any) -> str:
    """What somebody is told who types a command of `/seat`."""
    result = await actor.slash(table.channel, f"seat {command}", **options)
    await table.bot.outbox.drain()
    return said(result)


async def answered(table: Table, actor: MemberActor, label: str = "Sit down") -> InteractionResult:
    """What comes of a press on the newest offer."""
    offer = next(m for m in reversed(table.channel.history()) if any(c.label == label for c in controls(m)))
    custom_id = next(control.custom_id for control in controls(offer) if control.label == label)
    result = await actor.click(offer, custom_id=custom_id)
    await table.bot.outbox.drain()
    return result


async def left(table: Table, actor: MemberActor, **options: Any) -> str:
    """What somebody is told who leaves a seat, and presses once more."""
    asked = await actor.slash(table.channel, "seat leave", **options)
    assert asked.response is not None
    (button,) = controls(asked.response.message)
    result = await actor.click(asked.response.message, custom_id=button.custom_id)
    await table.bot.outbox.drain()
    return whispered(result)


async def vacate(table: Table, name: str) -> None:
    """Let a seat be vacant."""
    await sit(table, **{name: None})


async def holders(table: Table) -> dict[str, int]:
    """Who holds which seat."""
    return (await table.campaign()).seats


async def sitting(table: Table, name: str = "white") -> Seat:
    """A seat as it is stored."""
    return (await table.campaign()).seating[name]


def told(table: Table, part: str) -> dict[str, Any]:
    """The newest post in the channel with these words in it."""
    return [body for body in table.posts() if part in (body.get("content") or "")][-1]


def pinged(body: Mapping[str, Any]) -> set[int]:
    """Whom a message pings."""
    return {int(user) for user in body["allowed_mentions"].get("users", [])}


async def lend(table: Table, stand_in: MemberActor, until: str | None = None) -> None:
    """Maxime lends White, and the stand-in sits down."""
    await seat(table, table.maxime, "substitute", user=stand_in, **({"until": until} if until else {}))
    await answered(table, stand_in)
