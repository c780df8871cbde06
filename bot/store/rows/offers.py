"""People who were recently offered a seat or had one reserved: no person is called too often for it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.store.records import Offered
from bot.store.rows import upserts
from bot.store.schema import offer


def note(
    connection: Connection,
    campaign_id: int,
    seat: str,
    user_id: int,
    now: datetime,
    *,
    declined: bool = False,
) -> None:
    """Record that a person is called for a seat, or has declined it."""
    key = {"campaign_id": campaign_id, "seat": seat, "user_id": user_id}
    upserts.put(connection, offer, {**key, "at": now, "declined": declined})


def noted(connection: Connection, campaign_id: int, seat: str, user_id: int) -> Offered | None:
    """The last call of a person for a seat, or their refusal; None if there was none."""
    query = select(offer.c.at, offer.c.declined).where(
        offer.c.campaign_id == campaign_id, offer.c.seat == seat, offer.c.user_id == user_id
    )
    row = connection.execute(query).first()
    return None if row is None else Offered(*row)


def drop(connection: Connection, campaign_id: int, seat: str, user_id: int) -> None:
    """Delete the record: the person has taken the seat."""
    connection.execute(
        delete(offer).where(
            offer.c.campaign_id == campaign_id, offer.c.seat == seat, offer.c.user_id == user_id
        )
    )
