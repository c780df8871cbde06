"""What the bot may not do is said in a sentence before anything is changed."""

from __future__ import annotations

from functools import partial

import discord
import pytest
from simcord import ChannelHandle

from bot.store import Guild
from bot.store.rows import people
from tests.store.builders import counted
from tests.support.gateway import Delivery, deliver
from tests.support.moderated import acts
from tests.support.table import Table, controls, said, whispered

MISSING = [
    ({"send_messages": False}, "Send Messages"),
    ({"attach_files": False}, "Attach Files"),
    ({"send_messages": False, "attach_files": False}, "Send Messages and Attach Files"),
]


def hall(table: Table, **denied: bool | None) -> ChannelHandle:
    """A channel where the bot may not do everything."""
    assert table.env.bot.user is not None
    overwrite = discord.PermissionOverwrite(**denied)
    return table.guild.create_text_channel("hall", overwrites={table.env.bot.user: overwrite})


@pytest.mark.parametrize(("denied", "named"), MISSING)
async def test_a_campaign_cannot_begin_where_it_cannot_be_shown(
    table: Table, denied: dict[str, bool | None], named: str
) -> None:
    result = await table.camille.slash(hall(table, **denied), "campaign new", game="levee")
    assert said(result) == (
        f"I can't play here: I need the permission {named} in this channel. "
        "Nothing was changed. Ask a moderator to grant it."
    )
    assert await counted(table.bot.store) == 0


@pytest.mark.parametrize(("denied", "named"), MISSING)
async def test_no_action_is_taken_where_it_cannot_be_shown(
    table: Table, denied: dict[str, bool | None], named: str
) -> None:
    channel = hall(table, **denied)
    campaign = await table.bot.campaigns.new(table.wish(channel=channel))
    result = await table.camille.slash(channel, "levee political", marker="republic")
    assert f"the permission {named} in this channel." in said(result)
    assert await table.actions() == []
    assert (await table.campaign()).version == campaign.version


@pytest.mark.parametrize(("denied", "named"), MISSING)
async def test_a_press_after_a_permission_was_taken_away_changes_nothing(
    table: Table, denied: dict[str, bool | None], named: str
) -> None:
    await table.new()
    control = controls(table.card())[0]
    delivery = Delivery.press(table, control.custom_id)
    rights = discord.Permissions(int(delivery.payload["app_permissions"]))
    rights.update(**dict.fromkeys(denied, False))
    delivery.payload["app_permissions"] = str(rights.value)

    await deliver(table, delivery)

    assert f"the permission {named} in this channel." in whispered(delivery.result)
    assert await table.actions() == []
    assert controls(table.card())[0] == control


async def test_what_only_one_person_sees_needs_no_permission(table: Table) -> None:
    channel = hall(table, send_messages=False, attach_files=False)
    await table.bot.campaigns.new(table.wish(channel=channel))
    assert "**Government**" in said(await table.camille.slash(channel, "campaign status"))


async def test_a_player_without_a_right_to_manage_cannot_end_somebody_elses_campaign(table: Table) -> None:
    await table.new()
    refused = await table.maxime.slash(table.channel, "campaign abort")
    assert said(refused).startswith(
        "Only a moderator, the player who began the campaign or a player of it can end it."
    )
    assert (await table.campaign()).status == "running"


async def test_a_moderator_can_end_a_campaign(table: Table) -> None:
    await table.new()
    role = table.guild.create_role("Moderator", permissions=discord.Permissions(manage_channels=True))
    marat = table.guild.add_member(table.env.create_user("marat"), roles=[role])
    asked = await marat.slash(table.channel, "campaign abort")
    assert asked.response is not None
    await marat.click(asked.response.message, label="End the campaign")
    assert (await table.campaign()).status == "ended"
    assert await acts(table) == [(marat.id, "end", "")]


async def test_whoever_has_the_role_of_the_moderators_can_end_a_campaign(table: Table) -> None:
    await table.new()
    role = table.guild.create_role("Officers")
    known = Guild(id=table.guild.id, moderator_role=role.id)
    await table.bot.store.transact(partial(people.put_guild, settings=known))
    officer = table.guild.add_member(table.env.create_user("officer"), roles=[role])
    asked = await officer.slash(table.channel, "campaign abort")
    assert asked.response is not None
    await officer.click(asked.response.message, label="End the campaign")
    assert (await table.campaign()).status == "ended"


async def test_a_campaign_can_be_played_in_a_thread(table: Table) -> None:
    channel = table.bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="1789", type=discord.ChannelType.public_thread)
    (thread,) = table.channel.threads

    await table.camille.slash(thread, "campaign new", game="levee", images="never")
    await table.press(controls(table.card(thread))[0], channel=thread)

    assert len(await table.actions()) == 1
    assert table.cards() == []
    assert len(table.cards(thread)) == 1
