"""A channel that is gone parks its campaign; one that is shut to the bot keeps what there is to say."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from simcord import MemberActor

from bot.clock.deadlines import GRACE
from bot.store.rows import audits
from tests.support.bot_fixtures import Tables
from tests.support.clocked import hours_pass, quiet, set_hours
from tests.support.duel import duel, refresh
from tests.support.moderated import marat
from tests.support.table import Table, said, text

CLOCK = "48h"


def told(actor: MemberActor) -> list[str]:
    """What the bot has told somebody alone."""
    user = actor._env.backend
    channel = next((c for c in user.channels.values() if c.type == 1 and actor.id in c.recipient_ids), None)
    return [] if channel is None else [m.content for m in user.messages[channel.id].values()]


async def assert_parked_once(table: Table) -> None:
    campaign = await table.campaign()
    assert campaign.parked_at is not None
    assert campaign.status == "running"
    assert all(
        row.due_at is None and row.next_ring_at is None for row in await table.bot.store.deadlines_of(1)
    )
    (words,) = told(table.camille)
    assert "your campaign of Levée en Masse" in words
    assert "Nothing is lost" in words
    assert "/mod move" in words
    assert await table.unsaid() == []
    acts = await table.bot.store.look(partial(audits.of_guild, guild_id=table.guild.id))
    assert [act.act for act in acts] == ["park"]


async def test_a_deleted_channel_parks_its_campaign_and_tells_its_people_once(table: Table) -> None:
    await table.new(clock=CLOCK)
    table.env.backend.delete_channel(table.channel.id)
    await table.env.settle()
    await assert_parked_once(table)
    for _ in range(5):
        await table.sweep(24 * 3600)
    await assert_parked_once(table)


async def test_a_channel_that_was_deleted_while_the_bot_was_away_parks_at_the_next_word(table: Table) -> None:
    await table.new(clock=CLOCK)
    table.env.inject_error("*", f"/channels/{table.channel.id}/messages*", status=404, code=10003, times=None)
    await table.sweep(25 * 3600)
    await table.sweep()
    await assert_parked_once(table)


async def test_a_server_that_is_left_parks_all_its_campaigns(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new(clock=CLOCK)
    await table.new(channel=hall)
    table.env.backend.remove_guild(table.guild.id)
    await table.env.settle()
    await table.bot.outbox.drain()
    assert (await table.campaign(1)).parked_at is not None
    assert (await table.campaign(2)).parked_at is not None
    assert told(table.camille)[0].startswith(
        "I am no longer on The Convention, the server of your campaign of Levée en Masse."
    )
    acts = await table.bot.store.look(partial(audits.of_guild, guild_id=table.guild.id))
    assert {act.reason for act in acts} == {"the bot is no longer on the server"}
    assert await table.unsaid() == []


async def test_who_sleeps_hears_in_the_morning_that_the_bot_has_left_unless_it_is_back(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table)
    hall = table.guild.create_text_channel("hall")
    await table.bot.campaigns.new(table.wish("hall", channel=hall)._replace(title="outposts"))
    await set_hours(table, table.camille.id, **quiet(table, -1, 7))
    await table.bot.parking.park_guild(table.guild.id, "The Convention")
    await table.bot.parking.let_go_on(2)
    await hours_pass(table, 6)
    assert (told(table.camille), len(told(table.maxime))) == ([], 1)
    await hours_pass(table, 2)
    assert len(told(table.camille)) == 1


async def test_another_channel_that_is_deleted_changes_nothing(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    table.env.backend.delete_channel(hall.id)
    await table.env.settle()
    assert (await table.campaign()).parked_at is None


async def test_a_campaign_that_was_moved_is_not_parked_for_its_old_channel(table: Table) -> None:
    await table.new()
    assert not await table.bot.parking.park(1, table.channel.id + 1)
    assert (await table.campaign()).parked_at is None


async def test_whoever_takes_no_direct_messages_is_let_be(table: Table) -> None:
    await table.new(clock=CLOCK)
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=None)
    table.env.backend.delete_channel(table.channel.id)
    await table.env.settle()
    await table.bot.outbox.drain()
    assert await table.unsaid() == []
    assert told(table.camille) == []


@pytest.mark.parametrize(
    ("status", "code"),
    [(403, 50001), (403, 50013), (400, 50083), (403, 160005)],
    ids=["no access", "no permission", "archived", "locked"],
)
async def test_a_channel_that_is_shut_to_the_bot_keeps_its_messages_and_its_people_know(
    table: Table, status: int, code: int
) -> None:
    path = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("*", f"{path}*", status=status, code=code, times=None)
    await table.bot.campaigns.new(table.wish())
    for _ in range(3 * 24):
        await table.sweep(3600)
    assert (await table.campaign()).parked_at is None
    (words,) = told(table.camille)
    assert words.startswith(f"I can't write in <#{table.channel.id}>")
    assert await table.unsaid() == [1]

    table.env.backend.faults.clear()
    await table.sweep(3600)
    assert [text(card).split(" · ")[0] for card in table.cards()] == ["## Turn 1"]
    assert await table.unsaid() == []
    assert len(told(table.camille)) == 1


async def test_a_channel_that_is_shut_again_is_told_again(table: Table) -> None:
    await table.new()
    path = f"/channels/{table.channel.id}/messages*"
    for times in (1, 2):
        table.env.inject_error("*", path, status=403, code=50013, times=None)
        await table.camille.slash(table.channel, "levee done")
        await table.sweep(3600)
        assert len(told(table.camille)) == times
        table.env.backend.faults.clear()
        await table.sweep(3600)


@pytest.mark.parametrize(("played", "left"), [(30, timedelta(hours=18)), (40, GRACE)])
async def test_the_clocks_of_a_parked_campaign_go_on_with_what_was_left_or_the_grace_period(
    closed_table: Tables, played: int, left: timedelta
) -> None:
    table = await duel(closed_table, clock="48h")
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    await table.env.advance_time(played * 3600)
    await table.bot.parking.park(1, table.channel.id)
    await table.env.advance_time(7 * 24 * 3600)
    await moderator.slash(hall, "mod move", campaign="1")
    ends = {row.due_at for row in await table.bot.store.deadlines_of(1)}
    assert ends == {table.env.now() + left}


async def test_whoever_is_awaited_hears_that_a_parked_campaign_goes_on(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    hall = table.guild.create_text_channel("hall")
    await table.bot.parking.park(1, table.channel.id)
    await marat(table).slash(hall, "mod move", campaign="1")
    await table.bot.outbox.drain()
    notices = [text(message) for message in hall.history() if text(message).startswith("📣")]
    assert len(notices) == 1
    assert table.camille.mention in notices[0]
    assert table.maxime.mention in notices[0]


async def invited(table: Table) -> None:
    """The bot comes to the server once more."""
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    await table.bot.on_guild_join(guild)


async def test_a_new_server_is_greeted_once_also_where_two_bots_hear_of_it(table: Table) -> None:
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    guild._system_channel_id = table.channel.id
    before = len(table.env.http_requests)
    for _bot in range(2):
        await table.bot.on_guild_join(guild)
    sent = [entry.json or {} for entry in table.env.http_requests[before:] if entry.method == "POST"]
    # Discord makes one message of those with the same nonce.
    assert [(each["nonce"], each["enforce_nonce"]) for each in sent] == [(f"g-{table.channel.id}", True)] * 2


@pytest.mark.parametrize("how", ["joined", "restarted", "shown"])
async def test_a_parked_campaign_whose_channel_is_there_goes_on_by_itself(
    closed_table: Tables, how: str
) -> None:
    table = await duel(closed_table, clock="48h")
    await table.env.advance_time(30 * 3600)
    await table.bot.parking.park_guild(table.guild.id)
    told = said(await table.camille.slash(table.channel, "campaign status"))
    assert "This campaign is parked" in told
    assert "This campaign is parked" in said(await table.camille.slash(table.channel, "campaign resume"))

    if how == "joined":
        await invited(table)
    elif how == "restarted":
        await table.restart()
    else:
        shown = said(await table.camille.slash(table.channel, "campaign show"))
        assert shown.startswith("The campaign was parked.")

    await table.bot.outbox.drain()
    assert (await table.campaign()).parked_at is None
    assert {row.due_at for row in await table.bot.store.deadlines_of(1)} == {
        table.env.now() + timedelta(hours=18)
    }
    posts = [text(message) for message in table.channel.history()]
    assert len([post for post in posts if post.startswith("▶️ The campaign resumes.")]) == 1
    acts = await table.bot.store.look(partial(audits.of_guild, guild_id=table.guild.id))
    assert [act.act for act in acts] == ["unpark", "park"]


async def test_a_parked_campaign_whose_channel_is_gone_stays_parked(table: Table) -> None:
    await table.new(clock=CLOCK)
    table.env.backend.delete_channel(table.channel.id)
    await table.env.settle()
    await invited(table)
    assert (await table.campaign()).parked_at is not None


async def test_the_clocks_of_a_campaign_that_is_paused_and_was_parked_stand_still(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table, clock="48h")
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    await moderator.slash(table.channel, "campaign pause")
    await table.bot.parking.park(1, table.channel.id)
    await moderator.slash(hall, "mod move", campaign="1")
    assert [row.due_at for row in await table.bot.store.deadlines_of(1)] == [None, None]


async def test_a_card_that_can_still_be_edited_does_not_let_the_bot_in(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    path = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("POST", path, status=403, code=50013, times=None)
    for _ in range(3):
        await table.sweep(12 * 3600)
        await refresh(table)
    (words,) = told(table.camille)
    assert words.startswith(f"I can't write in <#{table.channel.id}>")

    table.env.backend.faults.clear()
    await table.sweep(3600)
    posts = [text(message) for message in table.channel.history()]
    assert len([post for post in posts if post.startswith("🔓 I could not write here")]) == 1
    assert len(told(table.camille)) == 1
