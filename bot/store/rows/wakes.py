"""When a campaign is to be looked at although nobody presses a button in it.

A row is written in the transaction after which something may go on by itself, and goes when the sweep has
looked. So no sweep and no start reads more campaigns than those in which something is due.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, delete, insert, select, type_coerce, update

from bot.store.often import Often
from bot.store.schema import Instant, wake

AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""Before any other time, whatever the clock does."""
NEXT_START = datetime(9999, 1, 1, tzinfo=UTC)
"""What this program can't go on with, another one may: each start looks again."""
_MILLISECOND = timedelta(milliseconds=1)
_PUT = Often(insert(wake), "campaign_id", "at", "version")
_DUE = select(wake.c.id, wake.c.campaign_id, wake.c.version).where(wake.c.at <= bindparam("now"))


class Wake(NamedTuple):
    """That a campaign is to be looked at.

    :ivar version: the board whose one answer is to be given now; None: whatever goes on by itself.
    """

    id: int
    campaign_id: int
    version: int | None


def put(connection: Connection, campaign_id: int, at: datetime = AT_ONCE, version: int | None = None) -> None:
    """Have a campaign looked at."""
    _PUT.write(connection, {"campaign_id": campaign_id, "at": at, "version": version})


def put_once(connection: Connection, campaign_id: int, at: datetime) -> None:
    """Have a campaign looked at later, once, however often that is said."""
    connection.execute(
        delete(wake).where(wake.c.campaign_id == campaign_id, wake.c.at == at, wake.c.version.is_(None))
    )
    put(connection, campaign_id, at)


def due(connection: Connection, now: datetime) -> dict[int, list[Wake]]:
    """What is due by now, by campaign."""
    by_campaign: dict[int, list[Wake]] = {}
    for row in connection.execute(_DUE.order_by(wake.c.at, wake.c.id), {"now": now}):
        by_campaign.setdefault(row.campaign_id, []).append(Wake(*row))
    return by_campaign


def done(connection: Connection, wakes: Collection[Wake]) -> None:
    """These were seen to."""
    if wakes:
        connection.execute(
            delete(wake).where(wake.c.id == bindparam("of")), [{"of": each.id} for each in wakes]
        )


def put_off(connection: Connection, wakes: Collection[Wake], at: datetime) -> None:
    """These could not be seen to yet."""
    if wakes:
        later = update(wake).where(wake.c.id == bindparam("of")).values(at=at)
        connection.execute(later, [{"of": each.id} for each in wakes])


def shift(connection: Connection, by: timedelta) -> None:
    """Move the answers that are due later, as the clock has stepped or stood still."""
    moved = type_coerce(type_coerce(wake.c.at, BigInteger) + by // _MILLISECOND, Instant)
    connection.execute(update(wake).where(wake.c.version.is_not(None)).values(at=moved))


def hasten(connection: Connection) -> None:
    """Have every campaign looked at again that could not be seen to."""
    put_off = wake.c.at > AT_ONCE, wake.c.version.is_(None)
    connection.execute(update(wake).where(*put_off).values(at=AT_ONCE))
