"""What a server has set for a game: its rules, and the role that hears of its lobbies."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from sqlalchemy import Connection, or_, select, update

from bot.store.lobbies import GuildGame
from bot.store.rows import upserts
from bot.store.schema import guild_game

_ROW = select(*(guild_game.c[name] for name in GuildGame.__struct_fields__))


def of(connection: Connection, guild_id: int, title: str) -> GuildGame:
    """What a server has set for a game."""
    query = _ROW.where(guild_game.c.guild_id == guild_id, guild_game.c.title == title)
    row = connection.execute(query).mappings().first()
    return GuildGame(guild_id=guild_id, title=title) if row is None else GuildGame(**row)


def of_guild(connection: Connection, guild_id: int) -> list[GuildGame]:
    """What a server has set for each game for which it has set something."""
    query = _ROW.where(guild_game.c.guild_id == guild_id).order_by(guild_game.c.title)
    return [GuildGame(**row) for row in connection.execute(query).mappings()]


def put(connection: Connection, game: GuildGame, changed: Iterable[str] | None = None) -> None:
    """Write what a server has set for a game.

    :param changed: the columns that replace earlier ones; all by default.
    """
    upserts.put(connection, guild_game, msgspec.structs.asdict(game), changed)


def ping(connection: Connection, guild_id: int, title: str, now: datetime, since: datetime) -> bool:
    """Note that the role of a game is pinged now; False if it was pinged since a moment."""
    pinged = connection.execute(
        update(guild_game)
        .where(
            guild_game.c.guild_id == guild_id,
            guild_game.c.title == title,
            guild_game.c.role_id.is_not(None),
            # A ping in the future was noted while the clock was ahead.
            or_(
                guild_game.c.pinged_at.is_(None),
                guild_game.c.pinged_at <= since,
                guild_game.c.pinged_at > now,
            ),
        )
        .values(pinged_at=now)
    )
    return pinged.rowcount == 1
