"""Standing orders: what a seat has answered beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.store.records import Order
from bot.store.schema import standing_order

_OF = select(standing_order.c.seat, standing_order.c.kind, standing_order.c.text).where(
    standing_order.c.campaign_id == bindparam("of")
)


def of_campaign(connection: Connection, campaign_id: int) -> dict[tuple[str, str], str]:
    """Every order of a campaign, by seat and kind of decision."""
    return {(seat, kind): text for seat, kind, text in connection.execute(_OF, {"of": campaign_id})}


def give(connection: Connection, campaign_id: int, given: Order, now: datetime) -> None:
    """Write an order in place of the one before."""
    revoke(connection, campaign_id, given.seat, given.kind)
    connection.execute(
        insert(standing_order).values(
            campaign_id=campaign_id, seat=given.seat, kind=given.kind, text=given.text, given_at=now
        )
    )


def revoke(connection: Connection, campaign_id: int, seat: str, kind: str | None = None) -> int:
    """Take back one order of a seat, or with None all of them; gives how many there were."""
    query = delete(standing_order).where(
        standing_order.c.campaign_id == campaign_id, standing_order.c.seat == seat
    )
    if kind is not None:
        query = query.where(standing_order.c.kind == kind)
    return connection.execute(query).rowcount


def revoke_of(connection: Connection, campaign_id: int, seats: Iterable[str]) -> None:
    """Take back all orders of seats that have changed hands."""
    for seat in seats:
        revoke(connection, campaign_id, seat)
