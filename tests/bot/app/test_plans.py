"""A start and a sweep read what is due and nothing else, however many campaigns are stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from bot.pauses.outage import LONGEST
from bot.store.schema import metadata
from tests.support.statements import heard
from tests.support.table import Table

PARTIAL = {
    index.name
    for table in metadata.tables.values()
    for index in table.indexes
    if index.dialect_options["sqlite"]["where"] is not None
}
"""Indexes of only those rows that wait for something."""

SMALL = {"alembic_version", "pack", "sqlite_master"}
"""Tables whose size does not grow with the campaigns: a pack is stored once."""


async def start(table: Table) -> None:
    await table.restart()


async def sweep(table: Table) -> None:
    await table.sweep(30)


async def ring(table: Table) -> None:
    await table.sweep(timedelta(minutes=59).total_seconds())


async def outage(table: Table) -> None:
    await table.sweep((2 * LONGEST).total_seconds())


async def prune(table: Table) -> None:
    for _ in range(50):
        await table.sweep(timedelta(minutes=30).total_seconds())


WAYS: dict[str, Callable[[Table], Awaitable[None]]] = {
    "a start": start,
    "a sweep": sweep,
    "reminders": ring,
    "an outage": outage,
    "a day": prune,
}


@pytest.mark.parametrize("name", WAYS)
async def test_no_start_and_no_sweep_walks_through_a_table(table: Table, name: str) -> None:
    await table.new(clock="1h")
    await table.sweep()
    asked: dict[str, Any] = {}

    with heard(asked.setdefault):
        await WAYS[name](table)

    # What every sweep looks through was heard.
    assert all(
        any(f"FROM {name}" in each for each in asked) for name in ("deadline", "wake", "lapse", "meta")
    )
    assert walks(table, asked) == []


def walks(table: Table, asked: dict[str, Any]) -> list[str]:
    """The statements that read a table from end to end, each with the step of its plan."""
    found = []
    with closing(sqlite3.connect(table.db_path)) as connection:
        for statement, values in asked.items():
            if not statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
                continue
            # Of many sets of values the plan is the same.
            one = values[0] if isinstance(values, list) else values
            for *_ids, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", one):
                if step.startswith("SCAN") and step != "SCAN CONSTANT ROW":
                    words = step.split()
                    if words[1] not in SMALL and words[-1] not in PARTIAL:
                        found.append(f"{step}: {statement}")
    return found
