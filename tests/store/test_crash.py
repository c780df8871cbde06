"""A process killed at any step leaves all of a transaction or nothing, and what was answered stays."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, check
from tests.store.builders import Hands, entry, new, owed

ROOT = Path(__file__).parents[2]


def contents(path: Path) -> list[str]:
    """Everything that a database says, in its own words."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def killed(operation: str, template: Path, folder: Path) -> list[Path]:
    """The databases of one operation killed at every step in turn; the last was not killed."""
    folder.mkdir()
    command = [sys.executable, "-m", "tests.store.crash_child", operation, str(template), str(folder)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    return [folder / f"{step}.db" for step in range(1, int(ran.stdout) + 1)]


@pytest.fixture
async def template(path: Path, clock: Hands) -> Path:
    async with await Store.open(path, clock) as store:
        await store.create(new(), entry(), (), [owed()])
    return path


@pytest.mark.parametrize(("operation", "steps"), [("commit", 9), ("create", 11), ("ring", 6)])
async def test_a_kill_leaves_all_or_nothing(
    operation: str, steps: int, template: Path, tmp_path: Path, clock: Hands
) -> None:
    before = contents(template)

    *killed_at, alive = killed(operation, template, tmp_path / "killed")

    after = contents(alive)
    assert len(killed_at) == steps
    assert after != before
    for path in killed_at:
        async with await Store.open(path, clock) as store:
            assert await store.count() >= 1
        assert check(path) == []
    assert [contents(path) for path in killed_at[:-1]] == [before] * (steps - 1)
    assert contents(killed_at[-1]) == after


async def test_a_kill_while_the_tables_are_made_is_made_good_at_the_next_start(
    tmp_path: Path, clock: Hands
) -> None:
    *killed_at, alive = killed("migrate", tmp_path / "none.db", tmp_path / "killed")

    after = contents(alive)
    assert len(killed_at) > 20
    for path in killed_at:
        await (await Store.open(path, clock)).close()
        assert contents(path) == after
