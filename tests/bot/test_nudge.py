"""The tocsin rings for whose turn it is: once when it is due, seldomer and seldomer after that."""

from __future__ import annotations

import asyncio

import pytest
from simcord import OptionError

from bot.sweep import RINGS, schedule
from tests.bot.table import Table, controls, text

HOUR = 3600


def rings(table: Table) -> list[str]:
    """What the bell has said."""
    return [post["content"] for post in table.posts() if "the tocsin rings" in (post.get("content") or "")]


async def test_nothing_rings_before_it_is_due(table: Table) -> None:
    await table.new(nudge_hours=24)
    await table.sweep(24 * HOUR - 1)
    assert rings(table) == []


async def test_a_due_turn_rings_once_and_pings_whose_turn_it_is(table: Table) -> None:
    await table.new(nudge_hours=24)
    await table.sweep(24 * HOUR)
    await table.sweep()
    (ring,) = rings(table)
    assert ring.startswith(f"🔔 <@{table.camille.id}>, the tocsin rings: Levée en Masse waits for you.")
    assert ring.endswith(f"/{table.card().id})")
    assert table.posts()[-1]["allowed_mentions"] == {"parse": [], "users": [table.camille.id]}


async def test_a_restart_does_not_ring_again(table: Table) -> None:
    await table.new(nudge_hours=24)
    await table.sweep(24 * HOUR)
    await table.restart()
    await table.sweep()
    assert len(rings(table)) == 1


async def test_what_fell_due_while_the_bot_was_away_rings_once_when_it_is_back(table: Table) -> None:
    await table.new(nudge_hours=1)
    await table.bot.close()
    await table.env.advance_time(50 * HOUR)
    await table.start()
    assert len(rings(table)) == 1


async def test_the_pause_doubles_and_then_the_bell_is_silent(table: Table) -> None:
    await table.new(nudge_hours=1)
    await table.sweep(HOUR)
    for rung in range(1, RINGS):
        await table.sweep(2**rung * HOUR - 1)
        assert len(rings(table)) == rung
        await table.sweep(1)
        assert len(rings(table)) == rung + 1
    await table.sweep(1000 * HOUR)
    assert len(rings(table)) == RINGS


async def test_an_action_gives_new_time(table: Table) -> None:
    await table.new(nudge_hours=24)
    await table.sweep(23 * HOUR)
    await table.press(controls(table.card())[0])
    await table.sweep(23 * HOUR)
    assert rings(table) == []
    await table.sweep(HOUR)
    assert len(rings(table)) == 1


async def test_the_card_says_until_when(table: Table) -> None:
    await table.new(nudge_hours=24)
    due = int(table.env.now().timestamp()) + 24 * HOUR
    assert f"due <t:{due}:R>" in text(table.card())


async def test_nothing_rings_for_a_campaign_without_a_nudge(table: Table) -> None:
    await table.new()
    await table.sweep(10_000 * HOUR)
    assert rings(table) == []


async def test_nothing_rings_for_a_campaign_that_is_over(table: Table) -> None:
    campaign = await table.new(nudge_hours=1)
    await table.bot.campaigns.end(campaign, version=0)
    await table.sweep(100 * HOUR)
    assert rings(table) == []
    assert await table.bot.store.deadlines_of(1) == []


async def test_a_bell_that_could_not_be_heard_is_silent_once_the_turn_was_played(table: Table) -> None:
    await table.new(nudge_hours=1)
    table.env.inject_error("POST", "/channels/*/messages", status=500)
    await table.sweep(HOUR)
    assert len(rings(table)) == 1
    await table.press(controls(table.card())[0])
    await table.sweep(30 * 60)
    assert len(rings(table)) == 1
    assert await table.bot.store.pending_campaigns() == []


async def test_a_bell_that_could_not_be_heard_rings_again_under_the_same_nonce(table: Table) -> None:
    await table.new(nudge_hours=1)
    table.env.inject_error("POST", "/channels/*/messages", status=500)
    await table.sweep(HOUR)
    await table.sweep(10)
    assert len(rings(table)) == 2
    assert table.posts()[-1]["nonce"] == table.posts()[-2]["nonce"]


async def test_the_bell_of_each_campaign_is_its_own(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new(nudge_hours=1)
    await table.new(channel=hall, nudge_hours=2)
    await table.sweep(HOUR)
    assert len(rings(table)) == 1
    assert "tocsin" not in text(hall.history()[-1])
    await table.sweep(HOUR)
    assert "the tocsin rings" in text(hall.history()[-1])


async def test_a_campaign_that_cannot_be_read_does_not_silence_the_others(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new(channel=hall, nudge_hours=1)
    await table.new(nudge_hours=1)
    await table.bot.store.database.write(
        lambda c: c.exec_driver_sql("UPDATE campaign SET state = '{}' WHERE id = 1").close()
    )
    await table.sweep(HOUR)
    assert len(rings(table)) == 1
    (record,) = table.incidents.take()
    assert record.getMessage().endswith("while ringing for campaign 1")
    await table.sweep()
    assert table.incidents.take() == []


@pytest.mark.parametrize("hours", [0, 721])
async def test_a_nudge_is_1_to_720_hours(table: Table, hours: int) -> None:
    with pytest.raises(OptionError):
        await table.camille.slash(table.channel, "campaign new", game="levee", nudge=hours)
    assert await table.bot.store.count() == 0


async def test_the_scheduler_wakes_the_sweep() -> None:
    woken = asyncio.Event()

    async def sweep() -> None:
        woken.set()

    scheduler = schedule(sweep, 3600)
    try:
        job = scheduler.get_job("sweep")
        job.modify(next_run_time=job.next_run_time.replace(year=2020))
        await asyncio.wait_for(woken.wait(), 5)
    finally:
        scheduler.shutdown(wait=False)
