"""A table for each test, and a database with its tables made once."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from bot.local.world import World
from bot.settings import Settings
from bot.store import Store
from tests.support.table import PATIENCE, Create, Table, create

Tables = Callable[..., Awaitable[Table]]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with our tables and nothing in them."""
    path = tmp_path_factory.mktemp("empty") / "tocsin.db"

    async def make() -> None:
        await (await Store.open(path, lambda: datetime(2026, 1, 1, tzinfo=UTC))).close()

    asyncio.run(make())
    return path


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """A database of the test's own."""
    path = tmp_path / "tocsin.db"
    shutil.copyfile(empty_database, path)
    return path


@pytest.fixture
async def closed_table(database: Path) -> AsyncIterator[Tables]:
    """Makes tables whose bot has not been started; each is checked and closed at the end."""
    tables: list[Table] = []

    async def make(create: Create = create, **settings: object) -> Table:
        tables.append(await laid(create, **{"database": database, **settings}))
        return tables[-1]

    yield make
    for table in tables:
        await cleared(table)


async def laid(create: Create, **settings: object) -> Table:
    """A table whose bot has not been started; one is all that an event loop takes at a time."""
    client = discord.Client(intents=discord.Intents.none())
    env = World(client, check_errors=False, settle_timeout=PATIENCE)
    await env.start()
    # Simulated time stands still while a whole game is played; workers for each bot would cost more than
    # they draw.
    usual = {"sync": "always", "cooldown": "off", "picture_workers": 0}
    table = Table(env, Settings(**{**usual, **settings}), create)  # type: ignore[arg-type]
    logging.getLogger("tocsin").addHandler(table.incidents)
    return table


async def cleared(table: Table) -> None:
    """Check a table and close it."""
    logging.getLogger("tocsin").removeHandler(table.incidents)
    await table.leave()


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table with the bot ready and no campaign yet."""
    table = await closed_table()
    await table.start()
    return table
