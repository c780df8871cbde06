"""A process killed at any step leaves all of a transaction or nothing, and what was answered stays."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import CardRow, Store, check
from tests.store.builders import CHANNEL, Hands, counted, entry, lobby, new, owed
from tests.store.first import first_database
from tests.support.depth import depth

ROOT = Path(__file__).parents[2]


def contents(path: Path) -> list[str]:
    """Everything that a database says, in its own words; constraints and indexes have no order."""
    with closing(sqlite3.connect(path)) as connection:
        return sorted(_ordered(statement) for statement in connection.iterdump())


def _ordered(statement: str) -> str:
    if not statement.startswith("CREATE TABLE"):
        return statement
    lines = [line.strip(" \t,") for line in statement.splitlines()]
    constraints = sorted(line for line in lines if line.startswith("CONSTRAINT"))
    return "\n".join([line for line in lines if line not in constraints] + constraints)


STRIDE = depth(60, 1)
"""Steps from one death to the next while tables are made: each takes as long as a start of the bot."""


def killed(operation: str, template: Path, folder: Path, stride: int = 1) -> list[Path]:
    """The databases of one operation killed at every `stride`th step; the last was not killed."""
    folder.mkdir()
    where = [operation, str(template), str(folder), str(stride)]
    command = [sys.executable, "-m", "tests.store.crash_child", *where]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [folder / f"{step}.db" for step in range(1, int(ran.stdout) + 1, stride)]


@pytest.fixture
async def template(path: Path, clock: Hands) -> Path:
    async with await Store.open(path, clock) as store:
        made = await store.create(new(), entry(), (), [owed()])
        await store.create(lobby(channel_id=CHANNEL + 2), None)
        await store.mark_sent(
            [],
            CardRow(
                campaign_id=made.id,
                chapter=1,
                channel_id=CHANNEL,
                message_id=8,
                version=0,
                posted_at=clock(),
            ),
        )
    return path


@pytest.mark.parametrize(
    ("operation", "steps"),
    [
        ("commit", 15),
        ("create", 14),
        ("gather", 9),
        ("begin", 23),
        ("take_back", 22),
        ("end", 21),
        ("ring", 7),
    ],
)
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
            assert await counted(store) >= 2
        assert check(path) == []
    assert [contents(path) for path in killed_at[:-1]] == [before] * (steps - 1)
    assert contents(killed_at[-1]) == after


@pytest.mark.deep(seconds=60)
async def test_a_kill_while_the_tables_are_made_is_made_good_at_the_next_start(
    tmp_path: Path, clock: Hands
) -> None:
    *killed_at, alive = killed("migrate", tmp_path / "none.db", tmp_path / "killed", STRIDE)

    after = contents(alive)
    assert len(killed_at) * STRIDE > 50
    for path in (*killed_at[:: depth(2, 5)], killed_at[-1]):
        await (await Store.open(path, clock)).close()
        assert contents(path) == after


@pytest.mark.deep(seconds=60)
async def test_a_kill_while_the_tables_are_rebuilt_leaves_the_old_ones_whole(
    path: Path, tmp_path: Path, clock: Hands
) -> None:
    first_database(path)
    before = contents(path)

    *killed_at, alive = killed("migrate", path, tmp_path / "killed", STRIDE)

    after = contents(alive)
    left = [contents(one) for one in killed_at]
    done = left.index(after) if after in left else len(left)
    assert done * STRIDE > 50
    assert left == [before] * done + [after] * (len(left) - done)
    for one in (*killed_at[: done : depth(2, 10)], killed_at[done - 1]):
        await (await Store.open(one, clock)).close()
        assert contents(one) == after
