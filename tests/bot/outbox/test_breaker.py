"""While Discord fails nothing is asked of it but for a probe now and then, and nothing is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.campaigns import messages
from bot.outbox.breaker import FAILURES, FIRST, LONGEST, REFUSALS, WINDOW, Breaker
from bot.outbox.outbox import ATTEMPTS
from tests.support.table import Table, text

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def opened(now: datetime = NOW) -> Breaker:
    """A breaker that has just opened."""
    breaker = Breaker()
    assert [breaker.failed(now) for _ in range(FAILURES)] == [False] * (FAILURES - 1) + [True]
    return breaker


def test_a_few_failures_are_borne() -> None:
    breaker = Breaker()
    for _ in range(FAILURES * 3):
        breaker.failed(NOW)
        breaker.answered()
    assert breaker.state(NOW) == "closed"


def test_failures_in_a_row_open_it_until_a_probe() -> None:
    breaker = opened()
    assert breaker.state(NOW + FIRST - SECOND) == "open"
    assert breaker.state(NOW + FIRST) == "half-open"


def test_a_probe_that_is_answered_closes_it() -> None:
    breaker = opened()
    breaker.answered()
    assert breaker.state(NOW + FIRST) == "closed"
    assert not breaker.failed(NOW + FIRST)


def test_each_probe_that_fails_waits_twice_as_long_up_to_the_longest() -> None:
    breaker, now, waits = opened(), NOW, []
    for _ in range(10):
        assert breaker.until is not None
        waits.append(breaker.until - now)
        now = breaker.until
        assert breaker.failed(now)
    assert waits[:4] == [FIRST, 2 * FIRST, 4 * FIRST, 8 * FIRST]
    assert waits[-1] == LONGEST


def test_failures_that_come_in_late_do_not_lengthen_the_wait() -> None:
    breaker = opened()
    until = breaker.until
    assert not any(breaker.failed(NOW + SECOND) for _ in range(10))
    assert breaker.until == until


def test_too_many_refusals_open_it_until_the_oldest_no_longer_counts() -> None:
    breaker = Breaker()
    told = [breaker.refused(NOW + number * SECOND) for number in range(REFUSALS)]
    last = NOW + (REFUSALS - 1) * SECOND
    assert told == [False] * (REFUSALS - 1) + [True]
    breaker.answered()
    assert breaker.state(last) == "open"
    assert breaker.state(NOW + WINDOW) == "closed"


@given(st.lists(st.integers(0, 20_000), min_size=1, max_size=1500))
def test_discord_never_sees_enough_refusals_to_shut_the_bot_out(pauses: list[int]) -> None:
    breaker, now, sent = Breaker(), NOW, []
    for pause in pauses:
        now += timedelta(milliseconds=pause)
        if breaker.state(now) != "open":
            sent.append(now)
            breaker.refused(now)
    for place, first in enumerate(sent):
        assert sum(first <= at < first + WINDOW for at in sent[place : place + REFUSALS + 2]) <= REFUSALS


async def fail(table: Table, **fault: object) -> None:
    """Let Discord refuse every message to the channel from now on."""
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", times=None, **fault)  # type: ignore[arg-type]


async def test_in_an_outage_of_a_week_nothing_is_lost(table: Table) -> None:
    await fail(table, status=503)
    campaign = await table.bot.campaigns.new(table.wish())
    for number in range(8):
        await table.bot.store.add_outbox(campaign.id, [messages.say(f"Word {number}")])
    for _ in range(7 * 24):
        await table.sweep(3600)
    assert table.channel.history() == []
    table.env.backend.faults.clear()
    await table.sweep(3600)
    await table.sweep(3600)
    told = [text(message) for message in table.channel.history()]
    assert sorted(line for line in told if line.startswith("Word")) == [f"Word {n}" for n in range(8)]
    assert len(table.cards()) == 1
    assert await table.unsaid() == []


async def test_in_an_outage_discord_is_asked_rarely(table: Table) -> None:
    campaign = await table.bot.campaigns.new(table.wish())
    await fail(table, status=500)
    for number in range(40):
        await table.bot.store.add_outbox(campaign.id, [messages.say(f"Word {number}")])
    for _ in range(120):
        await table.sweep(30)
    # An hour: what a batch had under way, then one probe after 10, 20, 40 seconds up to ten minutes.
    assert len(table.posts()) <= FAILURES + 16


async def test_a_message_that_alone_fails_does_not_stop_the_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = await table.new()
    send = discord.PartialMessageable.send

    async def poisoned(channel: discord.PartialMessageable, content: str = "", **given: object) -> object:
        if content == "Poison":
            raise ConnectionResetError("by peer")
        return await send(channel, content, **given)  # type: ignore[call-overload]

    monkeypatch.setattr(discord.PartialMessageable, "send", poisoned)
    store = table.bot.store
    await store.add_outbox(campaign.id, [messages.say("Poison")])
    for number in range(30):
        await store.add_outbox(campaign.id, [messages.say(f"Word {number}")])
        await table.sweep(600)
    told = [text(message) for message in table.channel.history()]
    assert [line for line in told if line.startswith("Word")] == [f"Word {number}" for number in range(30)]
    assert await table.unsaid() == [], f"given up after {ATTEMPTS} attempts"
