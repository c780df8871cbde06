"""Acts that a person may confirm by a second press: stored until then, and for a day at most."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from bot.store.schema import proposal

KEPT = timedelta(days=1)


def put(
    connection: Connection, actor_id: int, body: bytes, now: datetime, proposal_id: int | None = None
) -> int:
    """Write a proposal and delete old ones; returns its id.

    :param body: JSON.
    :param proposal_id: id of a proposal that was taken out and is put back.
    """
    connection.execute(delete(proposal).where(proposal.c.at < now - KEPT))
    again = {} if proposal_id is None else {"id": proposal_id}
    made = connection.execute(insert(proposal).values(actor_id=actor_id, body=body, at=now, **again))
    return int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0


def kept(connection: Connection, proposal_id: int, actor_id: int, now: datetime) -> bytes | None:
    """A proposal of this person; None if it was taken out, is too old, or is another person's."""
    body: bytes | None = connection.scalar(select(proposal.c.body).where(*_own(proposal_id, actor_id, now)))
    return body


def take(connection: Connection, proposal_id: int, actor_id: int, now: datetime) -> bytes | None:
    """Take a proposal out; None if `kept` gives none."""
    out = delete(proposal).where(*_own(proposal_id, actor_id, now)).returning(proposal.c.body)
    body: bytes | None = connection.scalar(out)
    return body


def _own(proposal_id: int, actor_id: int, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return proposal.c.id == proposal_id, proposal.c.actor_id == actor_id, proposal.c.at >= now - KEPT
