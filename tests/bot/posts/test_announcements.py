"""A server's campaigns are announced in a channel of its own: begun, decided, and once a week."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
from simcord import ChannelHandle

from bot.campaigns import messages
from bot.games.registry import presenter_of
from bot.games.shown import Headline
from bot.posts import battles
from bot.store import Ended
from bot.store.rows import campaigns
from tests.support.moderated import marat
from tests.support.table import Table, said


def hung(channel: ChannelHandle) -> list[str]:
    """What is announced in a channel."""
    return [message.content for message in channel.history()]


async def announcing(table: Table) -> ChannelHandle:
    """The channel in which a server announces its campaigns."""
    channel = table.guild.create_text_channel("announcements")
    told = said(await marat(table).slash(table.channel, "settings", announcements=channel))
    assert f"**Announcements channel** <#{channel.id}>" in told
    return channel


async def test_a_campaign_is_announced_when_it_begins_and_when_it_is_decided(table: Table) -> None:
    channel = await announcing(table)
    await table.new()
    (begun,) = hung(channel)
    assert begun.startswith("📯 **Levée en Masse** begins: ")
    assert f"/{table.channel.id}" in begun
    campaign = await table.campaign()
    async with table.bot.campaigns.writing(campaign.id):
        ending = Ended("conceded", by=table.camille.id, seat="france")
        await table.bot.campaigns.end(campaign, version=campaign.version, ending=ending)
    await table.sweep()
    *_, decided = hung(channel)
    assert decided.startswith("🏁 **Levée en Masse** is decided: **Conceded**")
    assert len(hung(channel)) == 2


async def test_a_week_is_told_once(table: Table) -> None:
    channel = await announcing(table)
    await table.env.advance_time(timedelta(days=3).total_seconds())
    await table.new()
    await table.env.advance_time(timedelta(days=4, hours=1).total_seconds())
    await table.sweep()
    await table.sweep()
    (week,) = [text for text in hung(channel) if text.startswith("🗞️")]
    assert f"**Levée en Masse** in <#{table.channel.id}>: new this week, running" in week


async def test_what_is_left_to_be_announced_waits_until_the_next_bot_sees_the_server(table: Table) -> None:
    channel = await announcing(table)
    await table.new()
    assert len(hung(channel)) == 1
    await table.bot.store.add_outbox(1, [messages.announce("begun")])
    await table.restart()
    (row,) = await table.bot.store.due_messages(table.env.now() + timedelta(hours=1), 9)
    assert (row.kind, row.attempts) == (messages.ANNOUNCE, 0)
    await table.sweep(60)
    assert len(hung(channel)) == 2
    assert not await table.unsaid()


async def test_a_week_is_told_where_the_newest_campaign_has_lost_its_channel(table: Table) -> None:
    channel = await announcing(table)
    await table.new()
    hall = table.guild.create_text_channel("hall")
    await table.env.advance_time(3600)
    await table.new(channel=hall)
    lost = table.bot.get_channel(hall.id)
    assert isinstance(lost, discord.TextChannel)
    await lost.delete()
    await table.sweep(60)
    assert (await table.campaign(2)).parked_at is not None
    await table.env.advance_time(timedelta(days=7, hours=1).total_seconds())
    await table.sweep()
    (week,) = [text for text in hung(channel) if text.startswith("🗞️")]
    assert f"<#{table.channel.id}>" in week
    assert f"<#{hall.id}>" not in week


async def test_nothing_is_announced_of_a_channel_that_not_everybody_sees(table: Table) -> None:
    channel = await announcing(table)
    guild, place = table.bot.get_guild(table.guild.id), table.bot.get_channel(table.channel.id)
    assert guild is not None
    assert isinstance(place, discord.TextChannel)
    hidden = discord.PermissionOverwrite(view_channel=False)
    await place.set_permissions(guild.default_role, overwrite=hidden)
    await table.new()
    await table.env.advance_time(timedelta(days=7, hours=1).total_seconds())
    await table.sweep()
    assert hung(channel) == []


async def test_a_server_without_such_a_channel_keeps_no_message_for_it(table: Table) -> None:
    await table.new()
    assert not [
        body
        for body in table.posts()
        if str(body.get("content")).startswith("📯 **Levée en Masse** begins: ")
    ]


async def fought(table: Table, campaign_id: int = 1, *, most: int = 40) -> Headline:
    """France attacks, where she can, until her Armies or the others' have fought."""
    campaigns = table.bot.campaigns
    for _time in range(most):
        legal = await table.legal(campaign_id)
        action = next((each for each in legal if each.startswith("military")), legal[-1])
        await campaigns.take(campaign_id, table.camille.id, action)
        campaign = await table.campaign(campaign_id)
        words = presenter_of(campaigns.title_of(campaign))
        chapter = await campaigns.chapter(campaign, campaigns.chapter_of(campaign))
        fights = [each for each in words.headlines(chapter.events) if each.about == "fight"]
        if fights:
            await table.bot.outbox.drain()
            return fights[0]
    raise AssertionError("nobody has fought")


async def test_the_weeks_greatest_fight_is_told_with_its_picture(table: Table) -> None:
    channel = await announcing(table)
    await table.env.advance_time(timedelta(days=3).total_seconds())
    await table.new(images="every-turn")
    fight = await fought(table)
    await table.env.advance_time(timedelta(days=4, hours=1).total_seconds())
    await table.sweep()
    (week,) = [message for message in channel.history() if message.content.startswith("🗞️")]
    assert f"⚔️ **The fight of the week** {fight.title}, in **Levée en Masse**" in week.content
    (picture,) = week.attachments
    assert picture.description
    await table.env.advance_time(timedelta(days=7, hours=1).total_seconds())
    await table.sweep()
    later = [message for message in channel.history() if message.content.startswith("🗞️")][-1]
    assert later.id != week.id
    assert "The fight of the week" not in later.content


async def test_a_campaign_without_maps_gives_no_picture(table: Table) -> None:
    channel = await announcing(table)
    await table.env.advance_time(timedelta(days=1).total_seconds())
    await table.new()
    await fought(table)
    await table.env.advance_time(timedelta(days=6, hours=1).total_seconds())
    await table.sweep()
    (week,) = [message for message in channel.history() if message.content.startswith("🗞️")]
    assert "The fight of the week" in week.content
    assert week.attachments == []


def test_what_turned_the_game_counts_more_than_what_was_large() -> None:
    large = battles.Weight(turned=False, won=True, held=True, fought=40, campaign_id=2, chapter=3)
    turned = battles.Weight(turned=True, won=False, held=False, fought=2, campaign_id=1, chapter=1)
    assert max(large, turned) is turned


async def test_a_week_is_told_beside_campaigns_that_can_not_be_read(table: Table) -> None:
    channel = await announcing(table)
    await table.env.advance_time(timedelta(days=3).total_seconds())
    halls = [table.guild.create_text_channel(name) for name in ("hall", "yard")]
    await table.new()
    fight = await fought(table)
    for hall in halls:
        await table.new(channel=hall)
    damaged = partial(campaigns.alter, campaign_id=2, state=b"{}")
    unknown = partial(campaigns.alter, campaign_id=3, title="chess")
    await table.bot.store.transact(damaged, unknown)
    await table.env.advance_time(timedelta(days=4, hours=1).total_seconds())
    await table.sweep()
    assert {record.getMessage()[16:] for record in table.incidents.take()} == {
        "while looking for fights in campaign 2"
    }
    (week,) = [text for text in hung(channel) if text.startswith("🗞️")]
    assert f"⚔️ **The fight of the week** {fight.title}" in week
    for hall, game in zip(
        (table.channel, *halls), ("Levée en Masse", "Levée en Masse", "chess"), strict=True
    ):
        assert f"**{game}** in <#{hall.id}>" in week
