"""The tables of people who follow campaigns, of the threads in which they talk, and of old journals."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, LargeBinary, Table

from bot.store.columns import TABLES, Instant, Json

follower = Table(
    "follower",
    TABLES,
    Column("campaign_id", Integer, ForeignKey("campaign.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("at", Instant, nullable=False),
)

spectators = Table(
    "spectators",
    TABLES,
    Column("campaign_id", Integer, ForeignKey("campaign.id"), primary_key=True),
    Column("wanted", Boolean, nullable=False),
    Column("thread_id", BigInteger),
    Column("open", Boolean, nullable=False),
    Column("members", Json(list[int]), nullable=False),
)

archive = Table(
    "archive",
    TABLES,
    Column("campaign_id", Integer, ForeignKey("campaign.id"), primary_key=True),
    # The entries as JSON, without people, compressed by `zlib`.
    Column("journal", LargeBinary, nullable=False),
)
