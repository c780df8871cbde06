"""What people have seen of seats, where a test lets them sit down as if they had always sat so."""

from __future__ import annotations

from sqlalchemy import Connection, delete

from bot.store.rows import seats, sights
from bot.store.schema import sight


def only_own(connection: Connection, campaign_id: int) -> None:
    """Let everybody have seen nothing but the seats that they sit in or own."""
    connection.execute(delete(sight).where(sight.c.campaign_id == campaign_id))
    for name, sitting in seats.of_campaigns(connection, [campaign_id])[campaign_id].items():
        for user in (sitting.user_id, sitting.owner_id):
            if user is not None:
                sights.saw(connection, campaign_id, user, [name])
