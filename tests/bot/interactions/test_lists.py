"""`/campaign list` and `/mod overview`: every campaign of the server, and what is wrong with it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import discord
import msgspec
from simcord import InteractionResult, MemberActor

from bot.store import Seat
from bot.store.rows import campaigns, seats
from engines.core.record import Record
from tests.support.bot_fixtures import Tables
from tests.support.clocked import hours_pass, started, two_seats
from tests.support.moderated import marat
from tests.support.table import Table, controls, said, text


async def leafed(actor: MemberActor, result: InteractionResult) -> list[str]:
    """The lines of all pages of a list, from the first on."""
    assert result.response is not None
    lines = text(result.response.message).splitlines()
    while any(control.label == "More" for control in controls(result.response.message)):
        await actor.click(result.response.message, label="More")
        lines += text(result.response.message).splitlines()
    return [line for line in lines if " · " in line]


async def alter(table: Table, campaign_id: int, **values: Any) -> None:
    """Set columns of a campaign."""
    await table.bot.store.transact(partial(campaigns.alter, campaign_id=campaign_id, **values))


async def test_the_overview_has_every_campaign_by_what_is_wrong(closed_table: Tables) -> None:
    table = await started(closed_table)
    moderator = marat(table)
    assert "No campaign is running on this server." in said(
        await moderator.slash(table.channel, "mod overview")
    )
    assert "Only a moderator can see all" in said(await table.camille.slash(table.channel, "mod overview"))

    def hall(name: str) -> dict[str, Any]:
        return {"channel": table.guild.create_text_channel(name)}

    await two_seats(table, "24h")
    vacant = await table.bot.campaigns.new(table.wish(**hall("vacant"))._replace(title="outposts"))
    await table.bot.store.transact(
        partial(seats.change, campaign_id=vacant.id, seats=[Seat(seat="white")]),
    )
    for name in ("well", "gone", "long", "short", "quiet", "over"):
        await table.new(**hall(name))
    lobby = await table.bot.campaigns.new(table.wish(lobby=True, **hall("lobby")))
    well, gone, long, short, quiet, over = range(3, 9)
    await table.maxime.slash(table.channel, "campaign draw")
    await hours_pass(table, 25)
    now = table.bot.store.now()
    await alter(table, gone, parked_at=now)
    await alter(table, long, paused_at=now - timedelta(days=9), paused_as="moderator")
    await alter(table, short, paused_at=now)
    await alter(table, quiet, updated_at=now - timedelta(days=9))
    await table.bot.campaigns.end(await table.campaign(over), version=0)
    secret = table.guild.create_text_channel(
        "secret", overwrites={moderator: discord.PermissionOverwrite(view_channel=False)}
    )
    await table.new(channel=secret)

    lines = await leafed(moderator, await moderator.slash(table.channel, "mod overview"))
    wrong = {int(line.split()[1]): line.split(" · ")[2] for line in lines}
    assert list(wrong) == [gone, 1, vacant.id, long, quiet, short, well, lobby.id]
    maxime, camille = f"<@{table.maxime.id}>", f"<@{table.camille.id}>"
    assert wrong[gone].startswith("parked: its channel could not be reached since <t:")
    assert wrong[1].startswith("overdue since <t:")
    assert f"Blue ({camille}) and White ({maxime}); {maxime} has asked the others" in wrong[1]
    assert wrong[vacant.id] == "vacant: White"
    assert wrong[long].startswith("paused by a moderator <t:")
    assert wrong[quiet].startswith("nothing has happened since <t:")
    assert wrong[short].startswith("paused <t:")
    assert (wrong[well], wrong[lobby.id]) == ("no problem", "players are taking seats")
    assert all(f"(https://discord.com/channels/{table.guild.id}/" in line for line in lines)

    # The list has what is over, too, newest first, and says of each how it stands.
    lines = await leafed(moderator, await moderator.slash(table.channel, "campaign list"))
    assert [int(line.split()[0]) for line in lines] == list(range(9, 0, -1))
    stands = [line.split(" · ")[3].split(", ")[0] for line in lines]
    assert stands[:6] == [
        "taking seats",
        "ended early",
        "running",
        "paused",
        "paused",
        "parked: its channel is gone",
    ]


async def test_nothing_is_dropped_from_a_long_list(table: Table) -> None:
    for _ in range(21):
        await table.bot.campaigns.end(await table.bot.campaigns.new(table.wish()), version=0)
    shown = await table.maxime.slash(table.channel, "campaign list")
    assert "Page 1 of 3." in said(shown)
    lines = await leafed(table.maxime, shown)
    assert [int(line.split()[0]) for line in lines] == list(range(21, 0, -1))
    assert shown.response is not None
    await table.maxime.click(shown.response.message, label="Back")
    assert "Page 2 of 3." in said(shown)


async def test_an_older_campaign_of_a_channel_stays_within_reach(table: Table) -> None:
    await table.new("the-first")
    await table.bot.campaigns.take(1, table.camille.id, "political republic")
    first = await table.campaign()
    await table.bot.campaigns.end(first, version=first.version)
    await table.new("the-second")
    secret = table.guild.create_text_channel(
        "secret", overwrites={table.maxime: discord.PermissionOverwrite(view_channel=False)}
    )
    await table.new(channel=secret)
    await table.bot.outbox.drain()
    elsewhere = table.guild.create_text_channel("elsewhere")

    # By its number, which is completed with those that one may see; this channel's come first.
    for command in ("status", "log", "replay", "gif", "export"):
        found = await table.maxime.autocomplete(table.channel, f"campaign {command}", "campaign", "")
        assert [choice["value"] for choice in found] == ["2", "1"]
    (choice,) = await table.maxime.autocomplete(elsewhere, "campaign export", "campaign", "ended")
    assert choice["name"] == "1 · Levée en Masse · #levee · ended early"

    async def asked(command: str, **options: Any) -> InteractionResult:
        return await table.maxime.slash(elsewhere, f"campaign {command}", campaign=choice["value"], **options)

    exported = await asked("export")
    assert exported.response is not None
    (file,) = exported.response.attachments
    record = msgspec.json.decode(await file.read(), type=Record)
    assert (record.seed, len(record.journal)) == ("the-first", 1)
    assert "was ended before its game was over" in said(await asked("status"))
    assert "Ended before its time" in said(await asked("log"))
    leaf = await asked("replay")
    assert leaf.response is not None
    await table.maxime.click(leaf.response.message, label="Step by step")
    assert "Step 2 of 2" in said(leaf)
    assert "🎞️ **Levée en Masse**." in said(await asked("gif", size="small"))

    for hidden in ("3", "77", "x"):
        for command in ("status", "log", "replay", "gif", "export"):
            told = said(await table.maxime.slash(elsewhere, f"campaign {command}", campaign=hidden))
            assert told.startswith("I don't know that campaign.")
