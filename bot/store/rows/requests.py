"""Requests for the other players' consent, and the people who have agreed."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from bot.store.records import Request
from bot.store.rows import lapses
from bot.store.schema import request

_ROW = [request.c[name] for name in Request.__struct_fields__]


def ask(
    connection: Connection, campaign_id: int, version: int, asker_id: int, body: bytes, now: datetime
) -> int:
    """Write a request; returns its id.

    :param body: JSON.
    """
    made = connection.execute(
        insert(request).values(
            campaign_id=campaign_id, version=version, asker_id=asker_id, body=body, agreed=[], at=now
        )
    )
    lapses.put(connection, campaign_id)
    return int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0


def by_id(connection: Connection, request_id: int) -> Request | None:
    """The request with this id."""
    row = connection.execute(select(*_ROW).where(request.c.id == request_id)).mappings().first()
    return None if row is None else Request(**row)


def agree(connection: Connection, seen: Request, user_id: int) -> list[int]:
    """Record that a person agrees to a request; returns the people who have agreed, in order."""
    one = request.c.id == seen.id
    before = connection.execute(select(request.c.agreed).where(one).with_for_update()).scalar_one()
    agreed = sorted({*before, user_id})
    connection.execute(update(request).where(one).values(agreed=agreed))
    lapses.put(connection, seen.campaign_id)
    return agreed


def settle(connection: Connection, request_id: int, now: datetime, body: bytes | None = None) -> bool:
    """Mark a request as granted, refused or withdrawn; returns False if it was settled before.

    :param body: JSON of the request from now on, if it has changed.
    """
    settled = connection.execute(
        update(request)
        .where(request.c.id == request_id, request.c.settled_at.is_(None))
        .values(settled_at=now, **({} if body is None else {"body": body}))
    )
    return settled.rowcount == 1


def open_of(connection: Connection, campaign_id: int) -> list[Request]:
    """The open requests of a campaign, newest first; they may have lapsed."""
    query = (
        select(*_ROW)
        .where(request.c.campaign_id == campaign_id, request.c.settled_at.is_(None))
        .order_by(request.c.id.desc())
    )
    return [Request(**row) for row in connection.execute(query).mappings()]


def settled_since(connection: Connection, campaign_id: int, since: datetime) -> list[Request]:
    """The requests of a campaign that were settled since a moment, granted or not, newest first."""
    query = (
        select(*_ROW)
        .where(request.c.campaign_id == campaign_id, request.c.settled_at >= since)
        .order_by(request.c.id.desc())
    )
    return [Request(**row) for row in connection.execute(query).mappings()]
