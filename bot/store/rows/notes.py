"""People's own notes on campaigns, each private to the person who wrote it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from bot.store.often import Often
from bot.store.rows import upserts
from bot.store.schema import note

_OF = Often(select(note.c.user_id, note.c.text).where(note.c.campaign_id == bindparam("of")))


def of_campaign(connection: Connection, campaign_id: int) -> dict[int, list[str]]:
    """The notes on a campaign, line by line, by person."""
    return {row["user_id"]: row["text"] for row in _OF.rows(connection, {"of": campaign_id})}


class NotesFull(Exception):
    """A person's notes on a campaign have no room for another line."""


def add(
    connection: Connection, campaign_id: int, user_id: int, line: str, now: datetime, *, most: int
) -> None:
    """Add a line to a person's notes on a campaign.

    :param most: the characters that there is room for.
    :raises NotesFull: they would be more.
    """
    lines = [*of_campaign(connection, campaign_id).get(user_id, ()), line]
    if sum(map(len, lines)) > most:
        raise NotesFull
    row = {"campaign_id": campaign_id, "user_id": user_id, "text": lines, "at": now}
    upserts.put(connection, note, row)


def clear(connection: Connection, campaign_id: int, user_id: int) -> None:
    """Forget a person's notes on a campaign."""
    connection.execute(delete(note).where(note.c.campaign_id == campaign_id, note.c.user_id == user_id))
