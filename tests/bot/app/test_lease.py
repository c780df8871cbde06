"""Two bots on one database would answer everything twice: the second does not start."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app.health import note_beside
from bot.campaigns.messages import say
from bot.store import DatabaseCorrupt, DatabaseLocked, DatabaseLost, Store, Unwritable
from bot.store.backup import backup_file
from bot.store.lease import Lease
from tests.store.builders import counted
from tests.support.bot_fixtures import Tables
from tests.support.postgresql import PostgreSQL
from tests.support.table import Table, said

ROOT = Path(__file__).parents[3]
HOLDER = """
import sys
from pathlib import Path
from bot.store.lease import Lease
lease = Lease.take(Path(sys.argv[1]))
print("taken", flush=True)
sys.stdin.read()
"""


def holder(database: Path) -> subprocess.Popen[str]:
    """Another process that holds the lease, until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(database)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "taken\n"
    return process


async def test_a_bot_does_not_start_beside_another_process(closed_table: Tables, database: Path) -> None:
    with holder(database) as other:
        table = await closed_table()
        with pytest.raises(DatabaseLocked, match="Another bot runs on the database"):
            await table.start()
        other.kill()


async def test_a_second_name_of_a_database_does_not_pass_the_lease(
    closed_table: Tables, database: Path, tmp_path: Path
) -> None:
    (await closed_table()).db_path.parent.mkdir(exist_ok=True)
    async with await Store.open(database, lambda: datetime.now(UTC)):
        pass
    with holder(database) as other:
        second = tmp_path / "elsewhere" / "second.db"
        second.parent.mkdir()
        second.hardlink_to(database)
        with pytest.raises(Unwritable, match="is one file with 2 names"):
            Lease.take(second)
        other.kill()
    with pytest.raises(Unwritable, match="hard links"):
        Lease.take(database)
    second.unlink()
    Lease.take(database).release()


async def test_a_bot_that_was_killed_leaves_no_lease(closed_table: Tables, database: Path) -> None:
    with holder(database) as other:
        os.kill(other.pid, signal.SIGKILL)
    table = await closed_table()
    await table.start()
    assert table.bot.is_ready()


async def test_a_bot_that_was_closed_leaves_no_lease(table: Table) -> None:
    await table.bot.close()
    Lease.take(table.db_path).release()


@pytest.mark.parametrize("replaced", [True, False])
async def test_a_bot_whose_database_was_replaced_or_deleted_saves_nothing_more_and_stops(
    table: Table, tmp_path: Path, replaced: bool
) -> None:
    await table.new()
    await backup_file(table.db_path, tmp_path / "copy.db")
    if replaced:
        (tmp_path / "copy.db").replace(table.db_path)
    else:
        table.db_path.unlink()
    # Nothing is acknowledged that would be lost.
    assert "I can't load or save the game at the moment." in said(
        await table.camille.slash(table.channel, "levee done")
    )
    table.incidents.take()

    await table.bot.sweep()
    assert table.bot._stopping is not None
    await table.bot._stopping

    assert table.bot.is_closed()
    assert "was replaced or deleted under the bot" in str(table.bot.lost)
    assert [record.levelname for record in table.incidents.take()] == ["CRITICAL"]
    Lease.take(table.db_path).release()


def emptied(database: Path, *, note: bool) -> None:
    """Leave a file without anything in it, and the note of a bot that was well on it."""
    database.write_bytes(b"")
    if note:
        note_beside(database).touch()


@pytest.mark.parametrize("before", [True, False])
async def test_a_database_that_was_emptied_is_not_taken_for_a_new_one(
    closed_table: Tables, database: Path, caplog: pytest.LogCaptureFixture, before: bool
) -> None:
    table = await closed_table()
    emptied(database, note=before)
    if before:
        with pytest.raises(DatabaseCorrupt, match=r"is an empty file.*restore a backup"):
            await table.start()
    else:
        # No bot was ever well on it, as where one was killed in its first moment: that is said, and no more.
        await table.start()
        assert "is an empty file: the bot begins anew in it" in caplog.text


async def test_backup_and_export_go_on_beside_a_bot(table: Table, tmp_path: Path) -> None:
    await table.new()
    await backup_file(table.db_path, tmp_path / "copy.db")
    async with await Store.open(table.db_path, table.env.now) as store:
        assert await counted(store) == 1


async def test_a_bot_stands_by_until_the_other_has_ended(
    closed_table: Tables, database: Path, unused_tcp_port: int
) -> None:
    with holder(database) as other:
        table = await closed_table(standby="on", port=unused_tcp_port)
        starting = asyncio.ensure_future(table.start())
        while await ready(unused_tcp_port) != (503, "it stands by\n"):
            assert not starting.done()
        other.kill()
        await starting
        assert await ready(unused_tcp_port) == (200, "ready\n")


async def ready(port: int) -> tuple[int, str]:
    """What a supervisor is told; that nobody listens yet is an answer too."""

    def ask() -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except urllib.error.URLError:
            return 0, ""

    return await asyncio.to_thread(ask)


async def test_a_bot_that_may_have_lost_its_server_answers_and_sends_nothing(
    closed_table: Tables, postgresql: PostgreSQL
) -> None:
    with postgresql.database() as url:
        table = await closed_table(database=url)
        await table.start()
        await table.new()
        await table.env.settle()
        await table.bot.store.add_outbox(1, [say("To the frontier!")])
        claim = table.bot.store.database._claim  # type: ignore[attr-defined]
        claim._stop.set()
        await asyncio.to_thread(claim._thread.join)
        claim._sure_until = 0.0
        before = len(table.env.http_requests)
        result = await table.camille.slash(table.channel, "levee done")
        with pytest.raises(DatabaseLost):
            await table.bot.outbox.drain()
        assert [entry.method for entry in table.env.http_requests[before:] if entry.method != "GET"] == []
        assert not result.acknowledged
        await table.bot.sweep()
        assert table.bot._stopping is not None
        await table.bot._stopping
        assert [record.levelname for record in table.incidents.take()] == ["CRITICAL"]
