"""The tables on a PostgreSQL server, and all that differs there from a SQLite file.

A transaction that writes is SERIALIZABLE: what a function has read before it decides is still so when it
commits, as behind SQLite's single writer. Where the server can't promise that, it refuses the transaction
and the function runs again: until it has ended, it leaves no trace outside of the database. A bot's that is
crossed twice waits until it is the only one; no timer of the event loop is in that. A process writes one at a
time: small tables have their rows on the same pages, so that hardly two would not cross.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot import metrics
from bot.shards import ALL, Shards
from bot.store.claim import Claim, connection_of, older_bots, stood_by
from bot.store.database import Database, T, Work, settled
from bot.store.errors import (
    DatabaseAway,
    DatabaseLocked,
    DatabaseLost,
    DatabaseMissing,
    DiskFull,
    StoreClosed,
    StoreError,
    Unwritable,
)
from bot.store.rows.share import SHARDS
from bot.store.schema import COUNTED
from data.catalogue import N_, _

CONNECTIONS = 8
"""Connections of one process; further work waits for its turn."""
TRIES = 40
"""How often a transaction is run that others cross."""
CROSSED = 2
"""How often a bot's transaction may be crossed before it runs alone."""
CONNECT = 15.0
"""Seconds after which a server that does not answer counts as away."""
TAKEN = 3
"""How often a transaction is run that finds a key taken: it may be so because of its own repetition, too."""
_TAKEN = "23505"
_CROSSED = frozenset({"40001", "40P01"})
"""States of a transaction that was refused only because of others at the same time."""
_UPGRADE = 0x746F6373
"""Number of the advisory lock of whoever changes the tables."""


def driver() -> ModuleType:
    """The driver.

    :raises StoreError: it is not installed.
    """
    try:
        import asyncpg  # noqa: PLC0415 - an optional dependency
    except ModuleNotFoundError as error:
        raise StoreError(
            _("A database on a server needs the driver asyncpg, which comes with `tocsin[server]`.")
        ) from error
    return asyncpg  # type: ignore[no-any-return]


async def connect(url: URL, name: str = "tocsin") -> Any:
    """A connection of the driver, which reads the URL as PostgreSQL's own tools do.

    :param name: what the server calls it.
    """
    return await driver().connect(
        url.render_as_string(hide_password=False),
        timeout=CONNECT,
        # The bot says the same few statements for ever: they need no timer that forgets them.
        max_cached_statement_lifetime=0,
        # A transaction that has read a whole table is crossed by all that write there: also in a small table
        # it goes by the index.
        server_settings={"application_name": name, "enable_seqscan": "off"},
    )


def place_of(url: URL) -> str:
    """A server's name for messages, without its password."""
    return url.difference_update_query(["password"]).render_as_string()


class ServerDatabase(Database):
    """A database on a PostgreSQL server."""

    def __init__(self, url: URL, shards: Shards = ALL) -> None:
        super().__init__(shards)
        driver()
        self._url = url
        self.place = place_of(url)
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connected,
            pool_size=CONNECTIONS,
            max_overflow=0,
        )
        self._engine = engine
        engine = engine.execution_options(**{SHARDS: shards})
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._writing = engine.execution_options(isolation_level="SERIALIZABLE")
        # A transaction that waits for a lock has to see what was committed meanwhile.
        self._upgrading = engine.execution_options(isolation_level="READ COMMITTED")
        self._turns = asyncio.Semaphore(CONNECTIONS)
        self._writer = asyncio.Lock()
        self._quieting = asyncio.Lock()
        self._closed = False
        self._claim: Claim | None = None

    async def _connected(self) -> Any:
        return await connect(self._url, "tocsin" if self._claim is None else connection_of(self.shards))

    async def read(self, work: Work[T]) -> T:
        with metrics.READ.time():
            return await self._begun(self._reading, work)

    async def write(self, work: Work[T]) -> T:
        with metrics.WRITE.time():
            async with self._writer:
                self.check_place()
                alone = None if self._claim is None else self._claim.wait_for_others
                try:
                    return await self._begun(self._writing, partial(self._by_the_only_bot, work), alone)
                except DatabaseAway:
                    if self._claim is not None:
                        # Whoever has the lock by now has ended the connections of the bot before.
                        self.check_place()
                        await self._begun(self._writing, self._claim.check_epoch)
                    raise

    def _by_the_only_bot(self, work: Work[T], connection: Connection) -> T:
        if self._claim is not None:
            self._claim.check_epoch(connection)
        return work(connection)

    async def rebuild(self, work: Work[T]) -> T:
        def alone(connection: Connection) -> T:
            connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE)))
            return work(connection)

        return await self._begun(self._upgrading, alone)

    async def claim(self, *, wait: bool = False, ready: Callable[[], bool] = lambda: True) -> None:
        claim = Claim(self.place, self.shards, partial(connect, self._url), self._give_up)
        with _plain_errors(self.place):
            await claim.take(wait=wait, ready=ready)
        self._claim, self.handed = claim, claim.handed
        # Connections that were made before do not have the bot's name, by which the next bot ends them.
        await self._engine.dispose()

    async def stood_by(self) -> bool:
        return await self.read(partial(stood_by, shards=self.shards))

    async def hand_over(self, taken: Collection[int]) -> None:
        assert self._claim is not None
        async with self._quiet():
            await self._claim.release(taken)

    def older_bots(self, connection: Connection, than: str, *, alone: bool) -> Sequence[Shards]:
        return older_bots(connection, than, self.shards if alone else None)

    def _give_up(self, why: DatabaseLost) -> None:
        self.lost(why)

    def holds(self) -> bool:
        return self._claim is None or self._claim.sure

    def check_place(self) -> None:
        if self._claim is not None:
            self._claim.check()

    def last_ids(self, connection: Connection) -> dict[str, int]:
        ids = {}
        for each in COUNTED:
            sequence = connection.scalar(select(func.pg_get_serial_sequence(each.name, "id")))
            # Null if it has given no number yet.
            ids[each.name] = connection.scalar(select(func.pg_sequence_last_value(sequence))) or 0
        return ids

    def go_on_from(self, connection: Connection, ids: Mapping[str, int]) -> None:
        for name, last in ids.items():
            sequence = func.pg_get_serial_sequence(name, "id")
            connection.execute(select(func.setval(sequence, max(last, 1), last > 0)))

    async def keep_copy(self, name: str) -> None:
        # A server has its own backups.
        return

    async def settle(self) -> None:
        return

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        async with self._quiet():
            await self._engine.dispose()
        if self._claim is not None:
            await self._claim.release()

    @asynccontextmanager
    async def _quiet(self) -> AsyncIterator[None]:
        """While no transaction is under way."""
        async with self._quieting:
            for _turn in range(CONNECTIONS):
                await self._turns.acquire()
            try:
                yield
            finally:
                for _turn in range(CONNECTIONS):
                    self._turns.release()

    async def _begun(self, engine: AsyncEngine, work: Work[T], alone: Work[None] | None = None) -> T:
        with _plain_errors(self.place):
            async with self._turns:
                if self._closed:
                    raise StoreClosed(_("The store is closed."))
                # Interrupted in the middle, a connection could only be thrown away.
                return await settled(asyncio.ensure_future(_until_uncrossed(engine, work, alone)))


async def _until_uncrossed(engine: AsyncEngine, work: Work[T], alone: Work[None] | None) -> T:
    """Run a transaction, again and again while others cross it.

    :param alone: begins a transaction that nobody crosses.
    """
    for tried in range(1, TRIES + 1):
        try:
            async with engine.begin() as connection:
                if alone is not None and tried > CROSSED:
                    await connection.run_sync(alone)
                return await connection.run_sync(work)
        except DBAPIError as error:
            # A key that another has written meanwhile: what was read first is read again.
            crossed = _state(error) in _CROSSED or (_state(error) == _TAKEN and tried < TAKEN)
            if not crossed or tried == TRIES:
                raise
        metrics.RETRIES.inc()
    raise AssertionError("the last try returns or raises")


def _state(error: BaseException) -> str:
    """PostgreSQL's code for an error, five characters; empty if it has none."""
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


_BY_STATE: dict[str, tuple[type[StoreError], N_]] = {
    "40": (DatabaseLocked, N_("Other processes are holding the database {place}; try again.")),
    "55": (DatabaseLocked, N_("Other processes are holding the database {place}; try again.")),
    "53100": (DiskFull, N_("There is no room left to write the database {place}.")),
    "3D": (DatabaseMissing, N_("The server has no database {place}; make it by `createdb`.")),
    "28": (Unwritable, N_("The server does not let this program in at {place}; check user and password.")),
    "42501": (Unwritable, N_("This user may not write the database {place}; make it the owner.")),
    "25006": (Unwritable, N_("The database {place} can only be read at the moment.")),
    "08": (DatabaseAway, N_("The connection to the database {place} was lost; try again.")),
    "57": (DatabaseAway, N_("The server of the database {place} is starting or stopping; try again.")),
    "53": (DatabaseAway, N_("The server of the database {place} takes no more connections; try again.")),
}
"""By code, or by its class: the first two characters."""


def _told(error: BaseException, place: str) -> StoreError:
    state = _state(error)
    for code in (state, state[:2]):
        if code in _BY_STATE:
            kind, sentence = _BY_STATE[code]
            return kind(sentence(place=place))
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        return DatabaseAway(
            _("The server of the database {place} can't be reached: {reason}.", place=place, reason=reason)
        )
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return DatabaseAway(_("The connection to the database {place} was lost; try again.", place=place))
    return StoreError(
        _("The database {place} refused: {error}.", place=place, error=getattr(error, "orig", error))
    )


@contextmanager
def _plain_errors(place: str) -> Iterator[None]:
    """Raise the server's errors as the store's; a constraint error passes: the caller can explain it."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError, driver().PostgresError, driver().InterfaceError) as error:
        raise _told(error, place) from error
