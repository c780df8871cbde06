"""A new version changes no tables under a bot that could not work with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection

from bot.shards import Shards
from bot.store import DatabaseLocked, Store, migrate
from bot.store.errors import OlderBots
from bot.store.migrate import check_bots, revision
from bot.store.schema import REVISION
from bot.store.server import connect
from tests.store.builders import Hands
from tests.store.first import config

LOW, HIGH = Shards(0, 3, 16), Shards(4, 15, 16)
NEXT = "9999"
SILENT = "0023"
"""The last revision whose bots did not say what they know."""

Upgrade = Callable[[str | None], None]


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Upgrade:
    """Install a version with one step more, which serves programs from a revision on, or says nothing."""

    def install(serves: str | None) -> None:
        module = SimpleNamespace() if serves is None else SimpleNamespace(SERVES=serves)
        monkeypatch.setattr(migrate, "REVISION", NEXT)
        monkeypatch.setattr(migrate, "_steps", lambda: [SimpleNamespace(revision=NEXT, module=module)])
        monkeypatch.setattr(migrate, "upgrade_from", _step)

    return install


def _step(_stored: str | None, connection: Connection, _place: str) -> None:
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")


def test_each_step_says_which_programs_it_serves() -> None:
    for step in ScriptDirectory.from_config(config()).walk_revisions():
        if step.revision > SILENT:
            assert SILENT <= step.module.SERVES <= step.revision


async def test_a_step_that_serves_the_version_before_is_taken_beside_its_bots(
    url: URL, clock: Hands, upgrade: Upgrade
) -> None:
    async with await Store.open(url, clock, alone=True, shards=LOW):
        upgrade(REVISION)
        async with await Store.open(url, clock, alone=True, wait=True, shards=HIGH) as high:
            assert await high.database.read(revision) == NEXT


@pytest.mark.parametrize("serves", [NEXT, None])
async def test_one_that_does_not_is_refused_while_such_a_bot_runs(
    url: URL, clock: Hands, upgrade: Upgrade, serves: str | None
) -> None:
    async with await Store.open(url, clock, alone=True, shards=LOW) as low:
        upgrade(serves)
        # As a bot of another group, as one that stands by for it, and as a program beside the bots.
        for alone, wait in ((True, False), (True, True), (False, False)):
            with pytest.raises(OlderBots, match="for the shards 0-3/16, and could not work") as refused:
                await Store.open(url, clock, alone=alone, wait=wait, shards=HIGH)
            assert isinstance(refused.value, DatabaseLocked)
        assert await low.database.read(revision) == REVISION
    async with await Store.open(url, clock, alone=True, shards=HIGH) as high:
        assert await high.database.read(revision) == NEXT


async def test_the_bot_that_is_waited_for_is_not_in_the_way(url: URL, clock: Hands, upgrade: Upgrade) -> None:
    """It has ended when the tables are changed."""
    first = await Store.open(url, clock, alone=True, shards=LOW)
    upgrade(None)
    standing_by = asyncio.ensure_future(Store.open(url, clock, alone=True, wait=True, shards=LOW))
    async with asyncio.timeout(120):
        while not await first.database.stood_by():  # noqa: ASYNC110 - another thread
            await asyncio.sleep(0.05)
    await first.close()
    async with await standing_by as second:
        assert await second.database.read(revision) == NEXT


@pytest.mark.parametrize("statement", ["DELETE FROM tocsin.bot", "UPDATE tocsin.bot SET epoch = epoch - 1"])
async def test_a_bot_that_does_not_say_what_it_knows_counts_as_the_last_of_those(
    url: URL, clock: Hands, upgrade: Upgrade, statement: str
) -> None:
    async with await Store.open(url, clock, alone=True, shards=LOW):
        own = await connect(url)
        await own.execute(statement)
        await own.close()
        async with await Store.open(url, clock) as beside:
            upgrade("0024")
            with pytest.raises(OlderBots):
                await check_bots(beside.database)
            upgrade(SILENT)
            await check_bots(beside.database)
