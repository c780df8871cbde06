"""A database that an earlier release left when it was killed is opened by each command that opens one.

`released/` holds one for each revision of the tables: `tocsin.db` and its log. A commit of that revision
played four actions of *Levée en Masse* by `tests/benchmarks/start.py`, and `os._exit` ended it with the
store open.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import check
from bot.store.schema import REVISION
from tests.cli.fake_discord import ACCEPTED, FakeDiscord
from tests.cli.program import ended, started, tocsin
from tests.support.depth import depth

RELEASED = sorted((Path(__file__).parent / "released").iterdir())
OPENED = RELEASED[:: depth(len(RELEASED) - 1, 1)]
"""By day the oldest and the newest, whose opening takes a process each; by night all."""


def each(archives: list[Path]) -> pytest.MarkDecorator:
    """A test of each of some databases."""
    return pytest.mark.parametrize("archive", archives, ids=lambda path: path.name[:4])


@pytest.fixture
def killed(archive: Path, database: Path) -> Path:
    """Such a database, with what was written last in the log beside it."""
    with tarfile.open(archive) as files:
        files.extractall(database.parent, filter="data")
    assert database.with_name(f"{database.name}-wal").stat().st_size > 0
    return database


def brought(database: Path) -> bool:
    """Whether a database is sound, of this program's revision, and has its campaign."""
    assert check(database) == []
    with closing(sqlite3.connect(database)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        (last,) = connection.execute("SELECT max(seq) FROM journal WHERE campaign_id = 1").fetchone()
    return (revision, last) == (REVISION, 4)


def test_each_revision_is_there() -> None:
    present = [f"{number:04}.tar.xz" for number in range(1, int(REVISION) + 1)]
    # That of the revision that is new may come with the next one.
    assert [path.name for path in RELEASED] in (present, present[:-1])


@each(RELEASED)
def test_export_opens_it(killed: Path, tmp_path: Path) -> None:
    ran = tocsin("export", 1, tmp_path / "record.json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("holds campaign 1: 4 actions.\n")
    assert brought(killed)
    assert tocsin("verify", tmp_path / "record.json").status == 3


@pytest.mark.deep(seconds=6)
@each(OPENED)
async def test_run_opens_it(killed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_TOKEN", ACCEPTED)
    monkeypatch.setenv("TOCSIN_LOG_LEVEL", "ERROR")
    monkeypatch.setenv("TOCSIN_SYNC", "never")
    server = FakeDiscord()
    async with server.open():
        process = await started("run", base=server.base)
        async with asyncio.timeout(150):
            await server.logged_in.wait()
        process.send_signal(signal.SIGTERM)
        ran = await ended(process)
    assert (ran.status, ran.err) == (0, "")
    assert brought(killed)


@pytest.mark.deep(seconds=6)
@each(OPENED)
async def test_the_table_opens_it(killed: Path) -> None:
    process = await started("table", "--no-browser")
    assert process.stdout is not None
    async with asyncio.timeout(150):
        said = await process.stdout.readline()
    process.send_signal(signal.SIGINT)
    ran = await ended(process)
    assert said.startswith(b"The table is open: "), ran.err
    assert (ran.status, ran.err) == (0, "")
    assert brought(killed)
