"""What a commit hands to the outbox is sent at once, or read anew: none is sent late, none forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.campaigns.messages import SAY, say
from bot.outbox import outbox
from bot.outbox.breaker import FAILURES
from bot.store import Campaign, CardRow, Due, rows
from bot.undo.take_back import Undos
from tests.support.moderated import marat
from tests.support.table import Table, text


def told(channel: ChannelHandle) -> list[str]:
    """The plain messages in a channel."""
    return [text(message) for message in channel.history() if not message.flags.components_v2]


@contextmanager
def slow(channel: ChannelHandle, patch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """A channel in which nothing can be posted until the event is set."""
    may, send = asyncio.Event(), discord.PartialMessageable.send

    async def late(to: discord.PartialMessageable, *args: Any, **given: Any) -> object:
        if to.id == channel.id:
            await may.wait()
        return await send(to, *args, **given)

    patch.setattr(discord.PartialMessageable, "send", late)
    try:
        yield may
    finally:
        may.set()


async def soon(table: Table, channel: ChannelHandle, lines: list[str]) -> None:
    """Wait until these messages stand in a channel."""
    for _ in range(1000):
        if told(channel) == lines:
            break
        await asyncio.sleep(0.01)
    assert told(channel) == lines


async def test_all_follow_the_probe_that_is_answered(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    one, other = await table.new(), await table.new(channel=hall)
    store, breaker = table.bot.store, table.bot.outbox.breaker
    await store.add_outbox(one.id, [say("Here")])
    await store.add_outbox(other.id, [say("There")])
    for _ in range(FAILURES):
        breaker.failed(table.env.now())
    await table.env.advance_time(3600)
    table.bot.outbox.kick()
    await soon(table, table.channel, ["Here"])
    await soon(table, hall, ["There"])


async def test_many_messages_for_a_slow_channel_do_not_hold_up_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = table.guild.create_text_channel("hall")
    one, other = await table.new(), await table.new(channel=hall)
    store = table.bot.store
    await store.add_outbox(one.id, [say(f"Word {number}") for number in range(outbox.AT_ONCE)])
    await store.add_outbox(other.id, [say("There")])
    with slow(table.channel, monkeypatch):
        table.bot.outbox.kick()
        await soon(table, hall, ["There"])
        assert told(table.channel) == []
    await soon(table, table.channel, [f"Word {number}" for number in range(outbox.AT_ONCE)])


async def test_what_was_handed_over_while_there_was_no_room_is_read_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = table.guild.create_text_channel("hall")
    one, other = await table.new(), await table.new(channel=hall)
    store, sends = table.bot.store, table.bot.outbox
    monkeypatch.setattr(outbox, "AT_ONCE", 1)
    with slow(table.channel, monkeypatch):
        await store.add_outbox(one.id, [say("Slow")])
        sends.kick(await store.next_due(one.id, store.now()))
        await asyncio.sleep(0.1)
        await store.add_outbox(other.id, [say("There")])
        sends.kick(await store.next_due(other.id, store.now()))
        await asyncio.sleep(0.1)
        square = table.guild.create_text_channel("square")
        await store.transact(partial(rows.campaigns.alter, campaign_id=other.id, channel_id=square.id))
    await soon(table, square, ["There"])
    assert (told(table.channel), told(hall)) == (["Slow"], [])


async def test_a_drain_leaves_no_task_behind(table: Table) -> None:
    campaign = await table.new()
    await table.env.settle()
    before = asyncio.all_tasks()
    await table.bot.store.add_outbox(campaign.id, [say("Here")])
    await table.bot.outbox.drain()
    assert told(table.channel) == ["Here"]
    assert asyncio.all_tasks() == before


@pytest.mark.parametrize("turn", [2, 3])
async def test_a_card_that_was_taken_back_while_it_was_posted_is_marked(
    table: Table, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    campaigns = table.bot.campaigns
    await table.new()
    for _ in range(2, turn):
        await campaigns.take(1, table.camille.id, "end")
    await table.bot.outbox.drain()
    with slow(table.channel, monkeypatch):
        await campaigns.take(1, table.camille.id, "end")
        table.bot.outbox.kick()
        await asyncio.sleep(0.05)
        version = (await table.campaign()).version
        undo = partial(Undos(campaigns).take_back, user_id=marat(table).id, source="moderator")
        await undo(1, version, 0)
    await table.bot.outbox.drain()
    *before, card = map(text, table.cards())
    assert len(before) == turn
    assert all("This turn was taken back" in each for each in before)
    assert "## Turn 1 " in card
    newest = await table.bot.store.look(partial(rows.outbox.newest, campaign_id=1))
    assert newest is not None
    assert (newest.chapter, newest.message_id) == (1, table.card().id)


async def test_an_outbox_that_is_stopped_ends_the_message_under_way_and_leaves_the_others(
    table: Table,
) -> None:
    campaign = await table.new()
    store, sender = table.bot.store, table.bot.outbox
    inside, may, post = asyncio.Event(), asyncio.Event(), sender._posters[SAY]

    async def late(row: Due, campaign: Campaign) -> CardRow | None:
        inside.set()
        await may.wait()
        return await post(row, campaign)

    sender._posters = {**sender._posters, SAY: late}
    await store.add_outbox(campaign.id, [say("One"), say("Two")])
    sender.kick()
    await inside.wait()
    # Meanwhile it looks again, and is to look once more when this message is sent.
    sender.kick()
    while sender._look:  # noqa: ASYNC110 - the drain's own
        await asyncio.sleep(0)
    stopping = asyncio.ensure_future(sender.stop())
    await asyncio.sleep(0.01)
    assert not stopping.done()
    may.set()
    await stopping
    sender.kick()
    assert told(table.channel) == ["One"]
    assert len(await store.due_messages(table.env.now())) == 1
