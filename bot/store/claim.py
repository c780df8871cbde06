"""The one bot for its shards on a PostgreSQL server: locks on a connection that a thread keeps awake.

The server ends a lock's connection that is silent for `SILENCE`, so that a frozen bot, or one whose machine
is cut off, gives way to the next. Whoever takes the locks ends the connections of all bots that have none and
raises their epochs, which each transaction of a bot reads again under a lock: a bot that wakes later writes
nothing. A bot that ends in order leaves a list of the interactions that it has taken up, so that whoever
stands by can answer all others.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from typing import Any

from sqlalchemy import BigInteger, Connection, Text, column, select, table

from bot.shards import ALL, Shards
from bot.store.errors import AnotherBot, DatabaseLost, OtherShards, StoreClosed
from bot.store.schema import REVISION
from data.catalogue import N_

SILENCE = 6.0
"""Seconds of silence after which the server takes the lock away."""
PING = 1.0
"""Seconds between two signs of life."""
POLL = 0.1
"""Seconds between two looks of a bot that stands by."""
BOT = "tocsin bot"
"""How the names of a bot's connections begin, except for that of its lock."""
LOST = N_(
    "The connection to the database {place} was lost, and another bot may run on it now: "
    "the bot stops, and goes on when it is started again."
)
_LOCK = 0x746F6374
"""A bot for all servers has it alone, as bots had it before there were groups; groups share it."""
_TAKING, _GROUP, _NEXT = 0x746F6375, 0x746F6376, 0x746F6377
"""Locks with a second number: of whoever takes locks; of a group of shards, by its number; of those that
stand by for a group and are connected to Discord."""
_HELD = (
    "SELECT objid::bigint FROM pg_locks "
    "WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = {kind} "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_END_OTHERS = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE application_name LIKE 'tocsin bot%' AND application_name <> ALL($1::text[]) "
    "AND datname = current_database() AND usename = current_user"
)
_MAKE = (
    "CREATE SCHEMA IF NOT EXISTS tocsin; "
    "CREATE TABLE IF NOT EXISTS tocsin.lease (name text PRIMARY KEY, epoch bigint NOT NULL); "
    "CREATE TABLE IF NOT EXISTS tocsin.bot "
    "(name text PRIMARY KEY, epoch bigint NOT NULL, revision text NOT NULL, taken bigint[])"
)
"""Apart from the program's tables: it is there before they are made, and while they are changed."""
_ENTER = "INSERT INTO tocsin.lease VALUES ($1, 0) ON CONFLICT DO NOTHING"
_RAISE = (
    "WITH raised AS (UPDATE tocsin.lease SET epoch = epoch + 1 WHERE name <> ALL($2::text[]) RETURNING *) "
    "SELECT epoch FROM raised WHERE name = $1"
)
_HANDED = "SELECT taken FROM tocsin.bot JOIN tocsin.lease USING (name, epoch) WHERE name = $1"
_BEGIN = (
    "INSERT INTO tocsin.bot VALUES ($1, $2, $3) ON CONFLICT (name) "
    "DO UPDATE SET epoch = excluded.epoch, revision = excluded.revision, taken = NULL"
)
_HAND = "UPDATE tocsin.bot SET taken = $2 WHERE name = $1"
_LEASE = table("lease", column("name", Text), column("epoch", BigInteger), schema="tocsin")
_BOT = table(
    "bot", column("name", Text), column("epoch", BigInteger), column("revision", Text), schema="tocsin"
)
_KNOWN = select(_BOT.c.name, _BOT.c.revision).join(
    _LEASE, (_LEASE.c.name == _BOT.c.name) & (_LEASE.c.epoch == _BOT.c.epoch)
)
_BEFORE = "0023"
"""The revision of the last bots that did not say which they know."""
_EPOCH = "SELECT FROM tocsin.lease WHERE name = '{}' AND epoch = {} FOR SHARE"
_NONE = "SELECT 0"
"""What the server says where nothing is found."""

Connect = Callable[[str], Any]
"""Connects under a name; the result is awaited."""


def _entry(shards: Shards) -> str:
    """What a lock is for, in its table."""
    return "all" if shards == ALL else str(shards)


def connection_of(shards: Shards) -> str:
    """The name of the connections of a bot."""
    return BOT if shards == ALL else f"{BOT} {shards}"


def stood_by(connection: Connection, shards: Shards) -> bool:
    """Whether a bot that is connected to Discord stands by for a group."""
    return shards.number in connection.exec_driver_sql(_HELD.format(kind=_NEXT)).scalars()


def older_bots(connection: Connection, than: str, but: Shards | None) -> Sequence[Shards]:
    """The groups of bots that run now and whose program knows no revision of the tables as late as `than`.

    Until the transaction ends, no bot begins.

    :param but: a group that is left out.
    """
    # Whoever takes a lock waits, and reads the revision of the tables afterwards.
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TAKING}, 0)")
    others = map(Shards.numbered, connection.exec_driver_sql(_HELD.format(kind=_GROUP)).scalars())
    known: dict[str, str] = {}
    if connection.exec_driver_sql("SELECT to_regclass('tocsin.bot')").scalar() is not None:
        known.update(connection.execute(_KNOWN).tuples().all())
    return [other for other in others if other != but and known.get(_entry(other), _BEFORE) < than]


class Claim:
    """The lock, from the moment it is taken until it is released or lost.

    :param shards: what it is for.
    :param connect: makes a connection of the driver, in the loop of whoever calls.
    :param lost: called in the loop of the bot when the lock is lost.
    :ivar handed: the interactions that the bot before has taken up, if it has waited for this one; else None.
    """

    def __init__(
        self, place: str, shards: Shards, connect: Connect, lost: Callable[[DatabaseLost], object]
    ) -> None:
        self.handed: Collection[int] | None = None
        self._place = place
        self._shards = shards
        self._connect = connect
        self._lost = lost
        self._sure_until = 0.0
        self._taken: Future[None] = Future()
        # It can't be cancelled: the thread would not know.
        self._taken.set_running_or_notify_cancel()
        self._stop = threading.Event()
        self._bot = asyncio.get_running_loop()
        self._epoch = 0
        self._released = False
        self._left: Collection[int] | None = None

    async def take(self, *, wait: bool, ready: Callable[[], bool]) -> None:
        """Take the lock.

        :param wait: wait until the other bot has ended or is silent.
        :param ready: whether this bot could go on at once; asked in another thread.
        :raises AnotherBot: another bot has it.
        :raises OtherShards: another bot has some of the shards, and not the same.
        """
        # Not in the bot's loop: a busy moment there must not look like silence.
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._held(wait=wait, ready=ready)), name="lease", daemon=True
        )
        self._thread.start()
        try:
            await asyncio.wrap_future(self._taken)
        except asyncio.CancelledError:
            self._stop.set()
            raise

    @property
    def sure(self) -> bool:
        """Whether no other bot can have the lock."""
        return monotonic() <= self._sure_until

    def check(self) -> None:
        """Check that no other bot can have the lock.

        :raises DatabaseLost: one may.
        :raises StoreClosed: this one has given it away.
        """
        if not self.sure:
            raise StoreClosed if self._released else self._why()

    def epoch(self) -> str:
        """A statement that finds nothing if another bot has had the lock since; none gets it meanwhile."""
        return _EPOCH.format(_entry(self._shards), self._epoch)

    def check_epoch(self, said: str) -> None:
        """Check what the server said to the statement.

        :raises DatabaseLost: another bot has had the lock since.
        :raises StoreClosed: this one had given it away.
        """
        if said == _NONE:
            raise StoreClosed if self._released else self._why()

    def _why(self) -> DatabaseLost:
        return DatabaseLost(LOST(place=self._place))

    async def release(self, taken: Collection[int] | None = None) -> None:
        """Give the lock to whoever waits for it; a second call does no harm.

        :param taken: the interactions that this bot has taken up, if it answers none but these.
        """
        if not self._stop.is_set():
            self._left = taken
        self._released = True
        self._stop.set()
        await asyncio.to_thread(self._thread.join)

    async def _held(self, *, wait: bool, ready: Callable[[], bool]) -> None:
        held, offered = None, False
        try:
            held = await self._connect("tocsin lease")
            await held.execute(f"SET idle_session_timeout = {int(SILENCE * 1000)}")
            while not await self._begun(held):
                if not wait:
                    raise AnotherBot(self._place)  # noqa: TRY301 - told to whoever waits for the lock
                if ready() != offered:
                    offered = not offered
                    await self._offer(held, ready=offered)
                if self._stop.wait(POLL):
                    raise AnotherBot(self._place)  # noqa: TRY301 - nobody waits any more
            if offered:
                await self._offer(held, ready=False)
        except BaseException as error:  # noqa: BLE001 - told to whoever waits for the lock
            if held is not None:
                held.terminate()
            self._taken.set_exception(error)
            return
        self._taken.set_result(None)
        try:
            await self._keep_awake(held)
        except Exception:  # noqa: BLE001 - whatever it is, the lock can't be kept
            self._sure_until = 0.0
            with suppress(RuntimeError):
                self._bot.call_soon_threadsafe(self._lost, self._why())
        finally:
            held.terminate()

    async def _offer(self, held: Any, *, ready: bool) -> None:
        """Tell the bot that has the lock whether this one could go on at once."""
        change = "lock_shared" if ready else "unlock_shared"
        await held.execute(f"SELECT pg_advisory_{change}({_NEXT}, {self._shards.number})")

    async def _begun(self, held: Any) -> bool:
        """Take the lock, unless another bot has it."""
        begun = monotonic()
        async with held.transaction():
            # One after the other: each sees what those before it have.
            await held.execute("SELECT pg_advisory_xact_lock($1, 0)", _TAKING)
            others = [Shards.numbered(number) for (number,) in await held.fetch(_HELD.format(kind=_GROUP))]
            if self._shards in others:
                return False
            for other in others:
                if other.crosses(self._shards):
                    raise OtherShards(self._place, self._shards, other)
            share = "" if self._shards == ALL else "_shared"
            if not await held.fetchval(f"SELECT pg_try_advisory_lock{share}($1)", _LOCK):
                return False
            await held.execute("SELECT pg_advisory_lock($1, $2)", _GROUP, self._shards.number)
            await held.execute(_MAKE)
            self.handed = await held.fetchval(_HANDED, _entry(self._shards))
            await self._end(held, others)
        self._sure_until = begun + SILENCE
        return True

    async def _end(self, held: Any, others: Sequence[Shards]) -> None:
        """See to it that a bot which has lost its lock writes nothing more.

        :param others: the bots that have theirs.
        """
        # A frozen bot may have stopped in the middle of a transaction, with locks of rows. One that has
        # handed over still reads, for the answers that it is giving.
        kept = others if self.handed is None else [*others, self._shards]
        await held.fetchval(_END_OTHERS, [connection_of(other) for other in kept])
        own = _entry(self._shards)
        await held.execute(_ENTER, own)
        self._epoch = await held.fetchval(_RAISE, own, [_entry(other) for other in others])
        await held.execute(_BEGIN, own, self._epoch, REVISION)

    async def _keep_awake(self, held: Any) -> None:
        while not self._stop.is_set():
            self._stop.wait(PING)
            begun = monotonic()
            async with asyncio.timeout(SILENCE):
                await held.fetchval("SELECT 1")
            self._sure_until = begun + SILENCE
        self._sure_until = 0.0
        if self._left is not None:
            await held.execute(_HAND, _entry(self._shards), [*self._left])
        # The server notices a closed connection only after a while, and the next bot is impatient.
        await held.fetchval("SELECT pg_advisory_unlock_all()")
