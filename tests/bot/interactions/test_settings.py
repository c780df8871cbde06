"""`/settings`: what a server has set, who may change it, and that each change is in the log."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor

from bot.campaigns import ranks
from bot.store import Guild
from tests.support.moderated import log, marat
from tests.support.table import Table, said


async def stored(table: Table) -> Guild:
    """What is stored for the server."""
    return await ranks.settings_of(table.bot.campaigns, table.guild.id)


LOBBIES = (
    "**Lobbies** in the channel where they are asked for; threads “{game} {number}”, archived after a week; "
    "maps after every action; no condition"
)


def manager(table: Table) -> MemberActor:
    """Somebody who may manage the server, but not its channels."""
    role = table.guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    return table.guild.add_member(table.env.create_user("jean"), roles=[role])


async def test_without_options_it_tells_what_is_set(table: Table) -> None:
    assert said(await marat(table).slash(table.channel, "settings")).splitlines() == [
        "**Moderator role** none but those who may manage channels",
        "**Default clock** No clock: decisions have no deadline.",
        "**Language** as set on Discord",
        "**Image size** medium, 1600 px",
        "**Archive channel** none",
        "**Announcements channel** none",
        "**Moderators' channel** none",
        "**Archived** never",
        "**Nights** none: the moderator role is notified at any time",
        "**Ratings** on",
        "**Spectators' threads** off",
        LOBBIES,
        "-# Options of `/settings` change these. `clear` restores a default.",
    ]
    assert await log(table) == []


async def test_everything_can_be_set_at_once(table: Table) -> None:
    role, archive = table.guild.create_role("Committee"), table.guild.create_text_channel("archive")
    await marat(table).slash(
        table.channel,
        "settings",
        moderators=role,
        clock="2d",
        language="en",
        images=2200,
        archive=archive,
    )
    assert await stored(table) == Guild(
        id=table.guild.id,
        moderator_role=role.id,
        clock="48h interrupts 12h",
        language="en",
        image_width=2200,
        archive_channel=archive.id,
    )


async def test_nights_are_hours_of_a_place(table: Table) -> None:
    moderator = marat(table)
    told = said(await moderator.slash(table.channel, "settings", nights="10pm - 8am new york"))
    assert "**Nights** 22:00-08:00 (America/New_York): the moderator role is not notified" in told
    told = said(await moderator.slash(table.channel, "settings", nights="22:00-08:00"))
    assert told.startswith("I can't read `22:00-08:00` as nights. Give hours and a place")
    assert "no time zone `Nowhere`" in said(
        await moderator.slash(table.channel, "settings", nights="22:00-08:00 Nowhere")
    )
    assert "**Nights** none" in said(await moderator.slash(table.channel, "settings", nights="off"))
    assert "nights: 22:00-08:00 America/New_York → not set" in str(await log(table))


async def test_a_change_is_in_the_log(table: Table) -> None:
    moderator = marat(table)
    await moderator.slash(table.channel, "settings", images=1000)
    (row,) = await log(table)
    assert (row.actor_id, row.act, row.campaign_id, row.detail) == (
        moderator.id,
        "settings",
        None,
        "image size: not set → 1000",
    )


async def test_a_setting_can_be_cleared(table: Table) -> None:
    moderator = marat(table)
    await moderator.slash(table.channel, "settings", clock="24h", images=1000)
    await moderator.slash(table.channel, "settings", clear="clock")
    assert await stored(table) == Guild(id=table.guild.id, image_width=1000)


async def test_what_is_set_already_is_no_change(table: Table) -> None:
    moderator = marat(table)
    await moderator.slash(table.channel, "settings", images=1000)
    told = said(await moderator.slash(table.channel, "settings", images=1000))
    assert told.startswith("Nothing has changed:")
    assert len(await log(table)) == 1


async def test_who_may_manage_the_server_may_set_it(table: Table) -> None:
    await manager(table).slash(table.channel, "settings", images=1000)
    assert (await stored(table)).image_width == 1000


async def test_nobody_else_may_see_or_set_it(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "settings", images=1000))
    assert told.startswith(
        "Only members who may Manage Channels or Manage Server for the whole server can change its settings."
    )
    assert await stored(table) == Guild(id=table.guild.id)


async def test_a_right_in_one_channel_is_none_for_the_server(table: Table) -> None:
    overwrite = discord.PermissionOverwrite(manage_channels=True)
    hall = table.guild.create_text_channel("hall", overwrites={table.camille: overwrite})
    told = said(await table.camille.slash(hall, "settings", images=1000))
    assert told.startswith(
        "Only members who may Manage Channels or Manage Server for the whole server can change its settings."
    )


async def test_the_moderator_role_alone_may_not_change_it(table: Table) -> None:
    role = table.guild.create_role("Committee")
    await marat(table).slash(table.channel, "settings", moderators=role)
    jean = table.guild.add_member(table.env.create_user("jean"), roles=[role])
    assert said(await jean.slash(table.channel, "settings")).startswith(
        "Only members who may Manage Channels or Manage Server for the whole server can change its settings."
    )


async def test_everyone_is_no_moderator_role(table: Table) -> None:
    told = said(await marat(table).slash(table.channel, "settings", moderators=table.guild.default_role))
    assert told.startswith("With that role everybody would be a moderator.")
    assert await stored(table) == Guild(id=table.guild.id)


@pytest.mark.parametrize("clock", ["soon", "bank 4d", "-3h"])
async def test_a_clock_that_can_not_be_read_is_refused(table: Table, clock: str) -> None:
    told = said(await marat(table).slash(table.channel, "settings", clock=clock))
    assert "such as" in told or "written like" in told
    assert await stored(table) == Guild(id=table.guild.id)


async def test_an_archive_has_to_be_open_to_the_bot(table: Table) -> None:
    assert table.env.bot.user is not None
    shut = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    archive = table.guild.create_text_channel("archive", overwrites={table.env.bot.user: shut})
    told = said(await marat(table).slash(table.channel, "settings", archive=archive))
    assert "I need the permission Send Messages and Attach Files there." in told
    assert (await stored(table)).archive_channel is None


async def test_a_setting_is_not_set_and_cleared_at_once(table: Table) -> None:
    told = said(await marat(table).slash(table.channel, "settings", clock="24h", clear="clock"))
    assert told == "You can't set and clear default clock at the same time."


async def test_the_log_names_what_was_set_in_the_language_of_who_has_set_it(table: Table) -> None:
    moderator = marat(table)
    await moderator.slash(table.channel, "my language", language="fr")
    role = table.guild.create_role("Committee")
    await moderator.slash(table.channel, "settings", moderators=role, ratings=0, clock="24h", language="fr")
    (noted,) = await log(table)
    assert noted.detail == (
        f"rôle des modérateurs\N{NO-BREAK SPACE}: sans → <@&{role.id}>, "
        "pendule par défaut\N{NO-BREAK SPACE}: sans → 24h interrupts 6h, "
        "langue\N{NO-BREAK SPACE}: sans → fr, cotes\N{NO-BREAK SPACE}: oui → non"
    )
