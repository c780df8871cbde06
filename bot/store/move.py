"""Copies all that is stored to another database, in a file or on a server, and checks the copy.

The copy is written table by table, and the target notes which are whole: after an interruption the same
call goes on where it was. Until the copy is checked, no bot starts on the target.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    TableClause,
    TypeDecorator,
    column,
    literal,
    select,
    table,
    tuple_,
)

from bot.store.errors import StoreError
from bot.store.rows import people
from bot.store.rows.upserts import insert
from bot.store.schema import MOVED, meta, metadata
from bot.store.store import Store
from data.catalogue import _

ROWS = 500
"""Rows that are copied in one transaction."""


async def move(source: Store, target: Store) -> int:
    """Copy everything; returns the number of rows.

    :raises StoreError: the target holds something else, or is not the same in the end.
    """
    whole = await _whole(source, target)
    for each in metadata.sorted_tables:
        if each.name not in whole:
            plain = _plain(each)
            async for rows in _batches(source, each):
                await target.transact(partial(_put, plain=plain, rows=rows))
            whole.append(str(each.name))
            await _note(target, whole)
    ids = await source.look(source.database.last_ids)
    await target.transact(partial(target.database.go_on_from, ids=ids))
    count, other = await _compared(source, target)
    if other is not None:
        raise StoreError(
            _(
                "The copy in {place} is not the same in the table {table}: did a program write to "
                "{source} meanwhile? Begin again with an empty database.",
                place=target.database.place,
                table=other,
                source=source.database.place,
            )
        )
    await target.transact(partial(people.unnote, key=MOVED))
    return count


async def _compared(source: Store, target: Store) -> tuple[int, str | None]:
    """The number of rows, and the first table that is not the same; None if all are."""
    count = 0
    for each in metadata.sorted_tables:
        original = await _digest(source, each)
        if original != await _digest(target, each):
            return count, each.name
        count += original[0]
    return count, None


async def _whole(source: Store, target: Store) -> list[str]:
    """The tables that an earlier call has copied whole; from now on the target is that of a move.

    :raises StoreError: it is the database of a bot.
    """
    noted = await target.look(partial(people.noted, key=MOVED))
    if noted is not None:
        return msgspec.json.decode(noted, type=list[str])
    for each in metadata.sorted_tables:
        if await target.look(lambda c, each=each: c.execute(select(each).limit(1)).first()):  # type: ignore[misc]
            if (await _compared(source, target))[1] is None:
                # The call before was interrupted after its last step, and could not say so.
                return [str(each.name) for each in metadata.sorted_tables]
            raise StoreError(
                _(
                    "The database {place} holds campaigns or settings already; name an empty one.",
                    place=target.database.place,
                )
            )
    await _note(target, [])
    return []


async def _note(target: Store, whole: Sequence[str]) -> None:
    await target.transact(partial(people.note, key=MOVED, value=msgspec.json.encode(whole).decode()))


def _plain(each: Table) -> TableClause:
    """The table with what its columns store, instead of the values that they mean."""
    columns = []
    for one in each.columns:
        kind = one.type
        columns.append(column(one.name, kind.impl_instance if isinstance(kind, TypeDecorator) else kind))
    return table(each.name, *columns)


async def _batches(store: Store, each: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """All rows of a table, by its key; the order is that of its own database."""
    plain = _plain(each)
    keys = [plain.c[key.name] for key in each.primary_key]
    query: Select[Any] = select(plain).order_by(*keys).limit(ROWS)
    if each is meta:
        query = query.where(plain.c.key != MOVED)
    page = query
    while rows := await store.look(lambda c, page=page: c.execute(page).all()):  # type: ignore[misc]
        yield rows
        last = (literal(getattr(rows[-1], key.name), key.type) for key in keys)
        page = query.where(tuple_(*keys) > tuple_(*last))


def _put(connection: Connection, plain: TableClause, rows: Sequence[Row[Any]]) -> None:
    """Write rows; those that an interrupted call has written are there already."""
    connection.execute(insert(plain).on_conflict_do_nothing(), [dict(row._mapping) for row in rows])


async def _digest(store: Store, each: Table) -> tuple[int, int]:
    """Number of a table's rows, and a sum of their digests: databases put texts in different orders."""
    count = total = 0
    async for rows in _batches(store, each):
        count += len(rows)
        for row in rows:
            total += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest())
    return count, total
