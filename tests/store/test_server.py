"""A database on a server: who may use it, who is alone on it, and what goes wrong with it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from functools import partial

import pytest
from sqlalchemy import URL, Connection, func, select, text
from sqlalchemy.util import await_only

from bot.shards import Shards
from bot.store import (
    DatabaseAway,
    DatabaseLocked,
    DatabaseLost,
    DatabaseMissing,
    ForeignDatabase,
    Store,
    StoreClosed,
    StoreError,
    rows,
    server,
)
from bot.store.migrate import revision
from bot.store.schema import REVISION
from bot.store.server import connect, place_of
from tests.store.builders import Hands, change, counted, entry, new
from tests.support.postgresql import PostgreSQL


@pytest.fixture
def bare(postgresql: PostgreSQL) -> Iterator[URL]:
    """A database without tables."""
    with postgresql.database("template0") as url:
        yield url


@pytest.fixture
async def other(url: URL, clock: Hands) -> AsyncIterator[Store]:
    """The store of another bot."""
    async with await Store.open(url, clock, alone=True) as other:
        yield other


@pytest.mark.usefixtures("other")
async def test_a_second_bot_is_refused_and_other_programs_are_not(url: URL, clock: Hands) -> None:
    with pytest.raises(DatabaseLocked, match="Another bot runs on the database postgresql://tocsin@"):
        await Store.open(url, clock, alone=True)
    async with await Store.open(url, clock) as store:
        assert await counted(store) == 0


async def test_a_bot_that_was_closed_lets_the_next_one_in(other: Store, url: URL, clock: Hands) -> None:
    for _ in range(5):
        await other.close()
        other = await Store.open(url, clock, alone=True)
    await other.close()
    with pytest.raises(StoreClosed):
        await counted(other)


async def test_a_bot_that_has_lost_its_lock_writes_nothing_more(other: Store, url: URL, clock: Hands) -> None:
    made = await other.create(new(), entry())
    own = await connect(url)
    # The lock of the only bot, not those that a transaction takes.
    query = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    assert await own.fetchval(query)
    await own.close()
    async with await Store.open(url, clock, alone=True) as store:
        await asyncio.sleep(0.1)

        with pytest.raises(DatabaseLost, match="another bot may run on it now"):
            await other.commit(change(made.id, 0))

        assert await store.campaign(made.id) == made


async def test_many_programs_that_start_at_once_make_the_tables_once(bare: URL, clock: Hands) -> None:
    async with AsyncExitStack() as stores:
        opened = await asyncio.gather(*(Store.open(bare, clock) for _ in range(6)))
        for store in opened:
            await stores.enter_async_context(store)

        assert [await store.database.read(revision) for store in opened] == [REVISION] * 6


async def test_tables_of_another_program_are_left_alone(bare: URL, clock: Hands) -> None:
    own = await connect(bare)
    await own.execute("CREATE TABLE theirs (id integer)")
    await own.close()

    with pytest.raises(ForeignDatabase):
        await Store.open(bare, clock)


async def schemas(url: URL, *tables: str) -> list[str]:
    """The schemas that have these tables."""
    own = await connect(url)
    found = await own.fetch("SELECT schemaname FROM pg_tables WHERE tablename = ANY($1)", tables)
    await own.close()
    return [row["schemaname"] for row in found]


async def test_a_bot_whose_user_is_named_as_its_schema_makes_its_tables_beside_it(
    bare: URL, clock: Hands
) -> None:
    assert bare.username == "tocsin"
    for _start in range(2):
        async with await Store.open(bare, clock, alone=True) as store:
            assert await store.database.read(revision) == REVISION
    assert await schemas(bare, "lease") == ["tocsin"]
    assert await schemas(bare, "campaign", "alembic_version", "follower") == ["public"] * 3


async def test_tables_that_an_earlier_program_has_made_in_that_schema_are_used(
    url: URL, clock: Hands
) -> None:
    await (await Store.open(url, clock, alone=True)).close()
    own = await connect(url)
    await own.execute("ALTER TABLE campaign SET SCHEMA tocsin")
    await own.close()

    async with await Store.open(url, clock, alone=True) as store:
        made = await store.create(new(), entry())
        assert await store.campaign(made.id) == made
    assert await schemas(url, "campaign") == ["tocsin"]


async def test_the_schemas_that_an_operator_has_chosen_come_first(url: URL) -> None:
    own = await connect(url)
    await own.execute(
        'CREATE SCHEMA "Our games"; ALTER ROLE tocsin IN DATABASE '
        f'{url.database} SET search_path = "Our games", tocsin, public'
    )
    await own.close()
    own = await connect(url)
    assert await own.fetchval("SHOW search_path") == '"Our games", public, tocsin'
    await own.execute(f"ALTER ROLE tocsin IN DATABASE {url.database} RESET search_path")
    await own.close()


async def test_what_a_transaction_has_read_is_still_so_when_it_writes(url: URL, clock: Hands) -> None:
    """Two that count the campaigns and then write: each counts what the other has written, or the reverse."""

    async def counts(store: Store, channel: int) -> int:
        found = 0

        def work(connection: Connection) -> None:
            nonlocal found
            found = connection.scalar(text("SELECT count(*) FROM meta")) or 0
            connection.execute(select(func.pg_sleep(0.05)))
            rows.people.note(connection, str(channel), "")

        await store.transact(work)
        return found

    async with await Store.open(url, clock) as one, await Store.open(url, clock) as two:
        found = await asyncio.gather(*(counts(store, n) for n, store in enumerate((one, two) * 2)))

    assert sorted(found) == [0, 1, 2, 3]


async def test_no_transaction_has_to_run_again(url: URL, clock: Hands) -> None:
    """Bots that add one to the same numbers, each many times at once, in each way that it can be written."""
    tries: Counter[int] = Counter()
    bots, times = 4, 6

    def add(connection: Connection, name: int, key: str) -> None:
        tries[name] += 1
        number = int(rows.people.noted(connection, key) or 0)
        connection.execute(select(func.pg_sleep(0.01)))
        rows.people.note(connection, key, str(number + 1))

    async def added(store: Store, n: int, campaign_id: int | None) -> None:
        await store.transact(partial(add, name=n, key=str(campaign_id or n % 3)), campaign_id=campaign_id)

    async with AsyncExitStack() as stack:
        stores = [
            await stack.enter_async_context(
                await Store.open(url, clock, alone=True, shards=Shards(n, n, bots))
            )
            for n in range(bots)
        ]

        await asyncio.gather(
            *(added(stores[n % bots], n, [None, 101, 102][n % 3]) for n in range(3 * bots * times))
        )

        noted = [await stores[0].look(partial(rows.people.noted, key=key)) for key in ("0", "101", "102")]
        assert noted == [str(bots * times)] * 3
    assert [*tries.values()] == [1] * 3 * bots * times


async def test_only_those_wait_for_each_other_who_write_the_same(url: URL, clock: Hands) -> None:
    async with await Store.open(url, clock) as one, await Store.open(url, clock) as two:
        begun, leave = asyncio.Event(), asyncio.Event()

        def stay(connection: Connection) -> None:
            begun.set()
            await_only(leave.wait())

        def nothing(connection: Connection) -> None:
            connection.execute(select(1))

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(one.transact(stay, campaign_id=1))
            await begun.wait()
            same = tasks.create_task(two.transact(nothing, campaign_id=1))
            await two.transact(nothing, campaign_id=2)
            await one.set(nothing)
            await one.look(nothing)
            alone = tasks.create_task(two.transact(nothing))
            await asyncio.sleep(0.1)
            assert not same.done()
            assert not alone.done()
            leave.set()


async def test_a_transaction_of_a_program_that_is_frozen_keeps_nobody_waiting_for_long(
    url: URL, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "FROZEN", 0.2)
    async with await Store.open(url, clock) as frozen, await Store.open(url, clock) as other:

        def freeze(connection: Connection) -> None:
            rows.people.note(connection, "frozen", "")
            await_only(asyncio.sleep(1))
            rows.people.note(connection, "thawed", "")

        freezing = asyncio.create_task(frozen.transact(freeze))
        await asyncio.sleep(0.1)
        await other.transact(partial(rows.people.note, key="other", value=""))

        with pytest.raises(DatabaseAway):
            await freezing
        assert await other.look(partial(rows.people.noted_under, prefix="o")) == {"ther": ""}
        assert await frozen.look(partial(rows.people.noted, key="frozen")) is None


async def test_a_connection_that_the_server_ends_between_two_statements_is_lost(
    url: URL, clock: Hands
) -> None:
    """The driver has read that before it sees that nobody is there any more, as in a program that wakes."""
    fields = b"SFATAL\0VFATAL\0C25P03\0Mterminating connection\0\0"
    farewell = b"E" + (len(fields) + 4).to_bytes(4, "big") + fields

    def ended(connection: Connection) -> None:
        connection.execute(select(1))
        connection.connection.driver_connection._protocol.data_received(farewell)  # type: ignore[union-attr]

    def within(connection: Connection) -> None:
        ended(connection)
        rows.people.note(connection, "too late", "yes")

    async with await Store.open(url, clock) as store:
        for work in (within, ended):
            with pytest.raises(DatabaseAway, match="was lost; try again"):
                await store.transact(work)
        await store.set(lambda connection: rows.people.note(connection, "awake", "yes"))
        assert await store.look(partial(rows.people.noted, key="awake")) == "yes"
        assert await store.look(partial(rows.people.noted, key="too late")) is None


async def test_a_read_sees_one_moment(url: URL, clock: Hands) -> None:
    async with await Store.open(url, clock) as one, await Store.open(url, clock) as two:
        loop = asyncio.get_running_loop()

        def work(connection: Connection) -> list[int]:
            count = text("SELECT count(*) FROM campaign")
            first = connection.scalar(count)
            connection.execute(select(func.pg_sleep(0.3)))
            return [first or 0, connection.scalar(count) or 0]

        reading = loop.create_task(one.look(work))
        await asyncio.sleep(0.1)
        await two.create(new(), entry())

        assert await reading == [0, 0]
        assert await counted(one) == 1


async def test_readers_can_not_write(url: URL, clock: Hands) -> None:
    async with await Store.open(url, clock) as store:
        with pytest.raises(StoreError, match="can only be read"):
            await store.look(lambda c: c.execute(text("DELETE FROM journal")).close())


async def test_a_server_that_is_not_there_is_named_without_its_password(clock: Hands) -> None:
    url = URL.create("postgresql", "tocsin", "ca-ira", "127.0.0.1", 1, "tocsin", {"password": "ca-ira"})

    with pytest.raises(DatabaseAway, match="can't be reached") as refused:
        await Store.open(url, clock)

    assert "postgresql://tocsin:***@127.0.0.1:1/tocsin" in str(refused.value)
    assert "ca-ira" not in str(refused.value)


async def test_a_database_that_the_server_does_not_have(postgresql: PostgreSQL, clock: Hands) -> None:
    url = postgresql.url("nowhere")

    with pytest.raises(DatabaseMissing, match="createdb"):
        await Store.open(url, clock)

    assert place_of(url) == str(url)
