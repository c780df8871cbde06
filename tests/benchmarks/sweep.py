"""One sweep over a thousand campaigns that are all due, and how long it holds the event loop.

Campaigns of *Levée en Masse* stand in a real SQLite file in WAL mode with `synchronous = FULL`. Each sweep
finds every one of them due: once for a reminder, once for the automatic player, who plays the turn out.
Meanwhile a watchdog asks the loop for its turn every millisecond; the longest time that it is kept waiting
beyond that is the figure. Beside it stands that of an idle loop, which waits for the machine alone. What
the sweep writes into the outbox is not sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from sqlalchemy import Connection, text

import engines
from bot.app.sweep import Sweep
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.pauses import outage
from bot.store import Store
from bot.store.rows import people
from tests.benchmarks.measure import Figure, Report, milliseconds, scratch

CAMPAIGNS = 1000
STEP = 0.001
IDLE = 5.0
"""Seconds for which the idle loop is watched."""
MOST = 50.0
"""Milliseconds for which the loop may be held."""
START = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Unsent:
    """An outbox that is left as it is."""

    def kick(self) -> None:
        """Nothing is sent."""


class Measured(NamedTuple):
    """One sweep."""

    seconds: float
    held: float
    """Longest time in seconds for which the loop was held."""
    done: int
    """Campaigns that it had something to do for."""


class Hands:
    """A clock that is set by hand."""

    time = START

    def __call__(self) -> datetime:
        """The time."""
        return self.time


class Bench:
    """A store full of campaigns, on a clock that is set by hand."""

    def __init__(self, store: Store, hands: Hands) -> None:
        self.store = store
        self.hands = hands
        self.campaigns = Campaigns(store, engines.titles().values(), hands)
        self.sweep = Sweep(self.campaigns, Unsent())  # type: ignore[arg-type]

    async def fill(self) -> None:
        """Begin the campaigns, each in a channel and by a person of its own."""
        for number in range(1, CAMPAIGNS + 1):
            await self.campaigns.new(
                Wish(
                    guild_id=1,
                    channel_id=number,
                    user_id=number,
                    title="levee",
                    images="never",
                    clock="24h overtime player",
                    seed=f"benchmark {number}",
                )
            )

    async def swept(self, after: timedelta, kind: str) -> Measured:
        """Let time go by and measure the sweep; the bot was awake until then."""
        self.hands.time += after
        awake = self.hands.time - outage.LONGEST
        await self.store.transact(partial(people.note, key=outage.SWEPT, value=awake.isoformat()))
        before = await self.store.look(partial(written, kind=kind))
        async with watched() as longest:
            begun = perf_counter()
            await self.sweep()
            spent = perf_counter() - begun
        done = await self.store.look(partial(written, kind=kind)) - before
        assert done == CAMPAIGNS, f"{done} of {CAMPAIGNS} campaigns were seen to"
        return Measured(spent, longest[0], done)


def written(connection: Connection, kind: str) -> int:
    """Campaigns that a message of a kind was written for, counted by message."""
    query = "SELECT count(*) FROM outbox WHERE kind = :kind"
    return int(connection.execute(text(query), {"kind": kind}).scalar_one())


@asynccontextmanager
async def watched() -> AsyncIterator[list[float]]:
    """Meanwhile the longest time for which the loop was held, in a list of one."""
    longest = [0.0]

    async def watch() -> None:
        while True:
            begun = perf_counter()
            await asyncio.sleep(STEP)
            longest[0] = max(longest[0], perf_counter() - begun - STEP)

    watching = asyncio.get_running_loop().create_task(watch())
    try:
        await asyncio.sleep(STEP)
        yield longest
        # Whatever was held last is seen too.
        await asyncio.sleep(2 * STEP)
    finally:
        watching.cancel()


async def measure(folder: Path) -> tuple[float, Measured, Measured]:
    """What an idle loop is held by the machine alone, in seconds; a sweep of reminders; one of overtime."""
    hands = Hands()
    async with await Store.open(folder / "tocsin.db", hands) as store:
        bench = Bench(store, hands)
        await bench.fill()
        reminders = await bench.swept(timedelta(hours=12), "nudge")
        overtime = await bench.swept(timedelta(hours=12), "say")
    async with watched() as idle:
        await asyncio.sleep(IDLE)
    return idle[0], reminders, overtime


def run() -> Report:
    """Measure."""
    with scratch() as folder:
        idle, reminders, overtime = asyncio.run(measure(folder))
    return Report(
        [
            _figure("sweep of 1,000 reminders", reminders, idle),
            _figure("sweep of 1,000 overtimes", overtime, idle),
        ],
        ("sweep: the bound is on the longest time that the loop was held; beside it what an idle loop was",),
    )


def _figure(name: str, measured: Measured, idle: float) -> Figure:
    each = milliseconds(measured.seconds / measured.done)
    whole = f"{measured.seconds:.1f} s, {each} each"
    return Figure(name, whole, f"idle {milliseconds(idle)}", measured.held * 1e3, MOST, unit="ms")
