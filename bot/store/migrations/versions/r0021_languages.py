"""The language of a person; that of a server is Discord's own where none was chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """English was the only language that a server could name, and Discord's own was used all the same."""
    op.add_column("person", sa.Column("language", sa.String(5), nullable=False, server_default=""))
    op.execute(sa.text("UPDATE guild SET language = ''"))
