"""A bot that stands by on a server takes over from one that is dead or frozen; nothing is written twice."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from bot.store import DatabaseLocked, DatabaseLost, Store, StoreClosed, rows
from bot.store.server import connect
from tests.store.builders import Hands, change, entry, new

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0


class Bot:
    """A process that counts, as `standby_child` does."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.counted: list[int] = []

    async def says(self, wanted: Callable[[str], bool]) -> str:
        """Read on until it says that."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self.process.stdout.readline()).decode().strip():
                if line.isdigit():
                    self.counted.append(int(line))
                if wanted(line):
                    return line
        raise AssertionError("it has ended")

    async def counts(self, times: int) -> None:
        """Wait until it has counted so often."""
        target = len(self.counted) + times
        await self.says(lambda line: len(self.counted) >= target)

    async def ends(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.process.wait()


Begin = Callable[..., Any]


@pytest.fixture
async def begin(url: URL) -> AsyncIterator[Begin]:
    """Starts processes, and ends them after the test."""
    begun: list[Bot] = []

    async def begin(name: str, *more: str) -> Bot:
        place = url.render_as_string(hide_password=False)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.store.standby_child", place, name, *more),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        begun.append(Bot(process))
        await begun[-1].says(lambda line: line == "waits")
        return begun[-1]

    yield begin
    for bot in begun:
        if bot.process.returncode is None:
            bot.process.kill()
            await bot.process.wait()


async def written(url: URL) -> list[str]:
    """Who has written each number, in order."""
    own = await connect(url)
    found = await own.fetch("SELECT key, value FROM meta WHERE key LIKE 'number:%' ORDER BY key")
    await own.close()
    assert [row["key"] for row in found] == [f"number:{n:06}" for n in range(1, len(found) + 1)]
    return [row["value"] for row in found]


async def test_a_bot_that_stands_by_takes_over_from_one_that_was_killed(url: URL, begin: Begin) -> None:
    first = await begin("first")
    await first.counts(20)
    second = await begin("second")
    await first.counts(20)
    assert "second" not in await written(url)
    first.process.kill()
    await second.counts(20)
    by = await written(url)
    begun = by.index("second")
    assert set(by[:begun]) == {"first"}
    assert set(by[begun:]) == {"second"}
    # What was confirmed is there; at most one was written and not confirmed any more.
    assert len(first.counted) <= begun


async def test_a_frozen_bot_gives_way_and_writes_nothing_when_it_wakes(url: URL, begin: Begin) -> None:
    first = await begin("first")
    await first.counts(20)
    second = await begin("second")
    first.process.send_signal(signal.SIGSTOP)
    await second.counts(20)
    first.process.send_signal(signal.SIGCONT)
    assert await first.says(lambda line: line == "lost")
    await first.ends()
    await second.counts(20)
    by = await written(url)
    begun = by.index("second")
    assert set(by[:begun]) == {"first"}
    assert set(by[begun:]) == {"second"}


async def test_a_bot_that_is_frozen_within_a_transaction_holds_up_nobody(url: URL, begin: Begin) -> None:
    first = await begin("first", "inside")
    await first.says(lambda line: line == "inside")
    second = await begin("second")
    first.process.send_signal(signal.SIGSTOP)
    await second.counts(20)
    assert set(await written(url)) == {"second"}


async def test_a_transaction_under_way_ends_before_the_next_bot_begins(url: URL, clock: Hands) -> None:
    """Whatever the first has still written, the second sees."""
    async with await Store.open(url, clock, alone=True) as first:
        made = await first.create(new(), entry())
        # Its lock is gone, and its connections are not: as when it could not be told.
        own = await connect(url)
        await own.fetchval("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        await own.execute("UPDATE tocsin.lease SET epoch = epoch + 1")
        await own.close()
        assert first.database._claim is not None  # type: ignore[attr-defined]
        first.database._claim._sure_until = float("inf")  # type: ignore[attr-defined]
        with pytest.raises(DatabaseLost, match="another bot may run on it now"):
            await first.commit(change(made.id, 0))
        assert await first.campaign(made.id) == made


async def test_a_bot_that_stood_by_goes_on_with_what_is_there(url: URL, clock: Hands) -> None:
    first = await Store.open(url, clock, alone=True)
    standing_by = asyncio.ensure_future(Store.open(url, clock, alone=True, wait=True))
    made = await first.create(new(), entry())
    assert not standing_by.done()
    await first.close()
    async with await standing_by as second:
        assert await second.campaign(made.id) == made
        await second.commit(change(made.id, 0))


async def test_a_bot_hands_over_and_may_still_read(url: URL, clock: Hands) -> None:
    first = await Store.open(url, clock, alone=True)
    made = await first.create(new(), entry())
    assert not await first.database.stood_by()
    standing_by = asyncio.ensure_future(Store.open(url, clock, alone=True, wait=True))
    async with asyncio.timeout(PATIENCE):
        while not await first.database.stood_by():  # noqa: ASYNC110 - another thread
            await asyncio.sleep(0.05)
    await first.database.hand_over([1576181950618533890, 7])
    async with await standing_by as second:
        assert second.database.handed == [1576181950618533890, 7]
        assert not await second.database.stood_by()
        await second.commit(change(made.id, 0))
        # Who is being answered may still be shown the board.
        read = await first.campaign(made.id)
        assert read is not None
        assert read.version == 1
        assert not first.database.holds()
        # Whoever was too slow has lost nothing that the bot had to keep: it is as if it had stopped.
        with pytest.raises(StoreClosed):
            await first.commit(change(made.id, 1))
        await first.close()
        await second.commit(change(made.id, 1))
    # It has ended without anybody to hand over to.
    async with await Store.open(url, clock, alone=True) as third:
        assert third.database.handed is None


async def test_a_bot_that_is_not_connected_to_discord_is_not_handed_over_to(url: URL, clock: Hands) -> None:
    ready = False
    async with await Store.open(url, clock, alone=True) as first:
        standing_by = asyncio.ensure_future(
            Store.open(url, clock, alone=True, wait=True, ready=lambda: ready)
        )
        await asyncio.sleep(1)
        assert not await first.database.stood_by()
        ready = True
        async with asyncio.timeout(PATIENCE):
            while not await first.database.stood_by():  # noqa: ASYNC110 - another thread
                await asyncio.sleep(0.05)
            ready = False
            while await first.database.stood_by():  # noqa: ASYNC110 - another thread
                await asyncio.sleep(0.05)
        standing_by.cancel()
        with pytest.raises(asyncio.CancelledError):
            await standing_by


async def test_a_bot_that_stands_by_can_be_stopped(url: URL, clock: Hands) -> None:
    async with await Store.open(url, clock, alone=True) as first:
        standing_by = asyncio.ensure_future(Store.open(url, clock, alone=True, wait=True))
        await asyncio.sleep(1)
        standing_by.cancel()
        with pytest.raises(asyncio.CancelledError):
            await standing_by
        await first.transact(lambda c: rows.people.note(c, "still", "here"))


async def test_who_has_lost_the_lock_is_told(url: URL, clock: Hands) -> None:
    async with await Store.open(url, clock, alone=True) as store:
        told: asyncio.Future[DatabaseLost] = asyncio.get_running_loop().create_future()
        store.database.lost = told.set_result
        own = await connect(url)
        await own.fetchval("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        await own.close()
        async with asyncio.timeout(PATIENCE):
            assert "another bot may run on it now" in str(await told)


async def test_a_bot_may_wait_for_a_file_as_well(tmp_path: Path, clock: Hands) -> None:
    path = tmp_path / "tocsin.db"
    first = await Store.open(path, clock, alone=True)
    with pytest.raises(DatabaseLocked):
        await Store.open(path, clock, alone=True)
    standing_by = asyncio.ensure_future(Store.open(path, clock, alone=True, wait=True))
    await asyncio.sleep(0.1)
    assert not standing_by.done()
    await first.close()
    await (await standing_by).close()
