"""A bot that is about to stop takes nothing up any more, and finishes what it has."""

from __future__ import annotations

import asyncio
from functools import partial

import discord
import pytest

from bot.app import client
from bot.app.gate import ELSEWHERE
from bot.campaigns.places import hidden
from bot.errors import RESTARTING
from bot.store import rows
from tests.store.builders import counted
from tests.support.gateway import Delivery, deliver
from tests.support.table import Table, controls, said, whispered


async def test_whoever_comes_while_it_stops_is_told_to_come_again(table: Table) -> None:
    await table.new()
    before = await table.snapshot()
    await table.bot.drain()
    assert said(await table.camille.slash(table.channel, "levee done")) == str(RESTARTING)
    assert whispered(await table.press(controls(table.card())[0])) == str(RESTARTING)
    assert await table.camille.autocomplete(table.channel, "play", "action", "") == []
    assert await table.snapshot() == before


async def test_a_command_from_where_the_bot_is_not_is_refused_in_a_sentence(table: Table) -> None:
    # A copy that somebody has installed for themselves could begin what it can't post.
    delivery = Delivery.command(table, "campaign", "new", game="levee")
    delivery.payload["authorizing_integration_owners"] = {"1": str(table.camille.id)}
    await deliver(table, delivery)
    assert said(delivery.result) == str(ELSEWHERE)
    assert await counted(table.bot.store) == 0


async def test_what_was_taken_up_is_answered_before_it_stops(table: Table) -> None:
    await table.new()
    delivery = Delivery.command(table, "levee", "done")
    inside = asyncio.Event()
    go_on = asyncio.Event()
    go_through = table.bot.campaigns.go_through

    async def slow(*args: object, **named: object) -> object:
        inside.set()
        await go_on.wait()
        return await go_through(*args, **named)  # type: ignore[arg-type]

    table.bot.campaigns.go_through = slow  # type: ignore[assignment,method-assign]
    table.env.backend.emit("INTERACTION_CREATE", delivery.payload)
    await inside.wait()
    draining = asyncio.ensure_future(table.bot.drain())
    await asyncio.sleep(0)
    assert not draining.done()
    go_on.set()
    await draining
    await table.env.settle()
    assert "actions unspent" in said(delivery.result)
    assert await table.actions() == ["end"]


async def test_a_bot_hands_over_only_when_it_has_answered_a_press_whose_language_it_still_reads(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.new()
    delivery = Delivery.command(table, "levee", "done")
    reading, go_on = asyncio.Event(), asyncio.Event()
    languages = table.bot.gate.languages
    assert languages is not None
    of_person = languages.of_person

    async def slow(user_id: int, locale: str) -> str:
        reading.set()
        await go_on.wait()
        return await of_person(user_id, locale)

    monkeypatch.setattr(languages, "of_person", slow)
    table.env.backend.emit("INTERACTION_CREATE", delivery.payload)
    await reading.wait()
    leaving = asyncio.ensure_future(table.bot.gate.leave(60))
    await asyncio.sleep(0)
    assert not leaving.done()
    go_on.set()
    await leaving
    assert await table.actions() == ["end"]
    assert "actions unspent" in said(delivery.result)


async def test_a_bot_hands_over_only_when_it_has_noted_that_a_channel_is_gone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.new()
    store, gate = table.bot.store, table.bot.gate
    channel = table.bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    everyone = channel.guild.default_role
    await channel.set_permissions(everyone, overwrite=discord.PermissionOverwrite(view_channel=False))
    await table.env.settle()
    noting, go_on = asyncio.Event(), asyncio.Event()
    latest_in = store.latest_in

    async def slow(channel_id: int) -> object:
        noting.set()
        await go_on.wait()
        return await latest_in(channel_id)

    monkeypatch.setattr(store, "latest_in", slow)
    table.env.backend.delete_channel(table.channel.id)
    await noting.wait()
    leaving = asyncio.ensure_future(gate.leave(60))
    await asyncio.sleep(0)
    assert not leaving.done()
    go_on.set()
    await leaving
    # What comes now is left to the next bot.
    assert not await gate.minds()
    assert await store.look(partial(rows.people.noted, key=hidden(table.channel.id))) is not None
    campaign = await store.campaign(1)
    assert campaign is not None
    assert campaign.parked_at is not None


@pytest.mark.parametrize("event", [False, True], ids=["press", "event"])
async def test_what_is_too_late_for_the_store_ends_quietly(
    table: Table, event: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.new()
    delivery = Delivery.command(table, "levee", "done")
    bot, inside, closed = table.bot, asyncio.Event(), asyncio.Event()
    service, slow = (bot.parking, "park_channel") if event else (bot.campaigns, "go_through")
    does, close = getattr(service, slow), bot.store.close

    async def late(*args: object, **named: object) -> object:
        inside.set()
        await closed.wait()
        return await does(*args, **named)

    async def shut() -> None:
        await close()
        closed.set()
        await table.env.settle()

    monkeypatch.setattr(client, "PATIENCE", 0.01)
    monkeypatch.setattr(service, slow, late)
    monkeypatch.setattr(bot.store, "close", shut)
    if event:
        table.env.backend.delete_channel(table.channel.id)
    else:
        table.env.backend.emit("INTERACTION_CREATE", delivery.payload)
    await inside.wait()
    await bot.close()
    # The table sees that there is no incident and no error; and no message is begun.
    if event:
        assert "what is gone or back could not be noted: The store is closed." in caplog.text
        assert "the outbox waits" not in caplog.text
    else:
        assert said(delivery.result) == str(RESTARTING)


async def test_a_press_waits_until_a_bot_takes_over_and_what_the_other_took_up_is_left_to_it(
    table: Table,
) -> None:
    await table.new()
    table.bot.gate.stand_by()
    theirs, ours = (Delivery.command(table, "levee", "done") for _ in range(2))
    for delivery in (theirs, ours):
        table.env.backend.emit("INTERACTION_CREATE", delivery.payload)
    await asyncio.sleep(0)
    table.bot.gate.go_on([int(theirs.payload["id"])])
    await table.env.settle()
    assert not theirs.result.acknowledged
    assert "actions unspent" in said(ours.result)
    assert await table.actions() == ["end"]
    # It arrives late, and is still the other's.
    await deliver(table, theirs)
    assert not theirs.result.acknowledged


async def test_a_press_that_waits_is_not_answered_where_another_may_have_answered_it(table: Table) -> None:
    await table.new()
    table.bot.gate.stand_by()
    early, late = (Delivery.command(table, "levee", "done") for _ in range(2))
    table.env.backend.emit("INTERACTION_CREATE", early.payload)
    await asyncio.sleep(0)
    table.bot.gate.go_on(None)
    await deliver(table, late)
    assert not early.result.acknowledged
    assert late.result.acknowledged


async def test_nobody_is_waited_for_longer_than_a_while(table: Table) -> None:
    never = asyncio.ensure_future(asyncio.Event().wait())
    table.bot.gate._inside[never] = "control", 0.0
    await table.bot.gate.close(0.01)
    assert not never.done()
    never.cancel()
