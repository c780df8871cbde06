"""Deadlines: which seat owes a decision until when, and its reminders, each sent once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    delete,
    insert,
    or_,
    select,
    type_coerce,
    update,
)

from bot.store.columns import Instant
from bot.store.often import Often
from bot.store.records import Deadline, DeadlineRow, Message
from bot.store.rows import outbox, share
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import campaign, deadline

_MILLISECOND = timedelta(milliseconds=1)
_CLEAR = delete(deadline).where(deadline.c.campaign_id == bindparam("of"))
_SET = insert(deadline)

_FIELDS = Deadline.__struct_fields__
_ROW = [deadline.c[name] for name in DeadlineRow.__struct_fields__]
_GOING = (
    select(deadline.c.campaign_id)
    .join(campaign, campaign.c.id == deadline.c.campaign_id)
    .where(
        campaign.c.status == "running",
        campaign.c.paused_at.is_(None),
        campaign.c.parked_at.is_(None),
    )
)
_WITH_BELL = _GOING.where(deadline.c.next_ring_at <= bindparam("now"))
_WITH_CLOCK = _GOING.where(deadline.c.due_at.is_not(None), deadline.c.campaign_id > bindparam("after"))
_PLAYED_WITH = (
    _GOING.where(
        deadline.c.due_at.is_not(None),
        campaign.c.title == bindparam("of_title"),
        campaign.c.pack == bindparam("of_pack"),
    )
    .distinct()
    .order_by(deadline.c.campaign_id)
)
_OF = Often(
    select(*_ROW).where(deadline.c.campaign_id == bindparam("of")).order_by(deadline.c.seat, deadline.c.kind)
)
# Compare the times as well as the count: a deadline that was replaced counts from the beginning.
_RING = (
    update(deadline)
    .where(
        deadline.c.campaign_id == bindparam("of"),
        deadline.c.seat == bindparam("of_seat"),
        deadline.c.kind == bindparam("of_kind"),
        deadline.c.ring == bindparam("seen"),
        deadline.c.since == bindparam("seen_since"),
        deadline.c.next_ring_at == bindparam("seen_ring"),
    )
    .values(ring=bindparam("then_ring"), next_ring_at=bindparam("then"))
)


_TOLD = select(deadline.c.seat, deadline.c.kind, deadline.c.since, deadline.c.told_at).where(
    deadline.c.campaign_id == bindparam("of"), deadline.c.told_at.is_not(None)
)


def replace(connection: Connection, campaign_id: int, deadlines: Sequence[Deadline]) -> None:
    """Replace all deadlines of a campaign.

    A seat that was told of its decision in the meantime keeps that mark.
    """
    moments = {}
    if any(owed.told_at is None and owed.awake for owed in deadlines):
        rows = connection.execute(_TOLD, {"of": campaign_id})
        moments = {(seat, kind, since): at for seat, kind, since, at in rows}
    connection.execute(_CLEAR, {"of": campaign_id})
    put(
        connection,
        campaign_id,
        [
            msgspec.structs.replace(
                owed, told_at=owed.told_at or moments.get((owed.seat, owed.kind, owed.since))
            )
            for owed in deadlines
        ]
        if moments
        else deadlines,
    )


def put(connection: Connection, campaign_id: int, deadlines: Sequence[Deadline]) -> None:
    """Write the deadlines of a campaign that has none."""
    if deadlines:
        connection.execute(
            _SET,
            [
                {"campaign_id": campaign_id, **{name: getattr(owed, name) for name in _FIELDS}}
                for owed in deadlines
            ],
        )


def to_ring(connection: Connection, now: datetime) -> list[int]:
    """Ids of the campaigns that go on and have a reminder due by now, lowest first."""
    # Sorted here: asked to sort, SQLite would walk through all deadlines by campaign.
    query = share.by_server(connection, _WITH_BELL, campaign.c.guild_id)
    return sorted(set(connection.scalars(query, {"now": now})))


def with_clock(connection: Connection, after: int) -> list[int]:
    """Ids above `after` of campaigns that go on and have a deadline, lowest first."""
    query = share.by_server(connection, _WITH_CLOCK, campaign.c.guild_id)
    return sorted(set(connection.scalars(query, {"after": after})))


def played_with(connection: Connection, title: str, pack: str) -> list[int]:
    """Ids of the campaigns of a pack that go on and have a deadline, lowest first."""
    query = share.by_server(connection, _PLAYED_WITH, campaign.c.guild_id)
    return list(connection.scalars(query, {"of_title": title, "of_pack": pack}))


def with_bell(connection: Connection) -> list[int]:
    """Ids of the campaigns that go on and have a reminder left, lowest first."""
    query = share.by_server(connection, _GOING, campaign.c.guild_id)
    return sorted(set(connection.scalars(query.where(deadline.c.next_ring_at >= AT_ONCE))))


def shift(connection: Connection, by: timedelta, began: datetime, now: datetime) -> None:
    """Move all times of all deadlines, except those that began between two moments."""
    moved = {
        name: type_coerce(type_coerce(deadline.c[name], BigInteger) + by // _MILLISECOND, Instant)
        for name in ("since", "due_at", "next_ring_at", "told_at")
    }
    shifted = update(deadline).where(or_(deadline.c.since < began, deadline.c.since > now)).values(moved)
    connection.execute(share.by_campaign(connection, shifted, deadline.c.campaign_id))


def of_campaign(connection: Connection, campaign_id: int) -> list[DeadlineRow]:
    """All deadlines of a campaign, by seat."""
    return [DeadlineRow(**row) for row in _OF.rows(connection, {"of": campaign_id})]


def change(connection: Connection, campaign_id: int, owed: Deadline) -> None:
    """Replace one deadline, if its seat still owes it."""
    connection.execute(
        update(deadline)
        .where(
            deadline.c.campaign_id == campaign_id,
            deadline.c.seat == owed.seat,
            deadline.c.kind == owed.kind,
        )
        .values({name: getattr(owed, name) for name in _FIELDS})
    )


def mute(connection: Connection, campaign_id: int, seat: str) -> bool:
    """Stop the reminders of what a seat owes now; returns False if it owes nothing."""
    muted = connection.execute(
        update(deadline)
        .where(deadline.c.campaign_id == campaign_id, deadline.c.seat == seat)
        .values(muted=True)
    )
    return muted.rowcount > 0


def ring(
    connection: Connection,
    seen: DeadlineRow,
    then: tuple[int, datetime] | None,
    messages: Sequence[Message],
    now: datetime,
) -> bool:
    """Go on to the next reminder and write this one's messages; returns False, and writes nothing, if the
    deadline has changed since it was read.

    :param then: number and time of the next reminder; None if there is none.
    """
    passed = connection.execute(
        _RING,
        {
            "of": seen.campaign_id,
            "of_seat": seen.seat,
            "of_kind": seen.kind,
            "seen": seen.ring,
            "seen_since": seen.since,
            "seen_ring": seen.next_ring_at,
            "then_ring": seen.ring if then is None else then[0],
            "then": None if then is None else then[1],
        },
    )
    if passed.rowcount != 1:
        return False
    outbox.add(connection, seen.campaign_id, messages, now)
    return True


def forget_hours(connection: Connection, campaign_id: int, seats: Sequence[str]) -> None:
    """Delete the hours of the players of seats; the deadlines stay the same."""
    connection.execute(
        update(deadline)
        .where(deadline.c.campaign_id == campaign_id, deadline.c.seat.in_(seats))
        .values(hours=None)
    )


def put_off(connection: Connection, seen: DeadlineRow, later: Deadline) -> None:
    """Ring no earlier than `later` says, if the deadline is still as it was read."""
    connection.execute(
        update(deadline)
        .where(
            deadline.c.campaign_id == seen.campaign_id,
            deadline.c.seat == seen.seat,
            deadline.c.kind == seen.kind,
            deadline.c.ring == seen.ring,
            deadline.c.since == seen.since,
            deadline.c.next_ring_at == seen.next_ring_at,
        )
        .values(due_at=later.due_at, next_ring_at=later.next_ring_at)
    )


def restart(connection: Connection, campaign_id: int, seat: str, owed: Sequence[Deadline]) -> None:
    """Replace all that one seat owes; other seats' deadlines stay, with their reminder counts."""
    connection.execute(delete(deadline).where(deadline.c.campaign_id == campaign_id, deadline.c.seat == seat))
    put(connection, campaign_id, owed)
