"""A real PostgreSQL server for the tests, where its programs are installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from bot.store import Store
from bot.store.server import connect

PROGRAMS = ("initdb", "pg_ctl", "postgres")
NOBODY = 65534
"""PostgreSQL refuses to run as root: the user to run it as instead."""
QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "shared_buffers": "32MB"}
"""What a server does for the next power cut is nothing to a test."""


class PostgreSQL:
    """A server on a socket in a folder of its own; each test has a database of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count()

    def process(self) -> int:
        """The process that has begun all others of the server."""
        return int((self._folder / "data/postmaster.pid").read_text().split()[0])

    def url(self, database: str) -> URL:
        return URL.create(
            "postgresql", username="tocsin", database=database, query={"host": str(self._folder)}
        )

    @contextmanager
    def database(self, template: str = "empty") -> Iterator[URL]:
        """A database with the bot's tables and nothing in them; without tables from `template0`."""
        name = f"test_{next(self._numbers)}"
        _told(self.url("postgres"), f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            # Not forced: a connection that a store has left open is a fault.
            _told(self.url("postgres"), f"DROP DATABASE {name}")

    def make_template(self) -> None:
        _told(self.url("postgres"), "CREATE DATABASE empty")

        async def make() -> None:
            await (await Store.open(self.url("empty"), lambda: datetime(2026, 1, 1, tzinfo=UTC))).close()

        _apart(make())


def _told(url: URL, statement: str) -> None:
    async def tell() -> None:
        connection = await connect(url)
        await connection.execute(statement)
        await connection.close()

    _apart(tell())


def _apart(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a loop of its own, also beside the test's."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def missing() -> list[str]:
    """The programs of PostgreSQL that are not on the path."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """The server; a test that needs one is skipped where none is installed."""
    if lacking := missing():
        pytest.skip(f"PostgreSQL is not installed here: there is no {', '.join(lacking)} on the PATH")
    with serving() as server:
        yield server


@pytest.fixture
def url(postgresql: PostgreSQL) -> Iterator[URL]:
    """An empty database on the server."""
    with postgresql.database() as url:
        yield url


@contextmanager
def serving(settings: Mapping[str, str] = QUICK) -> Iterator[PostgreSQL]:
    """A server that runs until the block ends."""
    # Not in pytest's folder: the server's own user can't enter that, and a socket's name has to be short.
    folder = Path(tempfile.mkdtemp(prefix="tocsin-pg-"))
    root = os.geteuid() == 0

    def run(*command: str) -> None:
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            user=NOBODY if root else None,
            group=NOBODY if root else None,
            extra_groups=[] if root else None,
            cwd=folder,
        )

    if root:
        os.chown(folder, NOBODY, NOBODY)
    data = folder / "data"
    try:
        run("initdb", "--no-sync", "--auth=trust", "--username=tocsin", "--encoding=UTF8", f"--pgdata={data}")
        options = {**settings, "listen_addresses": "", "unix_socket_directories": str(folder)}
        given = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        run("pg_ctl", "start", "--wait", f"--pgdata={data}", f"--options={given}", f"--log={folder / 'log'}")
        try:
            server = PostgreSQL(folder)
            server.make_template()
            yield server
        finally:
            run("pg_ctl", "stop", "--wait", "--mode=immediate", f"--pgdata={data}")
    finally:
        shutil.rmtree(folder)
