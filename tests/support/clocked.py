"""Campaigns with clocks on simulated time: Outposts with two players, and what the bell has said."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import discord
import msgspec

from bot.clock.hours import Hours
from bot.store import Campaign, DeadlineRow, Seat
from bot.store.rows import people
from tests.support.bot_fixtures import Tables
from tests.support.table import Table, controls

HOUR = 3600


async def started(tables: Tables) -> Table:
    """A table whose bot knows Outposts."""
    table = await tables()
    await table.start()
    return table


async def two_seats(
    table: Table, clock: str, *, white: int | str | None = "maxime", seed: str = "campaign"
) -> Campaign:
    """Outposts with Camille as Blue and Maxime as White, or whoever is given, begun."""
    wish = table.wish(seed, clock=clock, lobby=True)._replace(title="outposts")
    lobby = await table.bot.campaigns.new(wish)
    holder = table.maxime.id if isinstance(white, str) else white
    sitting = {
        "blue": Seat(seat="blue", user_id=table.camille.id),
        "white": Seat(seat="white", user_id=holder),
    }
    campaign = await table.bot.campaigns.begin(lobby, sitting, user_id=table.camille.id, seed=seed)
    await table.bot.outbox.drain()
    return campaign


async def act(table: Table, seat: str, action: str, campaign_id: int = 1) -> None:
    """Let the holder of a seat act, and say what follows."""
    campaign = await table.campaign(campaign_id)
    await table.bot.campaigns.take(campaign_id, campaign.seats[seat], action, seat=seat)
    await table.bot.outbox.drain()


async def both_commit(table: Table) -> None:
    """Both sides give their commitment; Blue, with the lower chit or by lot, may have to march."""
    await act(table, "blue", "commit 1 nantes")
    await act(table, "white", "commit 6 cholet")


async def set_hours(table: Table, user_id: int, **values: Any) -> Hours:
    """Give somebody hours, without any reckoning."""
    hours = Hours(**values)
    await table.bot.store.transact(
        partial(people.alter_person, user_id=user_id, hours=msgspec.json.encode(hours))
    )
    return hours


def quiet(table: Table, begins: float, ends: float) -> dict[str, Any]:
    """Quiet hours from so many hours from now to so many."""
    now = table.env.now()
    minutes = [(now + timedelta(hours=at)) for at in (begins, ends)]
    return dict(zip(("quiet_from", "quiet_until"), (at.hour * 60 + at.minute for at in minutes), strict=True))


async def hours_pass(table: Table, hours: float) -> None:
    """Let time go by with a sweep at least once an hour, as the scheduler wakes it."""
    whole, rest = divmod(hours * HOUR, HOUR)
    for _ in range(int(whole)):
        await table.sweep(HOUR)
    await table.sweep(rest)


async def rows(table: Table, campaign_id: int = 1) -> dict[str, DeadlineRow]:
    """The deadlines by seat."""
    return {row.seat: row for row in await table.bot.store.deadlines_of(campaign_id)}


def contents(table: Table) -> list[str]:
    """Every short message that was posted in the channel."""
    return [post["content"] for post in table.posts() if post.get("content")]


def rings(table: Table) -> list[str]:
    """The reminders."""
    return [said for said in contents(table) if "the tocsin rings:" in said]


def calls(table: Table) -> list[str]:
    """Words to the moderators."""
    signs = ("`/campaign extend`", "`/campaign nudge` ", "is vacant, and", "has left the server, and")
    return [said for said in contents(table) if any(sign in said for sign in signs)]


def pinged(table: Table, said: str) -> list[int]:
    """Whom a message has pinged."""
    (post,) = [post for post in table.posts() if post.get("content") == said]
    return [int(user) for user in post["allowed_mentions"].get("users", [])]


def mute_button(table: Table) -> discord.Message:
    """The newest message with the button that mutes."""
    return next(
        message
        for message in reversed(table.channel.history())
        if any(control.custom_id.startswith("t1:mute:") for control in controls(message))
    )
