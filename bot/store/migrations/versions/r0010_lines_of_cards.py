"""How many lines of a chapter its older posts tell."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """A card that is posted counts as one that has its chapter from the beginning."""
    for count in ("above", "shown"):
        op.add_column("card", sa.Column(count, sa.Integer, nullable=False, server_default="0"))
    for digest in ("above_digest", "shown_digest", "lines_digest"):
        op.add_column("card", sa.Column(digest, sa.String(16), nullable=False, server_default=""))
