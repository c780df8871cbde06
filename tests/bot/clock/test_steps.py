"""A clock that steps, years ahead or hours back: everything goes on by the time that has really passed."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.cooldown import PRESSES
from bot.app.gate import Gate
from bot.campaigns import messages
from bot.clock.steady import Steady
from bot.seats.handover import Seats
from tests.support.clockwork import BLUE, HOUR, MINUTE, START, THIRD, WHITE, Clockwork
from tests.support.depth import depth

YEAR = timedelta(days=365)
CLOCK = "24h interrupts 6h overtime pass"
STEPS = {
    "a year ahead for one sweep": {7: YEAR, 8: -YEAR},
    "a year ahead for a day": {7: YEAR, 31: -YEAR},
    "hours back": {7: -5 * HOUR},
    "minutes back and forth": {3: -20 * MINUTE, 9: 45 * MINUTE, 26: -25 * MINUTE},
    "far back and for good": {12: -YEAR},
}


async def told(path: Path, steps: dict[int, timedelta]) -> list[object]:
    """Two days in which nobody decides, an hour at a time: when what was said, rung and decided."""
    work = Clockwork(path)
    await work.begin(CLOCK)
    story: list[object] = []
    for hour in range(50):
        work.time += steps.get(hour, timedelta())
        await work.swept(HOUR)
        story += [(work.evenly - START, said.split(", due")[0]) for said in work.channel.posts[len(story) :]]
    entries = await work.store.journal(1)
    await work.close()
    return [*story, *((row.seat, row.action, row.source) for row in entries)]


@pytest.mark.deep(seconds=10)
def test_a_clock_that_steps_moves_nothing_that_really_passes(tmp_path: Path) -> None:
    even = asyncio.run(told(tmp_path / "even.db", {}))
    for name, steps in [*STEPS.items()][:: depth(2, 1)]:
        assert asyncio.run(told(tmp_path / f"{name}.db", steps)) == even, name
    assert any("ran out of time" in str(said) for said in even)
    assert not any("🛠️" in str(said) for said in even)


async def test_what_waits_is_said_in_its_time_after_a_clock_went_back(tmp_path: Path) -> None:
    work = Clockwork(tmp_path / "tocsin.db")
    await work.begin(CLOCK)
    await work.swept(MINUTE)
    work.time += YEAR
    work.channel.fails = True
    await work.store.add_outbox(1, [messages.say("A word")])
    await work.swept(MINUTE)
    work.time -= YEAR
    work.channel.fails = False
    for _ in range(6):
        await work.swept(10 * MINUTE)
    assert "A word" in work.channel.posts
    await work.close()


async def test_a_clock_that_went_back_between_two_runs_takes_the_deadlines_along(tmp_path: Path) -> None:
    work = Clockwork(tmp_path / "tocsin.db")
    work.time += YEAR
    await work.begin(CLOCK)
    await work.swept(MINUTE)
    left = {key: row.due_at - work.time for key, row in (await work.deadlines()).items() if row.due_at}
    await work.close()
    work.time -= YEAR
    await work.open()
    await work.swept(MINUTE)
    after = {key: row.due_at - work.time for key, row in (await work.deadlines()).items() if row.due_at}
    assert after == left
    await work.close()


def test_nobody_is_too_fast_for_the_hours_that_a_clock_went_back() -> None:
    time, ticks = START, 0.0
    steady = Steady(lambda: time, lambda: ticks)
    gate = Gate(lambda: time, steady=steady)
    for _ in range(PRESSES.burst):
        assert gate._presses.take(BLUE, steady()) is None
    assert gate._presses.take(BLUE, steady()) is not None
    time -= 5 * HOUR
    ticks += 1
    assert gate._presses.take(BLUE, steady()) is None
    time += YEAR
    assert gate._presses.take(BLUE, steady()) is not None


async def test_a_wrong_date_at_the_start_gives_no_seat_back_and_is_undone(tmp_path: Path) -> None:
    work = Clockwork(tmp_path / "tocsin.db")
    await work.begin(CLOCK)
    seats = Seats(work.campaigns)
    await seats.lend(1, WHITE, "white", THIRD, work.time + 2 * HOUR)
    await seats.sit(1, THIRD, "white")
    await work.swept(MINUTE)
    left = {key: row.due_at - work.time for key, row in (await work.deadlines()).items() if row.due_at}
    await work.close()
    work.time += YEAR
    await work.open()
    await work.swept(MINUTE)
    assert (await work.campaign()).seating["white"].user_id == THIRD
    work.time -= YEAR
    await work.swept(MINUTE)
    after = {key: row.due_at - work.time for key, row in (await work.deadlines()).items() if row.due_at}
    assert all(left[key] - after[key] <= 2 * MINUTE for key in left)
    assert (await work.campaign()).seating["white"].user_id == THIRD
    await work.swept(3 * HOUR)
    assert (await work.campaign()).seating["white"].user_id == WHITE
    await work.close()
