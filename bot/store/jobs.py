"""Jobs that other processes do: a queue on a PostgreSQL server, whose rows live for seconds.

The tables are neither logged nor kept: what the server loses of them is asked for again. They have a schema
of their own. Whoever changes their columns gives it another name: programs of two versions use one server
while a new one takes over.
"""

# ruff: noqa: S608 - what is put into the statements are this file's own constants
from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import URL

from bot.store.database import settled
from bot.store.server import connect, driver, place_of, plain_server_errors

Kind = Literal["picture", "film"]

LEASE = 6.0
"""Seconds of silence after which a drawer loses its jobs to others."""
PING = 1.0
"""Seconds between two signs of life, of drawers and of bots."""
TRIES = 2
"""How many drawers may take a job: one that has died with it may have died of it."""
WANTED = 10.0
"""Seconds of a bot's silence after which nobody draws for it."""
OLD = 60.0
"""Seconds after which what a dead process has left is deleted."""
PATIENCE = 15.0
"""Seconds for one statement."""
MOST = 8 * 1024 * 1024
"""Most bytes of a job."""
MADE = 32 * 1024 * 1024
"""Most bytes of what comes of a job."""
OVERDUE = 1.0
"""Seconds after which a job for a public post no longer comes after those of people who wait."""
_MAKING = 0x746F6378
"""Number of the advisory lock of whoever makes the tables."""
_CALL = "tocsin_job"
"""The channel on which drawers hear that there is something to do."""

_MAKE = f"""
CREATE SCHEMA IF NOT EXISTS drawing;
CREATE UNLOGGED TABLE IF NOT EXISTS drawing.drawer (
    name text PRIMARY KEY, build text NOT NULL, slots integer NOT NULL, seen timestamptz NOT NULL
);
CREATE UNLOGGED TABLE IF NOT EXISTS drawing.pack (
    build text, digest text, pickled bytea NOT NULL, PRIMARY KEY (build, digest)
);
CREATE UNLOGGED TABLE IF NOT EXISTS drawing.job (
    id uuid PRIMARY KEY,
    bot text NOT NULL,
    build text NOT NULL,
    kind text NOT NULL,
    hangs boolean NOT NULL,
    packs text[] NOT NULL,
    work bytea NOT NULL CHECK (octet_length(work) <= {MOST}),
    at timestamptz NOT NULL,
    wanted timestamptz NOT NULL,
    drawer text,
    lease timestamptz,
    tries integer NOT NULL,
    done integer NOT NULL,
    "of" integer NOT NULL,
    made bytea CHECK (octet_length(made) <= {MADE})
) WITH (autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_scale_factor = 0);
-- Pictures are compressed already.
ALTER TABLE drawing.job ALTER COLUMN made SET STORAGE EXTERNAL;
"""

_NOW = "clock_timestamp()"


def _ago(seconds: float) -> str:
    return f"{_NOW} - interval '{seconds} seconds'"


_LEASED = f"{_NOW} + interval '{LEASE} seconds'"
_FREE = f"made IS NULL AND (lease IS NULL OR lease < {_NOW})"

_GIVE_PACK = "INSERT INTO drawing.pack VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_OFFER = f"""
WITH offered AS (
    INSERT INTO drawing.job
    VALUES ($1, $2, $3, $4, $5, $6, $7, {_NOW}, {_NOW}, NULL, NULL, 0, 0, 0)
) SELECT pg_notify('{_CALL}', '')
"""
_FETCH = """
DELETE FROM drawing.job WHERE bot = $1 AND id = ANY($2::uuid[]) AND made IS NOT NULL RETURNING id, made
"""
_WITHDRAW = "DELETE FROM drawing.job WHERE bot = $1 AND id = ANY($2::uuid[])"
_WITHDRAW_FREE = f"{_WITHDRAW} AND {_FREE} RETURNING id"
_WANT = f"""
UPDATE drawing.job SET wanted = {_NOW} WHERE bot = $1
RETURNING id, tries, {_FREE} AS free, done, "of"
"""
_LOOK = f"""
SELECT
    coalesce(sum(slots) FILTER (WHERE build = $1), 0)::integer AS slots,
    count(*) FILTER (WHERE build = $1) AS drawers,
    count(*) FILTER (WHERE build <> $1) AS others,
    (SELECT count(*) FROM drawing.job WHERE {_FREE}) AS waiting,
    (SELECT coalesce(extract(epoch FROM {_NOW} - min(at)), 0)::float8 FROM drawing.job WHERE {_FREE}) AS age
FROM drawing.drawer WHERE seen > {_ago(LEASE)}
"""
_THERE = "SELECT to_regclass('drawing.drawer') IS NOT NULL AND to_regclass('drawing.job') IS NOT NULL"

_SIGN = f"""
INSERT INTO drawing.drawer VALUES ($1, $2, $3, {_NOW})
ON CONFLICT (name) DO UPDATE SET seen = excluded.seen
"""
_RENEW = f"""
UPDATE drawing.job SET lease = {_LEASED} WHERE drawer = $1 AND made IS NULL RETURNING id
"""
_CLAIM = f"""
WITH next AS (
    SELECT id FROM drawing.job
    WHERE build = $2 AND kind = ANY($3::text[]) AND {_FREE}
    AND tries < {TRIES} AND wanted > {_ago(WANTED)}
    ORDER BY hangs AND at > {_ago(OVERDUE)}, at LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE drawing.job job SET drawer = $1, lease = {_LEASED}, tries = tries + 1 FROM next
WHERE job.id = next.id
RETURNING job.id, job.kind, job.work, job.packs
"""
_PACKS = "SELECT digest, pickled FROM drawing.pack WHERE build = $1 AND digest = ANY($2::text[])"
_ANSWER = """
WITH answered AS (
    UPDATE drawing.job SET made = $3, lease = NULL WHERE id = $1 AND drawer = $2 AND made IS NULL
    RETURNING bot
) SELECT pg_notify('tocsin_made_' || bot, '') FROM answered
"""
_TELL = 'UPDATE drawing.job SET done = $3, "of" = $4 WHERE id = $1 AND drawer = $2'
_RELEASE = f"""
WITH released AS (
    UPDATE drawing.job SET drawer = NULL, lease = NULL, tries = tries - 1
    WHERE id = $1 AND drawer = $2 AND made IS NULL RETURNING id
) SELECT pg_notify('{_CALL}', '') FROM released
"""
_LEAVE = "DELETE FROM drawing.drawer WHERE name = $1"
_TIDY = (
    f"DELETE FROM drawing.job WHERE wanted < {_ago(OLD)}",
    f"DELETE FROM drawing.drawer WHERE seen < {_ago(OLD)}",
    "DELETE FROM drawing.pack WHERE build NOT IN (SELECT build FROM drawing.drawer)",
)


class Look(NamedTuple):
    """How the queue is."""

    slots: int
    """How many maps the drawers that run the same program draw at a time."""
    drawers: int
    others: int
    """Drawers that run another program."""
    waiting: int
    age: float
    """Seconds that the oldest job has waited."""


class Wanted(NamedTuple):
    """A job of a bot that is not done."""

    id: UUID
    tries: int
    free: bool
    """Whether no drawer has it."""
    done: int
    of: int


class Job(NamedTuple):
    """A job that a drawer has taken."""

    id: UUID
    kind: Kind
    work: bytes
    packs: Sequence[str]


class Queue:
    """The queue, over a connection of one bot or drawer.

    :param build: the program: a job goes only to a drawer that runs the same.
    """

    def __init__(self, connection: Any, place: str, build: str) -> None:
        self._connection = connection
        self._place = place
        self._turn = asyncio.Lock()
        self.build = build
        self.name = secrets.token_hex(8)

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: URL, build: str, *, make: bool = True) -> AsyncIterator[Queue]:
        """Connect, and close at the end.

        :param make: make the tables where they are not there.
        :raises StoreError: the server can't be used.
        """
        with plain_server_errors(place_of(url)):
            connection = await connect(url, "tocsin pictures")
        queue = cls(connection, place_of(url), build)
        try:
            if make:
                await queue._make()
            yield queue
        finally:
            connection.terminate()

    async def _make(self) -> None:
        with self._plain_errors():
            async with self._connection.transaction():
                await self._connection.execute(f"SELECT pg_advisory_xact_lock({_MAKING})")
                if not await self._connection.fetchval(_THERE):
                    await self._connection.execute(_MAKE)

    async def _run(self, statement: str, *values: object) -> list[Any]:
        async def run() -> list[Any]:
            async with self._turn:
                fetched: list[Any] = await self._connection.fetch(statement, *values, timeout=PATIENCE)
                return fetched

        with self._plain_errors():
            # Interrupted in the middle, a connection could only be thrown away.
            return await settled(asyncio.ensure_future(run()))

    async def _hear(self, channel: str, heard: Callable[[], object]) -> None:
        with self._plain_errors():
            await self._connection.add_listener(channel, lambda *_told: heard())
            self._connection.add_termination_listener(lambda _connection: heard())

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        with plain_server_errors(self._place):
            try:
                yield
            except driver().InternalClientError as error:
                # What asyncpg says where the server ended the connection while nothing was asked.
                raise ConnectionResetError(str(error)) from error

    async def look(self) -> Look:
        """How the queue is."""
        (row,) = await self._run(_LOOK, self.build)
        return Look(*row)

    async def there(self) -> bool:
        """Whether there are tables."""
        ((made,),) = await self._run(_THERE)
        return bool(made)

    # What a bot does.

    async def hear_of_results(self, heard: Callable[[], object]) -> None:
        """Have a function called when a job of this bot is done."""
        await self._hear(f"tocsin_made_{self.name}", heard)

    async def give_pack(self, digest: str, pickled: bytes) -> None:
        """Put down the data of a title, which jobs name by its digest."""
        await self._run(_GIVE_PACK, self.build, digest, pickled)

    async def offer(self, of: UUID, kind: Kind, work: bytes, packs: Collection[str], *, hangs: bool) -> None:
        """Put a job into the queue.

        :param of: its id, which nobody can guess.
        :param hangs: it comes after those of people who wait.
        """
        await self._run(_OFFER, of, self.name, self.build, kind, hangs, [*packs], work)

    async def fetch(self, jobs: Collection[UUID]) -> Mapping[UUID, bytes]:
        """What has come of those of the jobs that are done; it is gone from the server then."""
        return {row["id"]: row["made"] for row in await self._run(_FETCH, self.name, [*jobs])}

    async def want(self) -> list[Wanted]:
        """Say that this bot lives; returns its jobs."""
        return [Wanted(*row) for row in await self._run(_WANT, self.name)]

    async def withdraw(self, jobs: Collection[UUID]) -> None:
        """Take back jobs, also those that a drawer has."""
        await self._run(_WITHDRAW, self.name, [*jobs])

    async def withdraw_free(self, jobs: Collection[UUID]) -> set[UUID]:
        """Take back those of the jobs that no drawer has; returns them."""
        return {row["id"] for row in await self._run(_WITHDRAW_FREE, self.name, [*jobs])}

    # What a drawer does.

    async def hear_of_jobs(self, heard: Callable[[], object]) -> None:
        """Have a function called when there may be something to do."""
        await self._hear(_CALL, heard)

    async def sign(self, slots: int) -> None:
        """Say that this drawer lives."""
        await self._run(_SIGN, self.name, self.build, slots)

    async def tidy(self) -> None:
        """Delete what dead processes have left."""
        for statement in _TIDY:
            await self._run(statement)

    async def renew(self) -> set[UUID]:
        """Keep this drawer's jobs; returns those that it still has."""
        return {row["id"] for row in await self._run(_RENEW, self.name)}

    async def claim(self, kinds: Collection[Kind]) -> Job | None:
        """Take the next job of these kinds."""
        taken = await self._run(_CLAIM, self.name, self.build, [*kinds])
        return Job(*taken[0]) if taken else None

    async def packs(self, digests: Collection[str]) -> Mapping[str, bytes]:
        """The data of titles, as far as they are there."""
        return {row["digest"]: row["pickled"] for row in await self._run(_PACKS, self.build, [*digests])}

    async def answer(self, job: UUID, made: bytes) -> None:
        """Give what has come of a job; nobody gets it if the job is another's by now, or no longer wanted."""
        await self._run(_ANSWER, job, self.name, made)

    async def tell(self, job: UUID, done: int, of: int) -> None:
        """Say how much of a job is done."""
        await self._run(_TELL, job, self.name, done, of)

    async def release(self, job: UUID) -> None:
        """Leave a job to another drawer."""
        await self._run(_RELEASE, job, self.name)

    async def leave(self) -> None:
        """Say that this drawer takes no more jobs."""
        await self._run(_LEAVE, self.name)
