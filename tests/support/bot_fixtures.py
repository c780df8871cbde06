"""A table for each test, and a database with its tables made once."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.ops.commands import COMMAND_FIELDS
from sqlalchemy import URL

from bot.app.client import create_bot
from bot.local.world import World
from bot.settings import Settings
from bot.store import Store
from tests.support.postgresql import PostgreSQL
from tests.support.table import PATIENCE, Create, Table, create

Tables = Callable[..., Awaitable[Table]]

ON_SERVER = os.environ.get("TOCSIN_TEST_STORE") == "server"
"""Whether the tests of the bot run on a PostgreSQL server instead of files."""


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
    """A database of the test's own, for a test about files."""
    if ON_SERVER:
        pytest.skip("The test is about a database file, and the suite runs on a server.")
    path = tmp_path / "tocsin.db"
    shutil.copyfile(empty_database, path)
    return path


@pytest.fixture
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path | URL]:
    """Where the test's bots keep their tables."""
    if not ON_SERVER:
        yield request.getfixturevalue("database")
        return
    # Reviews and signs of life are kept in the user's folder there.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server: PostgreSQL = request.getfixturevalue("postgresql")
    with server.database() as url:
        yield url


@pytest.fixture
async def closed_table(place: Path | URL) -> AsyncIterator[Tables]:
    """Makes tables whose bot has not been started; each is checked and closed at the end."""
    tables: list[Table] = []

    async def make(create: Create = create, **settings: object) -> Table:
        tables.append(await laid(create, **{"database": place, **settings}))
        return tables[-1]

    yield make
    for table in tables:
        await cleared(table)


@cache
def sent() -> list[dict[str, Any]]:
    """The commands as a bot sends them to Discord."""
    tree = create_bot(Settings(), clock=datetime.now).tree
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    # SimCord keeps what it knows of a command.
    return [{key: payload[key] for key in COMMAND_FIELDS if key in payload} for payload in payloads]


async def laid(create: Create, **settings: object) -> Table:
    """A table whose bot has not been started; one is all that an event loop takes at a time.

    Discord knows the commands already, but where a test says when the bot sends them.
    """
    client = discord.Client(intents=discord.Intents.none())
    env = World(client, check_errors=False, settle_timeout=PATIENCE)
    await env.start()
    # Simulated time stands still while a whole game is played; workers for each bot would cost more than
    # they draw.
    usual = {"sync": "never", "cooldown": "off", "picture_workers": 0}
    if "sync" not in settings:
        env.backend.register_commands(None, sent())
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
