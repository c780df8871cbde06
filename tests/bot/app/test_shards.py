"""A bot for a group of shards: what belongs to its servers is done, and nothing else."""

from __future__ import annotations

import pytest
from sqlalchemy import URL

from bot.app.client import ShardedTocsin
from bot.campaigns.messages import say
from bot.settings import Settings, SettingsError, from_environment
from bot.shards import Shards
from tests.support.bot_fixtures import Tables
from tests.support.table import Table, controls

EVEN, ODD = Shards(0, 0, 2), Shards(1, 1, 2)
ADDRESS = "postgresql://tocsin@db.example/tocsin"


async def serving(tables: Tables, url: URL, *, own: bool) -> Table:
    """A table on a server with a bot that serves its server, or the other half of all."""
    table = await tables(database=url)
    mine, others = (EVEN, ODD) if EVEN.serves(table.guild.id) else (ODD, EVEN)
    await change(table, mine if own else others)
    return table


async def change(table: Table, shards: Shards) -> None:
    """Have the next bot serve these shards."""
    usual = {name: getattr(table.settings, name) for name in Settings.__struct_fields__}
    table.settings = Settings(**{**usual, "shards": shards})
    table.env._shard_count, table.env._shard_ids = shards.count, (shards.first,)


async def test_a_bot_plays_on_the_servers_of_its_shards(url: URL, closed_table: Tables) -> None:
    table = await serving(closed_table, url, own=True)
    await table.start()
    assert isinstance(table.bot, ShardedTocsin)
    await table.new()
    control = controls(table.card())[0]
    await table.press(control)
    await table.env.settle()
    assert await table.actions() == [control.action]
    assert await table.unsaid() == []
    assert await table.bot.wrong() == ""


async def test_what_belongs_to_the_servers_of_others_is_left_to_their_bot(
    url: URL, closed_table: Tables
) -> None:
    table = await serving(closed_table, url, own=True)
    await table.start()
    mine = table.bot.store.shards
    campaign = await table.new(clock="1d")
    await table.bot.close()

    await change(table, ODD if mine == EVEN else EVEN)
    await table.start()
    assert table.bot.get_guild(table.guild.id) is None
    await table.bot.store.add_outbox(campaign.id, [say("To the frontier!")])
    before = len(table.posts())
    due = await table.bot.store.next_due(campaign.id, table.env.now())
    table.bot.outbox.kick(due)
    await table.bot.parking.bring_back()
    await table.sweep(3 * 24 * 60 * 60)
    assert len(table.posts()) == before
    seen = await table.campaign()
    assert seen.parked_at is None
    assert not table.bot.parking.left(seen)
    assert not table.bot.parking.seen(seen)
    waiting = await table.bot.store.next_due(campaign.id, table.env.now())
    assert waiting == due
    await table.bot.close()

    await change(table, mine)
    await table.start()
    await table.env.settle()
    posts = table.posts()[before:]
    assert "To the frontier!" in [post.get("content") for post in posts]
    assert await table.unsaid() == []


async def test_a_lost_shard_is_no_connection(url: URL, closed_table: Tables) -> None:
    table = await serving(closed_table, url, own=True)
    await table.start()
    shard = table.bot.store.shards.first
    assert isinstance(table.bot, ShardedTocsin)
    await table.bot.on_shard_disconnect(shard)
    # Another may have come back meanwhile.
    await table.bot.on_resumed()
    assert await table.bot.wrong() == "it is not connected to Discord"
    await table.bot.on_shard_resumed(shard)
    assert await table.bot.wrong() == ""


@pytest.mark.parametrize(
    ("text", "meant"),
    [("0-3/16", Shards(0, 3, 16)), ("5/16", Shards(5, 5, 16)), ("0-999/1000", Shards(0, 999, 1000))],
)
def test_shards_are_named_by_a_setting(text: str, meant: Shards) -> None:
    assert from_environment({"TOCSIN_DATABASE": ADDRESS, "TOCSIN_SHARDS": text}).shards == meant


@pytest.mark.parametrize(
    "text", ["0-16/16", "3-1/16", "16", "0-3", "-1/4", "0-3/16/2", "0-3/2000", "0/0", "all"]
)
def test_shards_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"TOCSIN_SHARDS can't be .*: it is the first and the last shard"):
        from_environment({"TOCSIN_DATABASE": ADDRESS, "TOCSIN_SHARDS": text})


def test_shards_on_a_file_are_refused() -> None:
    with pytest.raises(SettingsError, match="TOCSIN_SHARDS needs a PostgreSQL server"):
        from_environment({"TOCSIN_DATABASE": "tocsin.db", "TOCSIN_SHARDS": "0-3/16"})


def test_bots_on_one_machine_keep_their_notes_apart() -> None:
    anchors = {
        from_environment({"TOCSIN_DATABASE": ADDRESS, "TOCSIN_SHARDS": text}).anchor
        for text in ("0-3/16", "4-7/16")
    }
    assert len(anchors) == 2
