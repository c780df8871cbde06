"""Statements that every command runs: compiled once, and given to the driver directly.

SQLAlchemy processes a statement, its values and its result again each time, which takes several times
as long as SQLite itself needs to find a row by its key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql import Delete, Insert, Select, Update
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.util import await_only

Row = Sequence[Any]
Statement = Select[Any] | Insert | Update | Delete

_SQLITE = sqlite.dialect()
_SERVER: Dialect = asyncpg.dialect()  # type: ignore[no-untyped-call]


class _Value(NamedTuple):
    """A parameter of a statement."""

    name: str
    default: Any
    """The value if none is given."""
    stored: Callable[[Any], Any] | None
    """Converts a value to SQLite's form; None: no conversion."""


class _Compiled:
    """A statement for one kind of database."""

    def __init__(self, statement: Statement, given: list[str] | None, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=given)
        assert isinstance(compiled, SQLCompiler)
        self.text = compiled.string
        self._values = [
            _Value(bind.key, bind.value, bind.type.dialect_impl(dialect).bind_processor(dialect))
            for bind in (compiled.binds[name] for name in compiled.positiontup or ())
        ]
        columns = statement.selected_columns.values() if isinstance(statement, Select) else ()
        self._columns = [
            (str(column.key), column.type.dialect_impl(dialect).result_processor(dialect, None))
            for column in columns
        ]

    def stored(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in the database's form, in their order in the text."""
        return tuple(
            values.get(name, default) if stored is None else stored(values.get(name, default))
            for name, default, stored in self._values
        )

    def read(self, rows: Iterable[Row]) -> list[dict[str, Any]]:
        """Rows of the database as column names and values."""
        return [
            {
                name: value if read is None else read(value)
                for (name, read), value in zip(self._columns, row, strict=True)
            }
            for row in rows
        ]


class Often:
    """A frequent statement on a few rows; its values have no list and no column default.

    :param given: the columns of a row to be inserted.
    """

    def __init__(self, statement: Statement, *given: str) -> None:
        self._statement = statement
        self._given = list(given) or None

    @cached_property
    def on_file(self) -> _Compiled:
        """The statement for SQLite."""
        return _Compiled(self._statement, self._given, _SQLITE)

    @cached_property
    def on_server(self) -> _Compiled:
        """The statement for PostgreSQL."""
        return _Compiled(self._statement, self._given, _SERVER)

    def form(self, connection: Connection) -> _Compiled:
        """The statement for the database of a connection."""
        return self.on_file if connection.dialect.name == _SQLITE.name else self.on_server

    def rows(self, connection: Connection, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows that are found, as column names and values."""
        form, driver = self.form(connection), _driver(connection)
        if form is self.on_file:
            return form.read(driver.execute(form.text, form.stored(values)))
        return form.read(await_only(driver.fetch(form.text, *form.stored(values))))

    def write(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Write; returns the number of rows."""
        form, driver = self.form(connection), _driver(connection)
        if form is self.on_file:
            return int(driver.execute(form.text, form.stored(values)).rowcount)
        done: str = await_only(driver.execute(form.text, *form.stored(values)))
        # As "UPDATE 1" or "INSERT 0 1".
        return int(done[done.rindex(" ") :])


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection
