"""A backup is whole, of one moment, and takes its name only when it is sound."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.store import DatabaseCorrupt, DatabaseMissing, Store, StoreError, Unwritable, backup_file, check
from tests.store.builders import (
    CHANNEL,
    Hands,
    card,
    change,
    content,
    counted,
    damage,
    entry,
    files,
    new,
    owed,
    write,
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backups" / "copy.db"


async def test_a_backup_has_what_was_committed_before_it(
    file_store: Store, path: Path, target: Path, clock: Hands
) -> None:
    made = await file_store.create(new(), entry(), [card()], [owed()])
    await file_store.commit(change(made.id, 0))

    await backup_file(path, target)

    assert files(target.parent) == ["copy.db"]
    async with await Store.open(target, clock) as copy:
        assert await copy.campaign(made.id) == await file_store.campaign(made.id)
        assert await copy.journal(made.id) == await file_store.journal(made.id)


async def test_backups_taken_while_the_bot_writes_are_each_of_one_moment(
    file_store: Store, path: Path, tmp_path: Path, clock: Hands
) -> None:
    made = await file_store.create(new(state=b"x" * 200_000), entry())
    enough = asyncio.Event()

    async def play() -> int:
        version = 0
        while not enough.is_set():
            await file_store.commit(
                change(made.id, version, state=b"%d " % (version + 1) * 20_000, outbox=[card()])
            )
            version += 1
        return version

    playing = asyncio.create_task(play())
    copies = [tmp_path / f"{n}.copy" for n in range(6)]
    for copy in copies:
        await backup_file(path, copy)
    enough.set()
    last = await playing

    seen = []
    for copy in copies:
        assert check(copy) == []
        async with await Store.open(copy, clock) as store:
            found = await store.campaign(made.id)
            assert found is not None
            assert found.last_seq == found.version
            assert found.version == 0 or found.state.split()[0] == b"%d" % found.version
            seen.append(found.version)
    assert seen == sorted(seen)
    assert 0 < seen[-1] <= last


async def test_a_backup_replaces_the_one_before(
    file_store: Store, path: Path, target: Path, clock: Hands
) -> None:
    await backup_file(path, target)
    await file_store.create(new(), entry())

    await backup_file(path, target)

    async with await Store.open(target, clock) as copy:
        assert await counted(copy) == 1


async def test_nothing_holds_the_copy_while_it_is_checked(
    file_store: Store, path: Path, target: Path, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await file_store.create(new(), entry())
    # As where Python frees a cursor late: its lock must not last as long as the cursor.
    alive: list[object] = []
    begin = aiosqlite.Cursor.__init__

    def kept(self: aiosqlite.Cursor, *arguments: Any) -> None:
        alive.append(self)
        begin(self, *arguments)

    monkeypatch.setattr(aiosqlite.Cursor, "__init__", kept)

    await backup_file(path, target)

    async with await Store.open(target, clock) as copy:
        assert await copy.campaign(made.id) == await file_store.campaign(made.id)
    assert alive


async def test_a_damaged_database_does_not_replace_a_good_backup(
    path: Path, target: Path, clock: Hands
) -> None:
    async with await Store.open(path, clock) as store:
        for n in range(20):
            await store.create(new(channel_id=CHANNEL + n, state=b"x" * 20_000), entry())
        await backup_file(path, target)
    good = content(target)
    damage(path, 8192, 40_000)

    with pytest.raises(DatabaseCorrupt):
        await backup_file(path, target)

    assert content(target) == good
    assert files(target.parent) == ["copy.db"]


async def test_there_is_no_backup_of_what_is_not_there(path: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing):
        await backup_file(path, tmp_path / "copy.db")

    assert files(tmp_path) == []


async def test_a_database_is_not_backed_up_onto_itself(file_store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="its own database"):
        await backup_file(path, path)


async def test_a_backup_that_can_not_be_written_says_so(
    file_store: Store, path: Path, tmp_path: Path
) -> None:
    write(tmp_path / "taken", "")

    with pytest.raises(Unwritable):
        await backup_file(path, tmp_path / "taken" / "copy.db")
