"""Leagues, their entrants and their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Only new tables."""
    op.create_table(
        "league",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("message_round", sa.Integer, nullable=False),
        sa.Column("created_by", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("look_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_league"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_league_look_at", "league", ["look_at"])
    op.create_index("ix_league_guild_id_id", "league", ["guild_id", "id"])
    op.create_table(
        "entrant",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("left_in", sa.Integer),
        sa.Column("since", sa.Integer),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_entrant_league_id"),
        sa.PrimaryKeyConstraint("league_id", "number", name="pk_entrant"),
    )
    op.create_index("ix_entrant_user_id", "entrant", ["user_id"])
    op.create_table(
        "league_game",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table", sa.Integer, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("bye", sa.Integer),
        sa.Column("opening_id", sa.Integer),
        sa.Column("points", sa.Text),
        sa.Column("how", sa.String(8)),
        sa.Column("score", sa.Integer),
        sa.Column("edited", sa.Boolean, nullable=False),
        sa.Column("ruled_by", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("disputed", sa.Text),
        sa.Column("todo", sa.String(4)),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_league_game_league_id"),
        sa.ForeignKeyConstraint(["opening_id"], ["opening.id"], name="fk_league_game_opening_id"),
        sa.PrimaryKeyConstraint("league_id", "number", name="pk_league_game"),
    )
    op.create_index("ix_league_game_opening_id", "league_game", ["opening_id"])
