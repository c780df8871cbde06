"""Spectators and their threads, the moderators' week, and seasons that are archived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Nobody follows a campaign yet, and no server wants such threads."""
    op.create_table(
        "follower",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_follower_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name="pk_follower"),
    )
    op.create_index("ix_follower_user_id", "follower", ["user_id"])
    op.create_table(
        "spectators",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("thread_id", sa.BigInteger),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("members", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_spectators_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_spectators"),
    )
    # The defaults stay, as in 0020.
    op.add_column("person", sa.Column("follows", sa.String(6), nullable=False, server_default="thread"))
    op.add_column("guild", sa.Column("spectators", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("guild", sa.Column("log_channel", sa.BigInteger))
    op.add_column("guild", sa.Column("log_at", sa.BigInteger))
    op.add_column("guild", sa.Column("keep_days", sa.Integer))
    _campaign()
    op.create_table(
        "archive",
        sa.Column("campaign_id", sa.Integer, nullable=False),
        sa.Column("journal", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_archive_campaign_id"),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_archive"),
    )
    for name, table, columns, where in (
        ("ix_guild_log", "guild", ["log_at"], "log_at IS NOT NULL"),
        ("ix_guild_keep", "guild", ["keep_days"], "keep_days IS NOT NULL"),
        ("ix_campaign_going", "campaign", ["guild_id"], "status IN ('lobby', 'running')"),
        (
            "ix_campaign_kept",
            "campaign",
            ["guild_id", "ended_at"],
            "ended_at IS NOT NULL AND archived_at IS NULL",
        ),
        ("ix_league_game_disputed", "league_game", ["league_id"], "disputed IS NOT NULL"),
    ):
        only = sa.text(where)
        op.create_index(name, table, columns, sqlite_where=only, postgresql_where=only)


def _campaign() -> None:
    """SQLite can't say where in a table a column is to be: there the table is copied, as in 0004."""
    archived = sa.Column("archived_at", sa.BigInteger)
    if op.get_context().dialect.name != "sqlite":
        op.add_column("campaign", archived)
        return
    copied = {"recreate": "always", "table_kwargs": {"sqlite_autoincrement": True}}
    with op.batch_alter_table("campaign", **copied) as table:  # type: ignore[arg-type]
        table.add_column(archived, insert_after="ended_at")
