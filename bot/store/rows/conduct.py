"""What counts for reliability: one row for a person, server and month, so that old months can be deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import BigInteger, Connection, bindparam, cast, delete, func, select, type_coerce

from bot.store.conduct import MONTHS, Conduct
from bot.store.often import Often
from bot.store.rows import people
from bot.store.rows.upserts import insert
from bot.store.schema import conduct

_FIELDS = Conduct.__struct_fields__
_INSERT = insert(conduct)
_ADD = Often(
    _INSERT.on_conflict_do_update(
        index_elements=list(conduct.primary_key),
        set_={name: conduct.c[name] + _INSERT.excluded[name] for name in _FIELDS},
    ),
    "user_id",
    "guild_id",
    "month",
    *_FIELDS,
)
# A sum on a PostgreSQL server is no integer.
_SUMS = (type_coerce(cast(func.sum(conduct.c[name]), BigInteger), conduct.c[name].type) for name in _FIELDS)
_OF = (
    select(conduct.c.user_id, *_SUMS)
    .where(
        conduct.c.user_id.in_(bindparam("ids", expanding=True)),
        conduct.c.guild_id == bindparam("guild"),
        conduct.c.month >= bindparam("since"),
    )
    .group_by(conduct.c.user_id)
)


def add(connection: Connection, guild_id: int, did: Mapping[int, Conduct], now: datetime) -> None:
    """Count what people did."""
    for user_id, each in did.items():
        values = {name: getattr(each, name) for name in _FIELDS}
        _ADD.write(connection, {"user_id": user_id, "guild_id": guild_id, "month": _month(now), **values})


def of(connection: Connection, guild_id: int, ids: Iterable[int], now: datetime) -> dict[int, Conduct]:
    """What counts for people on a server, by person."""
    users = list(ids)
    values = {"ids": users, "guild": guild_id, "since": _since(now)}
    kept = {
        user_id: Conduct(**dict(zip(_FIELDS, sums, strict=True)))
        for user_id, *sums in connection.execute(_OF, values)
    }
    return {user_id: kept.get(user_id, Conduct()) for user_id in users}


def require(connection: Connection, campaign_id: int, least: int) -> None:
    """Set the share of decisions in time, in percent, that a place in a lobby takes."""
    people.note(connection, f"reliable:{campaign_id}", str(least))


def required(connection: Connection, campaign_id: int) -> int | None:
    """The share that a place in a lobby takes; None for no condition."""
    noted = people.noted(connection, f"reliable:{campaign_id}")
    return None if noted is None else int(noted)


def prune(connection: Connection, now: datetime) -> None:
    """Delete the months that count no more."""
    connection.execute(delete(conduct).where(conduct.c.month < _since(now)))


def _month(now: datetime) -> int:
    return now.year * 12 + now.month - 1


def _since(now: datetime) -> int:
    return _month(now) - MONTHS + 1
