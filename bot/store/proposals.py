"""What somebody has been shown and may confirm by a second press: kept until then, and for a day at most."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from bot.store.schema import proposal

KEPT = timedelta(days=1)


def put(
    connection: Connection, actor_id: int, body: bytes, now: datetime, proposal_id: int | None = None
) -> int:
    """Write a proposal and drop those that are too old; gives its id.

    :param body: JSON.
    :param proposal_id: of one that was taken out and is put back.
    """
    connection.execute(delete(proposal).where(proposal.c.at < now - KEPT))
    known = {} if proposal_id is None else {"id": proposal_id}
    made = connection.execute(insert(proposal).values(actor_id=actor_id, body=body, at=now, **known))
    return int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0


def take(connection: Connection, proposal_id: int, actor_id: int, now: datetime) -> bytes | None:
    """Take a proposal out, for whoever made it; None where it was used, is too old, or is another's."""
    mine = (proposal.c.id == proposal_id, proposal.c.actor_id == actor_id, proposal.c.at >= now - KEPT)
    body: bytes | None = connection.scalar(select(proposal.c.body).where(*mine))
    if body is not None:
        connection.execute(delete(proposal).where(proposal.c.id == proposal_id))
    return body
