"""Requests of a seat to take actions back, and who has agreed."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from bot.store.records import Request
from bot.store.schema import request

_ROW = [request.c[name] for name in Request.__struct_fields__]


def ask(
    connection: Connection, campaign_id: int, version: int, back_to: int, asked_by: str, now: datetime
) -> int:
    """Write a request; gives its id."""
    made = connection.execute(
        insert(request).values(
            campaign_id=campaign_id, version=version, back_to=back_to, asked_by=asked_by, agreed=[], at=now
        )
    )
    return int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0


def by_id(connection: Connection, request_id: int) -> Request | None:
    """The request of that id."""
    row = connection.execute(select(*_ROW).where(request.c.id == request_id)).mappings().first()
    return None if row is None else Request(**row)


def agree(connection: Connection, request_id: int, agreed: list[str]) -> None:
    """Note the seats that have agreed."""
    connection.execute(update(request).where(request.c.id == request_id).values(agreed=agreed))


def settle(connection: Connection, request_id: int, now: datetime) -> bool:
    """Note that a request is granted, refused or withdrawn; False when it was settled before."""
    settled = connection.execute(
        update(request)
        .where(request.c.id == request_id, request.c.settled_at.is_(None))
        .values(settled_at=now)
    )
    return settled.rowcount == 1


def open_of(connection: Connection, campaign_id: int) -> Request | None:
    """The newest request of a campaign that is not settled; it may have lapsed."""
    query = (
        select(*_ROW)
        .where(request.c.campaign_id == campaign_id, request.c.settled_at.is_(None))
        .order_by(request.c.id.desc())
        .limit(1)
    )
    row = connection.execute(query).mappings().first()
    return None if row is None else Request(**row)
