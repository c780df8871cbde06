"""Backup and restore, run as an operator runs them, on a real database."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.app.port import Port
from bot.settings import Settings
from bot.store import Store, check
from bot.store.lease import Lease
from tests.deploy.conftest import DEPLOY, Script
from tests.store.builders import Hands, change, damage, entry, files, new
from tests.store.first import first_database

SCRIPTS = sorted(path.name for path in DEPLOY.glob("*.sh"))


async def played(database: Path) -> int:
    """The version of the only campaign."""
    async with await Store.open(database, Hands()) as store:
        found = await store.campaign(1)
        assert found is not None
        return found.version


async def play(database: Path, actions: int) -> None:
    """Take actions in the only campaign, which is made if there is none."""
    async with await Store.open(database, Hands()) as store:
        found = await store.campaign(1) or await store.create(new(), entry())
        for version in range(found.version, found.version + actions):
            await store.commit(change(1, version))


def only(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def kept(database: Path) -> Path:
    """The database that a restore put aside."""
    (found,) = (path for path in database.parent.glob("*.before-*Z"))
    return found


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_script_is_sound_and_can_be_run(name: str, shell: str) -> None:
    script = DEPLOY / name
    assert subprocess.run([shell, "-n", script], check=False).returncode == 0
    assert script.stat().st_mode & 0o111 == 0o111


async def test_backup_of_a_running_bot_is_restored(script: Script, database: Path, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    await play(database, 2)
    async with await Store.open(database, Hands()) as running:
        await running.commit(change(1, 2))
        done = script("backup.sh", backups)
    assert done.returncode == 0, done.stderr
    await play(database, 4)

    restored = script("restore.sh", only(backups))

    assert restored.returncode == 0, restored.stderr
    assert await played(database) == 3
    assert await played(kept(database)) == 7


async def test_what_was_not_yet_folded_into_the_old_file_goes_aside_with_it(
    script: Script, database: Path, tmp_path: Path
) -> None:
    await play(database, 1)
    script("backup.sh", tmp_path / "backups")
    dead = tmp_path / "dead"
    dead.mkdir()
    async with await Store.open(database, Hands()) as store:
        await store.commit(change(1, 1))
        await store.commit(change(1, 2))
        # As a killed process leaves it: its last actions are in the log beside the file only.
        for path in database.parent.iterdir():
            shutil.copy(path, dead)
    assert (dead / "tocsin.db-wal").stat().st_size > 0
    database = dead / "tocsin.db"

    restored = script("restore.sh", only(tmp_path / "backups"), TOCSIN_DATABASE=str(database))

    assert restored.returncode == 0, restored.stderr
    assert await played(database) == 1
    assert await played(kept(database)) == 3


async def test_restore_where_there_is_no_database_yet(script: Script, database: Path, tmp_path: Path) -> None:
    await play(database, 2)
    script("backup.sh", tmp_path / "backups")
    fresh = tmp_path / "fresh" / "tocsin.db"

    restored = script("restore.sh", only(tmp_path / "backups"), TOCSIN_DATABASE=str(fresh))

    assert restored.returncode == 0, restored.stderr
    assert files(fresh.parent) == ["tocsin.db", "tocsin.db.lock"]
    assert await played(fresh) == 2


async def test_damaged_backup_is_refused_and_nothing_changes(
    script: Script, database: Path, tmp_path: Path
) -> None:
    await play(database, 2)
    script("backup.sh", tmp_path / "backups")
    damage(only(tmp_path / "backups"), 4096)
    before = files(database.parent)

    refused = script("restore.sh", only(tmp_path / "backups"))

    assert refused.returncode == 1
    assert "can't be used" in refused.stderr
    assert files(database.parent) == sorted([*before, "tocsin.db.lock"])
    assert check(database) == []
    assert await played(database) == 2


async def test_nothing_is_restored_under_a_running_bot(
    script: Script, database: Path, tmp_path: Path
) -> None:
    await play(database, 2)
    script("backup.sh", tmp_path / "backups")
    await play(database, 3)
    linked = tmp_path / "linked.db"
    linked.symlink_to(database)
    # A bot that found its database by a link holds the same lock, and a link stays one.
    for running, named in ((database, database), (linked, database), (database, linked)):
        lease = Lease.take(running)
        refused = script("restore.sh", only(tmp_path / "backups"), TOCSIN_DATABASE=str(named))
        lease.release()
        assert refused.returncode == 2
        assert "Another bot runs on the database" in refused.stderr
    assert await played(database) == 5
    assert script("restore.sh", only(tmp_path / "backups"), TOCSIN_DATABASE=str(linked)).returncode == 0
    assert linked.is_symlink()
    assert await played(database) == 2


async def test_a_backup_of_an_earlier_version_is_restored_and_brought_up_to_date(
    script: Script, database: Path, tmp_path: Path
) -> None:
    first_database(tmp_path / "old.db")
    done = script("restore.sh", tmp_path / "old.db")
    assert done.returncode == 0, done.stderr
    async with await Store.open(database, Hands()) as store:
        assert (await store.campaign_head(1)) is not None


async def test_database_is_not_restored_from_itself(script: Script, database: Path) -> None:
    await play(database, 1)
    refused = script("restore.sh", database)
    assert refused.returncode == 2
    assert await played(database) == 1


def test_backup_that_is_not_there_is_named(script: Script, tmp_path: Path) -> None:
    refused = script("restore.sh", tmp_path / "none.db")
    assert refused.returncode == 2
    assert f"There is no backup {tmp_path / 'none.db'}" in refused.stderr


def test_no_backup_of_a_database_that_is_not_there(script: Script, tmp_path: Path) -> None:
    refused = script("backup.sh", tmp_path / "backups")
    assert refused.returncode == 2
    assert "There is no database" in refused.stderr
    assert files(tmp_path / "backups") == []


async def test_newest_backups_are_kept_and_other_files_are_left_alone(
    script: Script, database: Path, tmp_path: Path
) -> None:
    await play(database, 1)
    backups = tmp_path / "my backups"
    backups.mkdir()
    old = [f"tocsin-2020010{day}T043000Z.db" for day in (1, 2, 3)]
    other = ["before-the-update.db", "tocsin-by-hand.db"]
    for name in [*old, *other]:
        (backups / name).touch()

    done = script("backup.sh", backups, 2)

    assert done.returncode == 0, done.stderr
    left = files(backups)
    assert set(left) >= {old[2], *other}
    assert not set(left) & set(old[:2])
    assert len(left) == 4


@pytest.mark.parametrize("keep", ["0", "-1", "many", ""])
async def test_number_to_keep_must_be_one(script: Script, database: Path, tmp_path: Path, keep: str) -> None:
    await play(database, 1)
    refused = script("backup.sh", tmp_path / "backups", keep)
    assert refused.returncode == 2
    assert "how many to keep" in refused.stderr


async def test_backup_of_a_bot_on_a_server_is_restored_into_a_new_database(
    script: Script, url: URL, tmp_path: Path
) -> None:
    place, backups = url.render_as_string(hide_password=False), tmp_path / "backups"
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not on the PATH")
    async with await Store.open(url, Hands(), alone=True) as running:
        await running.create(new(), entry())
        done = await asyncio.to_thread(script, "backup.sh", backups, TOCSIN_DATABASE=place)
        assert done.returncode == 0, done.stderr
        await running.commit(change(1, 0))
    assert only(backups).suffix == ".dump"

    empty = url.set(database=f"{url.database}_restored")
    target = empty.render_as_string(hide_password=False)
    try:
        for command in (
            ("createdb", f"--maintenance-db={place}", "--template=template0", str(empty.database)),
            ("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={target}", str(only(backups))),
        ):
            await asyncio.to_thread(subprocess.run, command, check=True)
        async with await Store.open(empty, Hands(), alone=True) as store:
            found = await store.campaign(1)
            assert found is not None
            assert found.version == 0
    finally:
        drop = ("dropdb", "--if-exists", f"--maintenance-db={place}", str(empty.database))
        await asyncio.to_thread(subprocess.run, drop, check=True)


async def test_a_backup_of_a_server_that_fails_leaves_no_file(script: Script, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not on the PATH")
    done = script("backup.sh", tmp_path / "backups", TOCSIN_DATABASE="postgresql://tocsin@127.0.0.1:1/tocsin")
    assert done.returncode != 0
    assert [*(tmp_path / "backups").iterdir()] == []


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [("", 0, "ready\n"), ("it stands by", 0, "it stands by\n"), ("it is stopping", 1, "it is stopping\n")],
)
async def test_a_bot_is_asked_whether_it_is_ready(
    script: Script, unused_tcp_port: int, wrong: str, status: int, said: str
) -> None:
    class Bot:
        async def wrong(self) -> str:
            return wrong

        async def measure(self) -> None:
            raise AssertionError("nobody asks for figures")

    port = await Port.open(Bot(), Settings(port=unused_tcp_port))
    asked = await asyncio.to_thread(script, "ready.sh", TOCSIN_PORT=str(unused_tcp_port))
    await port.close()
    assert (asked.returncode, asked.stdout) == (status, said)

    away = await asyncio.to_thread(script, "ready.sh", TOCSIN_PORT=str(unused_tcp_port))
    assert (away.returncode, away.stdout) == (1, "")
    assert away.stderr.startswith("ready.sh: the bot does not answer: ")
