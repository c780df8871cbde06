"""After an outage: nothing is forfeited, each due thing is rung once, nothing twice."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from bot.pauses import outage
from bot.store import Store, StoreError
from bot.store.rows import people
from tests.support.bot_fixtures import Tables
from tests.support.clocked import HOUR, calls, contents, hours_pass, rings, rows, started, two_seats
from tests.support.table import Table, text

WEEK = 7 * 24


def announced(table: Table) -> list[str]:
    """What was said of an outage."""
    return [said for said in contents(table) if said.startswith("🛠️ The bot was offline from")]


async def away(table: Table, hours: float) -> None:
    """Let the bot be off for so long."""
    await table.bot.close()
    await table.env.advance_time(hours * HOUR)
    await table.start()
    await table.bot.outbox.drain()


async def test_a_first_start_is_no_outage(closed_table: Tables) -> None:
    table = await closed_table()
    await table.env.advance_time(WEEK * HOUR)
    await table.start()
    await table.new(clock="24h")
    await table.sweep()
    assert announced(table) == []


async def test_a_short_restart_is_no_outage(table: Table) -> None:
    await table.new(clock="24h")
    due = (await rows(table))["france"].due_at
    await away(table, 1)
    assert announced(table) == []
    assert (await rows(table))["france"].due_at == due


async def test_the_clock_stood_still_while_the_bot_was_away(table: Table) -> None:
    await table.new(clock="48h overtime pass")
    await hours_pass(table, 4)
    await away(table, WEEK)
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=44)
    assert await table.actions() == []
    assert len(announced(table)) == 1


async def test_the_card_tells_the_new_deadline(table: Table) -> None:
    await table.new(clock="48h overtime pass")
    await hours_pass(table, 4)
    await away(table, WEEK)
    due = (await rows(table))["france"].due_at
    assert due is not None
    assert f"<t:{int(due.timestamp())}:R>" in text(table.card())


async def test_what_was_nearly_over_has_the_grace_period(table: Table) -> None:
    await table.new(clock="24h overtime pass")
    await hours_pass(table, 23)
    await away(table, WEEK)
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=12)
    await hours_pass(table, 11.9)
    assert await table.actions() == []
    await hours_pass(table, 0.1)
    assert await table.actions() == ["end"]


async def test_each_due_thing_comes_once_and_nothing_twice_after_a_week(closed_table: Tables) -> None:
    table = await started(closed_table)
    hall = table.guild.create_text_channel("hall")
    await two_seats(table, "24h")
    await table.new(channel=hall, clock="24h overtime pass")
    await hours_pass(table, 13)
    rung = len(rings(table))
    await away(table, WEEK)
    for _ in range(3):
        await table.sweep()
        await table.restart()
    assert len(announced(table)) == 1
    assert len(rings(table)) == rung  # half time was rung before; the end is not near any more
    assert calls(table) == []
    assert await table.actions(2) == []


async def test_a_reminder_without_a_deadline_that_fell_due_is_rung_once(table: Table) -> None:
    await table.new(clock="none nudge 1h")
    await away(table, WEEK)
    await table.sweep()
    assert len(rings(table)) == 1
    assert announced(table) == []


async def test_a_call_keeps_its_distance(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await hours_pass(table, 26)
    assert len(calls(table)) == 1
    await away(table, WEEK)
    await hours_pass(table, 9.9)
    assert len(calls(table)) == 1
    await hours_pass(table, 0.1)
    assert len(calls(table)) == 2


async def test_a_paused_campaign_hears_nothing_of_it(table: Table) -> None:
    await table.new(clock="24h")
    await table.camille.slash(table.channel, "campaign pause")
    await away(table, WEEK)
    assert announced(table) == []


async def test_one_campaign_that_can_not_be_read_keeps_no_other_from_its_time(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new(channel=hall, clock="48h")
    await table.new(clock="48h")
    await table.bot.store.database.write(
        lambda c: c.exec_driver_sql("UPDATE campaign SET clock = 'whenever' WHERE id = 1").close()
    )
    await away(table, WEEK)
    assert len(announced(table)) == 1
    messages = [record.getMessage() for record in table.incidents.take()]
    assert any("moving the deadlines of campaign 1 after an outage" in said for said in messages)


async def test_a_crash_on_the_way_repeats_nothing(
    closed_table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await closed_table()
    await table.start()
    channels = [table.guild.create_text_channel(f"front-{number}") for number in range(4)]
    for channel in channels:
        await table.new(channel=channel, clock="48h")
    await table.bot.close()
    await table.env.advance_time(WEEK * HOUR)

    whole = Store.transact
    written = 0

    async def dies(store: Store, *steps: object, campaign_id: int | None = None) -> None:
        nonlocal written
        written += 1
        if written >= 5:  # the note of the outage, two campaigns, and then no more
            raise StoreError("The machine is gone.")
        await whole(store, *steps, campaign_id=campaign_id)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Store, "transact", dies)
        await table.start()
    moved = [(await rows(table, number))["france"].due_at for number in (1, 2, 3, 4)]
    assert len(set(moved)) == 2

    await table.restart()
    await table.sweep(600)
    due = {(await rows(table, number))["france"].due_at for number in (1, 2, 3, 4)}
    assert len(due) == 1
    for channel in channels:
        said = [m for m in channel.history() if m.content.startswith("🛠️ The bot was offline from")]
        assert len(said) == 1
    assert await table.bot.store.look(partial(people.noted, key="outage")) is None


async def test_every_sweep_notes_that_the_bot_is_awake(table: Table) -> None:
    await table.sweep(600)
    noted = await table.bot.store.look(partial(people.noted, key=outage.SWEPT))
    assert noted == table.bot.store.now().isoformat()
