"""Bots for groups of shards on one server: each looks after its own servers, and no other bot does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, Connection, select

from bot.shards import ALL, MOST, Shards
from bot.store import DatabaseLocked, DatabaseLost, Deadline, Guild, Message, Store, rows
from bot.store.errors import AnotherBot, OtherShards
from bot.store.lobbies import Opening
from bot.store.schema import outbox
from bot.store.server import connect
from tests.store.builders import CHANNEL, START, USER, Hands, change, entry, new

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
LOW, HIGH = Shards(0, 3, 16), Shards(4, 15, 16)


Open = Callable[..., Any]


@pytest.fixture
async def opened(url: URL, clock: Hands) -> AsyncIterator[Open]:
    """Opens the store for a group of shards, and closes it after the test."""
    async with AsyncExitStack() as stack:

        async def opened(shards: Shards = ALL, **more: Any) -> Store:
            store = await Store.open(url, clock, alone=True, shards=shards, **more)
            return await stack.enter_async_context(store)

        yield opened


def server(shard: int, number: int = 1, count: int = 16) -> int:
    """A server in a shard."""
    return (number * count + shard) << 22


def say(text: str = "To the frontier!") -> Message:
    return Message(kind="say", payload=f'"{text}"'.encode())


def test_a_server_is_in_the_shard_that_discord_puts_it_in() -> None:
    assert Shards(6, 6, 16).serves(41771983423143937)
    assert (41771983423143937 >> 22) % 16 == 6
    assert not Shards(7, 7, 16).serves(41771983423143937)
    assert ALL.serves(41771983423143937)
    assert Shards(0, 15, 16).every
    assert ALL.every
    assert not LOW.every


def test_groups_cross_that_share_a_shard_or_count_differently() -> None:
    assert not LOW.crosses(HIGH)
    assert LOW.crosses(Shards(3, 4, 16))
    assert LOW.crosses(Shards(4, 7, 8))
    assert LOW.crosses(ALL)
    groups = [LOW, HIGH, ALL, Shards(MOST - 1, MOST - 1, MOST), Shards(0, MOST - 1, MOST)]
    assert [Shards.numbered(each.number) for each in groups] == groups
    assert all(each.number < 2**31 for each in groups)


async def test_two_groups_run_at_the_same_time(opened: Open) -> None:
    low, high = await opened(LOW), await opened(HIGH)
    await low.create(new(guild_id=server(0)), entry())
    await high.create(new(guild_id=server(4), channel_id=CHANNEL + 1), entry())


@pytest.mark.parametrize("other", [Shards(3, 8, 16), Shards(0, 15, 16), Shards(8, 9, 10), ALL])
async def test_groups_that_cross_are_refused_even_to_stand_by(opened: Open, other: Shards) -> None:
    await opened(LOW)
    with pytest.raises(OtherShards, match=f"for the shards 0-3/16 runs on .* is for {other}"):
        await opened(other, wait=True)
    with pytest.raises(DatabaseLocked):
        await opened(other)


async def test_a_group_is_refused_beside_a_bot_for_all(opened: Open) -> None:
    await opened()
    with pytest.raises(OtherShards, match="for the shards 0-0/1 runs"):
        await opened(LOW, wait=True)


async def test_a_group_has_one_bot(opened: Open) -> None:
    await opened(LOW)
    await opened(HIGH)
    with pytest.raises(AnotherBot):
        await opened(LOW)


async def test_a_bot_of_a_version_without_groups_excludes_them(url: URL, opened: Open) -> None:
    own = await connect(url)
    await own.fetchval("SELECT pg_advisory_lock($1)", 0x746F6374)
    with pytest.raises(AnotherBot):
        await opened(LOW)
    await own.close()


async def test_a_bot_that_takes_over_takes_nothing_from_other_groups(
    url: URL, opened: Open, clock: Hands
) -> None:
    low, high = await Store.open(url, clock, alone=True, shards=LOW), await opened(HIGH)
    in_low = await low.create(new(guild_id=server(0)), entry())
    in_high = await high.create(new(guild_id=server(4), channel_id=CHANNEL + 1), entry())
    # Its lock is gone, and its connections are not: as when it could not be told.
    own = await connect(url)
    query = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1"
    assert await own.fetchval(query, LOW.number)
    await own.close()
    after = await opened(LOW, wait=True)
    low.database._claim._sure_until = float("inf")  # type: ignore[attr-defined]
    with pytest.raises(DatabaseLost):
        await low.commit(change(in_low.id, 0))
    await high.commit(change(in_high.id, 0))
    await after.commit(change(in_low.id, 0))
    await low.close()


async def test_whoever_serves_other_shards_than_before_shuts_out_the_bots_of_before(
    url: URL, opened: Open, clock: Hands
) -> None:
    """A group that is cut anew is no reason for a frozen bot to write."""
    low = await Store.open(url, clock, alone=True, shards=LOW)
    made = await low.create(new(guild_id=server(0)), entry())
    own = await connect(url)
    await own.fetchval("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE objid = $1", LOW.number)
    await own.close()
    await asyncio.sleep(0.2)
    await opened(Shards(0, 15, 16))
    low.database._claim._sure_until = float("inf")  # type: ignore[attr-defined]
    with pytest.raises(DatabaseLost):
        await low.commit(change(made.id, 0))
    await low.close()


async def test_each_group_finds_the_work_of_its_own_servers(opened: Open, clock: Hands) -> None:
    low, high = await opened(LOW), await opened(HIGH)
    owed = Deadline(
        seat="france",
        kind="turn",
        interrupt=False,
        since=START,
        allowed=None,
        due_at=START,
        ring=1,
        next_ring_at=START,
    )
    of: dict[Store, list[int]] = {low: [], high: []}
    for shard in range(16):
        store = low if shard < 4 else high
        made = await store.create(
            new(guild_id=server(shard), channel_id=CHANNEL + shard), entry(), [say()], [owed]
        )
        of[store].append(made.id)

        def ask(connection: Connection, shard: int = shard, made: int = made.id) -> None:
            rows.openings.ask(
                connection, server(shard), CHANNEL, Opening(title="levee", created_by=USER), START
            )
            rows.lapses.put(connection, made)
            rows.people.alter_person(connection, shard, next_digest_at=START)
            rows.people.put_guild(
                connection, Guild(id=server(shard), week_at=START, log_at=START, keep_days=30)
            )

        # Written by either: what counts is whose it is.
        await high.transact(ask)
    now = clock()
    for store, ids in of.items():
        shards = store.shards
        assert [row.campaign_id for row in await store.due_messages(now)] == ids
        assert [row.campaign_id for row in await store.all_due(now, 100, but=ids[:1])] == ids[1:]
        assert (await store.look(partial(rows.outbox.backlog, now=now)))[0] == len(ids)
        assert await store.look(partial(rows.deadlines.to_ring, now=now)) == ids
        assert await store.look(partial(rows.deadlines.with_clock, after=0)) == ids
        assert await store.look(rows.deadlines.with_bell) == ids
        assert await store.look(partial(rows.deadlines.played_with, title="levee", pack="levee-1:abc")) == ids
        assert list(await store.look(partial(rows.lapses.due, now=now))) == ids
        assert sorted(await store.look(partial(rows.wakes.due, now=now))) == ids
        opening = await store.look(partial(rows.openings.due, now=now))
        weeks = await store.look(partial(rows.people.weeks_due, of="week_at", now=now, limit=100))
        kept = await store.look(rows.seasons.wanted)
        for servers in ([row.guild_id for row in opening], [row.id for row in weeks], list(kept)):
            assert len(servers) == len(ids)
            assert all(map(shards.serves, servers))
    assert len(await low.look(partial(rows.people.digests_due, now=now, limit=100))) == 16
    assert await high.look(partial(rows.people.digests_due, now=now, limit=100)) == []


async def test_a_clock_that_steps_moves_only_the_times_of_its_own_group(opened: Open, clock: Hands) -> None:
    low, high = await opened(LOW), await opened(HIGH)
    waiting = [Message(kind="say", payload=b'""', not_before=START)]
    in_low = await low.create(new(guild_id=server(0)), entry(), waiting)
    in_high = await high.create(new(guild_id=server(4), channel_id=CHANNEL + 1), entry(), waiting)
    later = START.replace(hour=20)
    await low.transact(partial(rows.outbox.shift, by=later - START, written=later, now=later))
    assert await low.due_messages(clock()) == []
    assert [row.campaign_id for row in await high.due_messages(clock())] == [in_high.id]
    assert [row.campaign_id for row in await low.due_messages(later)] == [in_low.id]


class Sender:
    """A process that sends, as `shards_child` does."""

    def __init__(self, shards: Shards, process: asyncio.subprocess.Process) -> None:
        self.shards = shards
        self.process = process
        self.sent: list[int] = []
        self.held = asyncio.Event()
        self._more = asyncio.Event()
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode().strip():
            if line.isdigit():
                self.sent.append(int(line))
                self._more.set()
            elif line == "holds":
                self.held.set()

    async def sends(self, more: int) -> None:
        """Wait until it has sent so many more."""
        wanted = len(self.sent) + more
        async with asyncio.timeout(PATIENCE):
            while len(self.sent) < wanted:
                self._more.clear()
                await self._more.wait()

    async def ends(self) -> None:
        """Kill it and read what it has still said."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await self._reading


@pytest.fixture
async def begin(url: URL) -> AsyncIterator[Callable[[Shards], Any]]:
    """Starts processes, and ends them after the test."""
    begun: list[Sender] = []

    async def begin(shards: Shards) -> Sender:
        place = url.render_as_string(hide_password=False)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.store.shards_child", place),
            *map(str, (shards.first, shards.last, shards.count)),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        begun.append(Sender(shards, process))
        return begun[-1]

    yield begin
    for sender in begun:
        await sender.ends()


async def test_under_load_each_message_is_sent_once_by_its_own_group_though_one_bot_is_killed(
    url: URL, begin: Callable[[Shards], Any]
) -> None:
    async with await Store.open(url, lambda: datetime.now(UTC)) as store:
        campaigns = [
            (await store.create(new(guild_id=server(shard), channel_id=CHANNEL + shard), entry())).id
            for shard in range(16)
        ]
        low, high = await begin(LOW), await begin(HIGH)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(low.held.wait(), high.held.wait())
        after = await begin(LOW)

        async def talk() -> None:
            while True:
                for campaign in campaigns:
                    await store.add_outbox(campaign, [say()])
                await asyncio.sleep(0.1)

        talking = asyncio.ensure_future(talk())
        await asyncio.gather(low.sends(40), high.sends(40))
        await low.ends()
        await asyncio.gather(after.sends(40), high.sends(40))
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
        # The talk is over: what is left is sent by the groups that are there.
        left = len(await store.due_messages(datetime.now(UTC), 10_000))
        async with asyncio.timeout(PATIENCE):
            while left:
                await asyncio.wait(
                    [asyncio.ensure_future(each.sends(1)) for each in (after, high)], timeout=1
                )
                left = len(await store.due_messages(datetime.now(UTC), 10_000))
        await asyncio.gather(after.ends(), high.ends())
        groups = {}
        for number, campaign in enumerate(campaigns):
            serves = LOW if LOW.serves(server(number)) else HIGH
            written = await store.look(partial(_messages, campaign_id=campaign))
            groups.update(dict.fromkeys(written, serves))
    assert len(high.sent) == len(set(high.sent))
    assert {groups[number] for number in high.sent} == {HIGH}
    assert {groups[number] for number in low.sent + after.sent} == {LOW}
    # What it had told Discord and not noted is told again with the same nonce, by which Discord knows it.
    again = set(low.sent) & set(after.sent)
    assert len(again) <= len([shard for shard in range(16) if LOW.serves(server(shard))])
    assert len(low.sent + after.sent) == len(set(low.sent + after.sent)) + len(again)
    assert set(low.sent + after.sent + high.sent) == groups.keys()


def _messages(connection: Connection, campaign_id: int) -> list[int]:
    return list(connection.scalars(select(outbox.c.id).where(outbox.c.campaign_id == campaign_id)))
