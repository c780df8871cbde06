"""When a campaign is to be looked at as something in it may be over: a loan, an offer, a request, a lobby.

As in `wakes`, a row is written where something becomes due, or may be due earlier than before. It goes when
the sweep has looked, and the sweep writes when to look again.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, exists, insert, literal, select, update

from bot.store.often import Often
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import lapse, request

_PUT = Often(insert(lapse), "campaign_id", "at")
_DUE = select(lapse.c.id, lapse.c.campaign_id).where(lapse.c.at <= bindparam("now")).order_by(lapse.c.at)
_DONE = delete(lapse).where(lapse.c.id == bindparam("of"))
_ASKED = Often(
    insert(lapse).from_select(
        ["campaign_id", "at"],
        select(bindparam("of", type_=lapse.c.campaign_id.type), literal(AT_ONCE, lapse.c.at.type)).where(
            exists().where(request.c.campaign_id == bindparam("of"), request.c.settled_at.is_(None))
        ),
    )
)


def put(connection: Connection, campaign_id: int, at: datetime = AT_ONCE) -> None:
    """Have it seen what is over in a campaign by then."""
    _PUT.write(connection, {"campaign_id": campaign_id, "at": at})


def put_if_asked(connection: Connection, campaign_id: int) -> None:
    """Have it seen whether the requests of a campaign, where it has any, still hold: it has changed."""
    _ASKED.write(connection, {"of": campaign_id})


def due(connection: Connection, now: datetime) -> dict[int, list[int]]:
    """The ids of the rows that are due by now, by campaign."""
    by_campaign: dict[int, list[int]] = {}
    for row in connection.execute(_DUE, {"now": now}):
        by_campaign.setdefault(row.campaign_id, []).append(row.id)
    return by_campaign


def hasten(connection: Connection) -> None:
    """Have every such campaign looked at now: the times were reckoned by a clock that was wrong."""
    connection.execute(update(lapse).values(at=AT_ONCE))


def done(connection: Connection, ids: Collection[int]) -> None:
    """These were seen to."""
    connection.execute(_DONE, [{"of": each} for each in ids])
