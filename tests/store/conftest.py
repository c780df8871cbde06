"""A store on a real file, and the same on a real server."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.store import Store
from tests.store.builders import Hands
from tests.support.postgresql import PostgreSQL


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tocsin.db"


@pytest.fixture(params=["file", "server"])
async def place(
    request: pytest.FixtureRequest, path: Path, empty_database: Path
) -> AsyncIterator[Path | URL]:
    """An empty database in each place where there may be one."""
    if request.param == "file":
        shutil.copyfile(empty_database, path)
        yield path
        return
    server: PostgreSQL = request.getfixturevalue("postgresql")
    with server.database() as url:
        yield url


@pytest.fixture
async def store(place: Path | URL, clock: Hands) -> AsyncIterator[Store]:
    """A store in each place where it can be kept; it is empty."""
    async with await Store.open(place, clock) as store:
        yield store


@pytest.fixture
async def file_store(path: Path, clock: Hands, empty_database: Path) -> AsyncIterator[Store]:
    """A store on a file that waits only briefly for others."""
    shutil.copyfile(empty_database, path)
    async with await Store.open(path, clock, busy_seconds=0.05) as store:
        yield store
