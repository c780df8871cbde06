"""Rows that are written in one statement, whether or not there is one with their key.

Of two programs that each delete a row and insert it again at once, one would fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table

# SQLite has taken PostgreSQL's form of these statements over.
from sqlalchemy.dialects.postgresql import Insert, insert

__all__ = ["insert", "put", "upsert"]


@cache
def upsert(table: Table, replaced: tuple[str, ...]) -> Insert:
    """A statement that writes a row, and replaces these columns of the row with the same key."""
    statement = insert(table)
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: statement.excluded[name] for name in replaced if not table.c[name].primary_key},
    )


def put(
    connection: Connection, table: Table, values: Mapping[str, Any], replaced: Iterable[str] | None = None
) -> None:
    """Write a row; the one with the same key keeps its other columns.

    :param replaced: the columns that are replaced in it; all that are given by default.
    """
    connection.execute(upsert(table, tuple(values if replaced is None else replaced)), values)
