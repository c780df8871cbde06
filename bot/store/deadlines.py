"""Who owes a decision until when, and the bell that is rung once for each reminder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.store import outbox
from bot.store.records import Deadline, DeadlineRow, Message
from bot.store.schema import deadline

_CLEAR = delete(deadline).where(deadline.c.campaign_id == bindparam("of"))
_SET = insert(deadline)

_ROW = [deadline.c[name] for name in DeadlineRow.__struct_fields__]
_DUE = (
    select(*_ROW)
    .where(deadline.c.next_ring_at <= bindparam("now"))
    .order_by(deadline.c.next_ring_at, deadline.c.campaign_id)
    .limit(bindparam("most"))
)
_OF = (
    select(*_ROW).where(deadline.c.campaign_id == bindparam("of")).order_by(deadline.c.seat, deadline.c.kind)
)
# The times are compared as well as the count: a deadline that was replaced starts to count again.
_RING = (
    update(deadline)
    .where(
        deadline.c.campaign_id == bindparam("of"),
        deadline.c.seat == bindparam("of_seat"),
        deadline.c.kind == bindparam("of_kind"),
        deadline.c.rung == bindparam("seen"),
        deadline.c.due_at == bindparam("seen_due"),
        deadline.c.next_ring_at == bindparam("seen_ring"),
    )
    .values(rung=deadline.c.rung + 1, next_ring_at=bindparam("then"))
)


def replace(connection: Connection, campaign_id: int, deadlines: Sequence[Deadline]) -> None:
    """Let these be all the deadlines of a campaign."""
    connection.execute(_CLEAR, {"of": campaign_id})
    put(connection, campaign_id, deadlines)


def put(connection: Connection, campaign_id: int, deadlines: Sequence[Deadline]) -> None:
    """Write the deadlines of a campaign that has none."""
    if deadlines:
        connection.execute(
            _SET,
            [
                {
                    "campaign_id": campaign_id,
                    "seat": owed.seat,
                    "kind": owed.kind,
                    "due_at": owed.due_at,
                    "next_ring_at": owed.next_ring_at,
                    "rung": owed.rung,
                }
                for owed in deadlines
            ],
        )


def due(connection: Connection, now: datetime, limit: int) -> list[DeadlineRow]:
    """Deadlines whose bell is to be rung by now, longest overdue first."""
    rows = connection.execute(_DUE, {"now": now, "most": limit})
    return [DeadlineRow(**row) for row in rows.mappings()]


def of_campaign(connection: Connection, campaign_id: int) -> list[DeadlineRow]:
    """All deadlines of a campaign, by seat."""
    return [DeadlineRow(**row) for row in connection.execute(_OF, {"of": campaign_id}).mappings()]


def ring(
    connection: Connection, seen: DeadlineRow, then: datetime | None, message: Message | None, now: datetime
) -> bool:
    """Count one ring and write what it says; False, and nothing written, if it is no more as it was seen."""
    counted = connection.execute(
        _RING,
        {
            "of": seen.campaign_id,
            "of_seat": seen.seat,
            "of_kind": seen.kind,
            "seen": seen.rung,
            "seen_due": seen.due_at,
            "seen_ring": seen.next_ring_at,
            "then": then,
        },
    )
    if counted.rowcount != 1:
        return False
    if message is not None:
        outbox.add(connection, seen.campaign_id, [message], now)
    return True
