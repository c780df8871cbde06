"""The daily digest: once a day, at a local time, when something waits, never in quiet hours."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock.hours import Hours, HoursError, is_open
from bot.people import digest, timetable
from bot.store import Person
from bot.store.rows import people
from tests.support.clocked import HOUR, hours_pass, set_hours
from tests.support.table import Table, said

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
ZONES = st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"])


async def type_(table: Table, command: str, **options: object) -> str:
    """What Camille is told of a command."""
    return said(await table.camille.slash(table.channel, f"my {command}", **options))


def received(table: Table) -> list[str]:
    """The direct messages that were to be sent."""
    return [
        entry.json["content"]
        for entry in table.env.http_requests
        if entry.method == "POST"
        and entry.path.endswith("/messages")
        and isinstance(entry.json, dict)
        and str(entry.json.get("content", "")).startswith("🗓️")
    ]


async def in_two_hours(table: Table) -> str:
    """Have a digest in two hours; gives the answer."""
    at = table.env.now() + timedelta(hours=2)
    return await type_(table, "digest", time=f"{at:%H:%M}")


async def test_it_comes_once_a_day_with_what_waits(table: Table) -> None:
    await table.new()
    told = await in_two_hours(table)
    assert told.startswith("You get a direct message at ")
    await hours_pass(table, 1)
    assert received(table) == []
    await hours_pass(table, 1)
    (message,) = received(table)
    assert "**Levée en Masse** in" in message
    assert "· France: Take an action" in message
    await hours_pass(table, 23)
    assert len(received(table)) == 1
    await hours_pass(table, 1)
    assert len(received(table)) == 2


async def test_nothing_is_sent_where_nothing_waits(table: Table) -> None:
    await in_two_hours(table)
    await hours_pass(table, 30)
    assert received(table) == []


async def test_it_can_be_switched_off(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    assert await type_(table, "digest", time="off") == "You no longer get a digest."
    await hours_pass(table, 26)
    assert received(table) == []


async def test_it_comes_once_after_a_week_away_and_however_often_it_is_swept(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    await table.bot.close()
    await table.env.advance_time(7 * 24 * HOUR)
    await table.start()
    await asyncio.gather(table.bot.sweep(), table.bot.sweep())
    await table.restart()
    await table.sweep()
    assert len(received(table)) == 1


async def test_one_whose_hours_can_not_be_read_costs_nobody_else_theirs(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    due = table.env.now() + timedelta(hours=1)
    broken = Person(user_id=1, hours=b'{"zone":"Nowhere/Atlantis"}', digest=480, next_digest_at=due)
    await table.bot.store.transact(partial(people.put_person, settings=broken))
    await hours_pass(table, 4)
    assert len(received(table)) == 1
    assert [record.getMessage().endswith("while writing a digest") for record in table.incidents.take()] == [
        True
    ]


async def test_it_waits_for_the_end_of_quiet_hours(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    now = table.env.now()
    window = f"{now + timedelta(hours=1):%H:%M}-{now + timedelta(hours=4):%H:%M}"
    await type_(table, "hours", quiet=window)
    await hours_pass(table, 3.5)
    assert received(table) == []
    await hours_pass(table, 1)
    assert len(received(table)) == 1


async def test_a_late_sweep_sends_none_in_quiet_hours(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    begins = table.env.now() + timedelta(hours=2, minutes=1)
    minutes = begins.hour * 60 + begins.minute
    await hours_pass(table, 1.9)
    await set_hours(table, table.camille.id, quiet_from=minutes, quiet_until=(minutes + 120) % 1440)
    await table.sweep(0.5 * HOUR)
    assert received(table) == []
    await hours_pass(table, 2)
    assert len(received(table)) == 1


async def test_three_that_could_not_be_delivered_switch_it_off_and_it_is_told_once(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    table.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=3)
    await hours_pass(table, 2 + 72)
    assert received(table) == []
    known, _ = await timetable.person_of(table.bot.campaigns, table.camille.id)
    assert (known.digest, known.next_digest_at) == (None, None)
    assert "Your digest was switched off" in await type_(table, "games")
    assert "switched off" not in await type_(table, "games")


async def test_one_that_is_delivered_forgets_those_that_were_not(table: Table) -> None:
    await table.new()
    await in_two_hours(table)
    table.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=2)
    await hours_pass(table, 2 + 72)
    assert len(received(table)) == 2
    assert "switched off" not in await type_(table, "games")


async def test_an_unreadable_time_is_refused(table: Table) -> None:
    assert "as a time of day" in await type_(table, "digest", time="tea-time")


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("08:00", 480), ("8", 480), ("7pm", 1140), ("12am", 0), ("12 pm", 720), ("18h30", 1110), ("off", None)],
)
def test_a_time_of_day_is_read_as_people_write_it(typed: str, minutes: int | None) -> None:
    assert digest.read_time(typed) == minutes


@pytest.mark.parametrize("typed", ["24:00", "8:60", "13pm", "", "noonish"])
def test_what_is_no_time_of_day_is_refused(typed: str) -> None:
    with pytest.raises(HoursError):
        digest.read_time(typed)


@given(ZONES, st.integers(0, 1439), st.integers(0, 1439), st.integers(30, 1380), st.integers(0, 8760))
def test_the_next_digest_is_later_and_in_open_hours(
    zone: str, minutes: int, begins: int, length: int, ahead: int
) -> None:
    hours = Hours(zone, begins, (begins + length) % 1440)
    now = NOW + timedelta(hours=ahead)
    at = digest.next_at(hours, minutes, now)
    assert now < at <= now + timedelta(hours=49)
    assert is_open(hours, at)
