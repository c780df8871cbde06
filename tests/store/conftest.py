"""A store on a real file, and the same on an asynchronous engine as a server would have it."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import Store
from bot.store.database import ServerDatabase
from bot.store.migrate import migrate
from bot.store.schema import metadata
from tests.store.builders import Hands

SERVER = os.environ.get("TOCSIN_TEST_SERVER")
"""URL of an empty database on a server, where there is one to test against."""


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tocsin.db"


@pytest.fixture(scope="session")
def empty_served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without rows whose tables were made through an asynchronous engine."""
    path = tmp_path_factory.mktemp("served") / "tocsin.db"

    async def make() -> None:
        database = ServerDatabase(_engine(path))
        await migrate(database)
        await database.close()

    asyncio.run(make())
    return path


@pytest.fixture(params=["file", "engine", *(["server"] if SERVER else [])])
async def store(
    request: pytest.FixtureRequest, path: Path, clock: Hands, empty_database: Path, empty_served: Path
) -> AsyncIterator[Store]:
    """A store in each place that it can be kept; it is empty."""
    if request.param == "server":
        opened = await _on_server(clock)
    elif request.param == "engine":
        shutil.copyfile(empty_served, path)
        opened = Store(ServerDatabase(_engine(path)), clock)
    else:
        shutil.copyfile(empty_database, path)
        opened = await Store.open(path, clock)
    async with opened as store:
        yield store


@pytest.fixture
async def file_store(path: Path, clock: Hands, empty_database: Path) -> AsyncIterator[Store]:
    """A store on a file that waits only briefly for others."""
    shutil.copyfile(empty_database, path)
    async with await Store.open(path, clock, busy_seconds=0.05) as store:
        yield store


def _engine(path: Path) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


async def _on_server(clock: Hands) -> Store:
    assert SERVER is not None
    store = await Store.open(SERVER, clock)
    await store.database.write(_empty)
    return store


def _empty(connection: Connection) -> None:
    names = ", ".join(table.name for table in metadata.sorted_tables)
    connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))
