"""What goes wrong with real files is said in a sentence, and nothing is made worse."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import (
    DatabaseCorrupt,
    DatabaseLocked,
    DiskFull,
    ForeignDatabase,
    NewerSchemaError,
    Store,
    StoreError,
    Unwritable,
    check,
)
from tests.store.builders import (
    CHANNEL,
    GUILD,
    Hands,
    applied,
    change,
    content,
    damage,
    entry,
    files,
    new,
    write,
)

ROOT = Path(__file__).parents[2]


async def test_a_locked_database_says_so_and_works_again_afterwards(file_store: Store, path: Path) -> None:
    made = await file_store.create(new(), entry())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseLocked, match="try again"):
            await file_store.commit(change(made.id, 0))
        assert await file_store.campaign(made.id) == made
        other.execute("ROLLBACK")

    assert (await file_store.commit(change(made.id, 0))).campaign.version == 1


async def test_a_database_that_another_program_keeps_for_itself_is_not_opened(
    path: Path, clock: Hands
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseLocked):
            await Store.open(path, clock, busy_seconds=0.05)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, clock: Hands) -> None:
    write(path, "The tocsin of the fourteenth of July. " * 100)
    before = content(path)

    with pytest.raises(DatabaseCorrupt):
        await Store.open(path, clock)

    assert content(path) == before
    assert [problem for problem in check(path) if "not a database" in problem]


async def test_damage_inside_the_file_is_reported(path: Path, clock: Hands) -> None:
    async with await Store.open(path, clock) as store:
        for n in range(20):
            await store.create(new(channel_id=CHANNEL + n, state=b"x" * 20_000), entry())
    damage(path, 4096)

    assert check(path) != []
    with pytest.raises(DatabaseCorrupt):
        async with await Store.open(path, clock) as store:
            await store.campaign(1)


async def test_a_full_disk_says_so_and_the_action_can_be_repeated(file_store: Store) -> None:
    made = await file_store.create(new(), entry())
    big = b"x" * 400_000
    pages = await file_store.database.write(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar_one())
    await file_store.database.write(
        lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages + 4}").close()
    )

    with pytest.raises(DiskFull, match="no room"):
        await file_store.commit(change(made.id, 0, state=big, interaction_id=3))

    assert await file_store.campaign(made.id) == made
    assert await applied(file_store, 3) is None
    await file_store.database.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 100000").close())
    assert (await file_store.commit(change(made.id, 0, state=big, interaction_id=3))).campaign.version == 1


async def test_a_database_of_a_newer_program_is_refused_and_left_alone(path: Path, clock: Hands) -> None:
    async with await Store.open(path, clock) as store:
        await store.create(new(), entry())
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    before = content(path)

    with pytest.raises(NewerSchemaError, match="9999"):
        await Store.open(path, clock)

    assert content(path) == before
    assert files(path.parent) == [path.name]


async def test_a_database_of_another_program_is_refused_and_left_alone(path: Path, clock: Hands) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = content(path)

    with pytest.raises(ForeignDatabase):
        await Store.open(path, clock)

    assert content(path) == before


async def test_a_folder_that_can_not_be_made_is_named(path: Path, clock: Hands) -> None:
    write(path, "")

    with pytest.raises(Unwritable, match="can't be made"):
        await Store.open(path / "sub" / "tocsin.db", clock)


async def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path, clock: Hands) -> None:
    with pytest.raises(Unwritable, match="can't be opened"):
        await Store.open(tmp_path, clock)


async def test_an_error_of_the_driver_is_one_of_the_stores(file_store: Store) -> None:
    with pytest.raises(StoreError, match="no such table"):
        await file_store.database.read(lambda c: c.exec_driver_sql("SELECT * FROM recipes").all())


async def test_two_stores_on_one_file_wait_for_each_other(path: Path, clock: Hands) -> None:
    async def play(store: Store, campaign_id: int) -> None:
        for version in range(20):
            await store.commit(change(campaign_id, version))

    async with await Store.open(path, clock) as one, await Store.open(path, clock) as other:
        made = [await one.create(new(channel_id=CHANNEL + n), entry()) for n in range(2)]
        await asyncio.gather(play(one, made[0].id), play(other, made[1].id))

        assert [head.version for head in await one.campaigns_of(GUILD)] == [20, 20]


def test_a_program_that_forgets_to_close_the_store_still_ends(path: Path) -> None:
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from bot.store import Store\n"
        "from tests.store.builders import Hands\n"
        "kept = asyncio.run(Store.open(Path(sys.argv[1]), Hands()))\n"
    )

    ran = subprocess.run([sys.executable, "-c", script, str(path)], cwd=ROOT, timeout=150, check=False)

    assert ran.returncode == 0


async def test_readers_can_not_write(file_store: Store) -> None:
    with pytest.raises(Unwritable):
        await file_store.database.read(lambda c: c.exec_driver_sql("DELETE FROM journal").close())


async def test_what_is_committed_is_on_the_disk(file_store: Store) -> None:
    settings = {
        pragma: await file_store.database.write(
            lambda c, pragma=pragma: c.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()  # type: ignore[misc]
        )
        for pragma in ("journal_mode", "synchronous", "foreign_keys")
    }

    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_a_sound_database_has_no_problems(file_store: Store, path: Path) -> None:
    await file_store.create(new(), entry())

    assert check(path) == []


def test_a_missing_database_is_a_problem_and_is_not_made(path: Path) -> None:
    assert check(path) == [f"There is no database {path}."]
    assert not path.exists()


async def test_the_health_check_names_what_is_wrong(path: Path, clock: Hands) -> None:
    await (await Store.open(path, clock)).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(
            "INSERT INTO seat (campaign_id, seat, place, rest_handed, missed) VALUES (41, 'france', 0, 0, 0)"
        )
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()

    problems = check(path)

    assert any("seat" in problem and "campaign" in problem for problem in problems)
    assert any("9999" in problem for problem in problems)


def test_an_empty_database_is_a_problem(path: Path) -> None:
    path.touch()

    assert check(path) == ["The file holds no tables of this program."]
