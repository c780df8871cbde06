"""Substitutes: people who take vacant seats of a game on a server, each in turn."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, select, update

from bot.store.rows import upserts
from bot.store.rows.lapses import put_everywhere
from bot.store.schema import substitute


def put(connection: Connection, guild_id: int, title: str, user_id: int, now: datetime) -> None:
    """Add a person at the end of the list, and have the sweep look at all campaigns that may need them."""
    row = {"guild_id": guild_id, "title": title, "user_id": user_id, "at": now}
    upserts.put(connection, substitute, row)
    put_everywhere(connection, guild_id, title)


def drop(connection: Connection, guild_id: int, title: str, user_id: int) -> bool:
    """Delete a person from the list; False if they were not on it."""
    return connection.execute(delete(substitute).where(*_key(guild_id, title, user_id))).rowcount == 1


def next_turn(connection: Connection, guild_id: int, title: str, user_id: int, now: datetime) -> None:
    """Move a person who was asked to the end of the list."""
    connection.execute(update(substitute).where(*_key(guild_id, title, user_id)).values(at=now))


def of_game(connection: Connection, guild_id: int, title: str) -> list[int]:
    """The substitutes of a game, the next one first."""
    query = select(substitute.c.user_id).where(substitute.c.guild_id == guild_id, substitute.c.title == title)
    return list(connection.scalars(query.order_by(substitute.c.at, substitute.c.user_id)))


def _key(guild_id: int, title: str, user_id: int) -> tuple[ColumnElement[bool], ...]:
    return (
        substitute.c.guild_id == guild_id,
        substitute.c.title == title,
        substitute.c.user_id == user_id,
    )
