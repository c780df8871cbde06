"""Statements that every command runs: compiled once, and given to SQLite's driver directly.

SQLAlchemy processes a statement, its values and its result anew each time, which takes several times
as long as SQLite itself needs to find a row by its key.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import Delete, Insert, Select, Update
from sqlalchemy.sql.compiler import SQLCompiler

Row = Sequence[Any]

_DIALECT = sqlite.dialect()


class _Value(NamedTuple):
    """A parameter of a statement."""

    name: str
    default: Any
    """The value if none is given."""
    stored: Callable[[Any], Any] | None
    """Converts a value to SQLite's form; None: no conversion."""


class Often:
    """A frequent statement on a few rows; its values have no list and no column default.

    :param given: the columns of a row to be inserted.
    """

    def __init__(self, statement: Select[Any] | Insert | Update | Delete, *given: str) -> None:
        self._statement = statement
        self._given = list(given) or None

    @cached_property
    def _compiled(self) -> SQLCompiler:
        compiled = self._statement.compile(dialect=_DIALECT, column_keys=self._given)
        assert isinstance(compiled, SQLCompiler)
        return compiled

    @cached_property
    def text(self) -> str:
        """The statement's SQL text for SQLite."""
        return self._compiled.string

    @cached_property
    def _values(self) -> list[_Value]:
        compiled = self._compiled
        binds = [compiled.binds[name] for name in compiled.positiontup or ()]
        return [
            _Value(bind.key, bind.value, bind.type.dialect_impl(_DIALECT).bind_processor(_DIALECT))
            for bind in binds
        ]

    @cached_property
    def _columns(self) -> list[tuple[str, Callable[[Any], Any] | None]]:
        assert isinstance(self._statement, Select)
        return [
            (str(column.key), column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None))
            for column in self._statement.selected_columns.values()
        ]

    def rows(self, connection: Connection, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows that are found, as column names and values."""
        if connection.dialect.driver != _DIALECT.driver:
            return [dict(row) for row in connection.execute(self._statement, values).mappings()]
        return [
            {
                name: value if read is None else read(value)
                for (name, read), value in zip(self._columns, row, strict=True)
            }
            for row in self.ask(connection, values)
        ]

    def write(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Write; returns the number of rows."""
        if connection.dialect.driver != _DIALECT.driver:
            return connection.execute(self._statement, values).rowcount
        return self.ask(connection, values).rowcount

    def ask(self, connection: Connection, values: Mapping[str, Any]) -> sqlite3.Cursor:
        """Run the statement with the driver."""
        driver: Any = connection.connection.driver_connection
        cursor: sqlite3.Cursor = driver.execute(self.text, self.stored(values))
        return cursor

    def stored(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in SQLite's form, in their order in the text."""
        return tuple(
            values.get(name, default) if stored is None else stored(values.get(name, default))
            for name, default, stored in self._values
        )
