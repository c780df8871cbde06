"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _campaign_id(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=f"fk_{table}_campaign_id")
    return sa.Column("campaign_id", sa.Integer, nullable=False), key


def upgrade() -> None:
    """Make every table of the first release."""
    _campaign()
    _seat()
    _journal()
    _deadline()
    _outbox()
    _card()
    _interaction()


def _campaign() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pack", sa.String(128), nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("dice_counter", sa.Integer, nullable=False),
        sa.Column("images", sa.String(12), nullable=False),
        sa.Column("theme", sa.String(32), nullable=False),
        sa.Column("nudge_hours", sa.Integer),
        sa.Column("created_by", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("status IN ('running', 'finished', 'ended')", name=op.f("ck_campaign_status")),
        sa.CheckConstraint(
            "images IN ('every-action', 'every-turn', 'never')", name=op.f("ck_campaign_images")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_campaign"),
        sqlite_autoincrement=True,
    )
    running = sa.text("status = 'running'")
    op.create_index(
        "ix_campaign_running",
        "campaign",
        ["channel_id"],
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )
    op.create_index("ix_campaign_channel_id_id", "campaign", ["channel_id", "id"])
    op.create_index("ix_campaign_guild_id_id", "campaign", ["guild_id", "id"])


def _seat() -> None:
    op.create_table(
        "seat",
        *_campaign_id("seat"),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "seat", name="pk_seat"),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])


def _journal() -> None:
    op.create_table(
        "journal",
        *_campaign_id("journal"),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("draws", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("chapter_before", sa.Integer, nullable=False),
        sa.Column("chapter_after", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "seq", name="pk_journal"),
    )
    op.create_index("ix_journal_campaign_id_chapter_after", "journal", ["campaign_id", "chapter_after"])


def _deadline() -> None:
    op.create_table(
        "deadline",
        *_campaign_id("deadline"),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("next_ring_at", sa.BigInteger),
        sa.Column("rung", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "seat", "kind", name="pk_deadline"),
    )
    op.create_index("ix_deadline_next_ring_at", "deadline", ["next_ring_at"])


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, nullable=False),
        *_campaign_id("outbox"),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("chapter", sa.Integer),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("not_before", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("sent_at", sa.BigInteger),
        sa.Column("given_up_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    waiting = sa.text("sent_at IS NULL AND given_up_at IS NULL")
    for name, columns in (
        ("ix_outbox_waiting", ["id"]),
        ("ix_outbox_cards", ["campaign_id", "chapter", "id"]),
    ):
        op.create_index(name, "outbox", columns, sqlite_where=waiting, postgresql_where=waiting)


def _card() -> None:
    op.create_table(
        "card",
        *_campaign_id("card"),
        sa.Column("chapter", sa.Integer, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("posted_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "chapter", name="pk_card"),
    )


def _interaction() -> None:
    op.create_table(
        "interaction",
        sa.Column("id", sa.BigInteger, nullable=False),
        *_campaign_id("interaction"),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_interaction"),
    )
