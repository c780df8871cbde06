"""The place of the tables: one SQLite file; `bot.store.server` has the other, a database server.

Work is a plain function of a SQLAlchemy connection and is one transaction. For SQLite it runs whole
in the thread of one `aiosqlite` connection: one hop from the event loop instead of three for each
statement, and no `await` inside a transaction that a cancellation could leave open.
"""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, column, create_engine, delete, func, insert, select, table
from sqlalchemy.engine.interfaces import CompiledCacheType
from sqlalchemy.pool import StaticPool

from bot import metrics
from bot.shards import ALL, Shards
from bot.store.backup import backup_file
from bot.store.errors import (
    AnotherBot,
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseLost,
    StoreClosed,
    Unwritable,
    plain_errors,
)
from bot.store.lease import Lease
from bot.store.schema import COUNTED
from data.catalogue import _

T = TypeVar("T")
Work = Callable[[Connection], T]

_COMPILED: CompiledCacheType = {}
_SEQUENCE = table("sqlite_sequence", column("name"), column("seq"))
READERS = 3
POLL = 0.5
"""Seconds between two looks of a bot that waits for another to end."""
SWITCHES = 5
"""How often the switch to WAL is tried while other processes start on the same file."""


class Database(ABC):
    """A database that runs functions, each in a transaction of its own."""

    place: str
    """The name for messages, without secrets."""

    def __init__(self, shards: Shards = ALL) -> None:
        self.shards = shards
        """The servers whose campaigns the bot looks after."""
        self.lost: Callable[[DatabaseLost], object] = lambda why: None
        """Called when another bot may have become the only one."""
        self.handed: Collection[int] | None = None
        """The interactions that the bot before has taken up, if it has handed over to this one."""

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Run a function that writes nothing; it sees one moment of the database."""

    @abstractmethod
    async def write(self, work: Work[T], of: Collection[int] | None = None) -> T:
        """Run a function and commit, or leave no trace of it.

        :param of: the campaigns whose rows it reads and writes: nobody else writes these meanwhile. Of what
            belongs to no campaign each of its statements is then on its own. Without it, nobody else writes.

        A caller that is cancelled while it waits for its turn has done nothing; once the function has
        begun, it finishes before the cancellation goes on.
        """

    @abstractmethod
    def last_ids(self, connection: Connection) -> dict[str, int]:
        """The last id that was given to a row, also to one that is deleted, by table; 0: none."""

    @abstractmethod
    def go_on_from(self, connection: Connection, ids: Mapping[str, int]) -> None:
        """Give the next rows of tables higher ids than these."""

    @abstractmethod
    async def keep_copy(self, name: str) -> None:
        """Keep a copy of the present data under another name, if that is the bot's task for this database.

        :raises StoreError: the copy can't be made; the message says why.
        """

    @abstractmethod
    async def rebuild(self, work: Work[T]) -> T:
        """Do work like `write`, for the only program that changes the tables at the moment.

        The work may copy a table which other tables refer to, and then replace it.
        """

    @abstractmethod
    async def claim(self, *, wait: bool = False, ready: Callable[[], bool] = lambda: True) -> None:
        """Become the only bot for its shards on this database until it is closed.

        :param wait: wait for the other bot to end, if there is one.
        :param ready: whether this bot could go on at once; asked in another thread.
        :raises DatabaseLocked: another bot runs on it.
        :raises StoreError: that can't be known; the message says why.
        """

    async def stood_by(self) -> bool:
        """Whether another bot waits that could go on at once."""
        return False

    async def hand_over(self, taken: Collection[int]) -> None:
        """Let the bot that stands by go on, and write nothing more; what is read can still be read.

        :param taken: the interactions that this bot has taken up; the other answers all that come later.
        """
        raise NotImplementedError

    def older_bots(self, connection: Connection, than: str, *, alone: bool) -> Sequence[Shards]:
        """The groups of bots that run now and whose program knows no revision as late as `than`.

        :param alone: whoever asks has the place of its own group's bot, or waits for it.
        """
        return []

    def holds(self) -> bool:
        """Whether no other bot can have become the only one."""
        return True

    @abstractmethod
    def check_place(self) -> None:
        """Check that the database is still the one that was opened.

        :raises DatabaseLost: it is not.
        """

    @abstractmethod
    async def settle(self) -> None:
        """Apply lasting settings, once the tables are known to be ours."""

    @abstractmethod
    async def close(self) -> None:
        """Let running work finish, then close."""


def _whole(work: Work[T], connection: Connection) -> T:
    """Run the function and check that no row refers to a missing one."""
    done = work(connection)
    stray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if stray is not None:
        raise DatabaseCorrupt(
            _(
                "The table {table} refers to rows of {other} that do not exist.",
                table=stray[0],
                other=stray[2],
            )
        )
    return done


async def settled(future: asyncio.Future[T]) -> T:
    """Await something that a cancellation must not leave half-way; the cancellation goes on afterwards."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not future.cancelled():
            # Fetch the exception; otherwise the event loop reports it as never retrieved.
            future.exception()
        raise cancelled
    return future.result()


class _Begun(asyncio.Future[T]):
    """Work in a thread: if the caller that waits is cancelled, the cancellation goes on when it is done."""

    def cancel(self, msg: object = None) -> bool:
        return False


class _Thread(aiosqlite.Connection):
    """An `aiosqlite` connection that can run a whole function in its thread."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # A program that fails without closing the store must still end.
        self._thread.daemon = True

    async def open(self) -> None:
        """Connect; if that fails, let the thread end before raising the error."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def run(self, work: Callable[[], T]) -> T:
        """Run a function in the thread; it has finished when this returns or raises."""
        self.driver()
        future: _Begun[T] = _Begun()
        self._tx.put_nowait((future, work))
        try:
            return await future
        except asyncio.CancelledError:
            # Fetch the exception; otherwise the event loop reports it as never retrieved.
            future.exception()
            raise

    def driver(self) -> sqlite3.Connection:
        return self._conn


@cache
def _common() -> Engine:
    """The SQLite dialect for all lanes: a statement is compiled once, not once by each lane."""
    engine = create_engine("sqlite://")
    with engine.connect():
        return engine


class _Lane:
    """One SQLite connection, its thread, and its SQLAlchemy engine."""

    def __init__(self, path: Path, begin: str, pragmas: tuple[str, ...], busy_seconds: float) -> None:
        def connect() -> sqlite3.Connection:
            connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
            return connection

        self._begin = begin
        self._thread = _Thread(connect)
        driver: Any = self._thread.driver
        pool = StaticPool(driver, dialect=_common().dialect)
        self._engine = Engine(
            pool, _common().dialect, _common().url, execution_options={"compiled_cache": _COMPILED}
        )
        self._connection: Connection
        """One for all transactions: to take it from the pool and return it costs as much as a query."""

    async def open(self) -> None:
        await self._thread.open()
        self._connection = await self._thread.run(self._engine.connect)

    async def run(self, work: Work[T]) -> T:
        return await self._thread.run(partial(self._transaction, work))

    def _transaction(self, work: Work[T]) -> T:
        with self._connection.begin():
            # Call the driver: SQLAlchemy would look for a listener at every statement.
            self._thread.driver().execute(self._begin)
            return work(self._connection)

    async def pragma(self, pragma: str) -> None:
        """Set a pragma that can't be set inside a transaction."""
        cursor = await self._thread.execute(f"PRAGMA {pragma}")
        await cursor.close()

    async def close(self) -> None:
        await self._thread.run(self._connection.close)
        await self._thread.close()


class SqliteDatabase(Database):
    """A SQLite file in WAL mode: one writer, and readers that never wait for it."""

    def __init__(self, path: Path, *, busy_seconds: float) -> None:
        super().__init__()
        self.path = path
        self.place = str(path)
        self._busy_seconds = busy_seconds
        self._writer: _Lane | None = None
        self._writing = asyncio.Lock()
        self._reading = asyncio.Semaphore(READERS)
        self._readers: list[_Lane] = []
        self._idle: list[_Lane] = []
        self._closed = False
        self._lease: Lease | None = None
        self._file: tuple[int, int] | None = None
        """Device and inode of the file that was opened."""

    async def read(self, work: Work[T]) -> T:
        with metrics.READ.time(), plain_errors(self.place):
            async with self._reading:
                self._check_open()
                lane = self._idle.pop() if self._idle else await self._reader()
                try:
                    return await lane.run(work)
                finally:
                    self._idle.append(lane)

    async def write(self, work: Work[T], of: Collection[int] | None = None) -> T:
        with metrics.WRITE.time(), plain_errors(self.place):
            async with self._writing:
                lane = self._writer or await self._open_writer()
                # SQLite would go on writing to a file that no program will ever read again.
                self.check_place()
                return await lane.run(work)

    async def claim(self, *, wait: bool = False, ready: Callable[[], bool] = lambda: True) -> None:
        while self._lease is None:
            try:
                self._lease = Lease.take(self.path)
            except AnotherBot:
                if not wait:
                    raise
                await asyncio.sleep(POLL)

    def check_place(self) -> None:
        if self._file is not None and self._file != _numbers(self.path):
            raise DatabaseLost(
                _(
                    "The database {path} was replaced or deleted under the bot, so that nothing can be "
                    "saved any more: the bot stops, and goes on with what is there when it is started "
                    "again.",
                    path=self.path,
                )
            )

    def last_ids(self, connection: Connection) -> dict[str, int]:
        # Tables without `sqlite_autoincrement` are not in SQLite's list.
        highest = {each.name: connection.scalar(select(func.max(each.c.id))) or 0 for each in COUNTED}
        given = dict(connection.execute(select(_SEQUENCE.c.name, _SEQUENCE.c.seq)).tuples().all())
        return {name: max(last, given.get(name, 0)) for name, last in highest.items()}

    def go_on_from(self, connection: Connection, ids: Mapping[str, int]) -> None:
        counted = [each.name for each in COUNTED if each.dialect_options["sqlite"]["autoincrement"]]
        for name in counted:
            connection.execute(delete(_SEQUENCE).where(_SEQUENCE.c.name == name))
            connection.execute(insert(_SEQUENCE).values(name=name, seq=ids[name]))

    async def keep_copy(self, name: str) -> None:
        await backup_file(self.path, self.path.with_name(f"{self.path.name}.{name}"))

    async def rebuild(self, work: Work[T]) -> T:
        # With foreign keys on, dropping the old table would strand the rows that refer to it.
        with plain_errors(self.place):
            lane = await self._opened("BEGIN IMMEDIATE", ("foreign_keys = OFF", "synchronous = FULL"))
            try:
                return await lane.run(partial(_whole, work))
            finally:
                await settled(asyncio.ensure_future(lane.close()))

    async def settle(self) -> None:
        # WAL: readers and the writer do not wait for each other. The mode stays in the file.
        for left in reversed(range(SWITCHES)):
            try:
                with plain_errors(self.place):
                    async with self._writing:
                        lane = self._writer or await self._open_writer()
                        await lane.pragma("journal_mode = WAL")
                        self._file = _numbers(self.path)
                return
            except DatabaseLocked:
                # Of two processes that switch at once, SQLite refuses one without letting it wait.
                if not left:
                    raise
                await asyncio.sleep(0.05)

    async def close(self) -> None:
        self._closed = True
        async with self._writing:
            lanes = [*self._readers, *([self._writer] if self._writer else [])]
            self._readers, self._idle, self._writer = [], [], None
            # Close the writer last, so that it can fold the log into the file.
            for lane in lanes:
                await settled(asyncio.ensure_future(lane.close()))
        if self._lease is not None:
            self._lease.release()

    async def _open_writer(self) -> _Lane:
        # An upgrade of a read lock fails at once, with any time-out; IMMEDIATE waits.
        lane = await self._opened("BEGIN IMMEDIATE", ("foreign_keys = ON", "synchronous = FULL"))
        self._writer = lane
        return lane

    async def _reader(self) -> _Lane:
        lane = await self._opened("BEGIN", ("query_only = ON",))
        self._readers.append(lane)
        return lane

    async def _opened(self, begin: str, pragmas: tuple[str, ...]) -> _Lane:
        self._check_open()
        lane = _Lane(self.path, begin, pragmas, self._busy_seconds)
        await lane.open()
        return lane

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed

    @classmethod
    def at(cls, path: Path, *, busy_seconds: float) -> SqliteDatabase:
        """The database file at `path`; a missing folder is made.

        :raises Unwritable: the folder can't be made.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unwritable(
                _(
                    "The folder {parent} can't be made: {strerror}.",
                    parent=path.parent,
                    strerror=error.strerror,
                )
            ) from error
        return cls(path, busy_seconds=busy_seconds)


def _numbers(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file with this name; None if there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino
