"""Watches in every test that a transaction which names campaigns keeps to them: see `bot.store.server`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, Table, event
from sqlalchemy.sql import ClauseElement, Insert, operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, BindParameter, ColumnClause

from bot.store.database import Database, SqliteDatabase, Work
from bot.store.often import Often
from bot.store.server import ServerDatabase

SHARED = {
    "meta": "a note is written, deleted or read by its key",
    "pack": "a pack is written once and never changed",
    "person": "each change sets its own columns of one person",
    "guild": "each change sets its own columns of one server",
    "conduct": "an upsert adds",
    "substitute": "one row is moved or deleted by its key",
    "proposal": "one row is written, taken or deleted by its number; those that are too old go",
    "audit": "a row is added",
    "interaction": "a row is added, whose key keeps it from being added twice",
    "league": "one row is set by its key",
    "seeker": "one row is put off by its key",
    "opening": "one row is set by its number",
    "outbox": "one message is set by its number",
    "wake": "rows of the campaign are set or deleted by their numbers",
    "lapse": "rows of the campaign are deleted by their numbers",
    "request": "a row of the campaign is set by its number",
}
"""Tables that a statement of it may use without naming a campaign, and why it is right by itself."""
_OF = "apart"


def strays(statement: ClauseElement, given: Iterable[Mapping[str, Any]], of: Collection[int]) -> list[str]:
    """The tables of which a statement uses rows of other campaigns, or is not right by itself."""
    parts = list(visitors.iterate(statement))
    tables = {part.name for part in parts if isinstance(part, Table)}
    target = getattr(statement, "table", None)
    if isinstance(target, Table):
        tables.add(target.name)
    meant = {number for values in given for number in _meant(statement, parts, values)}
    if meant and meant <= {*of}:
        return []
    return sorted(tables - {*SHARED} if not meant else tables)


def _meant(statement: ClauseElement, parts: Iterable[Any], values: Mapping[str, Any]) -> Iterator[Any]:
    """The campaigns of which a statement says that it means them."""
    if isinstance(statement, Insert) and statement.select is None:
        # Compiled only where a statement has its values in itself: that takes longer than all else here.
        own = values if "campaign_id" in values else statement.compile().params
        if own.get("campaign_id") is not None:
            yield own["campaign_id"]
    for part in parts:
        if isinstance(part, BinaryExpression) and part.operator in (operators.eq, operators.in_op):
            column, value = part.left, part.right
            if isinstance(column, ColumnClause) and isinstance(value, BindParameter) and _is_key(column):
                numbers = values.get(value.key, value.value)
                yield from numbers if part.operator is operators.in_op else [numbers]


def _is_key(column: ColumnClause[Any]) -> bool:
    return column.name == "campaign_id" or (column.name == "id" and str(column.table) == "campaign")


def _see(connection: Connection, statement: Any, given: Iterable[Mapping[str, Any]]) -> None:
    of = connection.info.get(_OF)
    if of is not None and isinstance(statement, ClauseElement):
        found = strays(statement, given, of)
        assert not found, f"A transaction of the campaigns {of} uses {', '.join(found)}:\n{statement}"


def _before(connection: Connection, statement: Any, many: Any, values: Any, options: Any) -> None:
    _see(connection, statement, many or [values])


def _watched(work: Work[Any], of: Collection[int] | None) -> Work[Any]:
    def ran(connection: Connection) -> Any:
        # Kept: a connection that is broken gives none.
        info = connection.info
        info[_OF] = of
        try:
            return work(connection)
        finally:
            info[_OF] = None

    return ran


@pytest.fixture(autouse=True, scope="session")
def keep_apart() -> Iterator[None]:
    """Have every statement looked at that a test runs in such a transaction."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (SqliteDatabase, ServerDatabase):
            patch.setattr(kind, "write", _writing(kind.write))
        for name in ("rows", "write"):
            patch.setattr(Often, name, _often(getattr(Often, name)))
        event.listen(Engine, "before_execute", _before)
        yield
        event.remove(Engine, "before_execute", _before)


def _writing(write: Callable[..., Any]) -> Callable[..., Any]:
    async def written(database: Database, work: Work[Any], of: Collection[int] | None = None) -> Any:
        return await write(database, _watched(work, of), of)

    return written


def _often(run: Callable[..., Any]) -> Callable[..., Any]:
    def ran(often: Often, connection: Connection, values: Mapping[str, Any]) -> Any:
        _see(connection, often._statement, [values])
        return run(often, connection, values)

    return ran
