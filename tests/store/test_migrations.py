"""The steps lead to the tables that the program uses, wherever they are."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Dialect
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store import Store
from bot.store.migrate import revision
from bot.store.schema import REVISION, metadata
from tests.store.builders import CHANNEL, Hands, entry, new
from tests.store.first import config
from tests.support.statements import heard

ROOT = Path(__file__).parents[2]


async def test_the_steps_lead_to_the_tables_of_the_program(store: Store) -> None:
    def differences(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    assert await store.database.read(differences) == []
    assert await store.database.read(revision) == REVISION


def test_the_program_names_the_last_step() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [REVISION]


def test_the_steps_can_be_written_for_postgresql() -> None:
    written = io.StringIO()
    steps = config(output_buffer=written)
    steps.set_main_option("dialect", "postgresql")

    command.upgrade(steps, "head", sql=True)

    sql = written.getvalue()
    for table in metadata.sorted_tables:
        assert f"CREATE TABLE {table.name} " in sql
    assert "WHERE status = 'running'" in sql
    assert "WHERE status IN ('lobby', 'running')" in sql
    assert "channel_id BIGINT NOT NULL" in sql
    assert "ALTER TABLE campaign DROP CONSTRAINT ck_campaign_status" in sql
    assert "CHECK (status IN ('lobby', 'running', 'finished', 'ended'))" in sql
    assert "ALTER TABLE seat ALTER COLUMN user_id DROP NOT NULL" in sql
    assert "_alembic_tmp" not in sql


def test_the_tables_can_be_written_for_postgresql() -> None:
    dialect: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=dialect))


async def test_two_processes_may_make_the_tables_at_once(path: Path, clock: Hands) -> None:
    stores = await asyncio.gather(*(Store.open(path, clock) for _ in range(3)))

    assert [await store.database.read(revision) for store in stores] == [REVISION] * 3
    for store in stores:
        await store.close()


ASKS_FOR_ALEMBIC = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.store import Store

async def main():
    async with await Store.open(Path(sys.argv[1]), lambda: datetime.now(UTC)) as store:
        print(await store.campaign(1), "alembic" in sys.modules)

asyncio.run(main())
"""


@pytest.mark.parametrize("expected", ["None True", "None False"], ids=["first", "next"])
def test_only_a_start_that_makes_tables_needs_alembic(path: Path, clock: Hands, expected: str) -> None:
    if expected == "None False":
        asyncio.run(_made(path, clock))

    command = [sys.executable, "-c", ASKS_FOR_ALEMBIC, str(path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=150)

    assert ran.stdout.strip() == expected


async def _made(path: Path, clock: Hands) -> None:
    await (await Store.open(path, clock)).close()


async def test_a_start_asks_the_same_however_much_is_stored(path: Path, clock: Hands) -> None:
    async def statements() -> list[str]:
        asked: list[str] = []

        with heard(lambda statement, _: asked.append(statement)):
            await (await Store.open(path, clock)).close()
        return asked

    await (await Store.open(path, clock)).close()
    empty = await statements()
    async with await Store.open(path, clock) as store:
        for n in range(50):
            await store.create(new(channel_id=CHANNEL + n), entry())

    assert await statements() == empty
    assert empty != []
