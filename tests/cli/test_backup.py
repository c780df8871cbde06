"""`tocsin backup`; what a backup holds is tested with the store."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.store import Store, check
from tests.cli.program import Ran, ended, started, tocsin
from tests.store.builders import Hands, card, change, entry, new


def test_a_backup_is_a_whole_copy(installed: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept" / "copy.db"
    ran = tocsin("backup", target)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{target} is a whole copy of {installed}.\n"
    assert check(target) == []


def test_a_backup_without_a_name_is_called_by_its_time(installed: Path, tmp_path: Path) -> None:
    ran = tocsin("backup")
    (copy,) = tmp_path.glob("tocsin-????????-??????.db")
    assert (ran.status, ran.out) == (0, f"{copy.name} is a whole copy of {installed}.\n")


def test_a_backup_is_whole_while_the_bot_writes(installed: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"

    async def play() -> tuple[Ran, int, int]:
        async with await Store.open(installed, Hands()) as store:
            made = await store.create(new(state=b"x" * 200_000), entry())
            process = asyncio.create_task(ended(await started("backup", target)))
            version = 0
            while not process.done():
                await store.commit(
                    change(made.id, version, state=b"%d " % (version + 1) * 20_000, outbox=[card()])
                )
                version += 1
            async with await Store.open(target, Hands()) as copy:
                found = await copy.campaign(made.id)
                assert found is not None
                assert found.version == found.last_seq
                assert found.version == 0 or found.state.split()[0] == b"%d" % found.version
                return await process, found.version, version

    ran, copied, last = asyncio.run(play())
    assert (ran.status, ran.err) == (0, "")
    assert check(target) == []
    assert 0 <= copied < last


def test_what_is_not_there_is_not_backed_up(database: Path) -> None:
    ran = tocsin("backup", "copy.db")
    assert (ran.status, ran.out, ran.sentence) == (2, "", f"There is no database {database}.")
    assert not Path("copy.db").exists()
    assert not database.exists()


def test_a_backup_does_not_replace_its_own_database(installed: Path) -> None:
    before = installed.read_bytes()
    ran = tocsin("backup", installed)
    assert ran.status == 2
    assert ran.sentence.startswith("The backup can't be written over its own database")
    assert installed.read_bytes() == before


def test_a_backup_is_a_file(installed: Path) -> None:
    ran = tocsin("backup", ".")
    assert (ran.status, ran.sentence) == (2, ". is a folder; name a file.")


def test_a_backup_that_cant_be_written(installed: Path) -> None:
    ran = tocsin("backup", "/proc/none/copy.db")
    assert ran.status == 2
    assert ran.sentence.startswith("The backup /proc/none/copy.db can't be written: ")


def test_a_damaged_database_replaces_no_backup(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(b"the good one")
    content = bytearray(installed.read_bytes())
    content[4096:8192] = bytes(4096)
    installed.write_bytes(content)
    ran = tocsin("backup", "copy.db")
    assert ran.status == 2
    assert "damaged" in ran.sentence
    assert (tmp_path / "copy.db").read_bytes() == b"the good one"
