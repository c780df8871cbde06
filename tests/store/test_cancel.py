"""Cancelled in the middle, a transaction is closed and the store goes on."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

import pytest
from sqlalchemy import Connection, func, insert, select

from bot.store import Campaign, Store, StoreClosed
from bot.store.schema import seat
from tests.store.builders import Hands, change, counted, entry, new


@pytest.fixture
async def made(store: Store) -> Campaign:
    return await store.create(new(), entry())


class Stop(BaseException):
    """What is no error but ends the work."""


class Held:
    """Work that writes a row and then waits in its thread until it is let go."""

    def __init__(self, campaign_id: int) -> None:
        self.begun = asyncio.Event()
        self.go = threading.Event()
        self._campaign_id = campaign_id
        self._loop = asyncio.get_running_loop()

    def __call__(self, connection: Connection) -> None:
        connection.execute(
            insert(seat).values(campaign_id=self._campaign_id, seat="held", place=1, user_id=1)
        )
        self._loop.call_soon_threadsafe(self.begun.set)
        assert self.go.wait(60)


async def consistent(store: Store, campaign_id: int) -> int:
    """The version of a campaign, of which the journal must have exactly the entries."""
    found = await store.campaign(campaign_id)
    assert found is not None
    assert found.last_seq == found.version
    return found.version


async def cancelled_anywhere(store: Store, *, everything: bool) -> None:
    """Cancel commits after each number of steps; all other tasks with them, or the commit alone."""
    made, version = await store.create(new(), entry()), 0
    for turns in range(60):
        task = asyncio.create_task(store.commit(change(made.id, version)))
        for _ in range(turns):
            await asyncio.sleep(0)
        for other in asyncio.all_tasks() - {asyncio.current_task()} if everything else {task}:
            other.cancel()
        with suppress(asyncio.CancelledError):
            await task

        version = await consistent(store, made.id)
        assert (await store.commit(change(made.id, version))).campaign.version == version + 1
        version += 1


async def test_a_commit_cancelled_anywhere_leaves_nothing_open(store: Store) -> None:
    await cancelled_anywhere(store, everything=False)


async def test_so_it_is_where_all_tasks_are_cancelled(file_store: Store) -> None:
    # On a server the driver closes a connection by tasks of its own, which nothing but the end of the program
    # cancels.
    await cancelled_anywhere(file_store, everything=True)


async def test_work_that_has_begun_is_finished_before_the_cancellation_goes_on(file_store: Store) -> None:
    made = await file_store.create(new(), entry())
    work = Held(made.id)
    task = asyncio.create_task(file_store.database.write(work))
    await work.begun.wait()

    task.cancel()
    work.go.set()
    with pytest.raises(asyncio.CancelledError):
        await task

    head = await file_store.campaign_head(made.id)
    assert head is not None
    assert head.seats["held"] == 1
    assert (await file_store.commit(change(made.id, 0))).campaign.version == 1


async def test_a_commit_cancelled_while_it_waits_its_turn_has_done_nothing(file_store: Store) -> None:
    made = await file_store.create(new(), entry())
    work = Held(made.id)
    first = asyncio.create_task(file_store.database.write(work))
    await work.begun.wait()

    waiting = asyncio.create_task(file_store.commit(change(made.id, 0)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    work.go.set()
    await first

    assert await consistent(file_store, made.id) == 0


async def test_readers_do_not_wait_for_the_writer(file_store: Store) -> None:
    made = await file_store.create(new(), entry())
    work = Held(made.id)
    writing = asyncio.create_task(file_store.database.write(work))
    await work.begun.wait()

    found = await asyncio.gather(*(file_store.campaign(made.id) for _ in range(8)))

    assert found == [made] * 8
    work.go.set()
    await writing


async def test_closing_waits_for_the_work_that_runs(file_store: Store, clock: Hands) -> None:
    made = await file_store.create(new(), entry())
    work = Held(made.id)
    writing = asyncio.create_task(file_store.database.write(work))
    await work.begun.wait()

    closing = asyncio.create_task(file_store.close())
    await asyncio.sleep(0)
    work.go.set()
    await closing
    await writing

    with pytest.raises(StoreClosed):
        await counted(file_store)
    with pytest.raises(StoreClosed):
        await file_store.commit(change(made.id, 0))


async def test_whatever_ends_the_work_is_rolled_back(store: Store, made: Campaign) -> None:
    def work(connection: Connection) -> None:
        connection.execute(insert(seat).values(campaign_id=made.id, seat="lost", place=1, user_id=1))
        raise Stop

    with pytest.raises(Stop):
        await store.database.write(work)

    assert await store.database.read(lambda c: c.scalar(select(func.count()).select_from(seat))) == 1
    assert (await store.commit(change(made.id, 0))).campaign.version == 1
