"""The tables of leagues; `bot.store.schema` has all others."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, text

from bot.store.columns import TABLES, Instant, Json
from bot.store.leagues import Plan

_DISPUTED = text("disputed IS NOT NULL")

league = Table(
    "league",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", String(80), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("due_at", Instant),
    Column("told", Integer, nullable=False),
    Column("plan", Json(Plan), nullable=False),
    Column("message_id", BigInteger),
    Column("message_round", Integer, nullable=False),
    Column("created_by", BigInteger),
    Column("created_at", Instant, nullable=False),
    # When the sweep has to look at it next; NULL for one in which nothing happens by itself.
    Column("look_at", Instant, index=True),
    Index(None, "guild_id", "id"),
    # As for campaigns: buttons in old messages carry the id.
    sqlite_autoincrement=True,
)


def _of_league() -> Column[int]:
    return Column("league_id", Integer, ForeignKey("league.id"), primary_key=True)


entrant = Table(
    "entrant",
    TABLES,
    _of_league(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, index=True),
    Column("name", String(80), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("left_in", Integer),
    Column("since", Integer),
)

league_game = Table(
    "league_game",
    TABLES,
    _of_league(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    Column("seats", Json(dict[str, int]), nullable=False),
    Column("bye", Integer),
    Column("opening_id", Integer, ForeignKey("opening.id"), index=True),
    Column("points", Json(dict[int, int])),
    Column("how", String(8)),
    Column("score", Integer),
    Column("edited", Boolean, nullable=False),
    Column("ruled_by", BigInteger),
    Column("reason", Text, nullable=False),
    Column("disputed", Text),
    Column("todo", String(4)),
    Index("ix_league_game_disputed", "league_id", sqlite_where=_DISPUTED, postgresql_where=_DISPUTED),
)
