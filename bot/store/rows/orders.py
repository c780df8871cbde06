"""Standing orders: the answers that a seat has given beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, insert, select

from bot.store.often import Often
from bot.store.records import Order
from bot.store.rows import upserts, wakes
from bot.store.schema import laid_by, standing_order

_OF = Often(
    select(standing_order.c.seat, standing_order.c.kind, standing_order.c.text).where(
        standing_order.c.campaign_id == bindparam("of")
    )
)


def of_campaign(connection: Connection, campaign_id: int) -> dict[tuple[str, str], str]:
    """Every order of a campaign, by seat and kind of decision."""
    return {(row["seat"], row["kind"]): row["text"] for row in _OF.rows(connection, {"of": campaign_id})}


def give(connection: Connection, campaign_id: int, given: Order, now: datetime) -> None:
    """Write an order; it replaces the one before."""
    row = {**msgspec.structs.asdict(given), "campaign_id": campaign_id, "given_at": now}
    upserts.put(connection, standing_order, row)
    wakes.put(connection, campaign_id)


def change(
    connection: Connection, campaign_id: int, changed: Mapping[tuple[str, str], str], now: datetime
) -> None:
    """Write orders by seat and kind; one that is empty is revoked."""
    for (seat, kind), text in changed.items():
        if text:
            give(connection, campaign_id, Order(seat=seat, kind=kind, text=text), now)
        else:
            revoke(connection, campaign_id, seat, kind)


def revoke(connection: Connection, campaign_id: int, seat: str, kind: str | None = None) -> int:
    """Revoke one order of a seat, or all (None); returns how many there were."""
    query = delete(standing_order).where(
        standing_order.c.campaign_id == campaign_id, standing_order.c.seat == seat
    )
    if kind is not None:
        query = query.where(standing_order.c.kind == kind)
    return connection.execute(query).rowcount


def revoke_for_good(connection: Connection, campaign_id: int, seat: str) -> None:
    """Revoke all orders of a seat that has changed hands, also those that were laid by."""
    revoke(connection, campaign_id, seat)
    connection.execute(delete(laid_by).where(*_of(laid_by, campaign_id, seat)))


def lay_by(connection: Connection, campaign_id: int, seat: str) -> None:
    """Lay the orders of a seat by while a stand-in plays: they are the owner's."""
    _move(connection, standing_order, laid_by, campaign_id, seat)


def bring_back(connection: Connection, campaign_id: int, seat: str) -> None:
    """Restore the orders that were laid by; they replace those of the stand-in."""
    _move(connection, laid_by, standing_order, campaign_id, seat)
    wakes.put(connection, campaign_id)


def _move(connection: Connection, source: Table, target: Table, campaign_id: int, seat: str) -> None:
    columns = [column.name for column in source.columns]
    connection.execute(delete(target).where(*_of(target, campaign_id, seat)))
    moved = select(*source.columns).where(*_of(source, campaign_id, seat))
    connection.execute(insert(target).from_select(columns, moved))
    connection.execute(delete(source).where(*_of(source, campaign_id, seat)))


def _of(table: Table, campaign_id: int, seat: str) -> tuple[ColumnElement[bool], ...]:
    return table.c.campaign_id == campaign_id, table.c.seat == seat
