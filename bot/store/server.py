"""The tables on a PostgreSQL server, and all that differs there from a SQLite file.

Each transaction that writes says what it holds and begins by locking that. It is READ COMMITTED, so that each
of its statements sees all that was committed before it had the lock.

- One that names campaigns has their rows to itself. What belongs to none it reads and writes only by
  statements that are each right by themselves, whatever others do in between: an upsert, a sum, an update
  with a condition. `tests/support/apart.py` lists the tables and watches that.
- One that names no campaign, as `()`, has only such statements.
- One that says nothing runs while no other writes: that is slower, and always right.

So all is as behind SQLite's single writer, and nothing has to run twice, but for a deadlock over what is
nobody's. A process has `WRITERS` transactions that write at a time, and reads have its other connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

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
WRITERS = 4
"""Connections that may write at a time: those that wait for a lock must not keep readers waiting."""
TRIES = 10
"""How often a transaction is run that is refused because of others."""
CONNECT = 15.0
"""Seconds after which a server that does not answer counts as away."""
FROZEN = 6.0
"""Seconds of silence after which the server ends a transaction: others wait for its locks."""
STATEMENTS = 1000
"""Statements that a connection remembers prepared."""
_DEADLOCK = frozenset({"40001", "40P01"})
"""States of a transaction that was refused only because of others at the same time."""
_UPGRADE = 0x746F6373
"""Number of the advisory lock of whoever changes the tables."""
_ALL, _CAMPAIGN = 0x746F6378, 0x746F6379
"""Locks with a second number: of all that is written, which most share; of a campaign, by its id."""
_LOOK_LAST_IN_OURS = (
    "SELECT set_config('search_path', string_agg(quote_ident(name), ', ' ORDER BY nr), false) "
    "FROM unnest(array_remove(current_schemas(false), 'tocsin') || name 'tocsin') "
    "WITH ORDINALITY AS looked_into (name, nr)"
)
"""A user named `tocsin` would have all tables looked for and made beside the lease. Last, since a program
before this one may have made some there."""
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
_LOCK = "SELECT pg_advisory_xact_lock({}, {})"
_CHANGE = "SELECT pg_advisory_xact_lock({})"
_SHARE = "SELECT pg_advisory_xact_lock_shared({}, {})"


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
    made = await driver().connect(
        url.render_as_string(hide_password=False),
        timeout=CONNECT,
        # The bot says the same few statements for ever: they need no timer that forgets them.
        max_cached_statement_lifetime=0,
        statement_cache_size=STATEMENTS,
        server_settings={
            "application_name": name,
            # A statement is planned for good, perhaps while its table is still small. A walk through a table
            # then looks so expensive that the server would compile it.
            "enable_seqscan": "off",
            "jit": "off",
            "idle_in_transaction_session_timeout": str(int(FROZEN * 1000)),
        },
    )
    try:
        await made.execute(_LOOK_LAST_IN_OURS)
    except BaseException:
        made.terminate()
        raise
    return made


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
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connected,
            pool_size=CONNECTIONS,
            max_overflow=0,
            # Transactions are begun and ended by one message each, with the locks: see `_Lane`.
            isolation_level="AUTOCOMMIT",
            connect_args={"prepared_statement_cache_size": STATEMENTS},
        )
        self._idle: list[_Lane] = []
        self._turns = asyncio.Semaphore(CONNECTIONS)
        self._writers = asyncio.Semaphore(WRITERS)
        self._quieting = asyncio.Lock()
        self._closed = False
        self._claim: Claim | None = None

    async def _connected(self) -> Any:
        return await connect(self._url, "tocsin" if self._claim is None else connection_of(self.shards))

    async def read(self, work: Work[T]) -> T:
        with metrics.READ.time():
            return await self._begun(_READ, work)

    async def write(self, work: Work[T], of: Collection[int] | None = None) -> T:
        with metrics.WRITE.time():
            async with self._writers:
                self.check_place()
                begin = self._beginning(of)
                try:
                    return await self._begun(begin, work)
                except DatabaseAway:
                    if self._claim is not None:
                        # Whoever has the lock by now has ended the connections of the bot before.
                        self.check_place()
                        await self._begun(self._beginning(()), lambda connection: None)
                    raise

    def _beginning(self, of: Collection[int] | None) -> str:
        """The statements by which a transaction that writes begins."""
        locks = [(_LOCK if of is None else _SHARE).format(_ALL, 0)]
        # In their order: two that wait for each other would be refused.
        locks += [_LOCK.format(_CAMPAIGN, int(each)) for each in sorted(set(of or ()))]
        epoch = [] if self._claim is None else [self._claim.epoch()]
        return "; ".join((_WRITE, *locks, *epoch))

    async def rebuild(self, work: Work[T]) -> T:
        return await self._begun(f"{_WRITE}; {_CHANGE.format(_UPGRADE)}", work)

    async def claim(self, *, wait: bool = False, ready: Callable[[], bool] = lambda: True) -> None:
        claim = Claim(self.place, self.shards, partial(connect, self._url), self._give_up)
        with plain_server_errors(self.place):
            await claim.take(wait=wait, ready=ready)
        self._claim, self.handed = claim, claim.handed
        # Connections that were made before do not have the bot's name, by which the next bot ends them.
        await self._leave()

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
            await self._leave()
        if self._claim is not None:
            await self._claim.release()

    async def _leave(self) -> None:
        """Close the connections that are idle."""
        lanes, self._idle = self._idle, []
        for lane in lanes:
            await lane.close(lost=not self.holds())
        await self._engine.dispose()

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

    async def _begun(self, begin: str, work: Work[T]) -> T:
        with plain_server_errors(self.place):
            async with self._turns:
                if self._closed:
                    raise StoreClosed
                # Interrupted in the middle, a connection could only be thrown away.
                return await settled(asyncio.ensure_future(self._until_done(begin, work)))

    async def _until_done(self, begin: str, work: Work[T]) -> T:
        """Run a transaction, again if it is refused because of others."""
        for left in reversed(range(TRIES)):
            lane = await self._lane()
            try:
                return await lane.run(begin, work, self._checked)
            except (DBAPIError, driver().PostgresError) as error:
                if not left or _state(error) not in _DEADLOCK:
                    raise
            finally:
                if lane.usable:
                    self._idle.append(lane)
                else:
                    await lane.close()
            metrics.RETRIES.inc()
        raise AssertionError("the last try returns or raises")

    def _checked(self, begun: str) -> None:
        if self._claim is not None:
            self._claim.check_epoch(begun)

    async def _lane(self) -> _Lane:
        while self._idle:
            lane = self._idle.pop()
            if lane.usable:
                return lane
            await lane.close()
        connection = await self._engine.connect()
        return await _Lane.of(await connection.execution_options(**{SHARDS: self.shards}))


class _Lane:
    """One connection for many transactions.

    To take it from the pool and return it costs as much as a query; and a transaction is begun and locked by
    one message.
    """

    def __init__(self, connection: AsyncConnection, driver: Any) -> None:
        self._connection = connection
        self._driver = driver

    @classmethod
    async def of(cls, connection: AsyncConnection) -> _Lane:
        return cls(connection, (await connection.get_raw_connection()).driver_connection)

    @property
    def usable(self) -> bool:
        """Whether the connection stands, with no transaction."""
        return not (self._driver.is_closed() or self._driver.is_in_transaction())

    async def run(self, begin: str, work: Work[T], begun: Callable[[str], object]) -> T:
        """Run one transaction.

        :param begin: the statements that begin it.
        :param begun: given what the last of them did; it may raise.
        """
        try:
            begun(await self._driver.execute(begin))
            done = await self._connection.run_sync(partial(_apart, work))
            await self._driver.execute("COMMIT")
        except BaseException as error:
            # Where that fails too, the connection is not used again; what went wrong first counts.
            with suppress(*_broken()):
                await self._driver.execute("ROLLBACK")
            if _confused(error):
                self._driver.terminate()
            raise
        return done

    async def close(self, *, lost: bool = False) -> None:
        """Return the connection for good.

        :param lost: another bot has ended it, so there is nobody to say farewell to.
        """
        if lost or not self.usable:
            await self._connection.invalidate()
        await self._connection.close()


def _broken() -> tuple[type[Exception], ...]:
    """Errors of SQLAlchemy, of the network, of the server, of how the driver is used, and of its protocol."""
    own = driver()
    return SQLAlchemyError, OSError, own.PostgresError, own.InterfaceError, own.InternalClientError


def _confused(error: BaseException) -> bool:
    """Whether the driver has lost track of a connection, as where it was ended between two statements."""
    cause = error.orig.__cause__ if isinstance(error, DBAPIError) and error.orig is not None else error
    return isinstance(cause, driver().InternalClientError)


def _apart(work: Work[T], connection: Connection) -> T:
    """Run the function in what SQLAlchemy takes for a transaction."""
    with connection.begin():
        return work(connection)


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
    "25P03": (DatabaseAway, N_("The connection to the database {place} was lost; try again.")),
    "25006": (Unwritable, N_("The database {place} can only be read at the moment.")),
    "08": (DatabaseAway, N_("The connection to the database {place} was lost; try again.")),
    "57": (DatabaseAway, N_("The server of the database {place} is starting or stopping; try again.")),
    "53": (DatabaseAway, N_("The server of the database {place} takes no more connections; try again.")),
}
"""The errors by code, or by their class, which is the first two characters."""


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
    invalid = isinstance(error, DBAPIError) and error.connection_invalidated
    if invalid or _confused(error):
        return DatabaseAway(_("The connection to the database {place} was lost; try again.", place=place))
    return StoreError(
        _("The database {place} refused: {error}.", place=place, error=getattr(error, "orig", error))
    )


@contextmanager
def plain_server_errors(place: str) -> Iterator[None]:
    """Raise the server's errors as the store's; a constraint error passes: the caller can explain it."""
    try:
        yield
    except IntegrityError:
        raise
    except driver().IntegrityConstraintViolationError as error:
        raise IntegrityError(None, None, error) from error
    except _broken() as error:
        raise _told(error, place) from error
