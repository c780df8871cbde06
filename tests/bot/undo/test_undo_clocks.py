"""Taking back gives nobody time: whoever decides anew has what was left before."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.clock import deadlines
from tests.support.bot_fixtures import Tables
from tests.support.clocked import HOUR, act, hours_pass, started, two_seats
from tests.support.moderated import confirmed, marat
from tests.support.table import Table


async def rest(table: Table, seat: str) -> float:
    """Hours that a seat has left now."""
    (owed,) = [row for row in await table.bot.store.deadlines_of(1) if row.seat == seat]
    assert owed.due_at is not None
    return (owed.due_at - table.env.now()) / timedelta(hours=1)


async def marching(table: Table) -> None:
    """Blue is first to march."""
    await act(table, "blue", "commit 6 nantes")
    await act(table, "white", "commit 1 cholet")


@pytest.mark.parametrize("clock", ["48h interrupts 12h", "bank 48h +12h max 7d interrupts 12h"])
async def test_act_and_undo_for_ever_is_no_way_to_gain_time(closed_table: Tables, clock: str) -> None:
    table = await started(closed_table)
    await two_seats(table, clock)
    await marching(table)
    had = await rest(table, "blue")
    for passed in (20, 15):
        await hours_pass(table, passed)
        await act(table, "blue", "pass")
        await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
        had -= passed
        assert await rest(table, "blue") == pytest.approx(had, abs=0.2)


@pytest.mark.parametrize("clock", ["48h interrupts 12h", "bank 48h +12h max 7d interrupts 12h"])
async def test_whoever_takes_back_at_the_last_moment_has_an_hour_once(
    closed_table: Tables, clock: str
) -> None:
    table = await started(closed_table)
    await two_seats(table, clock)
    await marching(table)
    await hours_pass(table, await rest(table, "blue") - 0.1)
    await act(table, "blue", "pass")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert await rest(table, "blue") == pytest.approx(deadlines.AT_LEAST.total_seconds() / HOUR, abs=0.05)

    # The hour is over in its turn, and no more is given for the same decision.
    await hours_pass(table, 0.9)
    await act(table, "blue", "pass")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert await rest(table, "blue") == pytest.approx(0.1, abs=0.05)
    await hours_pass(table, 0.2)
    assert "is over" in table.posts()[-1]["content"]


async def test_a_moderators_undo_gives_a_full_clock(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "48h interrupts 12h")
    await marching(table)
    await hours_pass(table, 40)
    await act(table, "blue", "pass")
    moderator = marat(table)
    asked = await moderator.slash(table.channel, "mod undo", reason="a slip", actions=1)
    await confirmed(moderator, asked)
    assert await rest(table, "blue") == pytest.approx(48, abs=0.05)
