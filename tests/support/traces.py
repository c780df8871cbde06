"""What a database still has of a person."""

from __future__ import annotations

import sqlite3

from tests.support.table import Table


def traces(table: Table, user_id: int) -> list[str]:
    """Every column of every row of the database file that has an id in it."""
    found = []
    with sqlite3.connect(table.db_path) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            rows = connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - names are the database's own
            columns = [column[0] for column in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    plain = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                    if str(user_id) in plain:
                        found.append(f"{name}.{column}")
    connection.close()
    return found
