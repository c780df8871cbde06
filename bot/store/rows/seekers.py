"""The waiting lists for a game: one row for a person, server and game.

A person who is asked by a lobby stands on no list for others; what they say ends that in its transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    tuple_,
    type_coerce,
    update,
)

from bot.store.columns import Instant
from bot.store.lobbies import OpeningRow, Seeker
from bot.store.rows import openings, share
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import campaign, guest, opening, seat, seeker

ANSWER = timedelta(days=1)
"""How long a person who is asked has for the answer."""
_MILLISECOND = timedelta(milliseconds=1)

_ROW = select(*(seeker.c[name] for name in Seeker.__struct_fields__))
_DUE = _ROW.where(seeker.c.look_at <= bindparam("now")).order_by(seeker.c.look_at, seeker.c.id)


def put(connection: Connection, seeks: Seeker) -> None:
    """Put a person on a list; they keep their place if they only want something else of the same game."""
    values = msgspec.structs.asdict(seeks)
    del values["id"]
    wants = {name: values[name] for name in ("channel_id", "scenario", "clock", "zone", "look_at")}
    changed = connection.execute(
        update(seeker).where(*_place(seeks.guild_id, seeks.title, seeks.user_id)).values(**wants)
    )
    if not changed.rowcount:
        connection.execute(insert(seeker), values)


def of_person(connection: Connection, guild_id: int, user_id: int) -> list[Seeker]:
    """The lists of a server on which a person stands, by title."""
    query = _ROW.where(seeker.c.user_id == user_id, seeker.c.guild_id == guild_id).order_by(seeker.c.title)
    return _seekers(connection, query)


def waiting(connection: Connection, guild_id: int, title: str) -> list[Seeker]:
    """The people who wait for a game and are asked nowhere, the longest first."""
    asked = seeker.alias("asked")
    elsewhere = exists().where(
        asked.c.user_id == seeker.c.user_id,
        asked.c.guild_id == seeker.c.guild_id,
        asked.c.opening_id.is_not(None),
    )
    query = _ROW.where(seeker.c.guild_id == guild_id, seeker.c.title == title, ~elsewhere)
    return _seekers(connection, query.order_by(seeker.c.at, seeker.c.id))


def asked(connection: Connection, opening_id: int) -> list[Seeker]:
    """The people whom an opening asks, and who have not answered."""
    return _seekers(connection, _ROW.where(seeker.c.opening_id == opening_id).order_by(seeker.c.id))


def due(connection: Connection, now: datetime) -> list[Seeker]:
    """The people whom the sweep has to look at by now."""
    query = share.by_server(connection, _DUE, seeker.c.guild_id)
    return [Seeker(**row) for row in connection.execute(query, {"now": now}).mappings()]


def ask(connection: Connection, ids: Collection[int], opening_id: int, until: datetime | None) -> None:
    """Have people asked by an opening.

    :param until: when they must have answered; None until the lobby is open.
    """
    connection.execute(
        update(seeker).where(seeker.c.id.in_(ids)).values(opening_id=opening_id, look_at=until)
    )


def looked(connection: Connection, seen: Seeker, then: datetime, stage: int) -> None:
    """Note that a person who waits was looked at, how often they were told so, and when to look again."""
    connection.execute(
        update(seeker)
        .where(seeker.c.id == seen.id, seeker.c.opening_id.is_(None))
        .values(look_at=then, stage=stage)
    )


def put_off(connection: Connection, seen: Seeker, then: datetime) -> None:
    """Look at a person later."""
    connection.execute(update(seeker).where(seeker.c.id == seen.id).values(look_at=then))


def drop(connection: Connection, guild_id: int, user_id: int, title: str | None = None) -> None:
    """Take a person off a list, or off all lists of a server."""
    of_title = () if title is None else (seeker.c.title == title,)
    connection.execute(
        delete(seeker).where(seeker.c.user_id == user_id, seeker.c.guild_id == guild_id, *of_title)
    )


def opened(connection: Connection, opening_id: int, now: datetime) -> None:
    """The lobby is open: those who are asked have their time for the answer."""
    connection.execute(update(seeker).where(seeker.c.opening_id == opening_id).values(look_at=now + ANSWER))


def release(connection: Connection, opening_id: int, at: datetime) -> None:
    """Let those who have not answered wait on, in their old places.

    :param at: when the sweep looks for others.
    """
    connection.execute(
        update(seeker).where(seeker.c.opening_id == opening_id).values(opening_id=None, look_at=at)
    )


def forget(connection: Connection, user_id: int) -> None:
    """Delete a person; the sweep looks at once who is asked in their place."""
    own = select(seeker.c.guild_id, seeker.c.title).where(seeker.c.user_id == user_id)
    lists = [tuple(row) for row in connection.execute(own)]
    connection.execute(delete(seeker).where(seeker.c.user_id == user_id))
    waits = tuple_(seeker.c.guild_id, seeker.c.title).in_(lists), seeker.c.opening_id.is_(None)
    connection.execute(update(seeker).where(*waits).values(look_at=AT_ONCE))


def shift(connection: Connection, by: timedelta, *, asked: bool) -> None:
    """Move all times after the clock has stepped; with `asked`, those for an answer after it stood still."""
    moved = {
        name: type_coerce(type_coerce(seeker.c[name], BigInteger) + by // _MILLISECOND, Instant)
        for name in (("look_at",) if asked else ("at", "look_at"))
    }
    of = (seeker.c.opening_id.is_not(None),) if asked else ()
    shifted = update(seeker).where(seeker.c.look_at > AT_ONCE, *of).values(moved)
    connection.execute(share.by_server(connection, shifted, seeker.c.guild_id))


def seated(connection: Connection, campaign_id: int) -> None:
    """Take people off all lists of a server who have a place in a lobby that had asked them."""
    asks = openings.of_campaign(connection, campaign_id)
    if asks is None:
        return
    held = select(seat.c.user_id).where(seat.c.campaign_id == campaign_id, seat.c.user_id.is_not(None))
    drawing = select(guest.c.user_id).where(guest.c.campaign_id == campaign_id, guest.c.waiting)
    users = connection.scalars(
        select(seeker.c.user_id).where(
            seeker.c.opening_id == asks.id,
            or_(seeker.c.user_id.in_(held), seeker.c.user_id.in_(drawing)),
        )
    )
    for user_id in users.all():
        drop(connection, asks.guild_id, user_id)


def begun(connection: Connection, campaign_id: int, now: datetime) -> None:
    """A lobby has begun or closed, or nobody can reach it: who has a place waits for nothing, who was only
    asked waits on, and the sweep looks for others at once."""
    asks = openings.of_campaign(connection, campaign_id)
    if asks is not None:
        seated(connection, campaign_id)
        release(connection, asks.id, now)


def lobbies(connection: Connection, guild_id: int, title: str, since: datetime) -> Sequence[OpeningRow]:
    """Openings of waiting lists that may still lack somebody, the oldest first: those that are still to be
    opened, and lobbies that can be reached.

    :param since: older lobbies are closed.
    """
    waits = and_(opening.c.campaign_id.is_(None), opening.c.next_at.is_not(None))
    hangs = and_(campaign.c.status == "lobby", campaign.c.parked_at.is_(None))
    query = (
        openings.ROW.outerjoin(campaign, campaign.c.id == opening.c.campaign_id)
        .where(opening.c.guild_id == guild_id, opening.c.at >= since)
        .where(or_(waits, hangs))
    )
    rows = connection.execute(query.order_by(opening.c.at, opening.c.id)).mappings()
    return [
        row for row in (OpeningRow(**each) for each in rows) if row.body.asked and row.body.title == title
    ]


def _seekers(connection: Connection, query: Select[Any]) -> list[Seeker]:
    return [Seeker(**row) for row in connection.execute(query).mappings()]


def _place(guild_id: int, title: str, user_id: int) -> tuple[ColumnElement[bool], ...]:
    return seeker.c.guild_id == guild_id, seeker.c.title == title, seeker.c.user_id == user_id
