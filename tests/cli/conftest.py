"""An installation of its own for each test, and records of games."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from bot.store import Store
from engines.core.game import Game
from engines.core.record import Record
from tests.cli.records import Saved, begun
from tests.support.plays import played


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program keeps its database; there is none yet."""
    for name in list(os.environ):
        if name.startswith("TOCSIN_"):
            monkeypatch.delenv(name)
    path = tmp_path / "installed" / "tocsin.db"
    monkeypatch.setenv("TOCSIN_DATABASE", str(path))
    monkeypatch.chdir(tmp_path)
    return path


@pytest.fixture
def installed(database: Path) -> Path:
    """The database, made and empty."""

    async def make() -> None:
        await (await Store.open(database, lambda: datetime.now(UTC))).close()

    asyncio.run(make())
    return database


@pytest.fixture(scope="session")
def finished_game() -> Game:
    """A game that is over."""
    return played({}, "valmy-1")


@pytest.fixture
def finished(finished_game: Game, tmp_path: Path) -> Saved:
    """The record of a game that is over, with its seed."""
    return Saved.at(tmp_path / "finished.json", finished_game.record())


@pytest.fixture
def running(tmp_path: Path) -> Saved:
    """The record of a game that goes on, without its seed, as `export` writes it."""
    record = begun("jemappes").record()
    return Saved.at(tmp_path / "running.json", msgspec.structs.replace(record, seed=None))


@pytest.fixture
def record(finished_game: Game) -> Record:
    """The finished game's record as a value."""
    return finished_game.record()
