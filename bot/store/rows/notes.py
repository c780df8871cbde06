"""People's own notes on campaigns, each private to the person who wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.store.often import Often
from bot.store.schema import note

_OF = Often(select(note.c.user_id, note.c.text).where(note.c.campaign_id == bindparam("of")))


def of_campaign(connection: Connection, campaign_id: int) -> dict[int, list[str]]:
    """The notes on a campaign, line by line, by person."""
    return {row["user_id"]: row["text"] for row in _OF.rows(connection, {"of": campaign_id})}


def put(connection: Connection, campaign_id: int, user_id: int, lines: Sequence[str], now: datetime) -> None:
    """Write a person's notes on a campaign; they replace those before, and no line leaves none."""
    connection.execute(delete(note).where(note.c.campaign_id == campaign_id, note.c.user_id == user_id))
    if lines:
        connection.execute(
            insert(note).values(campaign_id=campaign_id, user_id=user_id, text=list(lines), at=now)
        )
