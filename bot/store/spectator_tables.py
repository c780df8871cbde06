"""The tables of people who follow campaigns, and of the threads in which they talk."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, Table

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
