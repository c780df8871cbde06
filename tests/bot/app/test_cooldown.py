"""Whoever asks too fast waits a moment; nobody else does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.cooldown import HEAVY, LOOKUPS, PRESSES, Cooldown, Rate
from tests.support.bot_fixtures import Tables
from tests.support.table import Table, controls, said, whispered

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
THREE = Rate(3, 10 * SECOND)


def test_a_burst_is_free_and_then_one_comes_back_every_so_often() -> None:
    cooldown = Cooldown(THREE)
    assert [cooldown.take(1, NOW) for _ in range(4)] == [None, None, None, NOW + 10 * SECOND]
    assert cooldown.take(1, NOW + 9 * SECOND) == NOW + 10 * SECOND
    assert cooldown.take(1, NOW + 10 * SECOND) is None
    assert cooldown.take(1, NOW + 10 * SECOND) == NOW + 20 * SECOND


def test_a_refusal_costs_nothing() -> None:
    cooldown = Cooldown(THREE)
    refusals = [cooldown.take(1, NOW) for _ in range(100)]
    assert set(refusals[3:]) == {NOW + 10 * SECOND}


def test_one_persons_haste_is_not_anothers() -> None:
    cooldown = Cooldown(THREE)
    for _ in range(10):
        cooldown.take(1, NOW)
    assert cooldown.take(2, NOW) is None


def test_memory_is_bounded_and_the_longest_silent_is_forgotten() -> None:
    cooldown = Cooldown(Rate(1, SECOND), users=2)
    for user in (1, 2, 1, 3):
        cooldown.take(user, NOW)
    assert len(cooldown) == 2
    assert cooldown.take(3, NOW) is not None


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=200), st.sampled_from((PRESSES, HEAVY, LOOKUPS)))
def test_in_no_stretch_of_time_is_more_let_through_than_the_rate(pauses: list[int], rate: Rate) -> None:
    cooldown, now, passed = Cooldown(rate), NOW, []
    for pause in pauses:
        now += timedelta(milliseconds=pause)
        again = cooldown.take(1, now)
        if again is None:
            passed.append(now)
        else:
            assert again > now
            assert cooldown.take(1, again - timedelta(microseconds=1)) == again
    for place, first in enumerate(passed):
        for count, last in enumerate(passed[place:], start=1):
            assert count <= rate.burst + (last - first) / rate.every


@pytest.fixture
async def hasty(closed_table: Tables) -> Table:
    """A table whose bot has the cooldown."""
    table = await closed_table(cooldown="on")
    await table.start()
    return table


async def test_commands_that_come_too_fast_are_refused_with_a_moment(hasty: Table) -> None:
    await hasty.new()
    told = [said(await hasty.camille.slash(hasty.channel, "help")) for _ in range(PRESSES.burst + 1)]
    assert not any("too fast" in text or "You are going too fast for me." in text for text in told[:-1])
    again = int((hasty.env.now() + SECOND).timestamp())
    assert told[-1] == f"You are going too fast for me. Nothing was changed. Try again <t:{again}:R>."
    assert "You are going too fast for me." not in said(await hasty.maxime.slash(hasty.channel, "help"))
    await hasty.env.advance_time(1)
    assert "You are going too fast for me." not in said(await hasty.camille.slash(hasty.channel, "help"))


async def test_a_press_that_comes_too_fast_changes_nothing(hasty: Table) -> None:
    await hasty.new()
    for _ in range(PRESSES.burst):
        await hasty.camille.slash(hasty.channel, "help")
    before = await hasty.snapshot()
    pressed = await hasty.press(controls(hasty.card())[0])
    assert "You are going too fast for me." in whispered(pressed)
    assert await hasty.snapshot() == before


async def test_heavy_commands_have_a_smaller_bucket_of_their_own(hasty: Table) -> None:
    await hasty.new()
    told = [said(await hasty.camille.slash(hasty.channel, "campaign export")) for _ in range(HEAVY.burst + 1)]
    assert not any("You are going too fast for me." in text for text in told[:-1])
    assert "You are going too fast for me." in told[-1]
    assert "You are going too fast for me." not in said(await hasty.camille.slash(hasty.channel, "help"))


async def test_autocomplete_that_is_asked_too_fast_offers_nothing(hasty: Table) -> None:
    await hasty.new()
    offered = [
        await hasty.camille.autocomplete(hasty.channel, "play", "action", "")
        for _ in range(LOOKUPS.burst + 1)
    ]
    assert all(offered[:-1])
    assert offered[-1] == []


async def test_the_cooldown_can_be_switched_off(table: Table) -> None:
    told = [said(await table.camille.slash(table.channel, "help")) for _ in range(PRESSES.burst + 3)]
    assert not any("You are going too fast for me." in text for text in told)
