"""A store on a real file, and the same on an asynchronous engine as a server would have it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import create_async_engine

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


@pytest.fixture(params=["file", "engine", *(["server"] if SERVER else [])])
async def store(request: pytest.FixtureRequest, path: Path, clock: Hands) -> AsyncIterator[Store]:
    """A store in each place that it can be kept; it is empty."""
    opened = await (
        Store.open(path, clock) if request.param == "file" else _served(request.param, path, clock)
    )
    async with opened as store:
        yield store


@pytest.fixture
async def file_store(path: Path, clock: Hands) -> AsyncIterator[Store]:
    """A store on a file that waits only briefly for others."""
    async with await Store.open(path, clock, busy_seconds=0.05) as store:
        yield store


async def _served(kind: str, path: Path, clock: Hands) -> Store:
    if kind == "server":
        assert SERVER is not None
        store = await Store.open(SERVER, clock)
        await store.database.write(_empty)
        return store
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

    database = ServerDatabase(engine)
    await migrate(database)
    return Store(database, clock)


def _empty(connection: Connection) -> None:
    names = ", ".join(table.name for table in metadata.sorted_tables)
    connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))
