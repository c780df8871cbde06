"""Seats that can be vacant, lobbies, clocks, standing orders, moderators, people's hours."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _campaign_id(table: str, *, nullable: bool = False) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=f"fk_{table}_campaign_id")
    return sa.Column("campaign_id", sa.Integer, nullable=nullable), key


def _on_sqlite() -> bool:
    return op.get_context().dialect.name == "sqlite"


def upgrade() -> None:
    """Keep what was played; hours between reminders become a clock."""
    _campaign()
    _seat()
    _journal()
    _deadline()
    _outbox()
    _tables_of_campaigns()
    _audit()
    _tables_of_people()


def _campaign() -> None:
    op.drop_index("ix_campaign_running", "campaign")
    # SQLite can't change a table's constraints in place: there the table is copied.
    made: dict[str, Any] = {}
    if _on_sqlite():
        made = {"recreate": "always", "table_kwargs": {"sqlite_autoincrement": True}}
    with op.batch_alter_table("campaign", **made) as table:
        added: list[tuple[sa.Column[Any], str]] = [
            (sa.Column("opened", sa.Integer, nullable=False, server_default="0"), "version"),
            (sa.Column("clock", sa.String(80), nullable=False, server_default="none"), "theme"),
            (sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()), "clock"),
            (sa.Column("paused_at", sa.BigInteger), "ended_at"),
            (sa.Column("parked_at", sa.BigInteger), "paused_at"),
        ]
        for column, after in added:
            if _on_sqlite():
                table.add_column(column, insert_after=after)
            else:
                table.add_column(column)
        table.alter_column("created_by", existing_type=sa.BigInteger, nullable=True)
        table.drop_constraint(op.f("ck_campaign_status"), type_="check")
        table.create_check_constraint(
            op.f("ck_campaign_status"), "status IN ('lobby', 'running', 'finished', 'ended')"
        )
    op.execute("UPDATE campaign SET opened = version")
    op.execute(
        "UPDATE campaign SET clock = 'none nudge ' || nudge_hours || 'h' WHERE nudge_hours IS NOT NULL"
    )
    with op.batch_alter_table("campaign", **made) as table:
        table.drop_column("nudge_hours")
        for name in ("opened", "clock", "private"):
            table.alter_column(name, server_default=None)
    held = sa.text("status IN ('lobby', 'running')")
    op.create_index(
        "ix_campaign_running",
        "campaign",
        ["channel_id"],
        unique=True,
        sqlite_where=held,
        postgresql_where=held,
    )


def _seat() -> None:
    with op.batch_alter_table("seat") as table:
        table.alter_column("user_id", existing_type=sa.BigInteger, nullable=True)
        table.add_column(sa.Column("place", sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("reserved_for", sa.BigInteger))
        table.add_column(sa.Column("owner_id", sa.BigInteger))
        table.add_column(sa.Column("until", sa.BigInteger))
        table.add_column(sa.Column("bank", sa.BigInteger))
        table.add_column(sa.Column("rest", sa.BigInteger))
        table.add_column(sa.Column("in_exchange", sa.String(32)))
        table.create_index("ix_seat_owner_id", ["owner_id"])
    with op.batch_alter_table("seat") as table:
        table.alter_column("place", server_default=None)
    lent = sa.text("until IS NOT NULL")
    op.create_index("ix_seat_until", "seat", ["until"], sqlite_where=lent, postgresql_where=lent)


def _journal() -> None:
    with op.batch_alter_table("journal") as table:
        table.add_column(sa.Column("kind", sa.String(8), nullable=False, server_default="act"))
        table.add_column(sa.Column("source", sa.String(12), nullable=False, server_default="player"))
        table.add_column(sa.Column("undone_by", sa.Integer))
    with op.batch_alter_table("journal") as table:
        for name in ("kind", "source"):
            table.alter_column(name, server_default=None)


def _deadline() -> None:
    op.rename_table("deadline", "reminder")
    op.drop_index("ix_deadline_next_ring_at", "reminder")
    if not _on_sqlite():
        op.execute("ALTER TABLE reminder RENAME CONSTRAINT pk_deadline TO pk_reminder")
        op.execute(
            "ALTER TABLE reminder RENAME CONSTRAINT fk_deadline_campaign_id TO fk_reminder_campaign_id"
        )
    op.create_table(
        "deadline",
        *_campaign_id("deadline"),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("interrupt", sa.Boolean, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("allowed", sa.BigInteger),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("ring", sa.Integer, nullable=False),
        sa.Column("next_ring_at", sa.BigInteger),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "seat", "kind", name="pk_deadline"),
    )
    # Until now a deadline was a reminder only: the hours after which the bell rang first.
    op.execute(
        "INSERT INTO deadline (campaign_id, seat, kind, interrupt, since, allowed, due_at, ring, "
        "next_ring_at, muted) SELECT r.campaign_id, r.seat, r.kind, FALSE, c.updated_at, NULL, NULL, "
        "r.rung, r.next_ring_at, FALSE FROM reminder r JOIN campaign c ON c.id = r.campaign_id"
    )
    op.drop_table("reminder")
    op.create_index("ix_deadline_next_ring_at", "deadline", ["next_ring_at"])


def _outbox() -> None:
    # A nudge that waits names its seat and kind from now on. Where nothing is owed any more it names none,
    # and is not said.
    op.execute(
        """UPDATE outbox SET payload = COALESCE(
            (SELECT MIN('{"seat":"' || d.seat || '","kind":"' || d.kind || '","stage":"nudge"}')
             FROM deadline d WHERE d.campaign_id = outbox.campaign_id),
            '{"seat":"","kind":"","stage":"nudge"}'
        ) WHERE kind = 'nudge' AND sent_at IS NULL AND given_up_at IS NULL"""
    )


def _tables_of_campaigns() -> None:
    op.create_table(
        "guest",
        *_campaign_id("guest"),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("invited", sa.Boolean, nullable=False),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.Column("preference", sa.String(32)),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name="pk_guest"),
    )
    op.create_table(
        "standing_order",
        *_campaign_id("standing_order"),
        sa.Column("seat", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("given_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "seat", "kind", name="pk_standing_order"),
    )
    op.create_table(
        "request",
        sa.Column("id", sa.Integer, nullable=False),
        *_campaign_id("request"),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("back_to", sa.Integer, nullable=False),
        sa.Column("asked_by", sa.String(32), nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_request"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_request_campaign_id", "request", ["campaign_id"])


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        *_campaign_id("audit", nullable=True),
        sa.Column("actor_id", sa.BigInteger),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_campaign_id", "audit", ["campaign_id"])
    op.create_index("ix_audit_guild_id_id", "audit", ["guild_id", "id"])
    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("actor_id", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_proposal"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_proposal_at", "proposal", ["at"])


def _tables_of_people() -> None:
    op.create_table(
        "person",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("hours", sa.Text, nullable=False),
        sa.Column("digest", sa.Integer),
        sa.Column("next_digest_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("user_id", name="pk_person"),
    )
    op.create_index("ix_person_next_digest_at", "person", ["next_digest_at"])
    op.create_table(
        "guild",
        sa.Column("id", sa.BigInteger, nullable=False),
        sa.Column("moderator_role", sa.BigInteger),
        sa.Column("clock", sa.String(80)),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("image_width", sa.Integer),
        sa.Column("archive_channel", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_guild"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
