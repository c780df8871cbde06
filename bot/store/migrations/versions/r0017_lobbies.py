"""Waiting lists and the lobbies that they open, substitutes, and what counts for reliability."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Only new tables, and a column for which `NULL` is the usual."""
    op.create_table(
        "opening",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("thread_id", sa.BigInteger),
        sa.Column("campaign_id", sa.Integer),
        sa.Column("next_at", sa.BigInteger),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.Text),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_opening_campaign_id"),
        sa.PrimaryKeyConstraint("id", name="pk_opening"),
        sqlite_autoincrement=True,
    )
    for column in ("campaign_id", "next_at", "thread_id"):
        op.create_index(f"ix_opening_{column}", "opening", [column])
    op.create_index("ix_opening_guild_id_at", "opening", ["guild_id", "at"])
    op.create_table(
        "seeker",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(64)),
        sa.Column("clock", sa.String(80)),
        sa.Column("zone", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("opening_id", sa.Integer),
        sa.Column("look_at", sa.BigInteger),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["opening_id"], ["opening.id"], name="fk_seeker_opening_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seeker"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seeker_place", "seeker", ["guild_id", "title", "user_id"], unique=True)
    for column in ("user_id", "opening_id", "look_at"):
        op.create_index(f"ix_seeker_{column}", "seeker", [column])
    op.create_table(
        "substitute",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "title", "user_id", name="pk_substitute"),
    )
    op.create_index("ix_substitute_user_id", "substitute", ["user_id"])
    op.create_table(
        "guild_game",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("role_id", sa.BigInteger),
        sa.Column("options", sa.Text),
        sa.Column("pinged_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild_id", "title", name="pk_guild_game"),
    )
    op.create_table(
        "conduct",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("month", sa.Integer, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("took", sa.BigInteger, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("abandoned", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "guild_id", "month", name="pk_conduct"),
    )
    op.create_index("ix_conduct_month", "conduct", ["month"])
    op.add_column("guild", sa.Column("lobbies", sa.Text))
    # A server refuses a longer key, and a moderator's leave is kept by campaign, person and seat.
    key = sa.String(100).with_variant(sa.String(100, collation="C"), "postgresql")
    with op.batch_alter_table("meta") as table:
        table.alter_column("key", type_=key, existing_type=sa.String(32), existing_nullable=False)
